//! Games whose decisive mistake is known.
#![expect(clippy::unwrap_used, reason = "tests")]

use goren_core::{ForbiddenKind, PlayedMove, Point, Position, Rule, Size, Stone, Stop};
use goren_engine::{Defences, LineTest, ProveRequest, Solved, Solver, solve_vcf, solve_vct};
use goren_proof::{Means, Proof};
use goren_review::{
    Attempt, AttemptVerdict, Effort, Finding, FindingKind, Judge, LastEscape, Line, Report, Study,
    WinningWay, attempt, review, sentence, text,
};

fn line(rule: Rule, names: &str) -> Line {
    let moves = names.split_whitespace().zip(Stone::BOTH.into_iter().cycle()).enumerate();
    let moves = moves.map(|(i, (name, stone))| (i + 1, PlayedMove { stone, point: Some(point(name)) }));
    Line { start: Position::new(rule, Size::DEFAULT), moves: moves.collect() }
}

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn effort(threads: usize) -> Effort {
    Effort { nodes: 3_000, threads }
}

fn studied(line: &Line, threads: usize) -> Study {
    review(line, Study::default(), effort(threads), &Stop::default(), &mut |_| {})
}

/// Reviewed twice, by one thread and by three: the same.
fn reviewed(rule: Rule, names: &str) -> Report {
    let line = line(rule, names);
    let (one, three) = (studied(&line, 1), studied(&line, 3));
    assert_eq!(one, three);
    let report = Report::of(&line, &one);
    assert!(report.done && report.judged == report.positions);
    report
}

/// White leaves an open three alone.
const FOURS: &str = "h8 i9 h6 g9 h7 a1 h9 a2 h10";
/// White plays far away, and Black wins by threats.
const THREATS: &str = "h8 i8 i9 j10 h10 a1 h9 h7 h12 h11 g11 f12 j8 k7 g9 f9 j9 k9 f10 d8 e11 i7 d12";
/// Black does not win with its open three, White does with its own.
const EXCHANGE: &str = "h8 i9 h6 g9 h7 a1 o15 h9 o14 f9 e9 j9";
/// Black makes two open threes, which renju forbids.
const FORBIDDEN: &str = "h8 a1 i8 a3 j9 a5 j10 a7 j8";

#[test]
fn an_open_three_that_was_left_alone_is_the_decisive_mistake() {
    let report = reviewed(Rule::Freestyle, FOURS);
    let last = &report.moves[5];
    let finding = last.finding.as_ref().unwrap();
    assert_eq!(finding.kind, FindingKind::MissedDefence);
    let allowed = finding.allowed.as_ref().unwrap();
    assert_eq!((allowed.by, allowed.moves), (WinningWay::Fours, 2));
    assert!(finding.holds.contains(&point("h9")) && finding.holds.contains(&point("h5")), "{finding:?}");
    let escape = report.last_escape.as_ref().unwrap();
    assert_eq!((escape.number, escape.stone, escape.point), (6, Stone::White, Some(point("a1"))));
    assert!(escape.complete && escape.holds == finding.holds, "{escape:?}");
    assert_eq!(report.turning_point, Some(6));
    assert_eq!(report.players[1].counts.missed_defence, 1);
    assert_eq!(report.players[0].counts.missed_win, 0);
    assert!(report.players[0].accuracy > report.players[1].accuracy);
    let said = sentence(last);
    assert!(said.starts_with("Move 6, White: a1 allowed a win by fours in 2 moves; "), "{said}");
    assert!(said.ends_with(" would have stopped it."), "{said}");
}

#[test]
fn a_move_far_away_that_allows_a_win_by_threats_is_the_decisive_mistake() {
    let report = reviewed(Rule::Freestyle, THREATS);
    let finding = report.moves[5].finding.as_ref().unwrap();
    assert_eq!(finding.kind, FindingKind::MissedDefence);
    assert_eq!(finding.allowed.as_ref().unwrap().by, WinningWay::Threats);
    let escape = report.last_escape.as_ref().unwrap();
    assert_eq!((escape.number, escape.point), (6, Some(point("a1"))));
    holds_what_it_says(&line(Rule::Freestyle, THREATS), escape);
    assert!(!escape.holds.is_empty(), "{escape:?}");
    assert_eq!(report.turning_point, Some(6));
    // The winner played what the proof says, or as good.
    assert_eq!(report.players[0].counts.missed_win, 0, "{:?}", report.players);
}

/// What a last escape says is so: by other questions than those of the review.
fn holds_what_it_says(line: &Line, escape: &LastEscape) {
    let at = |ply: usize| {
        let mut position = line.start.clone();
        line.moves[..ply].iter().for_each(|(_, played)| position.play(played.point.unwrap()));
        position
    };
    let stop = Stop::default();
    let ply = escape.number - 1;
    let named = [&escape.wins, &escape.holds, &escape.undecided];
    assert!(named.iter().all(|points| !points.contains(&escape.point.unwrap())), "{escape:?}");
    for &point in &escape.holds {
        let mut after = at(ply);
        after.play(point);
        assert_eq!(solve_vcf(&after, None, &stop).solved, Solved::NoWin, "{point}");
        assert!(!matches!(solve_vct(&after, Some(50_000), &stop).solved, Solved::Win(_)), "{point}");
    }
    let mut solver = Solver::new(4 << 20);
    for &point in &escape.wins {
        let request = ProveRequest::by(Means::Threats);
        let tested = solver.test_line(&at(ply), &[point], &request, &stop, &mut |_| ());
        assert!(matches!(tested, LineTest::Wins(_)), "{point}");
    }
    // Every later move loses: the one that was played by what followed it, the others by proof.
    for ply in (ply + 2..line.moves.len()).step_by(2) {
        let request = ProveRequest { nodes: Some(400_000), ..ProveRequest::by(Means::Threats) };
        let defences = Solver::new(16 << 20).defences(&at(ply), &request, &stop, &mut |_| ());
        let Defences::Moves { saves, losses, unknown } = defences else { panic!("move {}", ply + 1) };
        let named: Vec<Point> = saves.into_iter().chain(unknown).collect();
        assert!(named.iter().all(|&point| Some(point) == line.moves[ply].1.point), "move {}", ply + 1);
        assert!(Proof::of_defence(&at(ply), named, Means::Threats, &losses).is_ok(), "move {}", ply + 1);
    }
}

#[test]
fn a_move_that_was_played_and_lost_is_no_escape() {
    // The review once named move 10 and the very move that was played there as the only escape.
    let names = "k5 h3 g8 i11 d10 d7 h8 f8 g9 g10 f9 h9 i7 j6 e11 f10 e10 h7 e9 e12 c9 d9 b8 f12 a7";
    let thirteen = Position::new(Rule::Freestyle, Size::new(13).unwrap());
    let line = Line { start: thirteen, ..line(Rule::Freestyle, names) };
    let report = Report::of(&line, &studied(&line, 2));
    let escape = report.last_escape.as_ref().unwrap();
    assert!(escape.number < 10, "{escape:?}");
    holds_what_it_says(&line, escape);
}

#[test]
fn a_last_escape_that_was_a_win_is_called_a_win() {
    // Both sides have an open three; Black, to move, plays elsewhere.
    let names = "h8 d4 h9 e4 h10 f4 o15 g4 a1 c4";
    let report = reviewed(Rule::Freestyle, names);
    let escape = report.last_escape.as_ref().unwrap();
    assert_eq!((escape.number, escape.stone), (7, Stone::Black));
    assert_eq!(escape.wins, ["h7", "h11"].map(point));
    let win = escape.win.as_ref().unwrap();
    assert_eq!((win.by, win.moves), (WinningWay::Fours, 2));
    holds_what_it_says(&line(Rule::Freestyle, names), escape);
    let said = text(&report, ["", ""]);
    assert!(
        said.contains("Last escape: move 7, Black, who played o15. After it every move loses: proved."),
        "{said}"
    );
    assert!(said.contains("  h7 or h11 would have won: a win by fours in 2 moves."), "{said}");
}

#[test]
fn a_review_of_an_earlier_version_keeps_its_searches_and_calls_nothing_proved() {
    let line = line(Rule::Freestyle, THREATS);
    let study = studied(&line, 1);
    for version in [1, 2] {
        let mut old = serde_json::to_value(&study).unwrap();
        old["version"] = version.into();
        for standing in old["standings"].as_array_mut().unwrap() {
            standing.as_object_mut().unwrap().remove("moves");
        }
        // As it was stored first: undecided moves, the one that was played among them.
        old["checks"]["5"]["defences"] =
            serde_json::json!({ "proved": [], "likely": ["a1", "b1", "h10"], "complete": true });
        let old: Study = serde_json::from_value(old).unwrap();
        let report = Report::of(&line, &old);
        assert!(!report.done && report.last_escape.is_none());
        assert!(report.findings().all(|(_, finding)| finding.missed.is_none() && finding.allowed.is_none()));
        let kept = study.standings.iter().flatten().filter(|standing| standing.win.is_none()).count();
        assert!(kept > 5 && kept < study.standings.len());
        let mut first = None;
        let renewed = review(&line, old, effort(1), &Stop::default(), &mut |study| {
            first.get_or_insert((study.progress().0, study.checks.len()));
        });
        assert_eq!(first, Some((kept + 1, 0)));
        assert_eq!(renewed, study);
    }
    // The third one lacks only the search after the moves that the last escape names.
    let mut old = serde_json::to_value(&study).unwrap();
    old["version"] = 3.into();
    let escape = &mut old["checks"]["5"]["defences"];
    assert_eq!(escape.as_object_mut().unwrap().remove("searched"), Some(true.into()));
    let old: Study = serde_json::from_value(old).unwrap();
    let report = Report::of(&line, &old);
    assert!(!report.done && report.last_escape.is_none() && report.findings().count() > 0);
    assert_eq!(review(&line, old, effort(1), &Stop::default(), &mut |_| ()), study);
}

#[test]
fn whoever_misses_a_win_and_then_a_defence_has_lost_twice() {
    let report = reviewed(Rule::Freestyle, EXCHANGE);
    let kind = |number: usize| report.moves[number - 1].finding.as_ref().map(|finding| finding.kind);
    let decisive = [6, 7, 9].map(kind);
    let [defence, win] = [FindingKind::MissedDefence, FindingKind::MissedWin];
    assert_eq!(decisive, [Some(defence), Some(win), Some(defence)]);
    let escape = report.last_escape.as_ref().unwrap();
    assert_eq!((escape.number, escape.stone), (9, Stone::Black));
    let said = sentence(&report.moves[6]);
    assert!(said.starts_with("Move 7, Black: o15 missed a win by fours in 2 moves; h"), "{said}");
    assert!(said.ends_with(" would have won."), "{said}");
    assert_eq!((report.players[0].counts.missed_win, report.players[0].counts.missed_defence), (1, 1));
}

#[test]
fn a_forbidden_move_is_called_forbidden() {
    let report = reviewed(Rule::Renju, FORBIDDEN);
    let last = report.moves.last().unwrap();
    let finding = last.finding.as_ref().unwrap();
    assert_eq!((finding.kind, finding.why), (FindingKind::Forbidden, Some(ForbiddenKind::DoubleThree)));
    assert_eq!((last.black, report.turning_point), (0.0, Some(9)));
    assert!(sentence(last).starts_with("Move 9, Black: j8 was forbidden (two open threes)"));
    assert_eq!((report.players[0].counts.forbidden, &report.last_escape), (1, &None));
}

#[test]
fn a_review_that_was_stopped_goes_on_where_it_was() {
    let line = line(Rule::Freestyle, FOURS);
    let stop = Stop::default();
    let part = review(&line, Study::default(), effort(1), &stop, &mut |study| {
        if study.progress().0 == 4 {
            stop.raise();
        }
    });
    assert!(!part.done && (4..10).contains(&part.progress().0));
    assert!(Report::of(&line, &part).last_escape.is_none());
    let stored: Study = serde_json::from_str(&serde_json::to_string(&part).unwrap()).unwrap();
    let mut first = None;
    let whole = review(&line, stored, effort(1), &Stop::default(), &mut |study| {
        first.get_or_insert(study.progress().0);
    });
    assert_eq!(first, Some(part.progress().0 + 1));
    assert_eq!(whole, studied(&line, 1));
    // One that is done is not begun again; another effort is another review.
    let mut told = 0;
    review(&line, whole.clone(), effort(2), &Stop::default(), &mut |_| told += 1);
    assert_eq!(told, 1);
    let other = Effort { nodes: 1_000, threads: 1 };
    let anew = review(&line, whole, other, &Stop::default(), &mut |_| told += 1);
    assert!(told > 10 && anew.done);
}

#[test]
fn what_was_known_of_a_shorter_line_is_kept() {
    let short = studied(&line(Rule::Freestyle, "h8 i9 h6 g9"), 1);
    let long = line(Rule::Freestyle, "h8 i9 h6 g9 h7 a1");
    let mut first = None;
    let grown = review(&long, short, effort(1), &Stop::default(), &mut |study| {
        first.get_or_insert(study.progress().0);
    });
    assert_eq!((first, &grown), (Some(6), &studied(&long, 1)));
}

#[test]
fn a_move_that_is_tried_is_judged_by_proof() {
    let long = line(Rule::Freestyle, EXCHANGE);
    let report = Report::of(&long, &studied(&long, 1));
    let judged = |number: usize, name: &str| {
        let move_report = &report.moves[number - 1];
        let finding = move_report.finding.as_ref().unwrap();
        tried(&long, number, finding, move_report.point, name)
    };
    // White lets the open three be, or stops it.
    let lets = judged(6, "b1").unwrap();
    assert_eq!((lets.verdict, lets.solved), (AttemptVerdict::Loses, false));
    assert_eq!(lets.win.unwrap().moves, 2);
    assert_eq!(lets.line[0], point("b1"));
    let stops = judged(6, "h9").unwrap();
    assert!(stops.solved && stops.win.is_none(), "{stops:?}");
    assert_eq!((stops.verdict, stops.played), (AttemptVerdict::Holds, Some(0.0)));
    // Black wins at either end, by fours.
    for end in ["h5", "h9"] {
        let wins = judged(7, end).unwrap();
        assert_eq!((wins.verdict, wins.solved), (AttemptVerdict::Wins, true), "{end}");
        let win = wins.win.unwrap();
        assert_eq!((win.by, win.moves, win.line[0]), (WinningWay::Fours, 2, point(end)));
    }
    let quiet = judged(7, "a15").unwrap();
    assert!(!quiet.solved && quiet.better == 1.0, "{quiet:?}");
    assert_eq!(judged(7, "o15").unwrap().verdict, AttemptVerdict::Same);
    assert!(judged(7, "h8").is_err());
}

/// Another move in place of one of a line.
fn tried(
    line: &Line,
    number: usize,
    finding: &Finding,
    played: Option<Point>,
    name: &str,
) -> Result<Attempt, goren_core::IllegalMove> {
    let mut position = line.start.clone();
    line.moves[..number - 1].iter().for_each(|(_, played)| position.play(played.point.unwrap()));
    let judge = &mut Judge::new(3_000);
    attempt(&position, finding, played, point(name), judge, &mut |_| (), &Stop::default()).map(Option::unwrap)
}

#[test]
fn a_move_that_is_tried_is_compared_with_the_one_that_was_played() {
    let line = line(Rule::Freestyle, "h8 i9 g9 i7 j10 f8");
    let finding = Finding {
        kind: FindingKind::Mistake,
        best: Some(point("i8")),
        line: vec![point("i8")],
        why: None,
        missed: None,
        allowed: None,
        holds: Vec::new(),
        undecided: Vec::new(),
    };
    let judged = |played: &str, name: &str| tried(&line, 7, &finding, Some(point(played)), name).unwrap();
    let mut seen = Vec::new();
    for played in ["a1", "g8", "h6"] {
        for name in ["a15", "o1", "g8", "h7", "h6", "i8", "f10"] {
            let Attempt { verdict, solved, chance, better, played: before, .. } = judged(played, name);
            seen.push(verdict);
            let before = before.unwrap_or(chance);
            let near = |one: f64, other: f64| (one - other).abs() < 0.05;
            let holds = match verdict {
                AttemptVerdict::Good => chance > before - 0.05 && chance > better - 0.05,
                AttemptVerdict::Weaker => chance >= before + 0.05 && chance <= better - 0.05,
                AttemptVerdict::Alike => near(chance, before) && chance <= better - 0.05,
                AttemptVerdict::Worse => chance < before,
                AttemptVerdict::Same => name == played,
                AttemptVerdict::Loses => chance == 0.0,
                AttemptVerdict::Wins | AttemptVerdict::Holds => false,
            };
            assert!(holds, "{played} {name}: {verdict:?} {chance} {before} {better}");
            assert_eq!(solved, verdict == AttemptVerdict::Good, "{played} {name}");
        }
    }
    for verdict in
        [AttemptVerdict::Good, AttemptVerdict::Alike, AttemptVerdict::Worse, AttemptVerdict::Weaker]
    {
        assert!(seen.contains(&verdict), "{verdict:?} {seen:?}");
    }
}

#[test]
fn a_line_that_cannot_be_played_ends_there() {
    let broken = line(Rule::Freestyle, "h8 i9 h8 g9");
    let report = Report::of(&broken, &studied(&broken, 1));
    assert_eq!((report.moves.len(), report.done), (2, true));
}
