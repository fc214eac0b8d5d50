//! Why a point is forbidden or not, as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;

use super::{JudgedLine, Judgement, Obstacle, Verdict};
use crate::line::Direction;
use crate::point::Point;
use crate::shape::Shape;

/// A sentence, then one line for each shape of the point; nested judgements are indented.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.verdict {
            Verdict::Legal => write!(f, "{} is allowed", self.point)?,
            Verdict::Five => write!(f, "{} is allowed: it makes a five", self.point)?,
            Verdict::Forbidden(kind) => write!(f, "{} is forbidden: {kind}", self.point)?,
        }
        // Judgements whose lines are still to be written, and their nesting depth.
        let mut open = vec![(self, 1)];
        while let Some((judgement, depth)) = open.pop() {
            let counts = |line: &&JudgedLine| {
                line.threat.shape >= Shape::Three || line.threat.shape == Shape::Overline
            };
            for line in judgement.lines.iter().filter(counts) {
                write!(f, "\n{:indent$}{}", "", sentence(line), indent = 2 * depth)?;
                let nested = line.extensions.iter().filter(|_| line.is_fake_three());
                open.extend(nested.filter_map(|extension| match &extension.obstacle {
                    Some(Obstacle::Forbidden(inner)) => Some((&**inner, depth + 1)),
                    _ => None,
                }));
            }
        }
        Ok(())
    }
}

fn sentence(line: &JudgedLine) -> String {
    let threat = &line.threat;
    let way = match threat.direction {
        Direction::Horizontal => "row",
        Direction::Vertical => "column",
        Direction::Rising => "rising diagonal",
        Direction::Falling => "falling diagonal",
    };
    let names = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let mut text = format!("{} on the {way}: {}", threat.shape, names(&threat.stones));
    if threat.shape == Shape::OpenThree {
        let reasons: Vec<String> = line
            .extensions
            .iter()
            .map(|extension| match &extension.obstacle {
                None => format!("{} makes a straight four", extension.point),
                Some(Obstacle::Five) => format!("{} would make a five instead", extension.point),
                Some(Obstacle::Forbidden(inner)) => match inner.verdict {
                    Verdict::Forbidden(kind) => format!("{} would be forbidden ({kind})", extension.point),
                    Verdict::Legal | Verdict::Five => unreachable!("an obstacle is never allowed"),
                },
            })
            .collect();
        let verdict = if line.is_fake_three() { "; no three, because " } else { "; " };
        text += verdict;
        text += &reasons.join(", ");
    } else if !threat.completes.is_empty() && threat.shape >= Shape::Four {
        text += &format!("; five at {}", names(&threat.completes));
    }
    text
}
