//! A whole game, from the opening to its end: the only place that decides which steps are legal and who has won.

use alloc::vec::Vec;
use core::fmt;

use crate::forbidden::ForbiddenKind;
use crate::opening::{Area, Ask, Opening, Phase, Seat, Turn};
use crate::point::{Point, Size};
use crate::position::{IllegalMove, Outcome, Position, SetupError, WinningLine};
use crate::referee::FaultKind;
use crate::rule::Rule;
use crate::step::{Choice, Step};
use crate::stone::Stone;

/// A game in progress or over.
///
/// ```
/// use goren_core::{Choice, Game, Opening, Rule, Seat, Size, Step, Stone};
///
/// let mut game = Game::new(Rule::Standard, Size::DEFAULT, &[], Opening::Swap)?;
/// game.step(Step::Place("h8".parse()?))?;
/// game.step(Step::Choose(Choice::Take(Stone::Black)))?;
/// assert_eq!(game.seat(Stone::White), Seat::First);
/// assert!(game.step(Step::Place("h8".parse()?)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    opening: Opening,
    position: Position,
    phase: Phase,
    /// Who holds Black.
    black: Seat,
    /// The number of fifth moves to be offered.
    declared: u8,
    offers: Vec<Point>,
    steps: Vec<Step>,
    result: Option<GameResult>,
}

impl Game {
    /// A game on an empty board with traps.
    pub fn new(rule: Rule, size: Size, traps: &[Point], opening: Opening) -> Result<Game, NewGameError> {
        let position = Position::with_traps(rule, size, traps).map_err(NewGameError::Setup)?;
        if let Some(&trap) = position.traps().iter().find(|&&trap| size.in_centre(trap, opening.reserved()))
            && opening.reserved() > 0
        {
            return Err(NewGameError::TrapInCentre { trap, opening });
        }
        if position.empty_count() < opening.points_needed() {
            return Err(NewGameError::TooFewPoints { empty: position.empty_count(), opening });
        }
        Ok(Game { opening, phase: opening.first_phase(), ..Game::from_position(position) })
    }

    /// A game that continues from a position, without an opening rule. It may be over already.
    pub fn from_position(position: Position) -> Game {
        let mut game = Game {
            opening: Opening::Free,
            position,
            phase: Phase::Play,
            black: Seat::First,
            declared: 0,
            offers: Vec::new(),
            steps: Vec::new(),
            result: None,
        };
        game.settle();
        game
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the game began.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Every step taken, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Who currently plays this colour.
    pub fn seat(&self, stone: Stone) -> Seat {
        match stone {
            Stone::Black => self.black,
            Stone::White => !self.black,
        }
    }

    /// The colour that a player currently has.
    pub fn colour(&self, seat: Seat) -> Stone {
        if seat == self.black { Stone::Black } else { Stone::White }
    }

    /// Whether the opening rule still decides what happens next.
    pub fn in_opening(&self) -> bool {
        self.result.is_none() && self.phase != Phase::Play
    }

    /// How the game ended; `None` while it is in progress.
    pub fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The fifth moves offered so far and not yet picked from.
    pub fn offers(&self) -> &[Point] {
        &self.offers
    }

    /// Whose turn it is, and for what; `None` when the game is over.
    pub fn turn(&self) -> Option<Turn> {
        if self.result.is_some() {
            return None;
        }
        let stones = self.position.history().len();
        let side = self.position.side();
        let owner = self.seat(side);
        Some(match self.phase {
            Phase::Play => Turn { seat: owner, ask: Ask::Place { stone: side, area: Area::Board } },
            Phase::Place => Turn {
                seat: self.opening.placer(stones, owner),
                ask: Ask::Place { stone: side, area: self.opening.area(stones) },
            },
            Phase::Choose => Turn {
                seat: self.opening.chooser(stones, owner),
                ask: Ask::Choose(self.opening.choices(stones, self.fifth_moves())),
            },
            Phase::Declare => Turn {
                seat: self.seat(Stone::White),
                ask: Ask::Declare { most: self.fifth_moves().min(8) as u8 },
            },
            Phase::Offer => {
                let left = self.declared - self.offers.len() as u8;
                Turn { seat: self.black, ask: Ask::Offer { left } }
            }
            Phase::Pick => Turn { seat: self.seat(Stone::White), ask: Ask::Pick(self.offers.clone()) },
        })
    }

    /// Takes one step, or says why it is not possible; an error changes nothing.
    pub fn step(&mut self, step: Step) -> Result<(), StepError> {
        let turn = self.turn().ok_or(StepError::GameOver)?;
        match (step, turn.ask) {
            (Step::Resign(seat), _) => self.end(Some(!seat), Ending::Resignation),
            (Step::Flag(seat), _) => self.end(Some(!seat), Ending::Time),
            (Step::Agree, _) if self.in_opening() => return Err(StepError::DrawInOpening),
            (Step::Agree, _) => self.end(None, Ending::Agreement),
            (Step::Place(point), Ask::Place { area, .. }) => self.place(point, area)?,
            (Step::Choose(choice), Ask::Choose(choices)) => {
                if !choices.contains(&choice) {
                    return Err(StepError::NoSuchChoice { choice, choices });
                }
                self.choose(choice, turn.seat);
            }
            (Step::Declare(count), Ask::Declare { most }) => {
                if !(1..=most).contains(&count) {
                    return Err(StepError::DeclareRange { count, most });
                }
                self.declared = count;
                self.phase = Phase::Choose;
            }
            (Step::Offer(point), Ask::Offer { .. }) => self.offer(point)?,
            (Step::Pick(point), Ask::Pick(offers)) => {
                if !offers.contains(&point) {
                    return Err(StepError::NotOffered { point, offers });
                }
                self.phase = Phase::Play;
                self.offers.clear();
                self.position.play(point);
            }
            (step, ask) => return Err(StepError::Unexpected { step, turn: Turn { seat: turn.seat, ask } }),
        }
        self.steps.push(step);
        Ok(())
    }

    /// Takes back the last step and returns it; `None` at the beginning.
    pub fn undo(&mut self) -> Option<Step> {
        let (&last, earlier) = self.steps.split_last()?;
        let mut start = self.position.clone();
        while start.undo().is_some() {}
        let mut game = match self.opening {
            Opening::Free => Game::from_position(start),
            opening => Game { opening, phase: opening.first_phase(), ..Game::from_position(start) },
        };
        for &step in earlier {
            game.step(step).expect("the same steps were taken before");
        }
        *self = game;
        Some(last)
    }

    fn place(&mut self, point: Point, area: Area) -> Result<(), StepError> {
        self.position.check(point).map_err(StepError::Illegal)?;
        if !area.contains(point, self.position.size()) {
            return Err(StepError::OutsideArea { point, area, size: self.position.size() });
        }
        let forbidden =
            if self.position.side() == Stone::Black { self.position.forbidden(point) } else { None };
        self.position.play(point);
        if self.phase == Phase::Place {
            self.phase = self.opening.after_place(self.position.history().len());
        }
        match forbidden {
            Some(kind) => self.end(Some(self.seat(Stone::White)), Ending::Forbidden { point, kind }),
            None => self.settle(),
        }
        Ok(())
    }

    fn choose(&mut self, choice: Choice, seat: Seat) {
        match choice {
            Choice::Take(Stone::Black) => self.black = seat,
            Choice::Take(Stone::White) => self.black = !seat,
            Choice::PlaceTwo => {}
            Choice::OfferTen => self.declared = 10,
        }
        self.phase = self.opening.after_choice(self.position.history().len(), choice);
    }

    fn offer(&mut self, point: Point) -> Result<(), StepError> {
        self.position.check(point).map_err(StepError::Illegal)?;
        let size = self.position.size();
        for symmetry in self.position.symmetries() {
            let image = symmetry.apply(point, size);
            if self.offers.contains(&image) {
                return Err(StepError::Equivalent { point, offered: image });
            }
        }
        self.offers.push(point);
        if self.offers.len() == usize::from(self.declared) {
            self.phase = Phase::Pick;
        }
        Ok(())
    }

    /// The number of empty points, counting those that a symmetry maps onto each other once.
    fn fifth_moves(&self) -> usize {
        let symmetries: Vec<_> = self.position.symmetries().collect();
        let size = self.position.size();
        let is_first =
            |point: &Point| symmetries.iter().all(|symmetry| symmetry.apply(*point, size) >= *point);
        self.position.empties().filter(is_first).count()
    }

    /// Ends the game if the position does.
    fn settle(&mut self) {
        match self.position.outcome() {
            Outcome::Ongoing => {}
            Outcome::Win { stone, line } => self.end(Some(self.seat(stone)), Ending::Five(line)),
            Outcome::FullBoard => self.end(None, Ending::FullBoard),
            Outcome::NoLegalMove => self.end(None, Ending::NoLegalMove),
        }
    }

    fn end(&mut self, winner: Option<Seat>, ending: Ending) {
        self.result = Some(GameResult { winner: winner.map(|seat| self.colour(seat)), ending });
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner, or `None` for a draw. In an opening this is the colour the winner held at the end.
    pub winner: Option<Stone>,
    /// Why.
    pub ending: Ending,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(stone) => write!(f, "{stone} wins")?,
            None => write!(f, "Draw")?,
        }
        match self.ending {
            Ending::Five(line) => write!(f, " by five, {line}"),
            Ending::Forbidden { point, kind } => write!(f, ": {point} was forbidden ({kind})"),
            Ending::Resignation => write!(f, " by resignation"),
            Ending::Time => write!(f, " on time"),
            Ending::Agreement => write!(f, " by agreement"),
            Ending::FullBoard => write!(f, ": the board is full"),
            Ending::NoLegalMove => write!(f, ": Black has no legal move"),
            Ending::MoveLimit => write!(f, ": the move limit was reached"),
            Ending::AgreedWin => write!(f, ": both players score the game as decided"),
            Ending::AgreedDraw => write!(f, ": both players score the game as even"),
            Ending::Fault(kind) => match self.winner {
                Some(stone) => write!(f, ": {} {kind}", !stone),
                None => write!(f, ": a player {kind}"),
            },
        }
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A winning row.
    Five(WinningLine),
    /// Black played a forbidden point.
    Forbidden {
        /// The point.
        point: Point,
        /// What it made.
        kind: ForbiddenKind,
    },
    /// One player resigned.
    Resignation,
    /// One player's time ran out.
    Time,
    /// Both agreed on a draw.
    Agreement,
    /// No empty point is left.
    FullBoard,
    /// Every empty point is forbidden to Black.
    NoLegalMove,
    /// The referee's move limit was reached.
    MoveLimit,
    /// Both players' scores agree on who wins.
    AgreedWin,
    /// Both players' scores agree on a draw.
    AgreedDraw,
    /// The loser committed a fault.
    Fault(FaultKind),
}

impl Ending {
    /// The kind of the ending, without its details.
    pub const fn kind(self) -> EndingKind {
        match self {
            Ending::Five(_) => EndingKind::Five,
            Ending::Forbidden { .. } => EndingKind::Forbidden,
            Ending::Resignation => EndingKind::Resignation,
            Ending::Time => EndingKind::Time,
            Ending::Agreement => EndingKind::Agreement,
            Ending::FullBoard => EndingKind::FullBoard,
            Ending::NoLegalMove => EndingKind::NoLegalMove,
            Ending::MoveLimit => EndingKind::MoveLimit,
            Ending::AgreedWin => EndingKind::AgreedWin,
            Ending::AgreedDraw => EndingKind::AgreedDraw,
            Ending::Fault(_) => EndingKind::Fault,
        }
    }
}

/// The kinds of [`Ending`], each with the name that all our files use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "as in Ending")]
pub enum EndingKind {
    Five,
    Forbidden,
    Resignation,
    Time,
    Agreement,
    FullBoard,
    NoLegalMove,
    MoveLimit,
    AgreedWin,
    AgreedDraw,
    Fault,
}

impl EndingKind {
    /// Every kind.
    pub const ALL: [EndingKind; 11] = [
        EndingKind::Five,
        EndingKind::Forbidden,
        EndingKind::Resignation,
        EndingKind::Time,
        EndingKind::Agreement,
        EndingKind::FullBoard,
        EndingKind::NoLegalMove,
        EndingKind::MoveLimit,
        EndingKind::AgreedWin,
        EndingKind::AgreedDraw,
        EndingKind::Fault,
    ];

    /// The kind's name.
    pub const fn name(self) -> &'static str {
        match self {
            EndingKind::Five => "five",
            EndingKind::Forbidden => "forbidden",
            EndingKind::Resignation => "resignation",
            EndingKind::Time => "time",
            EndingKind::Agreement => "agreement",
            EndingKind::FullBoard => "full_board",
            EndingKind::NoLegalMove => "no_legal_move",
            EndingKind::MoveLimit => "move_limit",
            EndingKind::AgreedWin => "agreed_win",
            EndingKind::AgreedDraw => "agreed_draw",
            EndingKind::Fault => "fault",
        }
    }
}

/// Why a game cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewGameError {
    /// The traps are off the board or named twice.
    Setup(SetupError),
    /// The opening rule keeps the central 9×9 free of traps.
    TrapInCentre {
        /// The trap.
        trap: Point,
        /// The rule.
        opening: Opening,
    },
    /// There are too few empty points for the opening.
    TooFewPoints {
        /// Points without a trap.
        empty: usize,
        /// The rule.
        opening: Opening,
    },
}

impl fmt::Display for NewGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NewGameError::Setup(error) => error.fmt(f),
            NewGameError::TrapInCentre { trap, opening } => {
                write!(f, "the trap {trap} is inside the central 9×9, which {opening} keeps free")
            }
            NewGameError::TooFewPoints { empty, opening } => {
                write!(f, "{opening} needs {} empty points, got {empty}", opening.points_needed())
            }
        }
    }
}

impl core::error::Error for NewGameError {}

/// Why a step cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The game is over.
    GameOver,
    /// The game expects another kind of step.
    Unexpected {
        /// What was tried.
        step: Step,
        /// The turn that the game expects.
        turn: Turn,
    },
    /// A stone cannot be put there.
    Illegal(IllegalMove),
    /// The opening rule requires the stone to go elsewhere.
    OutsideArea {
        /// The point.
        point: Point,
        /// Where the stone must go.
        area: Area,
        /// Of the board.
        size: Size,
    },
    /// This cannot be chosen now.
    NoSuchChoice {
        /// What was chosen.
        choice: Choice,
        /// The available choices.
        choices: &'static [Choice],
    },
    /// Too few or too many fifth moves.
    DeclareRange {
        /// The number.
        count: u8,
        /// The largest allowed.
        most: u8,
    },
    /// The fifth move equals one offered before under a symmetry of the position.
    Equivalent {
        /// The point.
        point: Point,
        /// The point offered before.
        offered: Point,
    },
    /// Only offered points can be picked.
    NotOffered {
        /// The point.
        point: Point,
        /// The points offered.
        offers: Vec<Point>,
    },
    /// A draw cannot be agreed during the opening.
    DrawInOpening,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StepError::GameOver => write!(f, "the game is over"),
            StepError::Unexpected { step, turn } => {
                write!(f, "expected the {} to {}, got `{step}`", turn.seat, turn.ask)
            }
            StepError::Illegal(error) => error.fmt(f),
            StepError::OutsideArea { point, area: Area::Centre(1), size } => {
                write!(f, "{point} is outside the centre: place it on {}", size.centre())
            }
            StepError::OutsideArea { point, area, size } => {
                let mut inside = size.points().filter(|&point| area.contains(point, *size));
                let (least, most) = (inside.next(), inside.next_back());
                let corners = least.zip(most).ok_or(fmt::Error)?;
                write!(f, "{point} is outside {area}, which is {} to {}", corners.0, corners.1)
            }
            StepError::NoSuchChoice { choice, choices } => {
                write!(f, "cannot {choice} here, expected to {}", Ask::Choose(choices))
            }
            StepError::DeclareRange { count, most } => {
                write!(f, "expected a number of fifth moves from 1 to {most}, got {count}")
            }
            StepError::Equivalent { point, offered } if point == offered => {
                write!(f, "{point} was offered before")
            }
            StepError::Equivalent { point, offered } => {
                write!(f, "{point} is the same as {offered}, offered before, by symmetry")
            }
            StepError::NotOffered { point, offers } => {
                write!(f, "{point} was not offered, expected to {}", Ask::Pick(offers.clone()))
            }
            StepError::DrawInOpening => write!(f, "a draw cannot be agreed during the opening"),
        }
    }
}

impl core::error::Error for StepError {}
