//! What is put in order when a database is opened: what earlier versions left behind, and what was deleted long ago.

use goren_record::Record;
use redb::{Database, ReadableDatabase, ReadableTable};

use super::{
    DELETED, Deleted, GAMES, HEADS, Head, Saved, Store, StoreError, Stored, begins, is_blank, json, parse,
    stones, winner,
};
use crate::table::TrackedTree;
use crate::wire::{Kind, now_ms};

/// How long a deleted game can be brought back, in milliseconds.
const KEPT: u64 = 30 * 24 * 3600 * 1000;

/// Heads to complete, or to remove with their games, by name.
type Changes = Vec<(String, Option<Head>)>;

impl Store {
    /// Removes empty studies and what was deleted long ago, and completes the heads that earlier versions stored. An
    /// entry that cannot be read stays as it is.
    pub(super) fn tidy(&self) -> Stored<()> {
        let found = |database: &Database| -> Result<(Changes, Vec<String>), redb::Error> {
            let transaction = database.begin_read()?;
            let (heads, games) = (transaction.open_table(HEADS)?, transaction.open_table(GAMES)?);
            let mut changes = Vec::new();
            for entry in heads.iter()? {
                let (id, head) = entry?;
                let Ok(head) = parse::<Head>(head.value()) else { continue };
                let has_moves = head.moves == 0 || !head.begins.is_empty();
                if has_moves && head.stones.iter().any(|stones| !stones.is_empty()) {
                    continue;
                }
                let Some(saved) = games.get(id.value())? else { continue };
                let record = parse::<Saved>(saved.value()).ok().and_then(|saved| record(&saved));
                if let Some(change) = record.and_then(|record| completed(head, &record)) {
                    changes.push((id.value().to_owned(), change));
                }
            }
            let mut old = Vec::new();
            for entry in transaction.open_table(DELETED)?.iter()? {
                let (id, deleted) = entry?;
                let at = parse::<Deleted>(deleted.value()).map_or(0, |deleted| deleted.at);
                if now_ms().saturating_sub(at) > KEPT {
                    old.push(id.value().to_owned());
                }
            }
            Ok((changes, old))
        };
        let found = |database: &Database| found(database).map_err(StoreError::Database);
        let (changes, old) = self.with_database(found)?;
        if changes.is_empty() && old.is_empty() {
            return Ok(());
        }
        self.write(|transaction| {
            let mut heads = transaction.open_table(HEADS)?;
            let mut games = transaction.open_table(GAMES)?;
            for (id, head) in &changes {
                match head {
                    Some(head) => drop(heads.insert(id.as_str(), json(head).as_slice())?),
                    None => {
                        heads.remove(id.as_str())?;
                        games.remove(id.as_str())?;
                    }
                }
            }
            let mut deleted = transaction.open_table(DELETED)?;
            for id in &old {
                deleted.remove(id.as_str())?;
            }
            Ok(())
        })
    }
}

fn record(saved: &Saved) -> Option<Record> {
    TrackedTree::read(&saved.record).ok()
}

/// What becomes of a head without stones or first moves: nothing in it is to be kept, or it is complete now. `None` if it
/// was right.
fn completed(head: Head, record: &Record) -> Option<Option<Head>> {
    if head.kind == Kind::Study && is_blank(record) {
        return Some(None);
    }
    let (stones, begins) = (stones(record), begins(record));
    if stones == head.stones && begins == head.begins {
        return None;
    }
    // Of a game only its head knows the winner.
    Some(Some(Head { winner: head.winner.or_else(|| winner(record)), stones, begins, ..head }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stone;
    use goren_record::{Format, ReadOptions, read};

    fn study(id: &str, text: &str) -> (Head, Saved) {
        let options = ReadOptions { format: Some(Format::Pos), ..ReadOptions::default() };
        let record = if text.is_empty() {
            Record::default()
        } else {
            read(text.as_bytes(), &options).unwrap().swap_remove(0)
        };
        let head = Head::of(id.to_owned(), &record, 1);
        let json = goren_record::write(&[record], Format::Json).unwrap().text();
        (head, Saved { record: json, at: 0, created: 1, game: None, study: None })
    }

    #[test]
    fn empty_studies_go_and_old_heads_get_their_stones_and_first_moves() {
        let store = Store::in_memory().unwrap();
        let (mut old, saved) = study("old", "h8i9");
        let (mut older, saved_older) = study("older", "h8i9g7");
        old.winner = Some(Stone::White);
        let (whole, whole_older) = (old.clone(), older.clone());
        old.begins.clear();
        (older.begins, older.stones) = Default::default();
        let (blank, new) = (study("empty", ""), study("new", "a1"));
        store.save(&[(old, saved), (older, saved_older), blank, new]).unwrap();
        store.tidy().unwrap();
        let mut heads = store.heads().unwrap();
        heads.sort_by(|one, other| one.id.cmp(&other.id));
        assert_eq!(heads.iter().map(|head| head.id.as_str()).collect::<Vec<_>>(), ["new", "old", "older"]);
        assert_eq!(heads[1..], [whole, whole_older]);
        assert_eq!(heads[2].stones, ["g7h8", "i9"]);
        assert_eq!(heads[2].begins, "h8 i9 g7");
        assert!(store.load("empty").unwrap().is_none());
    }

    #[test]
    fn a_deleted_game_comes_back_whole_until_it_is_old() {
        let store = Store::in_memory().unwrap();
        let ids = ["one".to_owned(), "two".to_owned(), "nowhere".to_owned()];
        store.save(&[study("one", "h8"), study("two", "i9")]).unwrap();
        let before = store.heads().unwrap();
        assert_eq!(store.delete(&ids).unwrap(), 2);
        assert!(store.heads().unwrap().is_empty() && store.load("one").unwrap().is_none());
        store.tidy().unwrap();
        assert_eq!(store.restore(&ids).unwrap(), 2);
        assert_eq!((store.heads().unwrap(), store.restore(&ids).unwrap()), (before, 0));
        store.delete(&ids).unwrap();
        let (head, saved) = study("one", "h8");
        let long_ago = Deleted { at: 1, head, saved };
        let write = |transaction: &redb::WriteTransaction| {
            transaction.open_table(DELETED)?.insert("one", json(&long_ago).as_slice())?;
            Ok(())
        };
        store.write(write).unwrap();
        store.tidy().unwrap();
        assert_eq!(store.restore(&ids).unwrap(), 1);
    }
}
