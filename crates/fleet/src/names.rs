//! Which names are allowed in a fleet: they become subjects, keys and file names.

/// The longest name of a run, a worker, an engine or a fleet.
const MAX_NAME_LETTERS: usize = 64;

/// Whether a text may name a run, a worker, an engine or a fleet: 1 to 64 of the characters `A–Z a–z 0–9 - _`.
///
/// Such names become subjects, keys and file names, so nothing else is allowed in them.
pub fn is_name(text: &str) -> bool {
    (1..=MAX_NAME_LETTERS).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

/// Whether a text is a SHA-256 as 64 lower-case hexadecimal digits.
pub fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A run's identifier from what determines it, such as the header of its journal: 16 hexadecimal digits.
pub fn run_id(what: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(what).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_letters_digits_and_two_signs_make_a_name() {
        for good in ["a", "worker-3", "A_b", &"x".repeat(64)] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "a.b", "a b", "*", ">", "../x", "ä", "a/b", "a\n", &"x".repeat(65)] {
            assert!(!is_name(bad), "{bad}");
        }
    }

    #[test]
    fn a_hash_is_64_lower_case_digits() {
        assert!(is_hash(&"0f".repeat(32)));
        for bad in ["", "0f", &"0F".repeat(32), &"0g".repeat(32), &"0f".repeat(33)] {
            assert!(!is_hash(bad), "{bad}");
        }
    }

    #[test]
    fn the_same_journal_has_the_same_run() {
        assert_eq!(run_id(b"plan"), run_id(b"plan"));
        assert_ne!(run_id(b"plan"), run_id(b"plan "));
        assert_eq!(run_id(b"").len(), 16);
        assert!(is_name(&run_id(b"")));
    }
}
