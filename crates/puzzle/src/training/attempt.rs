//! One puzzle being solved: what is made of each move, hints, the answer, and what all of it counts.

use goren_core::{IllegalMove, Point, Position, Stone, Stop};
use serde::{Deserialize, Serialize};

use super::judge::{self, Ruling, area, forced_win};
use super::swap2::{black_chance, judge_engine};
use super::view::{AttemptView, TrainHint, TrainMode, TrainRuling, TrainSaid, TrainSolution};
use super::{Changes, Trained, Training, TrainingError};
use crate::puzzle::{Kind, Puzzle};

/// Positions searched to say how even a board is.
const BALANCE_NODES: u64 = 60_000;
/// The most moves of a line that is to be proved.
const MAX_LINE_MOVES: usize = 120;

/// A puzzle being solved.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attempt {
    /// When something was last done with it, in milliseconds since 1970.
    pub at: u64,
    /// As it is shown: turned, mirrored, shifted.
    pub puzzle: Puzzle,
    /// Why it is shown.
    pub mode: TrainMode,
    /// The day it is the puzzle of.
    pub(super) day: Option<u64>,
    /// What was played, by both sides.
    line: Vec<Point>,
    /// Steps of help that were taken for the next move, and the most for any.
    hints: u8,
    helped: u8,
    /// Whether an answer has counted.
    pub(super) counted: bool,
    /// Whether the answer was shown.
    shown: bool,
    over: bool,
    /// Whether the rest is a win by fours that may be played out.
    plain: bool,
    /// Whether it is being played out.
    playing_on: bool,
}

/// What was found about a move, before it counts.
#[derive(Clone, Debug)]
pub struct Judged {
    point: Point,
    right: bool,
    missed: bool,
    over: bool,
    plain: bool,
    reply: Option<Point>,
    said: TrainSaid,
    line: Vec<Point>,
}

impl Judged {
    fn wrong(point: Point, said: TrainSaid, line: Vec<Point>) -> Judged {
        Judged { point, right: false, missed: true, over: false, plain: false, reply: None, said, line }
    }

    fn going_on(point: Point, side: Stone) -> Judged {
        let said = TrainSaid::GoOn { side: !side };
        Judged { over: false, ..Judged::done(point, said, Vec::new()) }
    }

    fn done(point: Point, said: TrainSaid, line: Vec<Point>) -> Judged {
        Judged { point, right: true, missed: false, over: true, plain: false, reply: None, said, line }
    }
}

impl Attempt {
    pub(super) fn new(puzzle: Puzzle, mode: TrainMode, day: Option<u64>, now: u64) -> Attempt {
        Attempt {
            at: now,
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
    pub fn is_sound(&self) -> bool {
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
    pub fn judge(&self, point: Point, stop: &Stop) -> Trained<Judged> {
        let position = self.position();
        if let Err(illegal) = position.check(point) {
            return match illegal {
                // A forbidden point is a wrong answer, and often the tempting one.
                IllegalMove::Forbidden { point, kind } => {
                    Ok(Judged::wrong(point, TrainSaid::Forbidden { point, kind }, Vec::new()))
                }
                other => Err(other.into()),
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
            Ruling::Five => Ok(Judged::done(point, TrainSaid::Five, Vec::new())),
            Ruling::Wrong(fault) if !is_answer => Ok(Judged::wrong(point, fault.said(side), fault.line())),
            // The answers were proved with more work than this; its main line leads on.
            Ruling::Wrong(_) if self.puzzle.line.first() == Some(&point) && self.puzzle.line.len() > 2 => {
                Ok(Judged { reply: Some(self.puzzle.line[1]), ..Judged::going_on(point, side) })
            }
            Ruling::Wrong(_) => Ok(Judged::done(point, TrainSaid::Answer, Vec::new())),
            _ if is_first && !is_answer && self.puzzle.kind == Kind::Fours => {
                let said = TrainSaid::NotByFours { point };
                Ok(Judged { missed: false, ..Judged::wrong(point, said, Vec::new()) })
            }
            Ruling::FiveNext(reply, five) => Ok(Judged::done(point, TrainSaid::FiveNext, vec![reply, five])),
            Ruling::Right { reply, by_fours } => {
                let is_plain = by_fours && self.puzzle.kind != Kind::Fours && !self.playing_on;
                if is_plain {
                    let done = Judged::done(point, TrainSaid::FoursNext, Vec::new());
                    return Ok(Judged { reply: Some(reply), plain: true, ..done });
                }
                Ok(Judged { reply: Some(reply), ..Judged::going_on(point, side) })
            }
        }
    }

    /// Judges the one move of a defence or of a balance.
    fn judge_single(&self, point: Point, stop: &Stop) -> Judged {
        let mut after = self.position();
        after.play(point);
        match (self.puzzle.kind, self.puzzle.is_answer(point)) {
            (Kind::Balance, is_answer) => {
                let (black, _) = black_chance(&mut judge_engine(), &after, BALANCE_NODES, stop);
                if is_answer {
                    Judged::done(point, TrainSaid::Even { point, black }, Vec::new())
                } else {
                    Judged::wrong(point, TrainSaid::Uneven { point, black }, Vec::new())
                }
            }
            (_, true) => Judged::done(point, TrainSaid::Holds { side: after.side(), point }, Vec::new()),
            (_, false) => {
                let (line, said) = judge::undefended(&after, stop);
                Judged::wrong(point, said, line)
            }
        }
    }

    /// The move to find now, and what follows it.
    pub fn best(&self, stop: &Stop) -> Option<Vec<Point>> {
        if self.line.is_empty() {
            return Some(self.puzzle.line.clone());
        }
        if self.puzzle.line.starts_with(&self.line) && self.puzzle.line.len() > self.line.len() {
            return Some(self.puzzle.line[self.line.len()..].to_vec());
        }
        forced_win(&self.position(), stop).map(|(line, _)| line)
    }

    fn score(&self) -> f64 {
        match self.helped {
            0 => 1.0,
            1 => 0.5,
            _ => 0.0,
        }
    }
}

impl Training {
    /// A puzzle to which a move may be made.
    pub fn to_play(&self, attempt: &str, now: u64) -> Trained<Attempt> {
        let attempt = self.progress.attempt(attempt)?;
        if attempt.mode == TrainMode::Rush {
            self.progress.check_rush(now)?;
        }
        if attempt.over {
            return Err(TrainingError::Done);
        }
        Ok(attempt.clone())
    }

    /// What follows from a move that was judged in a puzzle as it was then, and what is said of it.
    pub fn after(
        &self,
        attempt: &str,
        before: &Attempt,
        judged: Judged,
        now: u64,
    ) -> Trained<(TrainRuling, Changes)> {
        let mut after = self.progress.attempt(attempt)?.clone();
        if after.line != before.line || after.over {
            return Err(TrainingError::MovedMeanwhile);
        }
        let Judged { point, right, missed, mut over, plain, reply, said, line } = judged;
        if right {
            after.hints = 0;
            after.line.push(point);
            after.line.extend(reply);
            after.over = over;
            after.plain = plain;
        }
        if missed && after.mode == TrainMode::Rush {
            after.over = true;
            over = true;
        }
        let mut changes = Changes::default();
        let is_solved = right && over && !after.shown;
        let result = (!after.counted && (missed || over)).then(|| {
            let score = if missed { 0.0 } else { after.score() };
            self.progress.count(&mut changes, &mut after, score, now)
        });
        if let Some(day) = after.day.filter(|_| is_solved) {
            self.progress.solve_day(&mut changes, day, now);
        }
        let is_rush_over = after.mode == TrainMode::Rush && over;
        let rush = is_rush_over.then(|| self.progress.count_rush(&mut changes, right, now)).transpose()?;
        changes.attempt(attempt, after, now);
        Ok((TrainRuling { right, missed, over, plain, reply, said, line, result, rush }, changes))
    }

    /// Goes on where the rest is a win by fours.
    pub fn play_on(&self, attempt: &str, now: u64) -> Trained<Changes> {
        let before = self.progress.attempt(attempt)?;
        if !before.plain {
            return Err(TrainingError::NothingToPlayOut);
        }
        let after = Attempt { plain: false, over: false, playing_on: true, ..before.clone() };
        let mut changes = Changes::default();
        changes.attempt(attempt, after, now);
        Ok(changes)
    }

    /// A puzzle in which a hint may be given.
    pub fn to_help(&self, attempt: &str) -> Trained<Attempt> {
        let attempt = self.progress.attempt(attempt)?;
        match attempt {
            Attempt { over: true, .. } => Err(TrainingError::Done),
            Attempt { mode: TrainMode::Rush, .. } => Err(TrainingError::NoHintsInRush),
            _ => Ok(attempt.clone()),
        }
    }

    /// Where to look, and with the second call which move, by the best line of the puzzle as it was. It costs half of the
    /// answer, then all of it.
    pub fn hint(
        &self,
        attempt: &str,
        before: &Attempt,
        best: Option<Vec<Point>>,
        now: u64,
    ) -> Trained<(TrainHint, Changes)> {
        let point = best.and_then(|line| line.first().copied()).ok_or(TrainingError::NoHint)?;
        let mut after = self.progress.attempt(attempt)?.clone();
        after.hints = after.hints.saturating_add(1).min(2);
        after.helped = after.helped.max(after.hints);
        let hint = if after.hints == 1 {
            TrainHint { area: area(&before.position(), point), point: None }
        } else {
            TrainHint { area: Vec::new(), point: Some(point) }
        };
        let mut changes = Changes::default();
        changes.attempt(attempt, after, now);
        Ok((hint, changes))
    }

    /// Every answer and the main line. Before the puzzle is done this gives it up.
    pub fn solution(&self, attempt: &str, now: u64) -> Trained<(TrainSolution, Changes)> {
        let mut after = self.progress.attempt(attempt)?.clone();
        if after.mode == TrainMode::Rush && !after.over {
            return Err(TrainingError::AnswersAfterRush);
        }
        after.shown = true;
        let (answers, line) = (after.puzzle.answers.clone(), after.puzzle.line.clone());
        let mut changes = Changes::default();
        let is_given_up = !after.over && !after.counted;
        let result = is_given_up.then(|| self.progress.count(&mut changes, &mut after, 0.0, now));
        changes.attempt(attempt, after, now);
        Ok((TrainSolution { answers, line, result }, changes))
    }

    /// The puzzle of an attempt that is done or given up, and its position after some moves.
    pub fn explained(&self, attempt: &str, moves: &[Point]) -> Trained<(Puzzle, Position)> {
        let attempt = self.progress.attempt(attempt)?;
        if !attempt.over && !attempt.counted {
            return Err(TrainingError::SolveFirst);
        }
        if moves.len() > MAX_LINE_MOVES {
            return Err(TrainingError::LineTooLong { max: MAX_LINE_MOVES, got: moves.len() });
        }
        let mut position = attempt.puzzle.position();
        for &point in moves {
            position.try_play(point)?;
        }
        Ok((attempt.puzzle.clone(), position))
    }

    /// A puzzle as it is shown.
    pub(super) fn shown(&self, name: &str, attempt: &Attempt) -> AttemptView {
        let puzzle = &attempt.puzzle;
        let entry = self.progress.entries.get(&puzzle.id);
        AttemptView {
            attempt: name.to_owned(),
            puzzle: puzzle.id.clone(),
            mode: attempt.mode,
            kind: puzzle.kind.name().to_owned(),
            rule: puzzle.rule,
            size: puzzle.size,
            side: puzzle.side,
            black: puzzle.stones(Stone::Black),
            white: puzzle.stones(Stone::White),
            last: puzzle.moves.last().copied(),
            grade: puzzle.grade,
            rating: self.progress.rating_of(puzzle).rating,
            themes: puzzle.theme_names(),
            source: puzzle.source.clone(),
            own: !self.places.contains_key(&puzzle.id),
            tried: entry.map_or(0, |entry| entry.tried as usize),
            moves: if attempt.is_attack() { puzzle.line.len().div_ceil(2) } else { 1 },
            rated: entry.is_none() && attempt.mode != TrainMode::Rush,
        }
    }
}
