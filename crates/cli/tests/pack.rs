//! Games for training: made, resumed, checked, joined and shuffled.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

use std::fs;
use std::path::Path;

use common::{Folder, Run};
use goren_record::{PackReader, PackWriter, PackedGame};
use serde_json::Value;

fn goren(arguments: &[&str]) -> Run {
    common::goren(arguments, b"")
}

/// A pack of this many games, made with a short search.
fn pack(folder: &Folder, name: &str, games: usize, seed: &str) -> String {
    let path = folder.path(name);
    let run = datagen(&path, games, &["--seed", seed]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    path
}

fn datagen(path: &str, games: usize, more: &[&str]) -> Run {
    let games = games.to_string();
    goren(&[&["datagen", "--nodes", "100", "--games", &games, "--out", path], more].concat())
}

fn games(path: &str) -> Vec<PackedGame> {
    let bytes = fs::read(path).unwrap();
    PackReader::new(bytes.as_slice()).unwrap().map(Result::unwrap).collect()
}

fn write(path: &str, games: &[PackedGame]) {
    let mut pack = PackWriter::new(Vec::new()).unwrap();
    games.iter().for_each(|game| pack.write(game).unwrap());
    fs::write(path, pack.into_inner()).unwrap();
}

#[test]
fn the_same_command_makes_the_same_file_however_many_games_run_at_a_time() {
    let folder = Folder::new("pack-same");
    let (one, again, many) = (folder.path("one"), folder.path("again"), folder.path("many"));
    datagen(&one, 12, &["--concurrency", "1"]);
    datagen(&again, 12, &["--concurrency", "1"]);
    datagen(&many, 12, &["--concurrency", "5"]);
    let bytes = fs::read(&one).unwrap();
    assert_eq!(games(&one).len(), 12);
    assert!(bytes == fs::read(again).unwrap() && bytes == fs::read(many).unwrap());
    let other = pack(&folder, "other", 12, "2");
    assert!(bytes != fs::read(other).unwrap());
}

#[test]
fn a_run_that_was_cut_off_goes_on_to_the_same_file() {
    let folder = Folder::new("pack-resume");
    let whole = fs::read(pack(&folder, "whole", 8, "1")).unwrap();
    let path = folder.path("torn");
    for length in [0, 3, 5, 9, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let run = datagen(&path, 8, &[]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(fs::read(&path).unwrap() == whole, "cut after {length} bytes");
    }
    let run = datagen(&path, 9, &[]);
    assert!(run.err.contains("resuming after 8 games"), "{}", run.err);
    assert!(run.out.contains("9 of 9 games, 1 of them new"), "{}", run.out);
    assert!(fs::read(&path).unwrap().starts_with(&whole));
}

#[test]
fn other_files_and_games_of_other_options_are_left_alone() {
    let folder = Folder::new("pack-alone");
    let path = folder.path("notes.txt");
    fs::write(&path, "not a pack").unwrap();
    let run = datagen(&path, 1, &[]);
    assert_eq!(run.code, 1);
    assert!(
        run.err.ends_with("notes.txt: expected a game pack (GRNP, version 1), got `not a`\n"),
        "{}",
        run.err
    );
    assert_eq!(fs::read(&path).unwrap(), b"not a pack");
    let path = pack(&folder, "games", 2, "1");
    let run = datagen(&path, 4, &["--rule", "renju"]);
    assert!(run.err.ends_with("games: expected games of renju, got one of freestyle\n"), "{}", run.err);
    assert_eq!(games(&path).len(), 2);
}

#[test]
fn a_file_with_enough_games_is_left_alone() {
    let folder = Folder::new("pack-enough");
    let path = pack(&folder, "games", 3, "1");
    let before = fs::read(&path).unwrap();
    let run = datagen(&path, 2, &[]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("games: already has 3 games\n"), "{}", run.out);
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_network_for_another_rule_is_refused_before_anything_is_written() {
    let folder = Folder::new("pack-network");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../nnue/nets/freestyle.bin");
    let expected = format!("goren: {net}: expected a network for renju, got one for freestyle\n");
    let path = folder.path("games");
    let run = datagen(&path, 1, &["--rule", "renju", "--net", net]);
    assert_eq!((run.code, run.err), (1, expected.clone()));
    assert!(!Path::new(&path).exists());
    let contestant = format!("goren:net={net}");
    let out = folder.path("match");
    let arguments = ["match", &contestant, "goren", "--rule", "renju", "--nodes", "9", "--out", &out];
    let run = goren(&arguments);
    assert_eq!((run.code, run.err), (1, expected));
    let run = datagen(&path, 1, &["--net", "none.bin"]);
    assert!(run.code == 1 && run.err.starts_with("goren: none.bin: "), "{}", run.err);
    let run = datagen(&path, 1, &["--net", net, "--eval", "classical"]);
    assert_eq!(run.err, "goren: --net: cannot be combined with `--eval classical`\n");
    assert!(!Path::new(&path).exists());
}

#[test]
fn time_that_is_over_begins_no_game() {
    let folder = Folder::new("pack-seconds");
    let path = folder.path("games");
    let run = datagen(&path, 1000, &["--seconds", "0"]);
    assert_eq!((run.code, games(&path).len()), (0, 0));
    assert!(run.out.contains("0 of 1000 games"), "{}", run.out);
}

#[test]
fn made_games_pass_the_check_under_every_rule() {
    let folder = Folder::new("pack-rules");
    for rule in ["freestyle", "standard", "renju", "caro", "caro6"] {
        let path = folder.path(rule);
        datagen(&path, 4, &["--rule", rule, "--size", "13"]);
        let run = goren(&["pack", "check", &path]);
        assert_eq!((run.code, run.out.as_str()), (0, "4 games, all legal and with the right result\n"));
        for game in games(&path) {
            assert_eq!((game.rule.name(), game.size.side()), (rule, 13));
            let (placed, chosen) = game.moves.split_at(game.placed);
            assert!((2..=10).contains(&placed.len()) && placed.iter().all(|played| played.score.is_none()));
            assert!(chosen.last().unwrap().score.is_some());
        }
    }
}

#[test]
fn the_check_names_games_that_are_broken() {
    let folder = Folder::new("pack-check");
    let path = pack(&folder, "games", 4, "1");
    let mut all = games(&path);
    let taken = all[1].moves[0].point;
    all[1].moves[1].point = taken;
    let black = goren_record::RecordResult::Win(goren_core::Stone::Black);
    all[2].result = if all[2].result == black { goren_record::RecordResult::Draw } else { black };
    all[3].moves.pop();
    write(&path, &all);
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend([0, 15]);
    fs::write(&path, bytes).unwrap();
    let run = goren(&["pack", "check", &path]);
    assert_eq!(run.code, 1);
    assert_eq!(run.err, "goren: 4 of 5 games are invalid\n");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].contains(&format!("games: game 2: move 2, {taken}: ")), "{}", run.out);
    assert!(lines[1].contains("game 3: expected the result that the board shows, "), "{}", run.out);
    assert!(lines[2].contains("game 4: expected a finished game, got "), "{}", run.out);
    assert!(lines[3].contains("game 5: expected a whole game at offset "), "{}", run.out);
}

#[test]
fn joined_shuffled_and_sampled_games_are_the_same_games() {
    let folder = Folder::new("pack-join");
    let (one, two) = (pack(&folder, "one", 5, "1"), pack(&folder, "two", 6, "2"));
    let expected = [games(&one), games(&two)].concat();
    let (merged, shuffled, sample) = (folder.path("merged"), folder.path("shuffled"), folder.path("sample"));

    assert_eq!(goren(&["pack", "merge", &merged, &one, &two]).code, 0);
    assert_eq!(games(&merged), expected);
    let run = goren(&["pack", "merge", &merged, &one]);
    assert_eq!(run.code, 1);
    assert!(run.err.ends_with("merged exists; use --force to replace it\n"), "{}", run.err);
    assert_eq!(games(&merged).len(), 11);
    assert_eq!(goren(&["pack", "merge", "--force", &merged, &merged, &one]).code, 0);
    assert_eq!(games(&merged).len(), 16);

    assert_eq!(goren(&["pack", "shuffle", &shuffled, &one, &two, "--seed", "3"]).code, 0);
    let found = games(&shuffled);
    assert!(found != expected && found.len() == expected.len());
    assert!(expected.iter().all(|game| found.contains(game)));

    assert_eq!(goren(&["pack", "sample", &sample, &shuffled, "--games", "4"]).code, 0);
    let sampled = games(&sample);
    let mut rest = found.iter();
    assert_eq!(sampled.len(), 4);
    assert!(sampled.iter().all(|game| rest.any(|each| each == game)), "the order is kept");
    let run = goren(&["pack", "sample", "--force", &sample, &one, "--games", "6"]);
    assert_eq!(run.err, "goren: --games: expected at most 5, the games of the pack, got 6\n");
}

#[test]
fn info_counts_games_positions_and_duplicates() {
    let folder = Folder::new("pack-info");
    let path = pack(&folder, "games", 5, "1");
    let all = games(&path);
    let mirrored = PackedGame {
        traps: all[0].traps.iter().map(|&trap| mirror(&all[0], trap)).collect(),
        moves: all[0]
            .moves
            .iter()
            .map(|&played| goren_record::PackedMove { point: mirror(&all[0], played.point), ..played })
            .collect(),
        ..all[0].clone()
    };
    let double = folder.path("double");
    write(&double, &[mirrored]);
    let run = goren(&["pack", "info", "--json", &path, &double]);
    let object: Value = serde_json::from_str(&run.out).unwrap();
    let every = || all.iter().chain([&all[0]]);
    let count = |of: &dyn Fn(&PackedGame) -> usize| every().map(of).sum::<usize>();
    let chosen = |game: &PackedGame| game.moves[game.placed..].to_vec();
    assert_eq!(object["games"], 6);
    assert_eq!(object["duplicates"], 1);
    assert_eq!(object["moves"], count(&|game| game.moves.len()));
    assert_eq!(object["positions"], count(&|game| chosen(game).len()));
    assert_eq!(
        object["at_rest"],
        count(&|game| chosen(game).iter().filter(|played| played.is_quiet).count())
    );
    assert_eq!(object["bytes"], fs::metadata(&path).unwrap().len() + fs::metadata(&double).unwrap().len());
    let results: u64 = ["black", "white", "draws"].iter().map(|key| object[*key].as_u64().unwrap()).sum();
    assert_eq!(results, 6);
    let run = goren(&["pack", "info", &path]);
    assert!(run.out.starts_with("games       5\n"), "{}", run.out);
}

fn mirror(game: &PackedGame, point: goren_core::Point) -> goren_core::Point {
    goren_core::Point::new(game.size.side() - 1 - point.x(), point.y()).unwrap()
}

#[test]
fn a_cut_last_game_is_left_out_and_named() {
    let folder = Folder::new("pack-cut");
    let path = pack(&folder, "games", 3, "1");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let out = folder.path("out");
    let run = goren(&["pack", "merge", &out, &path]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("games: expected a whole game at offset ") && run.err.ends_with("; left out\n"));
    assert_eq!(games(&out).len(), 2);
}

#[test]
fn selfplay_games_are_imported_with_their_scores() {
    let folder = Folder::new("pack-import");
    let (lines, out) = (folder.path("games.jsonl"), folder.path("games.pack"));
    let run = goren(&["selfplay", "--games", "3", "--nodes", "500", "--out", &lines]);
    assert_eq!(run.code, 0, "{}", run.out);
    let run = goren(&["pack", "import", &out, &lines]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(goren(&["pack", "check", &out]).code, 0);
    let text = fs::read_to_string(&lines).unwrap();
    for (line, game) in text.lines().zip(games(&out)) {
        let object: Value = serde_json::from_str(line).unwrap();
        let (moves, scores) = (object["moves"].as_array().unwrap(), object["scores"].as_array().unwrap());
        assert_eq!(moves.len(), game.moves.len());
        assert_eq!(scores.iter().position(|score| !score.is_null()), Some(game.placed));
        for (i, played) in game.moves.iter().enumerate() {
            assert_eq!(moves[i], played.point.to_string());
            assert_eq!(scores[i].is_null(), played.score.is_none());
        }
        let last = game.moves.last().unwrap();
        assert!(last.score.unwrap().is_decided() && !last.is_quiet);
        assert!(game.moves[1].is_quiet);
    }
    fs::write(&lines, r#"{"size":15,"moves":["h8","h8"]}"#).unwrap();
    let run = goren(&["pack", "import", "--force", &out, &lines]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("games.jsonl, line 1: ") && run.err.contains("h8"), "{}", run.err);
}
