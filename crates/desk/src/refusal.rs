//! Why a request cannot be done: a code and its values. The pages put it into words, each language by a table.

use std::fmt;
use std::io;

use goren_classics::ClassicError;
use goren_core::{
    Area, ForbiddenKind, IllegalMove, NewGameError, Opening, Point, Seat, SetupError, Size, Step, StepError,
    Stone,
};
use goren_library::LibraryError;
use goren_proof::{Gap, Hole};
use goren_puzzle::NoPuzzle;
use goren_record::{ReadError, WriteError};
use serde::Serialize;

use crate::calls::Blame;
use crate::store::StoreError;
use crate::table::ask_view;
use crate::wire::{AskView, TableId};

/// Why a request cannot be done. Its texts are those of `refusal.…` in the pages' tables; an `error` is what a system or a reader says, in
/// its own words.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "code", rename_all = "snake_case")]
pub(crate) enum Refusal {
    // Of any request.
    NotUnderstood { error: String },
    NotText,
    TooLong { max: u64, got: u64 },
    NotForGuests,
    NoCall,
    Thread { error: String },
    Random { error: String },
    Internal { error: String },
    TooManySearches { max: usize },
    Stopped,

    // Of files and what is stored.
    DiskFull,
    ReadOnly { path: String, error: String },
    File { path: String, error: String },
    StoreInUse { path: String },
    Store { error: String },
    // What was stored cannot be read.
    Damaged { error: String },

    // Of the lobby.
    NoTable { id: TableId },
    TooManyWatched { max: usize },
    TooManyTables { max: usize },
    TableBusy,
    TableClosed,

    // Of a new game.
    TrapInCentre { point: Point, opening: Opening },
    TooFewPoints { opening: Opening, empty: usize },
    PointTwice { point: Point },
    NoLevel { min: u8, max: u8, got: u8 },
    NoClassic { got: String },
    ClassicOption { got: String },
    ClassicNumber { option: String, min: u8, max: u64, got: String },
    ClassicPart { classic: &'static str, got: String, expected: Vec<&'static str> },
    ClassicAddition { classic: &'static str, got: String, expected: Vec<&'static str> },
    ClassicVariant { classic: &'static str, got: String, expected: Vec<&'static str> },
    ClassicWeighting { classic: &'static str, got: String, expected: Vec<&'static str> },
    ClassicOneWeighting { classic: &'static str, got: String },
    NoEngine { name: String },
    GamesRange { max: u32, got: u32 },
    SeriesWithPerson,
    TooManyTraps { max: usize, got: usize },

    // Of a game.
    // The table is a study.
    NoGameHere,
    GameOver,
    NotTurn { seat: Seat },
    Late { took: u64, allowed: u64 },
    NotForPlayers { step: Step },
    UnexpectedStep { step: Step, seat: Seat, ask: AskView },
    OutsideCentre { point: Point, centre: Point },
    OutsideArea { point: Point, width: usize, first: Point, last: Point },
    NoSuchChoice { step: Step, choices: Vec<Step> },
    DeclareRange { max: u8, got: u8 },
    OfferedBefore { point: Point },
    OfferedAlike { point: Point, offered: Point },
    NotAmongOffers { point: Point, offers: Vec<Point> },
    DrawInOpening,
    MovedOn { made: usize, seen: usize },
    Paused,
    // Nobody was watching, so that programs wait.
    Unwatched,
    NotYourSeat,
    NotYourGame,
    OwnersSeat,
    NoHints,
    SeatTaken,
    ProgramSeat { seat: Seat },
    NothingToDecline,
    NotOffered,
    DrawDeclined,
    NothingToUndo,
    NothingToRedo,
    NoUndoInSeries,

    // Of a move.
    OffBoard { point: Point, size: Size },
    Occupied { point: Point },
    Trap { point: Point },
    Forbidden { point: Point, kind: ForbiddenKind },
    // A winning row is on the board.
    RowMade,
    NoLegalMove,

    // Of a tree.
    NoNode { node: usize },
    TooManyNodes { max: usize },
    TreeTooLarge { max: usize, got: usize },
    CommentTooLong { max: usize },
    TooManyMarks { max: usize },
    RootStays,
    GameMovesStay,
    GameIsMainLine,
    SetupInGame,
    RuleOfGame,
    NothingToRestore,

    // Of games in files.
    Unreadable { error: String },
    EmptyFile,
    BinaryFile,
    PictureFile { format: String },
    ArchiveFile { format: String },
    DocumentFile { format: String },
    NotAGame { start: String },
    NoGame { id: String },
    NoGames,
    OneGameOnly { format: String, got: usize },
    CannotHold { format: String, error: String },
    NoLog,

    // Of a review.
    NothingToReview,
    NoMistake { node: usize },
    PuzzleOver,
    PuzzleQuiet,
    PuzzleEasy,
    PuzzleForced,
    PuzzleAnswers,
    PuzzleUndecided,

    // Of proofs.
    NoProof { id: String },
    ProofNotText,
    ProofUnreadable { error: String },
    ProofTooLong { seconds: u64 },
    ProofOver,
    ProofUnanswered { line: Vec<Point>, point: Point, count: usize },
    ProofIllegal { line: Vec<Point>, reason: Box<Refusal> },
    ProofFive { line: Vec<Point>, point: Point, stone: Stone },
    ProofDrawn { line: Vec<Point>, stone: Stone },
    ProofNoFour { line: Vec<Point> },
    ProofNoThreat { line: Vec<Point> },
    ProofTwice { line: Vec<Point>, point: Point },
    ProofUseless { line: Vec<Point>, point: Point },
    ProofUselessOthers { line: Vec<Point> },
    ProofMalformed { line: Vec<Point> },

    // Of the library.
    LibraryInUse { path: String },
    LibraryDiskFull,
    Library { error: String },
    LibraryDamaged { error: String },
    NoResult { got: String },
    NoRule { got: String },
    NoDay { got: String },
    NoPattern { got: String },
    NoOpening { got: String },
    Importing,
    GamesChosen { max: usize, got: usize },
    OnlyLastRemoved,
    NotInRepertoire,

    // Of training and the school.
    NotMeasured { name: String },
    // What the laboratory or the training says, in one line.
    School { error: String },
    // The same of something that is not there.
    SchoolMissing { error: String },
}

impl Refusal {
    pub(crate) fn not_understood(error: impl fmt::Display) -> Refusal {
        Refusal::NotUnderstood { error: format!("{error:.200}") }
    }

    pub(crate) fn internal(error: impl fmt::Display) -> Refusal {
        Refusal::Internal { error: error.to_string() }
    }

    /// Of something that was stored here.
    pub(crate) fn damaged(error: impl fmt::Display) -> Refusal {
        Refusal::Damaged { error: error.to_string() }
    }

    pub(crate) fn school(error: impl fmt::Display) -> Refusal {
        Refusal::School { error: error.to_string() }
    }

    pub(crate) fn no_game(id: &str) -> Refusal {
        Refusal::NoGame { id: id.chars().take(32).collect() }
    }

    /// Whose fault it is that a call cannot be answered.
    pub(crate) fn blame(&self) -> Blame {
        use Refusal::{
            Damaged, DiskFull, File, Internal, Library, LibraryDamaged, LibraryDiskFull, LibraryInUse,
            NoCall, NoGame, NoProof, NoTable, NotMeasured, Random, ReadOnly, SchoolMissing, Store,
            StoreInUse, TableBusy, TableClosed, Thread, TooManyTables,
        };
        match self {
            NoCall
            | NoGame { .. }
            | NoProof { .. }
            | NoTable { .. }
            | NotMeasured { .. }
            | SchoolMissing { .. } => Blame::Missing,
            Thread { .. }
            | Random { .. }
            | Internal { .. }
            | DiskFull
            | ReadOnly { .. }
            | File { .. }
            | StoreInUse { .. }
            | Store { .. }
            | Damaged { .. }
            | LibraryInUse { .. }
            | LibraryDiskFull
            | Library { .. }
            | LibraryDamaged { .. }
            | TooManyTables { .. }
            | TableBusy
            | TableClosed => Blame::Inside,
            _ => Blame::Caller,
        }
    }
}

impl fmt::Display for Refusal {
    /// The code and its values, for what no page shows: `too many nodes: max 200000`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let serde_json::Value::Object(values) = serde_json::to_value(self).map_err(|_| fmt::Error)? else {
            return Err(fmt::Error);
        };
        let code = values.get("code").and_then(serde_json::Value::as_str).ok_or(fmt::Error)?;
        f.write_str(&code.replace('_', " "))?;
        let mut sign = ":";
        for (name, value) in values.iter().filter(|(name, _)| *name != "code") {
            match value.as_str() {
                Some(text) if name == "error" => write!(f, "{sign} {text}")?,
                Some(text) => write!(f, "{sign} {name} {text}")?,
                None => write!(f, "{sign} {name} {value}")?,
            }
            sign = ",";
        }
        Ok(())
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Thread { error: error.to_string() }
    }
}

impl From<getrandom::Error> for Refusal {
    fn from(error: getrandom::Error) -> Refusal {
        Refusal::Random { error: error.to_string() }
    }
}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::not_understood(error)
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        let is_full = |error: &io::Error| error.kind() == io::ErrorKind::StorageFull;
        match error {
            StoreError::File(_, error) | StoreError::Database(redb::Error::Io(error)) if is_full(&error) => {
                Refusal::DiskFull
            }
            StoreError::File(path, error) => {
                let path = path.display().to_string();
                let is_read_only = matches!(
                    error.kind(),
                    io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied
                );
                let error = error.to_string();
                if is_read_only { Refusal::ReadOnly { path, error } } else { Refusal::File { path, error } }
            }
            StoreError::Open(path, redb::DatabaseError::DatabaseAlreadyOpen) => {
                Refusal::StoreInUse { path: path.display().to_string() }
            }
            StoreError::Open(path, error) => {
                Refusal::File { path: path.display().to_string(), error: error.to_string() }
            }
            StoreError::Database(error) => Refusal::Store { error: error.to_string() },
            StoreError::Damaged(error) => Refusal::Store { error },
        }
    }
}

impl From<LibraryError> for Refusal {
    fn from(error: LibraryError) -> Refusal {
        match error {
            LibraryError::File(path, error) => {
                Refusal::File { path: path.display().to_string(), error: error.to_string() }
            }
            LibraryError::InUse(path) => Refusal::LibraryInUse { path: path.display().to_string() },
            LibraryError::Source(path, error) => Refusal::File { path, error: error.to_string() },
            LibraryError::NoGame(_, error) => error.into(),
            LibraryError::Database(redb::Error::Io(error)) if error.kind() == io::ErrorKind::StorageFull => {
                Refusal::LibraryDiskFull
            }
            LibraryError::Database(error) => Refusal::Library { error: error.to_string() },
            LibraryError::Damaged(error) => Refusal::LibraryDamaged { error },
        }
    }
}

impl From<SetupError> for Refusal {
    fn from(error: SetupError) -> Refusal {
        match error {
            SetupError::OffBoard { point, size } => Refusal::OffBoard { point, size },
            SetupError::Twice(point) => Refusal::PointTwice { point },
        }
    }
}

impl From<NewGameError> for Refusal {
    fn from(error: NewGameError) -> Refusal {
        match error {
            NewGameError::Setup(error) => error.into(),
            NewGameError::TrapInCentre { trap, opening } => Refusal::TrapInCentre { point: trap, opening },
            NewGameError::TooFewPoints { empty, opening } => Refusal::TooFewPoints { opening, empty },
        }
    }
}

impl From<ClassicError> for Refusal {
    fn from(error: ClassicError) -> Refusal {
        match error {
            ClassicError::Name(got) => Refusal::NoClassic { got },
            ClassicError::Option(got) => Refusal::ClassicOption { got },
            ClassicError::Number { key, got, most } => {
                Refusal::ClassicNumber { min: u8::from(key == "depth"), option: key, max: most, got }
            }
            ClassicError::Switch { classic, got, expected } => {
                Refusal::ClassicPart { classic, got, expected: expected.to_vec() }
            }
            ClassicError::Addition { classic, got, expected } => {
                let expected = expected.iter().map(|addition| addition.name).collect();
                Refusal::ClassicAddition { classic, got, expected }
            }
            ClassicError::Variant { classic, got, expected } => {
                let expected = expected.iter().map(|variant| variant.name).collect();
                Refusal::ClassicVariant { classic, got, expected }
            }
            ClassicError::Weighting { classic, got, expected: [] } => {
                Refusal::ClassicOneWeighting { classic, got }
            }
            ClassicError::Weighting { classic, got, expected } => {
                Refusal::ClassicWeighting { classic, got, expected: expected.to_vec() }
            }
        }
    }
}

impl From<IllegalMove> for Refusal {
    fn from(error: IllegalMove) -> Refusal {
        match error {
            IllegalMove::OffBoard { point, size } => Refusal::OffBoard { point, size },
            IllegalMove::Occupied(point) => Refusal::Occupied { point },
            IllegalMove::Trap(point) => Refusal::Trap { point },
            IllegalMove::Forbidden { point, kind } => Refusal::Forbidden { point, kind },
            IllegalMove::GameOver => Refusal::RowMade,
        }
    }
}

impl From<StepError> for Refusal {
    fn from(error: StepError) -> Refusal {
        match error {
            StepError::GameOver => Refusal::GameOver,
            StepError::Unexpected { step, turn } => {
                Refusal::UnexpectedStep { step, seat: turn.seat, ask: ask_view(turn.ask) }
            }
            StepError::Illegal(error) => error.into(),
            StepError::OutsideArea { point, area, size } => outside(point, area, size),
            StepError::NoSuchChoice { choice, choices } => Refusal::NoSuchChoice {
                step: Step::Choose(choice),
                choices: choices.iter().copied().map(Step::Choose).collect(),
            },
            StepError::DeclareRange { count, most } => Refusal::DeclareRange { max: most, got: count },
            StepError::Equivalent { point, offered } if point == offered => Refusal::OfferedBefore { point },
            StepError::Equivalent { point, offered } => Refusal::OfferedAlike { point, offered },
            StepError::NotOffered { point, offers } => Refusal::NotAmongOffers { point, offers },
            StepError::DrawInOpening => Refusal::DrawInOpening,
        }
    }
}

fn outside(point: Point, area: Area, size: Size) -> Refusal {
    let centre = size.centre();
    match area {
        Area::Centre(1) => Refusal::OutsideCentre { point, centre },
        Area::Board => Refusal::OffBoard { point, size },
        Area::Centre(width) => {
            let mut inside = size.points().filter(|&point| area.contains(point, size));
            let first = inside.next().unwrap_or(centre);
            Refusal::OutsideArea { point, width, first, last: inside.next_back().unwrap_or(first) }
        }
    }
}

impl From<goren_core::Refusal> for Refusal {
    fn from(refusal: goren_core::Refusal) -> Refusal {
        use goren_core::Refusal as Referee;
        match refusal {
            Referee::GameOver => Refusal::GameOver,
            Referee::NotYourTurn(seat) => Refusal::NotTurn { seat },
            Referee::Late { took, allowed } => {
                Refusal::Late { took: took.as_millis() as u64, allowed: allowed.as_millis() as u64 }
            }
            Referee::Illegal(error) => error.into(),
            Referee::NotForPlayers(step) => Refusal::NotForPlayers { step },
            Referee::NotOffered => Refusal::NotOffered,
            Referee::DrawInOpening => Refusal::DrawInOpening,
            Referee::NothingToUndo => Refusal::NothingToUndo,
            Referee::NothingToRedo => Refusal::NothingToRedo,
        }
    }
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Refusal {
        Refusal::Unreadable { error: error.to_string() }
    }
}

impl From<WriteError> for Refusal {
    fn from(error: WriteError) -> Refusal {
        Refusal::CannotHold { format: error.format.to_string(), error: error.reason }
    }
}

impl From<NoPuzzle> for Refusal {
    fn from(reason: NoPuzzle) -> Refusal {
        match reason {
            NoPuzzle::Over => Refusal::PuzzleOver,
            NoPuzzle::Quiet => Refusal::PuzzleQuiet,
            NoPuzzle::Easy => Refusal::PuzzleEasy,
            NoPuzzle::Forced => Refusal::PuzzleForced,
            NoPuzzle::Answers => Refusal::PuzzleAnswers,
            NoPuzzle::Undecided => Refusal::PuzzleUndecided,
        }
    }
}

impl From<Hole> for Refusal {
    fn from(Hole { line, gap }: Hole) -> Refusal {
        match gap {
            Gap::Over => Refusal::ProofOver,
            Gap::Unanswered { reply, more } => Refusal::ProofUnanswered { line, point: reply, count: more },
            Gap::Illegal(error) => Refusal::ProofIllegal { line, reason: Box::new(error.into()) },
            Gap::Five { stone, point } => Refusal::ProofFive { line, point, stone },
            Gap::Drawn(stone) => Refusal::ProofDrawn { line, stone },
            Gap::NoFour => Refusal::ProofNoFour { line },
            Gap::NoThreat => Refusal::ProofNoThreat { line },
            Gap::Twice(point) => Refusal::ProofTwice { line, point },
            Gap::Useless(point) => Refusal::ProofUseless { line, point },
            Gap::UselessOthers => Refusal::ProofUselessOthers { line },
            Gap::Malformed => Refusal::ProofMalformed { line },
        }
    }
}
