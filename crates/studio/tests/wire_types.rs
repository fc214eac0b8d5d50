//! `web/wire-types.d.ts`: the messages as the pages' type checker sees them, made from the Rust types' source.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::fmt::Write as _;
use std::path::Path;

use goren_core::{
    Direction, EndingKind, FaultKind, ForbiddenKind, Offer, Opening, Rule, Seat, Shape, Stone, Verdict,
};
use serde::Serialize;
use syn::{Attribute, Expr, ExprLit, Field, Fields, Item, ItemEnum, ItemStruct, Lit, Meta, Type, Variant};

const SOURCES: [&str; 18] = [
    include_str!("../../desk/src/refusal.rs"),
    include_str!("../../desk/src/wire/request.rs"),
    include_str!("../../desk/src/wire/message.rs"),
    include_str!("../../desk/src/wire/theatre.rs"),
    include_str!("../../desk/src/wire/http.rs"),
    include_str!("../../desk/src/wire/xray.rs"),
    include_str!("../../desk/src/wire/laboratory.rs"),
    include_str!("../../desk/src/wire/proof.rs"),
    include_str!("../../puzzle/src/training/view.rs"),
    include_str!("../../desk/src/wire/training.rs"),
    include_str!("../../desk/src/wire/library.rs"),
    include_str!("../../desk/src/wire/review.rs"),
    include_str!("../src/wire.rs"),
    include_str!("../../fleet/src/snapshot.rs"),
    include_str!("../../review/src/report.rs"),
    include_str!("../../review/src/standing.rs"),
    include_str!("../../review/src/attempt.rs"),
    include_str!("../../desk/src/wire.rs"),
];

/// Which answer each request gets, by its variant of `Answer`.
const ANSWERS: [(&str, &str); 41] = [
    ("ping", "Now"),
    ("tables", "Tables"),
    ("create", "Table"),
    ("study", "Table"),
    ("again", "Table"),
    ("join", "Table"),
    ("leave", "Nothing"),
    ("look", "Look"),
    ("why", "Why"),
    ("balance", "Balance"),
    ("hint", "Hint"),
    ("analyse", "Nothing"),
    ("solve", "Solve"),
    ("level", "Level"),
    ("review", "Nothing"),
    ("reviewed", "Reviewed"),
    ("keep", "Kept"),
    ("attempt", "Attempt"),
    ("programs", "Programs"),
    ("watch", "Nothing"),
    ("heard", "Nothing"),
    ("stop", "Nothing"),
    ("sit", "Nothing"),
    ("stand", "Nothing"),
    ("act", "Nothing"),
    ("undo", "Nothing"),
    ("redo", "Nothing"),
    ("pause", "Nothing"),
    ("speed", "Nothing"),
    ("coach", "Nothing"),
    ("play", "Node"),
    ("add_line", "Node"),
    ("goto", "Nothing"),
    ("comment", "Nothing"),
    ("marks", "Nothing"),
    ("prune", "Node"),
    ("restore", "Node"),
    ("promote", "Node"),
    ("setup", "Nothing"),
    ("rule", "Rule"),
    ("rename", "Nothing"),
];

/// The pages were written against these types: a change of a message is a change of this file.
#[test]
fn the_pages_have_the_types_of_every_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/wire-types.d.ts");
    let made = file();
    if std::env::var_os("GOREN_WRITE_TYPES").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let is_same = std::fs::read_to_string(&path).is_ok_and(|kept| kept == made);
    assert!(is_same, "web/wire-types.d.ts is out of date: run this test with GOREN_WRITE_TYPES=1");
}

fn file() -> String {
    let mut out =
        String::from("// Made from crates/desk/src/wire by a test of goren-studio; do not edit.\n\n");
    let forbidden = [ForbiddenKind::Overline, ForbiddenKind::DoubleFour, ForbiddenKind::DoubleThree];
    for (name, meaning, doc) in [
        ("Point", "string".to_owned(), "Such as `h8`."),
        ("Size", "number".to_owned(), "The side length of a board."),
        ("Step", "string".to_owned(), "Such as `h8`, `take black` or `resign first`."),
        ("TimeControl", "string".to_owned(), "Such as `5m+3s` or `none`."),
        ("Stone", names(&Stone::BOTH), ""),
        ("Seat", names(&Seat::BOTH), ""),
        ("Rule", names(&Rule::ALL), ""),
        ("EndingKind", names(&EndingKind::ALL), ""),
        ("Opening", names(&Opening::ALL), ""),
        ("TableId", "string".to_owned(), "A table's or game's name."),
        ("Act", "Step | 'decline'".to_owned(), ""),
        ("Offer", names(&[Offer::Draw, Offer::Undo]), ""),
        ("Direction", names(&Direction::ALL), ""),
        ("Shape", names(&Shape::ALL), ""),
        ("ForbiddenKind", names(&forbidden), ""),
        ("FaultKind", names(&FaultKind::ALL), ""),
        ("Verdict", names(&[Verdict::Legal, Verdict::Five]) + " | ForbiddenKind", ""),
    ] {
        declare(&mut out, doc, name, &meaning);
    }
    let mut requests = Vec::new();
    for source in SOURCES {
        for item in syn::parse_file(source).unwrap().items {
            match item {
                Item::Struct(item) if is_sent(&item.attrs) => structure(&mut out, &item),
                Item::Enum(item) if is_sent(&item.attrs) => {
                    if item.ident == "PageRequest" || item.ident == "TableRequest" {
                        let named = item.variants.iter().filter(|variant| !has(&variant.attrs, "other"));
                        requests.extend(named.map(|variant| snake(&variant.ident.to_string())));
                    }
                    enumeration(&mut out, &item);
                }
                _ => {}
            }
        }
    }
    let others = [
        include_str!("../../desk/src/store.rs"),
        include_str!("../../core/src/threat.rs"),
        include_str!("../../core/src/referee/fault.rs"),
        include_str!("../../fleet/src/message.rs"),
    ];
    let wanted =
        ["Head", "HeadResult", "LineThreat", "Fault", "WorkerPulse", "RunProgress", "WorkerStanding"];
    for item in others.iter().flat_map(|source| syn::parse_file(source).unwrap().items) {
        match item {
            Item::Struct(item) if wanted.iter().any(|name| item.ident == name) => {
                structure(&mut out, &item);
            }
            Item::Enum(item) if item.ident == "RunState" => enumeration(&mut out, &item),
            _ => {}
        }
    }
    assert_eq!(requests, ANSWERS.map(|(request, _)| request), "every request has its answer");
    let answers = ANSWERS.iter().map(|(request, answer)| format!("  {request}: {answer}Answer;\n"));
    declare(
        &mut out,
        "What each request is answered with.",
        "Answers",
        &format!("{{\n{}}}", answers.collect::<String>()),
    );
    declare(&mut out, "What a page sends after `hello`.", "Request", "PageRequest | TableCall");
    out
}

/// The texts of some values, as alternatives.
fn names(values: &[impl Serialize]) -> String {
    let texts = values.iter().map(|value| serde_json::to_string(value).unwrap().replace('"', "'"));
    texts.collect::<Vec<_>>().join(" | ")
}

fn declare(out: &mut String, doc: &str, name: &str, meaning: &str) {
    if !doc.is_empty() {
        let _ = writeln!(out, "/** {doc} */");
    }
    let space = if meaning.starts_with('\n') { "" } else { " " };
    let _ = writeln!(out, "export type {name} ={space}{meaning};\n");
}

fn structure(out: &mut String, item: &ItemStruct) {
    let is_default = has(&item.attrs, "default");
    let body = object(&item.fields, is_default, is_read(&item.attrs), "");
    declare(out, &doc(&item.attrs), &item.ident.to_string(), &body);
}

fn enumeration(out: &mut String, item: &ItemEnum) {
    let name = item.ident.to_string();
    let tag = value(&item.attrs, "tag");
    let is_read = is_read(&item.attrs);
    let mut members = Vec::new();
    for variant in item.variants.iter().filter(|variant| !has(&variant.attrs, "other")) {
        let word = snake(&variant.ident.to_string());
        let member = match &tag {
            Some(tag) => object(&variant.fields, false, is_read, &format!("{tag}: '{word}'")),
            None if has(&item.attrs, "untagged") => object(&variant.fields, false, is_read, ""),
            None => format!("'{word}'"),
        };
        if name == "Answer" {
            let part = format!("{}Answer", variant.ident);
            declare(out, &doc(&variant.attrs), &part, &member);
            members.push(part);
        } else {
            members.push(note(variant) + &member);
        }
    }
    declare(out, &doc(&item.attrs), &name, &format!("\n  | {}", members.join("\n  | ")));
}

fn note(variant: &Variant) -> String {
    let doc = doc(&variant.attrs);
    if doc.is_empty() { doc } else { format!("/** {doc} */ ") }
}

/// The fields of a struct or variant, with what is flattened into it; a variant of one nameless field is that field.
fn object(fields: &Fields, is_default: bool, is_read: bool, tag: &str) -> String {
    let mut own: Vec<String> = Vec::from_iter((!tag.is_empty()).then(|| tag.to_owned()));
    let mut others = Vec::new();
    for field in fields.iter().filter(|field| !has(&field.attrs, "skip")) {
        match &field.ident {
            Some(name) if !has(&field.attrs, "flatten") => {
                let (optional, meaning) = member(field, is_default, is_read);
                own.push(format!("{name}{}: {meaning}", if optional { "?" } else { "" }));
            }
            _ => others.push(meaning(&field.ty)),
        }
    }
    if !own.is_empty() || others.is_empty() {
        others.insert(0, if own.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", own.join("; ")) });
    }
    others.join(" & ")
}

/// Whether a field may be missing, and what it holds.
fn member(field: &Field, is_default: bool, is_read: bool) -> (bool, String) {
    let may_skip = has(&field.attrs, "skip_serializing_if") || has(&field.attrs, "default") || is_default;
    match inner(&field.ty, "Option") {
        Some(held) if has(&field.attrs, "skip_serializing_if") => (true, meaning(held)),
        Some(held) => (is_read, format!("{} | null", meaning(held))),
        None => (may_skip, meaning(&field.ty)),
    }
}

fn meaning(ty: &Type) -> String {
    match ty {
        Type::Reference(reference) => meaning(&reference.elem),
        Type::Array(array) => {
            let Expr::Lit(ExprLit { lit: Lit::Int(count), .. }) = &array.len else {
                panic!("a plain length")
            };
            let each = vec![meaning(&array.elem); count.base10_parse().unwrap()];
            format!("[{}]", each.join(", "))
        }
        Type::Tuple(tuple) => {
            format!("[{}]", tuple.elems.iter().map(meaning).collect::<Vec<_>>().join(", "))
        }
        Type::Path(path) => {
            let name = path.path.segments.last().unwrap().ident.to_string();
            match name.as_str() {
                "String" | "str" => "string".to_owned(),
                "bool" => "boolean".to_owned(),
                "u8" | "u32" | "u64" | "usize" | "f64" => "number".to_owned(),
                "Value" => "unknown".to_owned(),
                "Vec" | "VecDeque" => {
                    let held = meaning(inner(ty, &name).unwrap());
                    if held.contains(' ') { format!("({held})[]") } else { format!("{held}[]") }
                }
                "Box" => meaning(inner(ty, "Box").unwrap()),
                "Option" => format!("{} | null", meaning(inner(ty, "Option").unwrap())),
                _ => name,
            }
        }
        _ => panic!("a type that pages cannot be told of"),
    }
}

/// What stands between the angle brackets of a type of this name.
fn inner<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments
        .args
        .iter()
        .find_map(|each| if let syn::GenericArgument::Type(ty) = each { Some(ty) } else { None })
}

fn metas<'a>(attrs: &'a [Attribute], name: &'a str) -> impl Iterator<Item = Meta> + 'a {
    let lists = attrs.iter().filter(move |attr| attr.path().is_ident(name));
    lists.flat_map(|attr| {
        let parse = syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated;
        attr.parse_args_with(parse).unwrap()
    })
}

fn is_sent(attrs: &[Attribute]) -> bool {
    metas(attrs, "derive")
        .any(|meta| meta.path().is_ident("Serialize") || meta.path().is_ident("Deserialize"))
}

/// Whether it is only read: then what may be missing may also be absent.
fn is_read(attrs: &[Attribute]) -> bool {
    !metas(attrs, "derive").any(|meta| meta.path().is_ident("Serialize"))
}

fn has(attrs: &[Attribute], word: &str) -> bool {
    let known = [
        "tag",
        "rename_all",
        "untagged",
        "other",
        "flatten",
        "default",
        "skip",
        "skip_serializing_if",
        "try_from",
        "deserialize_with",
        "deny_unknown_fields",
    ];
    metas(attrs, "serde").fold(false, |found, meta| {
        let name = meta.path().get_ident().unwrap().to_string();
        assert!(known.contains(&name.as_str()), "serde({name}) has no meaning in TypeScript yet");
        found || name == word
    })
}

fn value(attrs: &[Attribute], word: &str) -> Option<String> {
    metas(attrs, "serde").find_map(|meta| match meta {
        Meta::NameValue(pair) if pair.path.is_ident(word) => text(&pair.value),
        _ => None,
    })
}

fn text(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

fn doc(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => text(&pair.value),
        _ => None,
    });
    lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>().join(" ").replace(['[', ']'], "")
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (i, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && i > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
