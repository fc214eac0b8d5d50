//! The file of `--proof`: written beside its place, and put there when all is in it.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use goren_proof::{Proof, Writer};

/// A file of proofs as far as it is written.
pub(super) struct Draft {
    path: PathBuf,
    beside: PathBuf,
    writer: Option<Writer<BufWriter<File>>>,
}

impl Draft {
    /// Creates no file yet. One that exists must hold proofs, unless any file may be replaced.
    pub(super) fn new(path: &Path, replace: bool) -> anyhow::Result<Draft> {
        if !replace && path.exists() && !holds_proofs(path) {
            bail!("{} is not a file of proofs; use --force to replace it", path.display());
        }
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.part", std::process::id()));
        Ok(Draft { path: path.to_owned(), beside: beside.into(), writer: None })
    }

    /// Adds a proof.
    pub(super) fn write(&mut self, proof: &Proof) -> anyhow::Result<()> {
        let failed = || format!("cannot write `{}`", self.path.display());
        if self.writer.is_none() {
            let file = File::create(&self.beside).with_context(failed)?;
            self.writer = Some(Writer::new(BufWriter::new(file)));
        }
        let writer = self.writer.as_mut().expect("it was just made");
        writer.proof(proof).with_context(failed)
    }

    /// Puts the file in its place, if there is anything in it.
    pub(super) fn finish(mut self) -> anyhow::Result<()> {
        if self.writer.take().is_none() {
            return Ok(());
        }
        let moved = File::open(&self.beside).and_then(|file| file.sync_all());
        moved
            .and_then(|()| fs::rename(&self.beside, &self.path))
            .with_context(|| format!("cannot write `{}`", self.path.display()))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.writer.is_some() {
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Whether a file is empty or begins as a file of proofs does.
fn holds_proofs(path: &Path) -> bool {
    let begin = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(11).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    begin().is_ok_and(|bytes| bytes.is_empty() || bytes == b"goren-proof")
}
