//! What the check accepts, and how it names what is missing.

use std::ops::ControlFlow;

use goren_core::Point;
use goren_proof::{Attack, Branch, Counts, Failure, Means, Proof, Replies, verify, verify_watched};

/// Checks a proof given by the lines of its header after the rule, its claim and its tree.
fn check(rule: &str, header: &str, claim: &str, tree: &str) -> Result<Counts, String> {
    let header = header.replace("; ", "\n");
    let text = format!("goren-proof 1\nrule {rule}\n{header}\nclaim {claim}\n{tree}\nend\n");
    Proof::from_text(&text).unwrap().verify().map_err(|hole| hole.to_string())
}

fn hole(rule: &str, header: &str, claim: &str, tree: &str) -> String {
    check(rule, header, claim, tree).unwrap_err()
}

/// Three in a row, everything free.
const THREE: &str = "size 15; black h8 i8 j8; white a1 c2 e1; side black";

#[test]
fn an_open_four_needs_no_branches() {
    for rule in ["freestyle", "standard", "renju"] {
        let counts = check(rule, THREE, "win by fours", "k8").unwrap();
        assert_eq!(counts, Counts { positions: 1, moves: 1, plies: 3 }, "{rule}");
    }
    for rule in ["caro", "caro6"] {
        assert_eq!(check(rule, THREE, "win by fours", "k8").unwrap().plies, 3, "{rule}");
    }
    assert_eq!(hole("freestyle", THREE, "win by fours", "l8"), "after l8: no answer to k8");
}

#[test]
fn a_four_is_answered_at_its_point_and_nowhere_else() {
    let header = "size 15; black h8 i8 j8 k9 k10 k11; white g8 c2 k12 e1; side black";
    // Two fours at once.
    assert_eq!(check("freestyle", header, "win by fours", "k8").unwrap().plies, 3);
    let split = "size 15; black h8 i8 j8 l9 l10 l11; white g8 c2 l12 e1; side black";
    assert_eq!(hole("freestyle", split, "win by fours", "k8"), "after k8: no answer to l8");
    assert_eq!(
        hole("freestyle", split, "win by fours", "k8 (l8 l7)"),
        "after k8 l8 l7: the last move makes no four, and the claim is a win by fours"
    );
}

#[test]
fn under_caro_a_four_can_be_enclosed_from_its_far_end() {
    // g8 is White's: after k8 a stone on l8 occupies the five, one on m8 encloses it.
    let header = "size 15; black h8 i8 j8; white g8 c2 e1; side black";
    assert_eq!(hole("standard", header, "win by force", "k8"), "after k8: no answer to l8");
    let caro = hole("caro", header, "win by force", "k8");
    assert_eq!(caro, "after k8: no answer to l8, nor to 1 other move");
}

#[test]
fn a_five_of_the_defender_refutes() {
    let header = "size 15; black h8 i8 j8; white a1 b1 c1 d1; side black";
    assert_eq!(hole("freestyle", header, "win by force", "k8"), "after k8: White makes five with e1");
    // The defender's four is met first; then the rest is not a win at all.
    assert!(hole("freestyle", header, "win by force", "e1").starts_with("after e1: no answer to f1"));
}

#[test]
fn forbidden_points_are_no_answers_and_no_replies() {
    // Black makes three and three on h8: legal everywhere but under renju.
    let header = "size 15; black h9 h10 i8 j8; white a1 c2 e1 g1; side black";
    assert_eq!(hole("renju", header, "win by force", "h8"), "h8 is forbidden to Black: double three");
    // White's four can be stopped on f5 only, where Black would make six.
    let overline = "size 15; white f6 f7 f8; black f9 c5 d5 e5 g5 h5; side white";
    assert_eq!(check("renju", overline, "win by fours", "f4").unwrap().plies, 3);
    assert!(hole("standard", overline, "win by fours", "f4").contains("no answer to f5"));
}

#[test]
fn every_other_reply_is_tried() {
    // After the three on h8, White's stones on the line are answered apart; `*` is the straight four.
    let header = "size 15; black h9 h10 i8 j8; white a1 c2 e1 g1; side black";
    let counts = check("freestyle", header, "win by threats", "h8 (g8,k8,f8,l8 h7 * k8)").unwrap();
    // h8, and for each of the 216 points left a reply and an answer.
    assert_eq!(counts, Counts { positions: 1 + 2 * 216, moves: 3, plies: 5 });
    assert_eq!(
        hole("freestyle", header, "win by threats", "h8 (k8,f8,l8 h7 * k8)"),
        "after h8 g8 k8: no answer to l8"
    );
    let tree = "h8 (g8,k8,f8,l8 h7)";
    assert!(
        hole("freestyle", header, "win by threats", tree).starts_with("after h8: no answer to b1, nor to ")
    );
}

#[test]
fn a_threat_is_what_the_answer_to_other_moves_carries_out() {
    // A quiet move first: a win by force, and by threats only if `*` goes on with fours.
    let header = "size 15; black h8 i8; white a1 c2; side black";
    let tree = "j8 (* a2)";
    assert!(
        hole("freestyle", header, "win by threats", tree)
            .ends_with("makes no four, and the claim is a win by fours")
    );
}

#[test]
fn a_full_board_is_no_win() {
    // Black fills the last point of a 5×5 board without making five.
    let text = "size 5; black a1 b1 d1 e2 c2 a3 d3 e3 b4 d4 a5 c5; white c1 e1 a2 b2 d2 b3 c3 a4 c4 e4 b5 d5; side black";
    assert_eq!(
        hole("freestyle", text, "win by force", "e5"),
        "after e5: White has no legal move, so nobody wins"
    );
}

#[test]
fn a_game_that_is_over_proves_nothing() {
    let header = "size 15; black h8 i8 j8 k8 l8; white a1; side black";
    assert_eq!(hole("freestyle", header, "win by force", "a2"), "the game is over before the first move");
}

#[test]
fn every_move_of_a_tree_must_be_needed() {
    assert_eq!(
        hole("freestyle", THREE, "win by fours", "k8 (a1 g8 * l8)"),
        "a1 stands in the tree, but nothing leads there"
    );
    assert_eq!(hole("freestyle", THREE, "win by fours", "k8 (* l8)"), "`*` answers no move at all");
    assert_eq!(
        hole("freestyle", THREE, "win by fours", "k8 (l8 g8 l8 g8)"),
        "after k8: l8 is answered twice"
    );
    // A reply that loses at once may be listed, and is checked then.
    assert!(check("freestyle", THREE, "win by fours", "k8 (l8 g8)").is_ok());
    assert_eq!(hole("freestyle", THREE, "win by fours", "k8 (l8 a2)"), "after k8 l8 a2: no answer to g8");
}

#[test]
fn a_defence_lists_what_loses() {
    // Black has an open three and White is to move. Nothing is claimed of the moves named.
    let header = "size 15; black h8 i8 j8; white a1 c2; side white";
    assert!(check("freestyle", header, "defence by fours g8 k8 f8 l8", "(* k8)").is_ok());
    assert!(check("freestyle", header, "defence by fours g8 k8 l8", "(* k8)").is_ok());
    assert_eq!(hole("freestyle", header, "defence by fours g8 k8", "(* k8)"), "after l8 k8: no answer to g8");
    // f8 loses to k8, l8 to g8.
    assert!(check("freestyle", header, "defence by fours g8 k8", "(l8 g8 * k8)").is_ok());
    assert!(
        hole("freestyle", header, "defence by fours g8 k8", "()").starts_with("no answer to b1, nor to ")
    );
}

#[test]
fn a_move_that_wins_must_be_among_the_defences() {
    let header = "size 15; black h8 i8 j8 k8; white a1 b1 c1 d1; side white";
    assert_eq!(hole("freestyle", header, "defence by force g8", "()"), "White makes five with e1");
    // All others lose at once: nothing stops both ends.
    assert!(check("freestyle", header, "defence by force e1", "()").is_ok());
}

#[test]
fn no_win_by_fours_answers_every_four() {
    let header = "size 15; black h8 i8 j8; white g8 c2 e1; side black";
    assert_eq!(hole("freestyle", header, "no win by fours", "()"), "no answer to k8, nor to 1 other move");
    assert!(check("freestyle", header, "no win by fours", "(k8 l8 l8 k8)").is_ok());
    assert_eq!(
        hole("freestyle", header, "no win by fours", "(k8 l8 l8 a3)"),
        "after l8 a3: Black makes five with k8"
    );
    assert_eq!(
        hole("freestyle", THREE, "no win by fours", "(* k8)"),
        "after f8 k8: Black makes five with g8"
    );
    assert!(check("freestyle", "size 15; side black", "no win by fours", "()").is_ok());
}

#[test]
fn a_refutation_may_end_with_a_five() {
    let header = "size 15; black h8 i8 j8; white a1 b1 c1 d1 g8; side black";
    assert!(check("freestyle", header, "no win by fours", "(* e1)").is_ok());
}

#[test]
fn a_check_can_be_stopped() {
    // `*` in `*` in `*`: tens of millions of positions on a board of 22×22.
    let text = "goren-proof 1\nrule freestyle\nsize 22\nblack h8 i8 j8 h15 i15 j15\nwhite v22 t20\nside black\n\
        claim win by force\na22 (* c21 (* e20 (f8,g8,k8,l8 k15 * k8)))\nend\n";
    let proof = Proof::from_text(text).unwrap();
    let mut seen = 0;
    let stopped = verify_watched(&proof.position, &proof.claim, &proof.tree, &mut |counts| {
        seen = counts.positions;
        ControlFlow::Break(())
    });
    assert_eq!(stopped, Err(Failure::Stopped));
    assert!(seen > 0);
}

#[test]
fn what_a_tree_has_too_much_is_left_out() {
    let point = |name: &str| name.parse::<Point>().unwrap();
    let leaf = |name| Attack { point: point(name), branches: Vec::new() };
    let branch = |replies, attack| Branch { replies, attack };
    let given = Proof::from_text(&format!(
        "goren-proof 1\nrule freestyle\n{}\nclaim win by force\nk8\nend\n",
        THREE.replace("; ", "\n")
    ))
    .unwrap();
    let attack = Attack {
        point: point("k8"),
        branches: vec![
            // a1 and c2 are White's already, l8 loses at once: a file may list it, but nothing needs it.
            branch(
                Replies::Points(vec![point("a1"), point("l8"), point("c2")]),
                Attack { point: point("g8"), branches: vec![branch(Replies::Others, leaf("a5"))] },
            ),
            branch(Replies::Others, leaf("a6")),
        ],
    };
    assert!(verify(&given.position, &attack).is_ok());
    let proof = Proof::of_win(&given.position, Means::Fours, &attack).unwrap();
    assert!(proof.to_text().ends_with("\nk8\nend\n"), "{}", proof.to_text());
    assert!(proof.verify().is_ok());
}
