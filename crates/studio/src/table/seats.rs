//! What persons at a table may do: move on their turn, resign, offer and accept, take back, sit down.

use goren_core::{Seat, Step, Stone};

use super::note::Caller;
use super::play::{Offer, SEATS, index};
use super::{NO_GAME, Table};
use crate::step::{self, Act};
use crate::wire::{Player, Role};

impl Table {
    /// Whether a caller plays a seat.
    fn may_play(&self, caller: &Caller, seat: Seat) -> bool {
        self.play.as_ref().is_some_and(|play| {
            let holder = &play.holders[index(seat)];
            play.is_person(seat)
                && holder.as_ref().map_or(caller.role == Role::Owner, |holder| *holder == caller.session)
        })
    }

    pub(super) fn act(
        &mut self,
        caller: &Caller,
        text: &str,
        ply: Option<usize>,
        seat: Option<Seat>,
    ) -> Result<(), String> {
        let play = self.play.as_ref().ok_or(NO_GAME)?;
        let turn = play.turn_seat().ok_or("the game is over")?;
        if let Some(ply) = ply
            && ply != play.done.len()
        {
            return Err(format!("the game has gone on: {} steps were made, you saw {ply}", play.done.len()));
        }
        let act = step::read(text)?;
        let mine: Vec<Seat> = SEATS.into_iter().filter(|&seat| self.may_play(caller, seat)).collect();
        let own = match seat {
            Some(seat) => mine.contains(&seat).then_some(seat),
            None if mine.contains(&turn) => Some(turn),
            None => mine.first().copied(),
        };
        let own = own.ok_or("this seat is not yours");
        let offer = play.offer;
        match act {
            Act::Turn(step) => {
                if play.paused {
                    return Err("the game is paused".to_owned());
                }
                if !mine.contains(&turn) {
                    return Err(format!("it is the {turn}'s turn"));
                }
                let before = play.game.position().clone();
                let was_opening = play.game.in_opening();
                let ms = play.turn_time().as_millis() as u64;
                self.step(step, turn, ms, None)?;
                if let Step::Place(point) = step
                    && !was_opening
                {
                    self.coach(before, point);
                }
                Ok(())
            }
            Act::Resign => {
                let seat = own?;
                let ms = if seat == turn { play.turn_time().as_millis() as u64 } else { 0 };
                self.interrupt();
                self.step(Step::Resign(seat), seat, ms, None)
            }
            Act::Draw => {
                if play.game.in_opening() {
                    return Err("a draw cannot be agreed during the opening".to_owned());
                }
                match offer {
                    Some((Offer::Draw, by)) if mine.contains(&!by) && seat != Some(by) => {
                        self.interrupt();
                        self.step(Step::Agree, !by, 0, None)
                    }
                    _ => self.offer_draw(own?),
                }
            }
            Act::Decline => {
                let (_, by) = offer.ok_or("there is nothing to decline")?;
                if !mine.contains(&!by) {
                    return Err("this is not offered to you".to_owned());
                }
                self.play.as_mut().expect("checked above").offer = None;
                self.changed();
                Ok(())
            }
        }
    }

    /// Offers a draw. An agent accepts one that it does not think better of.
    fn offer_draw(&mut self, seat: Seat) -> Result<(), String> {
        let play = self.play.as_mut().ok_or(NO_GAME)?;
        if play.is_person(!seat) {
            play.offer = Some((Offer::Draw, seat));
            self.changed();
            return Ok(());
        }
        let opinion = play.done.iter().rev().find_map(|done| done.black.filter(|_| done.seat != seat));
        let its_chance =
            opinion.map(|black| if play.game.colour(!seat) == Stone::Black { black } else { 1.0 - black });
        let is_late = play.game.position().history().len() >= 20;
        if is_late && its_chance.is_some_and(|chance| chance <= 0.5) {
            self.interrupt();
            return self.step(Step::Agree, seat, 0, None);
        }
        Err("the draw is declined".to_owned())
    }

    pub(super) fn undo(&mut self, caller: &Caller) -> Result<(), String> {
        let play = self.play.as_ref().ok_or(NO_GAME)?;
        if play.series.is_some() {
            return Err("nothing is taken back in a series".to_owned());
        }
        if play.done.is_empty() {
            return Err("there is nothing to take back".to_owned());
        }
        let mine: Vec<Seat> = SEATS.into_iter().filter(|&seat| self.may_play(caller, seat)).collect();
        let is_programs = play.is_programs() && caller.role == Role::Owner;
        let other = SEATS.into_iter().find(|&seat| play.is_person(seat) && !mine.contains(&seat));
        match (other, play.offer) {
            _ if mine.is_empty() && !is_programs => return Err("this game is not yours".to_owned()),
            (Some(other), Some((Offer::Undo, by))) if by == other => {}
            (Some(_), _) => {
                let by = mine[0];
                self.play.as_mut().expect("checked above").offer = Some((Offer::Undo, by));
                self.changed();
                return Ok(());
            }
            (None, _) => {}
        }
        self.interrupt();
        self.play.as_mut().expect("checked above").undo();
        self.paper.set_result(None);
        self.at = self.standing();
        self.keep(None)
    }

    pub(super) fn sit(&mut self, caller: &Caller, seat: Seat, name: &str) -> Result<(), String> {
        let play = self.play.as_mut().ok_or(NO_GAME)?;
        if !play.is_person(seat) {
            return Err(format!("a program plays as {seat}"));
        }
        let holder = &mut play.holders[index(seat)];
        if holder.as_ref().is_some_and(|holder| *holder != caller.session) {
            return Err("this seat is taken".to_owned());
        }
        *holder = Some(caller.session.clone());
        if !name.is_empty() {
            let player = Player::Person { name: name.chars().take(60).collect() };
            match seat {
                Seat::First => play.setting.first = player,
                Seat::Second => play.setting.second = player,
            }
        }
        self.keep(None)
    }
}
