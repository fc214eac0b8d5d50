//! Parsing a manager's lines into commands.

use goren_core::Size;

use crate::command::{Command, Owner, Placed};
use crate::coordinates::{Coordinates, number};
use crate::error::{CommandError, quote};
use crate::info::Info;
use crate::yixin::Yixin;

/// The longest line that is parsed, in bytes.
pub const MAX_LINE_BYTES: usize = 64 << 10;

/// The maximum number of lines of a body: no board has more stones.
const MAX_STONES: usize = 1024;

/// Reads a manager's lines one by one, and keeps the state of an incomplete command.
#[derive(Debug, Default)]
pub struct Parser {
    open: Option<Open>,
    /// The first error in an `INFO` that has not been reported yet.
    setting: Option<CommandError>,
    yixin: bool,
}

/// A command that needs further lines.
#[derive(Debug)]
struct Open {
    keyword: &'static str,
    more: More,
    stones: Vec<(Coordinates, Option<u16>)>,
    /// The first bad line of the body.
    error: Option<CommandError>,
}

/// The lines that a command needs.
#[derive(Clone, Copy, Debug)]
enum More {
    /// Lines `x,y,f`.
    Stones(fn(Vec<Placed>) -> Command),
    /// Lines `x,y`; a third field is ignored.
    Points(fn(Vec<Coordinates>) -> Command),
    /// Lines that are ignored.
    Anything(fn(&'static str) -> Yixin),
    /// One line, the name of a file.
    Path(fn(&'static str, &str) -> Yixin),
}

/// How a command is written.
#[derive(Clone, Copy)]
enum Form {
    /// On one line. The error is what was expected after the keyword.
    Line(fn(&str) -> Result<Command, &'static str>),
    /// On one line, of which only the keyword matters.
    Word(fn(&'static str) -> Yixin),
    /// On several lines, up to `DONE`.
    Body(More),
    /// On one line, or with the path on the next.
    Path(fn(&'static str, &str) -> Yixin),
}

const KEYWORDS: &[(&str, Form)] = &[
    ("START", Form::Line(start)),
    ("RECTSTART", Form::Line(rect_start)),
    ("RESTART", Form::Line(|_| Ok(Command::Restart))),
    ("BEGIN", Form::Line(|_| Ok(Command::Begin))),
    ("TURN", Form::Line(|rest| Coordinates::read(rest).map(Command::Turn).ok_or("`TURN x,y`"))),
    ("PLAY", Form::Line(|rest| Coordinates::read(rest).map(Command::Play).ok_or("`PLAY x,y`"))),
    ("TAKEBACK", Form::Line(|rest| Coordinates::read(rest).map(Command::TakeBack).ok_or("`TAKEBACK x,y`"))),
    ("BOARD", Form::Body(More::Stones(Command::Board))),
    ("SWAP2BOARD", Form::Body(More::Points(Command::Swap2Board))),
    ("ABOUT", Form::Line(|_| Ok(Command::About))),
    ("END", Form::Line(|_| Ok(Command::End))),
    ("STOP", Form::Line(|_| Ok(Command::Stop))),
    ("YXSTOP", Form::Line(|_| Ok(Command::Stop))),
    ("DONE", Form::Line(|_| Err("`DONE` only after a command with a body"))),
    ("YXBOARD", Form::Body(More::Stones(|stones| Command::Yixin(Yixin::Board(stones))))),
    ("YXSHOWINFO", Form::Word(|_| Yixin::ShowInfo)),
    ("YXSHOWFORBID", Form::Word(|_| Yixin::ShowForbidden)),
    ("YXNBEST", Form::Line(best)),
    ("YXBALANCEONE", Form::Line(|rest| balance(rest, Yixin::BalanceOne))),
    ("YXBALANCETWO", Form::Line(|rest| balance(rest, Yixin::BalanceTwo))),
    ("YXSEARCHDEFEND", Form::Word(|_| Yixin::SearchDefend)),
    ("YXBLOCK", Form::Body(More::Points(|points| Command::Yixin(Yixin::Block(points))))),
    ("YXBLOCKUNDO", Form::Body(More::Points(|points| Command::Yixin(Yixin::Unblock(points))))),
    ("YXBLOCKRESET", Form::Word(|_| Yixin::BlockReset)),
    ("YXHASHCLEAR", Form::Word(|_| Yixin::HashClear)),
    ("YXSHOWHASHUSAGE", Form::Word(|_| Yixin::HashUse)),
    ("YXHASHDUMP", Form::Path(|_, path| Yixin::HashDump(path.to_owned()))),
    ("YXHASHLOAD", Form::Path(|_, path| Yixin::HashLoad(path.to_owned()))),
    ("YXSETDATABASE", Form::Path(|keyword, _| Yixin::Database(keyword))),
    ("YXSAVEDATABASE", Form::Word(Yixin::Database)),
    ("YXQUERYDATABASEALL", Form::Body(More::Anything(Yixin::Database))),
    ("YXQUERYDATABASEONE", Form::Body(More::Anything(Yixin::Database))),
    ("YXQUERYDATABASETEXT", Form::Body(More::Anything(Yixin::Database))),
    ("YXQUERYDATABASEALLT", Form::Body(More::Anything(Yixin::Database))),
    ("YXEDITTVDDATABASE", Form::Body(More::Anything(Yixin::Database))),
    ("YXEDITTEXTDATABASE", Form::Body(More::Anything(Yixin::Database))),
    ("YXEDITLABELDATABASE", Form::Body(More::Anything(Yixin::Database))),
    ("YXDELETEDATABASEONE", Form::Body(More::Anything(Yixin::Database))),
    ("YXDELETEDATABASEALL", Form::Body(More::Anything(Yixin::Database))),
    ("YXSETBESTMOVEDATABASE", Form::Body(More::Anything(Yixin::Database))),
    ("YXCLEARBESTMOVEDATABASE", Form::Body(More::Anything(Yixin::Database))),
    ("YXDBTOTXT", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXDBTOTXTALL", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXTXTTODB", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXDBTOPOS", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXLIBTODB", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXDBTOLIB", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXDBSPLIT", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXDBMERGE", Form::Path(|keyword, _| Yixin::Other(keyword))),
    ("YXDBCHECK", Form::Word(Yixin::Other)),
    ("YXDBFIX", Form::Word(Yixin::Other)),
    ("YXBLOCKPATH", Form::Body(More::Anything(Yixin::Other))),
    ("YXBLOCKPATHUNDO", Form::Body(More::Anything(Yixin::Other))),
    ("YXBLOCKPATHRESET", Form::Word(Yixin::Other)),
    ("YXFORBID", Form::Word(Yixin::Other)),
    ("YXDRAW", Form::Word(Yixin::Other)),
    ("YXRESIGN", Form::Word(Yixin::Other)),
    ("YXPRINTFEATURE", Form::Word(Yixin::Other)),
    ("YXSWAP2STEP1", Form::Word(Yixin::Other)),
    ("YXSWAP2STEP2", Form::Word(Yixin::Other)),
    ("YXSWAP2STEP3", Form::Word(Yixin::Other)),
    ("YXSOOSORVSTEP1", Form::Word(Yixin::Other)),
    ("YXSOOSORVSTEP2", Form::Word(Yixin::Other)),
    ("YXSOOSORVSTEP3", Form::Word(Yixin::Other)),
    ("YXSOOSORVSTEP4", Form::Word(Yixin::Other)),
    ("YXSOOSORVSTEP5", Form::Word(Yixin::Other)),
    ("YXSOOSORVSTEP6", Form::Word(Yixin::Other)),
];

impl Parser {
    /// Whether one of Yixin's commands has been received, so that `INFO rule 2` means renju.
    pub fn is_yixin(&self) -> bool {
        self.yixin
    }

    /// Reads one line without its line ending.
    ///
    /// Usually this returns one command or error. It returns none for an empty line, for a line of a body, and for an
    /// impossible setting; it returns an error *and* a command if the line interrupts an incomplete command or follows an
    /// impossible setting.
    pub fn line(&mut self, line: &[u8]) -> Vec<Result<Command, CommandError>> {
        if line.len() > MAX_LINE_BYTES {
            return self.overlong();
        }
        let text = String::from_utf8_lossy(line);
        let text = text.trim();
        if text.is_empty() {
            return Vec::new();
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if word.eq_ignore_ascii_case("INFO") {
            return match Info::read(rest.trim()) {
                Ok(info) => vec![Ok(Command::Info(info))],
                Err(error) => {
                    self.setting.get_or_insert(error);
                    Vec::new()
                }
            };
        }
        let known = KEYWORDS.iter().find(|(keyword, _)| keyword.eq_ignore_ascii_case(word));
        if let Some(mut open) = self.open.take() {
            let is_done = word.eq_ignore_ascii_case("DONE");
            return match (open.more, known) {
                (More::Path(other), None) => self.with_setting(Ok(Command::Yixin(other(open.keyword, text)))),
                (More::Path(_), Some(_)) => self.interrupted(&open, "a path", text),
                (_, Some(_)) if !is_done => self.interrupted(&open, "`DONE`", text),
                (_, Some(_)) => {
                    let finished = open.finish();
                    self.with_setting(finished)
                }
                (_, None) => {
                    open.add(text);
                    self.open = Some(open);
                    Vec::new()
                }
            };
        }
        let Some(&(keyword, form)) = known else {
            return self.with_setting(Ok(Command::Unknown(quote(text))));
        };
        self.yixin |= keyword.starts_with("YX");
        let rest = rest.trim();
        let result = match form {
            Form::Line(read) => {
                read(rest).map_err(|expected| CommandError::Malformed { expected, got: quote(text) })
            }
            Form::Word(other) => Ok(Command::Yixin(other(keyword))),
            Form::Path(other) if !rest.is_empty() => Ok(Command::Yixin(other(keyword, rest))),
            Form::Path(other) => return self.wait(keyword, More::Path(other)),
            Form::Body(more) => return self.wait(keyword, more),
        };
        self.with_setting(result)
    }

    fn overlong(&mut self) -> Vec<Result<Command, CommandError>> {
        match &mut self.open {
            Some(open) if !matches!(open.more, More::Path(_)) => {
                open.error.get_or_insert(CommandError::TooLong);
                Vec::new()
            }
            _ => {
                self.open = None;
                self.with_setting(Err(CommandError::TooLong))
            }
        }
    }

    fn wait(&mut self, keyword: &'static str, more: More) -> Vec<Result<Command, CommandError>> {
        self.open = Some(Open { keyword, more, stones: Vec::new(), error: None });
        Vec::new()
    }

    /// The pending error of an `INFO`, if any, followed by the result of a line.
    fn with_setting(&mut self, result: Result<Command, CommandError>) -> Vec<Result<Command, CommandError>> {
        self.setting.take().map(Err).into_iter().chain([result]).collect()
    }

    /// The error of an interrupted command, followed by the result of the line that interrupts it.
    fn interrupted(
        &mut self,
        open: &Open,
        expected: &'static str,
        text: &str,
    ) -> Vec<Result<Command, CommandError>> {
        let error = CommandError::Unfinished { command: open.keyword, expected, got: quote(text) };
        let mut results = self.with_setting(Err(error));
        results.extend(self.line(text.as_bytes()));
        results
    }
}

impl Open {
    /// Reads one line of the body.
    fn add(&mut self, text: &str) {
        let expected = match self.more {
            More::Stones(_) => "`x,y,f` with f from 1 to 3, or `DONE`",
            More::Points(_) => "`x,y` or `DONE`",
            More::Anything(_) | More::Path(_) => return,
        };
        let needs_field = matches!(self.more, More::Stones(_));
        let stone = entry(text).filter(|&(_, field)| match field {
            Some(field) => (1..=3).contains(&field),
            None => !needs_field,
        });
        match stone {
            Some(stone) if self.stones.len() < MAX_STONES => self.stones.push(stone),
            _ => {
                self.error.get_or_insert(CommandError::Malformed { expected, got: quote(text) });
            }
        }
    }

    /// The complete command.
    fn finish(self) -> Result<Command, CommandError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let stones = self.stones.into_iter();
        Ok(match self.more {
            More::Stones(command) => {
                command(stones.map(|(at, field)| Placed { at, owner: owner(field) }).collect())
            }
            More::Points(command) => command(stones.map(|(at, _)| at).collect()),
            More::Anything(other) => Command::Yixin(other(self.keyword)),
            More::Path(other) => Command::Yixin(other(self.keyword, "")),
        })
    }
}

/// Reads `x,y` or `x,y,f`.
fn entry(text: &str) -> Option<(Coordinates, Option<u16>)> {
    match text.rsplit_once(',') {
        Some((front, field)) if front.contains(',') => {
            Some((Coordinates::read(front)?, Some(number(field)?)))
        }
        _ => Some((Coordinates::read(text)?, None)),
    }
}

fn owner(field: Option<u16>) -> Owner {
    match field {
        Some(1) => Owner::Own,
        Some(2) => Owner::Opponent,
        _ => Owner::FinishedRow,
    }
}

/// `n`, or `n n` as Yixin's board sends it.
fn start(rest: &str) -> Result<Command, &'static str> {
    let mut sides = rest.split_whitespace().map(str::parse::<Size>);
    let size = match (sides.next(), sides.next(), sides.next()) {
        (Some(Ok(side)), None, None) => Some(side),
        (Some(Ok(width)), Some(Ok(height)), None) if width == height => Some(width),
        _ => None,
    };
    size.map(Command::Start).ok_or("`START n` with n from 5 to 22")
}

fn rect_start(rest: &str) -> Result<Command, &'static str> {
    let sides = rest.split_once(',').map(|(width, height)| (width.trim().parse(), height.trim().parse()));
    match sides {
        Some((Ok(width), Ok(height))) if width == height => Ok(Command::RectStart(width)),
        _ => Err("`RECTSTART n,n`, a square board with n from 5 to 22"),
    }
}

fn best(rest: &str) -> Result<Command, &'static str> {
    let lines = number(rest).filter(|&lines| lines > 0).ok_or("`YXNBEST n` with n from 1")?;
    Ok(Command::Yixin(Yixin::Best(usize::from(lines))))
}

fn balance(rest: &str, kind: fn(i32) -> Yixin) -> Result<Command, &'static str> {
    let bias = if rest.is_empty() { Ok(0) } else { rest.parse() };
    bias.map(|bias| Command::Yixin(kind(bias))).map_err(|_| "a whole number, the score to aim at")
}

#[cfg(test)]
mod tests;
