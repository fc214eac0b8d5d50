//! The library against naive scans of the same games, and imports of good, bad and interrupted files.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::io::Cursor;

use goren_core::{Point, Position, Rule, Size, Symmetry};
use goren_library::{Fault, Imported, Library, Outcome, Pattern, Query, Tally, synthetic};
use goren_record::{Format, ReadOptions, Record, RecordResult, read, write};

fn some_games(count: usize) -> Vec<Record> {
    synthetic::games(11).take(count).collect()
}

fn library_of(games: &[Record]) -> Library {
    let library = Library::in_memory().unwrap();
    // In parts, so that the index has several runs.
    for part in games.chunks(97) {
        assert_eq!(library.add(part, "test").unwrap(), part.len());
    }
    library
}

fn import(library: &Library, bytes: &[u8]) -> Imported {
    library.import("file", Cursor::new(bytes), &ReadOptions::default(), &mut |_| true).unwrap()
}

fn ids(library: &Library, query: &Query) -> Vec<u32> {
    let found = library.find(query, 0..usize::MAX, &mut |_| true).unwrap();
    assert_eq!(found.total, found.games.len());
    found.games.iter().map(|game| game.id).collect()
}

/// The positions of a game, from its start.
fn positions(record: &Record) -> Vec<Position> {
    record.tree.main_line().map(|id| record.position_at(id).unwrap()).collect()
}

fn outcome(record: &Record) -> Outcome {
    record.result.into()
}

#[test]
fn what_is_explored_is_what_a_naive_scan_finds() {
    let games = some_games(600);
    let library = library_of(&games);
    let all: Vec<Vec<Position>> = games.iter().map(positions).collect();
    for (number, at) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 9), (7, 20), (8, 31), (599, 3)] {
        let position = all[number][at.min(all[number].len() - 1)].transformed(Symmetry::ALL[number % 8]);
        let key = position.canonical().0;
        let mut tally = Tally::default();
        // The position after each move, by its own key: symmetric moves are the same there.
        let mut after: BTreeMap<u64, Tally> = BTreeMap::new();
        let mut passed = Vec::new();
        for (id, (game, line)) in games.iter().zip(&all).enumerate() {
            let Some(ply) = line.iter().position(|each| each.canonical().0 == key) else { continue };
            tally.count(outcome(game));
            passed.push(id as u32 + 1);
            if let Some(next) = line.get(ply + 1) {
                after.entry(next.canonical().0).or_default().count(outcome(game));
            }
        }
        let explored = library.explore(&position, 7).unwrap();
        assert_eq!(explored.tally, tally);
        let found: BTreeMap<u64, Tally> = explored
            .moves
            .iter()
            .map(|each| {
                let mut next = position.clone();
                next.play(each.point);
                (next.canonical().0, each.tally)
            })
            .collect();
        assert_eq!(found.len(), explored.moves.len(), "no move is listed twice");
        assert_eq!(found, after);
        assert!(explored.moves.is_sorted_by_key(|each| std::cmp::Reverse(each.tally.games())));
        passed.reverse();
        assert_eq!(
            explored.games.iter().map(|game| game.id).collect::<Vec<_>>(),
            passed[..passed.len().min(7)]
        );
        assert_eq!(ids(&library, &Query { position: Some(position), ..Query::default() }), passed);
    }
}

#[test]
fn games_are_found_by_what_their_records_say() {
    let games = some_games(400);
    let library = library_of(&games);
    let scan = |is_wanted: &dyn Fn(&Record) -> bool| -> Vec<u32> {
        let wanted = games.iter().enumerate().filter(|(_, game)| is_wanted(game));
        wanted.map(|(i, _)| i as u32 + 1).rev().collect()
    };
    let find = |query: Query| ids(&library, &query);
    let part = |text: &str| Some(text.to_owned());
    assert_eq!(
        find(Query { player: part("aDA"), ..Query::default() }),
        scan(&|game| game.black == "Ada" || game.white == "Ada")
    );
    assert_eq!(
        find(Query { black: part("ada"), outcome: Some(Outcome::Black), ..Query::default() }),
        scan(&|game| game.black == "Ada" && outcome(game) == Outcome::Black)
    );
    assert_eq!(
        find(Query { white: part("o"), rule: Some(Rule::Renju), event: part("2003"), ..Query::default() }),
        scan(&|game| game.white.contains('o') && game.rule == Rule::Renju && game.event.contains("2003"))
    );
    assert_eq!(
        find(Query { since: "2003-06".parse().ok(), until: "2004".parse().ok(), ..Query::default() }),
        scan(&|game| game.date.as_str() >= "2003-06" && game.date.as_str() < "2005")
    );
    let kagetsu: Position =
        read(b"h8h9i9", &ReadOptions { rule: Some(Rule::Renju), ..ReadOptions::default() }).unwrap()[0]
            .position()
            .unwrap();
    let by_name = find(Query { opening: "Kagetsu".parse().ok(), ..Query::default() });
    assert_eq!(by_name, find(Query { position: Some(kagetsu), ..Query::default() }));
    assert!(by_name.len() > 3 && by_name.len() < 100, "{}", by_name.len());
    assert!(find(Query { size: Size::new(19).ok(), ..Query::default() }).is_empty());
}

#[test]
fn games_are_found_by_a_pattern_as_a_naive_scan_finds_it() {
    let games = some_games(150);
    let library = library_of(&games);
    let pattern: Pattern = "XXX/O.?".parse().unwrap();
    let shows = |position: &Position| {
        Symmetry::ALL.into_iter().any(|symmetry| {
            let image = position.transformed(symmetry);
            position.size().points().any(|point: Point| {
                let at = |dx, dy| point.offset(dx, dy).filter(|&point| image.size().contains(point));
                let stone = |dx, dy| at(dx, dy).and_then(|point| image.stone(point));
                (0..3).all(|dx| stone(dx, 0) == Some(goren_core::Stone::Black))
                    && stone(0, -1) == Some(goren_core::Stone::White)
                    && at(1, -1).is_some_and(|point| image.is_empty(point))
            })
        })
    };
    let mut expected: Vec<(u32, usize)> = games
        .iter()
        .enumerate()
        .filter_map(|(i, game)| Some((i as u32 + 1, positions(game).iter().position(&shows)?)))
        .collect();
    expected.reverse();
    let query = Query { pattern: Some(pattern), ..Query::default() };
    let found = library.find(&query, 0..usize::MAX, &mut |_| true).unwrap();
    let found: Vec<(u32, usize)> = found.games.iter().map(|game| (game.id, game.at.unwrap())).collect();
    assert_eq!(found, expected);
    assert!(expected.len() > 5 && expected.len() < 145, "{}", expected.len());
}

#[test]
fn a_removed_game_is_found_no_more_and_can_come_back() {
    let games = some_games(50);
    let library = library_of(&games);
    let start = Position::new(games[0].rule, games[0].size);
    let before = library.explore(&start, 100).unwrap();
    let of_rule = games.iter().filter(|game| game.rule == games[0].rule).count();
    assert_eq!((before.tally.games(), before.games.len()), (of_rule, of_rule));
    let removed = library.remove(&[1, 1, 77]).unwrap();
    assert_eq!((removed.len(), removed.played), (1, 0));
    let after = library.explore(&start, 100).unwrap();
    assert_eq!(after.tally.games(), of_rule - 1);
    assert!(!ids(&library, &Query { position: Some(start.clone()), ..Query::default() }).contains(&1));
    assert_eq!(library.record(1).unwrap(), None);
    assert_eq!(library.add(&games, "again").unwrap(), 1);
    assert_eq!(library.explore(&start, 100).unwrap().tally, before.tally);
}

#[test]
fn games_that_were_removed_are_put_back_and_those_of_the_studio_stay() {
    let games = some_games(6);
    let library = Library::in_memory().unwrap();
    assert_eq!(library.add(&games[..4], "club.sgf").unwrap(), 4);
    library.keep_played(&[("table".to_owned(), 7, games[4].clone())]).unwrap();
    let all = |source: &str| ids(&library, &Query { source: Some(source.to_owned()), ..Query::default() });
    assert_eq!((all("CLUB"), all("studio"), all("other")), (vec![4, 3, 2, 1], vec![5], vec![]));
    let start = Position::new(games[0].rule, games[0].size);
    let before = library.explore(&start, 100).unwrap().tally;
    let removed = library.remove(&[5, 3, 2, 3]).unwrap();
    assert_eq!((removed.len(), removed.is_empty(), removed.played), (2, false, 1));
    assert_eq!((all("club"), all("studio")), (vec![4, 1], vec![5]));
    assert_eq!(library.put_back(&removed).unwrap(), 2);
    assert_eq!(all("club"), [7, 6, 4, 1]);
    let record = |id| library.record(id).unwrap().unwrap();
    assert_eq!((record(6), record(7)), (games[1].clone(), games[2].clone()));
    assert_eq!(library.explore(&start, 100).unwrap().tally, before);
    assert_eq!(library.put_back(&removed).unwrap(), 0, "they are there already");
}

#[test]
fn every_format_is_imported_and_exported_unchanged() {
    let games = some_games(30);
    for format in [Format::Sgf, Format::Json] {
        let library = Library::in_memory().unwrap();
        let imported = import(&library, &write(&games, format).unwrap().bytes);
        assert_eq!((imported.progress.added, imported.progress.faulty), (30, 0), "{format}");
        assert!(imported.is_finished && imported.faults.is_empty());
        let mut records = Vec::new();
        let searched =
            library.records(&Query::default(), &mut |_| true, &mut |_, record| records.push(record)).unwrap();
        assert!(searched.is_complete && searched.unreadable == 0);
        records.reverse();
        assert_eq!(records, games, "{format}");
    }
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Rif) {
        let record = Record::of_moves(
            Rule::Freestyle,
            Size::DEFAULT,
            games[0].moves().filter_map(|each| each.point).take(9),
        );
        let library = Library::in_memory().unwrap();
        let imported = import(&library, &write(&[record], format).unwrap().bytes);
        assert_eq!(imported.progress.added, 1, "{format}");
    }
}

#[test]
fn a_game_is_stored_once_however_often_it_comes() {
    let games = some_games(40);
    let file = write(&games, Format::Sgf).unwrap().bytes;
    let library = Library::in_memory().unwrap();
    let twice = [file.clone(), file.clone()].concat();
    let imported = import(&library, &twice);
    assert_eq!((imported.progress.added, imported.progress.duplicates), (40, 40));
    let imported = import(&library, &write(&games, Format::Json).unwrap().bytes);
    assert_eq!((imported.progress.added, imported.progress.duplicates), (0, 40));
    // A comment is not lost: the stored game is completed by it.
    let mut commented = games[3].clone();
    commented.tree.node_mut(1).comment = "a good move".to_owned();
    assert_eq!(library.add(&[commented.clone()], "comments").unwrap(), 0);
    assert_eq!(library.record(4).unwrap(), Some(commented.clone()));
    // Another comment makes another game, and another result too.
    commented.tree.node_mut(1).comment = "a bad move".to_owned();
    let mut lost = games[3].clone();
    lost.result = None;
    assert_eq!(library.add(&[commented, lost], "comments").unwrap(), 2);
    assert_eq!(library.len().unwrap(), 42);
}

#[test]
fn a_faulty_game_is_skipped_and_named() {
    let library = Library::in_memory().unwrap();
    let text = "(;GM[4]SZ[15];B[hh];W[ii])(;GM[4]SZ[15];B[hh];W[hh])\n(;GM[4]SZ[15])\n(;GM[4]SZ[15];B[hh\n(;GM[4]SZ[15];B[jj])";
    let imported = import(&library, text.as_bytes());
    assert_eq!((imported.progress.games, imported.progress.added, imported.progress.faulty), (5, 2, 3));
    let [taken, empty, open] = imported.faults.as_slice() else { panic!("{:?}", imported.faults) };
    assert_eq!((taken.number, empty.number, open.number), (2, 3, 4));
    assert!(taken.reason.contains("free point"), "{}", taken.reason);
    assert_eq!(
        *empty,
        Fault { number: 3, reason: "expected at least one move, got an empty board".to_owned() }
    );
    let error =
        library.import("x", Cursor::new(b"hello world"), &ReadOptions::default(), &mut |_| true).unwrap_err();
    assert!(error.to_string().starts_with("x: expected a game"), "{error}");
    let rif = "<database><games><game id=\"1\"><move>h8 h9</move></game><game id=\"2\"><move>h8 h8</move></game>\
               <game id=\"3\"><move>h8 zz</move></game><game id=\"4\"><move>h8 i9</move></game></games></database>";
    let imported = import(&library, rif.as_bytes());
    assert_eq!(imported.faults.iter().map(|fault| fault.number).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(imported.progress.added, 2);
    let lines = import(&library, b"h8i9j10\nh8h8\n\nh8 i9 k11\n");
    assert_eq!((lines.progress.added, lines.faults[0].number), (2, 2));
}

#[test]
fn a_stopped_import_goes_on_where_it_was() {
    let games = some_games(6000);
    let file = write(&games, Format::Sgf).unwrap().bytes;
    let library = Library::in_memory().unwrap();
    let mut parts = 0;
    loop {
        let mut first = None;
        let part = library.import("file", Cursor::new(&file), &ReadOptions::default(), &mut |progress| {
            assert!(progress.games >= progress.added && progress.bytes <= progress.total);
            // Some groups of games are read in each part.
            progress.games == 0 || progress.games < *first.get_or_insert(progress.games) + 900
        });
        let part = part.unwrap();
        parts += 1;
        assert_eq!(part.progress.added, library.len().unwrap());
        if part.is_finished {
            assert!(part.resumed_after > 3000, "{}", part.resumed_after);
            break;
        }
    }
    assert!(parts > 3, "{parts}");
    assert_eq!(library.len().unwrap(), 6000);
    assert_eq!(
        library.positions().unwrap(),
        games.iter().map(|game| game.moves().count() as u64 + 1).sum::<u64>()
    );
    let mut start = BTreeMap::new();
    for game in &games {
        start.entry(game.rule).or_insert_with(Tally::default).count(outcome(game));
    }
    for (rule, tally) in start {
        assert_eq!(library.explore(&Position::new(rule, Size::DEFAULT), 1).unwrap().tally, tally);
    }
}

#[test]
fn counts_add_up() {
    let games = some_games(200);
    let statistics = library_of(&games).statistics(&mut |_| true).unwrap();
    assert_eq!(statistics.all.games(), 200);
    let black = games
        .iter()
        .filter(|game| matches!(game.result, Some(RecordResult::Win(goren_core::Stone::Black))))
        .count();
    assert_eq!(statistics.all.black, black);
    assert_eq!(statistics.boards.iter().map(|board| board.2.games()).sum::<usize>(), 200);
    let renju = games.iter().filter(|game| game.rule == Rule::Renju).count();
    assert_eq!(statistics.openings.iter().map(|opening| opening.1.games()).sum::<usize>(), renju);
    let ada = statistics.players.iter().find(|player| player.name == "Ada").unwrap();
    let seats = games
        .iter()
        .map(|game| usize::from(game.black == "Ada") + usize::from(game.white == "Ada"))
        .sum::<usize>();
    assert_eq!((ada.games, ada.wins + ada.losses + ada.draws), (seats, seats));
    assert_eq!(statistics.years.iter().map(|year| year.1).sum::<usize>(), 200);
}

#[test]
fn games_played_in_the_studio_are_replaced_and_forgotten_by_name() {
    let games = some_games(3);
    let library = library_of(&games[..1]);
    let keep = |name: &str, changed, game: &Record| {
        library.keep_played(&[(name.to_owned(), changed, game.clone())]).unwrap();
    };
    keep("abc", 5, &games[1]);
    keep("abc", 6, &games[2]);
    // The same game was imported as well: it was played all the same.
    keep("def", 7, &games[0]);
    assert_eq!(library.played().unwrap(), [("abc".to_owned(), 6), ("def".to_owned(), 7)]);
    assert_eq!(ids(&library, &Query::default()), [4, 3, 1]);
    assert_eq!(library.played_as(3).unwrap().as_deref(), Some("abc"));
    assert_eq!(library.record(3).unwrap().as_ref(), Some(&games[2]));
    library.forget_played(&["abc".to_owned()]).unwrap();
    assert_eq!(ids(&library, &Query::default()), [4, 1]);
}

#[test]
fn a_file_is_opened_by_one_program_and_only_if_it_is_a_library() {
    let folder = std::env::temp_dir().join(format!("goren-library-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.redb");
    let library = Library::open(&path).unwrap();
    library.add(&some_games(2), "x").unwrap();
    assert!(Library::open(&path).unwrap_err().to_string().contains("another goren"));
    drop(library);
    assert_eq!(Library::open(&path).unwrap().len().unwrap(), 2);
    let other = folder.join("b.redb");
    let text = b"this is no database at all, only some text";
    std::fs::write(&other, text).unwrap();
    let error = Library::open(&other).unwrap_err().to_string();
    assert!(error.contains("b.redb: expected a library of games"), "{error}");
    assert_eq!(std::fs::read(&other).unwrap(), text);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}
