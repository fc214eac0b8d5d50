//! Replies of an engine to a manager.

use std::fmt;

use goren_core::Score;

use crate::coordinates::Coordinates;

/// One line of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// A command cannot be executed.
    Error(String),
    /// An unknown command.
    Unknown(String),
    /// A message for the user; never an answer.
    Message(String),
    /// A message for the engine's author; never an answer.
    Debug(String),
    /// A move.
    Move(Coordinates),
    /// A move to be confirmed with [`crate::Command::Play`].
    Suggest(Coordinates),
    /// Several moves at once, in an opening.
    Moves(Vec<Coordinates>),
    /// Take the other colour, in an opening.
    Swap,
    /// The answer to `ABOUT`.
    About(About),
    /// The points forbidden to the side to move.
    Forbidden(Vec<Coordinates>),
    /// A mark on the board during a search. To be sent only if asked for.
    Realtime(Realtime),
    /// A detail of the search. To be sent only if asked for: many managers mistake it for an answer.
    Detail(Detail),
}

/// What an engine reports about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// Its author.
    pub author: &'static str,
    /// Its country.
    pub country: &'static str,
}

/// A mark on the board during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Realtime {
    /// Remove all marks.
    Refresh,
    /// The best move so far.
    Best(Coordinates),
    /// The root move being searched.
    Searching(Coordinates),
    /// A root move that has been searched.
    Done(Coordinates),
    /// A root move that loses.
    Lost(Coordinates),
}

/// One detail of a line of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Details of the line of this rank, from 0, follow.
    Line(usize),
    /// The number of lines searched.
    Lines(usize),
    /// The nominal search depth.
    Depth(u32),
    /// The selective depth: the length of the longest line searched.
    SelectiveDepth(u32),
    /// Nodes searched when the line was found.
    LineNodes(u64),
    /// Nodes searched.
    Nodes(u64),
    /// The time used, in milliseconds.
    Time(u128),
    /// Nodes per second.
    Speed(u128),
    /// The score of the line for the side to move.
    Score(Score),
    /// The chance of winning, in ten-thousandths.
    WinRate(u16),
    /// The line.
    Moves(Vec<Coordinates>),
    /// The end of the details of this line.
    Done,
    /// A detail that is not used here.
    Other(String),
}

/// The line as it is sent, without the line ending.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ok => f.write_str("OK"),
            Reply::Error(text) => write!(f, "ERROR {text}"),
            Reply::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Reply::Message(text) => write!(f, "MESSAGE {text}"),
            Reply::Debug(text) => write!(f, "DEBUG {text}"),
            Reply::Move(at) => at.fmt(f),
            Reply::Suggest(at) => write!(f, "SUGGEST {at}"),
            Reply::Moves(points) => spaced(f, points),
            Reply::Swap => f.write_str("SWAP"),
            Reply::About(about) => about.fmt(f),
            Reply::Forbidden(points) => {
                f.write_str("FORBID ")?;
                for at in points {
                    write!(f, "{:02}{:02}", at.x, at.y)?;
                }
                // The board that reads this looks for the dot.
                f.write_str(".")
            }
            Reply::Realtime(Realtime::Refresh) => f.write_str("MESSAGE REALTIME REFRESH"),
            Reply::Realtime(Realtime::Best(at)) => write!(f, "MESSAGE REALTIME BEST {at}"),
            Reply::Realtime(Realtime::Searching(at)) => write!(f, "MESSAGE REALTIME POS {at}"),
            Reply::Realtime(Realtime::Done(at)) => write!(f, "MESSAGE REALTIME DONE {at}"),
            Reply::Realtime(Realtime::Lost(at)) => write!(f, "MESSAGE REALTIME LOST {at}"),
            Reply::Detail(detail) => write!(f, "INFO {detail}"),
        }
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let About { name, version, author, country } = self;
        write!(f, "name=\"{name}\", version=\"{version}\", author=\"{author}\", country=\"{country}\"")
    }
}

impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Line(rank) => write!(f, "PV {rank}"),
            Detail::Lines(count) => write!(f, "NUMPV {count}"),
            Detail::Depth(plies) => write!(f, "DEPTH {plies}"),
            Detail::SelectiveDepth(plies) => write!(f, "SELDEPTH {plies}"),
            Detail::LineNodes(nodes) => write!(f, "NODES {nodes}"),
            Detail::Nodes(nodes) => write!(f, "TOTALNODES {nodes}"),
            Detail::Time(milliseconds) => write!(f, "TOTALTIME {milliseconds}"),
            Detail::Speed(nps) => write!(f, "SPEED {nps}"),
            Detail::Score(score) => write!(f, "EVAL {score}"),
            Detail::WinRate(chance) => write!(f, "WINRATE {:.4}", f64::from(*chance) / 10_000.0),
            Detail::Moves(points) => {
                f.write_str("BESTLINE ")?;
                spaced(f, points)
            }
            Detail::Done => f.write_str("PV DONE"),
            Detail::Other(fact) => f.write_str(fact),
        }
    }
}

fn spaced(f: &mut fmt::Formatter<'_>, points: &[Coordinates]) -> fmt::Result {
    for (i, at) in points.iter().enumerate() {
        write!(f, "{}{at}", if i == 0 { "" } else { " " })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_read_as_the_managers_expect_them() {
        let at = |x, y| Coordinates { x, y };
        let about = About { name: "a", version: "1", author: "b", country: "c" };
        let lines = [
            (Reply::Ok, "OK"),
            (Reply::Error("no".to_owned()), "ERROR no"),
            (Reply::Unknown("FOO".to_owned()), "UNKNOWN FOO"),
            (Reply::Message("hello".to_owned()), "MESSAGE hello"),
            (Reply::Debug("hello".to_owned()), "DEBUG hello"),
            (Reply::Move(at(7, 10)), "7,10"),
            (Reply::Suggest(at(7, 10)), "SUGGEST 7,10"),
            (Reply::Moves(vec![at(7, 7), at(8, 7), at(9, 9)]), "7,7 8,7 9,9"),
            (Reply::Swap, "SWAP"),
            (Reply::About(about), r#"name="a", version="1", author="b", country="c""#),
            (Reply::Forbidden(vec![]), "FORBID ."),
            (Reply::Forbidden(vec![at(7, 7)]), "FORBID 0707."),
            (Reply::Forbidden(vec![at(0, 14), at(10, 3)]), "FORBID 00141003."),
            (Reply::Realtime(Realtime::Refresh), "MESSAGE REALTIME REFRESH"),
            (Reply::Realtime(Realtime::Best(at(1, 2))), "MESSAGE REALTIME BEST 1,2"),
            (Reply::Realtime(Realtime::Searching(at(3, 4))), "MESSAGE REALTIME POS 3,4"),
            (Reply::Realtime(Realtime::Done(at(3, 4))), "MESSAGE REALTIME DONE 3,4"),
            (Reply::Realtime(Realtime::Lost(at(5, 6))), "MESSAGE REALTIME LOST 5,6"),
            (Reply::Detail(Detail::Line(0)), "INFO PV 0"),
            (Reply::Detail(Detail::Lines(2)), "INFO NUMPV 2"),
            (Reply::Detail(Detail::Depth(5)), "INFO DEPTH 5"),
            (Reply::Detail(Detail::SelectiveDepth(9)), "INFO SELDEPTH 9"),
            (Reply::Detail(Detail::Nodes(12)), "INFO TOTALNODES 12"),
            (Reply::Detail(Detail::Time(34)), "INFO TOTALTIME 34"),
            (Reply::Detail(Detail::Speed(56)), "INFO SPEED 56"),
            (Reply::Detail(Detail::Score(Score(78))), "INFO EVAL +78"),
            (Reply::Detail(Detail::Score(Score::win_in(3))), "INFO EVAL +M3"),
            (Reply::Detail(Detail::WinRate(5125)), "INFO WINRATE 0.5125"),
            (Reply::Detail(Detail::LineNodes(9)), "INFO NODES 9"),
            (Reply::Detail(Detail::Moves(vec![at(1, 2), at(3, 4)])), "INFO BESTLINE 1,2 3,4"),
            (Reply::Detail(Detail::Done), "INFO PV DONE"),
            (Reply::Detail(Detail::Other("WINRATE 0.5".to_owned())), "INFO WINRATE 0.5"),
        ];
        for (reply, line) in lines {
            assert_eq!(reply.to_string(), line);
        }
    }
}
