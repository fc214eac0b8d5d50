//! The agents of this program that can take part in a match. Further kinds join here.

use goren_arena::{Budget, Builtin};
use goren_core::Agent;
use goren_engine::{Engine, Options};

/// The kinds that can be named.
pub(crate) const KINDS: [&str; 1] = ["goren"];

/// Memory of an engine that is given none, in bytes: games at a time multiply it.
const MEMORY: u64 = 16 << 20;

/// Makes the agent that a contestant asks for.
pub(crate) fn make(builtin: &Builtin, budget: &Budget, seed: u64) -> Result<Box<dyn Agent + Send>, String> {
    match builtin.kind.as_str() {
        "goren" => engine(builtin, budget, seed).map(|engine| Box::new(engine) as Box<dyn Agent + Send>),
        other => Err(format!("expected one of {}, got `{other}`", KINDS.join(", "))),
    }
}

fn engine(builtin: &Builtin, budget: &Budget, seed: u64) -> Result<Engine, String> {
    let memory = usize::try_from(budget.memory.unwrap_or(MEMORY)).unwrap_or(usize::MAX);
    let mut options = Options { memory, seed, ..Options::default() };
    for (key, value) in &builtin.options {
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{key}: expected a number from {least} to {most}, got `{value}`"))
        };
        match key.as_str() {
            "level" => options.level = number(1, 10)? as u8,
            "threads" => options.threads = number(1, 512)? as usize,
            "seed" => options.seed = number(0, u64::MAX)?,
            _ => return Err(format!("expected an option level, threads or seed, got `{key}`")),
        }
    }
    Ok(Engine::new(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(kind: &str, key: &str, value: &str) -> String {
        let options = [(key.to_owned(), value.to_owned())].into();
        let made = make(&Builtin { kind: kind.to_owned(), options }, &Budget::default(), 1);
        made.err().unwrap_or_default()
    }

    #[test]
    fn mistakes_are_quoted() {
        assert_eq!(error("goren", "level", "6"), "");
        assert_eq!(error("goren", "level", "11"), "level: expected a number from 1 to 10, got `11`");
        assert_eq!(error("goren", "levle", "6"), "expected an option level, threads or seed, got `levle`");
        assert_eq!(error("gorn", "level", "6"), "expected one of goren, got `gorn`");
    }
}
