//! The engine, the solvers, the review and the check of proofs, asked about the same positions: none contradicts another, and
//! whatever is called proved has a tree that the rules accept.
#![expect(clippy::unwrap_used, reason = "tests")]

use goren_core::{Limits, PlayedMove, Point, Position, Random, Rule, Size, Stop};
use goren_engine::{
    Defences, Engine, Options, ProveRequest, Proved, Refutation, SearchRequest, Solved, Solver, refute_vcf,
};
use goren_proof::{Claim, Means, Proof};
use goren_review::{Effort, ForcedWin, Line, Report, Study, proofs, review};

/// Games of each rule, and the positions of one that are looked at.
const GAMES: usize = 4;
const POSITIONS: usize = 10;
/// Nodes for each move of a game, and for each question.
const MOVE_NODES: u64 = 300;
const NODES: u64 = 1_500;
/// Moves of a list that are looked at one by one.
const SOME: usize = 3;

fn limits(nodes: u64) -> SearchRequest {
    SearchRequest { limits: Limits { nodes: Some(nodes), ..Limits::default() }, ..SearchRequest::default() }
}

/// A game that the engine plays against itself, from a few random stones, on boards of several sizes, some with traps.
fn game(random: &mut Random, engine: &mut Engine, rule: Rule, number: usize) -> Line {
    let size = Size::new([15, 13, 15, 11][number % 4]).unwrap();
    let mut all: Vec<Point> = Position::new(rule, size).empties().collect();
    let traps = if number % 4 == 3 { random.draw(&mut all, 3) } else { Vec::new() };
    let mut position = Position::with_traps(rule, size, &traps).unwrap();
    for _ in 0..4 {
        let inside: Vec<Point> = position.legal_moves().filter(|&point| size.in_centre(point, 7)).collect();
        position.play(random.pick(&inside).unwrap());
    }
    let start = position.clone();
    let mut moves = Vec::new();
    while position.outcome().is_ongoing() && moves.len() < 60 {
        // Some mistakes: there must be something to find.
        let legal: Vec<Point> = position.legal_moves().filter(|&point| size.in_centre(point, 9)).collect();
        let careless = if random.once_in(12) { random.pick(&legal) } else { None };
        let best = || engine.search(&position, &limits(MOVE_NODES), &Stop::default(), &mut |_| {}).best();
        let Some(point) = careless.or_else(best) else { break };
        moves.push((moves.len(), PlayedMove { stone: position.side(), point: Some(point) }));
        position.play(point);
    }
    Line { start, moves }
}

/// The position of a line after some moves.
fn at(line: &Line, ply: usize) -> Position {
    let mut position = line.start.clone();
    line.moves[..ply].iter().for_each(|(_, played)| position.play(played.point.unwrap()));
    position
}

fn after(position: &Position, point: Point) -> Position {
    let mut after = position.clone();
    after.play(point);
    after
}

/// What is proved of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    Wins,
    /// Neither by fours nor by threats.
    HasNoWin,
    Open,
}

fn by(position: &Position, means: Means) -> Known {
    let request = ProveRequest { nodes: Some(NODES), ..ProveRequest::by(means) };
    let stop = &Stop::default();
    let proved = Solver::new(0).prove(position, &request, stop, &mut |_| ());
    let solved = Solver::new(0).solve(position, &request, stop, &mut |_| ());
    match proved {
        Proved::Win(tree) => {
            assert!(Proof::of_win(position, means, &tree).is_ok(), "{means}\n{position:?}");
            assert_ne!(solved, Solved::NoWin, "{means}\n{position:?}");
            Known::Wins
        }
        Proved::NoWin => {
            assert!(!matches!(solved, Solved::Win(_)), "{means}\n{position:?}");
            Known::HasNoWin
        }
        Proved::TooLarge | Proved::Unknown => Known::Open,
    }
}

/// By the solvers.
fn known(position: &Position) -> Known {
    let (fours, threats) = (by(position, Means::Fours), by(position, Means::Threats));
    assert!(fours != Known::Wins || threats != Known::HasNoWin, "{position:?}");
    if fours == Known::Wins { Known::Wins } else { threats }
}

/// Asks everybody about a position; whether a win, and a loss, was proved.
fn agree(position: &Position, engine: &mut Engine) -> (bool, bool) {
    let stop = Stop::default();
    let known = known(position);
    engine.clear();
    let found = engine.search(position, &limits(NODES), &stop, &mut |_| {});
    let best = found.lines.first();
    let is_proved = best.is_some_and(|best| best.is_proved);
    assert_eq!(is_proved, found.proof.is_some(), "{position:?}");
    if let Some(tree) = &found.proof {
        assert!(Proof::of_win(position, Means::Threats, tree).is_ok(), "{position:?}");
        assert_ne!(known, Known::HasNoWin, "{position:?}");
    }
    let mut is_lost = false;
    for means in [Means::Fours, Means::Threats] {
        let request = ProveRequest { nodes: Some(NODES), ..ProveRequest::by(means) };
        let mut passed = position.clone();
        passed.pass();
        match Solver::new(0).defences(position, &request, &stop, &mut |_| ()) {
            Defences::NoThreat => assert_ne!(by(&passed, means), Known::Wins, "{means}\n{position:?}"),
            Defences::Unknown => {}
            Defences::Moves { saves, losses, unknown } => {
                let named = saves.iter().chain(&unknown).copied().collect();
                let proof = Proof::of_defence(position, named, means, &losses);
                assert!(proof.is_ok(), "{means}\n{position:?}");
                for &point in saves.iter().take(SOME) {
                    let after = after(position, point);
                    assert!(
                        after.winner().is_some() || by(&after, means) != Known::Wins,
                        "{point}\n{position:?}"
                    );
                }
                if means == Means::Fours
                    && unknown.is_empty()
                    && let Refutation::Moves(moves) = refute_vcf(position, NODES as u32, &stop)
                {
                    let makes_five = |point: &Point| after(position, *point).winner().is_some();
                    assert!(saves.iter().any(makes_five) || saves == moves, "{position:?}");
                }
                is_lost |= saves.is_empty() && unknown.is_empty();
            }
        }
    }
    if is_lost {
        // Nobody calls it won, and no move of it is said to leave the other side without a win.
        assert!(known != Known::Wins && !is_proved, "{position:?}");
        let fewer = best.and_then(|best| best.score.plies_to_win());
        assert_eq!(fewer, None, "{position:?}");
    }
    if known == Known::Wins {
        assert_eq!(best.and_then(|best| best.score.plies_to_loss()), None, "{position:?}");
    }
    (known == Known::Wins, is_lost)
}

/// What a review says of a game is what the solvers say; how much it said.
fn agree_on_review(line: &Line) -> usize {
    let effort = Effort { nodes: MOVE_NODES, threads: 2 };
    let stop = Stop::default();
    let study = review(line, Study::default(), effort, &stop, &mut |_| {});
    let report = Report::of(line, &study);
    assert!(report.done);
    let mut said = 0;
    let mut proved = Vec::new();
    proofs(line, &report, &|_| false, &mut |proof| proved.push(proof), &stop);
    let proof_of = |position: &Position| proved.iter().find(|proof| proof.position.hash() == position.hash());
    // The tree is accepted, and has the number of moves that is told.
    let proves = |position: &Position, win: &ForcedWin| {
        let proof = proof_of(position).unwrap();
        let plies = proof.verify().unwrap().plies;
        matches!(proof.claim, Claim::Win(means) if win.by == means.into())
            && win.moves as u32 == plies.div_ceil(2)
    };
    for (judged, finding) in report.findings() {
        let (before, played) = (at(line, judged.number - 1), judged.point.unwrap());
        if let Some(missed) = &finding.missed {
            assert!(proves(&before, missed), "{played}\n{before:?}");
            said += 1;
        }
        if let Some(allowed) = &finding.allowed {
            assert!(proves(&after(&before, played), allowed), "{played}\n{before:?}");
            assert!(!finding.holds.contains(&played) && !finding.undecided.contains(&played));
            said += 1;
        }
        for &point in finding.holds.iter().take(SOME) {
            let after = after(&before, point);
            assert!(after.winner().is_some() || known(&after) != Known::Wins, "{point}\n{before:?}");
            said += 1;
        }
    }
    if let Some(escape) = &report.last_escape {
        let before = at(line, escape.number - 1);
        for &point in escape.holds.iter().take(SOME) {
            let after = after(&before, point);
            assert!(after.winner().is_some() || known(&after) != Known::Wins, "{point}\n{before:?}");
        }
        assert_eq!(escape.wins.is_empty(), escape.win.is_none(), "{before:?}");
        for &point in &escape.wins {
            assert!(
                proved.iter().any(|proof| {
                    let is_win = matches!(proof.claim, Claim::Win(_));
                    is_win
                        && proof.position.hash() == before.hash()
                        && proof.verify().is_ok()
                        && proof.longest_line()[0] == point
                }),
                "{point}\n{before:?}"
            );
        }
        // Every later move loses, the one that was played too.
        for ply in (escape.number + 1..line.moves.len()).step_by(2) {
            let proof = proof_of(&at(line, ply)).unwrap();
            assert!(matches!(&proof.claim, Claim::Defence { moves, .. } if moves.is_empty()), "{ply}");
            assert!(proof.verify().is_ok(), "{ply}");
            said += 1;
        }
        said += 1;
    }
    said
}

#[test]
fn nobody_contradicts_anybody() {
    let mut random = Random::new(28);
    let mut engine = Engine::new(Options { memory: 4 << 20, ..Options::default() });
    let (mut positions, mut won, mut lost, mut said) = (0, 0, 0, 0);
    for rule in Rule::ALL {
        for number in 0..GAMES {
            let line = game(&mut random, &mut engine, rule, number);
            // The last moves of a game are those that are decided.
            let last = line.moves.len();
            for ply in last.saturating_sub(POSITIONS)..last {
                let (wins, loses) = agree(&at(&line, ply), &mut engine);
                positions += 1;
                won += usize::from(wins);
                lost += usize::from(loses);
            }
            if number == 0 {
                said += agree_on_review(&line);
            }
        }
    }
    assert!(positions >= 190, "{positions}");
    assert!(won >= 30 && lost >= 15 && said >= 10, "{won} won, {lost} lost, {said} said of games");
}
