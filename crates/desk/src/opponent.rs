//! Agents that sit at a table: the engine at a level, a classic, a registered process. Each thinks in its own thread.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use goren_arena::{Budget, ChosenStep, InProcess, Player as Seated};
use goren_classics::{Classic, parse};
use goren_core::{Clock, Fault, FaultKind, Game, Stop};
use goren_engine::{Engine, Level, Options};

use crate::load::{Load, Turn};
use crate::refusal::Refusal;
use crate::wire::Player;

/// The most time an agent takes for a move where no clock runs.
const PATIENCE: Duration = Duration::from_secs(3);
/// A classic's search has no other end than its depth.
const CLASSIC_PATIENCE: Duration = Duration::from_secs(10);
/// What an agent of this program must leave on its clock for the way back.
const MARGIN: Duration = Duration::from_millis(40);

/// An engine that may be chosen by name.
#[derive(Clone)]
pub struct Registered {
    /// Its name.
    pub name: String,
    /// What it may use; the game's own where this says nothing.
    pub budget: Budget,
    /// Gives something that plays one game.
    pub seat: Arc<dyn Fn() -> Box<dyn Seated> + Send + Sync>,
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registered").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The engines that may be chosen by name.
#[derive(Clone, Default)]
pub(crate) struct Roster(Arc<Vec<Registered>>);

impl Roster {
    pub(crate) fn new(engines: Vec<Registered>) -> Roster {
        Roster(Arc::new(engines))
    }

    /// The names to choose from.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|engine| engine.name.as_str())
    }

    /// Whether a player can sit down, or why not.
    pub(crate) fn check(&self, player: &Player) -> Result<(), Refusal> {
        match player {
            Player::Person { .. } => Ok(()),
            Player::Goren { level } => {
                let (min, max) = (Level::LOWEST.number(), Level::FULL.number());
                let refusal = |_| Refusal::NoLevel { min, max, got: *level };
                Level::new(*level).map(|_| ()).map_err(refusal)
            }
            Player::Classic { word } => parse(word).map(|_| ()).map_err(Refusal::from),
            Player::Engine { name } if self.find(name).is_some() => Ok(()),
            Player::Engine { name } => Err(Refusal::NoEngine { name: name.clone() }),
        }
    }

    fn find(&self, name: &str) -> Option<&Registered> {
        self.0.iter().find(|engine| engine.name == name)
    }

    /// Something that plays one game.
    fn seat(&self, player: &Player, seed: u64) -> Result<(Box<dyn Seated>, Budget), Fault> {
        let fault = |detail: String| Fault { kind: FaultKind::Start, detail };
        Ok(match player {
            Player::Person { .. } => return Err(fault("a person moves for themselves".to_owned())),
            Player::Goren { level } => {
                let level = Level::new(*level).map_err(|error| fault(error.to_string()))?;
                let options = Options { level, seed, ..Options::default() };
                (Box::new(InProcess::new(Engine::new(options))), Budget::default())
            }
            Player::Classic { word } => {
                let made = parse(word).and_then(|(description, mut settings)| {
                    settings.seed ^= seed;
                    Classic::new(description, &settings)
                });
                let agent = made.map_err(|error| fault(error.to_string()))?;
                (Box::new(InProcess::new(agent)), Budget::default())
            }
            Player::Engine { name } => match self.find(name) {
                Some(engine) => ((engine.seat)(), engine.budget),
                None => return Err(fault(format!("no engine `{name}` is registered now"))),
            },
        })
    }
}

/// What to call a player.
pub(crate) fn name(player: &Player) -> String {
    match player {
        Player::Person { name } if name.is_empty() => "Player".to_owned(),
        Player::Person { name } | Player::Engine { name } => name.clone(),
        Player::Goren { level } => format!("goren {level}"),
        Player::Classic { word } => {
            parse(word).map_or_else(|_| word.clone(), |(description, settings)| settings.title(description))
        }
    }
}

/// The clock an agent sees: the game's, or what our patience allows.
fn clock_for(player: &Player, clock: Clock) -> Clock {
    let patience = if matches!(player, Player::Classic { .. }) { CLASSIC_PATIENCE } else { PATIENCE };
    let less = |time: Duration| time.saturating_sub(MARGIN).max(Duration::from_millis(1));
    let is_ours = !matches!(player, Player::Engine { .. });
    let cut = |time: Option<Duration>| if is_ours { time.map(less) } else { time };
    let turn = if clock.turn.is_none() && clock.left.is_none() { Some(patience) } else { clock.turn };
    Clock { turn: cut(turn), left: cut(clock.left), increment: clock.increment }
}

/// How often an agent that waits for its turn sees whether it is still wanted.
const WAITING: Duration = Duration::from_millis(50);

/// What an agent tells its table about a question.
pub(crate) enum Told {
    /// It thinks from now on.
    Began,
    /// It has chosen.
    Chosen(Result<ChosenStep, Fault>),
}

/// Gets an agent ready for a game.
type Seat<'a> = dyn Fn(&Game, &Stop) -> Result<Box<dyn Seated>, Fault> + 'a;

/// One question to an agent.
struct Question {
    ticket: u64,
    game: Game,
    clock: Clock,
    stop: Stop,
    /// Whether the game has gone another way than the agent knows.
    is_fresh: bool,
}

/// An agent at work in its own thread, which ends when this is dropped.
pub(crate) struct Opponent {
    player: Player,
    questions: Sender<Question>,
    stop: Stop,
    is_fresh: bool,
}

impl Opponent {
    /// Seats an agent, which thinks when the load allows it. `tell` is called in the agent's thread, with the ticket of
    /// the question.
    pub(crate) fn new(
        player: Player,
        roster: Roster,
        seed: u64,
        budget: Budget,
        (load, is_against_person): (Load, bool),
        tell: impl Fn(u64, Told) + Send + 'static,
    ) -> Opponent {
        let (questions, waiting) = channel();
        let seated = player.clone();
        let seat = move |game: &Game, stop: &Stop| {
            let (mut player, own) = roster.seat(&seated, seed)?;
            player.begin(game, &own.or(&budget), stop)?;
            Ok(player)
        };
        let turn = move |stop: &Stop| turn(&load, is_against_person, stop);
        std::thread::spawn(move || serve(&seat, &waiting, &turn, &tell));
        Opponent { player, questions, stop: Stop::default(), is_fresh: false }
    }

    /// Asks for the next step of a game.
    pub(crate) fn ask(&mut self, ticket: u64, game: &Game, clock: Clock) {
        self.stop = Stop::default();
        let question = Question {
            ticket,
            game: game.clone(),
            clock: clock_for(&self.player, clock),
            stop: self.stop.clone(),
            is_fresh: std::mem::take(&mut self.is_fresh),
        };
        // The thread ends only after we are gone.
        let _ = self.questions.send(question);
    }

    /// Ends the present thought; its answer is not wanted any more.
    pub(crate) fn stop(&mut self) {
        self.stop.raise();
        self.is_fresh = true;
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Waits for an agent's turn; nothing if it is not wanted any more.
fn turn(load: &Load, is_against_person: bool, stop: &Stop) -> Option<Turn> {
    let (call, called) = channel();
    load.turn(is_against_person, move |turn| drop(call.send(turn)));
    while !stop.is_raised() {
        if let Ok(turn) = called.recv_timeout(WAITING) {
            return Some(turn);
        }
    }
    None
}

/// Answers questions with an agent that `seat` gets ready. One that panics or commits a fault has failed; the next question
/// gets another.
fn serve(
    seat: &Seat<'_>,
    waiting: &Receiver<Question>,
    turn: &dyn Fn(&Stop) -> Option<Turn>,
    tell: &dyn Fn(u64, Told),
) {
    let mut seated: Option<Box<dyn Seated>> = None;
    for Question { ticket, game, clock, stop, is_fresh } in waiting {
        let Some(_turn) = turn(&stop) else { continue };
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let mut agent = match seated.take().filter(|_| !is_fresh) {
                Some(agent) => agent,
                None => seat(&game, &stop)?,
            };
            // Getting ready is not thinking: an engine has a deadline of its own for that.
            tell(ticket, Told::Began);
            let answer = agent.choose(&game, &clock, &stop)?;
            seated = Some(agent);
            Ok(answer)
        }));
        let panicked = || Fault { kind: FaultKind::Crash, detail: "it panicked".to_owned() };
        tell(ticket, Told::Chosen(answer.unwrap_or_else(|_| Err(panicked()))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Opening, Rule, Size, Step};

    /// Gives its answers, last first, then panics.
    struct Fragile(Vec<Result<Step, Fault>>);

    impl Seated for Fragile {
        fn begin(&mut self, _: &Game, _: &Budget, _: &Stop) -> Result<(), Fault> {
            Ok(())
        }

        fn choose(&mut self, _: &Game, _: &Clock, _: &Stop) -> Result<ChosenStep, Fault> {
            let step = self.0.pop().expect("an answer is left")?;
            Ok(ChosenStep { step, time: Duration::ZERO, score: None, depth: None, nodes: None, memory: None })
        }
    }

    /// Which questions are answered, one after the other, by agents that each give these answers.
    fn answered(answers: &[Result<Step, Fault>], count: u64) -> Vec<bool> {
        let game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Free).unwrap();
        let seat = |_: &Game, _: &Stop| -> Result<Box<dyn Seated>, Fault> {
            Ok(Box::new(Fragile(answers.to_vec())))
        };
        let (questions, waiting) = channel();
        for ticket in 0..count {
            let (clock, stop) = (Clock::default(), Stop::default());
            questions.send(Question { ticket, game: game.clone(), clock, stop, is_fresh: false }).unwrap();
        }
        drop(questions);
        let (told, heard) = channel();
        let load = Load::default();
        serve(&seat, &waiting, &|stop| turn(&load, true, stop), &|ticket, answer| {
            if let Told::Chosen(answer) = answer {
                told.send((ticket, answer.is_ok())).unwrap();
            }
        });
        drop(told);
        heard.iter().map(|(_, is_ok)| is_ok).collect()
    }

    #[test]
    fn a_panic_is_a_crash_and_the_next_question_gets_another_agent() {
        assert_eq!(answered(&[Ok(Step::Place("h8".parse().unwrap()))], 3), [true, false, true]);
    }

    #[test]
    fn an_agent_that_commits_a_fault_is_given_up() {
        let place = Ok(Step::Place("h8".parse().unwrap()));
        let fault = Err(Fault { kind: FaultKind::Time, detail: String::new() });
        // The one that is kept would place a second stone.
        assert_eq!(answered(&[place.clone(), fault, place], 4), [true, false, true, false]);
    }

    #[test]
    fn an_agent_that_cannot_get_ready_has_not_begun_to_think() {
        let game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Free).unwrap();
        let (questions, waiting) = channel();
        let (clock, stop) = (Clock::default(), Stop::default());
        questions.send(Question { ticket: 1, game, clock, stop, is_fresh: false }).unwrap();
        drop(questions);
        let seat = |_: &Game, _: &Stop| -> Result<Box<dyn Seated>, Fault> {
            Err(Fault { kind: FaultKind::Start, detail: String::new() })
        };
        let (load, told) = (Load::default(), std::cell::RefCell::new(Vec::new()));
        serve(&seat, &waiting, &|stop| turn(&load, true, stop), &|_, each| {
            told.borrow_mut().push(matches!(each, Told::Chosen(Err(_))));
        });
        assert_eq!(*told.borrow(), [true]);
    }
}
