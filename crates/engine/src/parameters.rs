//! Every number of the search that can be tuned, in one place.

/// Budget of attacker moves for a search of fours at a leaf.
pub(crate) const LEAF_VCF: u32 = 24;
/// The same inside the tree.
pub(crate) const NODE_VCF: u32 = 48;

/// Budget of attacker moves to find what the opponent threatens at the root.
pub(crate) const ROOT_VCF: u32 = 1000;

/// How many moves a line goes on beyond its depth while the other side threatens a four that cannot be stopped.
pub(crate) const DRAWN_OUT: i32 = 3;

/// Half the first aspiration window.
pub(crate) const WINDOW: i32 = 24;
/// From this depth on the window is narrow.
pub(crate) const WINDOW_DEPTH: i32 = 5;

/// How far below alpha a shallow node is given up unless it has fours.
pub(crate) const fn razor_margin(depth: i32) -> i32 {
    120 + 90 * depth
}
pub(crate) const RAZOR_DEPTH: i32 = 3;

/// How far above beta a node is taken for refuted.
pub(crate) const fn beta_margin(depth: i32, improving: bool) -> i32 {
    50 * (depth - improving as i32)
}
pub(crate) const BETA_DEPTH: i32 = 7;

/// How far below alpha a quiet move near the leaves is left out.
pub(crate) const fn quiet_margin(depth: i32) -> i32 {
    90 + 80 * depth
}
pub(crate) const QUIET_DEPTH: i32 = 6;

/// How many moves are tried before the quiet ones are left out.
pub(crate) const fn move_count(depth: i32, improving: bool) -> usize {
    let count = 4 + 4 * depth * depth / 10;
    (if improving { count } else { 3 + count / 2 }) as usize
}
pub(crate) const MOVE_COUNT_DEPTH: i32 = 8;

/// From this depth on a table move is tested for being the only good one.
pub(crate) const SINGULAR_DEPTH: i32 = 7;
pub(crate) const fn singular_margin(depth: i32) -> i32 {
    3 * depth
}

/// Plies by which a late move is searched less deep.
pub(crate) fn reduction(depth: i32, number: usize) -> i32 {
    (0.4 + f64::from(depth).ln() * (number as f64).ln() / 1.6) as i32
}

/// How far outside the window the shapes must put a position for the network not to be asked.
pub(crate) const SKIP_MARGIN: i32 = 400;

/// From this depth on the network orders the moves.
pub(crate) const POLICY_DEPTH: i32 = 2;
/// What a hundredth of the policy's logarithm counts in the order of moves.
pub(crate) const POLICY_ORDER: i32 = 4;

/// The largest evaluation of a position that is not decided.
pub(crate) const MAX_EVALUATION: i32 = 8_000;
