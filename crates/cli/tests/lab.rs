//! The lab from the command line, on its smallest scale.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("goren-lab-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    path
}

fn lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_goren")).arg("lab").args(arguments).output().unwrap()
}

/// Enough to go through everything once.
const SMALL: [&str; 11] =
    ["--quick", "--positions", "1", "--pairs", "1", "--deepest", "2", "--longest", "0.2", "--levels", "1"];

#[test]
fn a_report_is_one_page_with_a_table_and_pictures_for_each_experiment() {
    let out = folder("report");
    let path = out.to_str().unwrap();
    let run = lab(&[&["report", "--out", path], &SMALL[..]].concat());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    for id in ["programs", "claims", "depth", "ablate", "moves", "match", "weightings", "positions", "trace"]
    {
        assert!(page.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    assert!(!page.contains("<script") && !page.contains(" src=") && !page.contains("NaN"));
    assert_eq!(page.matches("<svg ").count(), page.matches("</svg>").count());
    for word in ["depth", "ablate", "moves", "match", "weightings", "positions", "trace"] {
        let table = fs::read_to_string(out.join(format!("{word}.csv"))).unwrap();
        assert!(table.lines().count() > 1, "{word}");
    }
    let pictures = fs::read_dir(&out)
        .unwrap()
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "svg"));
    assert_eq!(pictures.count(), 11);
    let settings: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(out.join("settings.json")).unwrap()).unwrap();
    assert_eq!((&settings["seed"], &settings["pairs"]), (&1.into(), &1.into()));

    // Games that were played are not played again.
    let games = |word: &str| fs::read_to_string(out.join(format!("{word}.jsonl"))).unwrap();
    let before = games("match");
    let run = lab(&[&["match", "--out", path], &SMALL[..]].concat());
    assert!(run.status.success());
    assert_eq!(games("match"), before);
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn a_tree_is_drawn_for_any_position() {
    let out = folder("trace");
    let path = out.to_str().unwrap();
    let run = lab(&["trace", "masked", "h8i9g7", "--depth", "2", "--plies", "1", "--out", path]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(fs::read_to_string(out.join("trace-tree.svg")).unwrap().contains("branch best"));
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn a_folder_that_cannot_be_created_is_reported_at_once() {
    let file = folder("file");
    fs::write(&file, "").unwrap();
    let run = lab(&["depth", "--out", file.join("x").to_str().unwrap(), "--quick"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("--out"));
    fs::remove_file(file).unwrap();
}
