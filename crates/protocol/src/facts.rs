//! What an engine reports about its search before it moves.

use goren_core::Score;

use crate::reader::score;
use crate::reply::{Detail, Reply};

/// The latest facts about the best line, collected from replies.
///
/// Two dialects are understood: Yixin's details (`INFO DEPTH 9`) and messages such as
/// `MESSAGE Depth 12-20 | Eval +34 | Node 56K`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The score.
    pub score: Option<Score>,
    /// The nominal search depth.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// The rank of the line that details currently refer to.
    rank: usize,
}

impl Facts {
    /// Records the facts in a reply, if there are any.
    pub fn note(&mut self, reply: &Reply) {
        match reply {
            Reply::Detail(Detail::Line(rank)) => self.rank = *rank,
            Reply::Detail(Detail::Done) => self.rank = 0,
            Reply::Detail(Detail::Nodes(nodes)) => self.nodes = Some(*nodes),
            Reply::Detail(Detail::Depth(depth)) if self.rank == 0 => self.depth = Some(*depth),
            Reply::Detail(Detail::Score(score)) if self.rank == 0 => self.score = Some(*score),
            Reply::Message(text) if text.contains('|') => {
                text.split('|').for_each(|part| self.note_part(part));
            }
            _ => {}
        }
    }

    /// Records one part of a message whose parts are separated by bars.
    fn note_part(&mut self, part: &str) {
        let Some((key, value)) = part.trim().split_once(' ') else { return };
        match key {
            "Depth" => {
                let full = value.split_once('-').map_or(value, |(full, _)| full);
                self.depth = full.parse().ok().or(self.depth);
            }
            "Eval" => self.score = score(value).or(self.score),
            "Node" | "Nodes" => self.nodes = count(value).or(self.nodes),
            _ => {}
        }
    }
}

/// Reads `123`, `45K`, `6M` or `7G`.
fn count(text: &str) -> Option<u64> {
    let (digits, unit) = match text.as_bytes().last()? {
        b'K' => (&text[..text.len() - 1], 1_000),
        b'M' => (&text[..text.len() - 1], 1_000_000),
        b'G' => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(lines: &[&str]) -> (Option<Score>, Option<u32>, Option<u64>) {
        let mut facts = Facts::default();
        for line in lines {
            facts.note(&Reply::read(line).unwrap());
        }
        (facts.score, facts.depth, facts.nodes)
    }

    #[test]
    fn details_of_the_best_line_count() {
        let lines = ["INFO PV 0", "INFO DEPTH 7", "INFO EVAL -12", "INFO PV DONE"];
        let worse = ["INFO PV 1", "INFO DEPTH 6", "INFO EVAL -90", "INFO TOTALNODES 5000", "INFO PV DONE"];
        assert_eq!(facts(&[&lines[..], &worse].concat()), (Some(Score(-12)), Some(7), Some(5000)));
    }

    #[test]
    fn the_latest_fact_counts() {
        assert_eq!(facts(&["INFO DEPTH 7", "INFO DEPTH 8"]).1, Some(8));
        let lines = ["MESSAGE Depth 7-9 | Eval 5 | Time 3ms", "MESSAGE Depth 8-9 | Eval -M6 | Time 3ms"];
        assert_eq!(facts(&lines), (Some(Score::loss_in(6)), Some(8), None));
    }

    #[test]
    fn parts_of_messages_are_read_in_any_order() {
        let line = "MESSAGE Speed 1234K | Depth 12-20 | Eval +34 | Node 5678K | Time 4601ms";
        assert_eq!(facts(&[line]), (Some(Score(34)), Some(12), Some(5_678_000)));
    }

    #[test]
    fn other_messages_say_nothing() {
        let lines =
            ["MESSAGE Depth 5", "MESSAGE | | Eval | Depth x | Node é", "MESSAGE Node 99999999999G | ", "OK"];
        assert_eq!(facts(&lines), (None, None, None));
    }
}
