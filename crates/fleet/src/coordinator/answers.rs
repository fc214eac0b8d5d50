//! Tasks on their way out and answers on their way in.

use std::sync::Arc;
use std::time::Duration;

use async_nats::Subject;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use futures_util::StreamExt;
use tokio::runtime::Handle;

use super::{COORDINATOR, Delivery, MAX_HELD, Receipt, SETTLING, Shared};
use crate::connection::innermost;
use crate::error::FleetError;
use crate::message::Answer;
use crate::subjects::{number_of, sender_of};

impl Shared {
    /// Our consumer of answers.
    pub(super) async fn answers(&self, is_new: bool) -> Result<PullConsumer, FleetError> {
        let wrong = |error: &(dyn std::error::Error + 'static)| {
            FleetError::server(&format!("read the answers of run {}", self.run), innermost(error))
        };
        let name = self.link.names.answers_stream(&self.run);
        let stream = self.link.js.get_stream(&name).await.map_err(|error| wrong(&error))?;
        if is_new {
            // It may not be there.
            let _ = stream.delete_consumer(COORDINATOR).await;
        }
        let config = pull::Config {
            durable_name: Some(COORDINATOR.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SETTLING,
            max_ack_pending: 100_000,
            ..pull::Config::default()
        };
        stream.create_consumer(config).await.map_err(|error| wrong(&error))
    }

    /// Sorts an answer: it is handed over, kept for later, or dropped as a double or as rubbish. What it returns is to be
    /// acknowledged.
    fn enter(
        self: &Arc<Shared>,
        handle: &Handle,
        message: &async_nats::jetstream::Message,
    ) -> Option<Subject> {
        let reply = message.reply.clone()?;
        let Ok(sequence) = message.info().map(|info| info.stream_sequence) else { return Some(reply) };
        let answer = answer_of(&message.subject, &message.payload);
        let mut inner = self.lock();
        let Some(answer) = answer else {
            // Its task, if it has one, is found missing and sent again.
            inner.rejected += 1;
            return Some(reply);
        };
        let number = answer.number;
        let receipt = Receipt { number, worker: answer.worker.clone(), reply: reply.clone(), sequence };
        if inner.banned.contains_key(&answer.worker) {
            let is_expected = inner.out.get(&number).is_some_and(|out| out.delivered.is_none());
            drop(inner);
            if is_expected {
                self.reject(handle, &receipt);
                return None;
            }
            return Some(reply);
        }
        if let Some(out) = inner.out.get_mut(&number) {
            match out.delivered {
                // The same message, offered again because it was not settled in time: the new reply settles it too.
                Some(earlier) if earlier == sequence => return None,
                Some(_) => {
                    inner.doubled += 1;
                    return Some(reply);
                }
                None => {
                    out.delivered = Some(sequence);
                    inner.ready.push_back(Delivery { answer, receipt });
                    self.arrived.notify_all();
                    return None;
                }
            }
        }
        if inner.sent.contains(number) {
            inner.doubled += 1;
            return Some(reply);
        }
        match inner.held.get(&number) {
            Some(held) if held.receipt.sequence != sequence => {
                inner.doubled += 1;
                Some(reply)
            }
            Some(_) => None,
            None if inner.held.len() < MAX_HELD => {
                inner.held.insert(number, Delivery { answer, receipt });
                None
            }
            None => {
                inner.rejected += 1;
                Some(reply)
            }
        }
    }

    pub(super) fn reject(self: &Arc<Shared>, handle: &Handle, receipt: &Receipt) {
        let again = {
            let mut inner = self.lock();
            inner.rejected += 1;
            inner.standing(&receipt.worker).rejected += 1;
            inner.again(receipt.number)
        };
        // The answer goes only when its task is there again, so that it is never nowhere.
        let (shared, reply) = (self.clone(), receipt.reply.clone());
        handle.spawn(async move {
            if let Some((number, attempt, bytes)) = again {
                publish(shared.clone(), number, attempt, bytes).await;
            }
            let _ = shared.link.client.publish(reply, "".into()).await;
        });
    }
}

/// The answer in a message. Who may publish what is decided by subjects, so one under another worker's name is nobody's.
fn answer_of(subject: &str, payload: &[u8]) -> Option<Answer> {
    let answer = Answer::read(payload).ok()?;
    let is_its_own = sender_of(subject) == Some(&answer.worker) && number_of(subject) == Some(answer.number);
    is_its_own.then_some(answer)
}

/// Sends a task until the server has it.
pub(super) async fn publish(shared: Arc<Shared>, number: u64, attempt: u32, bytes: Vec<u8>) {
    let subject = shared.link.names.task(&shared.run, number);
    let id = format!("{}/{number}/{:x}/{attempt}", shared.run, shared.coordinator);
    while !shared.is_over() {
        let message = PublishMessage::build().payload(bytes.clone().into()).message_id(&id);
        let sent = async { shared.link.js.send_publish(subject.clone(), message).await?.await };
        match sent.await {
            Ok(_) => {
                if let Some(out) = shared.lock().out.get_mut(&number)
                    && out.attempt == attempt
                {
                    out.is_stored = true;
                }
                return;
            }
            Err(error) if error.kind() == PublishErrorKind::MaxPayloadExceeded => {
                shared.fail(FleetError::server(&format!("take task {number}"), innermost(&error)));
                return;
            }
            // It is away, or has lost the stream, which the reconciliation notices.
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
    }
}

pub(super) async fn read_answers(shared: Arc<Shared>) {
    let handle = Handle::current();
    let mut changes = shared.link.changes.clone();
    while !shared.is_over() {
        let Ok(consumer) = shared.answers(false).await else {
            tokio::time::sleep(Duration::from_millis(200)).await;
            continue;
        };
        loop {
            changes.mark_unchanged();
            let expires = Duration::from_secs(2);
            let batch = consumer.batch().max_messages(2000).expires(expires).messages().await;
            let Ok(mut batch) = batch else { break };
            let mut is_broken = false;
            loop {
                let next = tokio::select! {
                    next = batch.next() => next,
                    _ = changes.changed() => { is_broken = true; None }
                };
                match next {
                    Some(Ok(message)) => {
                        if let Some(reply) = shared.enter(&handle, &message) {
                            let _ = shared.link.client.publish(reply, "".into()).await;
                        }
                    }
                    Some(Err(_)) => is_broken = true,
                    None => break,
                }
            }
            if is_broken {
                break;
            }
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        // Whoever has replaced us has deleted the consumer; it is not made again before that is known.
        let _ = shared.verify().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_counts_only_under_the_name_of_its_worker() {
        let payload = br#"{"number":7,"worker":"w2","outcome":{"Ok":1}}"#;
        assert_eq!(
            answer_of("goren.answers.r.w2.7", payload).map(|answer| answer.worker),
            Some("w2".to_owned())
        );
        for subject in ["goren.answers.r.w1.7", "goren.answers.r.w2.8", "goren.answers.r.7", "7", ""] {
            assert_eq!(answer_of(subject, payload), None, "{subject}");
        }
        assert_eq!(answer_of("goren.answers.r.w2.7", b"rubbish"), None);
    }
}
