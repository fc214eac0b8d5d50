//! History and countermoves: which quiet moves have caused cutoffs, to try them early elsewhere.

use goren_core::{Point, Stone};

use crate::parameters::HISTORY_LIMIT;

/// The history of one thread.
pub(crate) struct History {
    quiet: Box<[[i16; Point::CELLS]; 2]>,
    /// By the colour that replies and the move replied to: the reply that last caused a cutoff.
    counters: Box<[[Option<Point>; Point::CELLS]; 2]>,
}

impl History {
    pub(crate) fn new() -> History {
        History { quiet: Box::new([[0; Point::CELLS]; 2]), counters: Box::new([[None; Point::CELLS]; 2]) }
    }

    /// Keeps this many percent of every value.
    pub(crate) fn fade(&mut self, percent: i32) {
        self.quiet.iter_mut().flatten().for_each(|value| *value = (i32::from(*value) * percent / 100) as i16);
    }

    #[inline]
    pub(crate) fn of(&self, stone: Stone, point: Point) -> i32 {
        i32::from(self.quiet[stone as usize][point.index()])
    }

    pub(crate) fn reward(&mut self, stone: Stone, point: Point, bonus: i32) {
        let value = &mut self.quiet[stone as usize][point.index()];
        // The nearer to the limit, the smaller the step.
        let old = i32::from(*value);
        *value =
            (old + bonus - old * bonus.abs() / HISTORY_LIMIT).clamp(-HISTORY_LIMIT, HISTORY_LIMIT) as i16;
    }

    #[inline]
    pub(crate) fn counter(&self, stone: Stone, to: Option<Point>) -> Option<Point> {
        to.and_then(|to| self.counters[stone as usize][to.index()])
    }

    pub(crate) fn set_counter(&mut self, stone: Stone, to: Option<Point>, reply: Point) {
        if let Some(to) = to {
            self.counters[stone as usize][to.index()] = Some(reply);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_approach_the_limit_and_never_pass_it() {
        let point: Point = "h8".parse().unwrap();
        let mut history = History::new();
        let mut steps = Vec::new();
        for _ in 0..100 {
            let before = history.of(Stone::Black, point);
            history.reward(Stone::Black, point, 1200);
            steps.push(history.of(Stone::Black, point) - before);
        }
        assert_eq!(steps[0], 1200);
        assert!(steps.is_sorted_by(|one, next| one >= next));
        assert!((HISTORY_LIMIT - 10..=HISTORY_LIMIT).contains(&history.of(Stone::Black, point)));
        assert_eq!(history.of(Stone::White, point), 0);
        (0..300).for_each(|_| history.reward(Stone::Black, point, -HISTORY_LIMIT));
        assert_eq!(history.of(Stone::Black, point), -HISTORY_LIMIT);
    }

    #[test]
    fn fading_keeps_a_part_of_every_value() {
        let point: Point = "h8".parse().unwrap();
        let mut history = History::new();
        history.reward(Stone::White, point, -1001);
        history.fade(50);
        assert_eq!(history.of(Stone::White, point), -500);
        history.fade(0);
        assert_eq!(history.of(Stone::White, point), 0);
    }
}
