//! The parameters to tune, as the command line names them: `razor_base`, `razor_base=20`.

use goren_engine::{Parameter, ParameterError, Parameters};
use serde::{Deserialize, Serialize};

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tuned {
    pub(super) name: String,
    pub(super) start: i32,
    /// By how much the last iteration perturbs it.
    pub(super) step: f64,
    pub(super) min: i32,
    pub(super) max: i32,
}

/// The least step that is of any use.
const MIN_STEP: f64 = 0.01;
/// The step if none is given, as a part of the default value, or of the range where that is 0. It is never less than half a
/// unit: the two sides are then one unit apart.
const SHARE_OF_VALUE: f64 = 1.0 / 8.0;
const SHARE_OF_RANGE: f64 = 1.0 / 20.0;

impl Tuned {
    /// Reads `NAME` or `NAME=STEP`; it starts from its default value.
    pub(super) fn parse(text: &str) -> Result<Tuned, String> {
        let (name, step) = text.split_once('=').map_or((text, None), |(name, step)| (name, Some(step)));
        let Parameter { default, min, max, .. } = known(name)?;
        let range = f64::from(max) - f64::from(min);
        let most = range / 2.0;
        let step = match step {
            None if default == 0 => (range * SHARE_OF_RANGE).clamp(0.5, most),
            None => (f64::from(default).abs() * SHARE_OF_VALUE).clamp(0.5, most),
            Some(text) => {
                let number = text.parse().ok().map(rounded);
                number.filter(|step| (MIN_STEP..=most).contains(step)).ok_or_else(|| {
                    format!("{name}: expected a step from {MIN_STEP} to {most}, got `{text}`")
                })?
            }
        };
        Ok(Tuned { name: name.to_owned(), start: default, step: rounded(step), min, max })
    }

    /// Checks one that was read from a file.
    pub(super) fn check(&self) -> Result<(), String> {
        let Tuned { name, start, step, min, max } = self;
        let known = known(name)?;
        if (*min, *max) != (known.min, known.max) {
            return Err(format!(
                "{name}: expected its range {} to {}, got {min} to {max}",
                known.min, known.max
            ));
        }
        if !(min..=max).contains(&start) {
            return Err(format!("{name}: expected a start from {min} to {max}, got {start}"));
        }
        Tuned::parse(&format!("{name}={step}")).map(drop)
    }
}

/// A number to a millionth: few enough digits that JSON gives back the very same number.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

/// Checks the text of a `--set` flag, `NAME=VALUE`, and returns both.
pub(super) fn assignment(text: &str) -> Result<(String, i32), String> {
    let mut parameters = Parameters::default();
    match parameters.set_text(text) {
        Err(ParameterError::Name(name)) => Err(unknown(&name)),
        Err(error) => Err(error.to_string()),
        Ok(()) => {
            let name = text.split('=').next().unwrap_or_default();
            let set = parameters.iter().find(|each| each.name == name);
            set.map(|set| (set.name.to_owned(), set.value)).ok_or_else(|| unknown(name))
        }
    }
}

/// The parameter with this name.
pub(super) fn known(name: &str) -> Result<Parameter, String> {
    Parameters::default().iter().find(|each| each.name == name).ok_or_else(|| unknown(name))
}

/// How many names are suggested.
const SUGGESTIONS: usize = 5;

fn unknown(name: &str) -> String {
    let mut near: Vec<(usize, &str)> =
        Parameters::default().iter().map(|each| (distance(name, each.name), each.name)).collect();
    near.sort_by_key(|(distance, _)| *distance);
    let near: Vec<String> = near.iter().take(SUGGESTIONS).map(|(_, name)| format!("`{name}`")).collect();
    format!(
        "expected the name of a search parameter (near ones are {}; `goren bench --parameters` lists all), got `{name}`",
        near.join(", ")
    )
}

/// The number of letters to insert, delete or replace to make one name of another; none if one contains the other.
fn distance(one: &str, other: &str) -> usize {
    if !one.is_empty() && other.contains(one) {
        return 0;
    }
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in other.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_step_within_its_range() {
        for parameter in Parameters::default().iter() {
            let tuned = Tuned::parse(parameter.name).unwrap();
            assert_eq!((tuned.start, tuned.check()), (parameter.default, Ok(())), "{}", parameter.name);
            assert!(tuned.step >= 0.5, "{}", parameter.name);
        }
        assert_eq!(Tuned::parse("razor_base").unwrap().step, 15.0);
        assert_eq!(Tuned::parse("razor_base=7.5").unwrap().step, 7.5);
    }

    #[test]
    fn an_unknown_name_is_quoted_with_the_near_ones() {
        let error = |text: &str| Tuned::parse(text).unwrap_err();
        assert!(error("razor").contains("near ones are `razor_depth`, `razor_base`, `razor_slope`, "));
        assert!(error("razor_bsae=3").contains("near ones are `razor_base`, "));
        assert!(error("razor_bsae=3").ends_with(", got `razor_bsae`"));
        assert!(error("").ends_with(", got ``"));
        assert!(assignment("rasor_base=3").unwrap_err().contains("near ones are `razor_base`, "));
    }

    #[test]
    fn a_number_out_of_range_is_quoted_with_the_range() {
        for step in ["0", "-3", "1001", "much", "NaN", "inf", ""] {
            let error = Tuned::parse(&format!("razor_base={step}")).unwrap_err();
            assert_eq!(error, format!("razor_base: expected a step from 0.01 to 1000, got `{step}`"));
        }
        assert_eq!(assignment("razor_base=150"), Ok(("razor_base".to_owned(), 150)));
        let error = assignment("razor_base=2001").unwrap_err();
        assert_eq!(error, "razor_base: expected a number from 0 to 2000, got `2001`");
    }
}
