//! The subjects, streams and buckets under which a fleet's messages go.

use crate::names::is_name;

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

    /// The workers that were banned from a run, with the reasons.
    pub(crate) fn banned(&self) -> String {
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
    fn a_subject_ends_with_its_number() {
        let names = Names::new("goren");
        assert_eq!(number_of(&names.task("r", 17)), Some(17));
        assert_eq!(number_of(&names.answers("r")), None);
        let subject = names.answer("r", "w-1", 17);
        assert_eq!((sender_of(&subject), number_of(&subject)), (Some("w-1"), Some(17)));
    }
}
