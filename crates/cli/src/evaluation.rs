//! Flags that choose the evaluation and change search parameters.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use anyhow::bail;
use clap::Args;
use goren_core::Rule;
use goren_engine::{Engine, Evaluation, Network, Options, ParameterError, Parameters};
use serde::{Deserialize, Serialize};

/// The evaluation, whose network, and the parameters of the search.
#[derive(Args, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EvaluationArgs {
    /// What evaluates positions: `net`, or `classical` for the shapes on the board.
    #[arg(long, value_name = "net|classical", default_value = "net", hide_possible_values = true)]
    #[serde(with = "evaluation_text")]
    eval: Evaluation,
    /// A network to use instead of the built-in one, for games under its rule.
    #[arg(long, value_name = "FILE")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    net: Option<PathBuf>,
    /// Change a parameter of the search (`goren bench --parameters` lists them); may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    set: Vec<String>,
}

impl EvaluationArgs {
    /// What evaluates positions.
    pub(crate) fn evaluation(&self) -> Evaluation {
        self.eval
    }

    /// The file of its network.
    pub(crate) fn net(&self) -> Option<&Path> {
        self.net.as_deref()
    }

    /// The same with its network in another file.
    pub(crate) fn with_net(&self, net: Option<PathBuf>) -> EvaluationArgs {
        EvaluationArgs { net, ..self.clone() }
    }

    /// An engine with this evaluation.
    pub(crate) fn engine(&self, mut options: Options) -> anyhow::Result<Engine> {
        options.evaluation = self.eval;
        for text in &self.set {
            options.parameters.set_text(text)?;
        }
        let mut engine = Engine::new(options);
        if let Some(path) = &self.net {
            if self.eval == Evaluation::Classical {
                bail!("--net: cannot be combined with `--eval classical`");
            }
            engine.use_network(network(path).map_err(anyhow::Error::msg)?);
        }
        Ok(engine)
    }

    /// As [`EvaluationArgs::engine`], for games under one rule.
    pub(crate) fn engine_for(&self, rule: Rule, options: Options) -> anyhow::Result<Engine> {
        if let Some(path) = &self.net {
            expect_rule(path, rule).map_err(anyhow::Error::msg)?;
        }
        self.engine(options)
    }
}

/// An evaluation by its name.
mod evaluation_text {
    use goren_engine::Evaluation;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(eval: &Evaluation, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(eval.name())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Evaluation, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Checks the text of a `--set` flag.
fn assignment(text: &str) -> Result<String, ParameterError> {
    Parameters::default().set_text(text).map(|()| text.to_owned())
}

/// Checks that a network is for the rule to be played.
pub(crate) fn expect_rule(path: &Path, rule: Rule) -> Result<(), String> {
    match network(path)?.rule() {
        other if other == rule => Ok(()),
        other => Err(format!("{}: expected a network for {rule}, got one for {other}", path.display())),
    }
}

/// The network of a file, read once and cached.
pub(crate) fn network(path: &Path) -> Result<Arc<Network>, String> {
    static READ: LazyLock<Mutex<HashMap<PathBuf, Arc<Network>>>> = LazyLock::new(Mutex::default);
    let mut read = READ.lock().map_err(|_| "a network could not be read".to_owned())?;
    if let Some(network) = read.get(path) {
        return Ok(network.clone());
    }
    let network = Network::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(read.entry(path.to_owned()).or_insert(Arc::new(network)).clone())
}
