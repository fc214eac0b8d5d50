//! The calls about proofs.

use std::str;
use std::sync::Arc;

use super::{CallError, Reply, Request, json};
use crate::proofs::{Kept, Proofs};
use crate::wire::ProofPlace;

/// Every call below `proofs`.
pub(super) fn proofs(proofs: &Proofs, path: &[&str], request: &Request<'_>) -> Result<Reply, CallError> {
    match (request.is_post(), path) {
        (true, []) => {
            let text = str::from_utf8(&request.body);
            let text = text.map_err(|_| CallError::bad("expected a proof, got no text"))?;
            json(&proofs.open(text).map_err(CallError::bad)?.view())
        }
        (false, [id]) => json(&find(proofs, id)?.view()),
        (false, [id, "node"]) => {
            let ProofPlace { replies } = request.query()?;
            json(&find(proofs, id)?.node(&replies).map_err(CallError::bad)?)
        }
        (false, [id, "file"]) => {
            let text = find(proofs, id)?.proof.to_text();
            let name = format!("goren-{id}.proof");
            Ok(Reply::file(name, "text/plain; charset=utf-8", text.into_bytes()))
        }
        _ => Err(CallError::unknown()),
    }
}

fn find(proofs: &Proofs, id: &str) -> Result<Arc<Kept>, CallError> {
    let missing = || {
        let id: String = id.chars().take(32).collect();
        CallError::missing(format!("there is no proof `{id}` any more; find or open it again"))
    };
    proofs.find(id).ok_or_else(missing)
}
