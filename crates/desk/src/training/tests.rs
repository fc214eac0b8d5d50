use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use goren_core::{Rule, Size};
use goren_puzzle::{Kind, Theme};
use goren_record::Format;

use super::*;
use crate::store::Archive;
use crate::wire::{
    AttemptView, RushStart, SheetRequest, Swap2Answer, Swap2Ask, Swap2Choice, Swap2Judge, TrainBegin,
    TrainFilter, TrainMode, TrainSaid,
};
use goren_core::Stop;

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
    let shown = &state.attempt(&attempt.attempt).unwrap().puzzle;
    let position = shown.position();
    let wrong = position.legal_moves().find(|point| !shown.is_answer(*point)).unwrap();
    (shown.answers[0], wrong)
}

fn play(training: &Training, attempt: &AttemptView, point: Point) -> crate::wire::TrainRuling {
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
fn every_answer_counts_once_and_a_second_meeting_moves_no_rating() {
    let training = in_memory();
    let attempt = one(&training, Kind::Fours);
    assert!(attempt.rated);
    let (_, wrong) = moves(&training, &attempt);
    let ruling = play(&training, &attempt, wrong);
    let missed = ruling.result.unwrap();
    assert!(!ruling.right && missed.change < 0.0 && missed.due_ms.is_some());
    let (right, _) = moves(&training, &attempt);
    let again = play(&training, &attempt, right);
    assert!(again.right && again.over && again.result.is_none(), "the first answer has counted");
    let answers = fixture()[0].answers.len();
    for i in 0..answers {
        let attempt = one(&training, Kind::Fours);
        assert!(!attempt.rated && attempt.tried == i + 1);
        let answer = {
            let state = training.lock();
            state.attempt(&attempt.attempt).unwrap().puzzle.answers[i]
        };
        let ruling = play(&training, &attempt, answer);
        assert!(ruling.right && ruling.over);
        assert_eq!(ruling.result.unwrap().change, 0.0);
    }
    let view = training.view(&today()).unwrap();
    assert_eq!((view.tried, view.solved, view.run), (1 + answers, answers, answers as u32));
}

#[test]
fn hints_cost_half_then_all_and_the_answer_gives_it_up() {
    let training = in_memory();
    let attempt = one(&training, Kind::Defence);
    let stop = Stop::default();
    let first = training.hint(&attempt.attempt, &stop).unwrap();
    let second = training.hint(&attempt.attempt, &stop).unwrap();
    assert!(first.point.is_none() && first.area.contains(&second.point.unwrap()));
    let result = play(&training, &attempt, second.point.unwrap()).result.unwrap();
    assert_eq!(result.score, 0.0);
    let attempt = one(&training, Kind::Fours);
    assert!(training.prove(&attempt.attempt, &[], &stop).unwrap_err().to_string().contains("solve it first"));
    let solution = training.solution(&attempt.attempt).unwrap();
    assert_eq!((solution.answers.len(), solution.result.unwrap().score), (2, 0.0));
    let proof = training.prove(&attempt.attempt, &solution.line[..2], &stop).unwrap();
    assert_eq!(proof.said, TrainSaid::WinsByFours { side: Stone::Black, moves: 1 });
    let tree = training.tree(&attempt.attempt, &solution.line, &stop).unwrap();
    assert_eq!((tree.moves, tree.first, tree.replies.len()), (2, 1, 1));
}

#[test]
fn a_wrong_defence_meets_the_win_it_allows() {
    let training = in_memory();
    let attempt = one(&training, Kind::Defence);
    let (right, wrong) = moves(&training, &attempt);
    let ruling = play(&training, &attempt, wrong);
    let [first, ..] = ruling.line[..] else { panic!("nothing refutes {wrong}") };
    assert_eq!(ruling.said, TrainSaid::StillByFours { side: Stone::Black, point: first });
    let held = TrainSaid::Holds { side: Stone::Black, point: right };
    assert_eq!(play(&training, &attempt, right).said, held);
}

#[test]
fn what_cannot_be_done_is_said_in_words() {
    let training = in_memory();
    let stop = Stop::default();
    let point: Point = "h8".parse().unwrap();
    let text = |error: TrainError| error.to_string();
    assert!(
        text(training.play("nowhere", point, &stop).unwrap_err()).contains("`nowhere` is not being solved")
    );
    let id = TrainBegin { id: Some("aaaaaaaa".to_owned()), ..begin(TrainMode::One) };
    assert_eq!(text(training.begin(&id).unwrap_err()), "there is no puzzle `aaaaaaaa`");
    assert!(text(training.begin(&begin(TrainMode::Due)).unwrap_err()).contains("nothing is due"));
    assert!(text(training.begin(&begin(TrainMode::Own)).unwrap_err()).contains("no puzzle of your own"));
    assert!(text(training.begin(&begin(TrainMode::Rush)).unwrap_err()).contains("begin one"));
    let day = TrainBegin { day: Some("1999-01-01".to_owned()), ..begin(TrainMode::Daily) };
    assert!(text(training.begin(&day).unwrap_err()).contains("got `1999-01-01`"));
    let attempt = one(&training, Kind::Fours);
    let taken = attempt.black[0];
    assert_eq!(
        text(training.play(&attempt.attempt, taken, &stop).unwrap_err()),
        format!("{taken} is occupied")
    );
    let outside: Point = "v22".parse().unwrap();
    assert!(text(training.play(&attempt.attempt, outside, &stop).unwrap_err()).contains("outside"));
    assert!(text(training.play_on(&attempt.attempt).unwrap_err()).contains("nothing left"));
    let (right, _) = moves(&training, &attempt);
    play(&training, &attempt, right);
    assert!(text(training.play(&attempt.attempt, right, &stop).unwrap_err()).contains("begin another"));
    assert!(text(training.start_rush(&RushStart { minutes: 4, rule: None }).unwrap_err()).contains("got 4"));
    assert!(text(training.delete_own(&["none".to_owned()]).unwrap_err()).contains("no own puzzle `none`"));
    let sheet = SheetRequest { filter: TrainFilter::default(), count: 0, seed: 1 };
    assert!(text(training.sheet(&sheet).unwrap_err()).contains("got 0"));
    let two = Swap2Judge { rule: Rule::Freestyle, stones: points("h8 i9") };
    assert!(text(training.judge_swap2(&two, &stop).unwrap_err()).contains("got 2"));
    let twice = Swap2Judge { rule: Rule::Freestyle, stones: points("h8 h8 i9") };
    assert!(text(training.judge_swap2(&twice, &stop).unwrap_err()).contains("occupied"));
    let bad = Puzzle { grade: 9, ..fixture()[0].clone() };
    assert!(text(training.add_own(bad).unwrap_err()).contains("a grade from 1 to 5"));
}

#[test]
fn a_rush_begins_with_the_easiest_and_its_first_answer_makes_it_harder() {
    let shipped = goren_puzzle::shipped();
    let training =
        Training::with(Arc::new(Store::in_memory().unwrap()), Load::default(), Arc::default(), shipped);
    let easiest = shipped.iter().map(|puzzle| puzzle.rating).min().unwrap();
    training.start_rush(&RushStart { minutes: 3, rule: None }).unwrap();
    let first = training.begin(&begin(TrainMode::Rush)).unwrap();
    assert!(first.rating < f64::from(easiest) + 45.0, "{}", first.rating);
    let mut changes = Changes::default();
    training.lock().count_rush(&mut changes, true).unwrap();
    assert!(changes.rush.unwrap().rating() > f64::from(easiest));
}

#[test]
fn three_mistakes_end_a_rush_and_there_is_no_help_in_it() {
    let three: &'static [Puzzle] = Box::leak(Box::new([
        fixture()[0].clone(),
        fixture()[1].clone(),
        puzzle(Rule::Renju, Kind::Fours, "h8 a1 i8 c1 j8 e1", "g8 k8", "g8 f8 k8"),
        puzzle(Rule::Caro, Kind::Fours, "h8 a1 i8 c1 j8 e1", "g8 k8", "g8 f8 k8"),
    ]));
    let training =
        Training::with(Arc::new(Store::in_memory().unwrap()), Load::default(), Arc::default(), three);
    training.start_rush(&RushStart { minutes: 5, rule: None }).unwrap();
    for mistakes in 1..=3 {
        let attempt = training.begin(&begin(TrainMode::Rush)).unwrap();
        assert!(training.hint(&attempt.attempt, &Stop::default()).is_err());
        assert!(training.solution(&attempt.attempt).is_err());
        let (_, wrong) = moves(&training, &attempt);
        let rush = play(&training, &attempt, wrong).rush.unwrap();
        assert_eq!((rush.mistakes, rush.over), (mistakes, mistakes == 3));
    }
    let refused = training.begin(&begin(TrainMode::Rush)).unwrap_err().to_string();
    assert!(refused.contains("three mistakes"), "{refused}");
    assert_eq!(training.view(&today()).unwrap().rating, 1000.0, "a rush moves no rating");
}

#[test]
fn an_own_puzzle_is_kept_once_and_comes_back_when_deleted() {
    let training = in_memory();
    let own = puzzle(Rule::Renju, Kind::Fours, "h8 a1 i8 c1 j8 e1", "g8 k8", "g8 f8 k8");
    training.add_own(own.clone()).unwrap();
    training.add_own(own.clone()).unwrap();
    training.add_own(fixture()[0].clone()).unwrap();
    let ids = vec![own.id.clone()];
    assert_eq!(training.own().puzzles.len(), 1);
    assert!(training.begin(&begin(TrainMode::Own)).unwrap().own);
    training.delete_own(&ids).unwrap();
    assert!(training.own().puzzles.is_empty() && training.begin(&begin(TrainMode::Own)).is_err());
    assert!(training.delete_own(&ids).is_err());
    training.restore_own(&ids).unwrap();
    assert_eq!(training.own().puzzles[0].puzzle, own.id);
}

#[test]
fn a_sheet_of_a_seed_is_always_the_same_and_keeps_to_its_filter() {
    let training = in_memory();
    let sheet = |seed| {
        let request = SheetRequest { filter: TrainFilter::default(), count: 2, seed };
        training.sheet(&request).unwrap().puzzles.into_iter().map(|each| each.puzzle).collect::<Vec<_>>()
    };
    assert_eq!((sheet(4).len(), sheet(4)), (2, sheet(4)));
    let filter = TrainFilter { rule: Some(Rule::Standard), ..TrainFilter::default() };
    let found = training.sheet(&SheetRequest { filter, count: 9, seed: 1 }).unwrap().puzzles;
    assert!(found.len() == 1 && found[0].kind == "defence");
}

#[test]
fn a_choice_in_swap2_is_scored_once_and_kept() {
    let training = in_memory();
    let stop = Stop::default();
    let deal = training.deal_swap2(&Swap2Ask { rule: Rule::Freestyle }).unwrap();
    assert_eq!(deal.stones.len(), 3);
    let wrong = Swap2Answer { deal: deal.deal.clone(), choice: Swap2Choice::PlaceTwo, stones: Vec::new() };
    assert!(training.choose_swap2(&wrong, &stop).unwrap_err().to_string().contains("expected 2 stones"));
    let answer = Swap2Answer { deal: deal.deal, choice: Swap2Choice::White, stones: Vec::new() };
    let view = training.choose_swap2(&answer, &stop).unwrap();
    let chosen = view.chosen.unwrap();
    let best = view.worth.iter().map(|each| each.worth).fold(0.0, f64::max);
    assert!(chosen.worth <= best + 1e-9 && (chosen.points == 10) == (best - chosen.worth < 0.0125));
    assert_eq!((view.score.rounds, view.score.points), (1, chosen.points));
    assert!(training.choose_swap2(&answer, &stop).is_err(), "a deal is answered once");
    assert_eq!(training.view(&today()).unwrap().swap2.rounds, 1);
}

/// Plays a shipped puzzle to its end with the moves that the hints give; whether the rest was called plain on the way.
fn play_out(training: &Training, puzzle: &Puzzle) -> bool {
    let stop = Stop::default();
    let request = TrainBegin { id: Some(puzzle.id.clone()), ..begin(TrainMode::One) };
    let attempt = training.begin(&request).unwrap();
    let mut was_plain = false;
    for _ in 0..60 {
        training.hint(&attempt.attempt, &stop).unwrap();
        let point = training.hint(&attempt.attempt, &stop).unwrap().point.unwrap();
        let ruling = play(training, &attempt, point);
        assert!(ruling.right, "{} {point}: {:?}", puzzle.id, ruling.said);
        if ruling.plain {
            was_plain = true;
            training.play_on(&attempt.attempt).unwrap();
        } else if ruling.over {
            return was_plain;
        }
    }
    panic!("{} has no end", puzzle.id);
}

#[test]
fn shipped_puzzles_of_every_kind_are_played_to_their_end() {
    let store = Arc::new(Store::in_memory().unwrap());
    let training = Training::new(store, Load::default(), Arc::default());
    let shipped = goren_puzzle::shipped();
    let mut plain = 0;
    for kind in Kind::ALL {
        let mut some: Vec<&Puzzle> = shipped.iter().filter(|puzzle| puzzle.kind == kind).collect();
        some.sort_by_key(|puzzle| puzzle.rating);
        for puzzle in some.into_iter().take(4) {
            plain += usize::from(play_out(&training, puzzle));
        }
    }
    assert!(plain > 0, "some end where fours win");
}

/// Everything that an answer may change.
fn standing(training: &Training) -> String {
    let state = training.lock();
    let kept = &state.kept;
    format!("{:?} {:?} {:?} {:?} {:?}", kept.player, kept.entries, kept.tries, kept.rush, kept.attempts)
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

#[test]
fn every_image_of_a_puzzle_can_be_gone_on_with() {
    let shifted = goren_puzzle::shipped().iter().find(|puzzle| !puzzle.shifts.is_empty()).unwrap();
    for number in 0..shifted.variants() {
        let attempt = Attempt::new(shifted.variant(number), TrainMode::Train, None);
        let stored = serde_json::to_vec(&attempt).unwrap();
        assert!(serde_json::from_slice::<Attempt>(&stored).unwrap().is_sound(), "{number}");
    }
    let mut twice = Attempt::new(shifted.clone(), TrainMode::Train, None);
    twice.puzzle.moves.push(twice.puzzle.moves[0]);
    assert!(!twice.is_sound());
}
