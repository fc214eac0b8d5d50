//! The requests of a page: each is a type, and names what it is answered with.

use goren_core::{Point, Rule, Seat, Stone};
use goren_review::Attempt;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Act, AnalysisOptions, AtNode, AtTable, BalanceView, EvenView, HintStage, HintView, Job, JudgementView,
    Kept, LookView, Mark, NewGame, Nothing, Now, OpenTables, Place, Programs, Reviewed, Role, RuleView,
    SolveKind, SolveView, TableId, WatchOptions,
};
use crate::page::{Hear, Page};
use crate::refusal::Refusal;
use crate::table::{Caller, Obey, Table};

/// A request.
pub(crate) trait Ask {
    /// What it is answered with, beside its number.
    type Answer: Serialize;
    /// Who may ask: a guest, or the owner alone.
    const ROLE: Role;
}

/// The answer to a request, as it is sent.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Answer(Value);

impl Answer {
    /// The answer to a request of this type.
    pub(crate) fn to<R: Ask>(answer: &R::Answer) -> Answer {
        Answer(serde_json::to_value(answer).expect("an answer has a JSON form"))
    }
}

/// One message of a page: a request and its number.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    pub(crate) id: Option<u64>,
    #[serde(flatten)]
    pub(crate) request: Request,
}

/// A request and the table it is for.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ToTable<R> {
    pub(crate) table: TableId,
    #[serde(flatten)]
    pub(crate) request: R,
}

/// Says of each request who may ask it and what it is answered with: first those that the server answers, then those that a table does.
macro_rules! requests {
    (
        page { $($page:ident($asked:ty), $role:ident => $answer:ty;)* }
        table { $($table:ident($for_table:ty), $table_role:ident => $table_answer:ty;)* }
    ) => {
        $(impl Ask for $asked {
            type Answer = $answer;
            const ROLE: Role = Role::$role;
        })*

        $(impl Ask for $for_table {
            type Answer = $table_answer;
            const ROLE: Role = Role::$table_role;
        })*

        /// What a page sends after `hello`.
        #[derive(Debug, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
        #[serde(tag = "type", rename_all = "snake_case")]
        pub(crate) enum Request {
            $($page($asked),)*
            $($table(ToTable<$for_table>),)*
        }

        /// What a table does for those who watch it.
        #[derive(Debug)]
        pub(crate) enum TableRequest {
            $($table($for_table),)*
        }

        impl Request {
            /// Who may ask.
            pub(crate) fn role(&self) -> Role {
                match self {
                    $(Request::$page(_) => <$asked>::ROLE,)*
                    $(Request::$table(_) => <$for_table>::ROLE,)*
                }
            }

            /// What it asks of a table, if it is for one.
            #[cfg(test)]
            pub(crate) fn for_table(self) -> Option<TableRequest> {
                match self {
                    $(Request::$table(asked) => Some(TableRequest::$table(asked.request)),)*
                    _ => None,
                }
            }

            /// Has a page answer it, unless a table or a job does so later.
            pub(crate) fn put_to(self, page: &mut Page, id: Option<u64>) -> Result<Option<Answer>, Refusal> {
                match self {
                    $(Request::$page(asked) => {
                        Ok(Hear::hear(page, id, asked)?.as_ref().map(Answer::to::<$asked>))
                    })*
                    $(Request::$table(ToTable { table, request }) => {
                        page.pass_on(id, &table, TableRequest::$table(request)).map(|()| None)
                    })*
                }
            }
        }

        impl TableRequest {
            /// Has a table answer it.
            pub(crate) fn put_to(self, table: &mut Table, caller: &Caller) -> Result<Answer, Refusal> {
                match self {
                    $(TableRequest::$table(asked) => {
                        table.obey(caller, asked).map(|answer| Answer::to::<$for_table>(&answer))
                    })*
                }
            }
        }

        /// What each request is answered with.
        #[cfg(feature = "ts")]
        #[derive(ts_rs::TS)]
        #[ts(rename_all = "snake_case")]
        #[allow(non_snake_case, dead_code, reason = "only its form in TypeScript is used")]
        pub(crate) struct Answers {
            $($page: <$asked as Ask>::Answer,)*
            $($table: <$for_table as Ask>::Answer,)*
        }
    };
}

requests! {
    page {
        Ping(Ping), Guest => Now;
        Tables(Tables), Guest => OpenTables;
        Create(Create), Owner => AtTable;
        Study(Study), Owner => AtTable;
        Again(Again), Owner => AtTable;
        Join(Join), Guest => AtTable;
        Leave(Leave), Guest => Nothing;
        Look(Look), Guest => LookView;
        Why(Why), Guest => JudgementView;
        Balance(Balance), Owner => BalanceView;
        Hint(Hint), Owner => HintView;
        Analyse(Analyse), Owner => Nothing;
        Solve(Solve), Owner => SolveView;
        Level(Level), Owner => EvenView;
        Review(Review), Owner => Nothing;
        Reviewed(AskReviewed), Owner => Reviewed;
        Keep(Keep), Owner => Kept;
        Attempt(TryMove), Owner => Attempt;
        Programs(AskPrograms), Owner => Programs;
        Watch(Watch), Owner => Nothing;
        Heard(Heard), Owner => Nothing;
        Stop(StopJob), Owner => Nothing;
    }

    table {
        Sit(Sit), Guest => Nothing;
        Stand(Stand), Guest => Nothing;
        Act(DoAct), Guest => Nothing;
        Undo(Undo), Guest => Nothing;
        Redo(Redo), Owner => Nothing;
        Pause(Pause), Owner => Nothing;
        Speed(Speed), Owner => Nothing;
        Coach(Coach), Owner => Nothing;
        Play(Play), Owner => AtNode;
        AddLine(AddLine), Owner => AtNode;
        Goto(Goto), Owner => Nothing;
        Comment(Comment), Owner => Nothing;
        Marks(Marks), Owner => Nothing;
        Prune(Prune), Owner => AtNode;
        Restore(Restore), Owner => AtNode;
        Promote(Promote), Owner => AtNode;
        Setup(Setup), Owner => Nothing;
        Rule(SetRule), Owner => RuleView;
        Rename(Rename), Owner => Nothing;
    }
}

/// Nothing but an answer.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Ping {}

/// The tables that are open now.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Tables {}

/// Begins a game and joins its table.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Create {
    pub(crate) game: Box<NewGame>,
}

/// Sets up a board for analysis and joins its table.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Study {
    /// The position or whole game, as our JSON record; an empty board without it.
    #[cfg_attr(feature = "ts", ts(optional, type = "unknown"))]
    pub(crate) position: Option<Value>,
}

/// The same game anew, at a new table, the seats exchanged.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Again {
    pub(crate) table: TableId,
}

/// Watches a table from now on.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Join {
    pub(crate) table: TableId,
    /// The last state this page has, to be sent only what is newer.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) seq: u64,
    /// The numbering of nodes this page has.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) epoch: u64,
}

/// Watches a table no more.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Leave {
    pub(crate) table: TableId,
}

/// What is known about a position at once.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Look {
    pub(crate) at: Place,
    /// Whether to look for threats too.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) xray: bool,
}

/// Why a point is forbidden to Black, or is not.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Why {
    pub(crate) at: Place,
    pub(crate) point: Point,
}

/// How even a position is.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Balance {
    pub(crate) at: Place,
}

/// Help for the side to move: where to look, then why.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Hint {
    pub(crate) at: Place,
    pub(crate) stage: HintStage,
}

/// Analyses a position until stopped; replaces this page's earlier analysis.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Analyse {
    pub(crate) at: Place,
    #[serde(flatten)]
    pub(crate) options: AnalysisOptions,
}

/// Looks for a forced win of the side to move.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct Solve {
    pub(crate) at: Place,
    pub(crate) kind: SolveKind,
    /// Gives up after so many milliseconds.
    pub(crate) ms: Option<u64>,
}

/// Looks for moves after which the position is even.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Level {
    pub(crate) at: Place,
    /// One move of the side to move, or also one of the other: 1 or 2.
    pub(crate) moves: usize,
}

/// Judges a whole line move by move, and stores what comes of it with the table.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct Review {
    pub(crate) table: TableId,
    /// The end of the line; the game's or main line's end without it.
    pub(crate) node: Option<usize>,
    /// Positions to search for each move.
    pub(crate) nodes: Option<u64>,
}

/// The review that is stored with a table.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AskReviewed {
    pub(crate) table: TableId,
}

/// Keeps the position before a mistake as a puzzle of one's own.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Keep {
    pub(crate) table: TableId,
    /// The node of the mistake.
    pub(crate) node: usize,
}

/// Another move in place of one that the stored review found a mistake.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct TryMove {
    pub(crate) table: TableId,
    /// The node of the mistake.
    pub(crate) node: usize,
    pub(crate) point: Point,
}

/// The programs whose search can be watched.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AskPrograms {}

/// Shows the search of a program; replaces this page's earlier one in the same lane.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Watch {
    pub(crate) at: Place,
    #[serde(flatten)]
    pub(crate) options: WatchOptions,
}

/// A part of a search that is watched has arrived.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Heard {
    /// The number of the request.
    pub(crate) watch: u64,
    pub(crate) seq: u64,
}

/// Stops a job of this page.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct StopJob {
    pub(crate) what: Job,
}

/// Takes a seat of a person. A guest has it for their session alone; the owner can take it from a guest.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Sit {
    pub(crate) seat: Seat,
    /// Shown to the others.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<_>"))]
    pub(crate) name: String,
}

/// Gives one's seats back, or one seat; the owner can free any.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct Stand {
    #[serde(default)]
    pub(crate) seat: Option<Seat>,
}

/// Does a step of the game.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct DoAct {
    pub(crate) step: Act,
    /// How many steps the page has seen; the step is refused if there are others by now.
    pub(crate) ply: Option<usize>,
    /// Who offers, accepts or declines, where both seats are this person's.
    pub(crate) seat: Option<Seat>,
}

/// Takes back to the last turn of a person.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Undo {}

/// Does again what was taken back.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Redo {}

/// Stops the clocks and the agents, or lets them go on.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Pause {
    pub(crate) on: bool,
}

/// The least time between two moves of programs, in milliseconds.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Speed {
    pub(crate) ms: u64,
}

/// Whether a coach says that a move was a mistake.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Coach {
    pub(crate) on: bool,
}

/// Adds a move to the tree, or finds it there; the game itself stays as it is.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct Play {
    /// After which node.
    pub(crate) node: usize,
    pub(crate) point: Point,
    /// The colour, where it is not the one to move.
    pub(crate) stone: Option<Stone>,
}

/// Adds a line of moves of both colours in turn to the tree, or finds it there.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AddLine {
    /// After which node.
    pub(crate) node: usize,
    pub(crate) points: Vec<Point>,
}

/// Says where this page looks, for the next one that opens the table.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Goto {
    pub(crate) node: usize,
}

/// Writes about a node; an empty text removes what was written.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Comment {
    pub(crate) node: usize,
    pub(crate) text: String,
}

/// Replaces all marks of a node.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Marks {
    pub(crate) node: usize,
    pub(crate) marks: Vec<Mark>,
}

/// Removes a node and all after it; not from the game played.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Prune {
    pub(crate) node: usize,
}

/// Brings back what was removed or replaced last.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Restore {}

/// Makes the line through a node the main line.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Promote {
    pub(crate) node: usize,
}

/// Replaces a study's tree with a position, given as our JSON record.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct Setup {
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub(crate) position: Value,
}

/// Says by which rule a study is to be judged; its tree stays.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct SetRule {
    pub(crate) rule: Rule,
}

/// Says who played, where and when.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct Rename {
    pub(crate) black: Option<String>,
    pub(crate) white: Option<String>,
    pub(crate) event: Option<String>,
    pub(crate) date: Option<String>,
}
