//! Matches and tournaments as a user runs them, interrupts them, kills them and resumes them.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

use std::io::Read;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;

use serde_json::Value;

#[cfg(target_os = "linux")]
use common::HungEngine;
use common::{Folder, Run, games_of};

fn events_of(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_sequential_test_stops_by_itself_with_the_right_verdict() {
    let folder = Folder::new("arena-sprt");
    let run =
        folder.goren("match goren:level=6 goren:level=2 --nodes 200 --size 9 --sprt 0,100 --out m --json");
    let events = events_of(&run);
    let end = events.last().unwrap();
    assert_eq!((run.code, &end["event"], &end["verdict"]), (0, &"end".into(), &"H1".into()), "{}", run.err);
    let games = games_of(&folder, "m").len();
    assert!((10..400).contains(&games), "{games}");
    // With the contestants swapped the first is the weaker, and the verdict says so.
    let run =
        folder.goren("match goren:level=2 goren:level=6 --nodes 200 --size 9 --sprt 0,100 --out n --json");
    assert_eq!(events_of(&run).last().unwrap()["verdict"], "H0");
}

#[test]
fn a_match_leaves_its_files_in_a_folder_of_its_own() {
    let folder = Folder::new("arena-files");
    let run = folder.goren("match goren:level=3 goren:level=2 --nodes 50 --size 7 --pairs 2");
    assert_eq!(run.code, 0, "{}", run.err);
    let made = names(folder.at());
    assert!(made.len() == 1 && made[0].starts_with("goren-match-20"), "{made:?}");
    let files = names(&folder.at().join(&made[0]));
    assert_eq!(files, ["games.sgf", "journal.jsonl", "report.html", "results.csv"]);
    let table = folder.read(&format!("{}/results.csv", made[0]));
    assert_eq!(table.lines().count(), 5);
    let shown = folder.goren(&format!("show {}/games.sgf --game 4", made[0]));
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert!(run.out.lines().filter(|line| line.starts_with("game ")).count() == 4, "{}", run.out);
}

#[test]
fn a_match_can_keep_what_its_engines_say() {
    let folder = Folder::new("arena-log");
    let engine = env!("CARGO_BIN_EXE_goren");
    let run = folder
        .goren(&format!("match {engine} boundary:depth=1 --nodes 50 --size 7 --pairs 1 --out m --log log"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(names(&folder.at().join("log")), ["game-000001.log", "game-000002.log"]);
    let log = folder.read("log/game-000001.log");
    let said = |text: &str| log.lines().any(|line| line.contains(text));
    assert!(said(" goren < START 7") && said(" goren > OK") && said(" goren < END"), "{log}");
    let times: Vec<f64> =
        log.lines().map(|line| line.trim_start().split(' ').next().unwrap().parse().unwrap()).collect();
    assert!(times.is_sorted(), "{log}");
    // Another match leaves these as they are; the same one may go on beside them.
    let again = |arguments: &str| folder.goren(&format!("match {arguments} --log log"));
    let other = again("goren boundary:depth=1 --nodes 50 --size 7 --pairs 1 --out other");
    assert!(other.code == 1 && other.err.contains("game-00000"), "{}", other.err);
    assert_eq!(folder.read("log/game-000001.log"), log);
    assert_eq!(again("--resume m").code, 0);
    std::fs::write(folder.path("log/game-000003.log"), "mine\n").unwrap();
    let resumed = again("--resume m");
    assert!(
        resumed.code == 1 && resumed.err.contains("game-000003.log exists; name another folder"),
        "{}",
        resumed.err
    );
    assert_eq!(folder.read("log/game-000003.log"), "mine\n");
    // The games have the scores and depths that were reported.
    let games = folder.read("m/games.sgf");
    assert!(games.contains("C[") && games.contains(", depth "), "{games}");
    assert!(run.out.contains("Elo of goren against boundary:depth=1: "), "{}", run.out);
    assert!(run.out.contains(" (too few different pairs)\n"), "{}", run.out);
    let table = run.out.lines().filter(|line| !line.starts_with("game "));
    table.for_each(|line| assert!(line.chars().count() <= 80, "{line}"));
}

#[test]
fn games_in_a_format_for_one_are_many_files() {
    let folder = Folder::new("arena-psq");
    let run = folder
        .goren("match goren:level=2 goren:level=1 --nodes 9 --size 7 --pairs 1 --games-format psq --out m");
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(names(&folder.at().join("m/games")), ["000001.psq", "000002.psq"]);
}

#[test]
fn the_limits_of_each_contestant_stand_above_the_table() {
    let folder = Folder::new("arena-limits");
    let run = folder.goren("match goren:level=2 boundary:depth=1 --nodes 50 --size 7 --pairs 1 --out one");
    let limits = ", 50 nodes: 2 of 2 games\nLimits of boundary:depth=1: 50 nodes, depth 1\n";
    assert!(run.out.contains(limits), "{}", run.out);
    // Where both have their own, nobody has those of the match.
    let run = folder.goren("match boundary:depth=2 goren:nodes=9 --time 5s --size 7 --pairs 1 --out both");
    let own = ", 1 opening: 2 of 2 games\nLimits of boundary:depth=2: 5s a move, depth 2\n\
               Limits of goren:nodes=9: 5s a move, 9 nodes\n";
    assert!(run.out.contains(own), "{}", run.out);
}

#[test]
fn every_event_is_a_line_of_json() {
    let folder = Folder::new("arena-json");
    let run = folder.goren("match goren:level=2 goren:level=1 --nodes 9 --size 7 --pairs 2 --out m --json");
    let events = events_of(&run);
    let count = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!((count("ready"), count("started"), count("finished"), count("end")), (1, 4, 4, 1));
    let standings = &events.last().unwrap()["standings"];
    let games: Vec<u64> =
        standings.as_array().unwrap().iter().map(|row| row["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [4, 4]);
    // A few pairs do not say who is stronger.
    assert!(standings[0]["los"].is_null(), "{standings}");
}

#[test]
fn killed_again_and_again_it_loses_no_game_and_plays_none_twice() {
    const MATCH: &str =
        "match goren:level=3 goren:level=2 --nodes 60 --size 7 --pairs 150 --memory 1 --concurrency 2 --json";
    let folder = Folder::new("arena-kill");
    let whole = folder.goren(&format!("{MATCH} --out whole"));
    assert_eq!(whole.code, 0, "{}", whole.err);
    let mut random = 1_u64;
    let mut finished = 0;
    for kill in 0..100 {
        let command = format!("{MATCH} --out killed");
        let mut child =
            folder.command(&command).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        // After a random number of bytes it is killed in the middle of something.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut bytes = vec![0; (random >> 33) as usize % 4000];
        let _ = child.stdout.take().unwrap().read_exact(&mut bytes);
        child.kill().unwrap();
        child.wait().unwrap();
        let path = folder.at().join("killed/journal.jsonl");
        if let Ok(journal) = std::fs::read(&path) {
            // What a power failure leaves of a line.
            if kill % 3 == 0 {
                std::fs::write(&path, [journal.as_slice(), b"{\"number\":7,\"win"].concat()).unwrap();
            }
            let lines = journal.iter().filter(|&&byte| byte == b'\n').count();
            assert!(lines >= finished, "kill {kill} has taken games back");
            finished = lines;
        }
    }
    let resumed = folder.goren("match --resume killed --json");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    let played = events_of(&resumed)[0]["played"].as_u64().unwrap();
    assert!(played > 0, "nothing was played before the last kill");
    assert_eq!(games_of(&folder, "killed"), games_of(&folder, "whole"));
    let without_times = |name: &str| -> Vec<Vec<String>> {
        let table = folder.read(&format!("{name}/results.csv"));
        table.lines().map(|line| line.split(',').take(10).map(str::to_owned).collect()).collect()
    };
    assert_eq!(without_times("killed"), without_times("whole"));
}

#[test]
fn the_same_command_goes_on_and_another_is_refused() {
    let folder = Folder::new("arena-again");
    let command = "match goren:level=2 goren:level=1 --nodes 9 --size 7 --pairs 2 --out m";
    assert_eq!(folder.goren(command).code, 0);
    let games = games_of(&folder, "m");
    assert_eq!(folder.goren(command).code, 0);
    assert_eq!(games_of(&folder, "m"), games);
    let run = folder.goren(&command.replace("--nodes 9", "--nodes 10"));
    let expected = "goren: m/journal.jsonl: this journal is of another match: different budget\n";
    assert_eq!((run.code, run.err.as_str()), (1, expected));
    assert_eq!(games_of(&folder, "m"), games);
}

#[test]
fn two_runs_on_one_folder_are_refused() {
    let folder = Folder::new("arena-two");
    let command = "match goren:level=2 goren:level=1 --nodes 20 --size 9 --pairs 5000 --out m --json";
    let mut first = folder.command(command).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // It has locked the journal once it prints something.
    first.stdout.as_mut().unwrap().read_exact(&mut [0; 8]).unwrap();
    let second = folder.goren("match --resume m");
    first.kill().unwrap();
    first.wait().unwrap();
    let expected = "goren: --resume: m/journal.jsonl: another run is writing to this journal\n";
    assert_eq!((second.code, second.err.as_str()), (1, expected));
}

#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_match_and_keeps_what_is_done() {
    let folder = Folder::new("arena-full");
    // A limit on the size of files makes writes fail as a full disk does, once the signal for it is ignored.
    let script = format!(
        "trap '' XFSZ; ulimit -f 16; exec {} match goren:level=2 goren:level=1 --nodes 20 --size 9 --book empty --pairs 500 \
         --out m",
        env!("CARGO_BIN_EXE_goren")
    );
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder.at()).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("stopped; what was finished is in m (see --resume): m/journal.jsonl: "), "{err}");
    let kept = games_of(&folder, "m");
    assert!(!kept.is_empty() && kept.len() < 1000, "{}", kept.len());
    let journal = folder.read("m/journal.jsonl");
    assert!(journal.ends_with('\n'), "the game that did not fit is gone");
    let counted =
        String::from_utf8_lossy(&output.stdout).lines().filter(|line| line.starts_with("game ")).count();
    assert_eq!(counted, kept.len(), "what was shown is on the disk");
}

#[cfg(unix)]
#[test]
fn an_interrupt_finishes_what_runs() {
    let folder = Folder::new("arena-interrupt");
    let command = "match goren:level=2 goren:level=1 --nodes 20 --size 9 --pairs 5000 --out m --json";
    let mut child = folder.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut [0; 3000]).unwrap();
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("finishing the running games") && err.contains("continue with --resume m"), "{err}");
    let end: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!((&end["event"], &end["complete"]), (&"end".into(), &false.into()));
    assert!(folder.at().join("m/results.csv").is_file());
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_drops_what_runs() {
    let folder = Folder::new("arena-abort");
    let command = "match goren goren --time 10m --out m --json";
    let mut child = folder.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(out.any(|line| line.unwrap().contains("\"started\"")));
    let mut err = BufReader::new(child.stderr.take().unwrap()).lines();
    let interrupt =
        || assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    interrupt();
    assert!(err.any(|line| line.unwrap().contains("finishing the running games")));
    interrupt();
    let end: Value = serde_json::from_str(&out.last().unwrap().unwrap()).unwrap();
    assert_eq!((&end["event"], &end["complete"]), (&"end".into(), &false.into()));
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(games_of(&folder, "m").is_empty());
}

#[cfg(unix)]
#[test]
fn a_signal_to_end_aborts_as_a_second_interrupt_does() {
    for signal in common::endings(&["-TERM", "-HUP"]) {
        let folder = Folder::new(&format!("arena{signal}"));
        let command = "match goren goren --time 10m --out m --json";
        let mut child =
            folder.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(out.any(|line| line.unwrap().contains("\"started\"")));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let end: Value = serde_json::from_str(&out.last().unwrap().unwrap()).unwrap();
        assert_eq!((&end["event"], &end["complete"]), (&"end".into(), &false.into()), "{signal}");
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{signal}: {err}");
        assert!(err.contains("continue with --resume m"), "{signal}: {err}");
        assert!(games_of(&folder, "m").is_empty());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_match_without_a_terminal_survives_its_end() {
    let folder = Folder::new("arena-nohup");
    // What `nohup` does.
    let script = format!(
        "trap '' HUP; exec {} match goren:level=2 goren:level=1 --nodes 20 --size 7 --pairs 100 --out m --json",
        env!("CARGO_BIN_EXE_goren")
    );
    let mut child = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.at())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(out.any(|line| line.unwrap().contains("\"started\"")));
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    let end: Value = serde_json::from_str(&out.last().unwrap().unwrap()).unwrap();
    assert_eq!((&end["event"], &end["complete"]), (&"end".into(), &true.into()));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[cfg(target_os = "linux")]
#[test]
fn a_hung_engine_ends_with_the_match_however_that_ends() {
    for signal in common::endings(&["-KILL", "-TERM", "-HUP", "-ABRT"]) {
        let folder = Folder::new(&format!("arena-hung{signal}"));
        let engine = HungEngine::new(folder.at());
        let command = "match ./hung-engine goren --time 10m --out m --json";
        let mut child =
            folder.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        engine.wait_for(HungEngine::PROCESSES);
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        child.wait().unwrap();
        engine.wait_for(0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_hung_engine_ends_with_its_game() {
    let folder = Folder::new("arena-hung-game");
    let engine = HungEngine::new(folder.at());
    let run = folder
        .goren("match ./hung-engine goren:level=1 --size 7 --time 50ms --pairs 1 --margin 0 --out m --json");
    assert_eq!(run.code, 0, "{}", run.err);
    engine.wait_for(0);
    let last = events_of(&run).last().unwrap()["standings"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["name"], &last["faults"]), (&"hung-engine".into(), &serde_json::json!({ "time": 2 })));
}

#[test]
fn a_build_of_this_program_plays_as_a_process() {
    let folder = Folder::new("arena-process");
    let program = env!("CARGO_BIN_EXE_goren");
    let run =
        folder.goren(&format!("match {program} goren:level=1 --nodes 50 --size 9 --pairs 1 --out m --json"));
    assert_eq!(run.code, 0, "{}", run.err);
    let events = events_of(&run);
    let standings = events.last().unwrap()["standings"].as_array().unwrap();
    let process = standings.iter().find(|row| row["name"] == "goren").unwrap();
    assert_eq!((&process["games"], &process["faults"]), (&2.into(), &serde_json::json!({})));
    assert_eq!((&process["claims"], &process["broken_claims"]), (&0.into(), &0.into()), "it has no scores");
}

#[cfg(unix)]
#[test]
fn an_engine_that_never_starts_loses_every_game_and_the_match_goes_on() {
    let folder = Folder::new("arena-broken");
    let run = folder.goren("match cmd=false goren:level=1 --nodes 50 --size 9 --pairs 2 --out m --json");
    assert_eq!(run.code, 0, "{}", run.err);
    let events = events_of(&run);
    let last = events.last().unwrap()["standings"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["name"], &last["faults"]), (&"false".into(), &serde_json::json!({ "start": 4 })));
    assert_eq!(last["results"], serde_json::json!([0, 0, 4]));
}

#[test]
fn tournaments_of_every_format_end() {
    let folder = Folder::new("arena-formats");
    for (format, games) in [("round-robin", 12), ("gauntlet", 8), ("swiss", 8), ("knock-out", 8)] {
        let run = folder.goren(&format!(
            "tournament goren:level=3 goren:level=2 goren:level=1 --format {format} --pairs 2 --nodes 20 --size 7 \
             --concurrency 2 --out {format}"
        ).replace("             ", ""));
        assert_eq!(run.code, 0, "{format}: {}", run.err);
        // A tie in a knock-out is replayed.
        assert!(games_of(&folder, format).len() >= games, "{format}: {}", games_of(&folder, format).len());
        assert!(run.out.contains("goren:level=3"), "{}", run.out);
    }
}

#[test]
fn a_file_of_engines_and_an_opening_rule_are_used() {
    let folder = Folder::new("arena-engines");
    let roster = "[[engine]]\nname = 'a'\nkind = 'goren'\noptions = { level = 2 }\n\
                  [[engine]]\nname = 'b'\nkind = 'goren'\nnodes = 30\noptions = { level = 3 }\n";
    std::fs::write(folder.at().join("engines.toml"), roster).unwrap();
    let run = folder.goren(
        "match --engines engines.toml a b --nodes 9 --size 9 --pairs 2 --opening swap2 --out m --json",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let first = &games_of(&folder, "m")[&0];
    assert_eq!(first["moves"][3]["seat"], "second", "the second player chooses after three stones");
    assert!(first["moves"][3]["step"].as_str().unwrap().starts_with(['t', 'p']), "{first}");
}

#[test]
fn a_book_is_read_from_a_file() {
    let folder = Folder::new("arena-book");
    std::fs::write(folder.at().join("book.txt"), "h8i9g7\nh8h9h10j8\n").unwrap();
    let run = folder.goren("match goren:level=2 goren:level=1 --nodes 9 --pairs 2 --book book.txt --out m");
    assert_eq!(run.code, 0, "{}", run.err);
    let table = folder.read("m/results.csv");
    assert!(table.contains(",h8i9g7,") && table.contains(",h8h9h10j8,"), "{table}");
}

#[test]
fn mistakes_are_one_clear_line_that_quotes_them() {
    let folder = Folder::new("arena-mistakes");
    let mistakes = [
        ("match goren", 1, "expected two contestants, got 1"),
        ("match goren gorne", 1, "got `gorne`"),
        ("match goren goren:level=12", 1, "got `12`"),
        ("match goren goren:lvl=1", 1, "got `lvl`"),
        ("match goren cmd=./nowhere", 1, "nowhere: there is no program `"),
        ("match goren goren --games 3", 1, "--games: expected an even number, two for each opening, got 3"),
        ("match goren goren --sprt 5,0", 2, "[5, 0]"),
        ("match goren goren --sprt 0,x", 2, "`x`"),
        ("match goren goren --time soon", 2, "`soon`"),
        ("match goren goren --adjudicate never", 2, "`never`"),
        ("match goren goren --book nowhere.txt", 1, "`nowhere.txt`"),
        ("match goren goren --engines nowhere.toml", 1, "--engines: nowhere.toml"),
        ("match goren goren --size 9 --traps z99", 2, "z99"),
        ("match --resume nowhere", 1, "nowhere/journal.jsonl"),
        ("match --resume nowhere --seed 3", 2, "'--seed <SEED>'"),
        ("tournament goren goren --rounds 3", 1, "--rounds"),
        ("tournament goren goren --format chess", 2, "`chess`"),
    ];
    for (arguments, code, part) in mistakes {
        let run = folder.goren(arguments);
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
        assert!(run.err.contains(part), "{arguments}: {}", run.err);
        if code == 1 {
            assert_eq!(run.err.lines().count(), 1, "{arguments}: {}", run.err);
        }
    }
    assert_eq!(names(folder.at()), [""; 0], "nothing was begun");
}
