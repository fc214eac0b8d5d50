//! The database on a disk that is full, fails, loses power in the middle of a write, or was damaged.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use goren_core::Random;
use redb::StorageBackend;

use super::database::backup_in;
use super::*;
use crate::table::TableGame;
use crate::wire::NewGame;

/// A change that the disk has not promised to keep.
#[derive(Debug)]
enum Change {
    Write(u64, Vec<u8>),
    Length(u64),
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Change::Length(length) => bytes.resize(*length as usize, 0),
            Change::Write(offset, data) => {
                let end = *offset as usize + data.len();
                bytes.resize(bytes.len().max(end), 0);
                bytes[*offset as usize..end].copy_from_slice(data);
            }
        }
    }
}

#[derive(Debug)]
struct Contents {
    /// What a program reads.
    seen: Vec<u8>,
    /// What survives a loss of power.
    kept: Vec<u8>,
    pending: Vec<Change>,
    /// How long the file may become.
    room: u64,
    /// One of so many accesses fails; none for 0.
    one_fails_of: usize,
    has_power: bool,
    random: Random,
}

/// A disk with every fault of disks.
#[derive(Clone, Debug)]
struct Disk(Arc<Mutex<Contents>>);

impl Disk {
    fn new(seed: u64) -> Disk {
        Disk(Arc::new(Mutex::new(Contents {
            seen: Vec::new(),
            kept: Vec::new(),
            pending: Vec::new(),
            room: u64::MAX,
            one_fails_of: 0,
            has_power: true,
            random: Random::new(seed),
        })))
    }

    fn contents(&self) -> std::sync::MutexGuard<'_, Contents> {
        self.0.lock().unwrap()
    }

    /// Some of what was not promised is lost, in no order, and some is written in part.
    fn lose_power(&self) {
        let mut contents = self.contents();
        let Contents { seen, kept, pending, random, .. } = &mut *contents;
        for mut change in pending.drain(..) {
            match (random.below(3), &mut change) {
                (0, _) => continue,
                (1, Change::Write(_, data)) => data.truncate(random.below(data.len() + 1)),
                _ => {}
            }
            change.apply(kept);
        }
        seen.clone_from(kept);
    }

    fn store(&self) -> Stored<Store> {
        let disk = self.clone();
        Store::with(None, Box::new(move || open(disk.clone())))
    }

    fn access(&self) -> io::Result<std::sync::MutexGuard<'_, Contents>> {
        let mut contents = self.contents();
        let fails = contents.one_fails_of;
        if !contents.has_power || fails > 0 && contents.random.below(fails) == 0 {
            return Err(io::Error::other("input/output error"));
        }
        Ok(contents)
    }

    fn change(&self, change: Change) -> io::Result<()> {
        let mut contents = self.access()?;
        let Contents { seen, pending, room, .. } = &mut *contents;
        let length = match &change {
            Change::Length(length) => *length,
            Change::Write(offset, data) => offset + data.len() as u64,
        };
        if length > seen.len() as u64 && length > *room {
            return Err(io::ErrorKind::StorageFull.into());
        }
        change.apply(seen);
        pending.push(change);
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.access()?.seen.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let contents = self.access()?;
        let bytes = contents.seen.get(offset as usize..offset as usize + out.len());
        out.copy_from_slice(bytes.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.change(Change::Length(length))
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut contents = self.access()?;
        let Contents { seen, kept, pending, .. } = &mut *contents;
        pending.clear();
        kept.clone_from(seen);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.change(Change::Write(offset, data.to_vec()))
    }
}

fn game(id: &str, version: usize, length: usize) -> (Head, Saved) {
    let state = State::of_game(TableGame::new(NewGame::default()).unwrap());
    let record = format!("{}{}", state.saved(1).record, " ".repeat(length));
    (state.head(id, 1), Saved { at: version, record, ..state.saved(1) })
}

#[test]
fn whatever_the_disk_does_what_was_stored_stays_and_it_goes_on_by_itself() {
    for seed in 0..60 {
        let disk = Disk::new(seed);
        let mut random = Random::new(seed ^ 0x5eed);
        let mut store = disk.store().unwrap();
        // What each game may be: nobody knows how a write that failed has ended. 0 is nothing.
        let mut stored: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        let (mut failed, mut losses) = (0, 0);
        for version in 1..=60 {
            let is_healthy = random.below(3) == 0;
            {
                let mut contents = disk.contents();
                contents.one_fails_of = if is_healthy { 0 } else { [0, 4, 40][random.below(3)] };
                let length = contents.seen.len() as u64;
                contents.room = if is_healthy || random.below(2) == 0 { u64::MAX } else { length };
            }
            let id = format!("game{}", random.below(5));
            match store.save(&[game(&id, version, random.below(40_000))]) {
                Ok(()) => drop(stored.insert(id, BTreeSet::from([version]))),
                Err(error) => {
                    assert!(!is_healthy, "seed {seed}, version {version}: {error}");
                    failed += 1;
                    stored.entry(id).or_insert_with(|| BTreeSet::from([0])).insert(version);
                }
            }
            if random.below(8) == 0 {
                losses += 1;
                disk.contents().has_power = false;
                drop(store);
                disk.lose_power();
                {
                    let mut contents = disk.contents();
                    (contents.has_power, contents.one_fails_of, contents.room) = (true, 0, u64::MAX);
                }
                store =
                    disk.store().unwrap_or_else(|error| panic!("seed {seed}, version {version}: {error}"));
                for (id, versions) in &mut stored {
                    let found = store.load(id).unwrap().map_or(0, |saved| saved.at);
                    assert!(versions.contains(&found), "seed {seed}: {id} is {found}, expected {versions:?}");
                    *versions = BTreeSet::from([found]);
                }
            }
        }
        assert!(failed > 0 && losses > 0, "seed {seed}: {failed} failed, {losses} losses of power");
    }
}

#[test]
fn after_a_full_disk_the_next_write_succeeds_as_soon_as_there_is_room() {
    let disk = Disk::new(1);
    let store = disk.store().unwrap();
    store.save(&[game("first", 1, 0)]).unwrap();
    let length = disk.contents().seen.len() as u64;
    disk.contents().room = length;
    let refused = store.save(&[game("second", 1, 8 << 20)]).unwrap_err().to_string();
    assert!(refused.contains("the disk is full"), "{refused}");
    // What is there can be read meanwhile, and small changes fit.
    assert_eq!(store.load("first").unwrap().unwrap().at, 1);
    store.save(&[game("second", 1, 8 << 20)]).unwrap_err();
    disk.contents().room = u64::MAX;
    store.save(&[game("second", 2, 8 << 20)]).unwrap();
    assert_eq!(store.heads().unwrap().len(), 2);
}

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("goren-store-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

const GAMES_STORED: usize = 12;

/// The bytes of a database that was closed properly, or left as by a crash.
fn example(folder: &Path, is_closed: bool) -> Vec<u8> {
    let store = Store::open(folder).unwrap();
    for i in 0..GAMES_STORED {
        store.save(&[game(&format!("game{i:06}"), 0, 200 * i)]).unwrap();
    }
    store.set_settings(&serde_json::json!({ "sound": false })).unwrap();
    let crashed = fs::read(file_in(folder)).unwrap();
    drop(store);
    if is_closed { fs::read(file_in(folder)).unwrap() } else { crashed }
}

/// Damages bytes that are in use.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    let used: Vec<usize> =
        (0..bytes.len() / 4096).filter(|i| bytes[i * 4096..][..4096].iter().any(|&byte| byte != 0)).collect();
    let page = used[random.below(used.len())] * 4096;
    match random.below(6) {
        0 => bytes[random.below(320)] ^= 1 << random.below(8),
        1 => bytes[page..page + 4096].fill(0),
        2 => bytes.truncate(random.below(bytes.len())),
        3 => {
            let other = used[random.below(used.len())] * 4096;
            bytes.copy_within(other..other + 4096, page);
        }
        _ => {
            for _ in 0..=random.below(8) {
                let within = 64 << random.below(7);
                bytes[page + random.below(within)] = random.below(256) as u8;
            }
        }
    }
}

#[test]
fn a_damaged_file_never_ends_the_program_and_loses_only_what_is_unreadable() {
    let folder = folder("damaged");
    let mut outcomes = BTreeMap::new();
    for is_closed in [true, false] {
        let bytes = example(&folder, is_closed);
        for seed in 0..150 {
            let mut random = Random::new(seed);
            let mut damaged = bytes.clone();
            damage(&mut damaged, &mut random);
            fs::remove_dir_all(&folder).unwrap();
            fs::create_dir(&folder).unwrap();
            fs::write(file_in(&folder), &damaged).unwrap();
            let store = Store::open(&folder).unwrap();
            let heads = store.heads().unwrap();
            for head in &heads {
                State::load(&store.load(&head.id).unwrap().unwrap()).unwrap();
            }
            let notices = store.notices();
            store.save(&[game("new", 1, 0)]).unwrap();
            drop(store);
            assert_eq!(Store::open(&folder).unwrap().load("new").unwrap().unwrap().at, 1);
            let was_replaced = fs::read_dir(&folder).unwrap().count() > 1;
            assert_eq!(was_replaced, notices.iter().any(|notice| notice.contains("damaged")), "{notices:?}");
            let lost = GAMES_STORED.saturating_sub(heads.len());
            assert!(lost == 0 || was_replaced, "{lost} lost without a word");
            *outcomes.entry((was_replaced, lost)).or_insert(0) += 1;
        }
    }
    let of = |replaced: bool| {
        outcomes.iter().filter(move |((each, _), _)| *each == replaced).map(|(_, n)| n).sum()
    };
    let (opened, replaced): (i32, i32) = (of(false), of(true));
    assert!(opened > 50 && replaced > 50, "{outcomes:?}");
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn with_the_daily_copy_nothing_is_lost() {
    let folder = folder("backup");
    let bytes = example(&folder, true);
    Store::open(&folder).unwrap().back_up().unwrap();
    for seed in 0..30 {
        let mut damaged = bytes.clone();
        damage(&mut damaged, &mut Random::new(seed));
        fs::write(file_in(&folder), &damaged).unwrap();
        let store = Store::open(&folder).unwrap();
        assert_eq!(store.heads().unwrap().len(), GAMES_STORED, "seed {seed}: {:?}", store.notices());
        assert_eq!(store.settings().unwrap().unwrap()["sound"], false);
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_entry_that_cannot_be_read_is_named_and_the_others_are_listed() {
    let store = Store::in_memory().unwrap();
    store.save(&[game("good", 1, 0), game("headless", 1, 0), game("bad", 1, 0)]).unwrap();
    store
        .write(|transaction| {
            transaction.open_table(HEADS)?.insert("headless", b"{}".as_slice())?;
            transaction.open_table(HEADS)?.insert("bad", b"\xff".as_slice())?;
            transaction.open_table(GAMES)?.insert("bad", b"{".as_slice())?;
            Ok(())
        })
        .unwrap();
    let mut listed: Vec<String> = store.heads().unwrap().into_iter().map(|head| head.id).collect();
    listed.sort();
    assert_eq!(listed, ["good", "headless"]);
    let notices = store.notices();
    assert!(notices.len() == 1 && notices[0].contains("game bad"), "{notices:?}");
}

#[cfg(unix)]
#[test]
fn files_are_closed_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("private");
    example(&folder, true);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&file_in(&folder))), (0o700, 0o600));
    fs::set_permissions(file_in(&folder), fs::Permissions::from_mode(0o644)).unwrap();
    Store::open(&folder).unwrap().back_up().unwrap();
    assert_eq!((mode(&file_in(&folder)), mode(&backup_in(&folder))), (0o600, 0o600));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_was_never_finished_is_begun_anew_without_a_word() {
    let folder = folder("unfinished");
    fs::create_dir_all(&folder).unwrap();
    for length in [0, 5, 4096, 1 << 20] {
        fs::write(file_in(&folder), vec![0; length]).unwrap();
        let store = Store::open(&folder).unwrap();
        assert_eq!(store.notices(), Vec::<String>::new(), "{length}");
        store.save(&[game("first", 1, 0)]).unwrap();
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn writes_at_the_same_time_that_make_the_file_longer_and_shorter_all_succeed() {
    let folder = folder("at-once");
    let store = Store::open(&folder).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for round in 0..40 {
                    let length = if round % 2 == 0 { 4 << 20 } else { 1 };
                    store.set_settings(&serde_json::json!({ "text": "x".repeat(length) })).unwrap();
                }
            });
        }
    });
    assert_eq!(store.notices(), Vec::<String>::new());
    drop(store);
    fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn what_is_stored_after_the_file_was_removed_or_cut_is_there_tomorrow() {
    let folder = folder("removed");
    let path = file_in(&folder);
    for damage in ["remove", "rename", "cut"] {
        let _ = fs::remove_dir_all(&folder);
        let store = Store::open(&folder).unwrap();
        store.save(&[game("first", 1, 0)]).unwrap();
        store.back_up().unwrap();
        match damage {
            "remove" => fs::remove_file(&path).unwrap(),
            "rename" => fs::rename(&path, folder.join("elsewhere")).unwrap(),
            _ => fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(5000).unwrap(),
        }
        store.save(&[game("second", 2, 0)]).unwrap();
        assert!(!store.notices().is_empty(), "{damage}");
        drop(store);
        let store = Store::open(&folder).unwrap();
        for id in ["first", "second"] {
            assert!(store.load(id).unwrap().is_some(), "{damage}: {id}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
