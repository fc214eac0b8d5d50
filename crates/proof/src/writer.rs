//! Proofs as text, written event by event.

use std::io::{self, Write};

use goren_core::{Position, Stone};

use crate::claim::{Claim, Proof};
use crate::tree::Event;
use crate::{FORMAT, VERSION};

/// Where a line of a tree is broken.
const WIDTH: usize = 100;

/// Writes proofs one after another. It holds no tree: events are written as they come.
pub struct Writer<W> {
    output: W,
    column: usize,
    last: Option<Event>,
}

impl<W: Write> Writer<W> {
    /// Writes to `output`, which should be buffered.
    pub fn new(output: W) -> Writer<W> {
        Writer { output, column: 0, last: None }
    }

    /// Begins a proof.
    ///
    /// # Errors
    /// Those of the output.
    pub fn begin(&mut self, position: &Position, claim: &Claim) -> io::Result<()> {
        let output = &mut self.output;
        writeln!(output, "{FORMAT} {VERSION}")?;
        writeln!(output, "rule {}", position.rule())?;
        writeln!(output, "size {}", position.size())?;
        let mut points = |key: &str, points: &mut dyn Iterator<Item = String>| {
            let mut points = points.peekable();
            if points.peek().is_none() {
                return Ok(());
            }
            write!(output, "{key}")?;
            points.try_for_each(|point| write!(output, " {point}"))?;
            writeln!(output)
        };
        points("traps", &mut position.traps().iter().map(ToString::to_string))?;
        for stone in Stone::BOTH {
            let stones = position.setup().iter().filter(|each| each.1 == stone);
            points(stone.name(), &mut stones.map(|each| each.0.to_string()))?;
        }
        let moves = position.history().iter();
        let text = |point: Option<_>| point.map_or_else(|| "pass".to_owned(), |point| format!("{point}"));
        points("moves", &mut moves.map(|played| text(played.point)))?;
        writeln!(output, "side {}", position.side().name())?;
        writeln!(output, "claim {claim}\n")?;
        (self.column, self.last) = (0, None);
        Ok(())
    }

    /// Writes the tree's next event. The caller sees to it that the events make a tree.
    ///
    /// # Errors
    /// Those of the output.
    pub fn event(&mut self, event: Event) -> io::Result<()> {
        let gap = match (self.last, event) {
            (None | Some(Event::Open), _) | (_, Event::Close) => "",
            (Some(Event::Reply(_)), Event::Reply(_)) => ",",
            _ => " ",
        };
        self.last = Some(event);
        if gap == " " && self.column >= WIDTH {
            self.output.write_all(b"\n")?;
            self.column = 0;
        } else {
            self.put(gap)?;
        }
        match event {
            Event::Open => self.put("("),
            Event::Close => self.put(")"),
            Event::Others => self.put("*"),
            Event::Attack(point) | Event::Reply(point) => self.put(&point.to_string()),
        }
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// Those of the output.
    pub fn end(&mut self) -> io::Result<()> {
        self.output.write_all(b"\nend\n")?;
        self.output.flush()
    }

    /// Writes a whole proof.
    ///
    /// # Errors
    /// Those of the output.
    pub fn proof(&mut self, proof: &Proof) -> io::Result<()> {
        self.begin(&proof.position, &proof.claim)?;
        proof.tree.events().iter().try_for_each(|&event| self.event(event))?;
        self.end()
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        self.column += text.len();
        self.output.write_all(text.as_bytes())
    }
}

impl Proof {
    /// The proof as a file.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        Writer::new(&mut bytes).proof(self).expect("memory takes what is written to it");
        String::from_utf8(bytes).expect("a proof is written in ASCII")
    }
}
