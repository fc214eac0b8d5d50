//! JSON as cargo prints it, read as far as it is needed here: texts in lists and objects.

/// A value of JSON. Numbers, truths and nulls are all the same.
#[derive(Debug, PartialEq)]
pub(crate) enum Json {
    Object(Vec<(String, Json)>),
    List(Vec<Json>),
    Text(String),
    Other,
}

impl Json {
    /// The value of a whole text, or nothing where that is not JSON.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text };
        let value = reader.value()?;
        reader.rest.trim().is_empty().then_some(value)
    }

    /// A field of an object.
    pub(crate) fn field(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(other, _)| other == name).map(|(_, value)| value)
    }

    /// A field that is a text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        if let Some(Self::Text(text)) = self.field(name) { Some(text) } else { None }
    }

    /// A field that is a list.
    pub(crate) fn list(&self, name: &str) -> Option<&[Self]> {
        if let Some(Self::List(items)) = self.field(name) { Some(items) } else { None }
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn value(&mut self) -> Option<Json> {
        if self.takes('{') {
            self.series('}', Self::pair).map(Json::Object)
        } else if self.takes('[') {
            self.series(']', Self::value).map(Json::List)
        } else if self.takes('"') {
            self.text().map(Json::Text)
        } else {
            let rest = self.rest.trim_start();
            self.rest =
                rest.trim_start_matches(|sign: char| sign.is_ascii_alphanumeric() || "+-.".contains(sign));
            (self.rest.len() < rest.len()).then_some(Json::Other)
        }
    }

    fn pair(&mut self) -> Option<(String, Json)> {
        let name = if self.takes('"') { self.text()? } else { return None };
        if self.takes(':') { Some((name, self.value()?)) } else { None }
    }

    /// What stands between commas, to the sign that ends it.
    fn series<T>(&mut self, end: char, item: fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        if self.takes(end) {
            return Some(items);
        }
        loop {
            items.push(item(self)?);
            if self.takes(end) {
                return Some(items);
            }
            if !self.takes(',') {
                return None;
            }
        }
    }

    /// The rest of a text. An escaped sign stands for itself, which is right for quotes and the paths of Windows.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        let mut signs = self.rest.chars();
        loop {
            match signs.next()? {
                '"' => break,
                '\\' => text.push(signs.next()?),
                sign => text.push(sign),
            }
        }
        self.rest = signs.as_str();
        Some(text)
    }

    fn takes(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn texts_are_found_in_lists_and_objects() {
        let json = Json::read(r#" {"a": [{"b\\\"": "c, d"}, -1.5e3, null, [], {}], "e": "f"} "#).unwrap();
        assert_eq!(json.text("e"), Some("f"));
        let list = json.list("a").unwrap();
        assert_eq!(list[0].text("b\\\""), Some("c, d"));
        assert_eq!(list[1..], [Json::Other, Json::Other, Json::List(vec![]), Json::Object(vec![])]);
        assert_eq!((json.text("a"), json.list("e"), list[0].field("a")), (None, None, None));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in ["", "{", "[1 2]", "[1,]", r#"{"a" 1}"#, r#"{a: 1}"#, r#""a"#, "1 2"] {
            assert_eq!(Json::read(text), None, "{text}");
        }
    }
}
