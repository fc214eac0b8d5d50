//! Every claim of the five documents: the quotation, what was measured, and a verdict.
//!
//! Verdicts rest on node counts, medians and confidence intervals, on the claims' own arithmetic, or on what a document's
//! listing shows. A time on the authors' machine is not tested here: it is shown beside ours. A claim for which the
//! experiment was not run has no verdict.

mod automaton;
mod bound;
mod boundary;
mod masked;
#[cfg(test)]
mod sample;
mod sequences;
mod source;
mod statistic;
mod trapper;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use self::bound::Bound;
use self::source::{Measured, Source};
use crate::document::{DOCUMENTS, Document, document};
use crate::findings::Findings;
use crate::{Finding, csv};

/// A claim of a document: the quotation, what is measured, and what it says of that.
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
    sources: &'static [Source],
    /// What was measured, with the values of the sources in braces.
    sentence: &'static str,
    /// The estimates that the bound is held against.
    judged: &'static [&'static str],
    bound: Bound,
    /// The verdict if the number of something is not zero.
    exception: Option<(&'static str, ClaimVerdict)>,
    /// The estimates whose intervals are shown.
    shown: &'static [&'static str],
    why: &'static str,
}

/// A claim of which nothing is said yet.
const fn claim(id: &'static str, place: &'static str, command: &'static str) -> Claim {
    Claim {
        id,
        place,
        command,
        quote: "",
        sources: &[],
        sentence: "–",
        judged: &[],
        bound: Bound::Settled(ClaimVerdict::NotMeasured),
        exception: None,
        shown: &[],
        why: "",
    }
}

/// The tables of claims are written with these.
impl Claim {
    const fn says(self, quote: &'static str) -> Claim {
        Claim { quote, ..self }
    }

    /// What is measured, and the sentence of it: `{nodes}` is a value of the first source, `{2.nodes}` of the second.
    const fn measured(self, sources: &'static [Source], sentence: &'static str) -> Claim {
        Claim { sources, sentence, ..self }
    }

    /// The bound that decides, and the estimates that are held against it and shown.
    const fn by(self, judged: &'static [&'static str], bound: Bound) -> Claim {
        Claim { judged, bound, shown: judged, ..self }
    }

    /// What decides where no bound does.
    const fn is(self, verdict: ClaimVerdict) -> Claim {
        Claim { bound: Bound::Settled(verdict), ..self }
    }

    /// What decides instead if the number of something is not zero.
    const fn unless(self, count: &'static str, verdict: ClaimVerdict) -> Claim {
        Claim { exception: Some((count, verdict)), ..self }
    }

    /// The estimates that are shown, if not those that decide.
    const fn showing(self, shown: &'static [&'static str]) -> Claim {
        Claim { shown, ..self }
    }

    const fn because(self, why: &'static str) -> Claim {
        Claim { why, ..self }
    }

    const fn holds(self, sentence: &'static str) -> Claim {
        self.measured(&[], sentence).is(ClaimVerdict::Holds)
    }

    const fn in_part(self, sentence: &'static str) -> Claim {
        self.measured(&[], sentence).is(ClaimVerdict::InPart)
    }

    const fn fails(self, sentence: &'static str) -> Claim {
        self.measured(&[], sentence).is(ClaimVerdict::Fails)
    }

    const fn untestable(self, why: &'static str) -> Claim {
        self.is(ClaimVerdict::Untestable).because(why)
    }
}

impl Claim {
    /// The program that it is about.
    pub fn agent(&self) -> &'static str {
        self.id.split_once('-').map_or(self.id, |(agent, _)| agent)
    }

    /// What the findings say of it, if they have all that its sentence needs.
    fn judge(&self, findings: &Findings) -> Option<ClaimJudgement> {
        let found = Measured::of(self.sources, findings, self.agent());
        let estimates: Option<Vec<_>> = self.judged.iter().map(|name| found.interval(name)).collect();
        let verdict = match self.exception {
            Some((count, verdict)) if found.has(count)? => verdict,
            _ => self.bound.verdict(&estimates?),
        };
        let why = match self.bound {
            Bound::Saves(..) if verdict == ClaimVerdict::InPart => "it saves more than claimed",
            _ => self.why,
        };
        let ranges: Vec<String> = self.shown.iter().filter_map(|name| found.range(name)).collect();
        Some(ClaimJudgement {
            measured: found.fill(self.sentence)?,
            interval: ranges.join(", "),
            verdict,
            why: found.fill(why)?,
            run: String::new(),
        })
    }
}

const ABLATE: &str = "goren lab ablate --out lab";
const BY_HAND: &str = "by hand";
const CONTRASTS: &str = "goren lab contrasts --out lab";
const DEPTH: &str = "goren lab depth --out lab";
const DRILLS: &str = "goren lab drills --out lab";
const DUELS: &str = "goren lab duels --out lab";
const MATCH: &str = "goren lab match --out lab";

/// What a measurement says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ClaimVerdict {
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

impl ClaimVerdict {
    /// All verdicts.
    pub const ALL: [ClaimVerdict; 6] = [
        ClaimVerdict::Holds,
        ClaimVerdict::InPart,
        ClaimVerdict::Undecided,
        ClaimVerdict::Fails,
        ClaimVerdict::Untestable,
        ClaimVerdict::NotMeasured,
    ];

    /// The verdict in words.
    pub fn name(self) -> &'static str {
        match self {
            ClaimVerdict::Holds => "holds",
            ClaimVerdict::InPart => "holds in part",
            ClaimVerdict::Undecided => "undecided",
            ClaimVerdict::Fails => "does not hold",
            ClaimVerdict::Untestable => "cannot be tested here",
            ClaimVerdict::NotMeasured => "not measured",
        }
    }
}

/// What was found out about a claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimJudgement {
    /// What was measured or computed.
    pub measured: String,
    /// The 95 % confidence interval, if it is an estimate.
    pub interval: String,
    /// The verdict.
    pub verdict: ClaimVerdict,
    /// Its reason, where the numbers alone do not say it.
    pub why: String,
    /// How much was measured, and when; empty if nothing had to be.
    #[serde(default)]
    pub run: String,
}

impl ClaimJudgement {
    fn new(measured: &str, verdict: ClaimVerdict) -> ClaimJudgement {
        let [interval, why, run] = [(); 3].map(|()| String::new());
        ClaimJudgement { measured: measured.to_owned(), interval, verdict, why, run }
    }
}

/// A claim with what was found out about it.
#[derive(Clone)]
pub struct ClaimRow {
    /// The claim.
    pub claim: &'static Claim,
    /// What was found out.
    pub judgement: ClaimJudgement,
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
pub(crate) fn all_claims() -> impl Iterator<Item = &'static Claim> {
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
            Some(judgement) => ClaimJudgement { run: findings.run.clone(), ..judgement },
            None => ClaimJudgement::new("–", ClaimVerdict::NotMeasured),
        };
        ClaimRow { claim, judgement }
    };
    ClaimTable { rows: all_claims().map(row).collect() }
}

/// The judgements that goren was built with: the run that docs/classics.md shows.
pub fn recorded() -> BTreeMap<String, ClaimJudgement> {
    judgements(include_str!("../../../docs/lab/claims.csv"))
}

/// The judgements in a table as [`ClaimTable`] writes it, by claim, but for those that rest on no run.
pub fn judgements(csv: &str) -> BTreeMap<String, ClaimJudgement> {
    let mut rows = csv::rows(csv).into_iter();
    let head = rows.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|each| each == name);
    let columns = ["claim", "measured", "interval", "verdict", "why", "run"].map(column);
    let read = |row: Vec<String>| {
        let [id, measured, interval, verdict, why, run] =
            columns.map(|column| Some(row.get(column?)?.as_str()));
        let verdict = ClaimVerdict::ALL.into_iter().find(|each| Some(each.name()) == verdict)?;
        let text = |cell: Option<&str>| cell.map(str::to_owned);
        let run = text(run).filter(|run| !run.is_empty())?;
        let judgement = ClaimJudgement {
            measured: text(measured)?,
            interval: text(interval)?,
            verdict,
            why: text(why)?,
            run,
        };
        Some((text(id)?, judgement))
    };
    rows.filter_map(read).collect()
}

impl ClaimTable {
    /// With the judgements of earlier runs where nothing was measured this time.
    #[must_use]
    pub fn with_earlier(mut self, earlier: &BTreeMap<String, ClaimJudgement>) -> ClaimTable {
        for row in self.rows.iter_mut().filter(|row| row.judgement.verdict == ClaimVerdict::NotMeasured) {
            if let Some(judgement) = earlier.get(row.claim.id) {
                row.judgement = judgement.clone();
            }
        }
        self
    }

    /// The judgements of all claims that were measured, by claim.
    pub fn judgements(&self) -> BTreeMap<String, ClaimJudgement> {
        let measured = self.rows.iter().filter(|row| row.judgement.verdict != ClaimVerdict::NotMeasured);
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
                let ClaimJudgement { measured, interval, verdict, why, run } = &row.judgement;
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
    pub fn count(&self, agent: &str, verdict: ClaimVerdict) -> usize {
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
            let ClaimJudgement { measured, interval, verdict, why, run } = &row.judgement;
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
    use crate::interval::Interval;
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
        assert_eq!(verdict("boundary-225-cubed"), ClaimVerdict::Fails);
        assert_eq!(verdict("boundary-225-fourth"), ClaimVerdict::Fails);
        assert_eq!(verdict("boundary-894-depth-3"), ClaimVerdict::Fails);
        assert_eq!(verdict("boundary-storage"), ClaimVerdict::NotMeasured);
        assert_eq!(verdict("masked-persons"), ClaimVerdict::Untestable);
        assert_eq!(verdict("sequences-64"), ClaimVerdict::Holds);
        for row in &table.rows {
            let is_explained =
                row.judgement.verdict != ClaimVerdict::Untestable || !row.judgement.why.is_empty();
            assert!(is_explained, "{}", row.claim.id);
        }
        assert_eq!(table.csv().lines().count(), table.rows.len() + 1);
    }

    #[test]
    fn what_was_measured_earlier_stays_until_it_is_measured_again() {
        let nothing = claims(&Findings::default());
        let mut earlier = nothing.judgements();
        assert!(!earlier.contains_key("boundary-storage"));
        earlier.insert("boundary-storage".to_owned(), ClaimJudgement::new("12 KB", ClaimVerdict::Holds));
        earlier
            .insert("sequences-64".to_owned(), ClaimJudgement::new("an older reading", ClaimVerdict::Fails));
        let table = nothing.with_earlier(&earlier);
        let of = |id: &str| table.rows.iter().find(|row| row.claim.id == id).unwrap().judgement.clone();
        assert_eq!(of("boundary-storage"), ClaimJudgement::new("12 KB", ClaimVerdict::Holds));
        assert_eq!(of("sequences-64").verdict, ClaimVerdict::Holds, "what is known now counts");
        assert_eq!(table.judgements()["boundary-storage"], ClaimJudgement::new("12 KB", ClaimVerdict::Holds));
    }

    #[test]
    fn the_documentation_has_the_recorded_verdict_of_every_claim() {
        let page = include_str!("../../../docs/classics.md");
        let table = claims(&Findings::default()).with_earlier(&recorded());
        for line in table.markdown().lines() {
            assert!(page.lines().any(|each| each == line), "docs/classics.md lacks {line}");
        }
        let count = |verdict| table.rows.iter().filter(|row| row.judgement.verdict == verdict).count();
        assert_eq!(count(ClaimVerdict::NotMeasured), 0);
        let summary = format!(
            "Of {} claims {} hold, {} hold in part, {} are undecided, {} do not hold and {} cannot be tested here",
            table.rows.len(),
            count(ClaimVerdict::Holds),
            count(ClaimVerdict::InPart),
            count(ClaimVerdict::Undecided),
            count(ClaimVerdict::Fails),
            count(ClaimVerdict::Untestable)
        );
        assert!(page.contains(&summary), "docs/classics.md lacks: {summary}");
    }

    #[test]
    fn a_table_of_claims_is_read_as_it_was_written() {
        let run = "quick, 2026-11-18";
        let one = ClaimJudgement {
            run: run.to_owned(),
            why: "why, indeed".to_owned(),
            ..ClaimJudgement::new("12 KB, \"all\"", ClaimVerdict::Holds)
        };
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
            assert_ne!(judgement.verdict, ClaimVerdict::NotMeasured, "{id}");
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
        for claim in all_claims().filter(|claim| !claim.judged.is_empty()) {
            // Some verdicts rest on estimates that are not shown.
            let place = |name: &&str| claim.shown.iter().position(|shown| shown == name);
            let Some(places) = claim.judged.iter().map(place).collect::<Option<Vec<_>>>() else { continue };
            let judgement = recorded.get(claim.id).unwrap_or_else(|| panic!("{} is not recorded", claim.id));
            let shown = printed(&judgement.interval);
            let judged: Vec<Interval> = places.into_iter().map(|place| shown[place]).collect();
            let verdict = claim.bound.verdict(&judged);
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
    fn every_claim_is_measured_when_every_experiment_was_run() {
        let findings = sample::findings();
        let nothing = Findings::default();
        for claim in all_claims() {
            let judgement = claim.judge(&findings).unwrap_or_else(|| panic!("{} is not measured", claim.id));
            let ClaimJudgement { measured, interval, verdict, why, .. } = &judgement;
            assert_ne!(*verdict, ClaimVerdict::NotMeasured, "{}", claim.id);
            // Nothing is left out: a value of another name would be.
            let found = Measured::of(claim.sources, &findings, claim.agent());
            let whole = |text: &str| found.fill(&text.replace(['[', ']'], ""));
            assert_eq!(whole(claim.sentence).as_ref(), Some(measured), "{}", claim.id);
            let is_advice = claim.why.contains("{advice}");
            assert!(is_advice || whole(claim.why).as_ref() == Some(why), "{}", claim.id);
            assert_eq!(
                interval.split(", ").filter(|one| !one.is_empty()).count(),
                claim.shown.len(),
                "{}",
                claim.id
            );
            let is_measured = !claim.sources.is_empty();
            assert_eq!(claim.judge(&nothing) != Some(judgement), is_measured, "{}", claim.id);
        }
    }

    #[test]
    fn an_exception_comes_before_the_bound_and_more_than_was_claimed_is_said() {
        let judged = |id: &str, same_moves, low, high| {
            let mut findings = sample::findings();
            for ablation in &mut findings.ablate.as_mut().unwrap().rows {
                ablation.same_moves = same_moves;
                ablation.nodes_factor = Interval { value: (low + high) / 2.0, low, high };
            }
            let judgement = all_claims().find(|claim| claim.id == id).unwrap().judge(&findings).unwrap();
            (judgement.verdict, judgement.why)
        };
        assert_eq!(judged("masked-same-move", 9, 2.0, 3.0).0, ClaimVerdict::Holds);
        assert_eq!(
            judged("masked-same-move", 8, 2.0, 3.0).0,
            ClaimVerdict::Fails,
            "another move is another move"
        );
        // Two to five tenths are left: five to eight are saved.
        assert_eq!(judged("boundary-ordering", 9, 2.5, 3.0), (ClaimVerdict::Holds, String::new()));
        let more = (ClaimVerdict::InPart, "it saves more than claimed".to_owned());
        assert_eq!(judged("boundary-ordering", 9, 5.0, 8.0), more);
    }

    #[test]
    fn the_arithmetic_of_the_tables_is_right() {
        let says = |id: &str, text: String| {
            let claim = all_claims().find(|claim| claim.id == id).unwrap();
            assert!(claim.sentence.replace(',', "").contains(&text), "{id}: {text}");
        };
        says("boundary-225-cubed", format!("225³ = {}", 225u64.pow(3)));
        says("boundary-225-fourth", format!("225⁴ = {}", 225u64.pow(4)));
        says("boundary-894-depth-3", format!("20^1.5 = {:.1}", 20f64.powf(1.5)));
        says("boundary-reduction", format!("give {:.6} %", 100.0 * (1.0 - 894.0 / 11.4e9)));
        let corrected = 1.0 - 20f64.powf(1.5) / 225f64.powi(3);
        says("boundary-reduction", format!("corrected {:.4} %", 100.0 * corrected));
        says("sequences-huge", format!("{}", 64u64 * 63 * 62 * 61 * 60));
        says("masked-game-tree", format!("10^{:.1}:", 30.0 * 210f64.log10()));
        let ratios = |weights: [f64; 4]| {
            let pairs = weights.windows(2).map(|pair| format!("{:.1}", pair[0] / pair[1]));
            pairs.collect::<Vec<_>>().join(" ")
        };
        says("masked-weights-30", format!("own {}", ratios([27000.0, 905.0, 25.0, 1.0])));
        says("masked-weights-30", format!("opponent’s {}", ratios([26999.0, 900.0, 30.0, 0.5])));
        says("masked-example-sum", format!("{}", (1810.0 + 50.0 + 25.0 + 7.0 + 3.0) - (4.5 + 1.5)));
        says("masked-state-space", format!("10^{:.1} boards", 225.0 * 3f64.log10()));
        // As many black stones as white ones, or one more.
        let factorial = |n: usize| (1..=n).map(|k| (k as f64).log10()).sum::<f64>();
        let boards = |stones: usize| {
            let (black, white) = (stones.div_ceil(2), stones / 2);
            factorial(225) - factorial(black) - factorial(white) - factorial(225 - stones)
        };
        let all: f64 = (0..=225).map(|stones| 10f64.powf(boards(stones) - 100.0)).sum();
        says("masked-state-space", format!("10^{:.1} with equal", 100.0 + all.log10()));
    }
}
