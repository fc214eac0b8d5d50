//! The settings of `INFO`, and the meaning of the numbers of `INFO rule`.

use std::fmt;

use goren_core::Rule;

use crate::error::{CommandError, quote};

/// One setting. Times are in milliseconds; numbers too large for their type are clamped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// The time limit for one move; 0 means to move at once.
    TimeoutTurn(u64),
    /// The time for the whole game; 0 means unlimited.
    TimeoutMatch(u64),
    /// The time left for the game; negative if it is used up.
    TimeLeft(i64),
    /// The time added after each move.
    TimeIncrement(u64),
    /// The memory limit of the whole process, in bytes; 0 means no limit.
    MaxMemory(u64),
    /// The rule's number, see [`rule_of`].
    Rule(i64),
    /// The maximum search depth; `None` means no limit.
    MaxDepth(Option<u32>),
    /// The maximum number of nodes; `None` means no limit.
    MaxNodes(Option<u64>),
    /// The size of the transposition table, in KiB; 0 means the default.
    HashSize(u64),
    /// The number of search threads; 0 means the default.
    Threads(u64),
    /// Playing strength, 0 to 100.
    Strength(u8),
    /// What to show during a search: 1 for marks on the board, 2 for details of the lines, 3 for both.
    ShowDetail(u8),
    /// Whether to ponder on the opponent's time.
    Pondering(bool),
    /// Any other key, whether known and without effect here or unknown.
    Other {
        /// The key.
        key: String,
        /// The rest of the line.
        value: String,
    },
}

/// Keys without effect here whose values are checked nevertheless, with the smallest and the largest possible value.
const CHECKED: [(&str, i64, i64, &str); 8] = [
    ("game_type", 0, 3, "0 to 3"),
    ("thread_split_depth", 0, i64::MAX, "a number from 0"),
    ("caution_factor", 0, 5, "0 to 5"),
    ("usedatabase", 0, 1, "0 or 1"),
    ("checkmate", 0, i64::MAX, "a number from 0"),
    ("vcthread", 0, i64::MAX, "a number from 0"),
    ("draw_result", 0, 2, "0 to 2"),
    ("database_readonly", 0, 1, "0 or 1"),
];

impl Info {
    /// Reads `key value`.
    pub(crate) fn read(text: &str) -> Result<Info, CommandError> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        let within = |least: i64, most: i64, expected: &'static str| match integer(value) {
            Some(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(CommandError::Info { expected, got: quote(&format!("INFO {text}")) }),
        };
        let natural = |expected| within(0, i64::MAX, expected).map(i64::unsigned_abs);
        // Some boards say −1 for no limit, some say 0.
        let limit =
            |expected| within(-1, i64::MAX, expected).map(|most| u64::try_from(most.max(0)).unwrap_or(0));
        Ok(match key.as_str() {
            "" => return Err(CommandError::Info { expected: "a key and a value", got: "INFO".to_owned() }),
            "timeout_turn" => Info::TimeoutTurn(natural("milliseconds from 0")?),
            "timeout_match" => Info::TimeoutMatch(natural("milliseconds from 0")?),
            "time_left" => Info::TimeLeft(within(i64::MIN, i64::MAX, "milliseconds")?),
            "time_increment" => Info::TimeIncrement(natural("milliseconds from 0")?),
            "max_memory" => Info::MaxMemory(natural("bytes from 0")?),
            "rule" => Info::Rule(within(i64::MIN, i64::MAX, "a number")?),
            "max_depth" => {
                let most = limit("plies, or -1 for no limit")?;
                Info::MaxDepth((most > 0).then(|| u32::try_from(most).unwrap_or(u32::MAX)))
            }
            "max_node" => {
                Info::MaxNodes(Some(limit("positions, or -1 for no limit")?).filter(|&most| most > 0))
            }
            "hash_size" => Info::HashSize(natural("KiB from 0")?),
            "thread_num" => Info::Threads(natural("a number of threads")?),
            "strength" => Info::Strength(within(0, 100, "0 to 100")? as u8),
            "show_detail" => Info::ShowDetail(within(0, 3, "0 to 3")? as u8),
            "pondering" => Info::Pondering(within(0, 1, "0 or 1")? == 1),
            _ => {
                if let Some(&(_, least, most, expected)) = CHECKED.iter().find(|checked| checked.0 == key) {
                    within(least, most, expected)?;
                }
                Info::Other { key, value: value.to_owned() }
            }
        })
    }
}

/// Reads an integer; one that does not fit the type is clamped.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(beyond))
}

/// `key value`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Info::TimeoutTurn(time) => write!(f, "timeout_turn {time}"),
            Info::TimeoutMatch(time) => write!(f, "timeout_match {time}"),
            Info::TimeLeft(time) => write!(f, "time_left {time}"),
            Info::TimeIncrement(time) => write!(f, "time_increment {time}"),
            Info::MaxMemory(bytes) => write!(f, "max_memory {bytes}"),
            Info::Rule(number) => write!(f, "rule {number}"),
            Info::MaxDepth(Some(most)) => write!(f, "max_depth {most}"),
            Info::MaxDepth(None) => write!(f, "max_depth -1"),
            Info::MaxNodes(Some(most)) => write!(f, "max_node {most}"),
            Info::MaxNodes(None) => write!(f, "max_node -1"),
            Info::HashSize(size) => write!(f, "hash_size {size}"),
            Info::Threads(count) => write!(f, "thread_num {count}"),
            Info::Strength(strength) => write!(f, "strength {strength}"),
            Info::ShowDetail(detail) => write!(f, "show_detail {detail}"),
            Info::Pondering(is_on) => write!(f, "pondering {}", u8::from(*is_on)),
            Info::Other { key, value } => write!(f, "{key} {value}"),
        }
    }
}

/// The rule of a number of `INFO rule`, if goren plays it.
///
/// The number 2 means a game that continues after five, which goren does not play; with Yixin's extensions it means renju.
pub fn rule_of(number: i64, yixin: bool) -> Option<Rule> {
    match number {
        2 if yixin => Some(Rule::Renju),
        _ => Rule::ALL.into_iter().find(|rule| i64::from(rule.gomocup()) == number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_as_they_are_written() {
        let settings = [
            Info::TimeoutTurn(30_000),
            Info::TimeoutMatch(0),
            Info::TimeLeft(-250),
            Info::TimeIncrement(100),
            Info::MaxMemory(4 << 30),
            Info::Rule(4),
            Info::MaxDepth(Some(9)),
            Info::MaxDepth(None),
            Info::MaxNodes(Some(1_000_000)),
            Info::MaxNodes(None),
            Info::HashSize(65_536),
            Info::Threads(4),
            Info::Strength(100),
            Info::ShowDetail(3),
            Info::Other { key: "folder".to_owned(), value: "C:/my games/x".to_owned() },
        ];
        for info in settings {
            assert_eq!(Info::read(&info.to_string()), Ok(info));
        }
    }

    #[test]
    fn impossible_values_are_named_and_unknown_keys_are_not() {
        for text in [
            "",
            "timeout_turn",
            "timeout_turn x",
            "timeout_turn -1",
            "time_left 1.5",
            "max_memory -",
            "show_detail 4",
            "strength 101",
            "caution_factor 6",
            "pondering 2",
            "game_type 4",
        ] {
            let error = Info::read(text).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
        for text in ["bogus", "bogus 3", "evaluate 3,4", "evaluate", "nbestsym 1", "search_type mcts"] {
            assert!(matches!(Info::read(text), Ok(Info::Other { .. })), "{text}");
        }
    }

    #[test]
    fn numbers_beyond_the_type_count_as_the_largest() {
        assert_eq!(Info::read("time_left 9223372036854775808"), Ok(Info::TimeLeft(i64::MAX)));
        assert_eq!(Info::read("time_left -99999999999999999999"), Ok(Info::TimeLeft(i64::MIN)));
        assert_eq!(Info::read("MAX_DEPTH 99999999999"), Ok(Info::MaxDepth(Some(u32::MAX))));
        assert_eq!(Info::read("max_node 0"), Ok(Info::MaxNodes(None)));
    }

    #[test]
    fn two_is_renju_only_in_yixin() {
        assert_eq!(rule_of(2, false), None);
        assert_eq!(rule_of(2, true), Some(Rule::Renju));
        let known: Vec<_> = (-1..=20).filter(|&number| rule_of(number, false).is_some()).collect();
        assert_eq!(known, [0, 1, 4, 8, 9]);
        assert_eq!([rule_of(8, false), rule_of(9, true)], [Some(Rule::Caro6), Some(Rule::Caro)]);
    }
}
