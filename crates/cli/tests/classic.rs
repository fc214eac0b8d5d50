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
    // A huge one is not written without a word.
    let huge = folder.path("huge.json");
    let run = goren(&["classic", "sequences", "h8i9g7", "--trace", &huge, "--trace-depth", "4"], "");
    assert!(run.code == 1 && run.err.contains("MB; --force writes it"), "{}", run.err);
    assert!(!Path::new(&huge).exists());
    // What is a bound is said to be one, with the window in which it was searched.
    let bounds: Vec<&Value> =
        children.iter().filter(|child| child["kind"] == "at_most" || child["kind"] == "at_least").collect();
    assert!(!bounds.is_empty() && tree["kind"] == "exact" && tree["alpha"].is_null());
    for bound in bounds {
        assert!(bound["value"].as_f64() <= bound["alpha"].as_f64(), "{bound}");
    }
}

#[test]
fn a_depth_that_was_not_finished_has_no_value() {
    let folder = Folder::new("classic-unfinished");
    let file = folder.path("tree.json");
    for name in ["automaton", "masked", "boundary"] {
        let arguments = ["classic", name, "h8i9g7h9i8", "--depth", "40", "--time", "0.05"];
        let text = goren(&arguments, "").out;
        assert!(!text.contains(", value") && !text.contains(", depth 40"), "{text}");
        assert!(text.contains("\nstopped     before any depth was finished"), "{text}");
        let run = goren(&[&arguments[..], &["--json", "--trace", &file]].concat(), "");
        let object: Value = serde_json::from_str(&run.out).unwrap();
        assert!(object["value"].is_null() && object["depth"].is_null(), "{object}");
        assert_eq!(object["counters"]["depths"].as_array().unwrap().len(), 0);
        let tree: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        assert!(tree["value"].is_null() && tree["kind"] == "unfinished", "{name}");
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn what_trapper_answers_without_a_search_is_not_shown_as_one() {
    let run = goren(&["classic", "trapper", "h8"], "");
    let first = run.out.lines().next().unwrap();
    assert_eq!(first, "trapper plays g9 without a search: a move of its opening book");
    let object: Value =
        serde_json::from_str(&goren(&["classic", "trapper", "h8", "--json"], "").out).unwrap();
    assert_eq!((&object["answer"], &object["value"]), (&Value::from("book"), &Value::Null));
    assert_eq!((&object["counters"]["nodes"], &object["depth"]), (&Value::from(0), &Value::Null));
    let booked = goren(&["classic", "trapper", "h8", "--explain"], "").out;
    let candidates = "candidates: 24, none of which is searched: g9 is played, a move of its opening book\n";
    assert!(booked.contains(candidates), "{booked}");
    let wins = "h8a1i8a2j8a3k8a4";
    let object: Value =
        serde_json::from_str(&goren(&["classic", "trapper", wins, "--explain", "--json"], "").out).unwrap();
    assert_eq!(object["answer"], serde_json::json!({ "move": "g8", "why": "win" }));
    let played = goren(&["play", "--agent", "trapper", "--second", wins], "quit\n").out;
    let told = played.lines().find(|line| line.contains("trapper plays g8 (")).unwrap();
    assert!(!told.contains("depth"), "{told}");
    let explained = goren(&["classic", "trapper", "h8h12h9a1h10c1h11", "--explain"], "").out;
    assert!(
        explained.ends_with(
            "\nthe move of trapper for White\nplays       h7 without a search: it stops a win at once\n"
        ),
        "{explained}"
    );
}

#[test]
fn the_score_of_a_point_is_taken_apart_into_rows_of_its_tables() {
    let fight = "h8h9i8i9j8g9k8l8f6k10";
    let text = goren(&["classic", "automaton", fight, "--explain"], "").out;
    let row = text.lines().find(|line| line.trim_start().starts_with("g8 ")).unwrap();
    assert!(row.ends_with("100000000020"), "{row}");
    let after: Vec<&str> = text.lines().skip_while(|line| *line != row).skip(1).collect();
    assert_eq!(
        after[0].split_whitespace().collect::<Vec<_>>()[..4],
        ["100000000000", "table", "III", "aaaaa"]
    );
    let object: Value =
        serde_json::from_str(&goren(&["classic", "automaton", fight, "--explain", "--json"], "").out)
            .unwrap();
    for candidate in object["candidates"].as_array().unwrap() {
        let made = candidate["made"].as_array().unwrap();
        let sum: f64 = made.iter().map(|made| made["score"].as_f64().unwrap()).sum();
        assert_eq!(Some(sum), candidate["score"].as_f64(), "{candidate}");
    }
}

#[test]
fn a_variant_is_explained_by_its_own_value() {
    let value = |more: &[&str]| {
        let run = goren(&[&["classic", "boundary", "c14b15d13a12b14"], more].concat(), "");
        serde_json::from_str::<Value>(&run.out).unwrap_or_else(|_| panic!("{}", run.err))
    };
    let printed = value(&["--variant", "printed", "--explain", "--json"]);
    assert_eq!((printed["value"].as_f64(), printed["sum"].as_f64()), (Some(0.0), Some(0.0)));
    assert_eq!(value(&["--variant", "printed", "--json"])["before"]["value"], 0);
    assert_eq!(value(&["--explain", "--json"])["value"].as_f64(), Some(-1000.0));
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
            let input =
                if more[0] == "--second" { "quit\n" } else { "h8\nd4\nb2\nf6\nc10\nj5\ne3\nk9\nquit\n" };
            let run = goren(&arguments, input);
            let says = run
                .out
                .lines()
                .any(|line| line.starts_with(name) && (line.contains(" plays ") || line.contains(": ")));
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

#[test]
fn a_classic_starts_the_game_of_its_document_unless_told_otherwise() {
    let traps = |more: &[&str]| {
        let run = goren(&[&["play", "--agent", "trapper"], more].concat(), "quit\n");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        run.out.matches('■').count()
    };
    assert_eq!((traps(&[]), traps(&["--traps", "a1,b2"])), (8, 2));
    // A game that is continued has the traps it had.
    assert_eq!((traps(&["h8i9"]), traps(&["--opening", "free", "--steps", "h8"])), (0, 0));
    let opening = |more: &[&str]| {
        let run = goren(&[&["play", "--agent", "masked"], more].concat(), "h8\ni9\ng7\nquit\n");
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    // Swap2: the person places three stones, then the program chooses.
    let out = opening(&[]);
    assert!(out.contains("masked chooses ") || out.contains("masked: "), "{out}");
    assert!(opening(&["--opening", "free"]).contains("masked plays "));
}

/// The worked example of the document of `masked`.
const EXAMPLE: &str = "#rule=standard&size=15&black=f8f7f6f5g7g9k8g6h4&white=g8h8f9f4i8j8h7h5i6&side=white";

#[test]
fn an_explanation_adds_up_to_the_value_it_explains() {
    let object = |arguments: &[&str]| {
        let run = goren(&[&["classic"], arguments, &["--explain", "--json"]].concat(), "");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        serde_json::from_str::<Value>(&run.out).unwrap()
    };
    let example = object(&["masked", EXAMPLE]);
    assert_eq!((example["value"].as_f64(), example["side"].as_str()), (Some(1887.0), Some("white")));
    assert_eq!(example["candidates"].as_array().unwrap().len(), 32);
    assert!(example["network"]["policy"].as_array().unwrap().len() == 225 - 18);
    for name in NAMES {
        for side in ["black", "white"] {
            let object = object(&[name, "d4d6e4e6f4f6", "--size", "8", "--side", side]);
            let counted = object["counted"].as_array().unwrap();
            let sum: f64 = counted.iter().map(|each| each["contribution"].as_f64().unwrap()).sum();
            assert_eq!(Some(sum), object["value"].as_f64(), "{name}");
            assert!(!counted.is_empty() && object["side"] == side, "{name}");
        }
    }
}

#[test]
fn an_explanation_is_a_board_a_table_and_a_sum() {
    let run = goren(&["classic", "masked", EXAMPLE, "--explain"], "");
    let text = run.out;
    assert!(text.contains("masked values this position for White at 1887\n"), "{text}");
    let row = text.lines().find(|line| line.starts_with("four in row ")).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[3..7], ["White", "2", "905", "1810"]);
    assert!(text.lines().any(|line| line.starts_with("sum") && line.ends_with(" 1887")), "{text}");
    // So are the rows of the document's table that nothing here is of, and the variant.
    let table = text.lines().skip_while(|line| !line.starts_with("counted ")).skip(1);
    let rows: Vec<&str> = table.take_while(|line| !line.starts_with("sum ")).collect();
    assert_eq!(rows.len(), 14, "{text}");
    assert!(
        rows[0].starts_with("five in row") && rows[0].ends_with("White      0        27000             0"),
        "{}",
        rows[0]
    );
    let printed = goren(&["classic", "masked", EXAMPLE, "--explain", "--variant", "printed"], "").out;
    assert!(printed.contains("\nmasked (printed) values this position for White at "), "{printed}");
    // The search is told as well.
    let search = text.split_once("the move of masked for White\n").unwrap().1;
    assert!(search.starts_with("plays       ") && search.contains("\ncut-offs "), "{search}");
    let nothing = goren(&["classic", "automaton", "h8", "--explain"], "");
    assert!(
        nothing.out.lines().any(|line| line.starts_with("sum") && line.ends_with(" 0")),
        "{}",
        nothing.out
    );
    let refused = goren(&["classic", "masked", "--explain", "--side", "red"], "");
    assert!(refused.err.contains("expected black or white, got `red`"));
}

#[test]
fn values_are_in_the_units_of_the_documents() {
    let object = |arguments: &[&str]| -> Value {
        let run = goren(&[&["classic"], arguments, &["--json"]].concat(), "");
        serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}", run.err))
    };
    let masked = object(&["masked", EXAMPLE]);
    assert_eq!(masked["before"]["value"], 1887);
    assert_eq!(masked["before"]["own"]["four in row"], 2);
    assert_eq!(masked["before"]["opponent"]["two in row"], 15);
    // A five and what was there before, in whole units.
    let value = |object: &Value| object["value"].as_f64().unwrap();
    assert!((27_000.0..30_000.0).contains(&value(&masked)), "{masked}");
    // Two stones in a row: ten for each of them, and a tenth more for the opponent's.
    let trapper = object(&["trapper", "h8i8", "--without", "book", "--depth", "1"]);
    assert!(value(&trapper).abs() < 100.0, "{trapper}");
    let folder = Folder::new("classic-units");
    let file = folder.path("tree.json");
    object(&["masked", EXAMPLE, "--trace", &file]);
    let tree: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(value(&tree), value(&masked));
}

#[test]
fn variants_and_additions_are_chosen_by_name_everywhere() {
    let played = |arguments: &[&str]| {
        let run = goren(&[&["classic"], arguments].concat(), "");
        assert_eq!(run.code, 0, "{}", run.err);
        run.out.lines().next().unwrap().to_owned()
    };
    let witness = "e7e5f7h6e8g7e9d8e10h8";
    assert!(played(&["boundary", witness]).starts_with("boundary plays e11"));
    assert!(
        played(&["boundary", witness, "--with", "late-wins"]).contains("boundary (with late-wins) plays f6")
    );
    assert!(played(&["boundary", witness, "--variant", "printed"]).contains("boundary (printed) plays f6"));
    let without = ["boundary", witness, "--variant", "printed", "--without", "late-wins"];
    assert!(played(&without).contains("plays e11"));
    for (arguments, quoted) in [
        (
            &["classic", "automaton", "--variant", "programmed"] as &[&str],
            "corrected, printed, got `programmed`",
        ),
        (&["classic", "masked", "--with", "magic"], "wide, random-reply, got `magic`"),
        (&["play", "--agent", "masked:with=magic"], "wide, random-reply, got `magic`"),
        (&["match", "masked", "boundary:variant=best", "--games", "2"], "got `best`"),
    ] {
        let run = goren(arguments, "");
        assert!(run.code != 0 && run.err.contains(quoted), "{arguments:?}: {}", run.err);
    }
    let run = goren(&["play", "--agent", "boundary:variant=programmed,depth=2", "--second"], "quit\n");
    assert!(run.out.contains("boundary (programmed, depth 2) plays h8"), "{}", run.out);
}

#[test]
fn moves_of_a_larger_board_are_taken_as_such() {
    let run = goren(&["classic", "sequences", "h8i9g7", "--depth", "1"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let run = goren(&["classic", "sequences", "h8i9g7", "--depth", "1", "--size", "8"], "");
    assert!(run.code == 1 && run.err.contains("up to row and column 8, got `9`"), "{}", run.err);
    let run = goren(&["classic", "sequences", "h8z9"], "");
    assert_eq!(run.code, 1);
}

#[test]
fn a_game_is_continued_by_its_command_with_everything_it_had() {
    let start =
        ["play", "--agent", "masked:variant=programmed,seed=3", "--opening", "swap2", "--time", "1.5"];
    let run = goren(&start, "h8\ni9\ng7\nquit\n");
    assert!(run.out.contains("masked (programmed) chooses "), "{}", run.out);
    let line = run.out.lines().last().unwrap();
    let command = line.strip_prefix("To continue this game: goren ").unwrap();
    for part in
        ["--opening swap2", "--rule standard", "--agent masked:variant=programmed,seed=3", "--time 1.5"]
    {
        assert!(command.contains(part), "{command}");
    }
    let words = shell_words(command);
    let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    let again = goren(&arguments, "quit\n");
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    // The same board and the same question as before.
    let board = |out: &str| {
        out.rfind("\n\n").map(|at| out[at..].lines().take(16).map(str::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(board(&again.out), board(&again.out));
    let prompt = |out: &str| out.lines().rfind(|line| line.contains("to move: ")).map(str::to_owned);
    assert_eq!(prompt(&again.out), prompt(&run.out));
    assert!(prompt(&again.out).is_some(), "{}", again.out);
}

/// A command's words, with single quotes round some.
fn shell_words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in command.chars() {
        match c {
            '\'' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn every_move_at_the_terminal_shows_its_time() {
    for agent in ["masked", "goren:level=1"] {
        let run = goren(&["play", "--agent", agent, "--opening", "free"], "h8\nquit\n");
        let line = run.out.lines().find(|line| line.contains(" plays ")).unwrap();
        assert!([" µs)", " ms)", " s)"].iter().any(|unit| line.ends_with(unit)), "{line}");
    }
}
