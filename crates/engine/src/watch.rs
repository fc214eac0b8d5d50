//! What a search is looking at, for those who want to see it work.

use std::fmt;
use std::sync::Arc;

use goren_core::Point;

/// A search and one of its first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glance {
    /// It begins to look into it.
    Begun(Point),
    /// It has looked into it as deep as it is going now.
    Done(Point),
    /// It has found that the move loses.
    Lost(Point),
}

/// Hears of each glance, from the thread that searches; of none by default.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<dyn Fn(Glance) + Send + Sync>>);

impl Watch {
    /// Lets `hear` hear of each glance.
    pub fn new(hear: impl Fn(Glance) + Send + Sync + 'static) -> Watch {
        Watch(Some(Arc::new(hear)))
    }

    #[inline]
    pub(crate) fn tell(&self, glance: Glance) {
        if let Some(hear) = &self.0 {
            hear(glance);
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Watch(someone)" } else { "Watch(nobody)" })
    }
}
