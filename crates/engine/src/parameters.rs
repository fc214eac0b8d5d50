//! Every number of the search that can be tuned, under its name, and the few fixed ones beside them.
//!
//! An engine holds its [`Parameters`] in its options, so that two engines in one process can differ in them: a tuner reads
//! the names and ranges from [`Parameters::iter`] and changes values with [`Parameters::set`].

use std::fmt;

/// The largest evaluation of a position that is not decided.
pub(crate) const MAX_EVALUATION: i32 = 8_000;
/// A bound above every evaluation and below every decided score.
pub(crate) const UNDECIDED: i32 = 20_000;
/// The values of the history stay within this on both sides of zero, which fits 16 bits.
pub(crate) const HISTORY_LIMIT: i32 = 8_192;

/// One parameter: its name, its value now and by default, and the range of values it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: i32,
    /// Its value in an engine that nobody has tuned.
    pub default: i32,
    /// The least value it may take.
    pub min: i32,
    /// The greatest value it may take.
    pub max: i32,
}

macro_rules! parameters {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal, $min:literal..=$max:literal;)+) => {
        /// The tunable numbers of a search.
        ///
        /// ```
        /// use goren_engine::Parameters;
        ///
        /// let mut parameters = Parameters::default();
        /// parameters.set("razor_base", 150)?;
        /// let razor = parameters.iter().find(|each| each.name == "razor_base").unwrap();
        /// assert_eq!((razor.value, razor.default), (150, 120));
        /// # Ok::<(), goren_engine::ParameterError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Parameters {
            $($(#[doc = $doc])+ pub(crate) $name: i32,)+
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters { $($name: $default,)+ }
            }
        }

        impl Parameters {
            /// Every parameter, in the order of the techniques.
            pub fn iter(&self) -> impl Iterator<Item = Parameter> + use<> {
                [$(Parameter {
                    name: stringify!($name),
                    value: self.$name,
                    default: $default,
                    min: $min,
                    max: $max,
                }),+]
                .into_iter()
            }

            fn value_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    /// Aspiration window: the first iteration that has one.
    aspiration_depth = 5, 1..=100;
    /// Aspiration window: half its first width.
    aspiration_window = 24, 1..=1000;
    /// Aspiration window: the factor by which it grows after a failure.
    aspiration_growth = 3, 2..=10;
    /// Aspiration window: beyond this half width it is opened completely.
    aspiration_max = 1000, 1..=10_000;

    /// Quiescence: the budget of attacking positions for a win by fours.
    leaf_vcf_budget = 24, 0..=10_000;
    /// Win by fours at an inner node: its budget.
    node_vcf_budget = 48, 0..=10_000;
    /// Win by fours at an inner node: not searched where the transposition table has an entry at least this deep.
    node_vcf_depth = 2, 0..=100;
    /// Win by fours inside the tree: 1 if only fours that build something else are tried, 0 if all are.
    vcf_building = 1, 0..=1;
    /// Win by fours that the other side threatens at the root: its budget.
    root_vcf_budget = 1000, 0..=1_000_000;
    /// Threat extension: how many plies a line is extended at most while the other side threatens an open four.
    threat_extension = 3, 0..=16;

    /// Reverse futility pruning: the greatest depth.
    rfp_depth = 7, 0..=100;
    /// Reverse futility pruning: the margin above beta for each ply.
    rfp_slope = 50, 0..=1000;
    /// Razoring: the greatest depth.
    razor_depth = 3, 0..=100;
    /// Razoring: the margin below alpha.
    razor_base = 120, 0..=2000;
    /// Razoring: what each ply adds to the margin.
    razor_slope = 90, 0..=1000;
    /// Internal iterative reduction: the least depth.
    iir_depth = 5, 2..=100;
    /// Late-move pruning: the greatest depth.
    lmp_depth = 8, 0..=100;
    /// Late-move pruning: the move count.
    lmp_base = 4, 0..=200;
    /// Late-move pruning: what the square of the depth adds to the count, in tenths.
    lmp_slope = 4, 0..=100;
    /// Late-move pruning: added to half the count where the evaluation is not improving.
    lmp_not_improving = 3, 0..=200;
    /// Futility pruning: the greatest depth.
    futility_depth = 6, 0..=100;
    /// Futility pruning: the margin below alpha.
    futility_base = 90, 0..=2000;
    /// Futility pruning: what each ply adds to the margin.
    futility_slope = 80, 0..=1000;
    /// Futility pruning: what the history adds to the margin, in 1024ths.
    futility_history = 16, 0..=1024;
    /// Singular extension: the least depth.
    singular_depth = 7, 2..=100;
    /// Singular extension: how much shallower than the node the entry of the transposition table may be.
    singular_tt_depth = 3, 0..=100;
    /// Singular extension: the margin below the entry's score, for each ply.
    singular_slope = 3, 0..=100;
    /// Singular extension: the depth of the search without the move, in percent of the depth below the node.
    singular_search = 50, 0..=100;
    /// Late-move reduction: the least depth.
    lmr_depth = 3, 2..=100;
    /// Late-move reduction: how many moves are searched to the full depth.
    lmr_moves = 2, 1..=100;
    /// Late-move reduction: its constant part, in hundredths of a ply.
    lmr_base = 40, 0..=400;
    /// Late-move reduction: the divisor of the logarithms of depth and move count, in hundredths.
    lmr_divisor = 160, 50..=1000;
    /// Late-move reduction: more at a cut node, in plies.
    lmr_cut_node = 1, 0..=4;
    /// Late-move reduction: more where the evaluation is not improving, in plies.
    lmr_not_improving = 1, 0..=4;
    /// Late-move reduction: less at a node of the principal variation, in plies.
    lmr_pv = 1, 0..=4;
    /// Late-move reduction: less for a move that makes an open three or better, in plies.
    lmr_attack = 1, 0..=4;
    /// Late-move reduction: less for a move that denies an open three or better, in plies.
    lmr_defence = 1, 0..=4;
    /// Late-move reduction: less by the history, in 65536ths of a ply.
    lmr_history = 16, 0..=1024;
    /// Late-move reduction at the root: the least depth.
    root_lmr_depth = 3, 2..=100;
    /// Late-move reduction at the root: how many moves are searched to the full depth.
    root_lmr_moves = 3, 1..=500;
    /// Late-move reduction at the root, in percent of that at other nodes.
    root_lmr_scale = 50, 0..=100;

    /// History: the bonus of a move that caused a cutoff, for the square of the depth.
    history_slope = 8, 1..=64;
    /// History: the greatest bonus.
    history_max = 1200, 1..=8192;
    /// History: what is kept of it from search to search, in percent.
    history_kept = 50, 0..=100;

    /// Move order: the weight of what a point is worth to both sides in the classical evaluation.
    order_worth = 4, 0..=64;
    /// Move order: the weight of the history, in 64ths.
    order_history = 16, 0..=256;
    /// Move order: a killer.
    order_killer = 500, 0..=20_000;
    /// Move order: the countermove of the move before.
    order_counter = 300, 0..=20_000;
    /// Move order: the weight of the network's policy, for a hundredth of its logarithm.
    order_policy = 4, 0..=64;
    /// Move order: the least depth at which the network is asked for its policy.
    policy_depth = 2, 0..=100;
    /// Move order: making an open two.
    attack_two = 20, 0..=100_000;
    /// Move order: making a three with one way to a four, or two open twos.
    attack_three = 60, 0..=100_000;
    /// Move order: making an open three.
    attack_open_three = 300, 0..=100_000;
    /// Move order: making a double three.
    attack_double_three = 700, 0..=100_000;
    /// Move order: making a four.
    attack_four = 900, 0..=100_000;
    /// Move order: making a four and an open three.
    attack_four_three = 2400, 0..=100_000;
    /// Move order: making an open four or two fours.
    attack_open_four = 6000, 0..=100_000;
    /// Move order: making five.
    attack_five = 20_000, 0..=100_000;
    /// Move order: denying an open two.
    defence_two = 10, 0..=100_000;
    /// Move order: denying a three with one way to a four, or two open twos.
    defence_three = 40, 0..=100_000;
    /// Move order: denying an open three.
    defence_open_three = 200, 0..=100_000;
    /// Move order: denying a double three.
    defence_double_three = 500, 0..=100_000;
    /// Move order: denying a four.
    defence_four = 400, 0..=100_000;
    /// Move order: denying a four and an open three.
    defence_four_three = 1600, 0..=100_000;
    /// Move order: denying an open four or two fours.
    defence_open_four = 4000, 0..=100_000;
    /// Move order: denying a five.
    defence_five = 12_000, 0..=100_000;

    /// Evaluation: how far outside the window the classical evaluation must be for the network to be skipped.
    network_skip = 600, 0..=20_000;
    /// Evaluation: the scale of the network's scores, in percent.
    network_scale = 70, 1..=1000;
    /// Evaluation: how many scores of the network each thread keeps, as a power of two; 0 for none.
    eval_cache = 16, 0..=24;
    /// Transposition table: how much deeper an entry of the same position must be to withstand a shallower bound.
    tt_keep_depth = 3, 0..=100;
    /// Transposition table: how many plies of depth an entry loses in the choice of a victim for each search of its age.
    tt_age = 8, 0..=64;

    /// Forced win before the search: the VCT solver gets one part in this many of the nodes and the time.
    solver_share = 40, 1..=1000;
    /// Forced win before the search: its nodes when neither nodes nor time are limited.
    solver_nodes = 20_000, 0..=10_000_000;
    /// VCT solver: the VCF budget where the attacker is to move, in the first round; each round has four times as much.
    vct_attack_budget = 2000, 1..=100_000;
    /// VCT solver: the VCF budget for what the attacker threatens, in the first round.
    vct_threat_budget = 500, 1..=100_000;
    /// VCT solver: how far the second-best child may be exceeded before it is searched instead, in percent.
    vct_slack = 25, 0..=1000;
    /// VCT solver: the first proof number of a four.
    vct_proof_four = 2, 1..=100;
    /// VCT solver: the first proof number of a double three.
    vct_proof_double_three = 2, 1..=100;
    /// VCT solver: the first proof number of an open three.
    vct_proof_open_three = 3, 1..=100;
    /// VCT solver: the first proof number of a quiet move.
    vct_proof_quiet = 8, 1..=1000;

    /// Clock: the time kept back for ending a search, in milliseconds.
    clock_overhead = 4, 0..=1000;
    /// Clock: over how many moves the remaining time is spread.
    clock_moves = 14, 1..=200;
    /// Clock: one move takes at most one part in this many of the remaining time.
    clock_share = 7, 1..=200;
    /// Clock: what the most time for a move gets of the increment, in percent.
    clock_increment_max = 50, 0..=100;
    /// Clock: what the aim for a move gets of the increment, in percent.
    clock_increment = 75, 0..=100;
    /// Clock: the last moment to begin an iteration, in percent of the aim.
    clock_last_start = 55, 1..=100;
    /// Clock: the factor of the aim for a stable best move, in percent.
    clock_stable = 80, 0..=500;
    /// Clock: what each recent change of the best move adds to the factor, in percent.
    clock_unstable = 60, 0..=500;
    /// Clock: what is kept of earlier changes from iteration to iteration, in percent.
    clock_unstable_kept = 50, 0..=100;
    /// Clock: what a fallen score adds to the factor, in percent.
    clock_falling = 80, 0..=500;
    /// Clock: the fall of the score that counts in full.
    clock_fall = 200, 1..=10_000;
    /// Decided score: how many plies beyond half its length the search goes before it ends.
    decided_depth = 2, 0..=100;

    /// Balanced openings: how many placements are searched.
    balance_candidates = 48, 1..=1000;
    /// Balanced openings: how many of them are searched again.
    balance_finalists = 6, 1..=1000;
    /// Balanced openings: the nodes of each first search.
    balance_nodes = 1500, 1..=10_000_000;
    /// Balanced openings: the nodes of each second search.
    balance_final_nodes = 12_000, 1..=10_000_000;
}

impl Parameters {
    /// Changes one parameter.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
        let known = self.iter().find(|each| each.name == name);
        let (Some(known), Some(current)) = (known, self.value_mut(name)) else {
            return Err(ParameterError::Name(name.to_owned()));
        };
        if !(known.min..=known.max).contains(&value) {
            return Err(ParameterError::Value { parameter: known, value: value.to_string() });
        }
        *current = value;
        Ok(())
    }

    /// Changes one parameter as the text `NAME=VALUE` says.
    pub fn set_text(&mut self, text: &str) -> Result<(), ParameterError> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| ParameterError::Assignment(text.to_owned()))?;
        let known = self.iter().find(|each| each.name == name);
        let parameter = known.ok_or_else(|| ParameterError::Name(name.to_owned()))?;
        let number = value.parse();
        self.set(name, number.map_err(|_| ParameterError::Value { parameter, value: value.to_owned() })?)
    }
}

/// Why a parameter was not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterError {
    /// The text is not of the form `NAME=VALUE`.
    Assignment(String),
    /// No parameter has this name.
    Name(String),
    /// The value is not a number, or is outside the parameter's range.
    Value {
        /// The parameter.
        parameter: Parameter,
        /// The text of the value.
        value: String,
    },
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterError::Assignment(text) => {
                write!(f, "expected NAME=VALUE, such as `razor_base=150`, got `{text}`")
            }
            ParameterError::Name(name) => {
                write!(f, "expected the name of a search parameter, such as `razor_base`, got `{name}`")
            }
            ParameterError::Value { parameter: Parameter { name, min, max, .. }, value } => {
                write!(f, "{name}: expected a number from {min} to {max}, got `{value}`")
            }
        }
    }
}

impl std::error::Error for ParameterError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_can_be_set_to_both_ends_of_its_range_and_no_further() {
        let names: Vec<&str> = Parameters::default().iter().map(|each| each.name).collect();
        for (i, name) in names.iter().enumerate() {
            let mut parameters = Parameters::default();
            let before: Vec<Parameter> = parameters.iter().collect();
            let Parameter { value, default, min, max, .. } = before[i];
            assert!(min <= default && default <= max && min < max && value == default, "{name}");
            for end in [min, max] {
                assert_eq!(parameters.set(name, end), Ok(()));
                let changed: Vec<Parameter> = parameters.iter().collect();
                assert_eq!(changed[i].value, end);
                let others = |(j, each): (usize, &Parameter)| j == i || *each == before[j];
                assert!(changed.iter().enumerate().all(others), "{name} changes another parameter");
            }
            assert!(parameters.set(name, min - 1).is_err() && parameters.set(name, max + 1).is_err());
            assert_eq!(parameters.iter().nth(i).map(|each| each.value), Some(max));
        }
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len());
    }

    #[test]
    fn mistakes_are_quoted_with_what_was_expected() {
        let mut parameters = Parameters::default();
        let mut error = |text: &str| parameters.set_text(text).unwrap_err().to_string();
        assert_eq!(error("razor_base"), "expected NAME=VALUE, such as `razor_base=150`, got `razor_base`");
        assert_eq!(
            error("razor=1"),
            "expected the name of a search parameter, such as `razor_base`, got `razor`"
        );
        assert_eq!(error("razor_base=2001"), "razor_base: expected a number from 0 to 2000, got `2001`");
        assert_eq!(error("razor_base=much"), "razor_base: expected a number from 0 to 2000, got `much`");
        assert_eq!(
            error("razor_base=99999999999"),
            "razor_base: expected a number from 0 to 2000, got `99999999999`"
        );
        assert_eq!(parameters, Parameters::default());
        assert_eq!(parameters.set_text("razor_base=0"), Ok(()));
        assert_eq!(parameters.razor_base, 0);
    }
}
