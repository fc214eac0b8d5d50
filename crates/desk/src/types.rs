//! The messages as the pages' type checker sees them: `web/wire-types.d.ts` is made from the types that are sent.

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt::Write as _;

use ts_rs::{Config, TS, TypeVisitor};

use crate::wire;

/// Declarations in TypeScript: a type comes before all that it is made of.
pub struct Declarations {
    config: Config,
    known: HashMap<String, TypeId>,
    text: String,
}

impl std::fmt::Debug for Declarations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Declarations {
    /// Those of everything that the desk hears and says.
    pub fn of_desk() -> Declarations {
        let config = Config::new().with_large_int("number");
        let mut all = Declarations { config, known: HashMap::new(), text: String::new() };
        wire::declare(&mut all);
        all
    }

    /// Adds a type and all that it is made of.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        let (name, id) = (T::ident(&self.config), TypeId::of::<T>());
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        if let Some(known) = self.known.insert(name.clone(), id) {
            return assert_eq!(known, id, "two types are called {name}");
        }
        let docs = T::docs().unwrap_or_default();
        let _ = writeln!(self.text, "{docs}export {}\n", T::decl(&self.config));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }

    /// All of them, as a file.
    pub fn text(&self) -> &str {
        self.text.trim_end()
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}
