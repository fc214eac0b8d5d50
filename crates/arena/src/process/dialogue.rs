//! The manager's side of the protocol: turns of a game become commands, and lines of the engine become steps.

use std::collections::VecDeque;
use std::time::Duration;

use goren_core::{Ask, Choice, Clock, Fault, FaultKind, Game, Opening, PlayedMove, Point, Size, Step, Stone};
use goren_protocol::{Command, Coordinates, Facts, Info, Owner, Placed, Reply, quote};

use super::spec::ProcessSpec;
use crate::player::Budget;

/// The value of `time_left` when there is no limit.
const UNLIMITED: i64 = i32::MAX as i64;

/// The state of the conversation about one game.
#[derive(Default)]
pub(super) struct Dialogue {
    /// The moves that the engine knows, if it follows the game from move to move.
    known: Option<Vec<PlayedMove>>,
    /// The remaining steps of an answer that stands for several.
    rest: VecDeque<Step>,
    /// Whether the engine has suggested a move and was sent `PLAY` for it.
    has_suggested: bool,
    /// What the engine has said about its search since it was last asked.
    facts: Facts,
}

/// The meaning of a line from the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Nothing of interest.
    Chatter,
    /// A line that cannot be parsed.
    Noise,
    /// A line that requires a reply.
    Reply(Command),
    /// The answer, or the first step of it.
    Step(Step),
    /// A fault, which ends the game.
    Fault(Fault),
}

impl Dialogue {
    /// The settings of a game, or why the protocol cannot express it.
    pub(super) fn settings(game: &Game, budget: &Budget, spec: &ProcessSpec) -> Result<Vec<Command>, Fault> {
        let refuse = |why: String| Err(Fault { kind: FaultKind::Start, detail: why });
        let position = game.position();
        if !matches!(game.opening(), Opening::Free | Opening::Swap2) {
            return refuse(format!("the protocol does not support a {} opening", game.opening()));
        }
        if !position.traps().is_empty() {
            return refuse("the protocol does not support traps".to_owned());
        }
        let stones = |stone| position.stones().filter(|each| each.1 == stone).count();
        let ahead = usize::from(position.side() == Stone::White);
        if stones(Stone::Black) != stones(Stone::White) + ahead {
            return refuse("the protocol does not support a position with a pass".to_owned());
        }
        let other = |key: &str, value: String| Info::Other { key: key.to_owned(), value };
        let folder = spec.persist.as_ref().map(|folder| other("folder", folder.display().to_string()));
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let has_increment = !budget.time.increment.is_zero();
        let settings = [
            Some(Info::Rule(position.rule().gomocup().into())),
            budget.time.turn.map(|time| Info::TimeoutTurn(milliseconds(time))),
            Some(Info::TimeoutMatch(budget.time.game.map_or(0, milliseconds))),
            Some(Info::TimeIncrement(milliseconds(budget.time.increment))).filter(|_| has_increment),
            Some(Info::MaxMemory(spec.most_memory(budget).unwrap_or(0))),
            Some(other("game_type", "1".to_owned())),
            budget.nodes.map(|nodes| Info::MaxNodes(Some(nodes))),
            budget.depth.map(|depth| Info::MaxDepth(Some(depth))),
            folder,
        ];
        let extra = spec.info.iter().map(|(key, value)| other(key, value.clone()));
        let settings: Vec<_> = settings.into_iter().flatten().chain(extra).collect();
        match settings.iter().find(|info| info.to_string().contains(char::is_control)) {
            Some(info) => {
                refuse(format!("expected a setting on one line, got `{}`", quote(&info.to_string())))
            }
            None => Ok(settings.into_iter().map(Command::Info).collect()),
        }
    }

    /// The next step of an answer already given.
    pub(super) fn next_step(&mut self) -> Option<Step> {
        self.rest.pop_front()
    }

    /// What the engine has said about its search since it was last asked.
    pub(super) fn facts(&self) -> Facts {
        self.facts
    }

    /// The commands that ask the engine for the step the game is waiting for.
    ///
    /// # Panics
    /// If the game is over.
    pub(super) fn request(&mut self, game: &Game, clock: &Clock) -> Result<[Command; 2], Fault> {
        self.has_suggested = false;
        self.facts = Facts::default();
        let left = clock.left.map_or(UNLIMITED, |left| i64::try_from(left.as_millis()).unwrap_or(UNLIMITED));
        let position = game.position();
        let size = position.size();
        let history = position.history();
        let turn = game.turn().expect("the caller only asks while the game is in progress");
        let command = match turn.ask {
            Ask::Choose(_) => swap2_board(history, size),
            Ask::Place { .. } if game.in_opening() && history.is_empty() => swap2_board(history, size),
            Ask::Place { .. } if game.in_opening() => {
                let detail =
                    "the protocol does not support asking for a single stone of a swap2 opening".to_owned();
                return Err(Fault { kind: FaultKind::Start, detail });
            }
            _ => match (history.split_last(), &self.known) {
                (Some((PlayedMove { point: Some(point), .. }, earlier)), Some(known)) if earlier == known => {
                    Command::Turn(Coordinates::of(*point, size))
                }
                (None, _) if position.setup().is_empty() => Command::Begin,
                _ => board(game),
            },
        };
        Ok([Command::Info(Info::TimeLeft(left)), command])
    }

    /// Interprets a line of the engine while the game waits for it. A line sent before the question is not an answer.
    pub(super) fn hear(&mut self, line: &str, is_answer: bool, game: &Game) -> Heard {
        let Some(reply) = Reply::read(line) else { return Heard::Noise };
        self.facts.note(&reply);
        let size = game.position().size();
        let points = match reply {
            Reply::Error(_) | Reply::Unknown(_) => {
                let detail = format!("expected an answer, got `{}`", quote(line));
                return Heard::Fault(Fault { kind: FaultKind::Garbage, detail });
            }
            Reply::Move(_) | Reply::Moves(_) | Reply::Swap | Reply::Suggest(_) if !is_answer => {
                return Heard::Chatter;
            }
            Reply::Suggest(at) if !self.has_suggested => {
                self.has_suggested = true;
                return Heard::Reply(Command::Play(at));
            }
            Reply::Suggest(_) => return Heard::Noise,
            Reply::Move(at) => vec![at],
            Reply::Moves(points) => points,
            Reply::Swap => Vec::new(),
            _ => return Heard::Chatter,
        };
        let Some(points) = points.iter().map(|at| at.on(size)).collect::<Option<Vec<_>>>() else {
            let detail = format!("expected a point of a {size}×{size} board, got `{}`", quote(line));
            return Heard::Fault(Fault { kind: FaultKind::Illegal, detail });
        };
        match steps(&points, game) {
            Some(steps) => self.answer(steps, game),
            None => Heard::Noise,
        }
    }

    fn answer(&mut self, steps: Vec<Step>, game: &Game) -> Heard {
        self.rest = steps.into();
        let first = self.rest.pop_front().expect("an answer is at least one step");
        self.known = match first {
            Step::Place(point) if !game.in_opening() => {
                let own = PlayedMove { stone: game.position().side(), point: Some(point) };
                Some([game.position().history(), &[own]].concat())
            }
            // After an opening the engine is shown the whole board.
            _ => None,
        };
        Heard::Step(first)
    }
}

/// The time that the clock allows for a move; `None` without a clock.
pub(super) fn limit(clock: &Clock) -> Option<Duration> {
    clock.turn.into_iter().chain(clock.left).min()
}

/// The steps that an answer stands for, if it answers the question; no points mean `SWAP`.
///
/// White is to move whenever swap2 lets a player choose. After three stones and after five, a player who answers with
/// a stone is therefore White, and one who swaps is Black.
fn steps(points: &[Point], game: &Game) -> Option<Vec<Step>> {
    let choice = match (game.turn()?.ask, points.len()) {
        (Ask::Choose(_), 0) => Some(Choice::Take(Stone::Black)),
        (Ask::Choose(_), 1) => Some(Choice::Take(Stone::White)),
        (Ask::Choose(choices), 2) if choices.contains(&Choice::PlaceTwo) => Some(Choice::PlaceTwo),
        (Ask::Place { .. }, 3) if game.in_opening() => None,
        (Ask::Place { .. }, 1) if !game.in_opening() => None,
        _ => return None,
    };
    Some(choice.map(Step::Choose).into_iter().chain(points.iter().copied().map(Step::Place)).collect())
}

fn swap2_board(history: &[PlayedMove], size: Size) -> Command {
    let points = history.iter().filter_map(|played| played.point);
    Command::Swap2Board(points.map(|point| Coordinates::of(point, size)).collect())
}

/// The stones in the order in which they were played, from the point of view of the side to move.
fn board(game: &Game) -> Command {
    let position = game.position();
    let played = position.history().iter().filter_map(|played| Some((played.point?, played.stone)));
    let placed = position.setup().iter().copied().chain(played).map(|(point, stone)| Placed {
        at: Coordinates::of(point, position.size()),
        owner: if stone == position.side() { Owner::Own } else { Owner::Opponent },
    });
    Command::Board(placed.collect())
}

#[cfg(test)]
mod tests;
