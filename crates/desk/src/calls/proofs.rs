//! The calls about proofs.

use std::str;
use std::sync::Arc;

use super::{Reply, Request, json};
use crate::proofs::{Kept, Proofs};
use crate::refusal::Refusal;
use crate::wire::ProofPlace;

/// Every call below `proofs`.
pub(super) fn proofs(proofs: &Proofs, path: &[&str], request: &Request<'_>) -> Result<Reply, Refusal> {
    match (request.is_post(), path) {
        (true, []) => {
            let text = str::from_utf8(&request.body);
            let text = text.map_err(|_| Refusal::ProofNotText)?;
            json(&proofs.open(text)?.view())
        }
        (false, [id]) => json(&find(proofs, id)?.view()),
        (false, [id, "node"]) => {
            let ProofPlace { replies } = request.query()?;
            json(&find(proofs, id)?.node(&replies)?)
        }
        (false, [id, "file"]) => {
            let text = find(proofs, id)?.proof.to_text();
            let name = format!("goren-{id}.proof");
            Ok(Reply::file(name, "text/plain; charset=utf-8", text.into_bytes()))
        }
        _ => Err(Refusal::NoCall),
    }
}

fn find(proofs: &Proofs, id: &str) -> Result<Arc<Kept>, Refusal> {
    proofs.find(id).ok_or_else(|| Refusal::NoProof { id: id.chars().take(32).collect() })
}
