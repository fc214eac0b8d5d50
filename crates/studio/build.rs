//! Puts the pages of `web/` into the binary: bundled, compressed, and named so that browsers need not ask for them twice.
//!
//! Only in a release, or with `GOREN_BUNDLE=1`: other builds read `web/` anew for each request.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use bundle::Bundle;
use flate2::Compression;
use flate2::write::GzEncoder;

#[path = "src/pages/bundle.rs"]
mod bundle;
#[path = "src/pages/files.rs"]
mod files;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(bundled)");
    println!("cargo::rerun-if-env-changed=GOREN_BUNDLE");
    println!("cargo::rerun-if-changed=build.rs");
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release || env::var_os("GOREN_BUNDLE").is_some() {
        println!("cargo::rustc-cfg=bundled");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        println!("cargo::rerun-if-changed={}", root.display());
        if let Err(error) = write(&root) {
            println!("cargo::error=web/ cannot be bundled: {error}");
        }
    }
}

/// Writes a table of pages: name, media type, whether the name says what is in it, the bytes, and the bytes compressed.
fn write(root: &Path) -> Result<(), String> {
    let (mut sources, mut others) = (BTreeMap::new(), Vec::new());
    for (name, path) in files::list(root) {
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = fs::read(&path).map_err(|error| format!("{name}: {error}"))?;
        let is_bundled = [".html", ".css", ".js"].iter().any(|kind| name.ends_with(kind));
        if is_bundled || name.ends_with(".svg") {
            let text = String::from_utf8(bytes.clone()).map_err(|_| format!("{name}: expected UTF-8"))?;
            sources.insert(name.clone(), text);
        }
        if !is_bundled {
            others.push((name, bytes));
        }
    }
    let bundle = Bundle::new(&sources)?;
    let mut pages = vec![("index.html".to_owned(), false, bundle.page.into_bytes())];
    let files = [bundle.script, bundle.style].into_iter().chain(bundle.parts);
    pages.extend(files.map(|file| (file.name, true, file.text.into_bytes())));
    pages.extend(others.into_iter().map(|(name, bytes)| (name, false, bytes)));

    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo did not set OUT_DIR")?);
    let mut table = String::from("&[\n");
    for (i, (name, is_lasting, bytes)) in pages.iter().enumerate() {
        let media = files::media_type(name).ok_or_else(|| format!("{name}: no media type"))?;
        let file = |extension: &str| folder.join(format!("{i}{extension}"));
        let (plain, gzip, brotli) = (file(""), file(".gz"), file(".br"));
        let contents = [(&plain, bytes.clone()), (&gzip, gzipped(bytes)?), (&brotli, brotlied(bytes)?)];
        for (path, bytes) in contents {
            fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let _ = writeln!(
            table,
            "    Page {{ name: {name:?}, media: {media:?}, is_lasting: {is_lasting}, plain: include_bytes!({plain:?}), \
             gzip: include_bytes!({gzip:?}), brotli: include_bytes!({brotli:?}) }},"
        );
    }
    table.push_str("]\n");
    fs::write(folder.join("pages.rs"), table).map_err(|error| error.to_string())
}

fn gzipped(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(|error| error.to_string())
}

/// A seventh smaller; browsers that talk to this machine itself take it, and so do those behind TLS.
fn brotlied(mut bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { size_hint: bytes.len(), ..Default::default() };
    brotli::BrotliCompress(&mut bytes, &mut out, &parameters).map_err(|error| error.to_string())?;
    Ok(out)
}
