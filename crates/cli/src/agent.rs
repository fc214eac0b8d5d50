//! The built-in agents, by their text form: `goren:level=6`, `boundary:variant=programmed`, `masked:weighting=program`.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use goren_arena::{Budget, Builtin, Contestant, Kind, MakeError, Parser};
use goren_classics::{CLASSICS, SIXTH, Settings, classic, description};
use goren_core::{Agent, Game, Limits, Report, Rule, Step, Stop};
use goren_engine::{Engine, Evaluation, Level, Options};
use goren_teacher::Teacher;

use crate::evaluation::{expect_rule, network};

/// The kinds of agents: the engine, the teacher and the classic programs.
pub(crate) fn kinds() -> Vec<String> {
    let ours = ["goren", "teacher"].into_iter();
    ours.chain(CLASSICS.iter().chain([SIXTH]).map(|classic| classic.name)).map(str::to_owned).collect()
}

/// An agent that panics at its first move, `goren:panic=yes`: tests show with it that the shipped program survives one.
struct Panicking;

impl Agent for Panicking {
    fn name(&self) -> String {
        "panicking".to_owned()
    }

    fn choose(&mut self, _: &Game, _: &Limits, _: &Stop, _: &mut dyn FnMut(&Report)) -> Step {
        panic!("this agent always panics")
    }
}

/// The default memory of an engine, in bytes: concurrent games multiply it.
pub(crate) const MEMORY: u64 = 16 << 20;
/// The option that names the file of a network.
pub(crate) const NET: &str = "net";

/// Creates the agent that a contestant describes.
pub(crate) fn make(
    builtin: &Builtin,
    budget: &Budget,
    seed: u64,
) -> Result<Box<dyn Agent + Send>, MakeError> {
    match builtin.kind.as_str() {
        "goren" if builtin.options.contains_key("panic") => Ok(Box::new(Panicking)),
        "goren" => Ok(Box::new(engine(builtin, budget, seed)?)),
        "teacher" => Ok(Box::new(teacher(builtin)?)),
        name if description(name).is_ok() => {
            let settings = settings(builtin, budget, seed)?;
            Ok(Box::new(classic(name, &settings)?))
        }
        other => Err(format!("expected one of {}, got `{other}`", kinds().join(", ")).into()),
    }
}

/// Checks that a contestant's network is for the rule to be played.
pub(crate) fn check_network(contestant: &Contestant, rule: Rule) -> Result<(), String> {
    let Kind::Builtin(builtin) = &contestant.kind else { return Ok(()) };
    // The teacher's network is for every rule.
    if builtin.kind == "teacher" {
        return Ok(());
    }
    let mut nets = builtin.options.iter().filter(|(key, value)| *key == "net" && !value.is_empty());
    nets.try_for_each(|(_, value)| expect_rule(Path::new(value), rule))
}

/// Parses a built-in agent with its options and limits. Programs are not accepted here.
pub(crate) fn parse(word: &str) -> Result<(Builtin, Budget), String> {
    let parser = Parser { kinds: kinds(), ..Parser::default() };
    let wrong = || format!("expected {}, got `{word}`", kinds().join(", "));
    if !kinds().iter().any(|kind| word.trim().split([':', ' ']).next() == Some(kind)) {
        return Err(wrong());
    }
    match parser.parse(word).map_err(|error| error.to_string())? {
        Contestant { kind: Kind::Builtin(builtin), budget, .. } => Ok((builtin, budget)),
        Contestant { kind: Kind::Process(_), .. } => Err(wrong()),
    }
}

fn engine(builtin: &Builtin, budget: &Budget, seed: u64) -> Result<Engine, String> {
    let memory = usize::try_from(budget.memory.unwrap_or(MEMORY)).unwrap_or(usize::MAX);
    let mut options = Options { memory, seed, ..Options::default() };
    let mut net = None;
    for (key, value) in &builtin.options {
        match (key.as_str(), value.as_str()) {
            ("net", "") => return Err("net: expected a file, got ``".to_owned()),
            ("net", file) => net = Some(network(Path::new(file))?),
            (key, value) => set(&mut options, key, value)?,
        }
    }
    if net.is_some() && options.evaluation == Evaluation::Classical {
        return Err("net: cannot be combined with eval=classical".to_owned());
    }
    let mut engine = Engine::new(options);
    if let Some(net) = net {
        engine.use_network(net);
    }
    Ok(engine)
}

/// Sets an option of the engine. `cpu` is in milliseconds; `set` has parameters of the search, joined by `+`.
fn set(options: &mut Options, key: &str, value: &str) -> Result<(), String> {
    match key {
        "level" => {
            let level = number(key, value, 1..=10)? as u8;
            options.level = Level::new(level).map_err(|error| error.to_string())?;
        }
        "threads" => options.threads = number(key, value, 1..=512)? as usize,
        "seed" => options.seed = number(key, value, 0..=u64::MAX)?,
        "eval" => options.evaluation = value.parse()?,
        "cpu" => options.thread_time = Some(Duration::from_millis(number(key, value, 1..=86_400_000)?)),
        "set" => {
            for text in value.split('+') {
                options.parameters.set_text(text).map_err(|error| format!("set: {error}"))?;
            }
        }
        _ => {
            return Err(format!(
                "expected an option level, threads, seed, eval, cpu, net or set, got `{key}`"
            ));
        }
    }
    Ok(())
}

/// Simulations of a teacher that is given no number.
const SIMULATIONS: u32 = 64;

fn teacher(builtin: &Builtin) -> Result<Teacher, String> {
    let (mut net, mut simulations) = (None, SIMULATIONS);
    for (key, value) in &builtin.options {
        match key.as_str() {
            "net" => {
                let read = goren_teacher::Network::read(Path::new(value));
                net = Some(read.map_err(|error| format!("{value}: {error}"))?);
            }
            "sims" => simulations = number(key, value, 1..=100_000)? as u32,
            _ => return Err(format!("expected an option net or sims, got `{key}`")),
        }
    }
    let net =
        net.ok_or("expected the file of its network, such as teacher:net=training/teacher/teacher.bin")?;
    Ok(Teacher::new(Arc::new(net), simulations))
}

/// An explicit depth replaces the document's, even if it is larger.
fn settings(builtin: &Builtin, budget: &Budget, seed: u64) -> Result<Settings, String> {
    let mut settings = Settings { depth: budget.depth, seed, ..Settings::default() };
    for (key, value) in &builtin.options {
        settings.set(key, value).map_err(|error| error.to_string())?;
    }
    Ok(settings)
}

fn number(key: &str, value: &str, range: std::ops::RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!("{key}: expected a number from {} to {}, got `{value}`", range.start(), range.end())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(word: &str) -> String {
        let parsed = parse(word).map_err(MakeError::from);
        let made = parsed.and_then(|(builtin, budget)| make(&builtin, &budget, 1));
        made.err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn every_word_makes_an_agent() {
        for kind in kinds().iter().filter(|kind| *kind != "teacher") {
            assert_eq!(error(kind), "");
        }
        let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../teacher/tests/golden/net.bin");
        assert_eq!(error(&format!("teacher:net={net},sims=8")), "");
        assert_eq!(error("goren:level=6"), "");
        assert_eq!(error("goren:eval=classical"), "");
        assert_eq!(error("goren:cpu=10"), "");
        assert_eq!(error("goren:set=razor_base=150+lmr_base=30"), "");
        assert_eq!(error("masked:weighting=program"), "");
        assert_eq!(error("boundary:without=table+ordering,depth=3"), "");
        assert_eq!(error("boundary:variant=programmed,with=late-wins,without=best-five"), "");
    }

    #[test]
    fn mistakes_are_quoted() {
        assert_eq!(error("goren:level=11"), "level: expected a number from 1 to 10, got `11`");
        assert_eq!(
            error("goren:levle=6"),
            "expected an option level, threads, seed, eval, cpu, net or set, got `levle`"
        );
        assert_eq!(
            error("boundary:level=6"),
            "expected an option variant, weighting, with, without, depth or seed, got `level`"
        );
        assert!(error("masked:variant=improved").contains("corrected, printed, programmed, got `improved`"));
        assert!(error("masked:with=magic").contains("wide, random-reply, got `magic`"));
        assert_eq!(
            error("masked:seed=x"),
            format!("seed: expected a number from 0 to {}, got `x`", u64::MAX)
        );
        assert_eq!(error("goren:cpu=0"), "cpu: expected a number from 1 to 86400000, got `0`");
        assert_eq!(error("goren:eval=guess"), "expected net or classical, got `guess`");
        assert_eq!(
            error("goren:set=razor_base=150+lmr_base=x"),
            "set: lmr_base: expected a number from 0 to 400, got `x`"
        );
        assert!(error("goren:net=nowhere.bin").starts_with("nowhere.bin: "));
        assert_eq!(error("goren:net="), "net: expected a file, got ``");
        assert!(error("boundary:without=magic").contains("`magic`"));
        assert!(error("trapper:weighting=heavy").contains("`heavy`"));
        assert!(error("teacher").starts_with("expected the file of its network"));
        assert!(error("teacher:net=nowhere.bin").starts_with("nowhere.bin: "));
        assert_eq!(error("teacher:level=3"), "expected an option net or sims, got `level`");
        assert_eq!(error("teacher:sims=0"), "sims: expected a number from 1 to 100000, got `0`");
        let names = "goren, teacher, boundary, automaton, sequences, trapper, masked, sixth";
        for word in ["gorn", "./goren", "cmd=./goren"] {
            assert_eq!(error(word), format!("expected {names}, got `{word}`"));
        }
    }
}
