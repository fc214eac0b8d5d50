//! What happens at a table without anyone asking: agents think and answer, clocks run out, a series goes on, the coach speaks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use goren_arena::{Budget, ChosenStep};
use goren_core::{Fault, Point, Position, Referee, Ruling, Stop};

use super::Table;
use super::message::TableMessage;
use crate::chance::black_chance;
use crate::opponent::{Opponent, Told};
use crate::refusal::Refusal;
use crate::review::judged;

/// For how long agents are kept, and programs play on, when nobody watches or the game is paused.
const GRACE: Duration = Duration::from_secs(30);
/// Time the coach takes for each of two positions, in milliseconds.
const COACH_MS: u64 = 400;

impl Table {
    /// Lets the referee judge something; it counts once it is on disk.
    pub(super) fn rule(
        &mut self,
        act: impl FnOnce(&mut Referee) -> Result<Ruling, goren_core::Refusal>,
        black: Option<f64>,
    ) -> Result<(), Refusal> {
        let now = self.now();
        self.commit(|state| state.rule(act, black, now))?;
        self.is_thinking = false;
        Ok(())
    }

    /// Ends whatever an agent is thinking about.
    pub(super) fn interrupt(&mut self) {
        self.ticket += 1;
        self.pending = None;
        self.next_game = None;
        self.is_thinking = false;
        self.opponents.iter_mut().flatten().for_each(Opponent::stop);
    }

    /// Asks the agent whose turn it is, if it is an agent's; after a game of a series, arranges the next.
    pub(super) fn drive(&mut self) {
        let Some(game) = &mut self.state.game else { return };
        let Some(seat) = game.turn_seat() else {
            // Nobody is asked any more: engines exit, and memory is free for other tables.
            self.opponents = [None, None];
            let is_unfinished =
                game.series.as_ref().is_some_and(|series| series.log.len() < series.games as usize);
            if is_unfinished && !game.paused && self.next_game.is_none() {
                self.next_game = Some(Instant::now() + Duration::from_millis(game.setting.speed));
            }
            return;
        };
        if game.paused || self.is_thinking || game.is_person(seat) || self.pending.is_some() {
            return;
        }
        // A game may be taken up when its engine is not registered any more.
        if let Err(refusal) = self.services.roster.check(game.player(seat)) {
            self.hold(refusal);
            self.flush();
            return;
        }
        self.ticket += 1;
        self.is_thinking = true;
        let opponent = self.opponents[seat as usize].get_or_insert_with(|| {
            let mailbox = self.mailbox.clone();
            let seed = getrandom::u64().unwrap_or_default();
            let tell = move |ticket, told| {
                let message = match told {
                    Told::Began => TableMessage::Began(ticket),
                    Told::Chosen(answer) => TableMessage::Chosen { ticket, answer },
                };
                let _ = mailbox.send(message);
            };
            let load = (self.services.load.clone(), !game.is_programs());
            let budget = Budget { time: game.setting.clock, ..Budget::default() };
            Opponent::new(game.player(seat).clone(), self.services.roster.clone(), seed, budget, load, tell)
        });
        opponent.ask(self.ticket, game.referee.game(), game.referee.clock(seat));
        // Its time counts from when it may think.
        let now = self.opened.elapsed();
        game.referee.stop_clock(now);
        self.changed();
        self.flush();
    }

    /// An agent thinks from now on.
    pub(super) fn began(&mut self, ticket: u64) {
        if ticket == self.ticket && self.is_thinking {
            let now = self.now();
            self.state.run_clock(now);
            self.changed();
            self.flush();
        }
    }

    /// Notes since when nobody needs the agents.
    pub(super) fn note_idle(&mut self) {
        let is_paused = self.state.game.as_ref().is_some_and(|game| game.paused);
        let is_idle = self.watchers.is_empty() || is_paused;
        self.idle_since = is_idle.then(|| self.idle_since.unwrap_or_else(Instant::now));
    }

    /// Whether programs play on though nobody watches.
    fn plays_alone(&self) -> bool {
        let goes_on = |game: &super::TableGame| {
            let is_over = game.referee.result().is_some() && self.next_game.is_none();
            game.is_programs() && !game.paused && !is_over
        };
        self.watchers.is_empty() && self.state.game.as_ref().is_some_and(goes_on)
    }

    /// Whether something goes on here though nobody watches.
    pub(super) fn is_busy(&self) -> bool {
        self.is_thinking || self.plays_alone()
    }

    /// When a table that nobody needs comes to rest.
    fn rests_at(&self) -> Option<Instant> {
        let has_agents = self.opponents.iter().any(Option::is_some) && !self.is_thinking;
        let since = self.idle_since.filter(|_| has_agents || self.plays_alone())?;
        Some(since + GRACE)
    }

    /// Lets the agents go, and programs that play each other wait until someone watches again.
    pub(super) fn rest(&mut self) {
        if self.plays_alone() {
            self.hold(Refusal::Unwatched);
            self.is_unwatched = true;
        }
        self.opponents = [None, None];
    }

    /// Someone watches again.
    pub(super) fn resume(&mut self) {
        if std::mem::take(&mut self.is_unwatched) {
            let now = self.now();
            if let Some(game) = &mut self.state.game {
                game.pause(false, now);
                game.trouble = None;
            }
            self.changed();
            self.drive();
        }
    }

    pub(super) fn chosen(&mut self, ticket: u64, answer: Result<ChosenStep, Fault>) {
        if ticket != self.ticket {
            return;
        }
        let Some(game) = &self.state.game else { return };
        match answer {
            Ok(answer) => {
                let spent = game.referee.turn_time(self.now());
                let due = Instant::now() + Duration::from_millis(game.setting.speed).saturating_sub(spent);
                if game.is_programs() && due > Instant::now() {
                    self.pending = Some((due, answer));
                } else {
                    self.play_answer(&answer);
                }
            }
            Err(fault) => self.forfeit(fault),
        }
    }

    /// The referee judges what agents do as it judges everyone; one that it refuses has lost.
    fn play_answer(&mut self, answer: &ChosenStep) {
        self.pending = None;
        let Some(game) = &self.state.game else { return };
        let Some(seat) = game.turn_seat() else { return };
        let side = game.referee.game().position().side();
        let black = answer.score.map(|score| black_chance(score, side));
        let mut fault = None;
        let act = |referee: &mut Referee| {
            let played = referee.play(seat, answer.step, answer.time, answer.score);
            played.inspect_err(|refusal| fault = Some(refusal.fault()))
        };
        match (self.rule(act, black), fault) {
            (Err(_), Some(fault)) => return self.forfeit(fault),
            (Err(refusal), None) => self.hold(refusal),
            (Ok(()), _) => {}
        }
        self.drive();
        self.flush();
    }

    /// The agent whose turn it is has failed: it has lost.
    fn forfeit(&mut self, fault: Fault) {
        let Some(seat) = self.state.game.as_ref().and_then(super::TableGame::turn_seat) else { return };
        let ruled = self.rule(|referee| referee.forfeit(seat, fault), None);
        self.settle(ruled);
    }

    /// Ends what agents are thinking about, after something that nobody asked for.
    fn settle(&mut self, done: Result<(), Refusal>) {
        self.interrupt();
        if let Err(refusal) = done {
            self.hold(refusal);
        }
        self.drive();
        self.flush();
    }

    /// Something cannot go on: the game stands still until someone has seen to it.
    fn hold(&mut self, refusal: Refusal) {
        self.interrupt();
        let now = self.now();
        if let Some(game) = &mut self.state.game {
            game.pause(true, now);
            game.trouble = Some(refusal);
        }
        self.changed();
    }

    /// When something happens without a message.
    pub(super) fn wakes_at(&self) -> Option<Instant> {
        let pending = self.pending.as_ref().map(|(due, _)| *due);
        // An answer that only waits to be shown was in time.
        let flag = if pending.is_some() { None } else { self.flag_at() };
        [pending, self.next_game, flag, self.rests_at()].into_iter().flatten().min()
    }

    fn flag_at(&self) -> Option<Instant> {
        self.opened.checked_add(self.state.game.as_ref()?.referee.flag_at()?)
    }

    pub(super) fn wake(&mut self) {
        let now = Instant::now();
        if let Some((_, answer)) = self.pending.take_if(|(due, _)| *due <= now) {
            self.play_answer(&answer);
        } else if self.next_game.take_if(|due| *due <= now).is_some() {
            let now = self.now();
            let begun = self.commit(|state| state.begin_next(now));
            self.opponents = [None, None];
            self.settle(begun);
        } else if self.flag_at().is_some_and(|at| at <= now) {
            let time = self.state.game.as_ref().map(|game| game.referee.turn_time(self.now()));
            let ruled = self.rule(|referee| referee.flag(time.unwrap_or_default()), None);
            self.settle(ruled);
        } else if self.rests_at().is_some_and(|at| at <= now) {
            self.rest();
        }
        self.note_idle();
    }

    /// Lets the coach judge a person's move.
    pub(super) fn coach(&mut self, before: Position, point: Point) {
        let Some(game) = self.state.game.as_ref().filter(|game| game.setting.coach) else { return };
        self.coach_stop.raise();
        self.coach_stop = Stop::default();
        let Ok(search) = self.services.load.search() else { return };
        let (stop, mailbox, node) = (self.coach_stop.clone(), self.mailbox.clone(), game.node());
        let proofs = Arc::clone(&self.services.proofs);
        std::thread::spawn(move || {
            let (drop, word) = judged(&before, point, COACH_MS, &proofs, &stop);
            if !stop.is_raised() {
                let _ = mailbox.send(TableMessage::Judged { node, drop, word });
            }
            std::mem::drop(search);
        });
    }
}
