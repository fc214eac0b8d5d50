//! What the evaluations of the classic programs count in a position, and what the network says of it at first sight.

use goren_classics::{CLASSICS, Classic, ClassicError, Made, Settings, TableRow};
use goren_core::Position;
use goren_engine::glance;
use goren_record::{ReadOptions, read};

use crate::chance::of_black;
use crate::theatre::answer_name;
use crate::wire::{
    AnswerView, CandidateView, CountedView, EvaluationXray, GlanceRequest, GlanceView, MadeView, MaskedView,
    PolicyView, RowView, VariantXray, WalkMatch, WalkView, XrayRequest,
};

/// The longest text of a position, in bytes.
const LONGEST: usize = 8 << 10;
/// Moves of the policy that are sent; the rest is less likely than any mark on a board could show.
const POLICY: usize = 40;

/// How a program comes to the value of a position, or one line that says why it cannot be told.
pub(crate) fn explain(request: &XrayRequest) -> Result<EvaluationXray, String> {
    let position = position(&request.position)?;
    let description = CLASSICS.iter().find(|description| description.name == request.classic);
    let description = description.ok_or_else(|| ClassicError::Name(clipped(&request.classic)).to_string())?;
    let settings = Settings {
        weighting: request.weighting.as_deref().map(clipped),
        variant: request.variant.as_deref().map(clipped),
        with: request.with.iter().map(|name| clipped(name)).collect(),
        without: request.without.iter().map(|name| clipped(name)).collect(),
        ..Settings::default()
    };
    let program = Classic::new(description, &settings).map_err(|error| error.to_string())?;
    let side = request.side.unwrap_or(position.side());
    let explanation = program.explain(&position, side);
    let counted = explanation.counted.into_iter().map(|each| CountedView {
        name: each.name,
        cells: each.cells,
        owner: each.owner,
        points: each.points,
        window: each.window,
        weight: each.weight,
        factor: each.factor,
        contribution: each.contribution,
    });
    let masked = explanation.masked.into_iter().map(|(direction, point)| MaskedView { point, direction });
    let candidates = explanation.candidates.into_iter().map(|each| CandidateView {
        point: each.point,
        score: each.score,
        watched: each.watched,
        kept: each.kept,
        made: each
            .made
            .into_iter()
            .map(|Made { table, pattern, points, score }| MadeView { table, pattern, points, score })
            .collect(),
    });
    let walks = explanation.walks.into_iter().map(|walk| WalkView {
        points: walk.points,
        letters: walk.letters,
        states: walk.states,
        matches: walk.matches.into_iter().map(|(counted, end)| WalkMatch { counted, end }).collect(),
    });
    let table = explanation.table.into_iter().map(|TableRow { name, owner, weight, factor }| RowView {
        name,
        owner,
        weight,
        factor,
    });
    let variants = description.variants.iter().map(|variant| VariantXray {
        name: variant.name,
        summary: variant.summary,
        moves: variant.witness.map(|witness| witness.moves),
    });
    Ok(EvaluationXray {
        classic: description.name,
        side,
        to_move: position.side(),
        value: explanation.value,
        counted: counted.collect(),
        masked: masked.collect(),
        candidates: candidates.collect(),
        answer: explanation.answer.map(|(point, answer)| AnswerView { point, why: answer_name(answer) }),
        table: table.collect(),
        walks: walks.collect(),
        weightings: description.weightings.to_vec(),
        variants: variants.collect(),
    })
}

/// The network's value and policy of a position.
pub(crate) fn look(request: &GlanceRequest) -> Result<GlanceView, String> {
    let position = position(&request.position)?;
    let glance = glance(&position).ok_or_else(|| format!("there is no network for {}", position.rule()))?;
    let policy = glance.policy.into_iter().take(POLICY);
    Ok(GlanceView {
        to_move: position.side(),
        black: of_black(glance.chance, position.side()),
        policy: policy.map(|(point, share)| PolicyView { point, share }).collect(),
    })
}

fn position(text: &str) -> Result<Position, String> {
    if text.len() > LONGEST {
        return Err(format!("expected a position of at most {LONGEST} bytes, got {}", text.len()));
    }
    let options = ReadOptions { most_games: Some(1), ..ReadOptions::default() };
    let records = read(text.as_bytes(), &options).map_err(|error| error.to_string())?;
    let record = records.first().ok_or_else(|| format!("expected a position, got `{}`", clipped(text)))?;
    record.position().map_err(|error| error.to_string())
}

/// What of a bad name is worth quoting.
fn clipped(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goren_core::Stone;

    fn request(classic: &str, position: &str) -> XrayRequest {
        XrayRequest {
            position: position.to_owned(),
            classic: classic.to_owned(),
            weighting: None,
            variant: None,
            with: Vec::new(),
            without: Vec::new(),
            side: None,
        }
    }

    #[test]
    fn an_answer_without_a_search_is_told_and_so_are_the_rows_that_nothing_matches() {
        let booked = explain(&request("trapper", "#rule=freestyle&size=15&moves=h8")).unwrap();
        let answer = booked.answer.unwrap();
        assert_eq!((answer.point.to_string(), answer.why), ("g9".to_owned(), crate::wire::AnswerName::Book));
        let table = explain(&request("masked", "#rule=standard&size=15&moves=h8i9")).unwrap().table;
        assert_eq!((table.len(), table[0].name.as_str(), table[0].weight), (14, "five in row", 27_000.0));
    }

    #[test]
    fn a_position_is_explained_for_either_side() {
        for classic in CLASSICS {
            let request = request(classic.name, "#rule=standard&size=9&traps=a1&moves=d4d6e4e6f4f6");
            for side in [None, Some(Stone::White)] {
                let xray = explain(&XrayRequest { side, ..request.clone() }).unwrap();
                let sum: f64 = xray.counted.iter().map(|each| each.contribution).sum();
                assert_eq!((sum, xray.side), (xray.value, side.unwrap_or(Stone::Black)), "{}", classic.name);
                assert!(!xray.counted.is_empty() && !xray.candidates.is_empty());
            }
        }
    }

    #[test]
    fn a_variant_of_boundary_has_a_dictionary_of_its_own() {
        let value = |variant: Option<&str>| {
            let request = request("boundary", "h8h9i8i9j8k10j7");
            explain(&XrayRequest { variant: variant.map(str::to_owned), ..request }).unwrap()
        };
        let (corrected, programmed) = (value(None), value(Some("programmed")));
        assert_ne!(corrected.value, programmed.value);
        assert_eq!(corrected.variants[0].name, "corrected");
        assert!(corrected.variants[1..].iter().all(|variant| variant.moves.is_some()));
    }

    #[test]
    fn a_single_addition_counts_otherwise() {
        let value = |with: &[&str]| {
            let with = with.iter().map(|&name| name.to_owned()).collect();
            explain(&XrayRequest { with, ..request("boundary", "h8h9i8i9j8k10j7") }).unwrap().value
        };
        assert_ne!(value(&[]), value(&["own-scores"]));
    }

    #[test]
    fn what_cannot_be_explained_is_said_in_one_line() {
        let refused = |request: XrayRequest| explain(&request).unwrap_err();
        assert!(refused(request("alphago", "h8")).contains("`alphago`"));
        assert!(refused(request("masked", "h8h8")).contains("h8"));
        assert!(refused(request("masked", &"h".repeat(9_000))).contains("at most 8192 bytes, got 9000"));
        let heavy = XrayRequest { weighting: Some("heavy".to_owned()), ..request("masked", "h8") };
        assert!(refused(heavy).contains("`heavy`"));
        let scanned = XrayRequest { variant: Some("scanned".to_owned()), ..request("masked", "h8") };
        assert!(refused(scanned).contains("`scanned`"));
        let magic = XrayRequest { without: vec!["magic".to_owned()], ..request("masked", "h8") };
        assert!(refused(magic).contains("`magic`"));
        let luck = XrayRequest { with: vec!["luck".to_owned()], ..request("masked", "h8") };
        assert!(refused(luck).contains("`luck`"));
    }

    #[test]
    fn the_network_says_black_s_chance_and_a_bounded_policy() {
        let look = |position: &str| look(&GlanceRequest { position: position.to_owned() }).unwrap();
        let (black, white) = (look("h8a1h9a15"), look("a1h8a15h9o1"));
        assert!(black.black > 0.6 && white.black < 0.4);
        assert_eq!((black.policy.len(), white.to_move), (POLICY, Stone::White));
    }
}
