//! `goren library` as a user runs it, interrupts it and kills it.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::time::Instant;

use common::{Folder, Run};
use goren_core::{Position, Random, Rule, Size};
use goren_library::{Library, Query, synthetic};
use goren_record::{Format, Record, write};
use serde_json::Value;

fn write_games(folder: &Folder, name: &str, games: &[Record]) {
    fs::write(folder.at().join(name), write(games, Format::Sgf).unwrap().bytes).unwrap();
}

fn json(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn games_are_imported_found_explored_counted_and_exported() {
    let folder = Folder::new("library");
    let games: Vec<Record> = synthetic::games(3).take(80).collect();
    fs::create_dir(folder.at().join("archive")).unwrap();
    write_games(&folder, "archive/one.sgf", &games[..50]);
    write_games(&folder, "archive/two.sgf", &games[40..]);
    fs::write(folder.at().join("archive/notes.md"), "# no game").unwrap();
    let library = |arguments: &str| folder.goren(&format!("library {arguments} --data data"));

    let missing = library("stats");
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("library import"), "{}", missing.err);
    let imported = library("import archive");
    assert_eq!(imported.code, 0, "{}", imported.err);
    assert!(imported.out.contains("one.sgf: 50 games added\n"), "{}", imported.out);
    assert!(imported.out.contains("two.sgf: 30 games added, 10 known already\n"), "{}", imported.out);
    assert!(imported.err.contains("notes.md: expected a game"), "{}", imported.err);

    let found = json(&library("find --player ada --count 3 --json"));
    let expected = games.iter().filter(|game| game.black == "Ada" || game.white == "Ada").count();
    assert_eq!(found["total"], expected);
    assert_eq!(found["games"].as_array().unwrap().len(), expected.min(3));
    let kagetsu = json(&library("find --opening 4d --json"));
    assert_eq!(kagetsu, {
        let mut by_position = json(&library("find --position h8g8g7 --rule renju --json"));
        by_position["games"].as_array_mut().unwrap().iter_mut().for_each(|game| game["after"] = Value::Null);
        by_position
    });
    assert!(kagetsu["total"].as_u64().unwrap() > 0);
    let line = [
        "library",
        "find",
        "--opening",
        "0,0, 0,-1, 1,-1",
        "--rule",
        "renju",
        "--json",
        "--data",
        &folder.path("data"),
    ];
    assert_eq!(json(&common::goren(&line, ""))["total"], kagetsu["total"]);

    let explored = json(&library("explore --rule renju --json"));
    let renju = games.iter().filter(|game| game.rule == Rule::Renju).count();
    assert_eq!((&explored["games"], &explored["moves"][0]["point"]), (&renju.into(), &"h8".into()));
    assert!(library("explore a1 --rule caro").out.contains("no game"));
    let table = library("explore --rule renju").out;
    assert!(table.contains("h8") && table.contains("all"), "{table}");
    assert_eq!(json(&library("stats --json"))["results"]["games"], 80);
    assert!(library("stats").out.contains("Kagetsu (4D)"));

    let exported = library("export out.json --player ada");
    assert_eq!(exported.code, 0, "{}", exported.err);
    let written: Vec<Value> = serde_json::from_str(&folder.read("out.json")).unwrap();
    assert_eq!(written.len(), expected);
    assert!(library("export out.json").err.contains("--force"));
    assert_eq!(library("export psq --format psq --player ada").code, 0);
    assert_eq!(fs::read_dir(folder.at().join("psq")).unwrap().count(), expected);
    assert!(library("export one.psq").err.contains("folder"));
}

#[test]
fn games_are_removed_by_number_and_by_condition() {
    let folder = Folder::new("library-remove");
    let games: Vec<Record> = synthetic::games(3).take(30).collect();
    write_games(&folder, "one.sgf", &games[..20]);
    write_games(&folder, "two.sgf", &games[20..]);
    let library = |arguments: &str| folder.goren(&format!("library {arguments} --data data"));
    let total = || json(&library("find --json"))["total"].as_u64().unwrap();
    assert_eq!(library("import one.sgf two.sgf").code, 0);

    let missing = library("remove 3 77");
    assert_eq!((missing.code, missing.err.contains("no game 77")), (1, true), "{}", missing.err);
    assert_eq!((library("remove 3 4").out, total()), ("2 games removed\n".to_owned(), 28));
    for careless in ["remove", "remove --force"] {
        let run = library(careless);
        assert_eq!((run.code, run.err.contains("a condition")), (1, true), "{careless}: {}", run.err);
    }
    assert_eq!(library("remove 5 --source one").code, 2);
    let counted = library("remove --source two.sgf");
    assert_eq!((counted.code, counted.err.contains("10 games meet this")), (1, true), "{}", counted.err);
    assert_eq!(total(), 28);
    assert_eq!(json(&library("remove --source two.sgf --force --json"))["removed"], 10);
    assert_eq!(total(), 18);
    // What was removed can be imported again.
    assert!(library("import one.sgf").out.contains("2 games added, 18 known already"));
}

#[test]
fn what_is_wrong_is_said() {
    let folder = Folder::new("library-wrong");
    fs::write(folder.at().join("bad.sgf"), "(;GM[4]SZ[15];B[hh];W[hh])\n(;GM[4]SZ[15];B[hh];W[ii])").unwrap();
    let library = |arguments: &str| folder.goren(&format!("library {arguments} --data data"));
    let imported = library("import bad.sgf");
    assert_eq!((imported.code, imported.out.as_str()), (0, "bad.sgf: 1 game added, 1 faulty\n"));
    assert!(
        imported.err.contains("bad.sgf, game 1: ") && imported.err.contains("free point"),
        "{}",
        imported.err
    );
    for (arguments, code, text) in [
        ("import nowhere.sgf", 1, "nowhere.sgf: no such file"),
        ("find --opening sicilian", 1, "`sicilian`"),
        ("find --pattern zz", 2, "`zz`"),
        ("find --since soon", 2, "`soon`"),
        ("find --result won", 2, "`won`"),
        ("find --position z99", 1, "--position"),
        ("find --either-colour", 2, "--pattern"),
        ("export x.rif", 1, "only read"),
        ("export x.sgf --player nobody", 1, "no game was found"),
    ] {
        let run = library(arguments);
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
        assert!(run.err.contains(text), "{arguments}: {}", run.err);
    }
    assert!(!folder.at().join("x.sgf").exists() && !folder.at().join("x.part").exists());
}

/// What must hold of a library at any time: the index has every position of every game, and nothing else.
fn check(library: &Library) {
    let statistics = library.statistics(&mut |_| true).unwrap();
    assert_eq!(library.positions().unwrap(), statistics.moves + statistics.all.games() as u64);
    for (rule, side, tally) in &statistics.boards {
        let start = Position::new(*rule, Size::new(*side).unwrap());
        assert_eq!(library.explore(&start, 0).unwrap().tally, *tally);
    }
}

#[test]
fn killed_again_and_again_it_loses_no_game_and_keeps_none_twice() {
    let folder = Folder::new("library-kill");
    let games: Vec<Record> = synthetic::games(8).take(6000).collect();
    // Many small files, and one of several batches.
    for (i, part) in games[..600].chunks(100).enumerate() {
        write_games(&folder, &format!("small-{i:02}.sgf"), part);
    }
    write_games(&folder, "large.sgf", &games[600..]);
    // When a kill comes is up to the machine: rarely, all of them miss the large file.
    let went_on = (0..6).any(|round| import_and_kill(&folder, &games, round) > 0);
    assert!(went_on, "no import went on where it was");
}

/// Imports all games in spite of many kills, and counts how often an import went on within a file.
fn import_and_kill(folder: &Folder, games: &[Record], round: u64) -> usize {
    let data = format!("data-{round}");
    // How long all of it takes here, so that some kills come in the middle.
    let start = Instant::now();
    assert_eq!(folder.goren(&format!("library import large.sgf --data whole-{round}")).code, 0);
    let whole = start.elapsed();
    let mut random = Random::new(2 + round);
    let (mut before, mut resumed) = (0, 0);
    for kill in 0..14 {
        let mut command = folder.command(&format!("library import large.sgf . --data {data}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // In the middle of the large file, or after some files; then at some moment of what comes next.
        if kill >= 8 {
            let _ = lines.by_ref().take(random.below(5)).collect::<Vec<_>>();
        }
        let (start, pause) = (Instant::now(), whole * (10 + random.below(50)) as u32 / 100);
        while start.elapsed() < pause {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        let status = child.wait().unwrap();
        resumed += lines.map_while(Result::ok).filter(|line| line.contains("went on after")).count();
        let library = Library::open(&Library::file_in(&folder.at().join(&data))).unwrap();
        check(&library);
        let now = library.len().unwrap();
        assert!(now >= before, "kill {kill} has taken {} games back", before - now);
        before = now;
        if status.success() {
            break;
        }
    }
    assert!(before > 0, "nothing was imported before the last kill");
    let last = folder.goren(&format!("library import large.sgf . --data {data}"));
    assert_eq!(last.code, 0, "{}", last.err);
    resumed += last.out.matches("went on after").count();
    let library = Library::open(&Library::file_in(&folder.at().join(&data))).unwrap();
    check(&library);
    let mut stored = Vec::new();
    library
        .records(&Query::default(), &mut |_| true, &mut |_, record| stored.push(format!("{record:?}")))
        .unwrap();
    let mut expected: Vec<String> = games.iter().map(|record| format!("{record:?}")).collect();
    stored.sort();
    expected.sort();
    assert_eq!(stored.len(), expected.len());
    assert!(stored == expected);
    resumed
}

#[test]
fn an_import_that_was_killed_at_once_or_a_damaged_file_locks_nobody_out() {
    let folder = Folder::new("library-damaged");
    let games: Vec<Record> = synthetic::games(3).take(60).collect();
    write_games(&folder, "one.sgf", &games);
    let library = |arguments: &str| folder.goren(&format!("library {arguments} --data data"));
    let file = folder.at().join("data/library.redb");
    // As it is left by a kill in the first moments, or by a full disk.
    fs::create_dir(folder.at().join("data")).unwrap();
    fs::write(&file, vec![0; 1 << 20]).unwrap();
    let imported = library("import one.sgf");
    assert_eq!((imported.code, imported.out.as_str()), (0, "one.sgf: 60 games added\n"), "{}", imported.err);
    assert_eq!((library("check").out.as_str(), library("check").code), ("60 games can be read\n", 0));
    assert!(library("repair").err.contains("nothing is damaged"));
    assert_eq!(library("backup copy.redb").out, "60 games are in copy.redb\n");
    assert!(library("backup copy.redb").err.contains("does not exist yet"));

    let mut bytes = fs::read(&file).unwrap();
    bytes[64..320].fill(0xff);
    fs::write(&file, &bytes).unwrap();
    let checked = library("check");
    assert!(checked.code == 1 && checked.err.contains("goren library repair"), "{}", checked.err);
    let found = library("find --json");
    assert!(
        found.err.contains("60 games could be read") && found.err.contains("library-damaged-"),
        "{}",
        found.err
    );
    assert_eq!((json(&found)["total"].as_u64(), json(&found)["unreadable"].as_u64()), (Some(60), Some(0)));
    fs::write(&file, &bytes).unwrap();
    assert!(library("repair").out.contains("60 games could be read"));
    assert_eq!(library("check").code, 0);
    fs::copy(folder.at().join("copy.redb"), &file).unwrap();
    assert_eq!(json(&library("stats --json"))["results"]["games"], 60);
}

#[test]
fn what_is_in_variations_is_said_not_to_be_searched() {
    let folder = Folder::new("library-variations");
    fs::write(folder.at().join("tree.sgf"), "(;GM[4]SZ[15];B[hh](;W[ii];B[jj])(;W[gg])(;W[ff];B[ee]))")
        .unwrap();
    let imported = folder.goren("library import tree.sgf --data data");
    assert!(
        imported.out.contains("3 positions in variations are kept, but not searched"),
        "{}",
        imported.out
    );
    assert!(std::process::Command::new("mkfifo").arg(folder.at().join("pipe")).status().unwrap().success());
    for endless in ["/dev/zero", "pipe"] {
        let run = folder.goren(&format!("library import {endless} --data data"));
        let refusal = format!("goren: {endless}: expected a file on a disk, got a pipe or a device\n");
        assert!(run.code == 1 && run.err.starts_with(&refusal), "{}", run.err);
    }
}

#[test]
fn json_is_one_line() {
    let folder = Folder::new("library-json");
    let games: Vec<Record> = synthetic::games(3).take(30).collect();
    write_games(&folder, "one.sgf", &games);
    for task in [
        "import one.sgf",
        "find --count 5",
        "explore --rule renju",
        "stats",
        "export out.sgf",
        "backup copy.redb",
        "check",
        "remove 3",
    ] {
        let run = folder.goren(&format!("library {task} --data data --json"));
        assert_eq!((run.code, run.out.matches('\n').count()), (0, 1), "{task}: {}{}", run.out, run.err);
        assert!(serde_json::from_str::<Value>(&run.out).is_ok(), "{task}: {}", run.out);
    }
}
