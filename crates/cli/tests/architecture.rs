//! The arrows between the crates, and the document that names them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Which of our crates each crate may use.
const ARROWS: [(&str, &[&str]); 11] = [
    ("goren-arena", &["goren-core", "goren-protocol", "goren-record"]),
    ("goren-classics", &["goren-core"]),
    ("goren-core", &[]),
    ("goren-engine", &["goren-core", "goren-nnue"]),
    ("goren-studio", &["goren-arena", "goren-classics", "goren-core", "goren-engine", "goren-record"]),
    ("goren-lab", &["goren-arena", "goren-classics", "goren-core"]),
    ("goren-nnue", &["goren-core"]),
    ("goren-protocol", &["goren-core"]),
    ("goren-record", &["goren-core"]),
    (
        "goren",
        &[
            "goren-arena",
            "goren-classics",
            "goren-core",
            "goren-engine",
            "goren-lab",
            "goren-protocol",
            "goren-record",
            "goren-studio",
        ],
    ),
    ("xtask", &[]),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Our crates, and which of our crates each uses.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs these tests");
    assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
    let metadata: Value = serde_json::from_slice(&cargo.stdout).expect("cargo metadata is JSON");
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

#[test]
fn crates_use_each_other_only_along_the_allowed_arrows() {
    let allowed: BTreeMap<&str, &[&str]> = ARROWS.into_iter().collect();
    for (name, uses) in crates() {
        let arrows =
            allowed.get(name.as_str()).unwrap_or_else(|| panic!("{name} has no arrows: add it to ARROWS"));
        for used in uses {
            assert!(arrows.contains(&used.as_str()), "{name} must not use {used}");
        }
    }
}

#[test]
fn the_architecture_document_names_every_crate_and_no_other() {
    let document = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there");
    let folders = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    };
    for name in folders("crates") {
        assert!(
            document.contains(&format!("`crates/{name}`")),
            "ARCHITECTURE.md does not name `crates/{name}`"
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

/// Unsafe code is denied for the whole workspace; only the network's vector instructions may allow it again.
#[test]
fn nothing_but_the_vector_instructions_allows_unsafe_code() {
    let mut folders = vec![root().join("crates"), root().join("xtask")];
    let mut sources = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let allowed = concat!("allow(", "unsafe_code");
                let is_simd = path.ends_with("nnue/src/simd.rs");
                let allows = std::fs::read_to_string(&path).unwrap().contains(allowed);
                assert_eq!(allows, is_simd, "{}", path.display());
                sources += 1;
            }
        }
    }
    assert!(sources > 10);
}
