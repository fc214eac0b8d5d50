//! The game of a table: steps, seats, clocks, taking back. No threads and no I/O; the referee is core's `Game`.

use std::time::{Duration, Instant};

use goren_core::{Area, Ask, Clock, Ending, Game, Opening, PlayedMove, Point, Rule, Seat, Size, Step, Stone};

use crate::look::judgement;
use crate::moment::now_ms;
use crate::opponent::name;
use crate::step;
use crate::store::SavedGame;
use crate::wire::{
    ClockView, CoachView, CoachWord, GameView, NewGame, OfferView, Player, PointName, ResultView, SeatView,
    SeriesGame, SeriesView, StepView, Traps, TurnView,
};

/// How much later than its time an agent's answer may come: threads and pipes are not its fault.
const GRACE: Duration = Duration::from_millis(300);
const MOST_GAMES: u32 = 10_000;
const MOST_NAME: usize = 60;

/// Both seats, in the order of lists on the wire.
pub(crate) const SEATS: [Seat; 2] = [Seat::First, Seat::Second];

/// A step that was done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    /// The step.
    pub(crate) step: Step,
    /// By whom.
    pub(crate) seat: Seat,
    /// The node it led to, if it put a stone on the board.
    pub(crate) node: Option<usize>,
    /// How long it took.
    pub(crate) ms: u64,
    /// What an agent thought of Black's chances.
    pub(crate) black: Option<f64>,
}

/// Something one seat proposes to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// A draw.
    Draw,
    /// Taking back.
    Undo,
}

/// A game with all that belongs to it.
pub(crate) struct Play {
    /// How it was set up; traps are named.
    pub(crate) setting: NewGame,
    /// The referee.
    pub(crate) game: Game,
    /// Everything done.
    pub(crate) done: Vec<Done>,
    /// What was taken back, the next to be done again last.
    pub(crate) undone: Vec<Done>,
    /// Where the game stands in the tree.
    pub(crate) node: usize,
    /// Whether clocks and agents stand still.
    pub(crate) paused: bool,
    /// What is proposed, and by whom.
    pub(crate) offer: Option<(Offer, Seat)>,
    /// The sessions that hold the seats.
    pub(crate) holders: [Option<String>; 2],
    /// The coach's last word.
    pub(crate) coach: Option<CoachWord>,
    /// The series.
    pub(crate) series: Option<SeriesView>,
    /// How an agent failed.
    pub(crate) fault: Option<String>,
    /// Whether an agent is thinking.
    pub(crate) is_thinking: bool,
    /// Time spent on the present turn before `since`.
    spent: Duration,
    /// Since when the clock runs.
    since: Option<Instant>,
}

impl Play {
    /// Sets a game up, or says what is wrong with it.
    pub(crate) fn new(mut setting: NewGame) -> Result<Play, String> {
        let rule: Rule = setting.rule.parse().map_err(|error| format!("{error}"))?;
        let size = Size::new(setting.size).map_err(|error| error.to_string())?;
        let opening: Opening = setting.opening.parse().map_err(|error| format!("{error}"))?;
        let traps = match &setting.traps {
            Traps::At(points) => points.iter().map(|name| name.0).collect(),
            Traps::Random { random } => random_traps(*random, size, opening)?,
        };
        setting.traps = Traps::At(PointName::all(traps.iter().copied()));
        let game = Game::new(rule, size, &traps, opening).map_err(|error| error.to_string())?;
        if !(1..=MOST_GAMES).contains(&setting.games) {
            return Err(format!("expected 1 to {MOST_GAMES} games, got {}", setting.games));
        }
        for player in [&mut setting.first, &mut setting.second] {
            if let Player::Person { name } = player {
                *name = name.chars().take(MOST_NAME).collect();
            }
        }
        let is_programs = [&setting.first, &setting.second].iter().all(|player| !is_person(player));
        if setting.games > 1 && !is_programs {
            return Err("a series is played by programs: expected 1 game with a person".to_owned());
        }
        let series =
            (setting.games > 1).then(|| SeriesView { games: setting.games, ..SeriesView::default() });
        let mut play = Play {
            setting,
            game,
            done: Vec::new(),
            undone: Vec::new(),
            node: 0,
            paused: false,
            offer: None,
            holders: [None, None],
            coach: None,
            series,
            fault: None,
            is_thinking: false,
            spent: Duration::ZERO,
            since: None,
        };
        play.start_turn();
        Ok(play)
    }

    /// Takes up a stored game. Whatever runs by itself waits for someone to let it go on.
    pub(crate) fn load(saved: &SavedGame) -> Result<Play, String> {
        let mut play = Play::new(saved.setting.clone())?;
        for view in &saved.steps {
            let seat = view.seat.into();
            let step = step::read_done(&view.step, seat)?;
            play.game.step(step).map_err(|error| error.to_string())?;
            play.done.push(Done { step, seat, node: view.node, ms: view.ms, black: view.black });
        }
        play.node = play.last_node();
        play.series.clone_from(&saved.series);
        play.fault.clone_from(&saved.fault);
        let runs_alone = play.has_clock() || SEATS.iter().all(|&seat| !play.is_person(seat));
        play.paused = runs_alone && play.game.result().is_none();
        play.start_turn();
        Ok(play)
    }

    /// What the database keeps.
    pub(crate) fn save(&self) -> SavedGame {
        SavedGame {
            setting: self.setting.clone(),
            steps: self.steps(),
            fault: self.fault.clone(),
            series: self.series.clone(),
        }
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
        is_person(self.player(seat))
    }

    /// Whether nobody at the board is a person.
    pub(crate) fn is_programs(&self) -> bool {
        SEATS.iter().all(|&seat| !self.is_person(seat))
    }

    /// The name of whoever holds a colour now.
    pub(crate) fn name_of(&self, stone: Stone) -> String {
        name(self.player(self.game.seat(stone)))
    }

    /// Whose turn it is.
    pub(crate) fn turn_seat(&self) -> Option<Seat> {
        self.game.turn().map(|turn| turn.seat)
    }

    /// Lets the game judge a step and writes it down; the stone it put on the board, if it did.
    pub(crate) fn step(
        &mut self,
        step: Step,
        seat: Seat,
        ms: u64,
        black: Option<f64>,
    ) -> Result<Option<PlayedMove>, String> {
        let stones = self.game.position().history().len();
        self.game.step(step).map_err(|error| error.to_string())?;
        self.done.push(Done { step, seat, node: None, ms, black });
        self.offer = None;
        let history = self.game.position().history();
        Ok((history.len() > stones).then(|| *history.last().expect("a stone was added")))
    }

    /// Forgets the last step, which could not be kept.
    pub(crate) fn unstep(&mut self) {
        self.game.undo();
        self.done.pop();
        self.node = self.last_node();
    }

    /// Takes back to the last turn of a person, or one step among programs; whether anything was.
    pub(crate) fn undo(&mut self) -> bool {
        let before = self.done.len();
        while let Some(done) = self.done.pop() {
            self.game.undo();
            self.undone.push(done);
            if self.is_programs() || self.turn_seat().is_some_and(|seat| self.is_person(seat)) {
                break;
            }
        }
        self.paused |= self.is_programs();
        self.settle_after_going_back();
        self.done.len() < before
    }

    /// Does again what was taken back, up to a person's next turn; whether anything was.
    pub(crate) fn redo(&mut self) -> bool {
        let before = self.done.len();
        while let Some(done) = self.undone.pop() {
            if self.game.step(done.step).is_err() {
                self.undone.clear();
                break;
            }
            self.done.push(done);
            if self.is_programs() || self.turn_seat().is_none_or(|seat| self.is_person(seat)) {
                break;
            }
        }
        self.settle_after_going_back();
        self.done.len() > before
    }

    fn settle_after_going_back(&mut self) {
        self.node = self.last_node();
        self.offer = None;
        self.fault = None;
        self.coach = None;
        self.start_turn();
    }

    fn last_node(&self) -> usize {
        self.done.iter().rev().find_map(|done| done.node).unwrap_or(0)
    }

    /// Begins the time of a turn.
    pub(crate) fn start_turn(&mut self) {
        self.spent = Duration::ZERO;
        self.since = self.is_running().then(Instant::now);
    }

    /// Stops or starts the clock.
    pub(crate) fn pause(&mut self, on: bool) {
        self.spent = self.turn_time();
        self.paused = on;
        self.since = self.is_running().then(Instant::now);
    }

    fn is_running(&self) -> bool {
        !self.paused && self.game.result().is_none()
    }

    /// How long the present turn has taken.
    pub(crate) fn turn_time(&self) -> Duration {
        self.spent + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    fn has_clock(&self) -> bool {
        self.setting.clock.turn_ms.is_some() || self.setting.clock.game_ms.is_some()
    }

    fn spent_ms(&self, seat: Seat) -> u64 {
        self.done.iter().filter(|done| done.seat == seat).map(|done| done.ms).sum()
    }

    /// What is left of a seat's time for the game, at the beginning of the turn.
    fn left_ms(&self, seat: Seat) -> Option<u64> {
        let whole = self.setting.clock.game_ms?;
        let moves = self.done.iter().filter(|done| done.seat == seat).count() as u64;
        let given = whole.saturating_add(moves.saturating_mul(self.setting.clock.increment_ms));
        Some(given.saturating_sub(self.spent_ms(seat)))
    }

    /// The clock as the seat's agent sees it.
    pub(crate) fn clock(&self, seat: Seat) -> Clock {
        let setting = self.setting.clock;
        Clock {
            turn: setting.turn_ms.map(Duration::from_millis),
            left: self.left_ms(seat).map(Duration::from_millis),
            increment: Duration::from_millis(setting.increment_ms),
        }
    }

    /// When the seat to move is out of time, if a clock runs.
    pub(crate) fn flag_at(&self) -> Option<Instant> {
        let (since, seat) = (self.since?, self.turn_seat()?);
        let setting = self.setting.clock;
        let most = [setting.turn_ms, self.left_ms(seat)].into_iter().flatten().min()?;
        let grace = if self.is_person(seat) { Duration::ZERO } else { GRACE };
        Some(since + Duration::from_millis(most).saturating_sub(self.spent) + grace)
    }

    /// The finished game as a line of a series' log.
    pub(crate) fn log(&self, id: String) -> SeriesGame {
        let mean = |stone| {
            let seat = self.game.seat(stone);
            let count = self.done.iter().filter(|done| done.seat == seat).count();
            self.spent_ms(seat) as f64 / count.max(1) as f64
        };
        let winner = self.game.result().and_then(|result| result.winner);
        SeriesGame {
            game: id,
            black: self.name_of(Stone::Black),
            white: self.name_of(Stone::White),
            winner: winner.map_or_else(String::new, |stone| self.name_of(stone)),
            black_mean_ms: mean(Stone::Black),
            white_mean_ms: mean(Stone::White),
            elapsed_ms: self.done.iter().map(|done| done.ms).sum(),
            moves: self.game.position().history().len(),
        }
    }

    /// How the game ended, in words; an agent that failed is named.
    pub(crate) fn result_text(&self) -> Option<String> {
        let result = self.game.result()?;
        Some(match &self.fault {
            Some(fault) => match result.winner {
                Some(stone) => format!("{stone} wins: {} {fault}", self.name_of(!stone)),
                None => result.to_string(),
            },
            None => result.to_string(),
        })
    }

    fn steps(&self) -> Vec<StepView> {
        let view = |done: &Done| StepView {
            step: step::write(done.step),
            seat: done.seat.into(),
            node: done.node,
            ms: done.ms,
            black: done.black,
        };
        self.done.iter().map(view).collect()
    }

    /// The game as pages see it.
    pub(crate) fn view(&self) -> GameView {
        let game = &self.game;
        let seat = |seat: Seat| SeatView {
            player: self.player(seat).clone(),
            name: name(self.player(seat)),
            stone: game.colour(seat).into(),
            held: self.holders[index(seat)].is_some(),
            black: self.done.iter().rev().find(|done| done.seat == seat).and_then(|done| done.black),
        };
        GameView {
            opening: game.opening().name(),
            in_opening: game.in_opening(),
            seats: SEATS.map(seat),
            steps: self.steps(),
            node: self.node,
            turn: game.turn().map(|turn| turn_view(turn.seat, &turn.ask)),
            result: self.result_view(),
            offers: PointName::all(game.offers().iter().copied()),
            offer: self.offer.map(|(offer, by)| OfferView {
                kind: match offer {
                    Offer::Draw => "draw",
                    Offer::Undo => "undo",
                },
                by: by.into(),
            }),
            clock: ClockView {
                setting: self.setting.clock,
                left_ms: SEATS.map(|seat| self.left_ms(seat)),
                spent_ms: SEATS.map(|seat| self.spent_ms(seat)),
                running: self.since.and(self.turn_seat()).map(Into::into),
                turn_spent_ms: self.turn_time().as_millis() as u64,
                at: now_ms(),
            },
            paused: self.paused,
            thinking: self.turn_seat().filter(|_| self.is_thinking).map(Into::into),
            can_undo: !self.done.is_empty(),
            can_redo: !self.undone.is_empty(),
            speed: self.setting.speed,
            coach: CoachView { on: self.setting.coach, last: self.coach.clone() },
            series: self.series.clone(),
            fault: self.fault.clone(),
        }
    }

    fn result_view(&self) -> Option<ResultView> {
        let result = self.game.result()?;
        let (ending, row, why) = match result.ending {
            _ if self.fault.is_some() => ("fault", Vec::new(), None),
            Ending::Five(line) => ("five", PointName::all(line.points()), None),
            Ending::Forbidden { point, .. } => {
                let mut before = self.game.position().clone();
                before.undo();
                ("forbidden", Vec::new(), Some(judgement(&before.judge(point))))
            }
            ending => (ending.kind().name(), Vec::new(), None),
        };
        Some(ResultView {
            text: self.result_text()?,
            winner: result.winner.map(Into::into),
            seat: result.winner.map(|stone| self.game.seat(stone).into()),
            ending,
            row,
            why,
        })
    }
}

fn is_person(player: &Player) -> bool {
    matches!(player, Player::Person { .. })
}

/// A seat's place in lists: first, then second.
pub(crate) fn index(seat: Seat) -> usize {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

fn turn_view(seat: Seat, ask: &Ask) -> TurnView {
    let mut view = TurnView {
        seat: seat.into(),
        ask: "",
        text: ask.to_string(),
        stone: None,
        centre: None,
        choices: Vec::new(),
        count: None,
        points: Vec::new(),
    };
    match ask {
        Ask::Place { stone, area } => {
            view.ask = "place";
            view.stone = Some((*stone).into());
            view.centre = match area {
                Area::Board => None,
                Area::Centre(width) => Some(*width),
            };
        }
        Ask::Choose(choices) => {
            view.ask = "choose";
            view.choices = choices.iter().map(|&choice| step::write(Step::Choose(choice))).collect();
        }
        Ask::Declare { most } => (view.ask, view.count) = ("declare", Some(*most)),
        Ask::Offer { left } => (view.ask, view.count) = ("offer", Some(*left)),
        Ask::Pick(points) => {
            view.ask = "pick";
            view.points = PointName::all(points.iter().copied());
        }
    }
    view
}

/// So many different points, none in a centre that the opening rule keeps free.
fn random_traps(count: usize, size: Size, opening: Opening) -> Result<Vec<Point>, String> {
    let is_renju = matches!(opening, Opening::Soosorv8 | Opening::Taraguchi10);
    let mut free: Vec<Point> =
        size.points().filter(|&point| !(is_renju && size.in_centre(point, 9))).collect();
    let most = free.len() / 2;
    if count > most {
        return Err(format!("expected at most {most} traps on this board, got {count}"));
    }
    let mut traps = Vec::with_capacity(count);
    for _ in 0..count {
        let random = getrandom::u64().map_err(|error| error.to_string())?;
        traps.push(free.swap_remove((random % free.len() as u64) as usize));
    }
    Ok(traps)
}
