//! Names and keys that nobody can guess.

use crate::wire::TableId;

/// A secret of 128 bits from the operating system, as 32 hexadecimal digits.
///
/// # Panics
/// If the operating system has no random numbers to give: there is no safe way on.
pub fn random_hex() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A name for a table.
pub(crate) fn fresh_id() -> TableId {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}
