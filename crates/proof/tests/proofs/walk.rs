//! Proofs walked through reply by reply.

use std::ops::ControlFlow;

use goren_core::{Point, Position, Rule, Size};
use goren_proof::{NodeState, Proof};

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

const WIN: &str = "goren-proof 1\nrule freestyle\nsize 15\nblack h9 h10 i8 j8\nwhite a1 c2 e1 g1\nside black\n\
    claim win by threats\nh8 (g8,k8,f8,l8 h7 * k8)\nend\n";

#[test]
fn each_reply_leads_to_its_answer() {
    let proof = Proof::from_text(WIN).unwrap();
    let root = proof.node(&[]).unwrap();
    assert_eq!(root.line, points("h8"));
    let NodeState::Replies { answers, rest } = root.state else { panic!("the proof begins") };
    assert_eq!(rest, []);
    let shown: Vec<_> =
        answers.iter().map(|each| (each.replies.len(), each.are_others, each.moves)).collect();
    assert_eq!(shown, [(4, false, 2), (212, true, 2)]);
    let listed = proof.node(&points("k8")).unwrap();
    assert_eq!(listed.line, points("h8 k8 h7"));
    let other = proof.node(&points("a15")).unwrap();
    assert_eq!(other.line, points("h8 a15 k8"));
    // Now whatever White does loses at once.
    let NodeState::Replies { answers, rest } = other.state else { panic!("the game goes on") };
    assert_eq!((answers.len(), rest.len()), (0, 225 - 8 - 3));
    let end = proof.node(&points("a15 l8")).unwrap();
    assert_eq!((end.line, end.state), (points("h8 a15 k8 l8 g8"), NodeState::Five));
    assert!(proof.node(&points("a15 l8 b2")).is_err(), "the game is over");
    assert!(proof.node(&points("h9")).is_err(), "there is a stone");
}

/// What a proof says of the position after some moves, whatever their order.
fn at(proof: &Proof, moves: &str) -> Option<Proof> {
    let mut position = proof.position.clone();
    points(moves).into_iter().for_each(|point| position.play(point));
    proof.at(&position, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn a_later_position_has_a_proof_of_its_own() {
    let proof = Proof::from_text(WIN).unwrap();
    let claim =
        |moves| at(&proof, moves).map(|found| (found.claim.to_string(), found.verify().unwrap().plies));
    let lost = |plies| Some(("defence by threats".to_owned(), plies));
    let won = |plies| Some(("win by threats".to_owned(), plies));
    assert_eq!(claim("h8"), lost(4));
    assert_eq!([claim("h8 g8"), claim("h8 a15")], [won(3), won(3)]);
    assert_eq!([claim("h8 g8 h7"), claim("h8 a15 k8")], [lost(2), lost(2)]);
    // The stones of the last one, placed in another order.
    assert_eq!(claim("k8 a15 h8"), lost(2));
    for elsewhere in ["", "a15", "h8 g8 a15", "k8 g8 h8", "h8 a15 g8"] {
        assert_eq!(claim(elsewhere), None, "{elsewhere}");
    }
    let other = Position::new(Rule::Freestyle, Size::DEFAULT);
    assert!(proof.at(&other, &mut |_| ControlFlow::Continue(())).is_none());
}

#[test]
fn the_longest_line_ends_with_the_five() {
    let proof = Proof::from_text(WIN).unwrap();
    let line = proof.longest_line();
    let mut position = proof.position.clone();
    line.iter().for_each(|&point| position.play(point));
    assert_eq!((line.len(), position.winner()), (5, Some(position.history()[0].stone)));
}

#[test]
fn a_defence_says_nothing_of_the_moves_it_names() {
    let text = "goren-proof 1\nrule freestyle\nsize 15\nblack h8 i8 j8\nwhite a1 c2\nside white\n\
        claim defence by fours g8 k8\n(l8 g8 * k8)\nend\n";
    let proof = Proof::from_text(text).unwrap();
    assert_eq!(proof.node(&points("g8")).unwrap().state, NodeState::Unclaimed);
    assert_eq!(proof.node(&points("l8")).unwrap().line, points("l8 g8"));
    let NodeState::Replies { answers, .. } = proof.node(&[]).unwrap().state else { panic!("it begins") };
    assert_eq!(answers[1].replies.len(), 225 - 5 - 3);
}

#[test]
fn a_refutation_is_walked_by_fours() {
    let text = "goren-proof 1\nrule freestyle\nsize 15\nblack h8 i8 j8\nwhite g8 c2 e1\nside black\n\
        claim no win by fours\n(k8 l8 l8 k8)\nend\n";
    let proof = Proof::from_text(text).unwrap();
    assert_eq!(proof.node(&points("k8")).unwrap().line, points("k8 l8"));
    assert_eq!(proof.node(&points("a1")).unwrap().state, NodeState::Unclaimed);
}
