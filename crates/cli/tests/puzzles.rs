//! `goren puzzles` as a user meets it.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

#[cfg(unix)]
use std::process::{Command, Stdio};

use common::Folder;

#[test]
fn the_same_arguments_make_the_same_puzzles_with_any_number_of_threads_and_after_a_break() {
    let folder = Folder::new("puzzles-make");
    let make = |file: &str, more: &str| {
        let run = folder.goren(&format!("puzzles make --rule renju --kinds fours -o {file} {more}"));
        assert_eq!(run.code, 0, "{}", run.err);
        folder.read(file)
    };
    let whole = make("one.jsonl", "--count 6 --seed 3");
    assert_eq!(whole.lines().count(), 6);
    assert_eq!(make("two.jsonl", "--count 6 --seed 3 --threads 2"), whole);
    // A break after some game.
    let game = |line: &str| line.split("game ").nth(1).unwrap().split(',').next().unwrap().to_owned();
    let last = game(whole.lines().last().unwrap());
    let kept: String =
        whole.lines().filter(|line| game(line) != last).map(|line| format!("{line}\n")).collect();
    assert!(!kept.is_empty());
    std::fs::write(folder.at().join("cut.jsonl"), kept).unwrap();
    assert_eq!(make("cut.jsonl", "--count 6 --seed 3"), whole);
    // A break within a line.
    std::fs::write(folder.at().join("torn.jsonl"), &whole[..whole.len() - 9]).unwrap();
    let run = folder.goren("puzzles make --rule renju --kinds fours -o torn.jsonl --count 5 --seed 3");
    assert!(run.err.contains("of an incomplete line dropped"), "{}", run.err);
    assert_eq!(folder.read("torn.jsonl").lines().count(), 5);
    // Ctrl-C is not the same as giving up.
    #[cfg(unix)]
    {
        let command = "puzzles make --rule renju --kinds fours --out stopped.jsonl --count 100000 --seed 3";
        let child = folder.command(command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while std::fs::read(folder.path("stopped.jsonl")).map_or(true, |bytes| bytes.is_empty()) {
            std::thread::yield_now();
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{err}");
        assert!(err.contains("of 100000 are found, and the same command goes on"), "{err}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("not found"));
    }
    // A file of another rule is refused.
    let run = folder.goren("puzzles make --rule caro -o one.jsonl --count 7");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("expected puzzles of caro, got one of renju"), "{}", run.err);
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused_in_one_line() {
    let folder = Folder::new("puzzles-zero");
    let run = folder.goren("puzzles check /dev/zero");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert_eq!(run.err, "goren: /dev/zero: expected at most 33554432 bytes, got more\n");
}

#[test]
fn puzzles_come_from_games_of_ones_own() {
    let folder = Folder::new("puzzles-games");
    // Black lets White make a three and a four with one stone each, and White wins.
    let shipped = folder.goren("puzzles list --rule freestyle --kind fours --first 1 --json").out;
    let puzzle: serde_json::Value = serde_json::from_str(&shipped).unwrap();
    let line: String =
        puzzle["line"].as_array().unwrap().iter().map(|point| point.as_str().unwrap()).collect();
    let game = format!("{}{line}\n", puzzle["position"].as_str().unwrap());
    std::fs::write(folder.at().join("mine.txt"), game).unwrap();
    let run =
        folder.goren("puzzles make --rule freestyle --games mine.txt --kinds fours --count 1 -o mine.jsonl");
    assert_eq!(run.code, 0, "{}", run.err);
    let made: serde_json::Value = serde_json::from_str(&folder.read("mine.jsonl")).unwrap();
    assert_eq!((&made["kind"], &made["rule"]), (&"fours".into(), &"freestyle".into()));
    assert!(made["source"].as_str().unwrap().starts_with("mine.txt, game 0, move "), "{made}");
}

#[test]
fn wrong_answers_identifiers_and_twins_are_named() {
    let folder = Folder::new("puzzles-check");
    let text = folder.goren("puzzles list --rule standard --kind fours --first 2 --json").out;
    std::fs::write(folder.at().join("good.jsonl"), &text).unwrap();
    let run = folder.goren("puzzles check good.jsonl");
    assert_eq!((run.code, run.out.as_str()), (0, "2 puzzles, all right\n"), "{}", run.err);

    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let id = first["id"].as_str().unwrap();
    let mut wrong = first.clone();
    wrong.as_object_mut().unwrap().remove("shifts");
    wrong["answers"].as_array_mut().unwrap().push("a1".into());
    let mut answers: Vec<goren_core::Point> = wrong["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().parse().unwrap())
        .collect();
    answers.sort_unstable();
    wrong["answers"] = answers.iter().map(ToString::to_string).collect::<Vec<_>>().into();
    std::fs::write(folder.at().join("wrong.jsonl"), format!("{wrong}\n{first}\n")).unwrap();
    let run = folder.goren("puzzles check wrong.jsonl");
    assert_eq!(run.code, 1);
    assert!(run.out.contains(&format!("{id}: expected the answers")), "{}", run.out);
    assert!(run.out.contains(&format!("{id}: the same as {id}, turned or shifted")), "{}", run.out);
    assert!(run.err.contains("2 of 2 puzzles are wrong"), "{}", run.err);

    let other = text.replace(id, "aaaaaaaa");
    std::fs::write(folder.at().join("other.jsonl"), other).unwrap();
    let run = folder.goren("puzzles check other.jsonl");
    assert!(
        run.err.contains(&format!("line 1: puzzle `aaaaaaaa`: expected the identifier `{id}`")),
        "{}",
        run.err
    );
}

#[test]
fn a_sheet_has_boards_and_solutions_and_a_list_counts() {
    let folder = Folder::new("puzzles-print");
    let run = folder.goren("puzzles print --rule caro --first 3 -o sheet.html");
    assert_eq!(run.code, 0, "{}", run.err);
    let page = folder.read("sheet.html");
    assert_eq!(page.matches("<figure>").count(), 6);
    assert!(page.find("Solutions").unwrap() > page.find("caro, grade").unwrap());
    assert_eq!(folder.goren("puzzles list --rule caro --first 3").out.lines().count(), 3);
    let counts = folder.goren("puzzles list --counts").out;
    let all = counts.lines().last().unwrap().split_whitespace().nth(1).unwrap().parse::<usize>().unwrap();
    assert_eq!(all, goren_puzzle::shipped().len());
    let run = folder.goren("puzzles print --id nosuchid");
    assert!(run.code == 1 && run.err.contains("no puzzle was chosen"), "{}", run.err);
}
