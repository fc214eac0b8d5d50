//! Statistics of many games.

use std::collections::BTreeMap;

use goren_core::{Rule, Stone};
use goren_record::{PackedGame, PackedScore, RecordResult};
use serde_json::{Value, json};

/// Counts over games. Positions are those before moves that the engine chose, not those before opening stones.
#[derive(Default)]
pub(crate) struct Summary {
    black: usize,
    white: usize,
    draws: usize,
    moves: usize,
    positions: usize,
    at_rest: usize,
    scored: usize,
    proven: usize,
    with_traps: usize,
    rules: BTreeMap<Rule, usize>,
    sizes: BTreeMap<usize, usize>,
    lengths: [usize; LENGTHS.len()],
}

/// The lower bounds of the length classes.
const LENGTHS: [usize; 7] = [0, 20, 30, 40, 60, 100, 200];

impl Summary {
    pub(crate) fn add(&mut self, game: &PackedGame) {
        match game.result {
            RecordResult::Win(Stone::Black) => self.black += 1,
            RecordResult::Win(Stone::White) => self.white += 1,
            RecordResult::Draw => self.draws += 1,
        }
        self.moves += game.moves.len();
        for played in &game.moves[game.placed..] {
            self.positions += 1;
            self.at_rest += usize::from(played.is_quiet);
            self.scored += usize::from(played.score.is_some());
            self.proven += usize::from(played.score.is_some_and(PackedScore::is_decided));
        }
        self.with_traps += usize::from(!game.traps.is_empty());
        *self.rules.entry(game.rule).or_default() += 1;
        *self.sizes.entry(game.size.side()).or_default() += 1;
        let class = LENGTHS.iter().rposition(|&least| least <= game.moves.len());
        self.lengths[class.expect("the first class begins at zero")] += 1;
    }

    pub(crate) fn games(&self) -> usize {
        self.black + self.white + self.draws
    }

    pub(crate) fn positions(&self) -> usize {
        self.positions
    }

    pub(crate) fn at_rest(&self) -> usize {
        self.at_rest
    }

    pub(crate) fn results(&self) -> String {
        let share = |count| percent(count, self.games());
        format!(
            "Black won {} ({}), White won {} ({}), drawn {} ({})",
            self.black,
            share(self.black),
            self.white,
            share(self.white),
            self.draws,
            share(self.draws)
        )
    }

    /// The table, with a name and a text in each row.
    pub(super) fn rows(&self, bytes: u64) -> Vec<(&'static str, String)> {
        let list = |parts: &mut dyn Iterator<Item = (String, usize)>| {
            let named = parts.filter(|part| part.1 > 0).map(|(name, count)| format!("{name}: {count}"));
            named.collect::<Vec<_>>().join(", ")
        };
        let lengths = self.lengths.iter().enumerate().map(|(class, &count)| {
            let name = match (LENGTHS[class], LENGTHS.get(class + 1)) {
                (least, Some(next)) => format!("{least}–{}", next - 1),
                (least, None) => format!("{least} or more"),
            };
            (name, count)
        });
        vec![
            ("games", self.games().to_string()),
            ("results", self.results()),
            ("positions", self.positions.to_string()),
            ("at rest", format!("{} ({})", self.at_rest, percent(self.at_rest, self.positions))),
            ("scored", format!("{}, proven {}", self.scored, percent(self.proven, self.scored))),
            ("bytes", format!("{bytes}, {:.2} for each stone", ratio(bytes as f64, self.moves))),
            ("length", format!("{:.1} moves on average", ratio(self.moves as f64, self.games()))),
            ("lengths", list(&mut { lengths })),
            ("rules", list(&mut self.rules.iter().map(|(rule, &count)| (rule.to_string(), count)))),
            ("sizes", list(&mut self.sizes.iter().map(|(side, &count)| (side.to_string(), count)))),
            ("with traps", self.with_traps.to_string()),
        ]
    }

    /// The same as JSON.
    pub(super) fn json(&self, bytes: u64) -> Value {
        let lengths: Vec<Value> = LENGTHS
            .iter()
            .zip(self.lengths)
            .map(|(least, count)| json!({ "from": least, "games": count }))
            .collect();
        let by_name = |rule: &Rule| rule.name();
        json!({
            "games": self.games(),
            "black": self.black, "white": self.white, "draws": self.draws,
            "moves": self.moves,
            "positions": self.positions,
            "at_rest": self.at_rest,
            "scored": self.scored,
            "proven": self.proven,
            "bytes": bytes,
            "lengths": lengths,
            "rules": self.rules.iter().map(|(rule, count)| (by_name(rule), count)).collect::<BTreeMap<_, _>>(),
            "sizes": self.sizes,
            "with_traps": self.with_traps,
        })
    }
}

fn ratio(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * ratio(part as f64, whole))
}
