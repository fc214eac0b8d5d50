//! `goren spsa` as a user runs it, interrupts it and resumes it.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use common::{Folder, goren};
use serde_json::Value;

const TINY: &str =
    "spsa --parameter order_policy=4 network_scale --set rfp_depth=6 --rule renju --nodes 60 --iterations 4";

#[test]
fn a_tiny_run_ends_with_a_table_and_a_match_that_can_be_played() {
    let folder = Folder::new("spsa");
    let run = folder.goren(&format!("{TINY} --out s.json"));
    assert_eq!(run.code, 0, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(
        lines[0].starts_with("s.json: 4 of 4 iterations, ") && lines[0].contains(" of 4 pairs decided, "),
        "{}",
        run.out
    );
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines[1]), ["name", "default", "start", "end"]);
    assert_eq!(words(lines[2])[..3], ["order_policy", "4", "4"]);
    assert_eq!(words(lines[3])[..3], ["network_scale", "70", "70"]);
    assert_eq!(run.err.lines().filter(|line| line.contains(" of 4 iterations, ")).count(), 4, "{}", run.err);
    let (_, command) = lines[4].split_once("To try it: goren ").unwrap();
    assert!(command.starts_with("match goren:nodes=60,set=order_policy="), "{command}");
    let (command, pairs) = command.rsplit_once(' ').unwrap();
    assert_eq!(pairs, "300");
    let played = folder.goren(&format!("{command} 1 --out m"));
    assert_eq!(played.code, 0, "{}", played.err);
    let journal = folder.read("m/journal.jsonl");
    assert!(journal.contains("+rfp_depth=6") && journal.contains("\"rule\":\"renju\""), "{journal}");
}

#[test]
fn the_same_seed_gives_the_same_result_and_another_seed_another() {
    let folder = Folder::new("spsa-seed");
    for (name, options) in [
        ("a", "--seed 5"),
        ("b", "--seed 5"),
        ("c", "--seed 7"),
        ("d", "--seed 5 --concurrency 2"),
        ("e", "--seed 5 --concurrency 2"),
    ] {
        let run =
            folder.goren(&format!("{TINY} --pairs-per-iteration 2 --rate 0.5 {options} --out {name}.json"));
        assert_eq!(run.code, 0, "{}", run.err);
    }
    let read = |name: &str| folder.read(&format!("{name}.json"));
    assert_eq!(read("a"), read("b"));
    assert_eq!(read("d"), read("e"));
    let values = |name: &str| serde_json::from_str::<Value>(&read(name)).unwrap()["values"].clone();
    assert_ne!(values("a"), values("c"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_kept_and_goes_on_to_the_same_result() {
    let folder = Folder::new("spsa-interrupt");
    let options = format!("{TINY} --iterations 60 --size 9 --rate 0.1").replace("--iterations 4 ", "");
    let whole = folder.goren(&format!("{options} --out whole.json"));
    assert_eq!(whole.code, 0, "{}", whole.err);
    let command = format!("{options} --out s.json");
    let mut child = folder.command(&command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    said.next().unwrap().unwrap();
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.code() == Some(130) && out.contains("To go on: goren spsa --resume s.json"),
        "{out}"
    );
    let kept: Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    assert!((2..60).contains(&kept["done"].as_u64().unwrap()), "{}", kept["done"]);
    // A run that exists is not begun again, and goes on only as it was begun.
    let again = folder.goren(&command);
    assert_eq!((again.code, again.err.as_str()), (1, "goren: s.json exists; --resume goes on with it\n"));
    let other = folder.goren(&format!("{command} --resume").replace("--nodes 60", "--nodes 61"));
    let expected =
        "expected the options of the run in s.json, with limit {\"nodes\":60}, got {\"nodes\":61}\n";
    assert_eq!((other.code, other.err.as_str()), (1, format!("goren: --resume: {expected}").as_str()));
    let resumed = folder.goren("spsa --resume s.json");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert_eq!(folder.read("s.json"), folder.read("whole.json"));
    // A complete run says so again, also with all its options repeated.
    let complete = folder.goren(&format!("{command} --resume"));
    assert_eq!((complete.code, &complete.out), (0, &resumed.out), "{}", complete.err);
}

#[test]
fn mistakes_are_quoted_with_what_was_expected() {
    let folder = Folder::new("spsa-mistakes");
    let fails = |arguments: &str, code: i32, expected: &str| {
        let run = folder.goren(&format!("spsa {arguments}"));
        assert!(run.code == code && run.err.contains(expected), "{arguments}: {} {}", run.code, run.err);
    };
    fails("--iterations 4", 2, "--parameter <NAME[=STEP]>");
    fails("--parameter razor_bas", 2, "(near ones are `razor_base`, ");
    fails("--parameter razor_bsae", 2, "got `razor_bsae`");
    fails("--parameter razor_base=0", 2, "razor_base: expected a step from 0.01 to 1000, got `0`");
    fails("--parameter razor_base --set razor_base=2001", 2, "expected a number from 0 to 2000, got `2001`");
    fails("--parameter razor_base --set razor=1", 2, "(near ones are `razor_depth`, ");
    fails(
        "--parameter razor_base --rate 0",
        2,
        "expected a number from 0.00001 to 1, such as 0.002, got `0`",
    );
    fails("--parameter razor_base --nodes 9 --cpu 9", 2, "cannot be used with");
    fails("--parameter razor_base --iterations 0", 2, "0 is not in 1..");
    fails("--parameter razor_base razor_base=3", 1, "razor_base: expected each parameter once, got it twice");
    fails("--resume", 1, "--resume: expected the file of a run");
    fails("--resume --out nowhere.json", 1, "--resume: nowhere.json");
    fails("--parameter razor_base --nodes 9 --iterations 1 --out no/where.json", 1, "no/where.json");
    std::fs::write(folder.path("torn.json"), "{\"recipe\":").unwrap();
    fails("--resume --out torn.json", 1, "--resume: torn.json: expected a run of `goren spsa`: ");
    assert_eq!(std::fs::read_dir(folder.at()).unwrap().count(), 1);
}

#[test]
fn processor_time_is_a_limit_too() {
    let folder = Folder::new("spsa-cpu");
    let run = folder.goren("spsa --parameter eval_cache=2 --cpu 1 --size 7 --iterations 1");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.starts_with("goren-spsa-"), "{}", run.out);
    assert!(
        run.out.contains(" goren:cpu=1 --rule freestyle --size 7 --symmetry --pairs 300 --time 20s\n"),
        "{}",
        run.out
    );
}

#[test]
fn a_run_that_decided_nothing_says_so() {
    let folder = Folder::new("spsa-nothing");
    // Both sides play the same: the step is lost in a bound that nothing reaches.
    let run = folder.goren("spsa --parameter futility_depth=0.01 --nodes 30 --size 7 --iterations 1");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.ends_with(
            "No pair was decided, so nothing has moved: more nodes or larger steps decide more.\n"
        )
    );
}

#[test]
fn the_help_says_how_to_begin() {
    let run = goren(&["spsa", "--help"], b"");
    assert!(
        run.code == 0 && run.out.contains("goren spsa --parameter razor_base razor_slope"),
        "{}",
        run.out
    );
}
