//! Every claim of the five documents: the quotation, what was measured, and a verdict.
//!
//! Verdicts rest on node counts, medians and confidence intervals, on the claims' own arithmetic, or on what a document's
//! listing shows. A time on the authors' machine is not tested here: it is shown beside ours. A claim for which the
//! experiment was not run has no verdict.

mod automaton;
mod boundary;
mod masked;
mod sequences;
mod trapper;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::document::{DOCUMENTS, Document, document};
use crate::findings::Findings;
use crate::interval::Interval;
use crate::{Finding, csv};

/// A claim of a document.
#[derive(Clone, Copy)]
pub struct Claim {
    /// A unique name that begins with the program's.
    pub id: &'static str,
    /// Where the document says it.
    pub place: &'static str,
    /// What it says.
    pub quote: &'static str,
    /// The command that repeats the measurement.
    pub command: &'static str,
    judge: Judge,
}

/// What the intervals that stand beside a verdict say of the claim.
type Rule = fn(&[Interval]) -> Verdict;

/// What a verdict rests on.
#[derive(Clone, Copy)]
enum Judge {
    /// Anything that was found, or nothing.
    Findings(fn(&Findings) -> Option<Judgement>),
    /// The intervals that stand beside it, by a rule.
    Intervals(Rule, fn(&Findings, Rule) -> Option<Judgement>),
}

impl Claim {
    /// The program that it is about.
    pub fn agent(&self) -> &'static str {
        self.id.split_once('-').map_or(self.id, |(agent, _)| agent)
    }

    fn judge(&self, findings: &Findings) -> Option<Judgement> {
        match self.judge {
            Judge::Findings(judge) => judge(findings),
            Judge::Intervals(rule, judge) => judge(findings, rule),
        }
    }
}

const fn claim(
    id: &'static str,
    place: &'static str,
    quote: &'static str,
    command: &'static str,
    judge: fn(&Findings) -> Option<Judgement>,
) -> Claim {
    Claim { id, place, quote, command, judge: Judge::Findings(judge) }
}

/// A claim whose verdict follows from the intervals beside it.
const fn claim_by_interval(
    id: &'static str,
    place: &'static str,
    quote: &'static str,
    command: &'static str,
    rule: Rule,
    judge: fn(&Findings, Rule) -> Option<Judgement>,
) -> Claim {
    Claim { id, place, quote, command, judge: Judge::Intervals(rule, judge) }
}

const ABLATE: &str = "goren lab ablate --out lab";
const CONTRASTS: &str = "goren lab contrasts --out lab";

/// What a measurement says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It holds in part, or under conditions.
    InPart,
    /// The interval of what was measured reaches both sides of what is claimed: more has to be measured.
    Undecided,
    /// It does not hold.
    Fails,
    /// It cannot be tested here.
    Untestable,
    /// The experiment that tests it was not run.
    NotMeasured,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 6] = [
        Verdict::Holds,
        Verdict::InPart,
        Verdict::Undecided,
        Verdict::Fails,
        Verdict::Untestable,
        Verdict::NotMeasured,
    ];

    /// The verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::InPart => "holds in part",
            Verdict::Undecided => "undecided",
            Verdict::Fails => "does not hold",
            Verdict::Untestable => "cannot be tested here",
            Verdict::NotMeasured => "not measured",
        }
    }
}

/// What was found out about a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// What was measured or computed.
    pub measured: String,
    /// The 95 % confidence interval, if it is an estimate.
    pub interval: String,
    /// The verdict.
    pub verdict: Verdict,
    /// Its reason, where the numbers alone do not say it.
    pub why: String,
    /// How much was measured, and when; empty if nothing had to be.
    #[serde(default)]
    pub run: String,
}

fn judged(verdict: Verdict, measured: impl Into<String>) -> Judgement {
    let measured = measured.into();
    Judgement { measured, interval: String::new(), verdict, why: String::new(), run: String::new() }
}

fn holds(measured: impl Into<String>) -> Judgement {
    judged(Verdict::Holds, measured)
}

fn in_part(measured: impl Into<String>) -> Judgement {
    judged(Verdict::InPart, measured)
}

fn fails(measured: impl Into<String>) -> Judgement {
    judged(Verdict::Fails, measured)
}

/// A claim that cannot be tested here, and the reason.
fn untestable(why: &str) -> Judgement {
    judged(Verdict::Untestable, "–").because(why)
}

impl Judgement {
    fn because(self, why: impl Into<String>) -> Judgement {
        Judgement { why: why.into(), ..self }
    }

    fn within(self, interval: &Interval, write: impl Fn(f64) -> String) -> Judgement {
        Judgement { interval: interval.range(write), ..self }
    }
}

/// Whether an estimate agrees with a claimed range: its whole interval is inside, outside, or neither.
fn in_range(estimate: &Interval, low: f64, high: f64) -> Verdict {
    if estimate.low >= low && estimate.high <= high {
        Verdict::Holds
    } else if estimate.high >= low && estimate.low <= high {
        Verdict::Undecided
    } else {
        Verdict::Fails
    }
}

/// Whether an estimate lies above a number, below it, or on both sides.
fn above(estimate: &Interval, number: f64) -> Verdict {
    if estimate.is_above(number) {
        Verdict::Holds
    } else if estimate.is_below(number) {
        Verdict::Fails
    } else {
        Verdict::Undecided
    }
}

/// The same for an estimate that a claim says is small.
fn below(estimate: &Interval, number: f64) -> Verdict {
    if estimate.is_below(number) {
        Verdict::Holds
    } else if estimate.is_above(number) {
        Verdict::Fails
    } else {
        Verdict::Undecided
    }
}

/// Whether estimates are as high as a claim says, or at least as high as it takes to hold in part: all of them surely, one of
/// them surely not, or undecided.
fn graded(estimates: &[Interval], whole: f64, part: f64) -> Verdict {
    let all_reach = |number: f64| estimates.iter().all(|estimate| estimate.low >= number);
    let one_misses = |number: f64| estimates.iter().any(|estimate| estimate.is_below(number));
    if all_reach(whole) {
        Verdict::Holds
    } else if one_misses(part) {
        Verdict::Fails
    } else if all_reach(part) && one_misses(whole) {
        Verdict::InPart
    } else {
        Verdict::Undecided
    }
}

/// The shares of tasks that a program must solve for a claim of its strength to hold, and to hold in part.
const MOSTLY: (f64, f64) = (0.9, 0.5);

/// Whether a program solves most tasks of each kind.
fn mostly(shares: &[Interval]) -> Verdict {
    graded(shares, MOSTLY.0, MOSTLY.1)
}

/// A claim with what was found out about it.
#[derive(Clone)]
pub struct ClaimRow {
    /// The claim.
    pub claim: &'static Claim,
    /// What was found out.
    pub judgement: Judgement,
}

impl ClaimRow {
    /// The document that makes the claim.
    pub fn document(&self) -> &'static Document {
        document(self.claim.agent())
    }
}

/// Every claim of every document.
#[derive(Clone, Default)]
pub struct ClaimTable {
    /// Document by document.
    pub rows: Vec<ClaimRow>,
}

/// The claims of the five documents, in their order.
pub fn all_claims() -> impl Iterator<Item = &'static Claim> {
    [boundary::CLAIMS, automaton::CLAIMS, sequences::CLAIMS, trapper::CLAIMS, masked::CLAIMS]
        .into_iter()
        .flatten()
}

/// Judges every claim by what the experiments found.
pub fn claims(findings: &Findings) -> ClaimTable {
    let nothing = Findings::default();
    let row = |claim: &'static Claim| {
        let judgement = match claim.judge(findings) {
            // What no experiment changes is the same in every run.
            Some(judgement) if claim.judge(&nothing).as_ref() == Some(&judgement) => judgement,
            Some(judgement) => Judgement { run: findings.run.clone(), ..judgement },
            None => judged(Verdict::NotMeasured, "–"),
        };
        ClaimRow { claim, judgement }
    };
    ClaimTable { rows: all_claims().map(row).collect() }
}

/// The judgements that goren was built with: the run that docs/classics.md shows.
pub fn recorded() -> BTreeMap<String, Judgement> {
    judgements(include_str!("../../../docs/lab/claims.csv"))
}

/// The judgements in a table as [`ClaimTable`] writes it, by claim, but for those that rest on no run.
pub fn judgements(csv: &str) -> BTreeMap<String, Judgement> {
    let mut rows = csv::rows(csv).into_iter();
    let head = rows.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|each| each == name);
    let columns = ["claim", "measured", "interval", "verdict", "why", "run"].map(column);
    let read = |row: Vec<String>| {
        let [id, measured, interval, verdict, why, run] =
            columns.map(|column| Some(row.get(column?)?.as_str()));
        let verdict = Verdict::ALL.into_iter().find(|each| Some(each.name()) == verdict)?;
        let text = |cell: Option<&str>| cell.map(str::to_owned);
        let run = text(run).filter(|run| !run.is_empty())?;
        let judgement =
            Judgement { measured: text(measured)?, interval: text(interval)?, verdict, why: text(why)?, run };
        Some((text(id)?, judgement))
    };
    rows.filter_map(read).collect()
}

impl ClaimTable {
    /// With the judgements of earlier runs where nothing was measured this time.
    #[must_use]
    pub fn with_earlier(mut self, earlier: &BTreeMap<String, Judgement>) -> ClaimTable {
        for row in self.rows.iter_mut().filter(|row| row.judgement.verdict == Verdict::NotMeasured) {
            if let Some(judgement) = earlier.get(row.claim.id) {
                row.judgement = judgement.clone();
            }
        }
        self
    }

    /// The judgements of all claims that were measured, by claim.
    pub fn judgements(&self) -> BTreeMap<String, Judgement> {
        let measured = self.rows.iter().filter(|row| row.judgement.verdict != Verdict::NotMeasured);
        measured.map(|row| (row.claim.id.to_owned(), row.judgement.clone())).collect()
    }

    /// The table in Markdown, a heading for each document.
    pub fn markdown(&self) -> String {
        let cell = |text: &str| text.replace('|', "\\|");
        let mut text = String::new();
        for document in &DOCUMENTS {
            text += &format!(
                "\n### `{}`: document {}, {}, *{}*\n\n| claim | quotation | measured (95 % interval) | verdict | run | command |\n\
                 | --- | --- | --- | --- | --- | --- |\n",
                document.agent, document.number, document.authors, document.title
            );
            for row in self.rows.iter().filter(|row| row.claim.agent() == document.agent) {
                let Judgement { measured, interval, verdict, why, run } = &row.judgement;
                let interval = if interval.is_empty() { String::new() } else { format!(" ({interval})") };
                let why = if why.is_empty() { String::new() } else { format!(": {why}") };
                text += &format!(
                    "| `{}` | “{}” | {}{} | {}{} | {} | `{}` |\n",
                    row.claim.id,
                    cell(row.claim.quote),
                    cell(measured),
                    cell(&interval),
                    verdict.name(),
                    cell(&why),
                    if run.is_empty() { "–" } else { run },
                    row.claim.command
                );
            }
        }
        text
    }

    /// How many claims of a program have a verdict.
    pub fn count(&self, agent: &str, verdict: Verdict) -> usize {
        let is_one = |row: &&ClaimRow| row.claim.agent() == agent && row.judgement.verdict == verdict;
        self.rows.iter().filter(is_one).count()
    }
}

impl Finding for ClaimTable {
    fn name(&self) -> &'static str {
        "claims"
    }

    fn csv(&self) -> String {
        let mut text = csv::line(&[
            &"claim",
            &"program",
            &"document",
            &"place",
            &"quote",
            &"measured",
            &"interval",
            &"verdict",
            &"why",
            &"command",
            &"run",
        ]);
        for row in &self.rows {
            let Judgement { measured, interval, verdict, why, run } = &row.judgement;
            text += &csv::line(&[
                &row.claim.id,
                &row.claim.agent(),
                &row.document().number,
                &row.claim.place,
                &row.claim.quote,
                measured,
                interval,
                &verdict.name(),
                why,
                &row.claim.command,
                run,
            ]);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_document_has_claims_with_unique_names_quotations_and_commands() {
        let ids: BTreeSet<&str> = all_claims().map(|claim| claim.id).collect();
        assert_eq!(ids.len(), all_claims().count());
        for claim in all_claims() {
            assert!(document(claim.agent()).agent == claim.agent(), "{}", claim.id);
            assert!(!claim.quote.is_empty() && !claim.place.is_empty(), "{}", claim.id);
            let is_command = ["goren ", "cargo "].iter().any(|start| claim.command.starts_with(start));
            assert!(is_command || claim.command == "by hand", "{}: {}", claim.id, claim.command);
        }
    }

    #[test]
    fn arithmetic_and_what_cannot_be_tested_need_no_experiment() {
        let table = claims(&Findings::default());
        let verdict = |id: &str| {
            table.rows.iter().find(|row| row.claim.id == id).map(|row| row.judgement.verdict).unwrap()
        };
        assert_eq!(verdict("boundary-225-cubed"), Verdict::Fails);
        assert_eq!(verdict("boundary-225-fourth"), Verdict::Fails);
        assert_eq!(verdict("boundary-894-depth-3"), Verdict::Fails);
        assert_eq!(verdict("boundary-storage"), Verdict::NotMeasured);
        assert_eq!(verdict("masked-persons"), Verdict::Untestable);
        assert_eq!(verdict("sequences-64"), Verdict::Holds);
        for row in &table.rows {
            let is_explained = row.judgement.verdict != Verdict::Untestable || !row.judgement.why.is_empty();
            assert!(is_explained, "{}", row.claim.id);
        }
        assert_eq!(table.csv().lines().count(), table.rows.len() + 1);
    }

    #[test]
    fn what_was_measured_earlier_stays_until_it_is_measured_again() {
        let nothing = claims(&Findings::default());
        let mut earlier = nothing.judgements();
        assert!(!earlier.contains_key("boundary-storage"));
        earlier.insert("boundary-storage".to_owned(), holds("12 KB"));
        earlier.insert("sequences-64".to_owned(), fails("an older reading"));
        let table = nothing.with_earlier(&earlier);
        let of = |id: &str| table.rows.iter().find(|row| row.claim.id == id).unwrap().judgement.clone();
        assert_eq!(of("boundary-storage"), holds("12 KB"));
        assert_eq!(of("sequences-64").verdict, Verdict::Holds, "what is known now counts");
        assert_eq!(table.judgements()["boundary-storage"], holds("12 KB"));
    }

    #[test]
    fn the_documentation_has_the_recorded_verdict_of_every_claim() {
        let page = include_str!("../../../docs/classics.md");
        let table = claims(&Findings::default()).with_earlier(&recorded());
        for line in table.markdown().lines() {
            assert!(page.lines().any(|each| each == line), "docs/classics.md lacks {line}");
        }
        let count = |verdict| table.rows.iter().filter(|row| row.judgement.verdict == verdict).count();
        assert_eq!(count(Verdict::NotMeasured), 0);
        let summary = format!(
            "Of {} claims {} hold, {} hold in part, {} are undecided, {} do not hold and {} cannot be tested here",
            table.rows.len(),
            count(Verdict::Holds),
            count(Verdict::InPart),
            count(Verdict::Undecided),
            count(Verdict::Fails),
            count(Verdict::Untestable)
        );
        assert!(page.contains(&summary), "docs/classics.md lacks: {summary}");
    }

    #[test]
    fn a_table_of_claims_is_read_as_it_was_written() {
        let run = "quick, 2026-11-18";
        let one = Judgement { run: run.to_owned(), ..holds("12 KB, \"all\"").because("why, indeed") };
        let earlier = BTreeMap::from([("boundary-storage".to_owned(), one)]);
        let table = claims(&Findings::default()).with_earlier(&earlier);
        assert_eq!(judgements(&table.csv()), earlier, "what needs no run is not among them");
        assert!(judgements("claim,verdict\nboundary-storage,holds\n").is_empty());
        assert!(table.markdown().contains(&format!("| holds: why, indeed | {run} |")));
    }

    #[test]
    fn every_recorded_judgement_is_of_a_claim_and_says_its_run() {
        let recorded = recorded();
        assert!(recorded.len() > 70);
        for (id, judgement) in &recorded {
            assert!(all_claims().any(|claim| claim.id == id), "{id}");
            assert!(judgement.run.contains("2026-11-"), "{id}: {}", judgement.run);
            assert_ne!(judgement.verdict, Verdict::NotMeasured, "{id}");
        }
    }

    /// Intervals as they are printed, such as `1.2–1.3 k, 852–1.5 k`; an estimate itself is not among them.
    fn printed(text: &str) -> Vec<Interval> {
        let number = |text: &str| {
            let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
            let scale = match unit {
                "" | "s" => 1.0,
                "k" => 1e3,
                "M" => 1e6,
                "%" => 1e-2,
                "ms" => 1e-3,
                "µs" => 1e-6,
                _ => panic!("an unknown unit in {text:?}"),
            };
            scale
                * number.replace('−', "-").parse::<f64>().unwrap_or_else(|_| panic!("no number in {text:?}"))
        };
        let interval = |text: &str| {
            let (low, high) = text.split_once('–').unwrap_or((text, text));
            let unit = high.split_once(' ').map_or(String::new(), |(_, unit)| format!(" {unit}"));
            let high = number(high);
            // The lower end has the unit of the upper one, unless it has its own or needs none.
            let with_unit = if low.contains(' ') { number(low) } else { number(&format!("{low}{unit}")) };
            let low = if with_unit <= high { with_unit } else { number(low) };
            assert!(low <= high, "{text}");
            Interval { value: f64::NAN, low, high }
        };
        text.split(", ").map(interval).collect()
    }

    #[test]
    fn printed_intervals_are_read_with_their_units() {
        let ends = |text: &str| printed(text).iter().map(|each| (each.low, each.high)).collect::<Vec<_>>();
        assert_eq!(ends("852–1.5 k, 4–27 M, 345 k–1.2 M"), [(852.0, 1500.0), (4e6, 27e6), (345e3, 1.2e6)]);
        assert_eq!(ends("−20–−5 %, 9.9–21"), [(-0.2, -0.05), (9.9, 21.0)]);
        assert_eq!(ends("2–500 ms"), [(0.002, 0.5)]);
    }

    #[test]
    fn every_recorded_verdict_is_what_its_rule_says_of_the_recorded_intervals() {
        let recorded = recorded();
        let mut checked = 0;
        for claim in all_claims() {
            let Judge::Intervals(rule, _) = claim.judge else { continue };
            let judgement = recorded.get(claim.id).unwrap_or_else(|| panic!("{} is not recorded", claim.id));
            let verdict = rule(&printed(&judgement.interval));
            assert_eq!(judgement.verdict, verdict, "{}: {}", claim.id, judgement.interval);
            checked += 1;
        }
        assert!(checked > 50, "{checked}");
    }

    #[test]
    fn the_recorded_table_is_as_the_program_writes_it() {
        let table = claims(&Findings::default()).with_earlier(&recorded());
        assert_eq!(table.csv(), include_str!("../../../docs/lab/claims.csv"));
    }

    #[test]
    fn an_interval_on_both_sides_of_what_is_claimed_decides_nothing() {
        let estimate = |value, low, high| Interval { value, low, high };
        assert_eq!(in_range(&estimate(0.4, 0.35, 0.45), 0.3, 0.5), Verdict::Holds);
        assert_eq!(in_range(&estimate(0.4, 0.2, 0.6), 0.3, 0.5), Verdict::Undecided);
        assert_eq!(in_range(&estimate(0.2, 0.1, 0.3), 0.3, 0.5), Verdict::Undecided);
        assert_eq!(in_range(&estimate(0.1, 0.0, 0.2), 0.3, 0.5), Verdict::Fails);
        assert_eq!(above(&estimate(0.6, 0.55, 0.65), 0.5), Verdict::Holds);
        assert_eq!(above(&estimate(0.6, 0.4, 0.8), 0.5), Verdict::Undecided);
        assert_eq!(above(&estimate(0.4, 0.3, 0.45), 0.5), Verdict::Fails);
        assert_eq!(below(&estimate(0.4, 0.3, 0.45), 0.5), Verdict::Holds);
        assert_eq!(below(&estimate(0.6, 0.4, 0.8), 0.5), Verdict::Undecided);
        assert_eq!(below(&estimate(0.6, 0.55, 0.8), 0.5), Verdict::Fails);
    }

    #[test]
    fn what_is_claimed_of_several_needs_all_of_them_and_fails_by_one() {
        let share = |right| Interval::share(right, 40);
        assert_eq!(mostly(&[share(40)]), Verdict::Holds);
        assert_eq!(mostly(&[share(40), share(40)]), Verdict::Holds);
        assert_eq!(mostly(&[share(39)]), Verdict::Undecided, "87–99.6 %");
        assert_eq!(mostly(&[share(39), share(27)]), Verdict::InPart, "the second is surely below 90 %");
        assert_eq!(mostly(&[share(28)]), Verdict::InPart);
        assert_eq!(mostly(&[share(20)]), Verdict::Undecided);
        assert_eq!(mostly(&[share(40), share(5)]), Verdict::Fails);
    }

    #[test]
    fn of_two_verdicts_the_worse_counts_and_undecided_is_better_than_none() {
        assert_eq!(Verdict::Holds.max(Verdict::Undecided), Verdict::Undecided);
        assert_eq!(Verdict::Undecided.max(Verdict::Fails), Verdict::Fails);
        assert_eq!(Verdict::Undecided.min(Verdict::Fails), Verdict::Undecided);
    }
}
