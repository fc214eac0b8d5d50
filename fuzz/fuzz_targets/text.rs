//! Any text as each of the things that core reads: never a panic, and what was understood survives being written and
//! read again.
#![no_main]

use std::fmt::{Debug, Display};
use std::str::FromStr;

use goren_core::{Adjudication, Opening, Point, Rule, Size, Step, TimeControl};
use libfuzzer_sys::fuzz_target;

fn check<T: FromStr<Err: Debug> + Display + Debug + PartialEq>(text: &str) {
    let Ok(value) = text.parse::<T>() else { return };
    let again: T = value.to_string().parse().expect("what was written can be read");
    assert_eq!(again, value, "{text}");
}

fuzz_target!(|text: &str| {
    let _ = text.parse::<Adjudication>();
    check::<Opening>(text);
    check::<Point>(text);
    check::<Rule>(text);
    check::<Size>(text);
    check::<Step>(text);
    check::<TimeControl>(text);
});
