//! A library of games in one file: import, search by position and pattern, opening statistics.
#![forbid(unsafe_code)]
