//! What persons at a table may do: move on their turn, resign, offer and accept, take back, sit down.

use std::time::Duration;

use goren_core::{Offer, Seat, Step, Stone};

use super::Table;
use super::game::Holder;
use super::message::Caller;
use crate::refusal::Refusal;
use crate::wire::{Act, Player, Role};

/// Stones on the board before a program agrees to a draw.
const DRAW_AFTER: usize = 20;

impl Table {
    /// The seats that a caller plays.
    fn seats_of(&self, caller: &Caller) -> Vec<Seat> {
        let Some(game) = &self.state.game else { return Vec::new() };
        let may_play = |seat: &Seat| {
            let holder = &game.holders[*seat as usize];
            game.is_person(*seat)
                && holder.as_ref().map_or(caller.role == Role::Owner, |holder| *holder == caller.as_holder())
        };
        Seat::BOTH.into_iter().filter(may_play).collect()
    }

    pub(super) fn act(
        &mut self,
        caller: &Caller,
        act: Act,
        ply: Option<usize>,
        seat: Option<Seat>,
    ) -> Result<(), Refusal> {
        let game = self.state.game()?;
        let turn = game.turn_seat().ok_or(Refusal::GameOver)?;
        let made = game.referee.taken().len();
        if let Some(seen) = ply.filter(|&seen| seen != made) {
            return Err(Refusal::MovedOn { made, seen });
        }
        let mine = self.seats_of(caller);
        let time = game.referee.turn_time(self.now());
        let offer = game.referee.offer();
        match act {
            Act::Step(step @ Step::Resign(seat)) => {
                if !mine.contains(&seat) {
                    return Err(Refusal::NotYourSeat);
                }
                let time = if seat == turn { time } else { Duration::ZERO };
                self.rule(|referee| referee.play(seat, step, time, None), None)?;
                self.interrupt();
            }
            Act::Step(Step::Agree) => match offer {
                Some((Offer::Draw, by)) if mine.contains(&!by) && seat != Some(by) => {
                    self.rule(|referee| referee.accept_draw(!by), None)?;
                    self.interrupt();
                }
                _ => {
                    let own = match seat {
                        Some(seat) => mine.contains(&seat).then_some(seat),
                        None if mine.contains(&turn) => Some(turn),
                        None => mine.first().copied(),
                    };
                    self.offer_draw(own.ok_or(Refusal::NotYourSeat)?)?;
                }
            },
            Act::Decline => {
                let (_, by) = offer.ok_or(Refusal::NothingToDecline)?;
                if !mine.contains(&!by) {
                    return Err(Refusal::NotOffered);
                }
                self.state.game_mut()?.referee.decline(!by)?;
                self.changed();
            }
            Act::Step(step) => {
                if game.paused {
                    return Err(Refusal::Paused);
                }
                if !mine.contains(&turn) {
                    return Err(Refusal::NotTurn { seat: turn });
                }
                let before =
                    (!game.referee.game().in_opening()).then(|| game.referee.game().position().clone());
                let now = self.now();
                self.commit(|state| {
                    state.rule(|referee| referee.play(turn, step, time, None), None, now)?;
                    // A seat on which the owner has played is not free for guests.
                    state.game_mut()?.holders[turn as usize] = Some(caller.as_holder());
                    Ok(())
                })?;
                self.is_thinking = false;
                if let (Step::Place(point), Some(before)) = (step, before) {
                    self.coach(before, point);
                }
            }
        }
        Ok(())
    }

    /// Offers a draw. An agent accepts one that it does not think better of.
    fn offer_draw(&mut self, seat: Seat) -> Result<(), Refusal> {
        let game = self.state.game_mut()?;
        if game.is_person(!seat) {
            game.referee.propose(Offer::Draw, seat)?;
            self.changed();
            return Ok(());
        }
        let is_black = game.referee.game().colour(!seat) == Stone::Black;
        let its_chance = game.opinion(!seat).map(|black| if is_black { black } else { 1.0 - black });
        let is_late = game.referee.game().position().history().len() >= DRAW_AFTER;
        if !is_late || its_chance.is_none_or(|chance| chance > 0.5) {
            return Err(Refusal::DrawDeclined);
        }
        self.rule(
            |referee| {
                referee.propose(Offer::Draw, seat)?;
                referee.accept_draw(!seat)
            },
            None,
        )?;
        self.interrupt();
        Ok(())
    }

    pub(super) fn undo(&mut self, caller: &Caller) -> Result<(), Refusal> {
        let mine = self.seats_of(caller);
        let now = self.now();
        let game = self.state.game_mut()?;
        if game.series.is_some() {
            return Err(Refusal::NoUndoInSeries);
        }
        let is_watched = game.is_programs() && caller.role == Role::Owner;
        let other = Seat::BOTH.into_iter().find(|seat| game.is_person(*seat) && !mine.contains(seat));
        match (other, mine.first()) {
            (_, None) if !is_watched => return Err(Refusal::NotYourGame),
            (Some(other), Some(&by)) if game.referee.offer() != Some((Offer::Undo, other)) => {
                game.referee.propose(Offer::Undo, by)?;
                self.changed();
            }
            _ => {
                self.commit(|state| state.undo(now))?;
                self.interrupt();
            }
        }
        Ok(())
    }

    /// Sits down on a seat. A guest can have one that is free, or whose guest has gone; the owner can have any.
    pub(super) fn sit(&mut self, caller: &Caller, seat: Seat, name: &str) -> Result<(), Refusal> {
        let away = self.away()[seat as usize];
        self.commit(|state| {
            let game = state.game_mut()?;
            if !game.is_person(seat) {
                return Err(Refusal::ProgramSeat { seat });
            }
            let holder = &game.holders[seat as usize];
            if caller.role == Role::Guest {
                if !game.is_open_to_guests() || *holder == Some(Holder::Owner) {
                    return Err(Refusal::OwnersSeat);
                }
                if !away && holder.as_ref().is_some_and(|holder| *holder != caller.as_holder()) {
                    return Err(Refusal::SeatTaken);
                }
            }
            game.holders[seat as usize] = Some(caller.as_holder());
            if !name.is_empty() {
                let player = Player::Person { name: name.chars().take(60).collect() };
                match seat {
                    Seat::First => game.setting.first = player,
                    Seat::Second => game.setting.second = player,
                }
            }
            Ok(())
        })
    }

    /// Gets up, from one seat or all of one's own; the owner can free any.
    pub(super) fn stand(&mut self, caller: &Caller, seat: Option<Seat>) -> Result<(), Refusal> {
        self.commit(|state| {
            let game = state.game_mut()?;
            for each in Seat::BOTH.into_iter().filter(|&each| seat.is_none_or(|seat| seat == each)) {
                let is_any = seat.is_some() && caller.role == Role::Owner;
                game.holders[each as usize].take_if(|holder| is_any || *holder == caller.as_holder());
            }
            Ok(())
        })
    }

    /// Which seats are taken by somebody who has no page open here.
    pub(super) fn away(&self) -> [bool; 2] {
        let is_here = |holder: &Holder| self.watchers.iter().any(|watcher| watcher.as_holder() == *holder);
        let holders = self.state.game.as_ref().map(|game| &game.holders);
        Seat::BOTH.map(|seat| {
            holders.and_then(|holders| holders[seat as usize].as_ref()).is_some_and(|holder| !is_here(holder))
        })
    }
}
