//! Parsing an engine's lines into replies.

use goren_core::Score;

use crate::coordinates::Coordinates;
use crate::reply::{Detail, Reply};

impl Reply {
    /// Reads a line without its line ending; `None` if it is not a reply that a manager expects.
    ///
    /// Keywords are upper case, as managers demand. The replies to `ABOUT` and `YXSHOWFORBID` are not read.
    ///
    /// ```
    /// use goren_protocol::{Coordinates, Reply};
    ///
    /// assert_eq!(Reply::read("7,8"), Some(Reply::Move(Coordinates { x: 7, y: 8 })));
    /// assert_eq!(Reply::read("I resign"), None);
    /// ```
    pub fn read(line: &str) -> Option<Reply> {
        let line = line.trim();
        let (keyword, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let text = || rest.to_owned();
        match keyword {
            "OK" if rest.is_empty() => Some(Reply::Ok),
            "SWAP" if rest.is_empty() => Some(Reply::Swap),
            "ERROR" => Some(Reply::Error(text())),
            "UNKNOWN" => Some(Reply::Unknown(text())),
            "MESSAGE" => Some(Reply::Message(text())),
            "DEBUG" => Some(Reply::Debug(text())),
            "SUGGEST" => point(rest).map(Reply::Suggest),
            "INFO" => Some(Reply::Detail(detail(rest))),
            _ => match point(line) {
                Some(at) => Some(Reply::Move(at)),
                None => {
                    let points: Vec<_> = line.split_whitespace().map(point).collect::<Option<_>>()?;
                    (!points.is_empty()).then_some(Reply::Moves(points))
                }
            },
        }
    }
}

/// Reads `x,y`. Integers that no board has, such as −1, become the largest coordinate, so that they are recognised as a move
/// off the board.
fn point(text: &str) -> Option<Coordinates> {
    let (x, y) = text.split_once(',')?;
    let number = |text: &str| -> Option<u16> {
        let text = text.trim();
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_whole.then(|| text.parse().unwrap_or(u16::MAX))
    };
    Some(Coordinates { x: number(x)?, y: number(y)? })
}

/// Reads the text after `INFO`.
fn detail(text: &str) -> Detail {
    let (key, value) = text.split_once(' ').unwrap_or((text, ""));
    let known = match key {
        "PV" if value == "DONE" => Some(Detail::Done),
        "PV" => value.parse().ok().map(Detail::Line),
        "NUMPV" => value.parse().ok().map(Detail::Lines),
        "DEPTH" => value.parse().ok().map(Detail::Depth),
        "SELDEPTH" => value.parse().ok().map(Detail::SelectiveDepth),
        "TOTALNODES" => value.parse().ok().map(Detail::Nodes),
        "TOTALTIME" => value.parse().ok().map(Detail::Time),
        "SPEED" => value.parse().ok().map(Detail::Speed),
        "EVAL" => score(value).map(Detail::Score),
        "BESTLINE" => value.split_whitespace().map(point).collect::<Option<_>>().map(Detail::Moves),
        _ => None,
    };
    known.unwrap_or_else(|| Detail::Other(text.to_owned()))
}

/// Reads `34`, `+34`, `+M5` or `-M4`; numbers in the range of decided scores are rejected.
pub(crate) fn score(text: &str) -> Option<Score> {
    let plies = |text: &str| text.parse().ok().filter(|&plies| plies < Score::WIN.0 as u32);
    if let Some(rest) = text.strip_prefix("+M") {
        plies(rest).map(Score::win_in).filter(|score| score.is_decided())
    } else if let Some(rest) = text.strip_prefix("-M") {
        plies(rest).map(Score::loss_in).filter(|score| score.is_decided())
    } else {
        text.parse().ok().map(Score).filter(|score| !score.is_decided())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: u16, y: u16) -> Coordinates {
        Coordinates { x, y }
    }

    #[test]
    fn replies_read_back_as_they_are_written() {
        let replies = [
            Reply::Ok,
            Reply::Error("no such rule".to_owned()),
            Reply::Unknown("FOO".to_owned()),
            Reply::Message("hello there".to_owned()),
            Reply::Debug("1,2".to_owned()),
            Reply::Move(at(7, 10)),
            Reply::Moves(vec![at(7, 7), at(8, 7), at(9, 9)]),
            Reply::Swap,
            Reply::Suggest(at(0, 14)),
            Reply::Detail(Detail::Line(1)),
            Reply::Detail(Detail::Lines(2)),
            Reply::Detail(Detail::Depth(5)),
            Reply::Detail(Detail::SelectiveDepth(9)),
            Reply::Detail(Detail::Nodes(12)),
            Reply::Detail(Detail::Time(34)),
            Reply::Detail(Detail::Speed(56)),
            Reply::Detail(Detail::Score(Score(78))),
            Reply::Detail(Detail::Score(Score(-78))),
            Reply::Detail(Detail::Score(Score::win_in(3))),
            Reply::Detail(Detail::Score(Score::loss_in(4))),
            Reply::Detail(Detail::Moves(vec![at(1, 2), at(3, 4)])),
            Reply::Detail(Detail::Done),
            Reply::Detail(Detail::Other("WINRATE 0.5".to_owned())),
        ];
        for reply in replies {
            assert_eq!(Reply::read(&reply.to_string()), Some(reply));
        }
    }

    #[test]
    fn spaces_round_a_move_do_no_harm() {
        assert_eq!(Reply::read(" 7, 8 "), Some(Reply::Move(at(7, 8))));
        assert_eq!(Reply::read("7,7   8,8\t"), Some(Reply::Moves(vec![at(7, 7), at(8, 8)])));
    }

    #[test]
    fn a_move_off_every_board_is_still_a_move() {
        assert_eq!(Reply::read("-5,-5"), Some(Reply::Move(at(u16::MAX, u16::MAX))));
        assert_eq!(Reply::read("3,99999999999"), Some(Reply::Move(at(3, u16::MAX))));
    }

    #[test]
    fn what_is_no_reply_is_not_read() {
        for line in ["", "hello", "ok", "OK then", "SWAP 1,2", "SUGGEST", "SUGGEST x", "7", "7,", "7,7,1"] {
            assert_eq!(Reply::read(line), None, "{line}");
        }
        for line in ["7,7 is best", "h8", "7;7", "--7,7", "+7,7", "MESSAGES", "INFORM 1", "7,7 8"] {
            assert_eq!(Reply::read(line), None, "{line}");
        }
    }

    #[test]
    fn details_with_odd_values_are_kept_as_text() {
        for fact in
            ["DEPTH deep", "EVAL 29999", "EVAL +M99999", "EVAL +M-1", "NODES 5", "PV x", "BESTLINE h8", ""]
        {
            assert_eq!(detail(fact), Detail::Other(fact.to_owned()));
        }
    }
}
