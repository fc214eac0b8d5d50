//! What the network says of a position at first sight, without any search.

use goren_core::{Point, Position};
use goren_nnue::{Accumulator, Network, Value};

/// What the network says of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// The chance of the side to move to win, where a draw counts as half a win.
    pub chance: f64,
    /// For each point that may be played, the probability that it is the best move; likeliest first.
    pub policy: Vec<(Point, f64)>,
}

/// Asks the network of the position's rule.
pub fn glance(position: &Position) -> Option<Glance> {
    let accumulator = Accumulator::new(Network::of(position.rule())?, position);
    let view = accumulator.view(position.side());
    let Value { win, draw, loss } = view.value();
    let outcomes = softmax(&[win, draw, loss]);
    let points: Vec<Point> = position.legal_moves().collect();
    let mut logarithms = Vec::new();
    view.policy(points.iter().copied(), &mut logarithms);
    let mut policy: Vec<(Point, f64)> = points.into_iter().zip(softmax(&logarithms)).collect();
    policy.sort_by(|one, other| other.1.total_cmp(&one.1));
    Some(Glance { chance: outcomes[0] + outcomes[1] / 2.0, policy })
}

/// Probabilities by their logarithms in the network's unit.
fn softmax(logarithms: &[i32]) -> Vec<f64> {
    let most = logarithms.iter().copied().max().unwrap_or(0);
    let weights: Vec<f64> =
        logarithms.iter().map(|&log| (f64::from(log - most) / f64::from(Value::ONE)).exp()).collect();
    let sum: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::{Rule, Size};

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::new(Rule::Freestyle, Size::DEFAULT);
        moves.iter().for_each(|name| position.play(name.parse().unwrap()));
        position
    }

    #[test]
    fn the_side_with_stones_together_has_the_better_chance() {
        let [black, white] = [&["h8", "a1", "h9", "a15"][..], &["a1", "h8", "a15", "h9", "o1"]]
            .map(|moves| glance(&after(moves)).unwrap());
        assert!(black.chance > 0.6 && white.chance > 0.6, "{} {}", black.chance, white.chance);
    }

    #[test]
    fn the_policy_is_a_distribution_over_the_legal_moves_that_prefers_the_centre_to_a_corner() {
        let position = after(&["h8", "i9", "g7"]);
        let policy = glance(&position).unwrap().policy;
        assert_eq!(policy.len(), position.empty_count());
        assert!((policy.iter().map(|each| each.1).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(policy.windows(2).all(|pair| pair[0].1 >= pair[1].1));
        let centre = Point::new(7, 7).unwrap();
        let (dx, dy) = (policy[0].0.x().abs_diff(centre.x()), policy[0].0.y().abs_diff(centre.y()));
        assert!(dx.max(dy) <= 3, "{}", policy[0].0);
    }
}
