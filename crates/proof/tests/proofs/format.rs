//! Text to proof and back, and what is said about text that is none.

use goren_core::{Position, Rule, Size, Stone};
use goren_proof::{Attack, Branch, Claim, Event, Means, Proof, Reader, Replies, Tree, Writer};

fn point(name: &str) -> goren_core::Point {
    name.parse().unwrap()
}

/// A tree with every construct of the format.
fn proof() -> Proof {
    let leaf = |name| Attack { point: point(name), branches: Vec::new() };
    let attack = Attack {
        point: point("h8"),
        branches: vec![
            Branch {
                replies: Replies::Points(vec![point("i9"), point("j10")]),
                attack: Attack {
                    point: point("k7"),
                    branches: vec![Branch {
                        replies: Replies::Points(vec![point("l6")]),
                        attack: leaf("m5"),
                    }],
                },
            },
            Branch { replies: Replies::Others, attack: leaf("i9") },
        ],
    };
    let traps = [point("a1"), point("c3")];
    let stones = [(point("h7"), Stone::Black), (point("h6"), Stone::White)];
    let mut position =
        Position::with_setup(Rule::Caro6, Size::new(17).unwrap(), &traps, &stones, Stone::White).unwrap();
    position.play(point("g5"));
    position.pass();
    position.play(point("g4"));
    Proof { position, claim: Claim::Win(Means::Threats), tree: Tree::from(&attack) }
}

#[test]
fn a_proof_reads_as_a_person_would_write_it() {
    assert_eq!(
        proof().to_text(),
        "goren-proof 1
rule caro6
size 17
traps a1 c3
black h7
white h6
moves g5 pass g4
side black
claim win by threats

h8 (i9,j10 k7 (l6 m5) * i9)
end
"
    );
}

#[test]
fn what_was_written_is_read_again() {
    let mut proof = proof();
    let text = proof.to_text();
    let again = Proof::from_text(&text).unwrap();
    assert_eq!(again.to_text(), text);
    assert_eq!(again.tree, proof.tree);
    assert_eq!(again.claim, proof.claim);
    assert_eq!(again.position.hash(), proof.position.hash());
    assert_eq!(again.position.history(), proof.position.history());

    let branches =
        [Branch { replies: Replies::Others, attack: Attack { point: point("a2"), branches: Vec::new() } }];
    proof.tree = branches.as_slice().into();
    let moves = vec![point("h8"), point("a3")];
    for claim in [
        Claim::NoFours,
        Claim::Defence { moves, means: Means::Force },
        Claim::Defence { moves: vec![], means: Means::Fours },
    ] {
        proof.claim = claim;
        let again = Proof::from_text(&proof.to_text()).unwrap();
        assert_eq!((again.claim, again.tree), (proof.claim.clone(), proof.tree.clone()));
    }
}

#[test]
fn a_file_may_hold_several_proofs_with_comments_and_any_white_space() {
    let text = proof().to_text();
    let spaced = text.replace("(i9,j10 k7 (l6 m5) * i9)", "# four\n(\ti9 ,\r\n j10 k7(l6 m5)*i9 )");
    let both = format!("# two proofs\n\n{spaced}\n{text}");
    let mut reader = Reader::new(both.as_bytes());
    let first = reader.proof().unwrap().unwrap();
    // The second one's events are left unread: the next call goes over them.
    assert!(reader.begin().unwrap().is_some());
    assert_eq!(reader.event().unwrap(), Some(Event::Attack(point("h8"))));
    assert!(reader.begin().unwrap().is_none());
    assert_eq!(first.tree, proof().tree);
}

#[test]
fn a_long_tree_is_written_in_lines() {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes);
    let proof = proof();
    writer.begin(&proof.position, &proof.claim).unwrap();
    let mut events = vec![Event::Attack(point("h8")), Event::Open];
    for (reply, answer) in proof.position.size().points().zip(proof.position.size().points().skip(1)) {
        events.extend([Event::Reply(reply), Event::Attack(answer)]);
    }
    events.push(Event::Close);
    events.iter().for_each(|&event| writer.event(event).unwrap());
    writer.end().unwrap();
    let text = String::from_utf8(bytes).unwrap();
    assert!(text.lines().all(|line| line.len() < 110), "{text}");
    assert_eq!(Proof::from_text(&text).unwrap().tree, events.into_iter().collect());
}

#[test]
fn an_error_says_where_what_was_expected_and_what_was_there() {
    let good = proof().to_text();
    let cases = [
        ("goren-proof 1", "goren-proof 2", "line 1: expected version 1 of the format, got version `2`"),
        ("goren-proof 1", "GIF89a", "line 1: expected `goren-proof 1`, got `GIF89a`"),
        (
            "rule caro6",
            "rule go",
            "line 2: expected a rule (freestyle, standard, renju, caro or caro6), got `go`",
        ),
        ("size 17", "size 23", "line 3: expected a board size from 5 to 22, got `23`"),
        ("size 17", "rule renju", "line 3: `rule` is there twice"),
        ("rule caro6\n", "", "line 8: the header has no `rule` before `claim`"),
        ("white h6", "white h7", "line 9: expected each point once, got `h7` twice"),
        ("side black", "side grey", "line 8: expected `black` or `white`, got `grey`"),
        (
            "side black",
            "colour black",
            "line 8: expected `rule`, `size`, `traps`, `black`, `white`, `moves`, `side` or `claim`, got `colour`",
        ),
        (
            "win by threats",
            "win by luck",
            "line 9: expected a claim such as `win by fours`, `defence by threats h8 i9` or `no win by fours`, got `win by luck`",
        ),
        ("win by threats", "defence by fours h7", "line 9: the claim names h7, which is no legal move"),
        ("win by threats", "defence by fours o1 n1 o1", "line 9: the claim names o1 twice"),
        ("win by threats", "no win by fours", "line 11, column 1: expected `(`, got `h8`"),
        ("m5)", "m5", "line 12, column 1: expected a point such as `h8`, got `end`"),
        ("k7 (l6 m5)", "k7 ()", "line 11, column 16: expected a reply or `*`, got `)`"),
        ("k7 (l6 m5)", "k7 (l6)", "line 11, column 18: expected the answer, got `)`"),
        ("i9,j10", "i9,,j10", "line 11, column 8: expected another reply after the comma, got `,`"),
        ("* i9)", "* i9))", "line 11, column 28: expected `end`, got `)`"),
        ("\nend\n", "", "line 11, column 28: expected `end`, got the end of the file"),
        (
            "l6 m5",
            "l6 m5é",
            "line 11, column 21: expected a point, a bracket, `,`, `*` or `end`, got `\\u{c3}`",
        ),
    ];
    for (from, to, message) in cases {
        assert!(good.contains(from), "{from}");
        let text = good.replacen(from, to, 1);
        assert_eq!(Proof::from_text(&text).map(|_| ()).unwrap_err().to_string(), message, "{to}");
    }
}

#[test]
fn no_input_makes_the_reader_recurse_or_hold_much() {
    let header = "goren-proof 1\nrule freestyle\nsize 22\nside black\nclaim win by force\n";
    let deep = format!("{header}{}", "a1 (b2 ".repeat(100_000));
    let mut reader = Reader::new(deep.as_bytes());
    let error = reader.proof().map(|_| ()).unwrap_err();
    assert!(error.to_string().ends_with("the tree is deeper than a game can be long"), "{error}");
    let wide = format!("goren-proof 1\nmoves {}", "a1 ".repeat(100_000));
    let error = Proof::from_text(&wide).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "line 2: the line is longer than 8192 bytes");
    let word = format!("{header}{}", "a".repeat(100_000));
    let error = Proof::from_text(&word).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "line 6, column 1: expected a point such as `h8`, got `aaaaaaaaaaaaaaaa`");
}
