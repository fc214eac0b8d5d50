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
                let source = sources.get(sheet).ok_or_else(|| format!("index.html: no file `{sheet}`"))?;
                if style.is_empty() {
                    let _ = writeln!(page, "<link rel=\"stylesheet\" href=\"{STYLE}\">");
                }
                style.push_str(&stripped_style(source).map_err(|error| format!("{sheet}: {error}"))?);
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
            let sheet = sources.get(&path).ok_or_else(|| format!("no style sheet `{path}`"))?;
            let part = File::new(&path, stripped_style(sheet).map_err(|error| format!("{path}: {error}"))?);
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
            let part = File::new(&path, stripped_script(&whole, true)?);
            let load = format!("import('./{}').then((part) => part.default({modules}))", part.name);
            text = text.replace(&gap(&path), &load);
            part
        };
        parts.push(part);
    }
    Ok((stripped_script(&text, true)?, parts))
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
        let source = stripped_script(source, false).map_err(|error| format!("{name}: {error}"))?;
        self.open.push(name.to_owned());
        let (mut body, mut exports) = (String::new(), Vec::new());
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            let is_import =
                line.strip_prefix("import").is_some_and(|rest| rest.starts_with([' ', '{', '\'', '"', '(']));
            if is_import {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    let more = lines.next().ok_or_else(|| format!("{name}: `{line}` has no end"))?;
                    let _ = write!(statement, " {more}");
                }
                body.push_str(&self.import(name, &statement)?);
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

/// A style sheet without comments and indentation.
fn stripped_style(source: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut rest = source;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").ok_or("a comment has no end")?.1;
    }
    text.push_str(rest);
    // At the end of a file a browser closes what is open; in a bundle it would take in the next file.
    if text.matches('{').count() != text.matches('}').count() {
        return Err("expected as many `{` as `}`".to_owned());
    }
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.fold(String::new(), |sheet, line| sheet + line + "\n"))
}

/// A script without comments, indentation and empty lines; a tight one also without spaces and line ends beside signs that need
/// none. Other lines stay lines, so that statements end where they did.
fn stripped_script(source: &str, tight: bool) -> Result<String, String> {
    const SIGNS: &[char] =
        &['=', '<', '>', '*', '&', '|', '?', ':', ',', '(', ')', '{', '}', '[', ']', ';', '!'];
    /// What goes on after the end of a line, and what goes on from the line before.
    const OPEN: &[char] = &[';', '{', ',', '(', '[', '=', '&', '|', '?', ':', '>', '*'];
    const CLOSE: &[char] = &[')', ']', '}', '.', '?', ':', '&', '|', ','];
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    // For each `${` that is open in a template: how many braces are open inside it.
    let mut templates: Vec<usize> = Vec::new();
    while let Some(next) = rest.chars().next() {
        let taken = match next {
            '\'' | '"' => quoted(rest, next)?,
            '`' => template(rest, 1, &mut templates)?,
            '}' if templates.last() == Some(&0) => {
                templates.pop();
                template(rest, 1, &mut templates)?
            }
            '{' | '}' => {
                if let Some(depth) = templates.last_mut() {
                    *depth = if next == '{' { *depth + 1 } else { *depth - 1 };
                }
                1
            }
            '/' if rest.starts_with("//") => {
                rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
                continue;
            }
            '/' if rest.starts_with("/*") => {
                let end = rest.find("*/").ok_or("a comment has no end")? + 2;
                if rest[..end].contains('\n') {
                    new_line(&mut out);
                }
                rest = &rest[end..];
                continue;
            }
            '/' if expects_value(&out)? => regular_expression(rest)?,
            '\n' => {
                if !(tight && out.ends_with(OPEN)) {
                    new_line(&mut out);
                }
                rest = &rest[1..];
                continue;
            }
            ' ' | '\t' if out.ends_with([' ', '\n']) || out.is_empty() || tight && out.ends_with(SIGNS) => {
                rest = &rest[1..];
                continue;
            }
            _ => next.len_utf8(),
        };
        // The comma after the last of several, and the semicolon after the last statement of a block.
        if tight
            && (matches!(next, ')' | ']' | '}') && out.ends_with(',') || next == '}' && out.ends_with(';'))
        {
            out.pop();
        }
        if tight
            && (next != ' ' && SIGNS.contains(&next) && out.ends_with(' ')
                || CLOSE.contains(&next) && out.ends_with('\n'))
        {
            out.pop();
        }
        out.push_str(&rest[..taken]);
        rest = &rest[taken..];
    }
    if templates.is_empty() { Ok(out) } else { Err("a template has no end".to_owned()) }
}

fn new_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
}

/// How long a text in quotes is.
fn quoted(rest: &str, quote: char) -> Result<usize, String> {
    let mut escaped = false;
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => break,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Ok(i + 1),
            _ => {}
        }
    }
    Err(format!("a text has no end: {}", rest.lines().next().unwrap_or_default()))
}

/// How long a template is, up to its end or the next `${`.
fn template(rest: &str, start: usize, templates: &mut Vec<usize>) -> Result<usize, String> {
    let mut escaped = false;
    let mut dollar = false;
    for (i, c) in rest[start..].char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '`' => return Ok(start + i + 1),
            '{' if dollar => {
                templates.push(0);
                return Ok(start + i + 1);
            }
            _ => {}
        }
        dollar = c == '$';
    }
    Err("a template has no end".to_owned())
}

/// How long a regular expression is.
fn regular_expression(rest: &str) -> Result<usize, String> {
    let (mut escaped, mut class) = (false, false);
    for (i, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => break,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => class = true,
            ']' => class = false,
            '/' if !class => return Ok(i + 1),
            _ => {}
        }
    }
    Err(format!("a regular expression has no end: {}", rest.lines().next().unwrap_or_default()))
}

/// Whether a value comes next, so that `/` begins a regular expression and is no division.
fn expects_value(before: &str) -> Result<bool, String> {
    let before = before.trim_end();
    match before.chars().next_back() {
        None => Ok(true),
        Some('}') => Err("cannot tell whether `/` after `}` divides".to_owned()),
        Some(')' | ']' | '\'' | '"' | '`') => Ok(false),
        Some(c) if c.is_alphanumeric() || c == '_' || c == '$' => {
            let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).next();
            let keywords = ["return", "typeof", "case", "of", "in", "throw", "await", "yield", "else"];
            Ok(word.is_some_and(|word| keywords.contains(&word)))
        }
        Some(_) => Ok(true),
    }
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
            Ok("const $0=(()=>{window.x=1;return{}})();\
                const $1=(()=>{const three=3;class Four{}\nasync function five(){}\nreturn{three,Four,five}})();\
                const $2=(()=>{const b=$1;function one(){}\nconst two=b.three;return{one,two}})();\
                const $3=(()=>{const{one,two:second}=$2;one(second);return{}})();")
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
                "const $0=(()=>{{function t(){{}}\nreturn{{t}}}})();\
                 const $1=(()=>{{const{{t}}=$0;\
                 const school=()=>load(import('./{}').then((part)=>part.default($0)),'{}');return{{school}}}})();",
                part.name, sheet.name
            )
        );
        assert_eq!(
            part.text,
            "export default($0)=>{const $2=(()=>{const b=1;return{b}})();\
             const $3=(()=>{const{b}=$2;const{t}=$0;const a=t(b);return{a}})();return $3};"
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
            ("const x = 'open;\n", "main.js: a text has no end: 'open;"),
            ("const x = `open ${1};\n", "main.js: a template has no end"),
            ("if (x) {} /x/.test(y);\n", "main.js: cannot tell whether `/` after `}` divides"),
        ] {
            let refused = scripts(&sources(&[("main.js", text)]), "main.js").map(|(script, _)| script);
            assert_eq!(refused, Err(error.to_owned()), "{text}");
        }
    }

    #[test]
    fn comments_and_indentation_go_and_texts_stay() {
        for (text, stripped) in [
            ("  a; // b\n\n  c;\n", "a;\nc;\n"),
            ("/** x\n * y */\na /* b */ + c\n", "a + c\n"),
            ("x = 'http://a' + \"/*\" + 'it\\'s //';\n", "x = 'http://a' + \"/*\" + 'it\\'s //';\n"),
            (
                "x = `//  ${ {a: `}${b}  //` }.a /* c */ }  /*`;\n",
                "x = `//  ${ {a: `}${b}  //` }.a }  /*`;\n",
            ),
            ("y = s.replace(/[/'\"]\\//g, '') // z\n", "y = s.replace(/[/'\"]\\//g, '')\n"),
            ("z = a / b / c; return /\\s+/;\n", "z = a / b / c; return /\\s+/;\n"),
            ("a\n  .b('–')\n", "a\n.b('–')\n"),
        ] {
            assert_eq!(stripped_script(text, false).as_deref(), Ok(stripped));
        }
        for (text, tight) in [
            ("if (a in b) {\n  c = d + ++e;\n}\nf(\n  g,\n)\n  .h();\n", "if(a in b){c=d + ++e}\nf(g).h();"),
            ("x = ' a , b ' + `c ; ${ d ? e : f } g`;\n", "x=' a , b ' + `c ; ${d?e:f} g`;"),
            ("return /a b/ .test(c) ? [1, 2] : !d;\n", "return /a b/ .test(c)?[1,2]:!d;"),
        ] {
            assert_eq!(stripped_script(text, true).as_deref(), Ok(tight));
        }
        assert_eq!(stripped_style("/* a */\na {\n  b: c;\n}\n").as_deref(), Ok("a {\nb: c;\n}\n"));
        assert_eq!(stripped_style("@media x {\na {\n}\n"), Err("expected as many `{` as `}`".to_owned()));
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
