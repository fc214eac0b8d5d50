//! What a running search tells its caller.

use goren_core::{Point, Report};

/// One message of a running search, sent from the thread that called it.
///
/// The three events of root moves are meant for a board that shows the search at work. They are left out during the
/// first 200 ms, when they would follow each other too fast to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// One line of a finished iteration.
    Report(Report),
    /// The search of a root move begins.
    MoveStarted(Point),
    /// A root move has been searched to the depth of the iteration.
    MoveSearched(Point),
    /// A root move has been searched, and loses.
    MoveLost(Point),
    /// So many positions have been searched so far; sent several times a second, however long an iteration takes.
    Progress(u64),
}
