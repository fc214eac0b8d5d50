//! The classic programs from the command line.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs;
use std::path::Path;

use serde_json::Value;

use common::{Folder, goren};

const NAMES: [&str; 5] = ["boundary", "automaton", "sequences", "trapper", "masked"];

#[test]
fn every_program_chooses_on_its_own_board_and_counts() {
    for (name, first) in NAMES.into_iter().zip(["h8", "h8", "d5", "h8", ""]) {
        let run = goren(&["classic", name, "--json"], "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{name}");
        let object: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(object["classic"], name);
        assert!(first.is_empty() || object["move"] == first, "{name}: {object}");
    }
    let run = goren(&["classic", "boundary", "h8i9g7", "--json", "--seed", "7"], "");
    let object: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["seed"], 7);
    assert!(object["value"].is_i64() && object["counters"]["nodes"].as_u64().unwrap() > 100, "{object}");
}

#[test]
fn what_only_saves_time_leaves_the_move_and_the_value() {
    let object = |more: &[&str]| -> Value {
        let arguments = [&["classic", "boundary", "h8i9g7h9i8", "--depth", "3", "--json"], more].concat();
        serde_json::from_str(&goren(&arguments, "").out).unwrap()
    };
    let (with, without) = (object(&[]), object(&["--without", "table,pruning,incremental"]));
    assert_eq!((&with["move"], &with["value"]), (&without["move"], &without["value"]));
    assert!(with["counters"]["nodes"].as_u64() < without["counters"]["nodes"].as_u64());
    assert_eq!(without["without"].as_array().unwrap().len(), 3);
}

#[test]
fn the_trace_is_a_tree_whose_best_branch_was_played() {
    let folder = Folder::new("classic-trace");
    let file = folder.path("tree.json");
    let arguments = ["classic", "masked", "h8h9i9", "--trace", &file, "--trace-depth", "2", "--json"];
    let run = goren(&arguments, "");
    assert_eq!(run.code, 0, "{}", run.err);
    let chosen: Value = serde_json::from_str(&run.out).unwrap();
    let tree: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let children = tree["children"].as_array().unwrap();
    let best = children.iter().find(|child| child["value"] == tree["value"]).unwrap();
    assert_eq!(best["move"], chosen["move"]);
    assert_eq!(tree["move"], Value::Null);
    let notes = |note: &str| {
        children
            .iter()
            .flat_map(|child| child["children"].as_array().unwrap())
            .any(|leaf| leaf["note"] == note)
    };
    assert!(notes("leaf") && notes("cut"));
}

#[test]
fn bad_names_are_quoted() {
    for (arguments, quoted) in [
        (&["classic", "alphago"] as &[&str], "`alphago`"),
        (&["classic", "boundary", "--without", "magic"], "`magic`"),
        (&["classic", "trapper", "--weighting", "heavy"], "`heavy`"),
        (&["classic", "masked", "--step", "1", "--board", "b", "--decision", "d"], "`masked`"),
        (&["lab", "trace", "alphago", "--out", "x"], "`alphago`"),
        (&["classic", "boundary", "h8h9i8i9j8j9k8k9l8"], "the game is over"),
    ] {
        let run = goren(arguments, "");
        assert!(
            run.code == 1 && run.out.is_empty() && run.err.contains(quoted),
            "{arguments:?}: {}",
            run.err
        );
        assert_eq!(run.err.lines().count(), 1);
    }
    let run = goren(&["play", "--agent", "alphago"], "");
    assert!(run.code == 2 && run.err.contains("`alphago`"), "{}", run.err);
}

#[test]
fn the_file_referee_decides_or_leaves_no_file() {
    let folder = Folder::new("classic-referee");
    let (board, decision) = (folder.path("board.txt"), folder.path("decision.txt"));
    let ask = |content: &str, step: &str, rival: &str| {
        fs::write(&board, content).unwrap();
        let (board, decision) = (board.as_str(), decision.as_str());
        goren(
            &[
                "classic",
                "trapper",
                "--step",
                step,
                "--rival",
                rival,
                "--board",
                board,
                "--decision",
                decision,
            ],
            "",
        )
    };
    let empty = "0".repeat(7) + "\n";
    let good = format!("{empty}{empty}1111000\n0222000\n{empty}{empty}000T000\n");
    for (content, step, rival, error) in [
        ("00000\n00x00\n", "1", "-1,-1", "line 2, column 3"),
        ("", "1", "-1,-1", "5 to 22 rows"),
        (good.as_str(), "9", "9,9", "`9,9`"),
        (good.as_str(), "0", "3,3", "`0`"),
        (good.as_str(), "9", "6,3", "a trap"),
        (good.as_str(), "8", "seven", "`seven`"),
    ] {
        let run = ask(content, step, rival);
        assert!(run.code == 1 && run.err.contains(error), "{error}: {}", run.err);
        assert_eq!((run.err.lines().count(), Path::new(&decision).exists()), (1, false), "{}", run.err);
    }
    let run = ask(&good, "9", "3,3");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&decision).unwrap(), "2,4\n");
    let files: Vec<_> = fs::read_dir(folder.at()).unwrap().collect();
    assert_eq!(files.len(), 2, "no drafts stay behind");
    // An old decision is not left to be taken for a new one's.
    assert_eq!(ask(&good, "2", "x").code, 1);
    assert_eq!(fs::read_to_string(&decision).unwrap(), "2,4\n");
}

#[test]
fn every_agent_plays_at_the_terminal() {
    for name in NAMES.into_iter().chain(["goren"]) {
        for more in
            [&["--traps", "random:8:5"] as &[&str], &["--second"], &["--opening", "swap2", "--size", "15"]]
        {
            let arguments = [&["play", "--agent", name, "--depth", "2"], more].concat();
            let input = if more[0] == "--second" { "quit\n" } else { "h8\nd4\nb2\nf6\nquit\n" };
            let run = goren(&arguments, input);
            let says = run.out.contains(&format!("{name} plays")) || run.out.contains(&format!("{name}: "));
            assert!(run.code == 0 && says, "{arguments:?}: {} {}", run.out, run.err);
        }
    }
}

#[test]
fn a_classic_brings_its_documents_board_and_rule() {
    let size = |more: &[&str]| {
        let run = goren(&[&["play", "--agent", "sequences"], more].concat(), "quit\n");
        run.out.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit())).count()
    };
    assert_eq!((size(&[]), size(&["--size", "10"])), (8, 10));
    let run = goren(&["play", "--agent", "masked:weighting=program", "--second"], "save game.none\nquit\n");
    assert!(run.out.contains("masked (program) plays"), "{}", run.out);
    assert!(run.out.contains("standard"), "{}", run.out);
}
