//! What wins, and what is forbidden.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The rule that decides who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Rule {
    /// Five or more in a row wins.
    #[default]
    Freestyle,
    /// Exactly five wins.
    Standard,
    /// Black needs exactly five and may not make an overline, a double four or a double three; White needs
    /// five or more.
    Renju,
    /// Exactly five wins, unless an opposing stone stands at both ends.
    Caro,
    /// As [`Rule::Caro`], and six or more always wins.
    Caro6,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 5] = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::Caro6];

    /// The rule's name on the command line and in all our files.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::Caro6 => "caro6",
        }
    }

    /// The value of Gomocup's `INFO rule`.
    pub const fn gomocup(self) -> u32 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 9,
            Rule::Caro6 => 8,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    /// Reads [`Rule::name`], in any case; `caro5` is an alias of `caro`.
    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        let text = if text.eq_ignore_ascii_case("caro5") { "caro" } else { text };
        Rule::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseRuleError(text.chars().take(32).collect()))
    }
}

/// Text that names no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRuleError(String);

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a rule (freestyle, standard, renju, caro or caro6), got `{}`", self.0)
    }
}

impl core::error::Error for ParseRuleError {}
