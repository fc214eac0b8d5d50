//! The `goren` program: one file per subcommand.
#![forbid(unsafe_code)]

mod agent;
mod analyze;
mod arena;
mod bench;
mod book;
mod bounded_lines;
mod calibrate;
mod classic;
mod completions;
mod convert;
mod datagen;
mod drawing;
mod evaluation;
mod explain;
mod fleet;
mod gomocup;
mod harvest;
mod input;
mod lab;
mod library;
mod man;
mod r#match;
mod nats;
mod pack;
mod perft;
mod play;
mod puzzles;
mod random;
mod remote;
mod review;
mod search_args;
mod selfplay;
mod serve;
mod show;
mod signals;
mod solve;
mod spsa;
mod store;
mod teach;
mod terminal;
mod tournament;
mod tune;
mod verify;
mod watchdog;
mod worker;

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(not(panic = "unwind"))]
compile_error!("build with panic = \"unwind\": an agent that panics loses its game, not the program");

/// Plays, studies and solves Gomoku.
#[derive(Parser)]
#[command(name = "goren", version, after_help = EXAMPLES, arg_required_else_help = false)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  goren                                   open the studio in the browser
  goren play                              play at this terminal
  goren show h8i9g7                       draw a line of moves
  goren convert game.psq game.sgf         any format to any other
  goren analyze h8i9g7 --lines 3          the three best lines
  goren solve --rule renju problem.json --vct
  goren review game.sgf                   where was the game lost?
  goren match goren:level=6 boundary --time 20ms
  goren classic masked h8i9g7 --trace tree.json
  goren lab report --quick --out lab      measure the five classic programs
  goren datagen --games 10000 --out games.pack   games to train on
  goren worker --nats nats://host:4222    play for matches run with --nats

Points are letters from the left (i included) and numbers from the bottom: a1 is the lower left, h8 the centre \
of 15×15.";

#[derive(Subcommand)]
enum Command {
    /// Draw a position and describe its state.
    Show(show::Show),
    /// Read a game in any format and write it in any other.
    Convert(convert::Convert),
    /// Count the sequences of legal moves, by first move.
    Perft(perft::Perft),
    /// Open the studio: play and analyse in the browser (also what `goren` alone does).
    Serve(serve::Serve),
    /// Check, copy, export or repair the stored games.
    Store(store::Store),
    /// Play a game at this terminal.
    Play(play::Play),
    /// Serve a manager that speaks the Gomocup or the Yixin protocol.
    Gomocup(gomocup::Gomocup),
    /// Find the best lines of a position.
    Analyze(analyze::Analyze),
    /// Prove or refute a win by fours, or by fours and threes.
    Solve(solve::Solve),
    /// Check proofs by the rules alone.
    Verify(verify::Verify),
    /// Review a whole game: mistakes, accuracy, the last escape.
    Review(review::Review),
    /// Search fixed positions and print the speed and a signature.
    Bench(bench::Bench),
    /// Make an opening book for matches.
    Book(book::Book),
    /// Measure how strong the levels and the classic programs are.
    Calibrate(calibrate::Calibrate),
    /// Let the engine play itself under the referee.
    Selfplay(selfplay::Selfplay),
    /// Generate training games, many concurrently.
    Datagen(datagen::Datagen),
    /// Inspect, join and shuffle packs of games.
    Pack(pack::Pack),
    /// Make, check, list and print puzzles.
    Puzzles(puzzles::Puzzles),
    /// Let two agents play a match, with statistics.
    Match(r#match::Match),
    /// Let many agents play a tournament.
    Tournament(tournament::Tournament),
    /// Play for the matches and tournaments of a fleet.
    Worker(worker::Worker),
    /// Show the workers and runs of a fleet.
    Fleet(fleet::Fleet),
    /// Show how one of the five classic programs chooses a move.
    Classic(classic::Classic),
    /// Measure the classic programs against what their documents claim.
    Lab(lab::Lab),
    /// Import, search and explore games.
    Library(library::LibraryCommand),
    /// Fit the evaluation to games.
    Tune(tune::Tune),
    /// Tune several search parameters together by self-play.
    Spsa(spsa::Spsa),
    /// Play the teacher's games, for the program that trains it.
    #[command(hide = true)]
    Teach(teach::Teach),
    /// Kill the engines of a program that has ended.
    #[command(hide = true)]
    Watchdog(watchdog::Watchdog),
    /// Write positions that searches evaluate, for the program that trains the network.
    #[command(hide = true)]
    Harvest(harvest::Harvest),
    /// Print the completion script of a shell.
    Completions(completions::Completions),
    /// Print the manual page, or write the pages of all commands.
    Man(man::Man),
}

fn main() -> ExitCode {
    let command = parsed().command.unwrap_or_else(|| Command::Serve(serve::Serve::default()));
    goren_arena::set_watchdog(watchdog::command);
    let outcome = match command {
        Command::Show(show) => show.run(),
        Command::Convert(convert) => convert.run(),
        Command::Perft(perft) => perft.run(),
        Command::Play(play) => play.run(),
        Command::Gomocup(gomocup) => gomocup.run(),
        Command::Analyze(analyze) => analyze.run(),
        Command::Solve(solve) => solve.run(),
        Command::Verify(verify) => verify.run(),
        Command::Review(review) => review.run(),
        Command::Bench(bench) => bench.run(),
        Command::Book(book) => book.run(),
        Command::Calibrate(calibrate) => calibrate.run(),
        Command::Selfplay(selfplay) => selfplay.run(),
        Command::Datagen(datagen) => datagen.run(),
        Command::Pack(pack) => pack.run(),
        Command::Serve(serve) => serve.run(),
        Command::Store(store) => store.run(),
        Command::Puzzles(puzzles) => puzzles.run(),
        Command::Match(arguments) => arguments.run(),
        Command::Tournament(tournament) => tournament.run(),
        Command::Worker(worker) => worker.run(),
        Command::Fleet(fleet) => fleet.run(),
        Command::Classic(classic) => classic.run(),
        Command::Lab(lab) => lab.run(),
        Command::Library(library) => library.run(),
        Command::Tune(tune) => tune.run(),
        Command::Spsa(spsa) => spsa.run(),
        Command::Teach(teach) => teach.run(),
        Command::Watchdog(watchdog) => watchdog.run(),
        Command::Harvest(harvest) => harvest.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has closed the pipe: `goren perft … | head`.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::say(&format!("goren: {error:#}"));
            if signals::was_interrupted() { ExitCode::from(signals::INTERRUPTED) } else { ExitCode::FAILURE }
        }
    }
}

/// The commands by what they are for, as the help lists them.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["serve", "play", "gomocup"]),
    ("Study", &["show", "convert", "analyze", "solve", "verify", "review", "puzzles", "library", "store"]),
    ("Measure", &["match", "tournament", "book", "selfplay", "calibrate", "bench", "perft"]),
    ("Train an engine", &["datagen", "pack", "tune", "spsa"]),
    ("Fleet", &["worker", "fleet"]),
    ("Classic programs", &["classic", "lab"]),
];

/// All commands, with a help that lists them in groups.
fn grouped() -> clap::Command {
    let command = Arguments::command();
    let mut list = String::new();
    for (heading, names) in GROUPS {
        list += &format!("{heading}:\n");
        for name in names {
            let about = command.find_subcommand(name).and_then(clap::Command::get_about);
            list += &format!("  {name:<11} {}\n", about.expect("every command says what it does"));
        }
        list.push('\n');
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}\n\n`goren COMMAND --help` says more \
         of each; `goren completions` and `goren man` print what a shell and a manual need.{{after-help}}"
    );
    command.help_template(template)
}

/// The arguments as commands; if they are wrong, exits with 2. Help and version are not errors.
fn parsed() -> Arguments {
    let matches = grouped().try_get_matches_from(arguments());
    matches.and_then(|matches| Arguments::from_arg_matches(&matches)).unwrap_or_else(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        let text = error.render();
        let text = if io::stderr().is_terminal() && drawing::wants_colour() {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        // All errors of this program begin alike. Nobody has to read them: the terminal may be closed.
        let _ = write!(io::stderr(), "{}", text.replacen("error:", "goren:", 1));
        std::process::exit(2)
    })
}

/// The arguments; a program called `pbrain-…`, as in tournaments, acts as an engine.
fn arguments() -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let file = arguments.first().and_then(|path| Path::new(path).file_name());
    let prefix = file.map(|name| name.to_string_lossy().to_ascii_lowercase());
    if prefix.is_some_and(|name| name.starts_with("pbrain-")) {
        arguments.insert(1, OsString::from("gomocup"));
    }
    arguments
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn each(command: &clap::Command, path: &str, act: &mut impl FnMut(&str, &clap::Command)) {
        let path = format!("{path} {}", command.get_name());
        act(&path, command);
        command.get_subcommands().for_each(|inside| each(inside, &path, act));
    }

    #[test]
    fn the_arguments_are_consistent() {
        grouped().debug_assert();
    }

    /// clap breaks lines where the terminal ends; a text that is broken already is broken twice.
    #[test]
    fn no_help_is_wrapped_by_hand() {
        let mut broken = Vec::new();
        each(&Arguments::command(), "", &mut |path, command| {
            let texts = [command.get_after_help(), command.get_about(), command.get_long_about()];
            let own = texts.into_iter().flatten().map(ToString::to_string);
            let arguments =
                command.get_arguments().flat_map(|argument| [argument.get_help(), argument.get_long_help()]);
            for text in own.chain(arguments.flatten().map(ToString::to_string)) {
                let lines: Vec<&str> = text.lines().collect();
                let is_prose =
                    |line: &str| !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
                broken.extend(
                    lines
                        .windows(2)
                        .filter(|two| is_prose(two[0]) && is_prose(two[1]))
                        .map(|two| format!("{path}: {}", two[0])),
                );
                broken.extend(
                    lines
                        .iter()
                        .filter(|line| line.starts_with(' ') && line.chars().count() > 100)
                        .map(|line| format!("{path}: {line}")),
                );
            }
        });
        assert!(broken.is_empty(), "{broken:#?}");
    }

    #[test]
    fn old_names_are_understood_and_not_shown() {
        for words in [
            "book make --count 3",
            "puzzles make -o x --threads 2",
            "puzzles make --output x",
            "puzzles list --first 3",
            "puzzles print --output x --force",
            "worker --slots 2",
            "serve --memory",
            "spsa --resume --out x",
            "library find --most 3",
        ] {
            let parsed = grouped().try_get_matches_from(["goren"].into_iter().chain(words.split(' ')));
            assert!(parsed.is_ok(), "{words}: {}", parsed.unwrap_err());
        }
        each(&Arguments::command(), "", &mut |path, command| {
            let help = command.clone().render_long_help().to_string();
            for old in ["--output", "--first", "--slots", "--most", "-o,"] {
                assert!(!help.contains(old), "{path}: {old}");
            }
        });
    }

    #[test]
    fn every_command_is_in_one_group_of_the_help() {
        let hidden = ["help", "completions", "man"];
        let command = Arguments::command();
        let shown =
            command.get_subcommands().filter(|command| !command.is_hide_set()).map(clap::Command::get_name);
        let mut shown: Vec<&str> = shown.filter(|name| !hidden.contains(name)).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
        shown.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, shown);
    }
}
