//! A game at the terminal: lines are read and obeyed, and the board is shown.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use goren_core::{Ask, Choice, Game, Offer, Opening, Point, Referee, Seat, Step, Stone, Stop, Turn};
use goren_engine::{Engine, Options, SearchRequest};
use goren_record::{Format, Record, RecordResult, write};

use super::opponent::Opponent;
use super::{log, quoted};
use crate::analyze::{row, spoken};
use crate::bounded_lines::BoundedLines;
use crate::convert::save;
use crate::drawing;
use crate::search_args::SearchArgs;
use crate::terminal::{count, width};

/// Seconds for a hint.
const HINT_SECONDS: f64 = 1.0;
/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: usize = 4096;

const HELP: &str = "  \
  h8            a stone, an offer or a pick, as the game asks
  black white   take that colour; `swap` and `stay` also work
  two  ten      place two more stones (swap2); offer ten fifths (taraguchi-10)
  3             declare three fifth moves (soosorv-8)
  undo  redo    back one step, forward one step
  hint          the best line, by the engine at full strength
  why h8        what a black stone there would make under renju
  resign  draw  end the game
  save FILE     write the game, in the format of the extension: .sgf .psq .lib
                .json …, or .csv for a line of times; save --force FILE replaces
  board  help  quit";

/// A game at the terminal, and its session state.
pub(super) struct Session {
    referee: Referee,
    opponent: Option<Opponent>,
    /// The flags that seat the same players again.
    flags: String,
    /// Where the game was saved last; that file may be replaced.
    file: Option<PathBuf>,
    is_saved: bool,
    /// What is said at the end, also at that by Ctrl-C.
    farewell: Arc<Mutex<String>>,
    /// Since when a line is waited for.
    asked: Instant,
    /// The board as it was drawn last.
    drawn: String,
}

/// What a line of input means.
enum Command {
    Step(Step),
    Undo,
    Redo,
    Hint,
    Why(Point),
    Save { file: PathBuf, replace: bool },
    Board,
    Help,
    Quit,
}

impl Session {
    /// A game that has not been shown yet. What is to be said at the end is kept in `farewell`.
    pub(super) fn new(
        referee: Referee,
        opponent: Option<Opponent>,
        flags: String,
        farewell: Arc<Mutex<String>>,
    ) -> Session {
        Session {
            referee,
            opponent,
            flags,
            file: None,
            is_saved: true,
            farewell,
            asked: Instant::now(),
            drawn: String::new(),
        }
    }

    pub(super) fn run(mut self) -> anyhow::Result<()> {
        let mut out = io::stdout();
        writeln!(out, "Type a point such as h8, `help` or `quit`.")?;
        self.reply(&mut out)?;
        self.show(&mut out)?;
        self.prompt(&mut out)?;
        for line in BoundedLines::new(io::stdin().lock(), MAX_LINE_BYTES) {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end();
            // Echoed if the input is not a terminal, so that a transcript is readable.
            if !io::stdin().is_terminal() {
                writeln!(out, "{line}")?;
            }
            match self.command(line.trim()) {
                Ok(Some(Command::Quit)) => return self.leave(&mut out),
                Ok(Some(command)) => {
                    if let Err(error) = self.obey(command, &mut out) {
                        writeln!(out, "{error:#}")?;
                    }
                    self.remember()?;
                }
                Ok(None) => {}
                Err(message) => writeln!(out, "{message}")?,
            }
            self.prompt(&mut out)?;
        }
        writeln!(out)?;
        self.leave(&mut out)
    }

    /// Parses a line according to the current turn; `None` if it is empty.
    fn command(&self, line: &str) -> Result<Option<Command>, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(Some(match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => return Ok(None),
            ("undo" | "u", "") => Command::Undo,
            ("redo" | "r", "") => Command::Redo,
            ("hint", "") => Command::Hint,
            ("board" | "b", "") => Command::Board,
            ("help" | "h" | "?", "") => Command::Help,
            ("quit" | "q" | "exit", "") => Command::Quit,
            ("why", point) => Command::Why(point.parse().map_err(|error| format!("{error}"))?),
            ("save", "") => match &self.file {
                Some(file) => Command::Save { file: file.clone(), replace: true },
                None => return Err("expected `save FILE`, such as `save game.sgf`".to_owned()),
            },
            ("save", words) => {
                let (file, replace) =
                    words.strip_prefix("--force ").map_or((words, false), |file| (file.trim(), true));
                Command::Save { file: PathBuf::from(file), replace }
            }
            ("draw", "") => Command::Step(Step::Agree),
            ("resign", "") => Command::Step(Step::Resign(self.turn_or_over()?.seat)),
            _ => Command::Step(self.step(&line.to_ascii_lowercase())?),
        }))
    }

    fn game(&self) -> &Game {
        self.referee.game()
    }

    fn turn_or_over(&self) -> Result<Turn, String> {
        self.referee.turn().ok_or_else(|| "the game is over".to_owned())
    }

    /// The step that a text stands for at the current turn: a short form, or the text of any step.
    fn step(&self, text: &str) -> Result<Step, String> {
        let turn = self.turn_or_over()?;
        let mine = self.game().colour(turn.seat);
        match text {
            "black" => return Ok(Step::Choose(Choice::Take(Stone::Black))),
            "white" => return Ok(Step::Choose(Choice::Take(Stone::White))),
            "stay" => return Ok(Step::Choose(Choice::Take(mine))),
            "swap" => return Ok(Step::Choose(Choice::Take(!mine))),
            "two" => return Ok(Step::Choose(Choice::PlaceTwo)),
            "ten" => return Ok(Step::Choose(Choice::OfferTen)),
            _ => {}
        }
        if let Ok(count) = text.parse() {
            return Ok(Step::Declare(count));
        }
        let step = text
            .parse()
            .map_err(|_| format!("expected a point such as `h8` or a command (see `help`), got `{text}`"))?;
        Ok(match (step, turn.ask) {
            (Step::Place(point), Ask::Offer { .. }) => Step::Offer(point),
            (Step::Place(point), Ask::Pick(_)) => Step::Pick(point),
            (step, _) => step,
        })
    }

    fn obey(&mut self, command: Command, out: &mut impl Write) -> anyhow::Result<()> {
        match command {
            Command::Step(step) => {
                self.take(step)?;
                self.moved(out)?;
            }
            Command::Undo => {
                // Back to the person's own turn: the agent would only repeat its move.
                let agent = self.agents_seat();
                self.referee.undo(|seat| Some(seat) != agent).map_err(|_| anyhow!("nothing to undo"))?;
                self.moved(out)?;
            }
            Command::Redo => {
                let agent = self.agents_seat();
                self.referee.redo(|seat| Some(seat) != agent).map_err(|_| anyhow!("nothing to redo"))?;
                self.moved(out)?;
            }
            Command::Hint => self.hint(out)?,
            Command::Why(point) => {
                self.game().position().check(point)?;
                writeln!(out, "{}", self.game().position().judge(point))?;
            }
            Command::Save { file, replace } => self.save(&file, replace, out)?,
            Command::Board => self.show(out)?,
            Command::Help => writeln!(out, "{HELP}")?,
            Command::Quit => {}
        }
        Ok(())
    }

    /// Takes a person's step. People have no clock here, but the log of a game has their times.
    fn take(&mut self, step: Step) -> anyhow::Result<()> {
        let seat = self.turn_or_over().map_err(anyhow::Error::msg)?.seat;
        if step == Step::Agree {
            // At a shared terminal, `draw` speaks for both sides.
            self.referee.propose(Offer::Draw, seat)?;
            self.referee.accept_draw(!seat)?;
        } else {
            self.referee.play(seat, step, self.asked.elapsed(), None)?;
        }
        Ok(())
    }

    /// Lets the agent answer and shows the changed game.
    fn moved(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.is_saved = false;
        self.remember()?;
        self.reply(out)?;
        // A choice of the opening places no stone.
        if self.drawing() != self.drawn {
            self.show(out)?;
        }
        if self.referee.result().is_some() {
            self.times(out)?;
        }
        Ok(())
    }

    /// How long the agent has thought.
    fn times(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(opponent) = &self.opponent else { return Ok(()) };
        let taken = self.referee.taken().iter().filter(|taken| taken.seat == opponent.seat);
        let moves = taken.filter(|taken| matches!(taken.step, Step::Place(_))).map(|taken| taken.time);
        let times: Vec<Duration> = moves.collect();
        let total: Duration = times.iter().sum();
        match u32::try_from(times.len()) {
            Ok(moves @ 1..) => {
                let (name, mean) = (opponent.agent.name(), total / moves);
                let moves = count(times.len(), "move");
                writeln!(out, "{name} took {} for {moves}, {} for each.", measured(total), measured(mean))
            }
            _ => Ok(()),
        }
    }

    fn agents_seat(&self) -> Option<Seat> {
        self.opponent.as_ref().map(|opponent| opponent.seat)
    }

    fn is_agents_turn(&self) -> bool {
        self.referee.turn().is_some_and(|turn| Some(turn.seat) == self.agents_seat())
    }

    /// Lets the agent take steps until it is the person's turn.
    fn reply(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        while self.is_agents_turn()
            && let Some(opponent) = &mut self.opponent
        {
            let side = self.referee.game().position().side();
            let (step, time, report) = opponent.step(self.referee.game());
            let (name, score) = (opponent.agent.name(), report.as_ref().map(|report| report.score));
            self.referee.play(opponent.seat, step, time, score).with_context(|| name.clone())?;
            let is_told = opponent.tells_scores;
            self.is_saved = false;
            match step {
                Step::Place(point) => write!(out, "{name} plays {point}")?,
                Step::Choose(Choice::Take(stone)) => write!(out, "{name} chooses {stone}")?,
                other => write!(out, "{name}: {other}")?,
            }
            let time = measured(time);
            match report {
                Some(report) if is_told => {
                    // What was answered without a search has no depth.
                    let depth = match report.depth {
                        0 => String::new(),
                        depth => format!("depth {depth}, "),
                    };
                    writeln!(out, " ({}, {depth}{time})", spoken(report.score, side))?;
                }
                _ => writeln!(out, " ({time})")?,
            }
            self.remember()?;
        }
        Ok(())
    }

    /// The best line for the side to move.
    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.game().in_opening() {
            bail!("hints are available after the opening");
        }
        let limits = SearchArgs::default().limits(HINT_SECONDS);
        let mut engine = Engine::new(Options::default());
        let request = SearchRequest { limits, ..SearchRequest::default() };
        let found = engine.search(self.game().position(), &request, &Stop::default(), &mut |_| {});
        match found.lines.first() {
            Some(line) => writeln!(out, "{}", row(line, self.game().position().side(), width()))?,
            None => writeln!(out, "The game is over.")?,
        }
        Ok(())
    }

    fn drawing(&self) -> String {
        drawing::draw_with_labels(self.game().position(), self.game().offers(), drawing::wants_colour())
    }

    fn show(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.drawn = self.drawing();
        Ok(write!(out, "\n{}", self.drawn)?)
    }

    fn prompt(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.asked = Instant::now();
        match (self.referee.turn(), self.referee.result()) {
            (Some(turn), _) if self.game().in_opening() => {
                let seat = if turn.seat == Seat::First { "First player" } else { "Second player" };
                write!(out, "{seat} ({}), {}: ", self.game().colour(turn.seat), turn.ask)?;
            }
            (Some(_), _) => write!(out, "{} to move: ", self.game().position().side())?,
            (None, Some(result)) => write!(out, "{result}. Type `undo`, `save FILE` or `quit`: ")?,
            (None, None) => {}
        }
        Ok(out.flush()?)
    }

    fn record(&self) -> Record {
        let mut record = Record { opening: self.game().opening(), ..Record::of(self.game().position()) };
        record.result = self.referee.result().map(|result| match result.winner {
            Some(stone) => RecordResult::Win(stone),
            None => RecordResult::Draw,
        });
        record
    }

    fn save(&mut self, file: &Path, replace: bool, out: &mut impl Write) -> anyhow::Result<()> {
        let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if extension.eq_ignore_ascii_case("csv") {
            let agent = self.opponent.as_ref().map(|opponent| (opponent.seat, opponent.agent.name()));
            let name = |seat| match &agent {
                Some((of, name)) if *of == seat => name.as_str(),
                _ => "person",
            };
            let names = [Seat::First, Seat::Second].map(name);
            log::enter(file, &self.referee, names, replace).with_context(|| file.display().to_string())?;
            writeln!(out, "Entered in {}.", file.display())?;
            return Ok(());
        }
        let format = Format::of_extension(extension).with_context(|| {
            format!("expected a file name with a known extension, such as game.sgf, got `{}`", file.display())
        })?;
        let written = write(&[self.record()], format)?;
        let replace = replace || self.file.as_deref() == Some(file);
        if file.exists() && !replace {
            bail!("{0} exists; `save --force {0}` replaces it", file.display());
        }
        save(file, &written.bytes, replace)?;
        self.file = Some(file.to_owned());
        self.is_saved = true;
        writeln!(out, "Saved to {}.", file.display())?;
        if !written.lost.is_empty() {
            writeln!(out, "Not kept by this format ({format}): {}.", written.lost.join(", "))?;
        }
        Ok(())
    }

    /// Leaves the session: prints a command that restores an unsaved game.
    fn leave(&self, out: &mut impl Write) -> anyhow::Result<()> {
        Ok(write!(out, "{}", self.farewell()?)?)
    }

    /// A command that restores an unsaved game, as a line.
    fn farewell(&self) -> anyhow::Result<String> {
        let game = self.game();
        if self.is_saved || game.steps().is_empty() {
            return Ok(String::new());
        }
        let source = if game.opening() == Opening::Free {
            let link = write(&[self.record()], Format::Link)?.text();
            format!(" '{}'", link.trim())
        } else {
            began(game)
        };
        Ok(format!("To continue this game: goren play{source}{}\n", self.flags))
    }

    /// Keeps what is to be said if Ctrl-C ends the program now.
    fn remember(&self) -> anyhow::Result<()> {
        let words = self.farewell()?;
        if let Ok(mut farewell) = self.farewell.lock() {
            *farewell = words;
        }
        Ok(())
    }
}

/// The flags that begin a game again and take its steps. A link has the stones but not the choices of an opening.
fn began(game: &Game) -> String {
    let position = game.position();
    let (rule, size, opening) = (position.rule(), position.size(), game.opening());
    let mut flags = format!(" --rule {rule} --size {size} --opening {opening}");
    let list = |words: Vec<String>| quoted(&words.join(","));
    if !position.traps().is_empty() {
        flags += &format!(" --traps {}", list(position.traps().iter().map(ToString::to_string).collect()));
    }
    flags + &format!(" --steps {}", list(game.steps().iter().map(ToString::to_string).collect()))
}

/// A time as finely as it is short: `412 µs`, `4.12 ms`, `412 ms`, `4.12 s`.
fn measured(time: Duration) -> String {
    match time.as_secs_f64() * 1e3 {
        ms if ms < 1.0 => format!("{:.0} µs", ms * 1e3),
        ms if ms < 10.0 => format!("{ms:.2} ms"),
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.2} s", ms / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use goren_core::{Rule, Size, Terms};

    use super::*;

    fn session() -> Session {
        let game = Game::new(Rule::Freestyle, Size::DEFAULT, &[], Opening::Free).expect("no traps are given");
        Session::new(Referee::new(game, Terms::default()), None, String::new(), Arc::default())
    }

    #[test]
    fn help_is_indented_and_what_it_names_is_understood() {
        let mut session = session();
        let mut out = Vec::new();
        let help = session.command("help").expect("a command").expect("one");
        session.obey(help, &mut out).expect("memory is written to");
        let text = String::from_utf8(out).expect("text");
        assert!(text.lines().all(|line| line.starts_with("  ")), "{text}");
        let named = "h8, black, white, swap, stay, two, ten, 3, undo, redo, hint, why h8, resign, draw, save FILE, \
                     board, help, quit";
        for line in named.split(", ") {
            assert!(text.contains(line), "{line}");
            assert!(matches!(session.command(line), Ok(Some(_))), "{line}");
        }
    }
}
