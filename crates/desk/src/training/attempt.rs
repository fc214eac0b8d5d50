//! One puzzle being solved: what is made of each move, hints, the answer, and what all of it counts.

use goren_core::{Point, Position, Stone, Stop};
use goren_puzzle::{Card, Kind, Puzzle, Rating};
use serde::{Deserialize, Serialize};

use super::judge::{self, Ruling};
use super::keep::{Entry, Try};
use super::{Changes, State, TrainError, Trained, Training, stones_of};
use crate::chance::{for_nodes, judge as engine, of_black, standing};
use crate::hint::area;
use crate::wire::{
    AttemptView, TrainHint, TrainMode, TrainProof, TrainResult, TrainRuling, TrainSaid, TrainSolution,
    TrainTree, now_ms,
};

/// The milliseconds of a day.
pub(super) const DAY: u64 = 86_400_000;
/// Positions searched to say how even a board is.
const BALANCE_NODES: u64 = 60_000;
/// The most moves of a line that is to be proved.
const LONGEST: usize = 120;

/// A puzzle being solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Attempt {
    /// When something was last done with it, in milliseconds since 1970.
    pub(super) at: u64,
    /// As it is shown: turned, mirrored, shifted.
    pub(super) puzzle: Puzzle,
    pub(super) mode: TrainMode,
    /// The day it is the puzzle of.
    pub(super) day: Option<u64>,
    /// What was played, by both sides.
    line: Vec<Point>,
    /// Steps of help that were taken for the next move, and the most for any.
    hints: u8,
    helped: u8,
    /// Whether an answer has counted.
    counted: bool,
    /// Whether the answer was shown.
    shown: bool,
    over: bool,
    /// Whether the rest is a win by fours that may be played out.
    plain: bool,
    /// Whether it is being played out.
    playing_on: bool,
}

/// What was found about a move, before it counts.
struct Found {
    right: bool,
    missed: bool,
    over: bool,
    plain: bool,
    reply: Option<Point>,
    said: TrainSaid,
    line: Vec<Point>,
}

impl Found {
    fn wrong(said: TrainSaid, line: Vec<Point>) -> Found {
        Found { right: false, missed: true, over: false, plain: false, reply: None, said, line }
    }

    fn done(said: TrainSaid, line: Vec<Point>) -> Found {
        Found { right: true, missed: false, over: true, plain: false, reply: None, said, line }
    }
}

impl Attempt {
    pub(super) fn new(puzzle: Puzzle, mode: TrainMode, day: Option<u64>) -> Attempt {
        Attempt {
            at: now_ms(),
            puzzle,
            mode,
            day,
            line: Vec::new(),
            hints: 0,
            helped: 0,
            counted: false,
            shown: false,
            over: false,
            plain: false,
            playing_on: false,
        }
    }

    fn position(&self) -> Position {
        let mut position = self.puzzle.position();
        self.line.iter().for_each(|&point| position.play(point));
        position
    }

    /// Whether what was stored can be gone on with.
    pub(super) fn is_sound(&self) -> bool {
        let puzzle = &self.puzzle;
        let mut position = Position::new(puzzle.rule, puzzle.size);
        if !puzzle.moves.iter().all(|&point| position.try_play(point).is_ok()) {
            return false;
        }
        // It has the name of the puzzle that it is an image of.
        let named = Puzzle { id: Puzzle::id_of(&position), ..puzzle.clone() };
        named.check().is_ok() && self.line.iter().all(|&point| position.try_play(point).is_ok())
    }

    /// Whether a win is to be found, not a single move.
    fn is_attack(&self) -> bool {
        !matches!(self.puzzle.kind, Kind::Defence | Kind::Balance)
    }

    /// Judges a move of the person.
    fn judge(&self, point: Point, stop: &Stop) -> Trained<Found> {
        let position = self.position();
        if let Err(illegal) = position.check(point) {
            return match illegal {
                // A forbidden point is a wrong answer, and often the tempting one.
                goren_core::IllegalMove::Forbidden { point, kind } => {
                    Ok(Found::wrong(TrainSaid::Forbidden { point, kind }, Vec::new()))
                }
                other => Err(TrainError::bad(other.to_string())),
            };
        }
        let is_first = self.line.is_empty();
        if !self.is_attack() {
            return Ok(self.judge_single(point, stop));
        }
        let is_answer = is_first && self.puzzle.is_answer(point);
        let side = self.puzzle.side;
        let threats = if is_first && !is_answer { judge::REASON_NODES } else { judge::THREAT_NODES };
        match judge::attack(&position, point, threats, stop) {
            Ruling::Five => Ok(Found::done(TrainSaid::Five, Vec::new())),
            Ruling::Wrong(fault) if !is_answer => Ok(Found::wrong(fault.said(side), fault.line())),
            // The answers were proved with more work than this; its main line leads on.
            Ruling::Wrong(_) if self.puzzle.line.first() == Some(&point) && self.puzzle.line.len() > 2 => {
                Ok(Found { reply: Some(self.puzzle.line[1]), ..going_on(side) })
            }
            Ruling::Wrong(_) => Ok(Found::done(TrainSaid::Answer, Vec::new())),
            _ if is_first && !is_answer && self.puzzle.kind == Kind::Fours => {
                let said = TrainSaid::NotByFours { point };
                Ok(Found { missed: false, ..Found::wrong(said, Vec::new()) })
            }
            Ruling::FiveNext(reply, five) => Ok(Found::done(TrainSaid::FiveNext, vec![reply, five])),
            Ruling::Right { reply, by_fours } => {
                let is_plain = by_fours && self.puzzle.kind != Kind::Fours && !self.playing_on;
                if is_plain {
                    let done = Found::done(TrainSaid::FoursNext, Vec::new());
                    return Ok(Found { reply: Some(reply), plain: true, ..done });
                }
                Ok(Found { reply: Some(reply), ..going_on(side) })
            }
        }
    }

    /// Judges the one move of a defence or of a balance.
    fn judge_single(&self, point: Point, stop: &Stop) -> Found {
        let mut after = self.position();
        after.play(point);
        match (self.puzzle.kind, self.puzzle.is_answer(point)) {
            (Kind::Balance, is_answer) => {
                let found = standing(&mut engine(), &after, for_nodes(BALANCE_NODES), stop);
                let black = of_black(found.chance, after.side());
                if is_answer {
                    Found::done(TrainSaid::Even { point, black }, Vec::new())
                } else {
                    Found::wrong(TrainSaid::Uneven { point, black }, Vec::new())
                }
            }
            (_, true) => Found::done(TrainSaid::Holds { side: after.side(), point }, Vec::new()),
            (_, false) => {
                let (line, said) = judge::undefended(&after, stop);
                Found::wrong(said, line)
            }
        }
    }

    /// The move to find now, and what follows it.
    fn best(&self, stop: &Stop) -> Option<Vec<Point>> {
        if self.line.is_empty() {
            return Some(self.puzzle.line.clone());
        }
        if self.puzzle.line.starts_with(&self.line) && self.puzzle.line.len() > self.line.len() {
            return Some(self.puzzle.line[self.line.len()..].to_vec());
        }
        judge::forced_win(&self.position(), stop).map(|(line, _)| line)
    }

    fn score(&self) -> f64 {
        match self.helped {
            0 => 1.0,
            1 => 0.5,
            _ => 0.0,
        }
    }
}

fn going_on(side: Stone) -> Found {
    let said = TrainSaid::GoOn { side: !side };
    Found { right: true, missed: false, over: false, plain: false, reply: None, said, line: Vec::new() }
}

impl Training {
    /// Judges a move.
    pub(crate) fn play(&self, attempt: &str, point: Point, stop: &Stop) -> Trained<TrainRuling> {
        let before = {
            let state = self.lock();
            if state.attempt(attempt)?.mode == TrainMode::Rush {
                state.check_rush()?;
            }
            state.attempt(attempt)?.clone()
        };
        if before.over {
            return Err(TrainError::bad("this puzzle is done: begin another"));
        }
        let search = self.load.search()?;
        let found = before.judge(point, stop)?;
        drop(search);
        let mut state = self.lock();
        let mut now = state.attempt(attempt)?.clone();
        if now.line != before.line || now.over {
            return Err(TrainError::bad("another move was made meanwhile"));
        }
        if found.right {
            now.hints = 0;
            now.line.push(point);
            now.line.extend(found.reply);
            now.over = found.over;
            now.plain = found.plain;
        }
        let mut is_over = found.over;
        if found.missed && now.mode == TrainMode::Rush {
            now.over = true;
            is_over = true;
        }
        // All that comes of an answer is written at once: counted as a whole, or not at all.
        let mut changes = Changes::default();
        let result = (!now.counted && (found.missed || found.over)).then(|| {
            let score = if found.missed { 0.0 } else { now.score() };
            state.count(&mut changes, &mut now, score)
        });
        let is_solved = found.right && found.over && !now.shown;
        if let Some(day) = now.day.filter(|_| is_solved) {
            state.solved_day(&mut changes, day);
        }
        let is_rush_over = now.mode == TrainMode::Rush && is_over;
        let rush = is_rush_over.then(|| state.count_rush(&mut changes, found.right)).transpose()?;
        changes.attempt(attempt, now);
        self.write(&mut state, changes)?;
        let Found { right, missed, plain, reply, said, line, .. } = found;
        Ok(TrainRuling { right, missed, over: is_over, plain, reply, said, line, result, rush })
    }

    /// Goes on where the rest is a win by fours.
    pub(crate) fn play_on(&self, attempt: &str) -> Trained<()> {
        let mut state = self.lock();
        let mut now = state.attempt(attempt)?.clone();
        if !now.plain {
            return Err(TrainError::bad("there is nothing left to play out"));
        }
        (now.plain, now.over, now.playing_on) = (false, false, true);
        let mut changes = Changes::default();
        changes.attempt(attempt, now);
        self.write(&mut state, changes)
    }

    /// Where to look, and with the second call which move. It costs half of the answer, then all of it.
    pub(crate) fn hint(&self, attempt: &str, stop: &Stop) -> Trained<TrainHint> {
        let before = self.lock().attempt(attempt)?.clone();
        if before.over {
            return Err(TrainError::bad("this puzzle is done: begin another"));
        }
        if before.mode == TrainMode::Rush {
            return Err(TrainError::bad("there are no hints in a rush"));
        }
        let search = self.load.search()?;
        let line = before.best(stop);
        drop(search);
        let point = line.and_then(|line| line.first().copied());
        let point = point.ok_or_else(|| TrainError::bad("there is no hint for this position"))?;
        let mut state = self.lock();
        let mut now = state.attempt(attempt)?.clone();
        now.hints = now.hints.saturating_add(1).min(2);
        now.helped = now.helped.max(now.hints);
        let hints = now.hints;
        let mut changes = Changes::default();
        changes.attempt(attempt, now);
        self.write(&mut state, changes)?;
        Ok(if hints == 1 {
            TrainHint { area: area(&before.position(), point), point: None }
        } else {
            TrainHint { area: Vec::new(), point: Some(point) }
        })
    }

    /// Every answer and the main line. Before the puzzle is done this gives it up.
    pub(crate) fn solution(&self, attempt: &str) -> Trained<TrainSolution> {
        let mut state = self.lock();
        let mut now = state.attempt(attempt)?.clone();
        if now.mode == TrainMode::Rush && !now.over {
            return Err(TrainError::bad("answers are shown after the rush"));
        }
        now.shown = true;
        let puzzle = now.puzzle.clone();
        let mut changes = Changes::default();
        let is_given_up = !now.over && !now.counted;
        let result = is_given_up.then(|| state.count(&mut changes, &mut now, 0.0));
        changes.attempt(attempt, now);
        self.write(&mut state, changes)?;
        Ok(TrainSolution { answers: puzzle.answers, line: puzzle.line, result })
    }

    /// How the side to move wins by force after some moves from the start of a puzzle that is done or given up.
    pub(crate) fn prove(&self, attempt: &str, moves: &[Point], stop: &Stop) -> Trained<TrainProof> {
        let (_, position) = self.explained(attempt, moves)?;
        if let Some(side) = position.winner() {
            return Ok(TrainProof { line: Vec::new(), said: TrainSaid::HasFive { side } });
        }
        let side = position.side();
        let _search = self.load.search()?;
        let Some((line, by_fours)) = judge::forced_win(&position, stop) else {
            return Ok(TrainProof { line: Vec::new(), said: TrainSaid::NoWin { side } });
        };
        let moves = line.len().div_ceil(2);
        let said = if by_fours {
            TrainSaid::WinsByFours { side, moves }
        } else {
            TrainSaid::WinsByThreats { side, moves }
        };
        Ok(TrainProof { line, said })
    }

    /// Proves a line from the start of a puzzle that is done or given up: which replies matter at each step.
    pub(crate) fn tree(&self, attempt: &str, moves: &[Point], stop: &Stop) -> Trained<TrainTree> {
        let (puzzle, _) = self.explained(attempt, moves)?;
        // In a defence the other side wins, after the first move.
        let first = usize::from(puzzle.kind == Kind::Defence);
        let none = TrainTree { moves: 0, first: first + 1, replies: Vec::new() };
        if puzzle.kind == Kind::Balance || moves.len() <= first {
            return Ok(none);
        }
        let mut start = puzzle.position();
        moves[..first].iter().for_each(|&point| start.play(point));
        let _search = self.load.search()?;
        let found = judge::tree(&start, &moves[first..], &self.proofs, stop);
        Ok(found.map_or(none, |(moves, replies)| TrainTree { moves, first: first + 1, replies }))
    }

    /// The puzzle of an attempt that is done or given up, and its position after some moves.
    fn explained(&self, attempt: &str, moves: &[Point]) -> Trained<(Puzzle, Position)> {
        let attempt = self.lock().attempt(attempt)?.clone();
        if !attempt.over && !attempt.counted {
            return Err(TrainError::bad("solve it first, or ask for the answer"));
        }
        if moves.len() > LONGEST {
            return Err(TrainError::bad(format!("expected at most {LONGEST} moves, got {}", moves.len())));
        }
        let mut position = attempt.puzzle.position();
        for &point in moves {
            position.try_play(point).map_err(|error| TrainError::bad(error.to_string()))?;
        }
        Ok((attempt.puzzle, position))
    }
}

impl State {
    /// Makes an answer count, once: rating, run, schedule, and the log of tries.
    fn count(&self, changes: &mut Changes, attempt: &mut Attempt, score: f64) -> TrainResult {
        let (now, today) = (now_ms(), (now_ms() / DAY) as u32);
        let kept = &self.kept;
        let puzzle = &attempt.puzzle;
        let id = puzzle.id.clone();
        let known = kept.entries.get(&id);
        let is_first = known.is_none();
        let is_rated = is_first && attempt.mode != TrainMode::Rush;
        let old = kept.rating_of(puzzle);
        let mut player = kept.player.clone();
        let before = player.rating;
        let mut rating = old;
        if is_rated {
            player.rating = before.after(&[(old, score)]);
            rating = old.after(&[(before, 1.0 - score)]);
        }
        let is_solved = score >= 1.0;
        player.at = now;
        player.tried += 1;
        player.solved += u32::from(is_solved);
        if is_solved {
            player.run += 1;
            player.best_run = player.best_run.max(player.run);
        } else if score <= 0.0 {
            player.run = 0;
        }
        // What was solved at sight need not come again.
        let card = match known.and_then(|entry| entry.card) {
            Some(card) => Some(card.after(is_solved, today)),
            None => (!is_solved).then(|| Card::first(false, today)),
        };
        let entry = Entry {
            at: now,
            rating,
            card,
            tried: known.map_or(0, |entry| entry.tried) + 1,
            solved: known.map_or(0, |entry| entry.solved) + u32::from(is_solved),
        };
        let change = player.rating.rating - before.rating;
        let tried = Try {
            at: now,
            puzzle: id.clone(),
            kind: puzzle.kind.name().to_owned(),
            rule: puzzle.rule,
            grade: puzzle.grade,
            themes: puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect(),
            score,
            first: is_first,
            rating: player.rating.rating,
            change,
        };
        let result = TrainResult {
            score,
            rating: player.rating.rating,
            deviation: player.rating.deviation,
            change,
            puzzle_rating: rating.rating,
            run: player.run,
            due_ms: card.map(|card| u64::from(card.due) * DAY),
        };
        (changes.player, changes.entry, changes.tried) =
            (Some(player), Some((id.clone(), entry)), Some(tried));
        attempt.counted = true;
        for (name, each) in kept.attempts.iter().filter(|(_, each)| each.puzzle.id == id && !each.counted) {
            changes.attempt(name, Attempt { counted: true, ..each.clone() });
        }
        result
    }

    /// A day whose puzzle was solved.
    fn solved_day(&self, changes: &mut Changes, day: u64) {
        let player = changes.player(&self.kept);
        if player.day.is_some_and(|last| last >= day) {
            return;
        }
        player.days = if player.day.is_some_and(|last| last + 1 == day) { player.days + 1 } else { 1 };
        player.best_days = player.best_days.max(player.days);
        player.day = Some(day);
    }

    /// A puzzle as it is shown.
    pub(super) fn view(&self, attempt_name: &str, attempt: &Attempt, own: bool) -> AttemptView {
        let puzzle = &attempt.puzzle;
        let entry = self.kept.entries.get(&puzzle.id);
        let rating: Rating = self.kept.rating_of(puzzle);
        AttemptView {
            attempt: attempt_name.to_owned(),
            puzzle: puzzle.id.clone(),
            mode: attempt.mode,
            kind: puzzle.kind.name().to_owned(),
            rule: puzzle.rule,
            size: puzzle.size,
            side: puzzle.side,
            black: stones_of(puzzle, Stone::Black),
            white: stones_of(puzzle, Stone::White),
            last: puzzle.moves.last().copied(),
            grade: puzzle.grade,
            rating: rating.rating,
            themes: puzzle.themes.iter().map(|theme| theme.name().to_owned()).collect(),
            source: puzzle.source.clone(),
            own,
            tried: entry.map_or(0, |entry| entry.tried as usize),
            moves: if attempt.is_attack() { puzzle.line.len().div_ceil(2) } else { 1 },
            rated: entry.is_none() && attempt.mode != TrainMode::Rush,
        }
    }
}
