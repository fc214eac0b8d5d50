//! The arrows between the crates, and the documents that say what is where.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Which of our crates each crate may use.
const ARROWS: [(&str, &[&str]); 19] = [
    ("goren-arena", &["goren-core", "goren-protocol", "goren-record"]),
    ("goren-classics", &["goren-core", "goren-sixth"]),
    ("goren-core", &[]),
    ("goren-engine", &["goren-core", "goren-nnue", "goren-proof"]),
    ("goren-fleet", &["goren-arena", "goren-core"]),
    ("goren-library", &["goren-core", "goren-record"]),
    ("goren-proof", &["goren-core"]),
    ("goren-puzzle", &["goren-core", "goren-engine", "goren-proof"]),
    (
        "goren-desk",
        &[
            "goren-arena",
            "goren-classics",
            "goren-core",
            "goren-engine",
            "goren-lab",
            "goren-library",
            "goren-proof",
            "goren-puzzle",
            "goren-record",
            "goren-review",
        ],
    ),
    ("goren-studio", &["goren-arena", "goren-core", "goren-desk", "goren-fleet", "goren-library"]),
    ("goren-lab", &["goren-arena", "goren-classics", "goren-core"]),
    ("goren-nnue", &["goren-core"]),
    ("goren-protocol", &["goren-core"]),
    ("goren-sixth", &["goren-core"]),
    ("goren-record", &["goren-core"]),
    ("goren-review", &["goren-core", "goren-engine", "goren-proof"]),
    ("goren-teacher", &["goren-core"]),
    (
        "goren",
        &[
            "goren-arena",
            "goren-classics",
            "goren-core",
            "goren-desk",
            "goren-engine",
            "goren-fleet",
            "goren-lab",
            "goren-library",
            "goren-proof",
            "goren-protocol",
            "goren-puzzle",
            "goren-record",
            "goren-review",
            "goren-studio",
            "goren-teacher",
        ],
    ),
    ("xtask", &[]),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// What cargo knows about the workspace.
fn metadata() -> Value {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    serde_json::from_slice(&cargo.stdout).expect("cargo metadata is JSON")
}

/// Our crates, and which of our crates each uses.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let metadata = metadata();
    let packages = list(&metadata["packages"]);
    let names: BTreeSet<&str> = packages.iter().map(name).collect();
    let uses = |package: &Value| {
        let all = list(&package["dependencies"]).iter().map(name);
        all.filter(|name| names.contains(name)).map(str::to_owned).collect()
    };
    packages.iter().map(|package| (name(package).to_owned(), uses(package))).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("cargo metadata has a list here")
}

fn name(package: &Value) -> &str {
    package["name"].as_str().expect("every package has a name")
}

/// A crate's name as the documents have it: that of its folder.
fn short(name: &str) -> &str {
    if name == "goren" { "cli" } else { name.trim_start_matches("goren-") }
}

#[test]
fn crates_use_each_other_only_along_the_allowed_arrows() {
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.into_iter().collect();
    for (name, uses) in crates() {
        let arrows =
            allowed.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no arrows: add it to ARROWS"));
        for used in &uses {
            assert!(arrows.contains(&used.as_str()), "{name} must not use {used}");
        }
        for allowed in *arrows {
            assert!(uses.contains(*allowed), "{name} does not use {allowed}: take the arrow out of ARROWS");
        }
    }
}

#[test]
fn the_architecture_document_names_every_crate_and_no_other() {
    let document = document();
    let folders = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    for name in folders("crates") {
        assert!(
            document.contains(&format!("| [`crates/{name}`](crates/{name}/README.md) |")),
            "ARCHITECTURE.md has no row that leads to the README of `crates/{name}`"
        );
    }
    for named in document.split("`crates/").skip(1) {
        let name = named.split(['`', '/']).next().unwrap_or_default();
        assert!(
            folders("crates").contains(&name.to_owned()),
            "ARCHITECTURE.md names `crates/{name}`, which is gone"
        );
    }
}

#[test]
fn the_architecture_document_names_the_arrows() {
    let document = document();
    let (_, table) = document.split_once("| crate | uses |").expect("the table is there");
    let rows = (table.lines().skip(2))
        .map_while(|row| row.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let mut told = BTreeMap::new();
    for (names, uses) in rows {
        let uses: BTreeSet<&str> = uses.split(", ").filter(|name| *name != "–").collect();
        told.extend(names.split(", ").map(|name| (name, uses.clone())));
    }
    let arrows = ARROWS.iter().map(|(name, uses)| (short(name), uses.iter().copied().map(short).collect()));
    assert_eq!(told, arrows.collect::<BTreeMap<&str, BTreeSet<&str>>>(), "the arrows in ARCHITECTURE.md");
}

/// A file's name in ARCHITECTURE.md is meant in the room that its row is about, or in the root; in a room's own document in
/// that room. What is in `src` is named without it.
#[test]
fn the_files_that_the_documents_name_exist() {
    let mut count = 0;
    let mut check = |document: &str, room: &Path, line: &str| {
        let there = [room.join("src"), room.to_owned(), root().to_owned()];
        for name in line.split('`').skip(1).step_by(2).filter(|name| is_file_name(name)) {
            assert!(
                there.iter().any(|folder| folder.join(name).exists()),
                "{document} names `{name}` under {}, which is gone",
                room.display()
            );
            count += 1;
        }
    };
    for line in document().lines().filter(|line| !line.starts_with("- No `")) {
        let row = line.strip_prefix("| [`").and_then(|rest| rest.split_once("`]("));
        let Some((room, rest)) = row else {
            check("ARCHITECTURE.md", root(), line);
            continue;
        };
        let folder = root().join(room);
        assert!(folder.is_dir(), "ARCHITECTURE.md describes `{room}`, which is gone");
        check("ARCHITECTURE.md", &folder, line);
        let (about, _) = rest.split_once(')').expect("a link ends with a bracket");
        let text = std::fs::read_to_string(root().join(about));
        let text = text.unwrap_or_else(|_| panic!("ARCHITECTURE.md leads to {about}, which is gone"));
        text.lines().for_each(|line| check(about, &folder, line));
    }
    assert!(count > 250, "{count}");
}

fn is_file_name(text: &str) -> bool {
    let endings = [".rs", ".md", ".toml", ".json", ".js", ".py"];
    text.starts_with("crates/") || endings.iter().any(|ending| text.ends_with(ending))
}

#[test]
fn the_architecture_document_says_who_uses_which_dependency() {
    let document = document();
    let (_, table) = document.split_once("| crate | where | why |").expect("the table is there");
    let rows: Vec<(Vec<&str>, &str)> = (table.lines().skip(2))
        .filter_map(|row| row.strip_prefix("| ")?.split_once(" | "))
        .map(|(names, rest)| (names.split(", ").collect(), rest.split(" | ").next().unwrap_or_default()))
        .collect();
    let metadata = metadata();
    let ours = crates();
    let mut used = BTreeSet::new();
    for package in list(&metadata["packages"]) {
        let user = short(name(package));
        for dependency in list(&package["dependencies"]).iter().map(name) {
            if ours.contains_key(dependency) {
                continue;
            }
            let row = rows.iter().find(|(names, _)| names.contains(&dependency));
            let (_, users) = row.unwrap_or_else(|| panic!("ARCHITECTURE.md does not explain `{dependency}`"));
            let mut words = users.split(|char: char| !char.is_alphanumeric());
            assert!(words.any(|word| word == user), "ARCHITECTURE.md: {user} uses {dependency}, too");
            used.insert(dependency);
        }
    }
    for named in rows.iter().flat_map(|(names, _)| names) {
        assert!(used.contains(named), "ARCHITECTURE.md explains `{named}`, which nobody uses");
    }
}

fn document() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there")
}

/// Where a crate cannot forbid unsafe code as a whole, the workspace's lint denies it and two files take that back.
const ALLOWED: [&str; 2] = ["crates/nnue/src/simd.rs", "crates/nnue/src/memory.rs"];
const LINT: &str = concat!("unsafe", "_code");
const FORBIDS: &str = concat!("#![forbid(unsafe", "_code)]");

#[test]
fn every_crate_but_the_network_forbids_unsafe_code() {
    let metadata = metadata();
    for package in list(&metadata["packages"]) {
        let compiled = |target: &&Value| {
            let kinds = list(&target["kind"]).iter().filter_map(Value::as_str);
            kinds.into_iter().any(|kind| matches!(kind, "lib" | "bin" | "custom-build"))
        };
        for target in list(&package["targets"]).iter().filter(compiled) {
            let path = target["src_path"].as_str().expect("every target has a source");
            let source = std::fs::read_to_string(path).unwrap();
            let forbids = source.lines().any(|line| line == FORBIDS);
            assert_eq!(forbids, name(package) != "goren-nnue", "{path}");
        }
    }
}

#[test]
fn nothing_but_vector_instructions_and_hints_about_memory_allows_unsafe_code() {
    let workspace = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(workspace.contains("unsafe_code = \"deny\""));
    for package in list(&metadata()["packages"]) {
        let path = package["manifest_path"].as_str().expect("every package has a manifest");
        let manifest = std::fs::read_to_string(path).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{path}");
    }
    for path in sources() {
        // Any other mention of the lint, alone or in a list, allows or expects unsafe code.
        let text = std::fs::read_to_string(&path).unwrap();
        let changes = text.lines().any(|line| line.contains(LINT) && line != FORBIDS);
        assert_eq!(changes, ALLOWED.iter().any(|file| path.ends_with(file)), "{}", path.display());
    }
}

/// Every Rust file of the workspace, but for this one.
fn sources() -> Vec<PathBuf> {
    let mut folders = vec![root().join("crates"), root().join("xtask")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("folders can be read") {
            let path = entry.expect("folders can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with(file!())
            {
                sources.push(path);
            }
        }
    }
    sources
}

#[test]
fn what_shows_a_fleet_links_no_client_of_its_server() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--edges", "normal", "--prefix", "none", "--package", "goren-studio"])
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8_lossy(&tree.stdout);
    assert!(tree.contains("goren-fleet") && !tree.contains("async-nats"), "{tree}");
}
