//! How self-play games begin: rule, board, traps and a few random stones.

use goren_core::{Point, Position, Rule, Size};

use crate::chance::Chance;
use crate::view::Canvas;

/// How often games of each kind are begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix {
    /// Weights of the rules, in the order of [`Rule::ALL`].
    pub rules: [u32; 5],
    /// Games of a hundred that are played on the largest board a canvas holds; the others are on smaller ones.
    pub largest: u32,
    /// Games of a hundred that have traps.
    pub traps: u32,
}

impl Default for Mix {
    fn default() -> Mix {
        Mix { rules: [40, 25, 19, 8, 8], largest: 80, traps: 5 }
    }
}

/// The smallest board of either canvas.
const MIN_SIDES: [usize; 2] = [9, 16];
/// The most traps on a board.
const TRAPS: usize = 6;

impl Mix {
    /// A position to begin with.
    pub(crate) fn start(&self, canvas: Canvas, random: &mut Chance) -> Position {
        let rule = Rule::ALL[random.weighted(&self.rules)];
        let least = if canvas.side() == Canvas::SIDES[0] { MIN_SIDES[0] } else { MIN_SIDES[1] };
        let side = if random.below(100) < self.largest as usize {
            canvas.side()
        } else {
            least + random.below(canvas.side() - least)
        };
        let size = Size::new(side).expect("a canvas holds ordinary boards");
        let mut traps = Vec::new();
        if random.below(100) < self.traps as usize {
            for _ in 0..=random.below(TRAPS) {
                let point = random_point(size, random);
                if !traps.contains(&point) {
                    traps.push(point);
                }
            }
        }
        let mut position =
            Position::with_traps(rule, size, &traps).expect("the traps are different points of the board");
        let stones = 1 + random.below(7);
        let reach = 2 + random.below(3);
        // Now and then far from the centre.
        let middle = if random.below(5) == 0 { random_point(size, random) } else { size.centre() };
        for _ in 0..stones {
            for _ in 0..20 {
                let mut offset = || random.below(2 * reach + 1) as isize - reach as isize;
                let (dx, dy) = (offset(), offset());
                if let Some(point) = middle.offset(dx, dy)
                    && size.contains(point)
                    && position.try_play(point).is_ok()
                {
                    break;
                }
            }
        }
        position
    }
}

fn random_point(size: Size, random: &mut Chance) -> Point {
    let (x, y) = (random.below(size.side()), random.below(size.side()));
    Point::new(x, y).expect("the point is on the board")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn starts_have_few_stones_and_every_rule_and_size() {
        let mut random = Chance::of(3, 4);
        let mix = Mix { largest: 20, traps: 50, ..Mix::default() };
        for (side, least) in [(15, 9), (20, 16)] {
            let canvas = Canvas::of_side(side).unwrap();
            let starts: Vec<Position> = (0..400).map(|_| mix.start(canvas, &mut random)).collect();
            let rules: BTreeSet<Rule> = starts.iter().map(Position::rule).collect();
            assert_eq!(rules.len(), 5);
            let sizes: BTreeSet<usize> = starts.iter().map(|start| start.size().side()).collect();
            assert_eq!(sizes, (least..=side).collect());
            assert!(starts.iter().all(|start| (1..=7).contains(&start.stones().count())));
            assert!(starts.iter().any(|start| !start.traps().is_empty()));
        }
    }

    #[test]
    fn weights_of_zero_leave_rules_out() {
        let mut random = Chance::of(3, 4);
        let mix = Mix { rules: [0, 0, 1, 0, 0], largest: 100, traps: 0 };
        let start = mix.start(Canvas::of_side(15).unwrap(), &mut random);
        assert_eq!((start.rule(), start.size().side(), start.traps().len()), (Rule::Renju, 15, 0));
    }
}
