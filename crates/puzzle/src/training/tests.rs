use goren_core::{Point, Rule, Size, Stone, Stop};

use super::*;
use crate::puzzle::Kind;
use crate::theme::Theme;

/// A Monday noon, in milliseconds since 1970.
const NOON: u64 = 20_776 * DAY_MS + DAY_MS / 2;

/// A person who trains, and their clock.
struct Trainer {
    training: Training,
    now: u64,
    begun: u32,
}

impl Trainer {
    fn with(shipped: &'static [Puzzle]) -> Trainer {
        Trainer { training: Training::new(shipped, Progress::default()), now: NOON, begun: 0 }
    }

    fn new() -> Trainer {
        Trainer::with(fixture())
    }

    fn make<T>(&mut self, (answer, changes): (T, Changes)) -> T {
        self.training.make(changes);
        answer
    }

    fn begin(&mut self, request: &TrainBegin) -> Trained<AttemptView> {
        self.begun += 1;
        let (name, day) = (format!("attempt{}", self.begun), self.now / DAY_MS);
        let begun = self.training.begin(request, &name, Some(day), u64::from(self.begun), self.now)?;
        Ok(self.make(begun))
    }

    fn one(&mut self, kind: Kind) -> AttemptView {
        let id = fixture().iter().find(|puzzle| puzzle.kind == kind).unwrap().id.clone();
        self.begin(&TrainBegin { id: Some(id), ..begin(TrainMode::One) }).unwrap()
    }

    fn try_play(&mut self, attempt: &str, point: Point) -> Trained<TrainRuling> {
        let before = self.training.to_play(attempt, self.now)?;
        let judged = before.judge(point, &Stop::default())?;
        let after = self.training.after(attempt, &before, judged, self.now)?;
        Ok(self.make(after))
    }

    fn play(&mut self, attempt: &AttemptView, point: Point) -> TrainRuling {
        self.try_play(&attempt.attempt, point).unwrap()
    }

    fn hint(&mut self, attempt: &str) -> Trained<TrainHint> {
        let before = self.training.to_help(attempt)?;
        let best = before.best(&Stop::default());
        let hint = self.training.hint(attempt, &before, best, self.now)?;
        Ok(self.make(hint))
    }

    fn solution(&mut self, attempt: &str) -> Trained<TrainSolution> {
        let solution = self.training.solution(attempt, self.now)?;
        Ok(self.make(solution))
    }

    fn play_on(&mut self, attempt: &str) -> Trained<()> {
        let changes = self.training.play_on(attempt, self.now)?;
        self.training.make(changes);
        Ok(())
    }

    fn start_rush(&mut self, minutes: u8) -> Trained<RushView> {
        let rush = self.training.start_rush(minutes, None, self.now)?;
        Ok(self.make(rush))
    }

    fn add_own(&mut self, puzzle: Puzzle) -> Trained<()> {
        let changes = self.training.add_own(puzzle, self.now)?;
        self.training.make(changes.unwrap_or_default());
        Ok(())
    }

    fn own(&self) -> Vec<PuzzleView> {
        self.training.own().puzzles
    }

    fn view(&self) -> TrainingView {
        self.training.view("today", self.now / DAY_MS, self.now)
    }

    /// A right and a wrong first move of a puzzle as it is shown.
    fn moves(&self, attempt: &AttemptView) -> (Point, Point) {
        let shown = &self.training.progress.attempt(&attempt.attempt).unwrap().puzzle;
        let position = shown.position();
        let wrong = position.legal_moves().find(|point| !shown.is_answer(*point)).unwrap();
        (shown.answers[0], wrong)
    }
}

fn begin(mode: TrainMode) -> TrainBegin {
    TrainBegin { mode, filter: TrainFilter::default(), id: None, day: None }
}

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

#[test]
fn every_answer_counts_once_and_a_second_meeting_moves_no_rating() {
    let mut trainer = Trainer::new();
    let attempt = trainer.one(Kind::Fours);
    assert!(attempt.rated);
    let (_, wrong) = trainer.moves(&attempt);
    let ruling = trainer.play(&attempt, wrong);
    let missed = ruling.result.unwrap();
    assert!(!ruling.right && missed.change < 0.0 && missed.due_ms.is_some());
    let (right, _) = trainer.moves(&attempt);
    let again = trainer.play(&attempt, right);
    assert!(again.right && again.over && again.result.is_none(), "the first answer has counted");
    let answers = fixture()[0].answers.len();
    for i in 0..answers {
        let attempt = trainer.one(Kind::Fours);
        assert!(!attempt.rated && attempt.tried == i + 1);
        let answer = trainer.training.progress.attempts[&attempt.attempt].puzzle.answers[i];
        let ruling = trainer.play(&attempt, answer);
        assert!(ruling.right && ruling.over);
        assert_eq!(ruling.result.unwrap().change, 0.0);
    }
    let view = trainer.view();
    assert_eq!((view.tried, view.solved, view.run), (1 + answers, answers, answers as u32));
}

#[test]
fn hints_cost_half_then_all_and_the_answer_gives_it_up() {
    let mut trainer = Trainer::new();
    let attempt = trainer.one(Kind::Defence);
    let first = trainer.hint(&attempt.attempt).unwrap();
    let second = trainer.hint(&attempt.attempt).unwrap();
    assert!(first.point.is_none() && first.area.contains(&second.point.unwrap()));
    let result = trainer.play(&attempt, second.point.unwrap()).result.unwrap();
    assert_eq!(result.score, 0.0);
    let attempt = trainer.one(Kind::Fours);
    assert_eq!(trainer.training.explained(&attempt.attempt, &[]), Err(TrainingError::SolveFirst));
    let solution = trainer.solution(&attempt.attempt).unwrap();
    assert_eq!((solution.answers.len(), solution.result.unwrap().score), (2, 0.0));
    let stop = Stop::default();
    let (_, position) = trainer.training.explained(&attempt.attempt, &solution.line[..2]).unwrap();
    let proof = forced(&position, &stop);
    assert_eq!(proof.said, TrainSaid::WinsByFours { side: Stone::Black, moves: 1 });
    let (puzzle, _) = trainer.training.explained(&attempt.attempt, &solution.line).unwrap();
    let line = WinningLine::of(&puzzle, &solution.line).unwrap();
    let tree = line.shown(&line.prove(&stop).unwrap());
    assert_eq!((tree.moves, tree.first, tree.replies.len()), (2, 1, 1));
}

#[test]
fn a_wrong_defence_meets_the_win_it_allows() {
    let mut trainer = Trainer::new();
    let attempt = trainer.one(Kind::Defence);
    let (right, wrong) = trainer.moves(&attempt);
    let ruling = trainer.play(&attempt, wrong);
    let [first, ..] = ruling.line[..] else { panic!("nothing refutes {wrong}") };
    assert_eq!(ruling.said, TrainSaid::StillByFours { side: Stone::Black, point: first });
    let held = TrainSaid::Holds { side: Stone::Black, point: right };
    assert_eq!(trainer.play(&attempt, right).said, held);
}

#[test]
fn what_cannot_be_done_is_said_in_words() {
    let mut trainer = Trainer::new();
    let point: Point = "h8".parse().unwrap();
    let text = |error: TrainingError| error.to_string();
    assert!(text(trainer.try_play("nowhere", point).unwrap_err()).contains("`nowhere` is not being solved"));
    let id = TrainBegin { id: Some("aaaaaaaa".to_owned()), ..begin(TrainMode::One) };
    assert_eq!(text(trainer.begin(&id).unwrap_err()), "there is no puzzle `aaaaaaaa`");
    assert_eq!(trainer.begin(&begin(TrainMode::Due)).unwrap_err(), TrainingError::NothingDue);
    assert_eq!(trainer.begin(&begin(TrainMode::Own)).unwrap_err(), TrainingError::NoOwn);
    assert_eq!(trainer.begin(&begin(TrainMode::Rush)).unwrap_err(), TrainingError::NoRush);
    let begun = trainer.training.begin(&begin(TrainMode::Daily), "name", None, 0, NOON);
    assert_eq!(begun.unwrap_err(), TrainingError::NoDay);
    let attempt = trainer.one(Kind::Fours);
    let taken = attempt.black[0];
    assert_eq!(text(trainer.try_play(&attempt.attempt, taken).unwrap_err()), format!("{taken} is occupied"));
    let outside: Point = "v22".parse().unwrap();
    assert!(text(trainer.try_play(&attempt.attempt, outside).unwrap_err()).contains("outside"));
    assert_eq!(trainer.play_on(&attempt.attempt), Err(TrainingError::NothingToPlayOut));
    let (right, _) = trainer.moves(&attempt);
    trainer.play(&attempt, right);
    assert_eq!(trainer.try_play(&attempt.attempt, right).unwrap_err(), TrainingError::Done);
    assert!(text(trainer.start_rush(4).unwrap_err()).contains("got 4"));
    let none = trainer.training.delete_own(&["none".to_owned()], NOON).unwrap_err();
    assert!(text(none).contains("no own puzzle `none`"));
    let sheet = SheetRequest { filter: TrainFilter::default(), count: 0, seed: 1 };
    assert!(text(trainer.training.sheet(&sheet).unwrap_err()).contains("got 0"));
    let stones = |names: &str| three_stones(Rule::Freestyle, &points(names)).unwrap_err().to_string();
    assert!(stones("h8 i9").contains("got 2") && stones("h8 h8 i9").contains("occupied"));
    let bad = Puzzle { grade: 9, ..fixture()[0].clone() };
    assert!(text(trainer.add_own(bad).unwrap_err()).contains("a grade from 1 to 5"));
}

#[test]
fn a_rush_begins_with_the_easiest_and_its_first_answer_makes_it_harder() {
    let shipped = crate::shipped();
    let mut trainer = Trainer::with(shipped);
    let easiest = shipped.iter().map(|puzzle| puzzle.rating).min().unwrap();
    trainer.start_rush(3).unwrap();
    let first = trainer.begin(&begin(TrainMode::Rush)).unwrap();
    assert!(first.rating < f64::from(easiest) + 45.0, "{}", first.rating);
    let mut changes = Changes::default();
    trainer.training.progress.count_rush(&mut changes, true, NOON).unwrap();
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
    let mut trainer = Trainer::with(three);
    trainer.start_rush(5).unwrap();
    for mistakes in 1..=3 {
        let attempt = trainer.begin(&begin(TrainMode::Rush)).unwrap();
        assert!(trainer.hint(&attempt.attempt).is_err());
        assert!(trainer.solution(&attempt.attempt).is_err());
        let (_, wrong) = trainer.moves(&attempt);
        let rush = trainer.play(&attempt, wrong).rush.unwrap();
        assert_eq!((rush.mistakes, rush.over), (mistakes, mistakes == 3));
    }
    assert_eq!(trainer.begin(&begin(TrainMode::Rush)).unwrap_err(), TrainingError::MistakesEndedRush);
    assert_eq!(trainer.view().rating, 1000.0, "a rush moves no rating");
}

#[test]
fn a_rush_ends_with_its_time() {
    let mut trainer = Trainer::with(crate::shipped());
    assert_eq!(trainer.start_rush(3).unwrap().left_ms, 180_000);
    trainer.now += 179_999;
    let attempt = trainer.begin(&begin(TrainMode::Rush)).unwrap();
    trainer.now += 1;
    let (right, _) = trainer.moves(&attempt);
    assert_eq!(trainer.try_play(&attempt.attempt, right).unwrap_err(), TrainingError::TimeIsUp);
    assert_eq!(trainer.begin(&begin(TrainMode::Rush)).unwrap_err(), TrainingError::TimeIsUp);
    let view = trainer.training.rush(trainer.now).unwrap();
    assert!(view.over && view.left_ms == 0 && view.score == 0);
}

#[test]
fn what_was_missed_is_due_on_the_next_day_and_days_in_a_row_are_counted() {
    let mut trainer = Trainer::new();
    let attempt = trainer.one(Kind::Defence);
    let (_, wrong) = trainer.moves(&attempt);
    trainer.play(&attempt, wrong);
    assert!(trainer.begin(&begin(TrainMode::Due)).is_err());
    for (days, run) in [(0, 1), (1, 2), (1, 3), (2, 1)] {
        trainer.now += days * DAY_MS;
        let daily = trainer.begin(&begin(TrainMode::Daily)).unwrap();
        let (right, _) = trainer.moves(&daily);
        assert!(trainer.play(&daily, right).over);
        assert_eq!((trainer.view().daily.run, trainer.view().daily.solved), (run, true));
    }
    assert_eq!(trainer.view().daily.best_run, 3);
    trainer.now += 30 * DAY_MS;
    assert_eq!((trainer.view().daily.run, trainer.view().due), (0, 1));
    assert_eq!(trainer.begin(&begin(TrainMode::Due)).unwrap().puzzle, attempt.puzzle);
}

#[test]
fn a_move_that_was_judged_while_another_was_made_is_refused() {
    let mut trainer = Trainer::new();
    let attempt = trainer.one(Kind::Fours);
    let (right, _) = trainer.moves(&attempt);
    let before = trainer.training.to_play(&attempt.attempt, NOON).unwrap();
    let judged = before.judge(right, &Stop::default()).unwrap();
    trainer.play(&attempt, right);
    let after = trainer.training.after(&attempt.attempt, &before, judged, NOON);
    assert_eq!(after.unwrap_err(), TrainingError::MovedMeanwhile);
}

#[test]
fn an_own_puzzle_is_kept_once_and_comes_back_when_deleted() {
    let mut trainer = Trainer::new();
    let own = puzzle(Rule::Renju, Kind::Fours, "h8 a1 i8 c1 j8 e1", "g8 k8", "g8 f8 k8");
    trainer.add_own(own.clone()).unwrap();
    trainer.add_own(own.clone()).unwrap();
    trainer.add_own(fixture()[0].clone()).unwrap();
    let ids = vec![own.id.clone()];
    assert_eq!(trainer.own().len(), 1);
    assert!(trainer.begin(&begin(TrainMode::Own)).unwrap().own);
    let deleted = trainer.training.delete_own(&ids, NOON).unwrap();
    trainer.training.make(deleted);
    assert!(trainer.own().is_empty() && trainer.begin(&begin(TrainMode::Own)).is_err());
    assert!(trainer.training.delete_own(&ids, NOON).is_err());
    let restored = trainer.training.restore_own(&ids, NOON).unwrap();
    trainer.training.make(restored);
    assert_eq!(trainer.own()[0].puzzle, own.id);
}

#[test]
fn a_sheet_of_a_seed_is_always_the_same_and_keeps_to_its_filter() {
    let trainer = Trainer::new();
    let sheet = |seed| {
        let request = SheetRequest { filter: TrainFilter::default(), count: 2, seed };
        trainer
            .training
            .sheet(&request)
            .unwrap()
            .puzzles
            .into_iter()
            .map(|each| each.puzzle)
            .collect::<Vec<_>>()
    };
    assert_eq!((sheet(4).len(), sheet(4)), (2, sheet(4)));
    let filter = TrainFilter { rule: Some(Rule::Standard), ..TrainFilter::default() };
    let found = trainer.training.sheet(&SheetRequest { filter, count: 9, seed: 1 }).unwrap().puzzles;
    assert!(found.len() == 1 && found[0].kind == "defence");
}

#[test]
fn a_choice_in_swap2_is_scored_once_and_kept() {
    let mut trainer = Trainer::new();
    let stones = deal(Rule::Freestyle, 1);
    trainer.training.keep_deal("deal", stones.clone());
    assert_eq!(trainer.training.dealt("deal").unwrap().history().len(), 3);
    let wrong = Swap2Try::new(stones.clone(), Swap2Choice::PlaceTwo, &[]).err().unwrap();
    assert!(wrong.to_string().contains("expected 2 stones"));
    let choice = Swap2Try::new(stones, Swap2Choice::White, &[]).unwrap();
    let (balanced, chosen) = choice.judge(&Stop::default());
    let scored = trainer.training.chosen(&chosen, NOON);
    let score = trainer.make(scored);
    let view = balanced.view(Some(chosen), score);
    let chosen = view.chosen.unwrap();
    let best = view.worth.iter().map(|each| each.worth).fold(0.0, f64::max);
    assert!(chosen.worth <= best + 1e-9 && (chosen.points == 10) == (best - chosen.worth < 0.0125));
    assert_eq!((view.score.rounds, view.score.points), (1, chosen.points));
    trainer.training.forget_deal("deal");
    assert!(trainer.training.dealt("deal").is_err(), "a deal is answered once");
    assert_eq!(trainer.view().swap2.rounds, 1);
}

/// Plays a shipped puzzle to its end with the moves that the hints give; whether the rest was called plain on the way.
fn play_out(trainer: &mut Trainer, puzzle: &Puzzle) -> bool {
    let request = TrainBegin { id: Some(puzzle.id.clone()), ..begin(TrainMode::One) };
    let attempt = trainer.begin(&request).unwrap();
    let mut was_plain = false;
    for _ in 0..60 {
        trainer.hint(&attempt.attempt).unwrap();
        let point = trainer.hint(&attempt.attempt).unwrap().point.unwrap();
        let ruling = trainer.play(&attempt, point);
        assert!(ruling.right, "{} {point}: {:?}", puzzle.id, ruling.said);
        if ruling.plain {
            was_plain = true;
            trainer.play_on(&attempt.attempt).unwrap();
        } else if ruling.over {
            return was_plain;
        }
    }
    panic!("{} has no end", puzzle.id);
}

#[test]
fn shipped_puzzles_of_every_kind_are_played_to_their_end() {
    let mut trainer = Trainer::with(crate::shipped());
    let shipped = crate::shipped();
    let mut plain = 0;
    for kind in Kind::ALL {
        let mut some: Vec<&Puzzle> = shipped.iter().filter(|puzzle| puzzle.kind == kind).collect();
        some.sort_by_key(|puzzle| puzzle.rating);
        for puzzle in some.into_iter().take(4) {
            plain += usize::from(play_out(&mut trainer, puzzle));
        }
    }
    assert!(plain > 0, "some end where fours win");
}

#[test]
fn every_image_of_a_puzzle_can_be_gone_on_with() {
    let shifted = crate::shipped().iter().find(|puzzle| !puzzle.shifts.is_empty()).unwrap();
    for number in 0..shifted.variants() {
        let attempt = Attempt::new(shifted.variant(number), TrainMode::Train, None, NOON);
        let stored = serde_json::to_vec(&attempt).unwrap();
        assert!(serde_json::from_slice::<Attempt>(&stored).unwrap().is_sound(), "{number}");
    }
    let mut twice = Attempt::new(shifted.clone(), TrainMode::Train, None, NOON);
    twice.puzzle.moves.push(twice.puzzle.moves[0]);
    assert!(!twice.is_sound());
}
