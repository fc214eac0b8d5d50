//! What judges positions for the engine, as the command line says it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use clap::Args;
use goren_engine::{Engine, Evaluation, Network, Options};

/// The evaluation, and whose network.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Judgement {
    /// What judges positions: `net`, or `classical` for the shapes on the board.
    #[arg(long, value_name = "net|classical", default_value = "net", hide_possible_values = true)]
    eval: Evaluation,
    /// A network to use instead of the built-in one, for games by its rule.
    #[arg(long, value_name = "FILE", conflicts_with = "eval")]
    net: Option<PathBuf>,
}

impl Judgement {
    /// What judges.
    pub(crate) fn evaluation(&self) -> Evaluation {
        self.eval
    }

    /// An engine that judges so.
    pub(crate) fn engine(&self, options: Options) -> anyhow::Result<Engine> {
        let mut engine = Engine::new(Options { evaluation: self.eval, ..options });
        if let Some(path) = &self.net {
            engine.use_network(network(path).map_err(anyhow::Error::msg)?);
        }
        Ok(engine)
    }
}

/// The network of a file, read at the first call.
pub(crate) fn network(path: &Path) -> Result<Arc<Network>, String> {
    static READ: LazyLock<Mutex<HashMap<PathBuf, Arc<Network>>>> = LazyLock::new(Mutex::default);
    let mut read = READ.lock().map_err(|_| "a network could not be read".to_owned())?;
    if let Some(network) = read.get(path) {
        return Ok(network.clone());
    }
    let network = Network::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(read.entry(path.to_owned()).or_insert(Arc::new(network)).clone())
}
