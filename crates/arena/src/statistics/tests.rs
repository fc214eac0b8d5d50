//! Published and independently computed values, and what must hold for any counts.

use super::*;

fn pairs([ll, ld, wl, wd, ww]: [u64; 5]) -> Pairs {
    Pairs { ll, ld, wl, dd: 0, wd, ww }
}

fn close(got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "got {got}, expected {expected}");
}

/// The approximation of the logistic ratio by a normal distribution.
fn approximate_logistic(sample: &Sample, elo0: f64, elo1: f64) -> f64 {
    let (s0, s1) = (score_of_elo(elo0), score_of_elo(elo1));
    sample.pairs * (s1 - s0) * (2.0 * sample.mean - s0 - s1) / (2.0 * sample.variance)
}

/// The approximation of the normalised ratio.
fn approximate_normalised(sample: &Sample, elo0: f64, elo1: f64) -> f64 {
    let t = (sample.mean - 0.5) / (2.0 * sample.variance).sqrt();
    let misfit = |elo: f64| 1.0 + (t - elo / NELO).powi(2);
    sample.pairs * (misfit(elo0) / misfit(elo1)).ln()
}

struct Golden {
    counts: [u64; 5],
    elo: [f64; 2],
    exact: f64,
    approximate: f64,
    normalised: f64,
    normalised_approximate: f64,
    difference: [f64; 2],
    los: f64,
}

/// The exact normalised ratios were computed by a fixed-point iteration on the distribution, not by a scan.
const GOLDEN: [Golden; 4] = [
    Golden {
        counts: [10789, 19328, 33806, 19402, 10543],
        elo: [-3.0, 1.0],
        exact: 2.131068,
        approximate: 2.131245,
        normalised: 0.300870,
        normalised_approximate: 0.300905,
        difference: [-0.7736, 1.2776],
        los: 0.117659,
    },
    Golden {
        counts: [39, 2226, 31451, 2412, 40],
        elo: [0.2, 0.9],
        exact: 2.162543,
        approximate: 2.162405,
        normalised: 1.216597,
        normalised_approximate: 1.216721,
        difference: [0.9030, 0.6625],
        los: 0.996222,
    },
    Golden {
        counts: [20, 60, 300, 80, 25],
        elo: [0.0, 5.0],
        exact: 1.002336,
        approximate: 1.010027,
        normalised: 0.649451,
        normalised_approximate: 0.651952,
        difference: [10.7489, 12.5391],
        los: 0.953709,
    },
    Golden {
        counts: [0, 0, 12, 3, 1],
        elo: [0.0, 10.0],
        exact: 0.453593,
        approximate: 0.767313,
        normalised: 0.246075,
        normalised_approximate: 0.296125,
        difference: [54.69, 51.28],
        los: 0.983885,
    },
];

fn sprt(elo: [f64; 2], model: EloModel) -> Sprt {
    Sprt::new(elo[0], elo[1], 0.05, 0.05, model).unwrap()
}

#[test]
fn the_golden_vectors_hold() {
    for golden in &GOLDEN {
        let pairs = pairs(golden.counts);
        let sample = Sample::new(&pairs);
        let [elo0, elo1] = golden.elo;
        close(sprt(golden.elo, EloModel::Logistic).llr(&pairs), golden.exact, 1e-6);
        close(approximate_logistic(&sample, elo0, elo1), golden.approximate, 1e-6);
        close(sprt(golden.elo, EloModel::Normalised).llr(&pairs), golden.normalised, 1e-6);
        close(approximate_normalised(&sample, elo0, elo1), golden.normalised_approximate, 1e-6);
        let [value, error] = golden.difference;
        let places = if value > 50.0 { 5e-3 } else { 5e-5 };
        close(pairs.elo().value, value, places);
        close(pairs.elo().error(), error, places);
        close(pairs.los().unwrap(), golden.los, 1e-6);
    }
}

#[test]
fn a_constrained_fit_keeps_its_constraint_and_no_neighbour_is_likelier() {
    for counts in
        [[20, 60, 300, 80, 25], [0, 0, 12, 3, 1], [3, 3, 1000, 0, 0], [1000, 3, 3, 0, 1000], [0, 0, 0, 0, 9]]
    {
        let sample = Sample::new(&pairs(counts));
        for t in [-0.2, 0.02, 0.2] {
            let fit = sample.with_deviations(t).unwrap();
            let moments = |distribution: &[f64; 5]| {
                let mean = expectation(distribution, |score| score);
                (mean, expectation(distribution, |score| (score - mean).powi(2)).sqrt())
            };
            let (mean, deviation) = moments(&fit);
            close(fit.iter().sum(), 1.0, 1e-9);
            close((mean - 0.5) / deviation, t, 1e-7);

            // Walk along the constraint: shift some weight, then restore it by moving weight between the ends.
            for (i, j) in [(0, 2), (1, 2), (1, 3), (2, 3), (2, 4)] {
                for sign in [-1.0, 1.0] {
                    let step = sign * 1e-3 * fit[i].min(fit[j]);
                    let along = |back: f64| {
                        let mut other = fit;
                        other[i] += step;
                        other[j] -= step;
                        other[0] -= back;
                        other[4] += back;
                        other
                    };
                    let reach = 0.5 * fit[0].min(fit[4]);
                    let lack = |back: f64| {
                        let (mean, deviation) = moments(&along(back));
                        t * deviation - (mean - 0.5)
                    };
                    if lack(-reach) <= 0.0 || lack(reach) >= 0.0 {
                        continue;
                    }
                    let other = along(bisect(-reach, reach, lack));
                    assert!(
                        sample.log_likelihood(&other) <= sample.log_likelihood(&fit) + 1e-9,
                        "{counts:?}, t {t}: {other:?} is likelier than {fit:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn no_counts_make_a_number_undefined() {
    let values = [0, 1, 50, 1_000_000];
    for code in 0..4usize.pow(5) {
        let pairs = pairs(std::array::from_fn(|i| values[code / 4usize.pow(i as u32) % 4]));
        let elo = pairs.elo();
        assert!(!elo.value.is_nan() && elo.error() >= 0.0, "{pairs:?}: {elo:?}");
        assert!(elo.low <= elo.value && elo.value <= elo.high, "{pairs:?}: {elo:?}");
        assert!(!pairs.nelo().value.is_nan() && !pairs.nelo().error().is_nan(), "{pairs:?}");
        let los = pairs.los();
        assert!(
            los.is_none_or(|los| (0.0..=1.0).contains(&los)) && los.is_some() == pairs.have_spread(),
            "{pairs:?}"
        );
    }
    for code in 0..3usize.pow(5) {
        let pairs = pairs(std::array::from_fn(|i| [0, 2, 10_000][code / 3usize.pow(i as u32) % 3]));
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for elo in [[0.0, 5.0], [-500.0, 500.0]] {
                let llr = sprt(elo, model).llr(&pairs);
                assert!(llr.is_finite(), "{pairs:?}, {elo:?}, {model:?}: {llr}");
            }
        }
    }
}

#[test]
fn swapping_the_players_changes_the_sign_of_everything() {
    let pairs = pairs([20, 60, 300, 80, 25]);
    let other = pairs.reversed();
    close(pairs.elo().value, -other.elo().value, 1e-9);
    close(pairs.elo().low, -other.elo().high, 1e-9);
    close(pairs.nelo().value, -other.nelo().value, 1e-9);
    close(pairs.los().unwrap(), 1.0 - other.los().unwrap(), 1e-12);
    for model in [EloModel::Logistic, EloModel::Normalised] {
        close(sprt([-2.0, 5.0], model).llr(&pairs), -sprt([-5.0, 2.0], model).llr(&other), 1e-8);
    }
}

#[test]
fn a_fit_exists_wherever_hypotheses_are_allowed() {
    let t = 500.0 / NELO * std::f64::consts::SQRT_2;
    for counts in [
        [0, 0, 0, 0, 1],
        [1, 0, 0, 0, 0],
        [0, 0, 1_000_000, 0, 0],
        [500, 0, 0, 0, 500],
        [1, 0, 100_000, 0, 1],
    ] {
        for t in [-t, -0.01, 0.01, t] {
            assert!(Sample::new(&pairs(counts)).with_deviations(t).is_some(), "{counts:?}, {t}");
        }
    }
}

#[test]
fn normalised_elo_counts_the_spread_of_single_games() {
    // Of 1000 pairs without any correlation and without draws, a game has the deviation ½, up to the small shift.
    let pairs = pairs([240, 0, 500, 0, 260]);
    close(pairs.nelo().value, 0.01 / 0.5 * NELO, 0.01);
}

#[test]
fn pairs_are_counted_in_either_order() {
    use GameScore::{Draw, Loss, Win};
    let mut pairs = Pairs::default();
    for one in [Loss, Draw, Win] {
        for other in [Loss, Draw, Win] {
            pairs.count(one, other);
        }
    }
    assert_eq!(pairs, Pairs { ll: 1, ld: 2, wl: 2, dd: 1, wd: 2, ww: 1 });
    assert_eq!(pairs.pentanomial(), [1, 2, 3, 2, 1]);
    assert_eq!(pairs.games(), Tally { wins: 6, draws: 6, losses: 6 });
}

#[test]
fn a_match_of_split_pairs_only_measures_nothing() {
    assert!(Pairs { wl: 9, ..Pairs::default() }.measures_nothing());
    assert!(!Pairs { wl: 9, dd: 1, ..Pairs::default() }.measures_nothing());
    assert!(!Pairs::default().measures_nothing());
}

#[test]
fn estimates_print_as_people_write_them() {
    assert_eq!(Estimate::around(12.34, 4.46).to_string(), "+12.3 ± 4.5");
    assert_eq!(format!("{:.0}", Estimate::around(-0.2, 4.4)), "+0 ± 4");
    assert_eq!(format!("{:>12}|", Estimate::around(-1.0, 2.0)), "  -1.0 ± 2.0|");
    assert_eq!(pairs([0, 0, 0, 0, 3]).elo().to_string(), "+∞");
    assert_eq!(pairs([3, 0, 0, 0, 0]).elo().to_string(), "-∞");
    assert_eq!(Pairs::default().elo().to_string(), "+0.0 ± ∞");
}

#[test]
fn few_pairs_and_pairs_that_are_all_alike_have_no_interval() {
    for (counts, elo, nelo) in [
        ([0, 0, 1, 0, 0], "+0.0 ± ∞", "+0.0 ± ∞"),
        ([1, 1, 2, 2, 1], "+24.9 ± ∞", "+0.0 ± ∞"),
        ([0, 0, 40, 0, 0], "+0.0 ± ∞", "+0.0 ± ∞"),
        ([4, 0, 0, 0, 0], "-∞", "-∞"),
    ] {
        let pairs = pairs(counts);
        assert_eq!((pairs.elo().to_string(), pairs.nelo().to_string()), (elo.to_owned(), nelo.to_owned()));
    }
    assert!(pairs([1, 1, 3, 2, 1]).elo().error().is_finite());
}

#[test]
fn the_test_ends_at_its_bounds() {
    let sprt = sprt([0.0, 5.0], EloModel::Logistic);
    close(sprt.bounds().0, -2.944439, 1e-6);
    close(sprt.bounds().1, 2.944439, 1e-6);
    assert_eq!(sprt.verdict_at(-2.95), TestVerdict::AcceptH0);
    assert_eq!(sprt.verdict_at(2.94), TestVerdict::Undecided);
    assert_eq!(sprt.verdict_at(2.95), TestVerdict::AcceptH1);
    assert_eq!(sprt.verdict(&Pairs::default()), TestVerdict::Undecided);
    assert_eq!(sprt.verdict(&pairs([10, 500, 3000, 900, 20])), TestVerdict::AcceptH1);
    assert_eq!(sprt.to_string(), "[0, 5] logistic, α 0.05, β 0.05");
}

#[test]
fn a_senseless_test_is_refused_in_any_form() {
    let new = |elo0, elo1, alpha| Sprt::new(elo0, elo1, alpha, 0.05, EloModel::Normalised);
    assert_eq!(new(5.0, 0.0, 0.05), Err(SprtError::Elo(5.0, 0.0)));
    assert!(new(f64::NAN, 0.0, 0.05).is_err());
    assert_eq!(new(0.0, 5.0, 0.0), Err(SprtError::Rates(0.0, 0.05)));
    let text = r#"{"elo0":5,"elo1":0,"alpha":0.05,"beta":0.05,"model":"logistic"}"#;
    assert!(serde_json::from_str::<Sprt>(text).unwrap_err().to_string().contains("got [5, 0]"));
    let good = new(0.0, 5.0, 0.05).unwrap();
    assert_eq!(serde_json::from_str::<Sprt>(&serde_json::to_string(&good).unwrap()).unwrap(), good);
}

#[test]
fn the_normal_distribution_is_known() {
    close(normal_cdf(0.0), 0.5, 0.0);
    close(normal_cdf(1.959963984540054), 0.975, 1e-14);
    close(normal_cdf(-3.0), 0.0013498980316300946, 1e-15);
    close(normal_cdf(9.0), 1.0, 0.0);
}
