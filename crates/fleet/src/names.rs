//! The names under which a fleet's messages, streams and files go, and which names are allowed in them.

/// The longest name of a run, a worker, an engine or a fleet.
const LONGEST: usize = 64;

/// Whether a text may name a run, a worker, an engine or a fleet: 1 to 64 of the characters `A–Z a–z 0–9 - _`.
///
/// Such names become subjects, keys and file names, so nothing else is allowed in them.
pub fn is_name(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
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

/// The names of one fleet; all start with its prefix.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    prefix: String,
}

impl Names {
    /// The prefix must be a name.
    pub(crate) fn new(prefix: &str) -> Names {
        debug_assert!(is_name(prefix));
        Names { prefix: prefix.to_owned() }
    }

    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    pub(crate) fn runs(&self) -> String {
        format!("{}-runs", self.prefix)
    }

    pub(crate) fn aside(&self) -> String {
        format!("{}-aside", self.prefix)
    }

    pub(crate) fn objects(&self) -> String {
        format!("{}-objects", self.prefix)
    }

    /// The stream behind a bucket.
    pub(crate) fn bucket_stream(bucket: &str) -> String {
        format!("KV_{bucket}")
    }

    /// The subject of a key; live changes are heard here.
    pub(crate) fn key(bucket: &str, key: &str) -> String {
        format!("$KV.{bucket}.{key}")
    }

    pub(crate) fn tasks_stream(&self, run: &str) -> String {
        format!("{}-tasks-{run}", self.prefix)
    }

    pub(crate) fn answers_stream(&self, run: &str) -> String {
        format!("{}-answers-{run}", self.prefix)
    }

    pub(crate) fn tasks(&self, run: &str) -> String {
        format!("{}.tasks.{run}.*", self.prefix)
    }

    pub(crate) fn answers(&self, run: &str) -> String {
        format!("{}.answers.{run}.*.*", self.prefix)
    }

    pub(crate) fn task(&self, run: &str, number: u64) -> String {
        format!("{}.tasks.{run}.{number}", self.prefix)
    }

    /// Where a worker answers: the server's rights decide who may answer under its name.
    pub(crate) fn answer(&self, run: &str, worker: &str, number: u64) -> String {
        format!("{}.answers.{run}.{worker}.{number}", self.prefix)
    }

    pub(crate) fn worker_pulse(&self, worker: &str) -> String {
        format!("{}.pulse.worker.{worker}", self.prefix)
    }

    pub(crate) fn run_pulse(&self, run: &str) -> String {
        format!("{}.pulse.run.{run}", self.prefix)
    }

    pub(crate) fn pulses(&self) -> String {
        format!("{}.pulse.>", self.prefix)
    }
}

/// The number at the end of a task's or an answer's subject.
pub(crate) fn number_of(subject: &str) -> Option<u64> {
    subject.rsplit('.').next()?.parse().ok()
}

/// The worker under whose name an answer was published.
pub(crate) fn sender_of(subject: &str) -> Option<&str> {
    subject.rsplit('.').nth(1)
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

    #[test]
    fn a_subject_ends_with_its_number() {
        let names = Names::new("goren");
        assert_eq!(number_of(&names.task("r", 17)), Some(17));
        assert_eq!(number_of(&names.answers("r")), None);
        let subject = names.answer("r", "w-1", 17);
        assert_eq!((sender_of(&subject), number_of(&subject)), (Some("w-1"), Some(17)));
    }
}
