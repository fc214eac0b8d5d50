//! The gain sequences of SPSA: how far parameters are perturbed, and how far a result moves them.
//!
//! The method is Spall's (1992), with his exponents. As in Fishtest and OpenBench the constants follow from what is wanted at the
//! end: the perturbation of the last iteration, and the rate at which one point moves a parameter then.

/// The exponent by which moves shrink.
const ALPHA: f64 = 0.602;
/// The exponent by which perturbations shrink.
const GAMMA: f64 = 0.101;
/// The share of the iterations that is added to the number of each, so that the first moves are not too large.
const STABILITY: f64 = 0.1;

/// The sequences of one run. Iterations are counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gains {
    pub(super) iterations: u32,
    /// The part of its step by which a parameter moves for one point in the last iteration.
    pub(super) rate: f64,
}

impl Gains {
    /// How far an iteration perturbs a parameter whose step in the last iteration is `step`: c_k.
    pub(super) fn perturbation(&self, step: f64, iteration: u32) -> f64 {
        step * (f64::from(self.iterations) / f64::from(iteration)).powf(GAMMA)
    }

    /// How far an iteration moves such a parameter for each point by which one side was ahead: a_k / c_k.
    pub(super) fn movement(&self, step: f64, iteration: u32) -> f64 {
        let stability = STABILITY * f64::from(self.iterations);
        let shrinking = (stability + f64::from(self.iterations)) / (stability + f64::from(iteration));
        self.rate * step * step * shrinking.powf(ALPHA) / self.perturbation(step, iteration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_iteration_has_the_step_and_the_rate_that_were_wanted() {
        let gains = Gains { iterations: 1000, rate: 0.25 };
        assert_eq!((gains.perturbation(12.0, 1000), gains.movement(12.0, 1000)), (12.0, 3.0));
    }

    #[test]
    fn perturbations_and_moves_shrink_as_spall_has_them() {
        let gains = Gains { iterations: 1000, rate: 0.004 };
        let near = |one: f64, other: f64| assert!((one / other - 1.0).abs() < 1e-12, "{one} {other}");
        near(gains.perturbation(12.0, 10) / gains.perturbation(12.0, 100), 10_f64.powf(0.101));
        let a = |k: u32| gains.movement(12.0, k) * gains.perturbation(12.0, k);
        near(a(10) / a(900), (1000_f64 / 110.0).powf(0.602));
    }
}
