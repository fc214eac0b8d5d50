//! Spaced repetition: when a puzzle should be tried again.
//!
//! Leitner's boxes with growing intervals. A puzzle that was solved when it was due moves up a box; one that was not
//! solved falls back to the first. Days are numbers that the caller counts; there is no clock here.

use serde::{Deserialize, Serialize};

/// Days until the next attempt, by box.
const INTERVALS: [u32; 7] = [1, 3, 7, 16, 35, 80, 180];

/// What is remembered of one puzzle and one person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// The box, an index of `INTERVALS`.
    #[serde(rename = "box")]
    pub level: u8,
    /// The day on which it is due.
    pub due: u32,
    /// How often it was tried.
    pub tries: u32,
    /// How often it was not solved.
    pub misses: u32,
}

impl Card {
    /// The card of a puzzle after its first attempt. One that is solved at sight starts in the third box: it need not be
    /// seen again so soon.
    pub fn first(is_solved: bool, today: u32) -> Card {
        let level = if is_solved { 2 } else { 0 };
        Card { level, due: due_after(level, today), tries: 1, misses: u32::from(!is_solved) }
    }

    /// The card after another attempt. Solving it before it is due shows little, and leaves it as it was.
    #[must_use]
    pub fn after(self, is_solved: bool, today: u32) -> Card {
        let tries = self.tries.saturating_add(1);
        if !is_solved {
            let misses = self.misses.saturating_add(1);
            return Card { level: 0, due: due_after(0, today), tries, misses };
        }
        if !self.is_due(today) {
            return Card { tries, ..self };
        }
        let level = self.level.saturating_add(1).min(INTERVALS.len() as u8 - 1);
        Card { level, due: due_after(level, today), tries, ..self }
    }

    /// Whether it should be tried on this day.
    pub fn is_due(&self, today: u32) -> bool {
        self.due <= today
    }
}

fn due_after(level: u8, today: u32) -> u32 {
    today.saturating_add(INTERVALS[usize::from(level)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solved_when_due_it_comes_ever_later() {
        let mut card = Card::first(false, 100);
        let mut gaps = Vec::new();
        let mut today = 100;
        for _ in 0..8 {
            gaps.push(card.due - today);
            today = card.due;
            card = card.after(true, today);
        }
        assert_eq!(gaps, [1, 3, 7, 16, 35, 80, 180, 180]);
        assert_eq!((card.tries, card.misses), (9, 1));
    }

    #[test]
    fn missed_it_comes_back_the_next_day() {
        let card = Card::first(true, 10);
        assert_eq!(card.due, 17);
        let missed = card.after(false, 12);
        assert_eq!(missed, Card { level: 0, due: 13, tries: 2, misses: 1 });
    }

    #[test]
    fn solved_early_it_stays_where_it_is() {
        let card = Card::first(true, 10);
        assert!(!card.is_due(16) && card.is_due(17));
        assert_eq!(card.after(true, 16), Card { tries: 2, ..card });
        assert_eq!(card.after(true, 17).level, 3);
    }

    #[test]
    fn the_last_day_there_is_overflows_nothing() {
        assert_eq!(Card::first(true, u32::MAX).after(true, u32::MAX).due, u32::MAX);
    }
}
