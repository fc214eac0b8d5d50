//! The calls of the library.

use std::str::FromStr;
use std::time::{Duration, Instant};

use goren_core::{Position, Rule, Stone};
use goren_library::{Card, FoundGame, Library, OPENINGS, OpeningName, Pattern, Tally, position_key};
use goren_record::{Format, ReadOptions, Record, date, read};
use serde::Deserialize;

use super::games::{Export, keep_study, written};
use super::{Reply, Request, clipped, json, rule};
use crate::chance::black_chance;
use crate::desk::Desk;
use crate::known::Key;
use crate::refusal::Refusal;
use crate::wire::{
    AnalysisOptions, ExploreRequest, ExploreView, ExploredMove, FindRequest, FoundView, LearnRequest,
    LibraryChosen, LibraryGame, LibraryOpen, LibraryOpened, LibraryView, OpeningView, PracticeCard,
    PracticeRequest, PracticeResult, PracticeView, RemovedView, RepertoireView, RestoreRequest, TallyView,
    now_ms,
};

/// Games that the explorer lists.
const EXPLORED_GAMES: usize = 8;
/// Games of a page of results.
const PAGE: usize = 60;
/// How long a search may take: less than a call may.
const LONGEST: Duration = Duration::from_secs(40);
/// The most games that are exported or removed from a page at once.
const MOST_CHOSEN: usize = 10_000;

/// Every call below `library`.
pub(super) fn library(desk: &Desk, path: &[&str], request: Request<'_>) -> Result<Reply, Refusal> {
    match (request.is_post(), path) {
        (false, []) => json(&view(desk)?),
        (true, ["explore"]) => json(&explore(desk, &request)?),
        (true, ["find"]) => json(&find(desk, &request)?),
        (true, ["open"]) => json(&open(desk, &request)?),
        (true, ["import"]) => json(&import(desk, request)?),
        (true, ["stop"]) => {
            desk.shelf.stop();
            json(&view(desk)?)
        }
        (true, ["export"]) => export(desk, &request),
        (true, ["remove"]) => json(&remove(desk, &request)?),
        (true, ["restore"]) => json(&restore(desk, &request)?),
        (true, ["learn"]) => json(&learn(desk, &request)?),
        (false, ["practice"]) => json(&practice(desk)?),
        (true, ["practice"]) => json(&practised(desk, &request)?),
        _ => Err(Refusal::NoCall),
    }
}

/// A position as a page sends it.
fn position(text: &str) -> Result<Position, Refusal> {
    let games = read(text.as_bytes(), &ReadOptions { most_games: Some(1), ..ReadOptions::default() });
    Ok(games?[0].position()?)
}

fn tally(tally: &Tally) -> TallyView {
    TallyView { games: tally.games(), black: tally.black, white: tally.white, draws: tally.draws }
}

fn game_view(found: FoundGame) -> LibraryGame {
    let stones = |stone: Stone| {
        found.stones.iter().filter(|each| each.1 == stone).map(|each| each.0.to_string()).collect::<String>()
    };
    let stones = Stone::BOTH.map(stones);
    let FoundGame { id, head, at, .. } = found;
    LibraryGame {
        id,
        rule: head.rule,
        size: head.size,
        black: head.black,
        white: head.white,
        event: head.event,
        date: head.date,
        result: head.outcome.name(),
        moves: head.moves,
        opening: head.named.map(|named| named.name),
        source: head.source,
        stones,
        at,
    }
}

/// What was played from a position.
fn explore(desk: &Desk, request: &Request<'_>) -> Result<ExploreView, Refusal> {
    let wanted: ExploreRequest = request.parsed()?;
    let position = position(&wanted.position)?;
    let library = desk.shelf.soon_with_played(&desk.lobby.services.store)?;
    let explored = library.explore(&position, EXPLORED_GAMES)?;
    let mine = library.repertoire_move(&position)?;
    let mut moves: Vec<ExploredMove> = explored
        .moves
        .iter()
        .map(|each| ExploredMove {
            point: each.point,
            results: tally(&each.tally),
            chance: chance(desk, &position, each.point),
            mine: mine.contains(&each.point),
        })
        .collect();
    if let Some(&point) = mine.first().filter(|_| !moves.iter().any(|each| each.mine)) {
        let chance = chance(desk, &position, point);
        moves.push(ExploredMove { point, results: TallyView::default(), chance, mine: true });
    }
    let key = position_key(&position);
    let is_opening = |opening: &&OpeningName| {
        let mut named = Position::new(Rule::Renju, position.size());
        opening.points().into_iter().for_each(|point| named.play(point));
        position_key(&named) == key
    };
    let could_be_one =
        position.rule() == Rule::Renju && position.size().side() == 15 && position.stones().count() == 3;
    let opening = if could_be_one { OPENINGS.iter().find(is_opening) } else { None };
    Ok(ExploreView {
        side: position.side(),
        library: library.len()?,
        opening: opening.map(|opening| opening.name),
        results: tally(&explored.tally),
        moves,
        games: explored.games.into_iter().map(game_view).collect(),
    })
}

/// Black's chance after a move, if a search has looked at it: from the position before, or from the one after it.
fn chance(desk: &Desk, position: &Position, point: goren_core::Point) -> Option<f64> {
    let options = AnalysisOptions::default();
    let before = desk.known.of(&Key::new(position, &options));
    if let Some(line) = before.lines.iter().find(|line| line.pv.first() == Some(&point)) {
        return Some(black_chance(line.score, position.side()));
    }
    let mut after = position.clone();
    after.try_play(point).ok()?;
    let known = desk.known.of(&Key::new(&after, &options));
    known.lines.first().map(|line| black_chance(line.score, after.side()))
}

/// The library as a whole.
fn view(desk: &Desk) -> Result<LibraryView, Refusal> {
    let library = desk.shelf.with_played(&desk.lobby.services.store)?;
    Ok(LibraryView {
        games: library.len()?,
        positions: library.positions()?,
        openings: OPENINGS.iter().map(|each| OpeningView { code: each.code, name: each.name }).collect(),
        import: desk.shelf.import_view(),
        repertoire: repertoire(&library)?,
    })
}

/// Games that are wanted.
fn find(desk: &Desk, request: &Request<'_>) -> Result<FoundView, Refusal> {
    let wanted: FindRequest = request.parsed()?;
    let query = query(&wanted)?;
    let library = desk.shelf.with_played(&desk.lobby.services.store)?;
    let start = Instant::now();
    let range = wanted.skip..wanted.skip.saturating_add(PAGE);
    let found = library.find(&query, range, &mut |_| start.elapsed() < LONGEST)?;
    let games = found.games.into_iter().map(game_view).collect();
    let goren_library::Searched { is_complete: complete, unreadable } = found.searched;
    Ok(FoundView { total: found.total, games, complete, unreadable })
}

/// The conditions of a form, as far as it is filled in.
fn query(request: &FindRequest) -> Result<goren_library::Query, Refusal> {
    fn given<T: FromStr>(text: &str, refusal: fn(String) -> Refusal) -> Result<Option<T>, Refusal> {
        match text.trim() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| refusal(clipped(text))),
        }
    }
    let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    let mut query = goren_library::Query {
        player: text(&request.player),
        event: text(&request.event),
        outcome: given(&request.result, |got| Refusal::NoResult { got })?,
        rule: given(&request.rule, |got| Refusal::NoRule { got })?,
        since: given(&request.since, |got| Refusal::NoDay { got })?,
        until: given(&request.until, |got| Refusal::NoDay { got })?,
        pattern: given::<Pattern>(&request.pattern, |got| Refusal::NoPattern { got })?,
        ..goren_library::Query::default()
    };
    if request.either_colour {
        query.pattern = query.pattern.map(Pattern::in_either_colour);
    }
    if request.opening.contains(',') {
        let options =
            ReadOptions { format: Some(Format::Offsets), rule: query.rule, ..ReadOptions::default() };
        let line = read(request.opening.as_bytes(), &options)?;
        query.position = Some(line[0].position()?);
    } else {
        query.opening = given::<&'static OpeningName>(&request.opening, |got| Refusal::NoOpening { got })?;
    }
    if !request.position.trim().is_empty() {
        let options = ReadOptions { rule: query.rule, most_games: Some(1), ..ReadOptions::default() };
        let games = read(request.position.as_bytes(), &options)?;
        query.position = Some(games[0].position()?);
    }
    Ok(query)
}

fn no_game(id: u32) -> Refusal {
    Refusal::no_game(&id.to_string())
}

/// Opens a game for analysis: its own table if it was played here, else a study.
fn open(desk: &Desk, request: &Request<'_>) -> Result<LibraryOpened, Refusal> {
    let wanted: LibraryOpen = request.parsed()?;
    let library = desk.shelf.library()?;
    let record = library.record(wanted.id)?.ok_or_else(|| no_game(wanted.id))?;
    let node = wanted.at.and_then(|at| {
        let is_move = |&id: &usize| record.tree.node(id).played.is_some();
        match at {
            0 => Some(0),
            at => record.tree.main_line().filter(is_move).nth(at - 1),
        }
    });
    let played = library.played_as(wanted.id)?;
    let table = match played {
        Some(table) => table,
        None => keep_study(desk, record)?,
    };
    Ok(LibraryOpened { table, node })
}

/// What is said about a file to import.
#[derive(Deserialize)]
pub(crate) struct Imported {
    #[serde(default)]
    name: String,
    rule: Option<String>,
}

/// Begins to import a file.
fn import(desk: &Desk, request: Request<'_>) -> Result<LibraryView, Refusal> {
    let imported: Imported = request.query()?;
    let rule = imported.rule.as_deref().map(rule).transpose()?;
    let options = ReadOptions { rule, ..ReadOptions::default() };
    match desk.shelf.begin_import(&imported.name, request.body, options) {
        Ok(true) => view(desk),
        Ok(false) => Err(Refusal::Importing),
        Err(error) => Err(error.into()),
    }
}

/// The games that a page has chosen.
fn chosen(request: &Request<'_>) -> Result<Vec<u32>, Refusal> {
    let LibraryChosen { ids } = request.parsed()?;
    if ids.is_empty() || ids.len() > MOST_CHOSEN {
        return Err(Refusal::GamesChosen { max: MOST_CHOSEN, got: ids.len() });
    }
    Ok(ids)
}

/// Removes imported games.
fn remove(desk: &Desk, request: &Request<'_>) -> Result<RemovedView, Refusal> {
    let ids = chosen(request)?;
    let (removal, removed, played) = desk.shelf.remove(&ids)?;
    Ok(RemovedView { removed, played, removal })
}

/// Brings back what was removed last.
fn restore(desk: &Desk, request: &Request<'_>) -> Result<LibraryView, Refusal> {
    let RestoreRequest { removal } = request.parsed()?;
    match desk.shelf.put_back(removal)? {
        Some(_) => view(desk),
        None => Err(Refusal::OnlyLastRemoved),
    }
}

/// Games in one file.
fn export(desk: &Desk, request: &Request<'_>) -> Result<Reply, Refusal> {
    let Export { format, .. } = request.query()?;
    let ids = chosen(request)?;
    let library = desk.shelf.library()?;
    let record = |&id: &u32| library.record(id)?.ok_or_else(|| no_game(id));
    let records: Vec<Record> = ids.iter().map(record).collect::<Result<_, _>>()?;
    written(&records, &format, &format!("{}-{}-games", date(now_ms() / 1000), records.len()))
}

/// Puts a move into the repertoire, or takes it out.
fn learn(desk: &Desk, request: &Request<'_>) -> Result<RepertoireView, Refusal> {
    let wanted: LearnRequest = request.parsed()?;
    let position = position(&wanted.position)?;
    let library = desk.shelf.library()?;
    match wanted.point {
        None => drop(library.unlearn(&position)?),
        Some(point) => {
            position.check(point)?;
            let card = Card {
                rule: position.rule(),
                side: position.side(),
                position: wanted.position,
                point,
                schedule: String::new(),
            };
            library.learn(&position, &card)?;
        }
    }
    repertoire(&library)
}

/// The day as a number.
fn today() -> u32 {
    u32::try_from(now_ms() / 86_400_000).unwrap_or(u32::MAX)
}

/// What is remembered of a move of the repertoire; nothing before it was practised.
fn schedule(card: &Card) -> Option<goren_puzzle::Card> {
    serde_json::from_str(&card.schedule).ok()
}

fn is_due(card: &Card, today: u32) -> bool {
    schedule(card).is_none_or(|schedule| schedule.is_due(today))
}

fn repertoire(library: &Library) -> Result<RepertoireView, Refusal> {
    let (cards, today) = (library.repertoire()?, today());
    Ok(RepertoireView {
        moves: cards.len(),
        due: cards.iter().filter(|(_, card)| is_due(card, today)).count(),
    })
}

/// The next position to practise: the one that has been due for longest.
fn practice(desk: &Desk) -> Result<PracticeView, Refusal> {
    let library = desk.shelf.library()?;
    let (mut cards, today) = (library.repertoire()?, today());
    cards.retain(|(_, card)| is_due(card, today));
    cards.sort_by_key(|(key, card)| (schedule(card).map_or(0, |schedule| schedule.due), *key));
    let card = cards.first().map(|(key, card)| -> Result<PracticeCard, Refusal> {
        let position = position(&card.position)?;
        let of = |stone: Stone| position.stones().filter(|each| each.1 == stone).map(|each| each.0).collect();
        Ok(PracticeCard {
            key: format!("{key:016x}"),
            rule: card.rule,
            size: position.size(),
            side: card.side,
            traps: position.traps().to_vec(),
            black: of(Stone::Black),
            white: of(Stone::White),
            tries: schedule(card).map_or(0, |schedule| schedule.tries),
        })
    });
    Ok(PracticeView { repertoire: repertoire(&library)?, card: card.transpose()? })
}

/// Judges a move that was played in practice.
fn practised(desk: &Desk, request: &Request<'_>) -> Result<PracticeResult, Refusal> {
    let wanted: PracticeRequest = request.parsed()?;
    let library = desk.shelf.library()?;
    let key = u64::from_str_radix(&wanted.key, 16).ok();
    let cards = library.repertoire()?;
    let card = cards.into_iter().find(|(each, _)| Some(*each) == key);
    let (key, card) = card.ok_or(Refusal::NotInRepertoire)?;
    let right = library.repertoire_move(&position(&card.position)?)?.contains(&wanted.point);
    let today = today();
    let next = match schedule(&card) {
        Some(schedule) => schedule.after(right, today),
        None => goren_puzzle::Card::first(right, today),
    };
    let text = serde_json::to_string(&next).map_err(Refusal::internal)?;
    library.practised(key, &text)?;
    Ok(PracticeResult {
        right,
        answer: card.point,
        days: next.due.saturating_sub(today),
        repertoire: repertoire(&library)?,
    })
}
