//! `docs/proof.md` suffices: a check that was written from it alone, in another language, comes to the same verdicts.

use std::fs;
use std::path::Path;
use std::process::Command;

use goren_core::{Point, Random};
use goren_proof::{Proof, Reader};

/// Whether the second check says that each text holds.
fn second_check(name: &str, texts: &[String]) -> Vec<bool> {
    let folder = std::env::temp_dir().join(format!("goren-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let paths: Vec<_> = (0..texts.len()).map(|number| folder.join(format!("{number}.proof"))).collect();
    for (path, text) in paths.iter().zip(texts) {
        fs::write(path, text).unwrap();
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check.py");
    let run = |python| Command::new(python).arg(&script).args(&paths).output();
    let output =
        run("python3").or_else(|_| run("python")).expect("python3 is needed to run the second check");
    fs::remove_dir_all(&folder).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.is_empty(), "{said}");
    let verdicts: Vec<bool> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| line.ends_with(": holds")).collect();
    assert_eq!(verdicts.len(), texts.len());
    verdicts
}

/// Whether goren says so.
fn holds(text: &str) -> bool {
    let mut reader = Reader::new(text.as_bytes());
    let mut count = 0;
    loop {
        match reader.proof() {
            Ok(None) => return count > 0,
            Ok(Some(proof)) if proof.verify().is_ok() => count += 1,
            Ok(Some(_)) | Err(_) => return false,
        }
    }
}

fn compare(name: &str, texts: &[String]) -> usize {
    let verdicts = second_check(name, texts);
    for (text, second) in texts.iter().zip(&verdicts) {
        assert_eq!(holds(text), *second, "goren, and the second check, on\n{text}");
    }
    verdicts.into_iter().filter(|&holds| holds).count()
}

fn set() -> Vec<Proof> {
    let mut reader = Reader::new(include_bytes!("../../sets/wins.proof").as_slice());
    std::iter::from_fn(|| reader.proof().unwrap()).collect()
}

#[test]
fn a_check_written_from_the_document_accepts_the_set() {
    let small = |proof: &Proof| proof.verify().unwrap().positions <= 10_000;
    let texts: Vec<String> = set().iter().filter(|proof| small(proof)).map(Proof::to_text).collect();
    assert!(texts.len() > 200, "{}", texts.len());
    assert_eq!(compare("set", &texts), texts.len());
}

/// The text with one word changed, removed or doubled: a point, a sign, or a word of the header.
fn altered(text: &str, random: &mut Random) -> String {
    let mut words: Vec<String> =
        text.split_inclusive([' ', '\n', ',', '(', ')']).map(str::to_owned).collect();
    let index = random.below(words.len());
    let word = words[index].clone();
    let (name, after) = word.split_at(word.trim_end_matches([' ', '\n', ',', '(', ')']).len());
    let near = name.parse::<Point>().ok().and_then(|point| {
        let moved = |at: usize, random: &mut Random| (at + random.below(5)).checked_sub(2);
        Point::new(moved(point.x(), random)?, moved(point.y(), random)?)
    });
    let other = |words: &[&str], random: &mut Random| words[random.below(words.len())].to_owned();
    let changed = match (name, near, random.below(4)) {
        (_, _, 0) => String::new(),
        (_, _, 1) => format!("{word}{word}"),
        (_, Some(point), _) => format!("{point}{after}"),
        ("freestyle" | "standard" | "renju" | "caro" | "caro6", ..) => {
            other(&["freestyle", "standard", "renju", "caro", "caro6"], random) + after
        }
        ("fours" | "threats" | "force", ..) => other(&["fours", "threats", "force"], random) + after,
        ("black" | "white", ..) => other(&["black", "white"], random) + after,
        ("*", ..) => format!("h8{after}"),
        _ => after.to_owned(),
    };
    words[index] = changed;
    words.concat()
}

#[test]
fn both_checks_agree_on_altered_files() {
    let small = |proof: &Proof| proof.verify().unwrap().positions <= 1_500;
    let texts: Vec<String> = set().iter().filter(|proof| small(proof)).map(Proof::to_text).collect();
    let mut random = Random::new(11);
    let altered: Vec<String> =
        texts.iter().flat_map(|text| [(); 6].map(|()| altered(text, &mut random))).collect();
    let held = compare("altered", &altered);
    assert!(altered.len() > 800 && (20..altered.len() / 2).contains(&held), "{held} of {}", altered.len());
}

#[test]
fn both_checks_agree_on_what_the_document_says_in_words() {
    let proof = |header: &str, claim: &str, tree: &str| {
        let header = header.replace("; ", "\n");
        format!("goren-proof 1\n{header}\nclaim {claim}\n{tree}\nend\n")
    };
    let three = "rule freestyle; size 15; black h8 i8 j8; white a1 c2; side white";
    let four = "rule freestyle; size 15; black h8 i8 j8 k8; white a1 c2 g8; side white";
    let quiet = "rule freestyle; size 9; side white";
    let cases = [
        // Empty brackets, replies that lose at once, points named twice.
        (proof(quiet, "no win by fours", "()"), true),
        (proof(quiet, "defence by fours", "()"), false),
        (proof(four, "defence by fours l8", "()"), true),
        (proof(four, "defence by fours l8", "(a2 l8)"), true),
        (proof(four, "defence by fours l8", "(a2 a3)"), false),
        (proof(four, "defence by fours l8", "(* l8)"), false),
        (proof(four, "defence by fours", "()"), false),
        (proof(three, "defence by fours g8 k8", "(l8 g8 * k8)"), true),
        (proof(three, "defence by fours g8 k8 g8", "(l8 g8 * k8)"), false),
        (proof(three, "defence by fours g8 k8", "(l8,l8 g8 * k8)"), false),
        (proof(three, "defence by fours g8 k8", "(l8 g8 () * k8)"), false),
        (proof(three, "defence by fours g8 k8 # why", "(l8 g8 * k8)"), false),
        (proof(three, "defence by fours g8 k8", "(l8 g8 # why\n* k8)"), true),
        // Renju: a double three is forbidden, and so is one whose straight four would be.
        (
            proof(
                "rule renju; size 15; black h6 h7 i8 j8; white a1 c2 e1 g1; side black",
                "win by threats",
                "h8 (* k8)",
            ),
            false,
        ),
        // Caro: a five enclosed by stones is none, at the edge or a trap it is.
        (
            proof("rule caro; size 15; black h8 i8 j8 k8; white g8 m8; side black", "win by fours", "l8"),
            false,
        ),
        (
            proof(
                "rule caro; size 15; traps m8; black h8 i8 j8 k8; white g8; side black",
                "win by fours",
                "l8",
            ),
            true,
        ),
        (proof("rule caro; size 15; black a8 b8 c8 d8; white f8; side black", "win by fours", "e8"), true),
        (
            proof(
                "rule caro6; size 15; black g8 h8 i8 j8 k8; white f8 n8 a1; side white",
                "defence by fours",
                "()",
            ),
            false,
        ),
    ];
    let texts: Vec<String> = cases.iter().map(|(text, _)| text.clone()).collect();
    let second = second_check("words", &texts);
    for ((text, expected), second) in cases.iter().zip(second) {
        assert_eq!((holds(text), second), (*expected, *expected), "{text}");
    }
}
