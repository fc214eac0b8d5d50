//! The decisions of the search that are pure functions of the parameters: margins, move counts, reductions, bonuses.

use goren_core::Score;

use crate::parameters::{Parameters, UNDECIDED};
use crate::threat_class::ThreatClass;

/// Late-move reductions by depth and move count, in plies.
pub(super) type Reductions = [[u8; 64]; 64];

/// A node as its late-move reductions see it.
#[derive(Clone, Copy)]
pub(super) struct NodeKind {
    pub(super) is_pv: bool,
    pub(super) is_cut_node: bool,
    pub(super) is_improving: bool,
}

impl Parameters {
    /// Reverse futility pruning: how far above beta the evaluation must be.
    #[inline]
    pub(super) fn rfp_margin(&self, depth: i32, is_improving: bool) -> i32 {
        self.rfp_slope * (depth - i32::from(is_improving))
    }

    /// Razoring: how far below alpha the evaluation must be.
    #[inline]
    pub(super) fn razor_margin(&self, depth: i32) -> i32 {
        self.razor_base + self.razor_slope * depth
    }

    /// Futility pruning: how far below alpha the evaluation must be for a quiet move with this history to be skipped.
    #[inline]
    pub(super) fn futility_margin(&self, depth: i32, history: i32) -> i32 {
        self.futility_base + self.futility_slope * depth + history * self.futility_history / 1024
    }

    /// Late-move pruning: how many moves are tried before quiet ones are skipped.
    #[inline]
    pub(super) fn lmp_count(&self, depth: i32, is_improving: bool) -> usize {
        let count = self.lmp_base + self.lmp_slope * depth * depth / 10;
        (if is_improving { count } else { self.lmp_not_improving + count / 2 }) as usize
    }

    /// Singular extension: how far below the score of the transposition table the other moves must stay.
    #[inline]
    pub(super) fn singular_margin(&self, depth: i32) -> i32 {
        self.singular_slope * depth
    }

    /// Late-move reduction before any adjustment.
    fn base_reduction(&self, depth: usize, move_count: usize) -> u8 {
        let (base, divisor) = (f64::from(self.lmr_base) / 100.0, f64::from(self.lmr_divisor) / 100.0);
        (base + (depth as f64).ln() * (move_count as f64).ln() / divisor) as u8
    }

    /// [`Parameters::base_reduction`] of every depth and move count.
    pub(super) fn reductions(&self) -> Box<Reductions> {
        let mut reductions = Box::new([[0; 64]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate().skip(1) {
            for (move_count, value) in row.iter_mut().enumerate().skip(1) {
                *value = self.base_reduction(depth, move_count);
            }
        }
        reductions
    }

    /// Late-move reduction of a move: `base` adjusted to the node, to what the move makes and denies, and to its history.
    #[inline]
    pub(super) fn reduction(
        &self,
        base: i32,
        node: NodeKind,
        attack: ThreatClass,
        defence: ThreatClass,
        history: i32,
    ) -> i32 {
        base + self.lmr_cut_node * i32::from(node.is_cut_node)
            + self.lmr_not_improving * i32::from(!node.is_improving)
            - self.lmr_pv * i32::from(node.is_pv)
            - self.lmr_attack * i32::from(attack >= ThreatClass::OpenThree)
            - self.lmr_defence * i32::from(defence >= ThreatClass::OpenThree)
            - history * self.lmr_history / 65536
    }

    /// History: the bonus of a move that caused a cutoff, and the malus of those tried before it.
    #[inline]
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        (depth * depth * self.history_slope).min(self.history_max)
    }

    /// Move order: what a move gains by the threat that it makes.
    pub(super) fn attack_order(&self) -> [i32; ThreatClass::COUNT] {
        by_class(|class| match class {
            ThreatClass::Forbidden | ThreatClass::Quiet => 0,
            ThreatClass::Two => self.attack_two,
            ThreatClass::Three => self.attack_three,
            ThreatClass::OpenThree => self.attack_open_three,
            ThreatClass::DoubleThree => self.attack_double_three,
            ThreatClass::Four => self.attack_four,
            ThreatClass::FourThree => self.attack_four_three,
            ThreatClass::OpenFour => self.attack_open_four,
            ThreatClass::Five => self.attack_five,
        })
    }

    /// Move order: what a move gains by the threat that it denies the opponent.
    pub(super) fn defence_order(&self) -> [i32; ThreatClass::COUNT] {
        by_class(|class| match class {
            ThreatClass::Forbidden | ThreatClass::Quiet => 0,
            ThreatClass::Two => self.defence_two,
            ThreatClass::Three => self.defence_three,
            ThreatClass::OpenThree => self.defence_open_three,
            ThreatClass::DoubleThree => self.defence_double_three,
            ThreatClass::Four => self.defence_four,
            ThreatClass::FourThree => self.defence_four_three,
            ThreatClass::OpenFour => self.defence_open_four,
            ThreatClass::Five => self.defence_five,
        })
    }

    /// Time management: the factor of the time to aim at, by how often the best move has changed lately and how far the
    /// score has fallen since the iteration before.
    pub(super) fn time_factor(&self, best_changes: f64, fall: i32) -> f64 {
        let percent = |value: i32| f64::from(value) / 100.0;
        let fall = f64::from(fall.clamp(0, self.clock_fall)) / f64::from(self.clock_fall);
        percent(self.clock_stable)
            + percent(self.clock_unstable) * best_changes
            + percent(self.clock_falling) * fall
    }

    /// Whether an iteration of this depth has searched the line of a decided score far enough to end the search.
    pub(super) fn is_settled(&self, score: Score, depth: i32) -> bool {
        let plies = score.plies_to_win().or(score.plies_to_loss());
        plies.is_some_and(|plies| depth >= plies as i32 / 2 + self.decided_depth)
    }

    /// Aspiration window: the first one around a score, half its width included; `None` for an open one.
    pub(super) fn aspiration(&self, depth: i32, score: i32) -> Option<(i32, i32)> {
        (depth >= self.aspiration_depth && score.abs() < UNDECIDED)
            .then(|| (score - self.aspiration_window, score + self.aspiration_window))
    }
}

fn by_class(order: impl Fn(ThreatClass) -> i32) -> [i32; ThreatClass::COUNT] {
    ThreatClass::ALL.map(order)
}

/// Lazy SMP: whether a helper thread skips an iteration, so that the threads are at different depths. The helpers search
/// and skip runs of iterations, whose length and phase differ from helper to helper.
pub(super) fn skips_iteration(depth: i32, helper: usize) -> bool {
    let mut length = 1;
    let mut phase = helper;
    while phase >= 2 * length {
        phase -= 2 * length;
        length += 1;
    }
    !((depth as usize + phase) / length).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUIET: NodeKind = NodeKind { is_pv: false, is_cut_node: false, is_improving: true };

    #[test]
    fn margins_grow_with_the_depth() {
        let parameters = Parameters::default();
        assert_eq!([1, 2, 7].map(|depth| parameters.rfp_margin(depth, false)), [50, 100, 350]);
        assert_eq!([1, 2, 7].map(|depth| parameters.rfp_margin(depth, true)), [0, 50, 300]);
        assert_eq!([1, 2, 3].map(|depth| parameters.razor_margin(depth)), [210, 300, 390]);
        assert_eq!([1, 2, 6].map(|depth| parameters.futility_margin(depth, 0)), [170, 250, 570]);
        assert_eq!([1, 7, 10].map(|depth| parameters.singular_margin(depth)), [3, 21, 30]);
    }

    #[test]
    fn a_good_history_widens_the_futility_margin_and_a_bad_one_narrows_it() {
        let parameters = Parameters::default();
        let margin = |history| parameters.futility_margin(1, history) - parameters.futility_margin(1, 0);
        assert_eq!([640, 63, -63, -640].map(margin), [10, 0, 0, -10]);
    }

    #[test]
    fn fewer_moves_are_tried_where_the_evaluation_does_not_improve() {
        let parameters = Parameters::default();
        assert_eq!([1, 2, 5, 8].map(|depth| parameters.lmp_count(depth, true)), [4, 5, 14, 29]);
        assert_eq!([1, 2, 5, 8].map(|depth| parameters.lmp_count(depth, false)), [5, 5, 10, 17]);
    }

    #[test]
    fn reductions_grow_with_depth_and_move_count() {
        let reductions = Parameters::default().reductions();
        assert_eq!(reductions[0], [0; 64]);
        assert_eq!(
            [reductions[3][3], reductions[8][8], reductions[20][40], reductions[63][63]],
            [1, 3, 7, 11]
        );
        for depth in 1..63 {
            for count in 1..63 {
                assert!(reductions[depth][count] <= reductions[depth + 1][count]);
                assert!(reductions[depth][count] <= reductions[depth][count + 1]);
            }
        }
    }

    #[test]
    fn each_property_of_a_node_and_a_move_changes_the_reduction() {
        let parameters = Parameters::default();
        let reduction =
            |node, attack, defence, history| parameters.reduction(3, node, attack, defence, history);
        let (quiet, three) = (ThreatClass::Quiet, ThreatClass::OpenThree);
        assert_eq!(reduction(QUIET, quiet, quiet, 0), 3);
        assert_eq!(reduction(NodeKind { is_cut_node: true, ..QUIET }, quiet, quiet, 0), 4);
        assert_eq!(reduction(NodeKind { is_improving: false, ..QUIET }, quiet, quiet, 0), 4);
        assert_eq!(reduction(NodeKind { is_pv: true, ..QUIET }, quiet, quiet, 0), 2);
        assert_eq!(reduction(QUIET, three, quiet, 0), 2);
        assert_eq!(reduction(QUIET, quiet, three, 0), 2);
        assert_eq!(
            [8192, 4095, -4095, -8192].map(|history| reduction(QUIET, quiet, quiet, history)),
            [1, 3, 3, 5]
        );
    }

    #[test]
    fn the_history_bonus_is_capped() {
        let parameters = Parameters::default();
        assert_eq!(
            [1, 5, 12, 13, 60].map(|depth| parameters.history_bonus(depth)),
            [8, 200, 1152, 1200, 1200]
        );
    }

    #[test]
    fn a_stronger_threat_comes_earlier_and_making_one_before_denying_it() {
        let parameters = Parameters::default();
        let (attack, defence) = (parameters.attack_order(), parameters.defence_order());
        assert!(attack.is_sorted());
        assert!(attack.iter().zip(defence).all(|(attack, defence)| *attack >= defence));
        assert_eq!(
            (attack[ThreatClass::Five as usize], defence[ThreatClass::Five as usize]),
            (20_000, 12_000)
        );
        assert_eq!((attack[ThreatClass::Quiet as usize], defence[ThreatClass::Two as usize]), (0, 10));
    }

    #[test]
    fn an_unstable_best_move_and_a_falling_score_ask_for_more_time() {
        let parameters = Parameters::default();
        let factor = |changes, fall| (100.0 * parameters.time_factor(changes, fall)).round() as i32;
        assert_eq!([factor(0.0, 0), factor(0.0, -50), factor(1.0, 0), factor(0.0, 100)], [80, 80, 140, 120]);
        assert_eq!(factor(0.0, 5_000), factor(0.0, 200));
    }

    #[test]
    fn a_decided_score_is_settled_once_its_line_has_been_searched() {
        let parameters = Parameters::default();
        let first = |score| (0..100).find(|&depth| parameters.is_settled(score, depth));
        assert_eq!(
            [first(Score::win_in(1)), first(Score::win_in(9)), first(Score::loss_in(10))],
            [Some(2), Some(6), Some(7)]
        );
        assert_eq!(first(Score(500)), None);
    }

    #[test]
    fn only_deep_iterations_of_undecided_positions_have_an_aspiration_window() {
        let parameters = Parameters::default();
        assert_eq!(parameters.aspiration(5, 100), Some((76, 124)));
        assert_eq!(parameters.aspiration(4, 100), None);
        assert_eq!(parameters.aspiration(9, Score::win_in(7).0), None);
        assert_eq!(parameters.aspiration(9, Score::loss_in(8).0), None);
    }

    #[test]
    fn helpers_search_about_half_of_the_iterations_and_differ_from_each_other() {
        let skipped = |helper| (1..=24).map(|depth| skips_iteration(depth, helper)).collect::<Vec<bool>>();
        for helper in 0..12 {
            let count = skipped(helper).iter().filter(|&&skips| skips).count();
            assert!((8..=16).contains(&count), "helper {helper} skips {count} of 24");
            assert!((0..helper).all(|other| skipped(other) != skipped(helper)), "{helper}");
        }
    }
}
