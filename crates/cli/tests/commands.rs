//! The program as a user meets it: arguments in, text and exit codes out.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::process::{Command, Stdio};

use common::{Folder, Run, goren};

#[test]
fn show_draws_a_line_of_moves() {
    let run = goren(&["show", "c3d4b2", "--size", "5"], b"");
    let expected = "\
freestyle 5×5, White to move
 5 ┌─┬─┬─┬─┐
 4 ├─┼─┼─○─┤
 3 ├─┼─●─┼─┤
 2 ├─◉─┼─┼─┤
 1 └─┴─┴─┴─┘
   a b c d e
1. c3 d4  3. b2
White to move
";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, expected, ""));
}

#[test]
fn show_reads_standard_input_and_stops_after_a_number_of_moves() {
    let run = goren(&["show", "-", "--after", "1"], b"h8i9g7");
    assert!(run.out.contains("1. h8\n"), "{}", run.out);
    let run = goren(&["show", "-", "--after", "4"], b"h8i9g7");
    assert_eq!(
        (run.code, run.err.as_str()),
        (1, "goren: --after: expected at most 3, the number of moves, got 4\n")
    );
}

#[test]
fn show_names_the_winner_and_the_row() {
    let run = goren(&["show", "h8a1i8a2j8a3k8a4l8"], b"");
    assert!(run.out.ends_with("Black wins by five, h8–l8\n"), "{}", run.out);
}

#[test]
fn what_show_draws_it_reads() {
    for arguments in [
        &["show", "h8i9g7"][..],
        &["show", "--rule", "renju", DOUBLE_THREE],
        &["show", "--size", "9", "a1b2", "--traps", "c3,d4"],
        &["show", "h8a1i8a2j8a3k8a4l8"],
        &["show", "{\"moves\":[\"h8\"],\"names\":{\"black\":\"Ann\",\"white\":\"Bo\"}}"],
    ] {
        let shown = goren(arguments, b"");
        let again = goren(&["show", "-"], shown.out.as_bytes());
        assert_eq!(again.code, 0, "{arguments:?}: {}", again.err);
        // A picture does not know which stone was the last.
        let board = |run: &Run| -> Vec<String> {
            let rows = run.out.lines().take_while(|line| !line.starts_with("   a b"));
            rows.map(|row| row.replace('◉', "●").replace('◎', "○")).collect()
        };
        assert_eq!(board(&again), board(&shown), "{arguments:?}");
    }
}

#[test]
fn a_terminal_is_not_given_what_it_would_obey() {
    let game = b"(;GM[4]SZ[15]PB[\x1b[31mEVIL\x1b\\]0;pwned\x07]PW[x\x9b2J\r\ny];B[hh])";
    let run = goren(&["show", "-"], game);
    assert_eq!(run.code, 0, "{}", run.err);
    let is_obeyed = |c: char| c.is_control() && c != '\n';
    assert!(run.out.contains("\\u{1b}[31mEVIL") && !run.out.contains(is_obeyed), "{:?}", run.out);
    let run = goren(&["show", "-"], b"(;GM[4]SZ[15];B[\x1b[2J])");
    assert!(run.code == 1 && !run.err.contains(is_obeyed), "{:?}", run.err);
    let run = goren(&["show", "no\x1b[2Jfile.sgf"], b"");
    assert!(run.code == 1 && !run.err.contains(is_obeyed), "{:?}", run.err);
}

#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    for (arguments, bytes) in [
        (&["analyze", "h8", "--nodes", "1", "--net", "/dev/zero"][..], "16777216 bytes"),
        (&["match", "goren", "goren", "--engines", "/dev/zero"], "1048576 bytes"),
        (&["serve", "--memory", "--no-open", "--engines", "/dev/zero"], "1048576 bytes"),
    ] {
        let run = goren(arguments, b"");
        assert_eq!(run.code, 1, "{arguments:?}");
        assert!(
            run.err.contains(&format!("/dev/zero: expected at most {bytes}")),
            "{arguments:?}: {}",
            run.err
        );
    }
}

const DOUBLE_THREE: &str = "h8a1i8a3j9a5j10a7";

#[test]
fn show_marks_and_explains_forbidden_points() {
    let run = goren(&["show", "--rule", "renju", DOUBLE_THREE, "--why", "j8"], b"");
    assert!(run.out.contains("Forbidden to Black: j8 (double three)"), "{}", run.out);
    assert!(
        run.out.contains("j8 is forbidden: double three\n  open three on the row: h8 i8 j8; "),
        "{}",
        run.out
    );
    let run = goren(&["show", DOUBLE_THREE], b"");
    assert!(!run.out.contains("Forbidden"));
}

#[test]
fn show_says_that_a_forbidden_move_lost_the_game() {
    let moves = format!("{DOUBLE_THREE}j8");
    let run = goren(&["show", "--rule", "renju", &moves], b"");
    assert!(run.out.ends_with("\nWhite wins: j8 was forbidden (double three)\n"), "{}", run.out);
    let run = goren(&["show", "--rule", "renju", &moves, "--json"], b"");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["result"]["winner"], "white");
    assert_eq!(object["result"]["text"], "White wins: j8 was forbidden (double three)");
    // Before it, and under another rule, the game goes on.
    for arguments in [["--rule", "renju", "--after", "8"], ["--rule", "freestyle", "--after", "9"]] {
        let run = goren(&[&["show", &moves][..], &arguments].concat(), b"");
        let goes_on = ["\nBlack to move\n", "\nWhite to move\n"].iter().any(|words| run.out.contains(words));
        assert!(goes_on, "{}", run.out);
    }
}

#[test]
fn show_prints_json_for_scripts() {
    let run = goren(&["show", "--rule", "renju", DOUBLE_THREE, "--json"], b"");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["forbidden"]["j8"], "double three");
    assert_eq!(object["side"], "black");
    assert_eq!(object["moves"][0], "h8");
    let run = goren(&["show", "h8a1i8a2j8a3k8a4l8", "--json"], b"");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["result"]["winner"], "black");
    assert_eq!(object["result"]["line"], serde_json::json!(["h8", "i8", "j8", "k8", "l8"]));
}

#[test]
fn show_takes_a_position_with_stones_set_up() {
    let position = br#"{"rule":"renju","size":15,"side":"b","black":["g8","h7","h9","i8"],"white":[]}"#;
    let run = goren(&["show", "-", "--json"], position);
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["forbidden"], serde_json::json!({"h8": "double three"}));
}

#[test]
fn a_game_survives_the_way_through_the_formats() {
    let folder = Folder::new("formats");
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,1200\n9,7,300\n7,9,40\n6,10,5\n-1\n";
    std::fs::write(folder.path("game.psq"), psq).unwrap();
    for (from, to) in [
        ("game.psq", "game.sgf"),
        ("game.sgf", "game.lib"),
        ("game.lib", "game.txt"),
        ("game.txt", "again.psq"),
    ] {
        let run = goren(&["convert", &folder.path(from), &folder.path(to)], b"");
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{from} → {to}: {}", run.err);
    }
    assert_eq!(std::fs::read_to_string(folder.path("game.txt")).unwrap(), "h8i9g7f6\n");
    let moves = |name: &str| goren(&["convert", &folder.path(name), "--to", "pos"], b"").out;
    assert_eq!(moves("again.psq"), moves("game.psq"));
}

#[test]
fn convert_says_what_a_format_does_not_keep() {
    let sgf = b"(;GM[4]SZ[15]RU[renju]PB[Ann];B[hh]C[centre](;W[ig])(;W[hg]))";
    let run = goren(&["convert", "-", "--to", "pos"], sgf);
    assert_eq!((run.code, run.out.as_str()), (0, "h8i9\n"));
    assert_eq!(
        run.err,
        "goren: not kept by this format (line of moves): 1 move of a variation, 1 comment, the rule, the players' names\n"
    );
    let run = goren(&["convert", "-", "--to", "sgf"], sgf);
    assert_eq!(run.err, "");
}

#[test]
fn a_game_is_chosen_by_its_number_in_every_command() {
    let games = "h8i9\na1b2c3\nh8a1i8a2j8\n";
    let second = |arguments: &[&str]| {
        let run = goren(&[arguments, &["-", "--game", "2"]].concat(), games);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.err);
        run.out
    };
    assert_eq!(second(&["convert", "--to", "pos"]), "a1b2c3\n");
    assert!(second(&["convert", "--to", "psq"]).lines().eq([
        "Piskvorky 15x15, 0:0, 0",
        "1,15,0",
        "2,14,0",
        "3,13,0",
        "-1"
    ]));
    assert_eq!(second(&["convert", "--to", "sgf"]).matches("(;").count(), 1);
    assert!(second(&["show"]).contains("1. a1 b2  3. c3\n"));
    let solved = second(&["solve", "--vcf", "--json"]);
    assert_eq!(solved.lines().count(), 1, "{solved}");
    let run = goren(&["convert", "-", "--to", "pos"], games);
    assert_eq!(run.out, games);
    let run = goren(&["convert", "-", "--to", "pos", "--after", "2"], games);
    assert_eq!(run.out, "h8i9\na1b2\nh8a1\n");
    let run = goren(&["convert", "-", "--to", "pos", "--after", "3"], games);
    let short = "goren: game 1 is left out; --after: expected at most 2, the number of moves, got 3\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "a1b2c3\nh8a1i8\n", short));
    let run = goren(&["convert", "-", "--to", "pos", "--after", "9"], games);
    assert!(
        run.code == 1 && run.err.ends_with("goren: expected a game with 9 moves or more, got none\n"),
        "{}",
        run.err
    );
    let run = goren(&["convert", "-", "--to", "pos", "--traps", "b2"], games);
    assert!(run.code == 1 && run.err.starts_with("goren: standard input: game 2: "), "{}", run.err);
    let game = "(;GM[4]SZ[15]RE[B+];B[hh](;W[ii];B[gg])(;W[aa]))";
    let run = goren(&["convert", "-", "--to", "sgf", "--after", "1"], game);
    assert!(
        run.out.contains(";B[hh]") && !run.out.contains(";W[") && !run.out.contains("RE["),
        "{}",
        run.out
    );
    let run = goren(&["perft", "h8i9g7", "--after", "1", "--size", "9", "--depth", "1"], b"");
    assert!(run.out.ends_with("total 80\n"), "{}", run.out);
    let run = goren(&["convert", "-", "--to", "pos", "--game", "4"], games);
    assert_eq!((run.code, run.err.as_str()), (1, "goren: --game: expected a number from 1 to 3, got 4\n"));
}

#[test]
fn a_game_is_the_same_by_its_number_as_alone() {
    let folder = Folder::new("numbers");
    std::fs::write(folder.path("games.txt"), "h8i9\na1b2c3\nh8a1i8a2\n").unwrap();
    let defended =
        "e5e8e2i9g6f9e4e6f5d3d5g5f3c6d7d6b6f2h7i8h5g4h6h8g7f8g8f7g2h1h3h4e3e1c5b5d4a7f6c3i6j6j5k4i4f1k6";
    std::fs::write(folder.path("puzzle.txt"), format!("h8i9\n{defended}\nh6g6\n")).unwrap();
    for (command, file, told) in [
        ("review FILE --nodes 100 --json", "games.txt", "\"point\":\"a1\""),
        ("analyze FILE --depth 1 --json", "games.txt", "\"side\":\"white\""),
        ("perft FILE --depth 1", "games.txt", "total 222\n"),
        ("classic boundary FILE --depth 1 --explain", "games.txt", "15×15, White to move"),
        ("play FILE --two", "games.txt", " 1 ●─┴"),
        (
            "puzzles make --games FILE --size 11 --kinds defence --count 1 --out p.jsonl",
            "puzzle.txt",
            "p.jsonl: 1 puzzle, 1 of them new",
        ),
    ] {
        let run = |number: &str| {
            let _ = std::fs::remove_file(folder.path("p.jsonl"));
            folder.goren(&format!("{} --game {number}", command.replace("FILE", file)))
        };
        let [first, second, none] = ["1", "2", "4"].map(run);
        assert_eq!((first.code, second.code), (0, 0), "{command}: {}{}", first.err, second.err);
        assert!(second.out.contains(told) && !first.out.contains(told), "{command}: {}", second.out);
        let out_of_range = "goren: --game: expected a number from 1 to 3, got 4\n";
        assert_eq!((none.code, none.err.as_str()), (1, out_of_range), "{command}");
    }
    let lines = |arguments: &str| {
        let run = folder.goren(&format!("lab trace boundary {arguments} --depth 1 --out traced"));
        assert_eq!(run.code, 0, "{arguments}: {}", run.err);
        folder.read("traced/trace.csv")
    };
    assert_eq!(lines("games.txt --game 2"), lines("a1b2c3"));
    assert_ne!(lines("games.txt --game 2"), lines("games.txt"));
    assert_eq!(lines("games.txt --game 2 --after 1"), lines("a1"));
}

#[test]
fn a_game_goes_on_after_as_many_moves_as_asked() {
    let run = goren(&["play", "h8i9g7", "--after", "1", "--two"], b"");
    assert!(run.code == 0 && run.out.contains("White to move: "), "{}{}", run.out, run.err);
    assert!(!run.out.contains("○") && !run.out.contains("◎"), "{}", run.out);
    let run = goren(&["play", "h8i9g7", "--after", "4", "--two"], b"");
    let short = "goren: --after: expected at most 3, the number of moves, got 4\n";
    assert_eq!((run.code, run.err.as_str()), (1, short));
    assert_eq!(goren(&["play", "--after", "4"], b"").code, 2);
    let judged =
        |arguments: &[&str]| goren(&[&["review", "--nodes", "100", "--json"], arguments].concat(), b"").out;
    assert_eq!(judged(&["h8i9g7a1", "--after", "2"]), judged(&["h8i9"]));
    assert_ne!(judged(&["h8i9g7a1", "--after", "2"]), judged(&["h8i9g7a1"]));
}

#[test]
fn an_address_in_a_comment_is_no_link_and_an_object_of_something_else_no_game() {
    let run = goren(&["show", "-"], b"(;GM[4]SZ[15];B[hh]C[http://goren.example/#size=9&moves=a1];W[ii])");
    assert!(run.code == 0 && run.out.contains("1. h8 i7\n"), "{}{}", run.out, run.err);
    for arguments in [["show", "-"], ["show", "{\"a\":1}"]] {
        let run = goren(&arguments, b"{\"a\":1}");
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (1, "", 1), "{}", run.err);
        assert!(run.err.contains("JSON: expected a game with `moves`"), "{}", run.err);
    }
}

#[test]
fn a_link_can_hold_the_whole_game() {
    let game = "(;GM[4]SZ[15]PB[Ann]RE[B+];B[hh]C[well\u{2009}…](;W[ii];B[gg])(;W[aa]))(;GM[4];B[aa])";
    let run = goren(&["convert", "-", "--to", "link", "--whole"], game);
    assert!(run.code == 0 && run.err.ends_with(": 1 further game\n"), "{}", run.err);
    let sgf = |input: &str| goren(&["convert", input, "--game", "1", "--to", "sgf"], game).out;
    assert!(run.out.starts_with("goren:") && sgf(run.out.trim()).contains("(;W[ii]"), "{}", run.out);
    assert_eq!(sgf(run.out.trim()), sgf("-"));
    let run = goren(&["convert", "-", "--to", "sgf", "--whole"], game);
    assert_eq!((run.code, run.err.as_str()), (1, "goren: --whole: expected --to link, got sgf\n"));
}

#[test]
fn convert_keeps_a_file_that_exists_unless_told_otherwise() {
    let folder = Folder::new("keeps");
    let file = folder.path("game.sgf");
    std::fs::write(&file, "precious").unwrap();
    let run = goren(&["convert", "h8", &file], b"");
    assert_eq!((run.code, run.err), (1, format!("goren: {file} exists; use --force to replace it\n")));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "precious");
    assert_eq!(goren(&["convert", "h8", &file, "--force"], b"").code, 0);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("(;"));
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 1, "no draft is left behind");
}

#[test]
fn no_command_replaces_or_continues_a_file_that_is_not_its_own() {
    let folder = Folder::new("foreign");
    let games = "--games 1 --nodes 20 --size 7";
    assert_eq!(folder.goren(&format!("selfplay {games} --rule caro --out games.jsonl")).code, 0);
    for command in [
        "classic boundary h8 --depth 1 --trace FILE",
        &format!("selfplay {games} --out FILE"),
        &format!("datagen {games} --out FILE"),
        "tune --rule caro games.jsonl --rounds 1 --out FILE",
        "book --count 1 --nodes 50 --game-nodes 20 --size 9 --games 2 --margin 900 --out FILE",
        "puzzles make --count 1 --output FILE",
        "puzzles print --first 1 --output FILE",
        "calibrate --pairs 1 --table FILE",
        "spsa --parameter razor_base --out FILE",
    ] {
        for text in ["mine\n", "me"] {
            std::fs::write(folder.path("mine.txt"), text).unwrap();
            let run = folder.goren(&command.replace("FILE", "mine.txt"));
            assert!(run.code == 1 && run.err.contains("mine.txt"), "{command}: {} {}", run.code, run.err);
            assert_eq!(folder.read("mine.txt"), text, "{command}");
        }
    }
    for command in [
        "classic boundary h8 --depth 1 --trace FILE",
        &format!("selfplay {games} --out FILE"),
        "tune --rule caro games.jsonl --rounds 1 --out FILE",
        "puzzles print --first 1 --output FILE",
    ] {
        std::fs::write(folder.path("mine.txt"), "mine\n").unwrap();
        let run = folder.goren(&format!("{} --force", command.replace("FILE", "mine.txt")));
        assert_eq!(run.code, 0, "{command}: {}", run.err);
        let bytes = std::fs::read(folder.path("mine.txt")).unwrap();
        assert!(!bytes.is_empty() && !bytes.starts_with(b"mine"), "{command}");
    }
    // Its own file is continued.
    assert_eq!(folder.goren(&format!("selfplay {games} --out games.jsonl")).code, 0);
    assert_eq!(folder.read("games.jsonl").lines().count(), 2);
    std::fs::create_dir(folder.path("m")).unwrap();
    std::fs::write(folder.path("m/games.sgf"), "mine\n").unwrap();
    let run = folder.goren("match goren goren:level=1 --nodes 20 --size 7 --pairs 1 --out m");
    assert!(run.code == 1 && run.err.contains("games.sgf exists"), "{}", run.err);
    assert_eq!(folder.read("m/games.sgf"), "mine\n");
}

#[test]
fn a_bad_file_of_each_format_gives_one_line_and_exit_1() {
    for (format, bytes) in [
        ("line of moves", &b"h8z99"[..]),
        ("SGF", b"(;GM[4]SZ[15];B[zz])"),
        ("PSQ", b"Piskvorky 15x15, 11:11, 0\n8,8,0\nx,y\n"),
        ("REC", b"a\nb\n7,7\n99,1\n"),
        ("RenLib", b"\xffRenLib\xff\x03\x00\xff"),
        ("RIF", b"<?xml version=\"1.0\"?><database><games><game id=\"1\"><move>zz</move></game></games></database>"),
        ("Yixin .sav", b"15\n15\n3\n7 7\n"),
        ("Yixin .pos", b"\x02\xff\xff"),
        ("link", b"#rule=chess"),
        ("board picture", b". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . . . . . . .\n"),
        ("JSON", b"{\"moves\":[\"z99\"]}"),
        ("opening offsets", b"0,0, 1"),
    ] {
        let run = goren(&["show", "-"], bytes);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{format}");
        assert_eq!(run.err.lines().count(), 1, "{format}: {}", run.err);
        assert!(run.err.starts_with(&format!("goren: standard input: {format}")), "{}", run.err);
        assert!(run.err.contains(": expected "), "{}", run.err);
    }
    let run = goren(&["show", "-"], b"nothing of the kind");
    assert_eq!(run.code, 1);
    assert!(run.err.starts_with("goren: standard input: expected a game"), "{}", run.err);
}

#[test]
fn missing_files_are_named() {
    let run = goren(&["show", "missing.sgf"], b"");
    assert_eq!((run.code, run.err.as_str()), (1, "goren: missing.sgf: no such file\n"));
}

#[test]
fn a_bad_flag_gives_exit_2_and_quotes_it() {
    for (arguments, quoted) in [
        (&["show", "--frobnicate"][..], "--frobnicate"),
        (
            &["show", "--rule", "chess"],
            "expected a rule (freestyle, standard, renju, caro or caro6), got `chess`",
        ),
        (&["show", "--size", "23"], "expected a board size from 5 to 22, got `23`"),
        (&["show", "--traps", "z9"], "expected a point such as `h8`, got `z9`"),
        (&["play", "--opening", "swap3"], "got `swap3`"),
        (&["perft", "--depth", "0"], "0"),
        (&["perft"], "--depth"),
        (&["conquer"], "conquer"),
    ] {
        let run = goren(arguments, b"");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}");
        assert!(run.err.contains(quoted), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn perft_counts_with_a_split() {
    let run = goren(&["perft", "--size", "5", "--depth", "3"], b"");
    assert!(run.out.starts_with("a1 552\nb1 552\n") && run.out.ends_with("\ntotal 13800\n"), "{}", run.out);
    let run = goren(&["perft", "--size", "5", "--depth", "2", "--traps", "a1,b2", "--json"], b"");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((object["total"].as_u64(), object["split"]["c3"].as_u64()), (Some(23 * 22), Some(22)));
}

#[test]
fn perft_leaves_out_forbidden_points_and_stops_at_fives() {
    let count = |arguments: &[&str]| {
        let run = goren(&[&["perft", "--json"], arguments].concat(), b"");
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap()["total"].as_u64().unwrap()
    };
    assert_eq!(count(&["--rule", "renju", "--depth", "1", DOUBLE_THREE]), 225 - 8 - 1);
    assert_eq!(count(&["--rule", "standard", "--depth", "1", DOUBLE_THREE]), 225 - 8);
    let four = "h8a1i8a2j8a3k8a4";
    assert_eq!(count(&["--depth", "2", four]), 215 * 216);
}

fn play(arguments: &[&str], lines: &str) -> Run {
    goren(&[&["play", "--two"], arguments].concat(), lines.as_bytes())
}

#[test]
fn two_people_play_to_a_five() {
    let run = play(&[], "h8\na1\ni8\na2\nj8\na3\nk8\na4\nl8\n");
    assert_eq!(run.code, 0);
    assert!(run.out.contains("Black wins by five, h8–l8."), "{}", run.out);
}

/// As in the folder into which the program was unpacked.
#[test]
fn a_file_does_not_take_the_place_of_a_built_in_name() {
    let folder = Folder::new("names");
    for name in ["goren", "boundary"] {
        std::fs::write(folder.path(name), "#!/bin/sh\n").unwrap();
    }
    let run = folder.goren("play");
    assert!(run.code == 0 && run.out.contains("Type a point"), "{}", run.err);
    let run = folder.goren("match goren:level=1 boundary --nodes 50 --size 7 --pairs 1 --out m --json");
    assert_eq!(run.code, 0, "{}", run.err);
    let journal = folder.read("m/journal.jsonl");
    let plan = journal.lines().next().unwrap();
    assert!(plan.contains("\"kind\":\"boundary\"") && !plan.contains("command\":["), "{plan}");
    std::fs::write(folder.path("freestyle-15"), "h8i9g7\n").unwrap();
    let openings = |book: &str, out: &str| {
        let match_by = "match goren:level=1 goren:level=2 --nodes 20 --pairs 1 --draw-after 10";
        let run = folder.goren(&format!("{match_by} --book {book} --out {out}"));
        assert_eq!(run.code, 0, "{}", run.err);
        let journal = folder.read(&format!("{out}/journal.jsonl"));
        let plan: serde_json::Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
        plan.to_string().contains("\"openings\":[\"h8i9g7\"]")
    };
    assert!(!openings("freestyle-15", "included") && openings("./freestyle-15", "own"));
}

#[test]
fn a_game_needs_no_arguments() {
    let run = goren(&["play"], b"h8\nquit\n");
    assert!(run.out.contains("goren plays ") && run.code == 0, "{}", run.out);
}

#[test]
fn an_unsaved_game_is_given_as_a_line_that_brings_it_back() {
    let run = play(&["--rule", "renju", "--traps", "a1"], "h8\ni9\n");
    let line = run.out.lines().last().unwrap();
    let link = line.strip_prefix("To continue this game: goren play '").unwrap();
    let link = link.strip_suffix("' --two").unwrap();
    let run = goren(&["convert", link, "--to", "json"], b"");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(object["rule"], "renju");
    assert_eq!(object["traps"], serde_json::json!(["a1"]));
    assert_eq!(object["moves"], serde_json::json!(["h8", "i9"]));
    let run = play(&[link], "h8\n");
    assert!(run.out.contains("h8 is occupied"), "{}", run.out);
}

#[test]
fn play_understands_undo_redo_why_and_nonsense() {
    let run = play(
        &["--rule", "renju"],
        "h8\nundo\nundo\nredo\nredo\nwhy i9\nfrobnicate\nh99\nh8\nresign\nundo\nquit\n",
    );
    for expected in [
        "nothing to undo",
        "nothing to redo",
        "i9 is allowed",
        "got `frobnicate`",
        "got `h99`",
        "h8 is occupied",
        "Black wins by resignation. ",
    ] {
        assert!(run.out.contains(expected), "{expected}: {}", run.out);
    }
}

#[test]
fn every_opening_can_be_played_at_the_terminal() {
    for (opening, lines, end) in [
        ("swap", "h8\nswap\n", "White to move: "),
        ("swap2", "h8\na1\no15\ntwo\ni9\ni10\nwhite\n", "White to move: "),
        ("soosorv-8", "h8\nh9\ni9\nstay\na1\n2\nstay\ng7\nj10\nj10\n", "White to move: "),
        (
            "taraguchi-10",
            "h8\nstay\nh9\nstay\nh10\nstay\nh11\nten\na1\na2\na3\na4\na5\na6\na7\na8\na9\na10\na4\n",
            "White to move: ",
        ),
    ] {
        let run = play(&["--rule", "renju", "--opening", opening], &format!("{lines}quit\n"));
        assert_eq!(run.code, 0);
        let last_prompt = run.out.lines().rev().nth(1).unwrap_or_default();
        assert!(last_prompt.starts_with(end), "{opening}: {}", run.out);
        // The board is drawn at the start and after each stone, not after a choice.
        let boards = run.out.lines().filter(|line| line.starts_with("15 ")).count();
        let stones = match opening {
            "swap" => 1,
            "swap2" => 5,
            _ => continue,
        };
        assert_eq!(boards, 1 + stones, "{opening}: {}", run.out);
    }
}

#[test]
fn play_saves_the_game_and_goes_on_with_it() {
    let folder = Folder::new("play");
    let file = folder.path("game.sgf");
    let run =
        play(&["--rule", "standard"], &format!("h8\ni9\nsave {file}\ng7\nsave\nsave {file}.unknown\nquit\n"));
    assert!(run.out.contains(&format!("Saved to {file}.")), "{}", run.out);
    assert!(run.out.contains("expected a file name with a known extension"), "{}", run.out);
    assert!(!run.out.contains("To continue"), "{}", run.out);
    let run = play(&[], &format!("h8\nsave {file}\nsave --force {file}\nundo\nsave\nquit\n"));
    assert!(run.out.contains(&format!("{file} exists; `save --force {file}` replaces it\n")), "{}", run.out);
    assert_eq!(run.out.matches("Saved to").count(), 2, "{}", run.out);
    let run = play(&["--rule", "standard"], &format!("h8\ni9\ng7\nsave --force {file}\nquit\n"));
    assert!(run.out.contains("Saved to"), "{}", run.out);
    let run = goren(&["show", &file, "--json"], b"");
    let object: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((object["rule"].as_str(), object["moves"].as_array().unwrap().len()), (Some("standard"), 3));
}

#[test]
fn a_game_against_an_agent_has_times_and_a_row_in_a_log() {
    let folder = Folder::new("log");
    let log = folder.path("log.csv");
    let lines = format!("h8\nsave {log}\nresign\nsave {log}\nsave {log}\nquit\n");
    let run = goren(&["play", "--agent", "boundary:depth=1"], lines.as_bytes());
    assert!(
        run.out.contains("expected a game that is over") && run.out.contains("boundary (depth 1) took "),
        "{}",
        run.out
    );
    assert!(run.out.contains(" for 1 move, "), "{}", run.out);
    let (text, name) = (folder.read("log.csv"), "boundary (depth 1)");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0].len(), rows[0][0]), (3, 9, "game"));
    for (i, row) in rows[1..].iter().enumerate() {
        let number = (i + 1).to_string();
        assert_eq!(row[..5], [&number, "person", name, name, "0"], "{text}");
        let times: Vec<f64> = row[5..8].iter().map(|time| time.parse().unwrap()).collect();
        assert!(times[1] > 0.0 && times[2] >= times[1] && row[8] == "2", "{text}");
    }
    std::fs::write(&log, "mine").unwrap();
    let run = goren(&["play", "--two"], format!("resign\nsave {log}\nsave --force {log}\nquit\n"));
    assert!(run.out.contains("is not a log; `save --force"), "{}", run.out);
    assert_eq!(folder.read("log.csv").lines().count(), 2);
}

#[test]
fn a_level_that_overlooks_things_tells_no_scores() {
    let said = |level: &str| goren(&["play", "--level", level, "--nodes", "300"], b"h8\n").out;
    let line = |text: &str| text.lines().find(|line| line.contains("goren plays")).unwrap().to_owned();
    let (low, full) = (said("3"), said("10"));
    assert!(!line(&low).contains("depth") && line(&full).contains(", depth "), "{low}{full}");
    // One board before the first move, and one after those of both sides.
    assert_eq!(low.matches("15 ┌").count(), 2, "{low}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_what_is_known_and_ends_with_130() {
    let folder = Folder::new("interrupt");
    assert_eq!(folder.goren("selfplay --games 8 --rule caro --size 9 --nodes 50 --out games.jsonl").code, 0);
    for (command, input, expected) in [
        ("play --two", "h8\ni9\n", "To continue this game: goren play '"),
        ("analyze h8i9g7 --time 10m --json", "", "\"depth\":"),
        ("selfplay --games 100000 --size 7 --nodes 100 --out g.jsonl", "", "games "),
        ("perft --size 22 --depth 3", "", "a1 "),
        ("bench --depth 13", "", " nodes\n"),
        ("tune --rule caro games.jsonl --rounds 1000 --out w.bin", "", "round   1: "),
    ] {
        let mut child = folder
            .command(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut lines, input.as_bytes()).unwrap();
        let mut out = child.stdout.take().unwrap();
        let mut text = String::new();
        // Until it is under way: the prompt after the last line, a report, or a game on the disk.
        if command.starts_with("selfplay") {
            while std::fs::read(folder.path("g.jsonl")).map_or(true, |bytes| bytes.is_empty()) {
                std::thread::yield_now();
            }
        } else {
            let end = if input.is_empty() { expected } else { "i9\n" };
            let mut bytes = Vec::new();
            while !String::from_utf8_lossy(&bytes).contains(end)
                || !input.is_empty() && !bytes.ends_with(b": ")
            {
                let mut next = [0];
                out.read_exact(&mut next).unwrap();
                bytes.push(next[0]);
            }
            text = String::from_utf8_lossy(&bytes).into_owned();
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        out.read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{command}: {text}");
        assert!(text.contains(expected), "{command}: {text}");
    }
    // The weights of the rounds until then are weights.
    let run = folder.goren("selfplay --games 1 --rule caro --nodes 50 --weights w.bin");
    assert_eq!(run.code, 0, "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_whatever_takes_long_with_130() {
    let folder = Folder::new("long");
    // A game, and nothing for a long time.
    std::fs::write(folder.path("long.sgf"), "(;GM[4]SZ[15];B[hh];W[ii])\n").unwrap();
    std::fs::File::options().write(true).open(folder.path("long.sgf")).unwrap().set_len(64 << 30).unwrap();
    let found = "goren: stopped; this is what was found until then\n";
    for (command, out, err) in [
        ("analyze h8i9g7 --time 10m", "best move: ", found),
        ("review h8i9g7h7 --nodes 100000000 --threads 1", "Black", found),
        ("solve h8 --time 10m", "", found),
        ("solve h8 --time 10m --proof h8.proof", "", "no proof was written: the search was stopped\n"),
        (
            "classic boundary h8i9g7 --depth 120 --time 10m",
            " plays ",
            "goren: stopped; this is what it would have played then\n",
        ),
        (
            "lab depth --out lab --deepest 20 --longest 10m",
            "",
            "goren: stopped; what is finished is in lab\n",
        ),
        (
            "datagen --games 100000 --nodes 20 --size 7 --concurrency 1 --out g.pack",
            "g.pack: ",
            "goren: stopped; the same command goes on\n",
        ),
        (
            "library import long.sgf --data data",
            "",
            "goren: stopped: the same command goes on where it was\n",
        ),
    ] {
        let mut child =
            folder.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        common::wait_until_it_listens(&mut child);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let [told, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(130), "{command}: {told}{said}");
        assert!(told.contains(out) && said.contains(err), "{command}: {told}{said}");
    }
    assert!(!std::fs::exists(folder.path("h8.proof")).unwrap());
}

#[cfg(unix)]
#[test]
fn a_book_that_ctrl_c_stops_keeps_its_openings() {
    let folder = Folder::new("book");
    let make = "book --count 100000 --nodes 50 --game-nodes 20 --size 9 --games 2 --margin 900 --out b.txt";
    let mut child = folder.command(make).stderr(Stdio::piped()).spawn().unwrap();
    // Nothing tells how far it is where there is no terminal: it is stopped again and again later, until it has an opening.
    let mut wait = std::time::Duration::from_millis(500);
    loop {
        std::thread::sleep(wait);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
        if !text.contains("stopped; 0 of") {
            let kept = folder.read("b.txt").lines().count();
            assert!(
                kept > 0 && text == format!("goren: stopped; {kept} of 100000 openings are written\n"),
                "{text}"
            );
            return;
        }
        wait *= 2;
        child = folder.command(make).stderr(Stdio::piped()).spawn().unwrap();
    }
}

#[test]
fn the_engine_plays_either_side_under_every_opening_rule() {
    for opening in ["free", "swap", "swap2"] {
        let run =
            goren(&["play", "--second", "--level", "2", "--nodes", "300", "--opening", opening], b"quit\n");
        assert!(run.code == 0 && run.out.contains("goren plays "), "{opening}: {} {}", run.out, run.err);
    }
    let lines = "h8\nhint\nundo\nh8\nresign\nquit\n";
    let run = goren(&["play", "--level", "1"], lines.as_bytes());
    assert!(run.out.contains("depth") && run.out.contains("White wins by resignation"), "{}", run.out);
}

#[test]
fn two_runs_of_bench_print_the_same_signature() {
    let signature = || {
        let run = goren(&["bench", "--depth", "4"], b"");
        run.out.lines().last().unwrap().to_owned()
    };
    assert!(signature().starts_with("Bench: "));
    assert_eq!(signature(), signature());
}

#[test]
fn a_parameter_of_the_search_is_listed_set_and_checked() {
    let list = |arguments: &[&str]| goren(&[&["bench", "--parameters"], arguments].concat(), b"").out;
    assert!(list(&[]).lines().any(|line| line == "razor_base 120 0 2000"));
    assert!(list(&["--set", "razor_base=7"]).lines().any(|line| line == "razor_base 7 0 2000"));
    let signature = |set: &str| {
        let run = goren(&["bench", "--depth", "4", "--eval", "classical", "--set", set], b"");
        run.out.lines().last().unwrap().to_owned()
    };
    assert_ne!(signature("order_worth=4"), signature("order_worth=9"));
    let run = goren(&["bench", "--set", "razor=1"], b"");
    assert!(run.code == 2 && run.err.contains("expected the name of a search parameter"), "{}", run.err);
    assert!(run.err.contains("got `razor`"), "{}", run.err);
}

#[test]
fn analyze_finds_lines_and_speaks_json() {
    let run = goren(&["analyze", "h8i9g7", "--depth", "4", "--lines", "2"], b"");
    assert!(run.code == 0 && run.out.lines().count() == 3 && run.out.starts_with(" 1. "), "{}", run.out);
    let (first, best) = (run.out.lines().next().unwrap(), run.out.lines().last().unwrap());
    let line: Vec<&str> = first.split(" s  ").last().unwrap().split(' ').collect();
    assert_eq!(best, format!("best move: {}", line[0]));
    assert!(line.len() >= 4, "a line is not shorter than the search was deep: {first}");
    let run = goren(&["analyze", "h8a1i8a2j8a3k8a4", "--depth", "3", "--json"], b"");
    let last: serde_json::Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert!(last["time_ms"].is_f64(), "{}", run.out);
    let win = (&last["winner"], &last["moves"], &last["plies"]);
    assert_eq!(win, (&"black".into(), &1.into(), &1.into()), "{}", run.out);
    assert_eq!(last["pv"].as_array().unwrap().len(), 1, "{}", run.out);
    let run = goren(&["analyze", "h8a1i8a2j8a3", "--depth", "3"], b"");
    assert!(run.out.starts_with(" 1. Black wins, proved; 2 moves in this line  depth "), "{}", run.out);
    // All of the time is used, also where there is a single move to think about.
    let run = goren(&["analyze", "#rule=freestyle&size=15", "--time", "300ms", "--json"], b"");
    let deepest = run.out.lines().filter_map(|line| {
        let update: serde_json::Value = serde_json::from_str(line).ok()?;
        update["depth"].as_u64()
    });
    assert!(deepest.max() > Some(1), "{}", run.out);
    let run = goren(&["analyze", "h8a1i8a2j8a3k8a4l8", "--json"], b"");
    let error = "goren: the game is over: Black wins by five, h8–l8\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "", error));
    for (arguments, error) in [
        (
            &["match", "goren", "boundary", "--time", "100"][..],
            "a time with its unit such as 100ms or 2s, got `100`",
        ),
        (
            &["match", "goren", "boundary", "--time", "0.02ms"],
            "expected at least 1ms for a move, got `0.02ms`",
        ),
        (&["match", "goren", "boundary", "--margin", "50"], "got `50`"),
        (&["tournament", "goren:time=20", "boundary"], "a time with its unit such as 100ms or 2s, got `20`"),
        (&["selfplay", "--time", "20"], "a time with its unit such as 100ms or 2s, got `20`"),
        (&["selfplay", "--time", "5m+3s"], "a time for a move such as 20ms, got `5m+3s`"),
        (&["analyze", "--time", "0.0001"], "expected at least 1ms, got `0.0001`"),
    ] {
        let run = goren(arguments, b"");
        assert!(run.code != 0 && run.err.contains(error), "{arguments:?}: {}", run.err);
    }
    let run = goren(&["selfplay", "--games", "1", "--size", "6", "--time", "2ms"], b"");
    assert!(run.out.contains("games 1: "), "{}", run.err);
    let run = goren(&["analyze", "--time", "soon"], b"");
    assert!(run.code == 2 && run.err.contains("or a time such as 500ms, got `soon`"), "{}", run.err);
}

#[test]
fn selfplay_is_refereed_and_tune_fits_to_it() {
    let folder = Folder::new("selfplay");
    let (games, weights) = (folder.path("games.jsonl"), folder.path("caro.bin"));
    let play =
        ["selfplay", "--games", "6", "--rule", "caro", "--size", "9", "--nodes", "200", "--out", &games];
    let run = goren(&play, b"");
    assert!(run.code == 0 && run.out.contains("illegal moves 0, overruns 0"), "{}{}", run.out, run.err);
    assert_eq!(std::fs::read_to_string(&games).unwrap().lines().count(), 6);
    let run = goren(&["tune", "--rule", "caro", &games, "--out", &weights, "--rounds", "2"], b"");
    assert!(run.code == 0 && run.out.contains("round   2: loss"), "{}{}", run.out, run.err);
    let run =
        goren(&["selfplay", "--games", "1", "--rule", "caro", "--nodes", "50", "--weights", &weights], b"");
    assert_eq!(run.code, 0, "{}", run.err);
    let run = goren(&["tune", "--rule", "renju", &games, "--out", &folder.path("renju.bin")], b"");
    assert_eq!((run.code, run.err.as_str()), (1, "goren: expected games of renju, got none\n"));
    let run = goren(&["selfplay", "--games", "1", "--weights", &games], b"");
    assert!(run.code == 1 && run.err.contains("expected goren's weights"), "{}", run.err);
}

#[test]
fn the_engine_resigns_a_lost_game_only_if_it_may() {
    let open_four = "h8a1i8a2j8a3k8";
    let run = goren(&["play", open_four, "--level", "3", "--resign"], b"");
    assert!(run.out.contains("Black wins by resignation"), "{}", run.out);
    let run = goren(&["play", open_four, "--level", "3"], b"");
    assert!(run.out.contains("goren plays ") && !run.out.contains("resignation"), "{}", run.out);
}

#[test]
fn random_traps_are_the_same_for_the_same_seed() {
    let traps = |seed: &str| goren(&["show", "--traps", seed, "--json"], b"").out;
    assert_eq!(traps("random:8:1"), traps("random:8:1"));
    assert_ne!(traps("random:8:1"), traps("random:8:2"));
    let object: serde_json::Value = serde_json::from_str(&traps("random:8")).unwrap();
    assert_eq!(object["traps"].as_array().unwrap().len(), 8);
}

#[test]
fn help_version_and_completions_are_there() {
    let run = goren(&["--help"], b"");
    assert!(run.code == 0 && run.out.contains("Examples:"));
    assert_eq!(goren(&["--version"], b"").out, format!("goren {}\n", env!("CARGO_PKG_VERSION")));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = goren(&["completions", shell], b"");
        assert!(run.code == 0 && run.out.contains("perft"), "{shell}");
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = Folder::new("manual");
    assert!(goren(&["man"], b"").out.contains(".TH goren 1"));
    assert_eq!(goren(&["man", "--out", &folder.path("pages")], b"").code, 0);
    let help = goren(&["--help"], b"").out;
    let (_, commands) = help.split_once("Play:\n").unwrap();
    let (commands, _) = commands.split_once("Options:\n").unwrap();
    let mut count = 0;
    for line in commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let name = line.split_whitespace().next().unwrap();
        let page = std::fs::read_to_string(folder.path(&format!("pages/goren-{name}.1")));
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(page.contains(&format!(".TH goren-{name} 1")), "{name}: {page}");
        count += 1;
    }
    assert!(count > 15, "{help}");
}

#[test]
fn harvest_writes_positions_of_both_boards_until_nobody_reads() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_goren"))
        .args(["harvest", "--nodes", "40", "--every", "2", "--large", "50", "--threads", "2"])
        .args(["--judge", "20"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut seen = BTreeMap::new();
    while seen.len() < 2 {
        let mut head = [0; 12];
        out.read_exact(&mut head).unwrap();
        assert_eq!(&head[..4], b"GHV2");
        let number = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().unwrap()) as usize;
        let (side, count) = (number(4), number(8));
        let mut views = vec![0; count * (side * side + 4)];
        out.read_exact(&mut views).unwrap();
        for view in views.chunks(side * side + 4) {
            let [rule, white, size, won] = view[side * side..].try_into().unwrap();
            assert!(rule < 5 && white < 2 && usize::from(size) == side && won < 2);
            assert!(view[..side * side].contains(&0x80) || white == 0);
        }
        let mut scores = vec![0; 2 * count];
        out.read_exact(&mut scores).unwrap();
        let scores: BTreeSet<i16> =
            scores.as_chunks().0.iter().map(|&score| i16::from_le_bytes(score)).collect();
        assert!(scores.len() > 10 && !scores.contains(&i16::MIN), "{scores:?}");
        *seen.entry(side).or_insert(0) += count;
    }
    drop(out);
    assert!(child.wait().unwrap().success());
}

#[test]
fn teach_asks_about_every_game_and_ends_with_its_input() {
    let lanes = ["teach", "--lane", "15:3", "--lane", "20:2", "--threads", "2"];
    let run = goren(&lanes, b"");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out.matches("GTL1").count(), 2);
    let run = goren(&lanes, b"GTA1\0\0\0\0\x04\0\0\0");
    assert_eq!((run.code, run.err.as_str()), (1, "goren: expected 3 answers for lane 0, got 4\n"));
}
