//! `goren library`: games played and imported, searched by what they say and by what stood on the board.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use goren_core::{Rule, Size, Stone};
use goren_desk::add_played;
use goren_library::{
    Day, FoundGame, Imported, Library, OpeningName, Outcome, Pattern, Query, Tally, synthetic,
};
use goren_record::{Format, ReadOptions, Record, read, write};
use serde_json::{Value, json};

use crate::input::{Source, read_file};
use crate::serve::data_folder;
use crate::signals::on_signal;
use crate::terminal::{ProgressLine, printable, say};

/// Arguments of `goren library`.
#[derive(Args)]
#[command(after_help = "\
The studio uses the same library and adds the games that are played there. It must not be running while these commands are.

Examples:
  goren library import games.sgf archive/       files and folders, in any format
  goren library find --player ada --result black --since 2020
  goren library find --opening kagetsu
  goren library find --opening \"0,0, 1,-2, 3,4\"  a line of Gomocup's openings
  goren library find --position h8i9g7 --rule renju
  goren library find --pattern '.XXX./..O..' --either-colour
  goren library explore h8i9 --rule renju       what was played from here, and how it went
  goren library stats
  goren library export best.sgf --player ada --result black
  goren library remove 12 13                    games by the numbers that find lists
  goren library remove --source club.sgf --force   all that came from a file
  goren library check                           read everything, and say what cannot be read")]
pub(crate) struct LibraryCommand {
    #[command(subcommand)]
    task: Task,
    /// The folder in which games are stored, instead of the user's data folder.
    #[arg(long, value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Task {
    /// Add the games of files, but none that is there already. An import that was stopped goes on where it was.
    Import(Import),
    /// List games.
    Find(Find),
    /// Show the moves that were played from a position, with their results.
    Explore(Explore),
    /// Count games, results, openings and players.
    Stats(Stats),
    /// Write games to a file, or each into a file of its own in a folder.
    Export(Export),
    /// Remove imported games, by number or by condition. Games played in the studio are deleted there.
    Remove(Remove),
    /// Read everything, and say what cannot be read. Nothing is changed.
    Check,
    /// Begin a new file with all that can be read of a damaged one, which is kept under another name. Games that were removed may
    /// come back.
    Repair,
    /// Write a copy that can take the place of library.redb.
    Backup {
        /// The file to write; one that exists is not touched.
        file: PathBuf,
    },
    /// Write made-up games as SGF, to measure with.
    #[command(hide = true)]
    Generate(Generate),
}

impl LibraryCommand {
    pub(crate) fn run(self) -> Result<()> {
        if let Task::Generate(generate) = self.task {
            return generate.run();
        }
        let folder = match self.data {
            Some(folder) => folder,
            None => data_folder()?,
        };
        let path = Library::file_in(&folder);
        let is_begun = path.exists() || folder.join("goren.redb").exists();
        if !is_begun && !matches!(self.task, Task::Import(_)) {
            bail!("{}: there is no library yet; `goren library import FILE` begins one", path.display());
        }
        match &self.task {
            Task::Check => return check(&path, self.json),
            Task::Repair => return repair(&path, &folder, self.json),
            _ => {}
        }
        let library = Library::open(&path)?;
        if let Some(repair) = library.repaired() {
            say(&format!("goren: {repair}"));
        }
        add_played(&library, &folder)?;
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        on_signal(move |_| stopped.store(true, Ordering::Relaxed))?;
        match self.task {
            Task::Import(import) => import.run(&library, &stop, self.json),
            Task::Find(find) => find.run(&library, &stop, self.json),
            Task::Explore(explore) => explore.run(&library, self.json),
            Task::Stats(stats) => stats.run(&library, &stop, self.json),
            Task::Export(export) => export.run(&library, &stop, self.json),
            Task::Remove(remove) => remove.run(&library, &stop, self.json),
            Task::Backup { file } => backup(&library, &file, self.json),
            Task::Check | Task::Repair | Task::Generate(_) => Ok(()),
        }
    }
}

fn check(path: &Path, json: bool) -> Result<()> {
    let check = match Library::check(path) {
        Err(error) if error.is_damage() => {
            bail!("{error}; `goren library repair` begins a new file with all that can be read")
        }
        check => check?,
    };
    if json {
        print(&json!({"games": check.games, "unreadable": check.unreadable}).to_string())?;
    } else {
        print(&format!("{} can be read", games(check.games)))?;
    }
    match check.unreadable.as_slice() {
        [] => Ok(()),
        ids => {
            let ids: Vec<String> = ids.iter().map(u32::to_string).collect();
            bail!("{}: {}; `goren library repair` saves the rest", unreadable(ids.len()), ids.join(" "))
        }
    }
}

fn repair(path: &Path, folder: &Path, json: bool) -> Result<()> {
    if let Ok(check) = Library::check(path)
        && check.unreadable.is_empty()
    {
        bail!("nothing is damaged: {} can be read", games(check.games));
    }
    let repair = Library::repair(path)?;
    add_played(&Library::open(path)?, folder)?;
    if json {
        let set_aside = repair.set_aside.display().to_string();
        return print(
            &json!({"games": repair.games, "before": repair.before, "set_aside": set_aside}).to_string(),
        );
    }
    print(&repair.to_string())
}

fn backup(library: &Library, file: &Path, json: bool) -> Result<()> {
    if file.exists() {
        bail!("{}: expected a file that does not exist yet", file.display());
    }
    library.back_up(file)?;
    let count = library.len()?;
    if json {
        return print(&json!({"games": count, "out": file.display().to_string()}).to_string());
    }
    print(&format!("{} in {}", are(count), file.display()))
}

fn games(number: usize) -> String {
    crate::terminal::count(number, "game")
}

fn are(number: usize) -> String {
    format!("{} {}", games(number), if number == 1 { "is" } else { "are" })
}

fn unreadable(count: usize) -> String {
    format!("{} cannot be read", games(count))
}

/// Says how many games were left out because they are damaged.
fn warn(count: usize) {
    if count > 0 {
        say(&format!("{}: `goren library check` names them", unreadable(count)));
    }
}

fn print(text: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{}", printable(text))?)
}

/// A question to be asked during long work: goes on unless Ctrl-C was pressed, and shows how far it is.
fn watched<'a>(
    stop: &'a AtomicBool,
    line: &'a mut ProgressLine,
    total: usize,
    word: &'a str,
) -> impl FnMut(usize) -> bool + 'a {
    move |done| {
        line.show(|| format!("{done} of {total} games {word}"));
        !stop.load(Ordering::Relaxed)
    }
}

const STOPPED: &str = "stopped before everything was searched";

#[derive(Args)]
struct Import {
    /// Files, and folders of them.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The rule of games that do not say it [default: freestyle].
    #[arg(long)]
    rule: Option<Rule>,
    /// The board's size of games that do not say it [default: 15].
    #[arg(long)]
    size: Option<Size>,
    /// The format to read, instead of detecting it from the content.
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
}

impl Import {
    fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let options =
            ReadOptions { format: self.from, rule: self.rule, size: self.size, ..ReadOptions::default() };
        let mut files = Vec::new();
        for file in &self.files {
            let is_folder = file.is_dir();
            collect(file, &mut files, is_folder).with_context(|| file.display().to_string())?;
        }
        let mut line = ProgressLine::new();
        let (mut outcomes, mut failed) = (Vec::new(), 0);
        for (file, is_from_folder) in &files {
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let opened = open(file).with_context(|| file.display().to_string());
            let imported = opened.and_then(|opened| {
                let imported = library.import(&name, opened, &options, &mut |progress| {
                    line.show(|| {
                        let share = progress.bytes * 100 / progress.total.max(1);
                        format!("{name}: {share} %, {} games, {} new", progress.games, progress.added)
                    });
                    !stop.load(Ordering::Relaxed)
                });
                Ok(imported?)
            });
            line.clear();
            match imported {
                Ok(imported) => {
                    if !json {
                        report(file, &imported)?;
                    }
                    let is_stopped = !imported.is_finished;
                    outcomes.push(outcome_json(file, &imported));
                    if is_stopped {
                        break;
                    }
                }
                // A folder may hold anything.
                Err(error) if *is_from_folder && error.downcast_ref().is_some_and(is_no_game) => {
                    say(&format!("skipped: {error:#}"));
                }
                Err(error) => {
                    failed += 1;
                    say(&format!("goren: {error:#}"));
                }
            }
        }
        if json {
            print(&serde_json::to_string(&outcomes)?)?;
        }
        if stop.load(Ordering::Relaxed) {
            bail!("stopped: the same command goes on where it was");
        }
        if failed > 0 {
            bail!("{failed} of {} files could not be imported", files.len());
        }
        Ok(())
    }
}

fn is_no_game(error: &goren_library::LibraryError) -> bool {
    matches!(error, goren_library::LibraryError::NoGame(..))
}

/// Opens a file to import. It is read twice, which no pipe can be, and to open one could take forever.
fn open(file: &Path) -> Result<File> {
    if std::fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        bail!("expected a file on a disk, got a pipe or a device");
    }
    Ok(File::open(file)?)
}

/// The files of a folder and of those in it, in the order of their names.
fn collect(path: &Path, files: &mut Vec<(PathBuf, bool)>, is_from_folder: bool) -> io::Result<()> {
    if !path.is_dir() {
        files.push((path.to_owned(), is_from_folder));
        return Ok(());
    }
    let mut inside: Vec<PathBuf> =
        std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    inside.sort();
    // A link to a folder may lead back here.
    inside.retain(|path| !(path.is_symlink() && path.is_dir()));
    inside.iter().try_for_each(|path| collect(path, files, true))
}

fn report(file: &Path, imported: &Imported) -> Result<()> {
    for fault in &imported.faults {
        say(&format!("{}, game {}: {}", file.display(), fault.number, fault.reason));
    }
    let progress = &imported.progress;
    let mut text = format!("{}: {} added", file.display(), games(progress.added));
    for (count, what) in [(progress.duplicates, "known already"), (progress.faulty, "faulty")] {
        if count > 0 {
            text += &format!(", {count} {what}");
        }
    }
    if imported.resumed_after > 0 {
        text += &format!(" (went on after game {})", imported.resumed_after);
    }
    print(&text)?;
    match imported.unsearched {
        0 => Ok(()),
        1 => print("1 position in variations is kept, but not searched"),
        count => print(&format!("{count} positions in variations are kept, but not searched")),
    }
}

fn outcome_json(file: &Path, imported: &Imported) -> Value {
    let progress = &imported.progress;
    let faults = imported.faults.iter().map(|fault| json!({"game": fault.number, "reason": fault.reason}));
    json!({
        "file": file.display().to_string(),
        "games": progress.games,
        "added": progress.added,
        "duplicates": progress.duplicates,
        "faulty": progress.faulty,
        "faults": faults.collect::<Vec<_>>(),
        "resumed_after": imported.resumed_after,
        "unsearched": imported.unsearched,
        "finished": imported.is_finished,
    })
}

/// Which games are wanted.
#[derive(Args)]
struct Wanted {
    /// A part of the name of either player.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// A part of the name of Black.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// A part of the name of White.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// A part of the name of the event.
    #[arg(long)]
    event: Option<String>,
    /// A part of the name of the file it came from; `studio` for games played there.
    #[arg(long, value_name = "FILE")]
    source: Option<String>,
    /// The result: black, white, draw or unknown.
    #[arg(long)]
    result: Option<Outcome>,
    /// The rule: freestyle, standard, renju, caro or caro6.
    #[arg(long)]
    rule: Option<Rule>,
    /// The board's size.
    #[arg(long)]
    size: Option<Size>,
    /// The first day, month or year, such as 2020 or 2020-05-31.
    #[arg(long, value_name = "DATE")]
    since: Option<Day>,
    /// The last day, month or year.
    #[arg(long, value_name = "DATE")]
    until: Option<Day>,
    /// One of renju's 26 openings by name or number (Kagetsu, 4D), or a line of Gomocup's openings (`0,0, 1,-2`).
    #[arg(long)]
    opening: Option<String>,
    /// A position that the game passed through, however the board is turned: a file, or text such as h8i9g7.
    #[arg(long, value_name = "GAME")]
    position: Option<String>,
    /// A small drawing that the game showed somewhere, turned or mirrored: X black, O white, . empty, ? anything, lines parted
    /// by `/`.
    #[arg(long, value_name = "DRAWING")]
    pattern: Option<Pattern>,
    /// Find the pattern with the colours exchanged, too.
    #[arg(long, requires = "pattern")]
    either_colour: bool,
}

impl Wanted {
    /// Whether there is no condition at all.
    fn is_empty(&self) -> bool {
        let texts = [
            &self.player,
            &self.black,
            &self.white,
            &self.event,
            &self.source,
            &self.opening,
            &self.position,
        ];
        texts.iter().all(|text| text.as_ref().is_none_or(|text| text.trim().is_empty()))
            && self.result.is_none()
            && self.rule.is_none()
            && self.size.is_none()
            && self.since.is_none()
            && self.until.is_none()
            && self.pattern.is_none()
    }

    fn query(&self) -> Result<Query> {
        let mut query = Query {
            player: self.player.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            event: self.event.clone(),
            source: self.source.clone(),
            outcome: self.result,
            rule: self.rule,
            size: self.size,
            since: self.since,
            until: self.until,
            opening: None,
            position: None,
            pattern: self.pattern.clone(),
        };
        if self.either_colour {
            query.pattern = query.pattern.map(Pattern::in_either_colour);
        }
        let options = ReadOptions { rule: self.rule, size: self.size, ..ReadOptions::default() };
        if let Some(text) = &self.opening {
            if text.contains(',') {
                let options = ReadOptions { format: Some(Format::Offsets), ..options };
                let line = read(text.as_bytes(), &options).context("--opening")?;
                query.position = Some(line[0].position().context("--opening")?);
            } else {
                let named: &'static OpeningName = text.parse().context("--opening")?;
                query.opening = Some(named);
            }
        }
        if let Some(text) = &self.position {
            if query.position.is_some() {
                bail!("expected either --position or a line of moves as --opening, got both");
            }
            let path = Path::new(text);
            let bytes = if path.is_file() { read_file(path, 1 << 20)? } else { text.clone().into_bytes() };
            let games = read(&bytes, &options).context("--position")?;
            query.position = Some(games[0].position().context("--position")?);
        }
        Ok(query)
    }
}

#[derive(Args)]
struct Find {
    #[command(flatten)]
    wanted: Wanted,
    /// The number of games to list.
    #[arg(long = "count", alias = "most", value_name = "N", default_value_t = 20)]
    most: usize,
    /// The number of games to leave out first.
    #[arg(long, default_value_t = 0)]
    skip: usize,
}

impl Find {
    fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let query = self.wanted.query()?;
        let mut line = ProgressLine::new();
        let range = self.skip..self.skip.saturating_add(self.most);
        let found = library.find(&query, range, &mut watched(stop, &mut line, library.len()?, "searched"))?;
        line.clear();
        if json {
            let games: Vec<Value> = found.games.iter().map(game_json).collect();
            let unreadable = found.searched.unreadable;
            print(&serde_json::to_string(
                &json!({"total": found.total, "games": games, "unreadable": unreadable}),
            )?)?;
        } else {
            found.games.iter().try_for_each(|game| print(&game_line(game)))?;
            print(&games(found.total))?;
        }
        warn(found.searched.unreadable);
        if found.searched.is_complete { Ok(()) } else { bail!(STOPPED) }
    }
}

fn game_line(game: &FoundGame) -> String {
    let head = &game.head;
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
    let result = match head.outcome {
        Outcome::Black => "1–0",
        Outcome::White => "0–1",
        Outcome::Draw => "½–½",
        Outcome::Unknown => "*",
    };
    let mut text = format!(
        "{:>7}  {}  {} – {}  {result}  {} {}, {} moves",
        game.id,
        if head.date.is_empty() { "          " } else { &head.date },
        name(&head.black),
        name(&head.white),
        head.rule,
        head.size,
        head.moves
    );
    for part in [head.named.map_or_else(String::new, ToString::to_string), head.event.clone()] {
        if !part.is_empty() {
            text += &format!(", {part}");
        }
    }
    if let Some(at) = game.at {
        text += &format!(" [after move {at}]");
    }
    text
}

fn game_json(game: &FoundGame) -> Value {
    let head = &game.head;
    json!({
        "id": game.id,
        "rule": head.rule.name(),
        "size": head.size.side(),
        "black": head.black,
        "white": head.white,
        "event": head.event,
        "date": head.date,
        "result": head.outcome.name(),
        "moves": head.moves,
        "opening": head.named.map(|named| named.name),
        "source": head.source,
        "after": game.at,
    })
}

#[derive(Args)]
struct Explore {
    #[command(flatten)]
    source: Source,
    /// The number of moves to list.
    #[arg(long = "count", alias = "most", value_name = "N", default_value_t = 20)]
    most: usize,
}

impl Explore {
    fn run(&self, library: &Library, json: bool) -> Result<()> {
        let (_, position) = self.source.read()?;
        let explored = library.explore(&position, 5)?;
        let side = position.side();
        if json {
            let moves = explored.moves.iter().take(self.most).map(|each| {
                let mut value = tally_json(&each.tally, side);
                value["point"] = json!(each.point.to_string());
                value
            });
            let mut value = tally_json(&explored.tally, side);
            value["moves"] = moves.collect();
            value["recent"] = explored.games.iter().map(game_json).collect();
            return print(&serde_json::to_string(&value)?);
        }
        if explored.tally.games() == 0 {
            return print(&format!(
                "no game of this {} library passed through this position",
                position.rule()
            ));
        }
        let share = |tally: &Tally| {
            share(tally, side).map_or("    –".to_owned(), |share| format!("{:4.0}%", share * 100.0))
        };
        print(&format!("{:>6} {:>8} {:>8} {:>8} {:>8}  {side}", "move", "games", "black", "white", "draws"))?;
        let row = |name: &str, tally: &Tally| {
            print(&format!(
                "{name:>6} {:>8} {:>8} {:>8} {:>8} {}",
                tally.games(),
                tally.black,
                tally.white,
                tally.draws,
                share(tally)
            ))
        };
        for each in explored.moves.iter().take(self.most) {
            row(&each.point.to_string(), &each.tally)?;
        }
        row("all", &explored.tally)?;
        explored.games.iter().try_for_each(|game| print(&game_line(game)))
    }
}

/// The share of the points that the side to move got.
fn share(tally: &Tally, side: Stone) -> Option<f64> {
    tally.black_share().map(|black| if side == Stone::Black { black } else { 1.0 - black })
}

fn tally_json(tally: &Tally, side: Stone) -> Value {
    json!({
        "games": tally.games(),
        "black": tally.black,
        "white": tally.white,
        "draws": tally.draws,
        "unknown": tally.unknown,
        "share": share(tally, side),
    })
}

#[derive(Args)]
struct Stats {
    /// The number of players to list.
    #[arg(long = "count", alias = "most", value_name = "N", default_value_t = 20)]
    most: usize,
}

impl Stats {
    fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let mut line = ProgressLine::new();
        let statistics = library.statistics(&mut watched(stop, &mut line, library.len()?, "counted"))?;
        line.clear();
        let tally = |tally: &Tally| tally_json(tally, Stone::Black);
        if json {
            let boards = statistics.boards.iter().map(
                |(rule, side, results)| json!({"rule": rule.name(), "size": side, "results": tally(results)}),
            );
            let openings = statistics.openings.iter().map(|(opening, results)| {
                json!({"code": opening.code, "name": opening.name, "results": tally(results)})
            });
            let players = statistics.players.iter().take(self.most).map(|player| {
                json!({"name": player.name, "games": player.games, "wins": player.wins, "losses": player.losses, "draws": player.draws})
            });
            let value = json!({
                "results": tally(&statistics.all),
                "moves": statistics.moves,
                "positions": library.positions()?,
                "unreadable": statistics.unreadable,
                "boards": boards.collect::<Vec<_>>(),
                "openings": openings.collect::<Vec<_>>(),
                "players": players.collect::<Vec<_>>(),
                "years": statistics.years.iter().map(|(year, games)| json!({"year": year, "games": games})).collect::<Vec<_>>(),
            });
            print(&serde_json::to_string(&value)?)?;
        } else {
            let row = |name: &str, tally: &Tally| {
                let share =
                    tally.black_share().map_or("–".to_owned(), |share| format!("{:.0}%", share * 100.0));
                print(&format!(
                    "{name:<24} {:>8} {:>8} {:>8} {:>8} {:>8}",
                    tally.games(),
                    tally.black,
                    tally.white,
                    tally.draws,
                    share
                ))
            };
            print(&format!(
                "{:<24} {:>8} {:>8} {:>8} {:>8} {:>8}",
                "", "games", "black", "white", "draws", "black %"
            ))?;
            row("all", &statistics.all)?;
            for (rule, side, results) in &statistics.boards {
                row(&format!("{rule} {side}×{side}"), results)?;
            }
            for (opening, results) in &statistics.openings {
                row(&opening.to_string(), results)?;
            }
            print(&format!("\n{:<24} {:>8} {:>8} {:>8} {:>8}", "player", "games", "won", "lost", "drawn"))?;
            for player in statistics.players.iter().take(self.most) {
                let name: String = player.name.chars().take(24).collect();
                print(&format!(
                    "{name:<24} {:>8} {:>8} {:>8} {:>8}",
                    player.games, player.wins, player.losses, player.draws
                ))?;
            }
            print(&format!("\n{} positions are indexed", library.positions()?))?;
        }
        warn(statistics.unreadable);
        if stop.load(Ordering::Relaxed) { bail!(STOPPED) } else { Ok(()) }
    }
}

#[derive(Args)]
struct Export {
    /// The file to write, or a folder for a file per game.
    out: PathBuf,
    #[command(flatten)]
    wanted: Wanted,
    /// The format; otherwise that of the file's extension, or SGF.
    #[arg(long)]
    format: Option<Format>,
    /// Replace a file that exists.
    #[arg(long)]
    force: bool,
}

impl Export {
    fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let query = self.wanted.query()?;
        let extension = self.out.extension().and_then(|extension| extension.to_str());
        let format = self.format.or_else(|| extension.and_then(Format::of_extension)).unwrap_or(Format::Sgf);
        if format == Format::Rif {
            bail!("expected a format that is written, got RIF, which is only read");
        }
        let is_folder = self.out.is_dir() || extension.is_none();
        if !is_folder && self.out.exists() && !self.force {
            bail!("{} exists; use --force to replace it", self.out.display());
        }
        let mut target = if is_folder {
            std::fs::create_dir_all(&self.out).with_context(|| self.out.display().to_string())?;
            Target::Folder(&self.out)
        } else if format.holds_several() {
            let path = self.out.with_extension("part");
            let file = File::create(&path).with_context(|| path.display().to_string())?;
            Target::File(BufWriter::new(file), path)
        } else {
            bail!("{format} holds one game: expected a folder to write to, got {}", self.out.display());
        };
        let mut line = ProgressLine::new();
        let (mut count, mut left_out, mut failure) = (0, 0, None);
        let searched = {
            let mut go_on = watched(stop, &mut line, library.len()?, "searched");
            library.records(&query, &mut go_on, &mut |id, record| {
                if failure.is_some() {
                    return;
                }
                match target.put(id, &record, format, count == 0) {
                    Ok(true) => count += 1,
                    Ok(false) => left_out += 1,
                    Err(error) => failure = Some(error),
                }
            })?
        };
        line.clear();
        let finished =
            failure.map_or_else(|| target.finish(&self.out, format, count, searched.is_complete), Err);
        finished.with_context(|| self.out.display().to_string())?;
        if json {
            print(
                &json!({"games": count, "left_out": left_out, "unreadable": searched.unreadable, "out": self.out.display().to_string()})
                    .to_string(),
            )?;
        } else {
            print(&format!("{} in {}", are(count), self.out.display()))?;
            if left_out > 0 {
                say(&format!("{} cannot be written as {format}", games(left_out)));
            }
        }
        warn(searched.unreadable);
        if searched.is_complete { Ok(()) } else { bail!(STOPPED) }
    }
}

#[derive(Args)]
struct Remove {
    /// The numbers of games, as `goren library find` lists them.
    #[arg(value_name = "NUMBER", conflicts_with = "Wanted")]
    ids: Vec<u32>,
    #[command(flatten)]
    wanted: Wanted,
    /// Remove all games that meet the conditions; without it they are only counted.
    #[arg(long, conflicts_with = "ids")]
    force: bool,
}

impl Remove {
    fn run(&self, library: &Library, stop: &AtomicBool, json: bool) -> Result<()> {
        let ids = if self.ids.is_empty() { self.found(library, stop)? } else { self.ids.clone() };
        if let Some(id) = self.ids.iter().find(|&&id| matches!(library.record(id), Ok(None))) {
            bail!("there is no game {id}; `goren library find` lists the numbers");
        }
        if self.ids.is_empty() && !self.force {
            bail!("{} meet this; --force removes them", games(ids.len()));
        }
        let removed = library.remove(&ids)?;
        if json {
            return print(&json!({"removed": removed.len(), "played": removed.played}).to_string());
        }
        print(&format!("{} removed", games(removed.len())))?;
        if removed.played > 0 {
            say(&format!("{} games were played in the studio: delete them there", removed.played));
        }
        Ok(())
    }

    /// The games that meet the conditions, of which there must be one.
    fn found(&self, library: &Library, stop: &AtomicBool) -> Result<Vec<u32>> {
        let query = self.wanted.query()?;
        if self.wanted.is_empty() {
            bail!("expected numbers of games, or a condition such as --source club.sgf");
        }
        let mut line = ProgressLine::new();
        let mut go_on = watched(stop, &mut line, library.len()?, "searched");
        let found = library.find(&query, 0..usize::MAX, &mut go_on)?;
        if found.searched.is_complete {
            Ok(found.games.into_iter().map(|game| game.id).collect())
        } else {
            bail!("stopped; nothing was removed")
        }
    }
}

/// Where exported games go.
enum Target<'a> {
    Folder(&'a Path),
    /// A file that gets its name when it is complete.
    File(BufWriter<File>, PathBuf),
}

impl Target<'_> {
    /// Writes a game; whether its format can hold it.
    fn put(&mut self, id: u32, record: &Record, format: Format, is_first: bool) -> io::Result<bool> {
        let Ok(written) = write(std::slice::from_ref(record), format) else { return Ok(false) };
        match self {
            Target::Folder(folder) => {
                std::fs::write(folder.join(format!("{id:07}.{}", format.extension())), written.bytes)?;
            }
            Target::File(file, _) => {
                if format == Format::Json {
                    file.write_all(if is_first { b"[\n" } else { b",\n" })?;
                    file.write_all(written.bytes.trim_ascii_end())?;
                } else {
                    file.write_all(&written.bytes)?;
                }
            }
        }
        Ok(true)
    }

    fn finish(self, out: &Path, format: Format, count: usize, is_complete: bool) -> io::Result<()> {
        let Target::File(mut file, part) = self else { return Ok(()) };
        if !is_complete || count == 0 {
            drop(file);
            std::fs::remove_file(part)?;
            let text = if is_complete { "no game was found" } else { "nothing was written" };
            return Err(io::Error::other(text));
        }
        if format == Format::Json {
            file.write_all(b"\n]\n")?;
        }
        file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(part, out)
    }
}

#[derive(Args)]
struct Generate {
    /// The file to write.
    out: PathBuf,
    /// The number of games.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Generate {
    fn run(&self) -> Result<()> {
        let name = || self.out.display().to_string();
        let mut file = BufWriter::new(File::create(&self.out).with_context(name)?);
        for record in synthetic::games(self.seed).take(self.games) {
            file.write_all(&write(&[record], Format::Sgf)?.bytes).with_context(name)?;
        }
        Ok(file.flush()?)
    }
}
