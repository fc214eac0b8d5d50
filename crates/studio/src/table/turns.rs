//! What happens at a table without anyone asking: agents think and answer, clocks run out, a series goes on, the coach speaks.

use std::time::{Duration, Instant};

use goren_arena::{Answer, Budget};
use goren_core::{Fault, Point, Position, Step, Stop, TimeControl};

use super::note::Note;
use super::play::{Play, index};
use super::{NO_GAME, Table, blank};
use crate::judge::black_chance;
use crate::opponent::Opponent;
use crate::review::drop_of;

/// Time the coach takes for each of two positions, in milliseconds.
const COACH_MS: u64 = 400;

impl Table {
    /// Begins the next game of a series, the seats exchanged.
    fn begin_next(&mut self) -> Result<(), String> {
        let old = self.play.as_ref().ok_or(NO_GAME)?;
        let mut setting = old.setting.clone();
        std::mem::swap(&mut setting.first, &mut setting.second);
        let mut play = Play::new(setting)?;
        play.series.clone_from(&old.series);
        self.paper.replace(blank(&play));
        self.at = 0;
        self.play = Some(play);
        self.opponents = [None, None];
        self.keep(None)
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.play.as_ref().is_some_and(|play| play.is_thinking)
    }

    /// Ends whatever an agent is thinking about.
    pub(super) fn interrupt(&mut self) {
        self.ticket += 1;
        self.pending = None;
        self.next_game = None;
        self.opponents.iter_mut().flatten().for_each(Opponent::stop);
        if let Some(play) = &mut self.play {
            play.is_thinking = false;
        }
    }

    /// Asks the agent whose turn it is, if it is an agent's; after a game of a series, arranges the next.
    pub(super) fn drive(&mut self) {
        let Some(play) = &mut self.play else { return };
        let Some(seat) = play.turn_seat() else {
            let is_unfinished =
                play.series.as_ref().is_some_and(|series| series.log.len() < series.games as usize);
            if is_unfinished && !play.paused && self.next_game.is_none() {
                self.next_game = Some(Instant::now() + Duration::from_millis(play.setting.speed));
            }
            return;
        };
        if play.paused || play.is_thinking || play.is_person(seat) || self.pending.is_some() {
            return;
        }
        // A game may be taken up when its engine is not registered any more.
        if let Err(error) = self.house.roster.check(play.player(seat)) {
            self.hold(&error);
            self.flush();
            return;
        }
        self.ticket += 1;
        play.is_thinking = true;
        let clock = play.clock(seat);
        let setting = play.setting.clock;
        let opponent = self.opponents[index(seat)].get_or_insert_with(|| {
            let budget = Budget {
                time: TimeControl {
                    turn: setting.turn_ms.map(Duration::from_millis),
                    game: setting.game_ms.map(Duration::from_millis),
                    increment: Duration::from_millis(setting.increment_ms),
                },
                ..Budget::default()
            };
            let mailbox = self.mailbox.clone();
            let seed = getrandom::u64().unwrap_or_default();
            let tell = move |ticket, answer| drop(mailbox.send(Note::Chosen { ticket, answer }));
            Opponent::new(play.player(seat).clone(), self.house.roster.clone(), seed, budget, tell)
        });
        opponent.ask(self.ticket, &play.game, clock);
        self.changed();
        self.flush();
    }

    pub(super) fn chosen(&mut self, ticket: u64, answer: Result<Answer, Fault>) {
        if ticket != self.ticket {
            return;
        }
        let Some(play) = &mut self.play else { return };
        match answer {
            Ok(answer) => {
                let speed = Duration::from_millis(play.setting.speed);
                let due = Instant::now() + speed.saturating_sub(play.turn_time());
                if play.is_programs() && due > Instant::now() {
                    self.pending = Some((due, answer));
                } else {
                    self.play_answer(&answer);
                }
            }
            Err(fault) => self.fail(&fault.to_string()),
        }
    }

    fn play_answer(&mut self, answer: &Answer) {
        self.pending = None;
        let Some(play) = &mut self.play else { return };
        let Some(seat) = play.turn_seat() else { return };
        let black = answer.score.map(|score| black_chance(score, play.game.position().side()));
        let ms = answer.time.as_millis() as u64;
        // The referee judges what agents do as it judges everyone; core's own error says what was wrong.
        if let Err(error) = play.game.clone().step(answer.step) {
            self.fail(&format!("made an illegal move: {error}"));
            return;
        }
        if let Err(error) = self.step(answer.step, seat, ms, black) {
            self.hold(&error);
        }
        self.drive();
        self.flush();
    }

    /// An agent has failed: it has lost.
    fn fail(&mut self, what: &str) {
        let Some(play) = &mut self.play else { return };
        let Some(seat) = play.turn_seat() else { return };
        let ms = play.turn_time().as_millis() as u64;
        play.fault = Some(what.to_owned());
        self.interrupt();
        if let Err(error) = self.step(Step::Resign(seat), seat, ms, None) {
            self.hold(&error);
        }
        self.drive();
        self.flush();
    }

    /// Nothing can be stored: the game stands still until someone has seen to it.
    fn hold(&mut self, error: &str) {
        self.interrupt();
        if let Some(play) = &mut self.play {
            play.pause(true);
            play.fault = Some(error.to_owned());
        }
        self.changed();
    }

    /// When something happens without a note.
    pub(super) fn wakes_at(&self) -> Option<Instant> {
        let play = self.play.as_ref()?;
        let pending = self.pending.as_ref().map(|(due, _)| *due);
        // An answer that only waits to be shown was in time.
        let flag = if pending.is_some() { None } else { play.flag_at() };
        [pending, self.next_game, flag].into_iter().flatten().min()
    }

    pub(super) fn wake(&mut self) {
        let now = Instant::now();
        if let Some((_, answer)) = self.pending.take_if(|(due, _)| *due <= now) {
            self.play_answer(&answer);
        } else if self.next_game.take_if(|due| *due <= now).is_some() {
            if let Err(error) = self.begin_next() {
                self.hold(&error);
            }
            self.drive();
            self.flush();
        } else if let Some(play) = &self.play
            && play.flag_at().is_some_and(|at| at <= now)
            && let Some(seat) = play.turn_seat()
        {
            let ms = play.turn_time().as_millis() as u64;
            self.interrupt();
            if let Err(error) = self.step(Step::Flag(seat), seat, ms, None) {
                self.hold(&error);
            }
            self.drive();
            self.flush();
        }
    }

    /// Lets the coach judge a person's move.
    pub(super) fn coach(&mut self, before: Position, point: Point) {
        let Some(play) = &self.play else { return };
        if !play.setting.coach {
            return;
        }
        self.coach_stop.raise();
        self.coach_stop = Stop::default();
        let (stop, mailbox, node) = (self.coach_stop.clone(), self.mailbox.clone(), play.node);
        std::thread::spawn(move || {
            let drop = drop_of(&before, point, COACH_MS, &stop);
            if !stop.is_raised() {
                let _ = mailbox.send(Note::Judged { node, drop });
            }
        });
    }
}
