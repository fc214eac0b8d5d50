//! The documents' claims about their programs as a whole, compared with what was measured.

use crate::depth::range;
use crate::document::PUBLISHED;
use crate::move_times::Stage;
use crate::number::{seconds, short, time};
use crate::report::Findings;

/// A claim of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The program.
    pub agent: &'static str,
    /// Its subject.
    pub about: String,
    /// What the document says.
    pub claimed: String,
    /// What was measured.
    pub measured: String,
    /// What the measurement says about the claim.
    pub assessment: Assessment,
}

/// What a measurement says about a claim.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Assessment {
    /// The claim holds.
    Holds,
    /// The claim does not hold.
    Fails,
    /// The measurement does not decide it.
    Open,
    /// The claim is a time, this many times the time measured.
    Times(f64),
}

impl From<bool> for Assessment {
    fn from(holds: bool) -> Assessment {
        if holds { Assessment::Holds } else { Assessment::Fails }
    }
}

/// Every claim that the findings have something to say about.
pub fn claims(findings: &Findings) -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut add = |agent, about: &str, claimed: &str, measured: String, assessment: Assessment| {
        let (about, claimed) = (about.to_owned(), claimed.to_owned());
        claims.push(Claim { agent, about, claimed, measured, assessment });
    };
    if let Some(depths) = &findings.depth {
        for published in PUBLISHED {
            let Some(row) = depths.of(published.name, published.depth) else { continue };
            let ratio = published.low / row.time.as_secs_f64().max(1e-9);
            let about = format!("time at depth {}", published.depth);
            add(
                published.name,
                &about,
                &range(published.low, published.high),
                time(row.time),
                Assessment::Times(ratio),
            );
        }
        if let (Some(three), Some(four)) = (depths.of("boundary", 3), depths.of("boundary", 4)) {
            let measured = format!("{} then {}", time(three.time), time(four.time));
            add(
                "boundary",
                "depth 4 after depth 3",
                "faster: 24.57 s, then 1–3 s",
                measured,
                (four.time < three.time).into(),
            );
            let measured = short(four.nodes);
            add(
                "boundary",
                "nodes at depth 4",
                "about 894 with ideal pruning",
                measured,
                (four.nodes <= 1000.0).into(),
            );
        }
        if let Some(row) = depths.of("sequences", 5) {
            add("sequences", "depth on 8×8", "5 plies can be searched", time(row.time), Assessment::Holds);
        }
    }
    if let Some(moves) = &findings.moves {
        let means = Stage::ALL.map(|stage| moves.mean("boundary", stage));
        if let [Some(opening), Some(middle), end] = means {
            let texts: Vec<String> = Stage::ALL
                .iter()
                .zip(means)
                .filter_map(|(stage, mean)| Some(format!("{} {}", stage.name(), seconds(mean?))))
                .collect();
            let holds = middle > opening && end.is_none_or(|end| middle >= end);
            add(
                "boundary",
                "stages of a game",
                "the middle game takes most time",
                texts.join(", "),
                holds.into(),
            );
        }
        if let Some((near, far)) = moves.centre_and_edge("boundary", 3) {
            let measured = format!("within 3 of the centre {}, elsewhere {}", seconds(near), seconds(far));
            add(
                "boundary",
                "place on the board",
                "moves near the centre take longer",
                measured,
                (near > far).into(),
            );
        }
        if moves.by("masked").count() > 20 {
            let growth = moves.growth("masked");
            let measured = format!("rank correlation {growth:+.2}").replace('-', "−");
            add("masked", "number of stones", "time rises with the stones", measured, (growth > 0.3).into());
        }
    }
    if let Some(share) = findings.weightings.as_ref().and_then(|contest| contest.share(0, 1)) {
        let measured = format!(
            "{:.0} % of {} games ({:.0}–{:.0} %)",
            100.0 * share.share,
            share.tally.games(),
            100.0 * share.low,
            100.0 * share.high
        );
        let is_clear = share.low > 0.5 || share.high < 0.5;
        let holds = if is_clear { (share.share > 0.5).into() } else { Assessment::Open };
        add("masked", "the two weightings", "the first beats the second", measured, holds);
    }
    if let Some(answers) = &findings.positions {
        let right = |agent: &str, tactic| answers.of(agent, tactic).map(|answer| answer.is_right);
        let word = |is_right: bool| if is_right { "yes" } else { "no" };
        let said = [
            ("boundary", 0, "finishing a four", "“correctly identifies and executes the winning move”"),
            ("boundary", 2, "stopping an open three", "heavily weighted patterns block threats"),
            ("trapper", 5, "traps", "a trap ends a line"),
            ("masked", 4, "six in a row", "overlines are masked"),
        ];
        for (agent, tactic, about, claimed) in said {
            if let Some(is_right) = right(agent, tactic) {
                add(agent, about, claimed, word(is_right).to_owned(), is_right.into());
            }
        }
    }
    claims
}
