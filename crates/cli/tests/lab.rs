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
const SMALL: [&str; 13] = [
    "--quick",
    "--positions",
    "1",
    "--samples",
    "20",
    "--pairs",
    "1",
    "--deepest",
    "2",
    "--longest",
    "0.2",
    "--levels",
    "1",
];

#[test]
fn a_report_is_one_page_with_a_table_and_pictures_for_each_experiment() {
    let out = folder("report");
    let path = out.to_str().unwrap();
    let run = lab(&[&["report", "--out", path], &SMALL[..]].concat());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    let sections = [
        "documents",
        "programs",
        "claims",
        "reported",
        "depth",
        "ablate",
        "factorial",
        "contrasts",
        "masking",
        "match",
        "moves",
        "homes",
        "duels",
        "weightings",
        "drills",
        "positions",
        "trace",
        "glossary",
    ];
    for id in sections {
        assert!(page.contains(&format!("<section id=\"{id}\">")), "{id}");
        assert!(page.contains(&format!("<a href=\"#{id}\">")), "{id}");
    }
    assert!(!page.contains("<script") && !page.contains(" src=") && !page.contains("NaN"));
    assert_eq!(page.matches("<svg ").count(), page.matches("</svg>").count());
    let tables = [
        "depth",
        "ablate",
        "factorial",
        "contrasts",
        "masking",
        "moves",
        "match",
        "home-masked",
        "duel-masking",
        "weightings",
        "drills",
        "positions",
        "trace",
        "claims",
    ];
    for word in tables {
        let table = fs::read_to_string(out.join(format!("{word}.csv"))).unwrap();
        assert!(table.lines().count() > 1, "{word}");
    }
    let pictures = fs::read_dir(&out)
        .unwrap()
        .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "svg"));
    assert!(pictures.count() >= 14);
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
fn claims_need_no_experiment_where_arithmetic_decides() {
    let out = folder("claims");
    let path = out.to_str().unwrap();
    let run = lab(&["claims", "--only", "boundary", "--no-experiments", "--out", path]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(text.contains("does not hold  boundary-225-cubed") && text.contains("225³ = 11,390,625"));
    assert!(text.contains("not measured  boundary-ordering") && !text.contains("masked-"));
    let table = fs::read_to_string(out.join("claims.csv")).unwrap();
    assert!(table.lines().count() > 100, "every claim of every document is in the file");
    assert!(fs::read_to_string(out.join("claims.html")).unwrap().contains("<section id=\"claims\">"));
    // Nothing was measured: no settings of a measurement are told, and an earlier one's stay. The page counts what its table says.
    let read = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    let settings: serde_json::Value = serde_json::from_str(&read("settings.json")).unwrap();
    assert!(settings["command"].is_string() && settings["positions"].is_null(), "{settings}");
    let tested = || -> u32 {
        let page = read("claims.html");
        let (before, _) = page.split_once(" were tested").unwrap();
        before.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let by_arithmetic = tested();
    let measured =
        "claim,measured,interval,verdict,why,run\nboundary-ordering,61 %,,holds,,\"full, 2026-11-16\"\n";
    let settings = r#"{"command":"goren lab report","version":"0.1.0","positions":12}"#;
    fs::write(out.join("claims.csv"), measured).unwrap();
    fs::write(out.join("settings.json"), settings).unwrap();
    assert!(lab(&["claims", "--no-experiments", "--out", path]).status.success());
    assert_eq!((tested(), read("settings.json").as_str()), (by_arithmetic + 1, settings));
    let run = lab(&["claims", "--only", "alphago", "--no-experiments", "--out", path]);
    assert!(!run.status.success() && String::from_utf8_lossy(&run.stderr).contains("`alphago`"));
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn claims_of_one_program_measure_only_what_they_need() {
    let out = folder("only");
    let path = out.to_str().unwrap();
    // What another run said of another program stays.
    fs::create_dir_all(&out).unwrap();
    let kept =
        "claim,measured,interval,verdict,why,run\nmasked-masking,as before,,holds,,\"full, 2026-11-16\"\n";
    fs::write(out.join("claims.csv"), kept).unwrap();
    fs::write(out.join("settings.json"), r#"{"command":"goren lab claims --out lab","version":"0.1.0"}"#)
        .unwrap();
    let run = lab(&[&["claims", "--only", "sequences", "--out", path], &SMALL[..]].concat());
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let progress = String::from_utf8(run.stderr).unwrap();
    for experiment in ["drills", "depth", "ablate", "match"] {
        assert!(progress.contains(experiment), "{experiment}: {progress}");
    }
    for experiment in ["factorial", "contrasts", "masking", "duels", "weightings", "homes"] {
        assert!(!progress.contains(experiment), "{experiment}: {progress}");
    }
    let rows = fs::read_to_string(out.join("ablate.csv")).unwrap();
    assert!(rows.lines().skip(1).all(|line| line.starts_with("sequences,")), "{rows}");
    let table = fs::read_to_string(out.join("claims.csv")).unwrap();
    let row = |id: &str| table.lines().find(|line| line.starts_with(id)).unwrap().to_owned();
    assert!(row("masked-masking,").ends_with(",\"full, 2026-11-16\""), "{}", row("masked-masking,"));
    assert!(
        row("sequences-optimisation,").contains("1 position, 2 games"),
        "{}",
        row("sequences-optimisation,")
    );
    assert!(row("boundary-ordering,").contains("not measured"));
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(
        text.contains("  run: 1 position, 2 games for each two, seed 1, 20") && !text.contains("masked-")
    );
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
fn a_file_that_is_not_of_the_lab_stays_as_it_is() {
    let out = folder("foreign");
    let path = out.to_str().unwrap();
    let trace = || lab(&["trace", "masked", "h8i9g7", "--depth", "1", "--plies", "1", "--out", path]);
    for name in ["trace.csv", "claims.csv", "settings.json"] {
        fs::create_dir_all(&out).unwrap();
        fs::write(out.join(name), "{\"mine\":1}").unwrap();
        let run = trace();
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(
            run.status.code() == Some(1) && said.contains(&format!("{name} exists and is not of the lab")),
            "{said}"
        );
        assert_eq!(fs::read_to_string(out.join(name)).unwrap(), "{\"mine\":1}");
        fs::remove_dir_all(&out).unwrap();
    }
    // Its own files are made anew, and another's beside them are left alone.
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    assert!(trace().status.success() && trace().status.success());
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
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

/// Its smallest scale: two games with each of the five, a few tasks.
fn mine(program: &str) -> (String, PathBuf) {
    let out = folder(&format!("mine-{}", program.len()));
    let run = Command::new(env!("CARGO_BIN_EXE_goren"))
        .args(["lab", "mine", program, "--out", out.to_str().unwrap()])
        .args(["--quick", "--pairs", "1", "--samples", "20", "--concurrency", "2"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    (String::from_utf8(run.stdout).unwrap(), out)
}

#[test]
fn the_template_of_a_program_of_ones_own_is_tested_rated_and_watched() {
    let (text, out) = mine("sixth");
    assert!(text.contains("legal      0 faults in 10 games"), "{text}");
    assert!(text.contains("task       make a five: 1 of 1") && text.contains("against    masked"), "{text}");
    assert!(text.contains("theatre    goren serve"), "{text}");
    let page = fs::read_to_string(out.join("mine.html")).unwrap();
    assert!(page.contains("sixth, tested and rated") && page.contains("branch best"));
    fs::remove_dir_all(out).unwrap();
}

#[test]
fn a_program_in_another_language_is_tested_and_rated() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    let (text, out) = mine("python3 sixth/python/sixth.py");
    assert!(
        text.contains("legal      0 faults in 10 games") && text.contains("make a five: 1 of 1"),
        "{text}"
    );
    assert!(!text.contains("theatre"), "{text}");
    fs::remove_dir_all(out).unwrap();
}
