use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use goren_core::{Rule, Size, Stone};
use goren_puzzle::{Kind, Theme};
use goren_record::Format;

use super::*;
use crate::store::Archive;
use crate::wire::RushStart;
use goren_puzzle::training::TrainFilter;

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

fn puzzle(rule: Rule, kind: Kind, moves: &str, answers: &str, line: &str) -> Puzzle {
    let moves = points(moves);
    let side = if moves.len().is_multiple_of(2) { Stone::Black } else { Stone::White };
    let mut answers = points(answers);
    answers.sort_unstable();
    let mut puzzle = Puzzle {
        id: String::new(),
        rule,
        size: Size::DEFAULT,
        moves,
        side,
        kind,
        answers,
        line: points(line),
        proof: None,
        grade: 2,
        rating: 1200,
        themes: vec![Theme::Short],
        shifts: Vec::new(),
        source: "a test".to_owned(),
    };
    puzzle.id = Puzzle::id_of(&puzzle.position());
    puzzle.check().unwrap();
    puzzle
}

/// An open three to extend, and one to stop.
fn fixture() -> &'static [Puzzle] {
    Box::leak(Box::new([
        puzzle(Rule::Freestyle, Kind::Fours, "h8 a1 i8 c1 j8 e1", "g8 k8", "g8 f8 k8"),
        puzzle(Rule::Standard, Kind::Defence, "h8 a1 i8 c1 j8", "f8 g8 k8 l8", "g8"),
    ]))
}

fn training(store: &Arc<Store>) -> Arc<Training> {
    Training::with(Arc::clone(store), Load::default(), Arc::default(), fixture())
}

fn in_memory() -> Arc<Training> {
    training(&Arc::new(Store::in_memory().unwrap()))
}

fn begin(mode: TrainMode) -> TrainBegin {
    TrainBegin { mode, filter: TrainFilter::default(), id: None, day: Some(today()) }
}

fn one(training: &Training, kind: Kind) -> AttemptView {
    let id = fixture().iter().find(|puzzle| puzzle.kind == kind).unwrap().id.clone();
    training.begin(&TrainBegin { id: Some(id), ..begin(TrainMode::One) }).unwrap()
}

fn today() -> String {
    date(now_ms() / 1000)
}

/// A right and a wrong first move of a puzzle as it is shown.
fn moves(training: &Training, attempt: &AttemptView) -> (Point, Point) {
    let state = training.lock();
    let shown = &state.training.progress().attempts[&attempt.attempt].puzzle;
    let position = shown.position();
    let wrong = position.legal_moves().find(|point| !shown.is_answer(*point)).unwrap();
    (shown.answers[0], wrong)
}

fn play(training: &Training, attempt: &AttemptView, point: Point) -> TrainRuling {
    training.play(&attempt.attempt, point, &Stop::default()).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("goren-training-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Ratings are stored as JSON, whose reader is a digit off for some numbers unless it is asked not to be.
#[test]
fn every_rating_is_read_as_it_was_written() {
    let mut random = goren_core::Random::new(18);
    for _ in 0..10_000 {
        let rating = 400.0 + random.below(1 << 40) as f64 / (1_u64 << 40) as f64 * 2600.0;
        let text = serde_json::to_string(&rating).unwrap();
        assert_eq!(serde_json::from_str::<f64>(&text).unwrap(), rating, "{text}");
    }
}

#[test]
fn ratings_schedule_runs_and_own_puzzles_survive_a_restart_and_a_backup() {
    let data = folder("restart");
    let own = puzzle(Rule::Renju, Kind::Fours, "h8 a1 i8 c1 j8 e1 b15 o1", "g8 k8", "g8 f8 k8");
    let (before, due) = {
        let training = training(&Arc::new(Store::open(&data).unwrap()));
        training.add_own(own.clone()).unwrap();
        let first = one(&training, Kind::Fours);
        let (right, _) = moves(&training, &first);
        assert!(play(&training, &first, right).over);
        let daily = training.begin(&begin(TrainMode::Daily)).unwrap();
        let (right, _) = moves(&training, &daily);
        play(&training, &daily, right);
        let second = one(&training, Kind::Defence);
        let (_, wrong) = moves(&training, &second);
        let ruling = play(&training, &second, wrong);
        assert!(ruling.missed);
        training.start_rush(&RushStart { minutes: 3, rule: None }).unwrap();
        let rush = training.begin(&begin(TrainMode::Rush)).unwrap();
        let (right, _) = moves(&training, &rush);
        assert_eq!(play(&training, &rush, right).rush.unwrap().score, 1);
        (training.view(&today()).unwrap(), training.progress().ahead)
    };
    assert_ne!(before.rating, 1000.0);
    assert_eq!((before.daily.run, before.daily.solved, before.rush[0].score, before.own), (1, true, 1, 1));
    assert_eq!(due[0], 1, "what was missed comes again tomorrow");
    let copy = data.join("copy.redb");
    Archive::read(&data).unwrap().write_file(&copy).unwrap();
    fs::copy(&copy, data.join("goren.redb")).unwrap();
    let training = training(&Arc::new(Store::open(&data).unwrap()));
    let after = training.view(&today()).unwrap();
    assert_eq!(serde_json::to_value(&after).unwrap(), serde_json::to_value(&before).unwrap());
    assert_eq!(training.progress().ahead, due);
    assert_eq!(training.progress().tries.len(), before.tried);
    assert_eq!(training.own().puzzles[0].puzzle, own.id);
    drop(training);
    let out = data.join("out");
    Archive::read(&data).unwrap().export(&out, Format::Sgf).unwrap();
    let lines = fs::read_to_string(out.join("goren-training.jsonl")).unwrap();
    assert!(lines.contains("train/player") && lines.contains(&own.id));
    fs::remove_dir_all(&data).unwrap();
}

#[test]
fn what_the_desk_refuses_is_said_in_words() {
    let training = in_memory();
    let text = |error: TrainError| error.to_string();
    let day = TrainBegin { day: Some("1999-01-01".to_owned()), ..begin(TrainMode::Daily) };
    assert!(text(training.begin(&day).unwrap_err()).contains("got `1999-01-01`"));
    let train = TrainBegin { day: Some("1999-01-01".to_owned()), ..begin(TrainMode::Train) };
    assert!(training.begin(&train).is_ok(), "only the puzzle of the day has one");
    let attempt = one(&training, Kind::Fours);
    let line = &fixture()[0].line;
    let refused = training.prove(&attempt.attempt, line, &Stop::default()).unwrap_err();
    assert!(text(refused).contains("solve it first"));
}

#[test]
fn the_proof_of_a_line_is_kept_with_all_others() {
    let training = in_memory();
    let attempt = one(&training, Kind::Fours);
    let solution = training.solution(&attempt.attempt).unwrap();
    let stop = Stop::default();
    let (puzzle, _) = training.lock().training.explained(&attempt.attempt, &[]).unwrap();
    assert!(training.proofs.about(&puzzle.position()).is_none());
    let tree = training.tree(&attempt.attempt, &solution.line, &stop).unwrap();
    assert_eq!((tree.moves, tree.first, tree.replies.len()), (2, 1, 1));
    let told = training.proofs.about(&puzzle.position()).unwrap().proved().unwrap();
    assert_eq!((told.winner, told.moves as usize), (Stone::Black, solution.line.len().div_ceil(2)));
    let wrong = training.tree(&attempt.attempt, &solution.line[1..2], &stop).unwrap();
    assert_eq!((wrong.moves, wrong.replies.len()), (0, 0));
}

/// Everything that an answer may change.
fn standing(training: &Training) -> String {
    let state = training.lock();
    format!("{:?}", state.training.progress())
}

#[test]
fn an_answer_that_cannot_be_written_is_not_counted_and_can_be_given_again() {
    let store = Arc::new(Store::in_memory().unwrap());
    let training = training(&store);
    training.start_rush(&RushStart { minutes: 3, rule: None }).unwrap();
    let attempts = [
        training.begin(&begin(TrainMode::Daily)).unwrap(),
        one(&training, Kind::Fours),
        training.begin(&begin(TrainMode::Rush)).unwrap(),
    ];
    for attempt in attempts {
        let (right, wrong) = moves(&training, &attempt);
        let before = standing(&training);
        store.is_broken.store(true, Ordering::Relaxed);
        for point in [wrong, right] {
            let refused = training.play(&attempt.attempt, point, &Stop::default());
            assert!(matches!(refused, Err(TrainError::Store(_))));
        }
        assert!(training.hint(&attempt.attempt, &Stop::default()).is_err());
        assert!(training.solution(&attempt.attempt).is_err());
        assert_eq!(standing(&training), before);
        store.is_broken.store(false, Ordering::Relaxed);
        assert!(play(&training, &attempt, right).right);
        assert_ne!(standing(&training), before);
    }
}

#[test]
fn a_puzzle_and_a_rush_go_on_after_a_restart() {
    let data = folder("goes-on");
    let open = || training(&Arc::new(Store::open(&data).unwrap()));
    let (attempt, rush) = {
        let training = open();
        training.start_rush(&RushStart { minutes: 3, rule: None }).unwrap();
        let rush = training.begin(&begin(TrainMode::Rush)).unwrap();
        let attempt = one(&training, Kind::Fours);
        training.hint(&attempt.attempt, &Stop::default()).unwrap();
        (attempt, rush)
    };
    let training = open();
    let (right, _) = moves(&training, &attempt);
    let ruling = play(&training, &attempt, right);
    assert!(ruling.right && ruling.over);
    assert_eq!(ruling.result.unwrap().score, 0.5, "the hint is remembered");
    let (_, wrong) = moves(&training, &rush);
    let view = play(&training, &rush, wrong).rush.unwrap();
    assert_eq!((view.score, view.mistakes, view.over), (0, 1, false));
    drop(training);
    assert_eq!(open().rush().unwrap().mistakes, 1);
    fs::remove_dir_all(&data).unwrap();
}
