//! The messages as the pages' type checker sees them: `web/wire-types.d.ts` is made from the types that are sent.

use std::any::type_name;
use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::wire;

/// Declarations in TypeScript, in the order of their names.
pub struct Declarations {
    config: Config,
    /// What is declared under a name: the path of the Rust type, and the text.
    known: BTreeMap<String, (&'static str, String)>,
}

impl std::fmt::Debug for Declarations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

impl Declarations {
    /// Those of everything that the desk hears and says.
    pub fn of_desk() -> Declarations {
        let config = Config::new().with_large_int("number");
        let mut all = Declarations { config, known: BTreeMap::new() };
        wire::declare(&mut all);
        all
    }

    /// Adds a type and all that it is made of.
    pub fn add<T: TS + 'static + ?Sized>(&mut self) {
        // A generic type is declared once for all that it is made with.
        let (name, path) = (T::ident(&self.config), type_name::<T>().split('<').next());
        if T::output_path().is_none() {
            return T::visit_generics(self);
        }
        let path = path.unwrap_or_default();
        if let Some((known, _)) = self.known.get(&name) {
            assert_eq!(*known, path, "two types are called {name}");
            return T::visit_generics(self);
        }
        let docs = T::docs().unwrap_or_default();
        self.known.insert(name, (path, format!("{docs}export {}\n", plain(&T::decl(&self.config)))));
        T::visit_dependencies(self);
        T::visit_generics(self);
    }

    /// All of them, as a file.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.known.values().map(|(_, text)| text.as_str()).collect();
        texts.join("\n").trim_end().to_owned()
    }
}

/// A declaration as the pages write their own: keys without quotes, texts in single ones.
fn plain(declaration: &str) -> String {
    let mut out = String::new();
    let mut parts = declaration.split('"').peekable();
    while let Some(code) = parts.next() {
        out.push_str(code);
        let Some(text) = parts.next() else { break };
        let is_key = parts.peek().is_some_and(|code| code.starts_with(':'));
        out.push_str(&if is_key { text.to_owned() } else { format!("'{text}'") });
    }
    out
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn keys_have_no_quotes_and_texts_single_ones() {
        let made = r#"type A = { "type": "ping" } & Ping | "b", kept?: "c" | null;"#;
        assert_eq!(plain(made), "type A = { type: 'ping' } & Ping | 'b', kept?: 'c' | null;");
    }
}
