//! The referee of a timed game between two players: turns, clocks, offers, faults, adjudication, takebacks.
//!
//! A referee starts no thread and reads no clock. The caller says how long a player took or, with a running clock, what
//! time it is, as a [`Duration`] since any epoch of its choice. [`Game`] decides what is legal and who has won.

mod adjudication;
mod fault;

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

pub use adjudication::{Adjudication, AgreedDraw, ParseAdjudicationError};
pub use fault::{Fault, FaultKind};

use crate::agent::Clock;
use crate::game::{Ending, Game, GameResult, StepError};
use crate::opening::{Seat, Turn};
use crate::score::Score;
use crate::step::Step;
use crate::time::TimeControl;
use adjudication::Claims;

/// A game supervised by a referee.
///
/// ```
/// use goren_core::{Game, Opening, Refusal, Referee, Rule, Ruling, Seat, Size, Step, Terms, TimeControl};
/// use std::time::Duration;
///
/// let game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Free)?;
/// let time = TimeControl::per_move(Duration::from_secs(10));
/// let mut referee = Referee::new(game, Terms { time: [time; 2], ..Terms::default() });
/// let h8 = Step::Place("h8".parse()?);
/// assert_eq!(referee.play(Seat::First, h8, Duration::from_secs(4), None), Ok(Ruling::Accepted));
/// assert!(matches!(referee.play(Seat::Second, h8, Duration::from_secs(1), None), Err(Refusal::Illegal(_))));
/// assert!(matches!(referee.play(Seat::Second, h8, Duration::from_secs(11), None), Err(Refusal::Late { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    terms: Terms,
    taken: Vec<TakenStep>,
    /// The steps taken back; the next one to redo is last.
    undone: Vec<TakenStep>,
    offer: Option<(Offer, Seat)>,
    claims: Claims,
    /// How the game ended, where the referee ended it and not the board.
    end: Option<GameResult>,
    fault: Option<Fault>,
    stopwatch: Stopwatch,
}

/// The terms of a game besides its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The time control of each seat.
    pub time: [TimeControl; 2],
    /// The tolerance of each seat's clock: pipes and threads take time too.
    pub margin: [Duration; 2],
    /// When the game is ended early.
    pub adjudication: Adjudication,
}

/// A step that was taken, by whom, how fast, and with what score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TakenStep {
    /// The step.
    pub step: Step,
    /// Who took it.
    pub seat: Seat,
    /// How long it took.
    pub time: Duration,
    /// The score that the player reported.
    pub score: Option<Score>,
}

/// What follows from a step that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// The game continues.
    Accepted,
    /// The game is over.
    Ended(GameResult),
}

/// Something one player proposes to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename_all = "snake_case"))]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback.
    Undo,
}

/// Why the referee refuses an action. A refused action changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over.
    GameOver,
    /// It is the other player's turn.
    NotYourTurn(Seat),
    /// The answer came too late.
    Late {
        /// How long it took.
        took: Duration,
        /// How long it was allowed to take.
        allowed: Duration,
    },
    /// The rules do not allow the step.
    Illegal(StepError),
    /// Players cannot take this step: flags and agreements are the referee's, and nobody resigns for the opponent.
    NotForPlayers(Step),
    /// There is no such offer to answer.
    NotOffered,
    /// A draw cannot be offered before the opening is over.
    DrawInOpening,
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to redo.
    NothingToRedo,
}

impl Refusal {
    /// The fault of the refused player, if this loses the game.
    pub fn fault(&self) -> Fault {
        let kind = match self {
            Refusal::Late { .. } => FaultKind::Time,
            _ => FaultKind::Illegal,
        };
        Fault { kind, detail: self.to_string() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::GameOver => write!(f, "the game is over"),
            Refusal::NotYourTurn(seat) => write!(f, "it is the {seat}'s turn"),
            Refusal::Late { took, allowed } => {
                write!(f, "took {} ms for a move, had {} ms", took.as_millis(), allowed.as_millis())
            }
            Refusal::Illegal(error) => error.fmt(f),
            Refusal::NotForPlayers(step) => write!(f, "`{step}` is a step of the referee, not of a player"),
            Refusal::NotOffered => write!(f, "nothing is offered to you"),
            Refusal::DrawInOpening => write!(f, "a draw cannot be agreed during the opening"),
            Refusal::NothingToUndo => write!(f, "there is nothing to take back"),
            Refusal::NothingToRedo => write!(f, "there is nothing to redo"),
        }
    }
}

impl core::error::Error for Refusal {}

/// A player's answer when asked for a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A step.
    Step {
        /// The step.
        step: Step,
        /// How long it took.
        time: Duration,
        /// The score that the player reports.
        score: Option<Score>,
    },
    /// It failed, and loses.
    Fault(Fault),
    /// The game is aborted and has no result.
    Stop,
}

impl Referee {
    /// Takes over a game in its current state. The clocks are stopped.
    pub fn new(game: Game, terms: Terms) -> Referee {
        Referee {
            game,
            terms,
            taken: Vec::new(),
            undone: Vec::new(),
            offer: None,
            claims: Claims::default(),
            end: None,
            fault: None,
            stopwatch: Stopwatch::default(),
        }
    }

    /// The game: board, opening, offers of fifth moves. Whether it is over is for the referee to say.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The terms of the game.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Every step taken since the referee took over, in order.
    pub fn taken(&self) -> &[TakenStep] {
        &self.taken
    }

    /// Whether there is anything to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// How the game ended; `None` while it is in progress.
    pub fn result(&self) -> Option<GameResult> {
        self.end.or(self.game.result())
    }

    /// The loser's fault, if the game ended by one.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Whose turn it is, and for what; `None` when the game is over.
    pub fn turn(&self) -> Option<Turn> {
        if self.end.is_some() { None } else { self.game.turn() }
    }

    /// The pending proposal, and who made it.
    pub fn offer(&self) -> Option<(Offer, Seat)> {
        self.offer
    }

    /// The time that a player has used in its turns so far.
    pub fn spent(&self, seat: Seat) -> Duration {
        self.taken.iter().filter(|taken| taken.seat == seat).map(|taken| taken.time).sum()
    }

    /// What is left of a player's time for the game at the beginning of this turn; `None` without such a limit.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        let TimeControl { game, increment, .. } = self.terms.time[seat as usize];
        let own = self.taken.iter().filter(|taken| taken.seat == seat);
        let after = |left: Duration, taken: &TakenStep| match taken.step {
            Step::Flag(_) => Duration::ZERO,
            _ => left.saturating_sub(taken.time).saturating_add(increment),
        };
        Some(own.fold(game?, after))
    }

    /// A player's clock at the beginning of its turn.
    pub fn clock(&self, seat: Seat) -> Clock {
        let TimeControl { turn, increment, .. } = self.terms.time[seat as usize];
        Clock { turn, left: self.left(seat), increment }
    }

    /// Takes a player's step: checks the clock first, then the rules, then adjudication.
    ///
    /// Resigning is possible at any time, everything else only in one's own turn.
    pub fn play(
        &mut self,
        seat: Seat,
        step: Step,
        time: Duration,
        score: Option<Score>,
    ) -> Result<Ruling, Refusal> {
        let turn = self.turn().ok_or(Refusal::GameOver)?;
        match step {
            Step::Resign(who) if who == seat => {}
            Step::Resign(_) | Step::Flag(_) | Step::Agree => return Err(Refusal::NotForPlayers(step)),
            _ if turn.seat != seat => return Err(Refusal::NotYourTurn(turn.seat)),
            _ => {}
        }
        if turn.seat == seat
            && let Some(allowed) = self.clock(seat).allowed()
            && time > allowed.saturating_add(self.terms.margin[seat as usize])
        {
            return Err(Refusal::Late { took: time, allowed });
        }
        self.take(TakenStep { step, seat, time, score }).map_err(Refusal::Illegal)?;
        if self.game.result().is_none() && !self.game.in_opening() {
            self.adjudicate(seat, score);
        }
        Ok(self.ruling())
    }

    /// Replays a step of a stored game: only the rules are checked.
    pub fn replay(&mut self, taken: TakenStep) -> Result<Ruling, StepError> {
        self.take(taken).map(|()| self.ruling())
    }

    /// The time of the player to move has run out: the game is lost. It took `time` for this turn.
    pub fn flag(&mut self, time: Duration) -> Result<Ruling, Refusal> {
        let seat = self.turn().ok_or(Refusal::GameOver)?.seat;
        self.take(TakenStep { step: Step::Flag(seat), seat, time, score: None }).map_err(Refusal::Illegal)?;
        Ok(self.ruling())
    }

    /// A player has committed a fault: the game is lost.
    pub fn forfeit(&mut self, loser: Seat, fault: Fault) -> Result<Ruling, Refusal> {
        if self.result().is_some() {
            return Err(Refusal::GameOver);
        }
        let ending = Ending::Fault(fault.kind);
        self.fault = Some(fault);
        self.end_early(Some(!loser), ending);
        Ok(self.ruling())
    }

    /// Proposes something to the other player; it replaces any earlier proposal.
    pub fn propose(&mut self, offer: Offer, by: Seat) -> Result<(), Refusal> {
        match offer {
            Offer::Draw if self.result().is_some() => return Err(Refusal::GameOver),
            Offer::Draw if self.game.in_opening() => return Err(Refusal::DrawInOpening),
            Offer::Undo if !self.can_undo() => return Err(Refusal::NothingToUndo),
            Offer::Draw | Offer::Undo => {}
        }
        self.offer = Some((offer, by));
        Ok(())
    }

    /// A player accepts the draw that the other has proposed.
    pub fn accept_draw(&mut self, seat: Seat) -> Result<Ruling, Refusal> {
        if self.offer != Some((Offer::Draw, !seat)) {
            return Err(Refusal::NotOffered);
        }
        let taken = TakenStep { step: Step::Agree, seat, time: Duration::ZERO, score: None };
        self.take(taken).map_err(Refusal::Illegal)?;
        Ok(self.ruling())
    }

    /// A player declines what the other has proposed.
    pub fn decline(&mut self, seat: Seat) -> Result<(), Refusal> {
        match self.offer {
            Some((_, by)) if by != seat => {
                self.offer = None;
                Ok(())
            }
            _ => Err(Refusal::NotOffered),
        }
    }

    /// Whether there is anything to take back.
    pub fn can_undo(&self) -> bool {
        !self.taken.is_empty() || self.end.is_some()
    }

    /// Takes back at least one step, until it is the turn of a player for whom `stops` holds. An end that the referee
    /// decided counts as a step.
    ///
    /// The time spent is restored, and the players' claims so far are forgotten. The turn's clock is reset and stopped.
    pub fn undo(&mut self, stops: impl Fn(Seat) -> bool) -> Result<(), Refusal> {
        if !self.can_undo() {
            return Err(Refusal::NothingToUndo);
        }
        let stands = |game: &Game| game.turn().is_some_and(|turn| stops(turn.seat));
        let is_done = self.end.take().is_some() && stands(&self.game);
        while !is_done && let Some(taken) = self.taken.pop() {
            self.game.undo();
            self.undone.push(taken);
            if stands(&self.game) {
                break;
            }
        }
        self.settle();
        Ok(())
    }

    /// Redoes at least one step that was taken back, until it is the turn of a player for whom `stops` holds.
    pub fn redo(&mut self, stops: impl Fn(Seat) -> bool) -> Result<(), Refusal> {
        if self.undone.is_empty() {
            return Err(Refusal::NothingToRedo);
        }
        while let Some(taken) = self.undone.pop() {
            self.game.step(taken.step).expect("the same step was taken here before");
            self.taken.push(taken);
            if self.game.turn().is_none_or(|turn| stops(turn.seat)) {
                break;
            }
        }
        self.settle();
        Ok(())
    }

    /// Starts or resumes the clock of the current turn; `now` is the time.
    pub fn start_clock(&mut self, now: Duration) {
        if self.result().is_none() {
            self.stopwatch.since.get_or_insert(now);
        }
    }

    /// Stops the clock of the current turn and keeps the time spent so far.
    pub fn stop_clock(&mut self, now: Duration) {
        self.stopwatch = Stopwatch { spent: self.turn_time(now), since: None };
    }

    /// Whether the clock of the current turn is running.
    pub fn is_clock_running(&self) -> bool {
        self.stopwatch.since.is_some()
    }

    /// How long the current turn has taken.
    pub fn turn_time(&self, now: Duration) -> Duration {
        let Stopwatch { spent, since } = self.stopwatch;
        spent + since.map_or(Duration::ZERO, |since| now.saturating_sub(since))
    }

    /// When the player to move runs out of time, margin included, if its clock is running.
    pub fn flag_at(&self) -> Option<Duration> {
        let (since, turn) = (self.stopwatch.since?, self.turn()?);
        let allowed = self.clock(turn.seat).allowed()?;
        let rest = allowed.saturating_sub(self.stopwatch.spent);
        Some(since.saturating_add(rest).saturating_add(self.terms.margin[turn.seat as usize]))
    }

    /// Asks for a step at every turn until the game is over; a refused step loses. `None` if it was aborted.
    pub fn conduct(&mut self, mut ask: impl FnMut(&Referee, Seat) -> Reply) -> Option<GameResult> {
        while let Some(Turn { seat, .. }) = self.turn() {
            let fault = match ask(self, seat) {
                Reply::Stop => return None,
                Reply::Fault(fault) => Some(fault),
                Reply::Step { step, time, score } => {
                    self.play(seat, step, time, score).err().map(|refusal| refusal.fault())
                }
            };
            if let Some(fault) = fault {
                self.forfeit(seat, fault).expect("a game with a turn is not over");
            }
        }
        self.result()
    }

    fn take(&mut self, taken: TakenStep) -> Result<(), StepError> {
        if self.end.is_some() {
            return Err(StepError::GameOver);
        }
        self.game.step(taken.step)?;
        self.taken.push(taken);
        self.undone.clear();
        self.offer = None;
        self.stopwatch = Stopwatch::default();
        Ok(())
    }

    fn adjudicate(&mut self, seat: Seat, score: Option<Score>) {
        let adjudication = &self.terms.adjudication;
        self.claims.note(seat, score, adjudication);
        if let Some((winner, ending)) = self.claims.settle(self.game.position().history().len(), adjudication)
        {
            self.end_early(winner, ending);
        }
    }

    fn end_early(&mut self, winner: Option<Seat>, ending: Ending) {
        let winner = winner.map(|seat| self.game.colour(seat));
        self.end = Some(GameResult { winner, ending });
        self.offer = None;
        self.stopwatch = Stopwatch::default();
    }

    fn settle(&mut self) {
        self.offer = None;
        self.fault = None;
        self.claims = Claims::default();
        self.stopwatch = Stopwatch::default();
    }

    fn ruling(&self) -> Ruling {
        self.result().map_or(Ruling::Accepted, Ruling::Ended)
    }
}

/// The time of one turn.
#[derive(Clone, Copy, Debug, Default)]
struct Stopwatch {
    /// Spent before `since`.
    spent: Duration,
    /// When it was started; `None` while it is stopped.
    since: Option<Duration>,
}

#[cfg(test)]
mod tests;
