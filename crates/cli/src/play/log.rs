//! A log of games: a file of comma-separated values with a row for each, as the authors of the classic programs keep it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use goren_core::{Referee, Seat, Step, Stone};

/// The first line of a log; the studio's has the same.
const TITLES: &str = "game,black,white,winner,tie,black mean s,white mean s,elapsed s,moves\r\n";

/// Writes a finished game to a log: a new file, or a row at the end of one. A file that is not a log is refused, unless it may be replaced.
pub(super) fn enter(path: &Path, referee: &Referee, names: [&str; 2], replace: bool) -> anyhow::Result<()> {
    let mut file = OpenOptions::new();
    file.append(true).create(true);
    let old = if replace || !path.exists() { Vec::new() } else { fs::read(path)? };
    let is_log = old.starts_with(TITLES.as_bytes()) && old.ends_with(b"\n");
    if !old.is_empty() && !is_log {
        bail!("{0} exists and is not a log; `save --force {0}` replaces it", path.display());
    }
    let number = old.iter().filter(|&&byte| byte == b'\n').count().max(1);
    let mut text = row(number, referee, names)?;
    if old.is_empty() {
        text.insert_str(0, TITLES);
        return Ok(fs::write(path, text)?);
    }
    Ok(file.open(path)?.write_all(text.as_bytes())?)
}

/// A game as a row, its times to the microsecond. The names are those of the seats.
fn row(number: usize, referee: &Referee, names: [&str; 2]) -> anyhow::Result<String> {
    let game = referee.game();
    let result = referee.result().context("expected a game that is over: a log has results")?;
    let seat = |stone: Stone| if game.colour(Seat::First) == stone { Seat::First } else { Seat::Second };
    let name = |stone: Stone| field(names[seat(stone) as usize]);
    let mean = |stone: Stone| {
        let taken = referee.taken().iter().filter(|taken| taken.seat == seat(stone));
        let times: Vec<Duration> =
            taken.filter(|taken| matches!(taken.step, Step::Place(_))).map(|taken| taken.time).collect();
        times.iter().sum::<Duration>().as_secs_f64() / times.len().max(1) as f64
    };
    let elapsed = [Seat::First, Seat::Second].map(|seat| referee.spent(seat)).iter().sum::<Duration>();
    Ok(format!(
        "{number},{},{},{},{},{:.6},{:.6},{:.6},{}\r\n",
        name(Stone::Black),
        name(Stone::White),
        result.winner.map(name).unwrap_or_default(),
        u8::from(result.winner.is_none()),
        mean(Stone::Black),
        mean(Stone::White),
        elapsed.as_secs_f64(),
        game.position().history().len()
    ))
}

/// A field, in quotes where it needs them.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
