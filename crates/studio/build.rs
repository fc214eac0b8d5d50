//! Puts the pages of `web/` into the binary.
#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[path = "src/pages/files.rs"]
mod files;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut source = String::from("&[\n");
    for (name, path) in files::list(&root) {
        let media = files::media_type(&name).expect("only files with a media type are listed");
        let path = path.canonicalize().expect("the file was listed");
        println!("cargo::rerun-if-changed={}", path.display());
        let _ = writeln!(source, "    ({name:?}, {media:?}, include_bytes!({path:?}).as_slice()),");
    }
    source.push_str("]\n");
    let target = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR")).join("pages.rs");
    std::fs::write(target, source).expect("OUT_DIR can be written to");
}
