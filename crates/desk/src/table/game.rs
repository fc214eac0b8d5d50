//! The game of a table: the referee, who sits where, what belongs to each step. No threads and no I/O; time comes in.

use std::time::Duration;

use goren_core::{
    Area, Ask, Ending, FaultKind, Game, Opening, Point, Random, Referee, Seat, Size, Step, Stone, TakenStep,
    Terms,
};
use serde::{Deserialize, Serialize};

use crate::inspect::judgement;
use crate::opponent::name;
use crate::refusal::Refusal;
use crate::store::{HeadResult, SavedFault, SavedGame};
use crate::wire::{
    AskView, ClockView, CoachView, CoachWord, GameView, NewGame, OfferView, Player, ResultView, SeatView,
    SeriesGame, SeriesView, StepView, Traps, TurnView, now_ms,
};

/// How much later than its time an agent's answer may come: threads and pipes are not its fault.
const GRACE: Duration = Duration::from_millis(300);
const MOST_GAMES: u32 = 10_000;
const MOST_NAME: usize = 60;

/// What belongs to a step besides what the referee knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StepNote {
    /// The node it led to, if it put a stone on the board.
    pub(crate) node: Option<usize>,
    /// What an agent thought of Black's chances.
    pub(crate) black: Option<f64>,
}

/// Who alone may play on a person's seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holder {
    /// The owner, from any of their pages.
    Owner,
    /// A guest, by their session.
    Guest(String),
}

/// A game with all that belongs to it.
#[derive(Clone)]
pub(crate) struct TableGame {
    /// How it was set up; traps are named.
    pub(crate) setting: NewGame,
    pub(crate) referee: Referee,
    /// One for each step taken, then one for each that was taken back.
    pub(crate) notes: Vec<StepNote>,
    /// Whether clocks and agents stand still.
    pub(crate) paused: bool,
    /// Who holds the seats.
    pub(crate) holders: [Option<Holder>; 2],
    /// The coach's last word.
    pub(crate) coach: Option<CoachWord>,
    pub(crate) series: Option<SeriesView>,
    /// Why the game stands still though nobody has lost.
    pub(crate) trouble: Option<Refusal>,
}

impl TableGame {
    /// Sets a game up, or says what is wrong with it.
    pub(crate) fn new(mut setting: NewGame) -> Result<TableGame, Refusal> {
        let traps = match &setting.traps {
            Traps::At(points) => points.clone(),
            Traps::Random { random } => random_traps(*random, setting.size, setting.opening)?,
        };
        let game = Game::new(setting.rule, setting.size, &traps, setting.opening)?;
        setting.traps = Traps::At(traps);
        if !(1..=MOST_GAMES).contains(&setting.games) {
            return Err(Refusal::GamesRange { max: MOST_GAMES, got: setting.games });
        }
        for player in [&mut setting.first, &mut setting.second] {
            if let Player::Person { name } = player {
                *name = name.chars().take(MOST_NAME).collect();
            }
        }
        let margin = [&setting.first, &setting.second].map(|player| match player {
            Player::Person { .. } => Duration::ZERO,
            _ => GRACE,
        });
        let terms = Terms { time: [setting.clock; 2], margin, ..Terms::default() };
        let series = (setting.games > 1).then(|| SeriesView {
            games: setting.games,
            names: [name(&setting.first), name(&setting.second)],
            ..SeriesView::default()
        });
        let game = TableGame {
            setting,
            referee: Referee::new(game, terms),
            notes: Vec::new(),
            paused: false,
            holders: [None, None],
            coach: None,
            series,
            trouble: None,
        };
        if game.series.is_some() && !game.is_programs() {
            return Err(Refusal::SeriesWithPerson);
        }
        Ok(game)
    }

    /// Takes up a stored game. Whatever runs by itself waits for someone to let it go on.
    pub(crate) fn load(saved: &SavedGame) -> Result<TableGame, Refusal> {
        let mut game = TableGame::new(saved.setting.clone())?;
        for view in &saved.steps {
            let &StepView { step, seat, node, ms, black } = view;
            let time = Duration::from_micros((ms * 1000.0).round() as u64);
            game.referee.replay(TakenStep { step, seat, time, score: None })?;
            game.notes.push(StepNote { node, black });
        }
        if let Some(SavedFault { seat, fault }) = saved.fault.clone() {
            game.referee.forfeit(seat, fault)?;
        }
        game.series.clone_from(&saved.series);
        game.holders.clone_from(&saved.holders);
        let runs_alone = !game.setting.clock.is_none() || game.is_programs();
        game.paused = runs_alone && game.referee.result().is_none();
        Ok(game)
    }

    /// Whether others may sit down: a game against a program is that of whoever began it.
    pub(crate) fn is_open_to_guests(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.is_person(seat))
    }

    /// Whether hints are given: not while a guest plays, who has none.
    pub(crate) fn has_hints(&self) -> bool {
        let is_guest = |holder: &Option<Holder>| matches!(holder, Some(Holder::Guest(_)));
        self.referee.result().is_some() || !self.holders.iter().any(is_guest)
    }

    /// What the database keeps.
    pub(crate) fn save(&self) -> SavedGame {
        let fault = self.referee.fault().cloned();
        SavedGame {
            setting: self.setting.clone(),
            steps: self.steps(),
            fault: fault.zip(self.loser()).map(|(fault, seat)| SavedFault { seat, fault }),
            series: self.series.clone(),
            holders: self.holders.clone(),
        }
    }

    fn loser(&self) -> Option<Seat> {
        Some(!self.referee.game().seat(self.referee.result()?.winner?))
    }

    fn is_lost_on_time(&self) -> bool {
        let ending = self.referee.result().map(|result| result.ending);
        matches!(ending, Some(Ending::Time | Ending::Fault(FaultKind::Time)))
    }

    /// Who sits on a seat.
    pub(crate) fn player(&self, seat: Seat) -> &Player {
        match seat {
            Seat::First => &self.setting.first,
            Seat::Second => &self.setting.second,
        }
    }

    /// Whether a person sits there.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        matches!(self.player(seat), Player::Person { .. })
    }

    /// Whether nobody at the board is a person.
    pub(crate) fn is_programs(&self) -> bool {
        Seat::BOTH.iter().all(|&seat| !self.is_person(seat))
    }

    /// The name of whoever holds a colour now.
    pub(crate) fn name_of(&self, stone: Stone) -> String {
        name(self.player(self.referee.game().seat(stone)))
    }

    /// Whose turn it is.
    pub(crate) fn turn_seat(&self) -> Option<Seat> {
        self.referee.turn().map(|turn| turn.seat)
    }

    /// Where the game stands in the tree.
    pub(crate) fn node(&self) -> usize {
        let taken = &self.notes[..self.referee.taken().len()];
        taken.iter().rev().find_map(|note| note.node).unwrap_or(0)
    }

    /// Whether taking back and doing again stop at a seat's turn: at a person's, or after each step of programs.
    fn stops(&self) -> impl Fn(Seat) -> bool + use<> {
        let stops = Seat::BOTH.map(|seat| self.is_programs() || self.is_person(seat));
        move |seat| stops[seat as usize]
    }

    /// Takes back to the last turn of a person, or one step among programs.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        self.referee.undo(self.stops())?;
        self.paused |= self.is_programs();
        (self.trouble, self.coach) = (None, None);
        Ok(())
    }

    /// Does again what was taken back, up to a person's next turn.
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        self.referee.redo(self.stops())?;
        (self.trouble, self.coach) = (None, None);
        Ok(())
    }

    /// Stops the clocks and the agents, or lets them go on.
    pub(crate) fn pause(&mut self, on: bool, now: Duration) {
        self.paused = on;
        self.run_clock(now);
    }

    /// Whether the clock of the turn does not run yet: between persons it begins with the first step of each.
    fn waits_for_first_step(&self) -> bool {
        let has_stepped = |seat: Seat| self.referee.taken().iter().any(|taken| taken.seat == seat);
        let is_timed = !self.setting.clock.is_none() && self.is_open_to_guests();
        is_timed && self.turn_seat().is_some_and(|seat| !has_stepped(seat))
    }

    /// Lets the clock of the turn run unless the game is paused.
    pub(crate) fn run_clock(&mut self, now: Duration) {
        if self.paused || self.waits_for_first_step() {
            self.referee.stop_clock(now);
        } else {
            self.referee.start_clock(now);
        }
    }

    /// What an agent last thought of Black's chances.
    pub(crate) fn opinion(&self, seat: Seat) -> Option<f64> {
        let steps = self.referee.taken().iter().zip(&self.notes);
        steps.rev().find(|(taken, _)| taken.seat == seat).and_then(|(_, note)| note.black)
    }

    /// The game as a line of a log. Times are those of the turns: pauses do not count.
    pub(crate) fn log(&self, id: String) -> SeriesGame {
        let taken = self.referee.taken();
        let mean = |stone| {
            let seat = self.referee.game().seat(stone);
            let own: Vec<f64> = taken
                .iter()
                .filter(|taken| taken.seat == seat)
                .map(|taken| fine_millis(taken.time))
                .collect();
            own.iter().sum::<f64>() / own.len().max(1) as f64
        };
        let winner = self.referee.result().and_then(|result| result.winner);
        SeriesGame {
            game: id,
            black: self.name_of(Stone::Black),
            white: self.name_of(Stone::White),
            winner: winner.map_or_else(String::new, |stone| self.name_of(stone)),
            black_mean_ms: mean(Stone::Black),
            white_mean_ms: mean(Stone::White),
            elapsed_ms: taken.iter().map(|taken| fine_millis(taken.time)).sum(),
            moves: self.referee.game().position().history().len(),
        }
    }

    /// How the game ended, as the list of games shows it.
    pub(crate) fn head_result(&self) -> Option<HeadResult> {
        let ending = self.referee.result()?.ending;
        let told = HeadResult { ending: Some(ending.kind()), ..HeadResult::default() };
        Some(match ending {
            Ending::Five(line) => {
                let row = line.points().next().zip(line.points().last()).map(Into::into);
                HeadResult { row, ..told }
            }
            Ending::Forbidden { point, kind } => HeadResult { point: Some(point), why: Some(kind), ..told },
            Ending::Fault(kind) => HeadResult { fault: Some(kind), ..told },
            _ => told,
        })
    }

    fn steps(&self) -> Vec<StepView> {
        let steps = self.referee.taken().iter().zip(&self.notes);
        let view = |(taken, note): (&TakenStep, &StepNote)| StepView {
            step: taken.step,
            seat: taken.seat,
            node: note.node,
            ms: fine_millis(taken.time),
            black: note.black,
        };
        steps.map(view).collect()
    }

    /// The game as pages see it.
    pub(crate) fn view(&self, now: Duration, is_thinking: bool, away: [bool; 2]) -> GameView {
        let referee = &self.referee;
        let game = referee.game();
        let seat = |seat: Seat| SeatView {
            player: self.player(seat).clone(),
            name: name(self.player(seat)),
            stone: game.colour(seat),
            held: self.holders[seat as usize].is_some(),
            owners: self.holders[seat as usize] == Some(Holder::Owner),
            away: away[seat as usize],
            black: self.opinion(seat),
        };
        let turn = referee.turn();
        let late = self.loser().filter(|_| self.is_lost_on_time());
        GameView {
            opening: game.opening(),
            in_opening: game.in_opening(),
            seats: Seat::BOTH.map(seat),
            steps: self.steps(),
            node: self.node(),
            result: self.result_view(),
            offers: game.offers().to_vec(),
            offer: referee.offer().map(|(kind, by)| OfferView { kind, by }),
            clock: ClockView {
                control: self.setting.clock,
                turn_ms: self.setting.clock.turn.map(millis),
                left_ms: Seat::BOTH
                    .map(|seat| if late == Some(seat) { Some(0) } else { referee.left(seat).map(millis) }),
                spent_ms: Seat::BOTH.map(|seat| fine_millis(referee.spent(seat))),
                running: self.turn_seat().filter(|_| referee.is_clock_running()),
                turn_spent_ms: millis(referee.turn_time(now)),
                at: now_ms(),
            },
            paused: self.paused,
            thinking: self.turn_seat().filter(|_| is_thinking),
            can_undo: referee.can_undo(),
            can_redo: referee.can_redo(),
            speed: self.setting.speed,
            hints: self.has_hints(),
            coach: CoachView { on: self.setting.coach, last: self.coach.clone() },
            series: self.series.clone(),
            fault: referee.fault().cloned(),
            trouble: self.trouble.clone(),
            turn: turn.map(|turn| TurnView { seat: turn.seat, ask: ask_view(turn.ask) }),
        }
    }

    fn result_view(&self) -> Option<ResultView> {
        let result = self.referee.result()?;
        let (row, why) = match result.ending {
            Ending::Five(line) => (line.points().collect(), None),
            Ending::Forbidden { point, .. } => {
                let mut before = self.referee.game().position().clone();
                before.undo();
                (Vec::new(), Some(judgement(&before.judge(point))))
            }
            _ => (Vec::new(), None),
        };
        Some(ResultView {
            winner: result.winner,
            seat: result.winner.map(|stone| self.referee.game().seat(stone)),
            ending: result.ending.kind(),
            row,
            why,
        })
    }
}

fn millis(time: Duration) -> u64 {
    time.as_millis() as u64
}

/// Milliseconds to the microsecond.
fn fine_millis(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

pub(crate) fn ask_view(ask: Ask) -> AskView {
    match ask {
        Ask::Place { stone, area: Area::Board } => AskView::Place { stone, centre: None },
        Ask::Place { stone, area: Area::Centre(width) } => AskView::Place { stone, centre: Some(width) },
        Ask::Choose(choices) => {
            AskView::Choose { choices: choices.iter().copied().map(Step::Choose).collect() }
        }
        Ask::Declare { most } => AskView::Declare { count: most },
        Ask::Offer { left } => AskView::Offer { count: left },
        Ask::Pick(points) => AskView::Pick { points },
    }
}

/// So many different points, none in a centre that the opening rule keeps free.
fn random_traps(count: usize, size: Size, opening: Opening) -> Result<Vec<Point>, Refusal> {
    let mut free: Vec<Point> = opening.trap_points(size).collect();
    let most = free.len() / 2;
    if count > most {
        return Err(Refusal::TooManyTraps { max: most, got: count });
    }
    Ok(Random::new(getrandom::u64()?).draw(&mut free, count))
}
