// One script, one style sheet and the page that asks for them, made of the files of `web/`, and the parts that are loaded when they
// are needed. Shared with the build script, so no module comment of its own.
//
// The scripts are native modules written in one style, so a bundle needs no parser: each becomes a function that takes what it
// imports and gives what it exports. A part, which `import('./x.js')` loads, is a script that takes the modules of the bundle it
// needs. Whatever this does not know by sight is refused, and the build with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A file's address below `web/`, such as `pages/game.js`, and its text.
pub(crate) type Sources = BTreeMap<String, String>;

/// What a first visit loads, and what comes later.
pub(crate) struct Bundle {
    pub(crate) script: File,
    pub(crate) style: File,
    /// Scripts and style sheets that are loaded when they are needed.
    pub(crate) parts: Vec<File>,
    /// `index.html`.
    pub(crate) page: String,
}

/// A file of a bundle.
pub(crate) struct File {
    /// A name that is another whenever the text is.
    pub(crate) name: String,
    pub(crate) text: String,
}

impl File {
    /// Names a text after the file it is made of, such as `school/school.js`.
    fn new(path: &str, text: String) -> File {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let file = path.rsplit('/').next().unwrap_or(path);
        let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
        File { name: format!("{stem}-{:016x}.{extension}", hasher.finish()), text }
    }
}

const SCRIPT: &str = "{script}";
const STYLE: &str = "{style}";

impl Bundle {
    /// Puts together the page `index.html` and what it asks for.
    pub(crate) fn new(sources: &Sources) -> Result<Bundle, String> {
        let index = sources.get("index.html").ok_or("expected a page `index.html`")?;
        let (mut page, mut style, mut entry) = (String::new(), String::new(), None);
        for line in index.lines() {
            let tag = line.trim();
            if let Some(sheet) = attribute(tag, "<link rel=\"stylesheet\" href=\"") {
                if style.is_empty() {
                    let _ = writeln!(page, "<link rel=\"stylesheet\" href=\"{STYLE}\">");
                }
                style.push_str(&whole_style(sources, sheet)?);
            } else if let Some(module) = attribute(tag, "<script type=\"module\" src=\"") {
                entry = Some(module);
                let _ = writeln!(page, "<script type=\"module\" src=\"{SCRIPT}\"></script>");
            } else if let Some(icon) = attribute(tag, "<link rel=\"icon\" href=\"") {
                let source = sources.get(icon).ok_or_else(|| format!("index.html: no file `{icon}`"))?;
                let _ =
                    writeln!(page, "<link rel=\"icon\" href=\"data:image/svg+xml,{}\">", in_address(source));
            } else if !tag.starts_with("<link rel=\"modulepreload\"") {
                let _ = writeln!(page, "{tag}");
            }
        }
        let entry = entry.ok_or("index.html: expected `<script type=\"module\" src=\"…\">`")?;
        if style.is_empty() {
            return Err("index.html: expected `<link rel=\"stylesheet\" href=\"…\">`".to_owned());
        }
        let (script, parts) = scripts(sources, entry)?;
        let (script, style) = (File::new("goren.js", script), File::new("goren.css", style));
        let page = page.replace(SCRIPT, &script.name).replace(STYLE, &style.name);
        Ok(Bundle { script, style, parts, page })
    }
}

fn attribute<'a>(tag: &'a str, start: &str) -> Option<&'a str> {
    tag.strip_prefix(start)?.split('"').next()
}

/// A drawing as a part of an address.
fn in_address(svg: &str) -> String {
    let lines: String = svg.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    lines
        .trim()
        .replace('%', "%25")
        .replace('"', "'")
        .replace('#', "%23")
        .replace('<', "%3C")
        .replace('>', "%3E")
}

/// All modules that an entry reaches as one script, each after what it imports, and the parts that they load later.
fn scripts(sources: &Sources, entry: &str) -> Result<(String, Vec<File>), String> {
    let mut bundle = Script::new(sources, &[]);
    bundle.add(entry)?;
    let first = bundle.order;
    let mut text = bundle.text;
    let (mut parts, mut inside) = (Vec::new(), BTreeMap::new());
    for path in bundle.later {
        let part = if path.ends_with(".css") {
            let part = File::new(&path, whole_style(sources, &path)?);
            text = text.replace(&format!("'{path}'"), &format!("'{}'", part.name));
            part
        } else {
            let mut script = Script::new(sources, &first);
            let number = script.add(&path)?;
            if let Some(other) = script.later.first() {
                return Err(format!("`{path}` is loaded later, and cannot load `{other}` later still"));
            }
            for module in &script.order {
                if let Some(other) = inside.insert(module.clone(), path.clone()) {
                    return Err(format!("`{module}` is in two parts, `{other}` and `{path}`"));
                }
            }
            // Only what the part takes from the bundle is handed to it.
            let used: Vec<String> = script.used.iter().map(|number| format!("${number}")).collect();
            let modules = used.join(", ");
            let whole = format!("export default ({modules}) => {{\n{}return ${number};\n}};\n", script.text);
            let part = File::new(&path, whole);
            let load = format!("import('./{}').then((part) => part.default({modules}))", part.name);
            text = text.replace(&gap(&path), &load);
            part
        };
        parts.push(part);
    }
    Ok((text, parts))
}

/// What stands for a part that is loaded later, until it has its name.
fn gap(path: &str) -> String {
    format!("import('/{path}')")
}

struct Script<'a> {
    sources: &'a Sources,
    /// The modules of the bundle that this script is a part of, if it is one; the place is the number.
    first: &'a [String],
    /// The modules of this script, numbered on.
    order: Vec<String>,
    /// The modules of the bundle that this part uses.
    used: BTreeSet<usize>,
    /// The modules whose imports are being added.
    open: Vec<String>,
    /// What is loaded later.
    later: BTreeSet<String>,
    text: String,
}

impl<'a> Script<'a> {
    fn new(sources: &'a Sources, first: &'a [String]) -> Script<'a> {
        let (order, open, text) = (Vec::new(), Vec::new(), String::new());
        Script { sources, first, order, used: BTreeSet::new(), open, later: BTreeSet::new(), text }
    }

    /// Adds a module after its imports, and gives its number.
    fn add(&mut self, name: &str) -> Result<usize, String> {
        if let Some(number) = self.first.iter().position(|each| each == name) {
            self.used.insert(number);
            return Ok(number);
        }
        if let Some(place) = self.order.iter().position(|each| each == name) {
            return Ok(self.first.len() + place);
        }
        if self.open.iter().any(|each| each == name) {
            return Err(format!("`{name}` imports itself by way of {}", self.open.join(" → ")));
        }
        let source = self.sources.get(name).ok_or_else(|| format!("no module `{name}`"))?;
        let source = stripped_script(source).map_err(|error| format!("{name}: {error}"))?;
        self.open.push(name.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            let is_import =
                line.strip_prefix("import").is_some_and(|rest| rest.starts_with([' ', '{', '\'', '"', '(']));
            if is_import || line.starts_with("export {") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let more = lines.next().ok_or_else(|| format!("{name}: `{line}` has no end"))?;
                    let _ = write!(statement, " {more}");
                }
                if is_import {
                    body.push_str(&self.import(name, &statement)?);
                } else {
                    exports.extend(self.handed_on(name, &statement)?);
                }
            } else if let Some(rest) = line.strip_prefix("export ") {
                exports.push(
                    exported(rest).ok_or_else(|| format!("{name}: cannot bundle `{line}`"))?.to_owned(),
                );
                let _ = writeln!(body, "{}", self.loads(name, rest)?);
            } else {
                let _ = writeln!(body, "{}", self.loads(name, line)?);
            }
        }
        self.open.pop();
        let number = self.first.len() + self.order.len();
        self.order.push(name.to_owned());
        let _ = write!(
            self.text,
            "const ${number} = (() => {{\n{body}return {{ {} }};\n}})();\n",
            exports.join(", ")
        );
        Ok(number)
    }

    /// A line, with its `import('./x.js')` as a gap; that and `'style/x.css'` are loaded later.
    fn loads(&mut self, from: &str, line: &str) -> Result<String, String> {
        let mut text = line.to_owned();
        for piece in line.split("import('").skip(1) {
            let path = piece.split_once("')").map(|(path, _)| path);
            let part = path
                .and_then(|path| Some((path, resolve(from, path)?)))
                .ok_or_else(|| format!("{from}: cannot bundle `{line}`"))?;
            text = text.replace(&format!("import('{}')", part.0), &gap(&part.1));
            self.later.insert(part.1);
        }
        let sheet = line.split('\'').find(|text| text.starts_with("style/") && text.ends_with(".css"));
        self.later.extend(sheet.map(str::to_owned));
        Ok(text)
    }

    /// An import as a constant.
    fn import(&mut self, from: &str, statement: &str) -> Result<String, String> {
        let unknown = || format!("{from}: cannot bundle `{statement}`");
        let rest =
            statement.strip_prefix("import ").and_then(|rest| rest.strip_suffix(';')).ok_or_else(unknown)?;
        let (names, path) = match rest.rsplit_once(" from ") {
            Some((names, path)) => (Some(names), path),
            None => (None, rest),
        };
        let path = path.strip_prefix('\'').and_then(|path| path.strip_suffix('\'')).ok_or_else(unknown)?;
        let number = self.add(&resolve(from, path).ok_or_else(unknown)?)?;
        let Some(names) = names else { return Ok(String::new()) };
        if let Some(name) = names.strip_prefix("* as ") {
            return Ok(format!("const {name} = ${number};\n"));
        }
        let names = names.strip_prefix('{').and_then(|names| names.strip_suffix('}')).ok_or_else(unknown)?;
        Ok(format!("const {{{}}} = ${number};\n", names.replace(" as ", ": ")))
    }

    /// What `export { a, b as c } from './x.js';` gives away, such as `a: $3.a` and `c: $3.b`.
    fn handed_on(&mut self, from: &str, statement: &str) -> Result<Vec<String>, String> {
        let unknown = || format!("{from}: cannot bundle `{statement}`");
        let (names, path) = statement
            .strip_prefix("export {")
            .and_then(|rest| rest.strip_suffix("';"))
            .and_then(|rest| rest.split_once("} from '"))
            .ok_or_else(unknown)?;
        let number = self.add(&resolve(from, path).ok_or_else(unknown)?)?;
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        Ok(names
            .map(|name| {
                let (inside, outside) = name.split_once(" as ").unwrap_or((name, name));
                format!("{outside}: ${number}.{inside}")
            })
            .collect())
    }
}

/// The name that `function name(…`, `async function name(…`, `class Name …` or `const name = …` gives away.
fn exported(declaration: &str) -> Option<&str> {
    let rest = ["function ", "async function ", "class ", "const "]
        .iter()
        .find_map(|kind| declaration.strip_prefix(kind))?;
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$'))?;
    (end > 0).then(|| &rest[..end])
}

/// The address of a module that another names by a relative path.
fn resolve(from: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for (i, part) in path.split('/').enumerate() {
        match part {
            "." if i == 0 => {}
            ".." => {
                parts.pop()?;
            }
            _ if i == 0 => return None,
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A style sheet after those that it imports, which import none.
fn whole_style(sources: &Sources, path: &str) -> Result<String, String> {
    let read = |path: &str| {
        let source = sources.get(path).ok_or_else(|| format!("no style sheet `{path}`"))?;
        stripped_style(source).map_err(|error| format!("{path}: {error}"))
    };
    let mut whole = String::new();
    for line in read(path)?.lines() {
        if line.starts_with("@import") {
            let unknown = || format!("{path}: cannot bundle `{line}`");
            let other = line.strip_prefix("@import '").and_then(|rest| rest.strip_suffix("';"));
            let other = other.and_then(|other| resolve(path, other)).ok_or_else(unknown)?;
            let text = read(&other)?;
            if text.contains("@import") {
                return Err(format!("`{other}` is imported by `{path}`, and cannot import others"));
            }
            whole.push_str(&text);
        } else {
            whole.push_str(line);
            whole.push('\n');
        }
    }
    Ok(whole)
}

/// A style sheet without comments and indentation.
fn stripped_style(source: &str) -> Result<String, String> {
    let text = without_comments(source, "/*")?;
    // At the end of a file a browser closes what is open; in a bundle it would take in the next file.
    if text.matches('{').count() != text.matches('}').count() {
        return Err("expected as many `{` as `}`".to_owned());
    }
    Ok(lines(&text).map(|line| format!("{line}\n")).collect())
}

/// A script without what is written for readers: indentation, empty lines, lines that are a comment, and what stands in `/** … */`.
fn stripped_script(source: &str) -> Result<String, String> {
    let text = without_comments(source, "/**")?;
    let mut out = String::with_capacity(text.len());
    for line in lines(&text).filter(|line| !line.starts_with("//")) {
        // In a template the indentation of a line would be a part of the text.
        if line.matches('`').count() % 2 == 1 {
            return Err(format!("a template has its end on another line: `{line}`"));
        }
        out.push_str(line);
        out.push('\n');
    }
    Ok(out)
}

/// The lines that say something, without their indentation.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// A text without the comments that begin with some signs and end with `*/`.
fn without_comments(source: &str, start: &str) -> Result<String, String> {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, after)) = rest.split_once(start) {
        text.push_str(before);
        rest = after.split_once("*/").ok_or("a comment has no end")?.1;
    }
    text.push_str(rest);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(files: &[(&str, &str)]) -> Sources {
        files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    #[test]
    fn modules_become_functions_after_what_they_import() {
        let files = sources(&[
            (
                "main.js",
                "import './side.js';\nimport {\n  one,\n  two as second,\n} from './pages/a.js';\none(second);\n",
            ),
            (
                "pages/a.js",
                "import * as b from '../b.js';\nexport function one() {}\nexport const two = b.three;\n",
            ),
            (
                "b.js",
                "/** Three. */\nexport const three = 3;\nexport class Four {}\nexport async function five() {}\n",
            ),
            ("side.js", "// Only for its effect.\nwindow.x = 1;\n"),
        ]);
        assert_eq!(
            scripts(&files, "main.js").map(|(script, _)| script).as_deref(),
            Ok("const $0 = (() => {\nwindow.x = 1;\nreturn {  };\n})();\n\
                const $1 = (() => {\nconst three = 3;\nclass Four {}\nasync function five() {}\nreturn { three, Four, five };\n})();\n\
                const $2 = (() => {\nconst b = $1;\nfunction one() {}\nconst two = b.three;\nreturn { one, two };\n})();\n\
                const $3 = (() => {\nconst { one, two: second, } = $2;\none(second);\nreturn {  };\n})();\n")
        );
    }

    #[test]
    fn what_is_handed_on_is_taken_from_where_it_is() {
        let files = sources(&[
            ("main.js", "import { a } from './b.js';\na();\n"),
            (
                "b.js",
                "export { a } from './c.js';\nexport {\n  a as b,\n  d,\n} from './c.js';\nexport const e = 1;\n",
            ),
            ("c.js", "export function a() {}\nexport const d = 2;\n"),
        ]);
        assert_eq!(
            scripts(&files, "main.js").map(|(script, _)| script).as_deref(),
            Ok("const $0 = (() => {\nfunction a() {}\nconst d = 2;\nreturn { a, d };\n})();\n\
                const $1 = (() => {\nconst e = 1;\nreturn { a: $0.a, b: $0.a, d: $0.d, e };\n})();\n\
                const $2 = (() => {\nconst { a } = $1;\na();\nreturn {  };\n})();\n")
        );
    }

    #[test]
    fn a_part_that_is_loaded_later_takes_the_modules_it_shares() {
        let files = sources(&[
            (
                "main.js",
                "import { t } from './t.js';\nexport const school = () => load(import('./school/a.js'), 'style/school.css');\n",
            ),
            ("t.js", "export function t() {}\n"),
            (
                "school/a.js",
                "import { b } from './b.js';\nimport { t } from '../t.js';\nexport const a = t(b);\n",
            ),
            ("school/b.js", "export const b = 1;\n"),
            ("style/school.css", "a { b: c }\n"),
        ]);
        let (script, parts) = scripts(&files, "main.js").expect("a bundle");
        let [part, sheet] = &parts[..] else { panic!("expected two parts, got {}", parts.len()) };
        assert_eq!(
            script,
            format!(
                "const $0 = (() => {{\nfunction t() {{}}\nreturn {{ t }};\n}})();\n\
                 const $1 = (() => {{\nconst {{ t }} = $0;\n\
                 const school = () => load(import('./{}').then((part) => part.default($0)), '{}');\nreturn {{ school }};\n}})();\n",
                part.name, sheet.name
            )
        );
        assert_eq!(
            part.text,
            "export default ($0) => {\nconst $2 = (() => {\nconst b = 1;\nreturn { b };\n})();\n\
             const $3 = (() => {\nconst { b } = $2;\nconst { t } = $0;\nconst a = t(b);\nreturn { a };\n})();\nreturn $3;\n};\n"
        );
        assert_eq!((&part.name[..2], &sheet.name[..7], &sheet.text[..]), ("a-", "school-", "a { b: c }\n"));
    }

    #[test]
    fn what_two_parts_share_is_refused() {
        let files = sources(&[
            ("main.js", "f(import('./a.js'), import('./b.js'));\n"),
            ("a.js", "import './c.js';\n"),
            ("b.js", "import './c.js';\n"),
            ("c.js", "let state = 0;\n"),
        ]);
        let error = scripts(&files, "main.js").err();
        assert_eq!(error.as_deref(), Some("`c.js` is in two parts, `a.js` and `b.js`"));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for (text, error) in [
            ("export default 1;\n", "main.js: cannot bundle `export default 1;`"),
            ("export let x = 1;\n", "main.js: cannot bundle `export let x = 1;`"),
            ("export { x };\n", "main.js: cannot bundle `export { x };`"),
            ("import x from './x.js';\n", "no module `x.js`"),
            ("import x from 'x';\n", "main.js: cannot bundle `import x from 'x';`"),
            ("import { x } from \"./x.js\";\n", "main.js: cannot bundle `import { x } from \"./x.js\";`"),
            ("import './main.js';\n", "`main.js` imports itself by way of main.js"),
            ("export {\n  x,\n};\n", "main.js: cannot bundle `export { x, };`"),
            ("export { x } from 'x';\n", "main.js: cannot bundle `export { x } from 'x';`"),
            ("/** x\n", "main.js: a comment has no end"),
            ("x = `a\nb`;\n", "main.js: a template has its end on another line: `x = `a`"),
        ] {
            let refused = scripts(&sources(&[("main.js", text)]), "main.js").map(|(script, _)| script);
            assert_eq!(refused, Err(error.to_owned()), "{text}");
        }
    }

    #[test]
    fn comments_and_indentation_go_and_texts_stay() {
        for (text, stripped) in [
            ("  a;\n\n  // b\n  c;\n", "a;\nc;\n"),
            ("/** x\n * y */\na /** b */ + c\n", "a  + c\n"),
            (
                "x = 'http://a' + `//  ${ {a: `}${b}  //` }.a }  `;\n",
                "x = 'http://a' + `//  ${ {a: `}${b}  //` }.a }  `;\n",
            ),
            ("y = s.replace(/[/'\"]\\//g, '') / 2;\n", "y = s.replace(/[/'\"]\\//g, '') / 2;\n"),
            ("a\n  .b('–')\n", "a\n.b('–')\n"),
        ] {
            assert_eq!(stripped_script(text).as_deref(), Ok(stripped));
        }
        assert_eq!(stripped_style("/* a */\na {\n  b: c;\n}\n").as_deref(), Ok("a {\nb: c;\n}\n"));
        assert_eq!(stripped_style("@media x {\na {\n}\n"), Err("expected as many `{` as `}`".to_owned()));
    }

    #[test]
    fn a_sheet_comes_after_those_that_it_imports() {
        let files = sources(&[
            ("style/a.css", "/* a */\n@import './b.css';\n\na {}\n"),
            ("style/b.css", "b {}\n"),
            ("style/c.css", "@import './a.css';\n"),
            ("style/d.css", "@import url(b.css);\n"),
            ("style/e.css", "@import './f.css';\n"),
        ]);
        for (path, whole) in [
            ("style/a.css", Ok("b {}\na {}\n")),
            ("style/c.css", Err("`style/a.css` is imported by `style/c.css`, and cannot import others")),
            ("style/d.css", Err("style/d.css: cannot bundle `@import url(b.css);`")),
            ("style/e.css", Err("no style sheet `style/f.css`")),
        ] {
            assert_eq!(whole_style(&files, path), whole.map(str::to_owned).map_err(str::to_owned));
        }
    }

    #[test]
    fn the_page_asks_for_one_script_and_one_style() {
        let files = sources(&[
            (
                "index.html",
                "<head>\n  <link rel=\"stylesheet\" href=\"a.css\">\n  <link rel=\"stylesheet\" href=\"b.css\">\n  <link rel=\"modulepreload\" href=\"x.js\">\n  <link rel=\"icon\" href=\"i.svg\" type=\"image/svg+xml\">\n  <script type=\"module\" src=\"main.js\"></script>\n</head>\n",
            ),
            ("i.svg", "<svg a=\"#b\">\n  <c/>\n</svg>\n"),
            ("a.css", "a {}\n"),
            ("b.css", "b {}\n"),
            ("main.js", "go();\n"),
        ]);
        let bundle = Bundle::new(&files).expect("the page is well formed");
        assert_eq!(bundle.style.text, "a {}\nb {}\n");
        assert_eq!(
            bundle.page.replace(&bundle.script.name, "1.js").replace(&bundle.style.name, "2.css"),
            "<head>\n<link rel=\"stylesheet\" href=\"2.css\">\n<link rel=\"icon\" href=\"data:image/svg+xml,%3Csvg a='%23b'%3E %3Cc/%3E %3C/svg%3E\">\n<script type=\"module\" src=\"1.js\"></script>\n</head>\n"
        );
    }
}
