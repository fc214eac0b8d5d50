//! The desk over a pipe: for whatever starts this program and talks to one page through its standard input and output.
//!
//! Each way goes a line of JSON after the other. A line of a page is a message as `wire.rs` has it; the first must be `hello`. A line with a
//! `call` is a call, and is answered by a line with `reply`; the content of both follows the line, as many bytes as it says:
//!
//! ```text
//! > {"call":1,"method":"post","path":"open","query":"name=a.sgf","bytes":21}
//! > (;GM[4]SZ[15];B[hh])
//! < {"reply":1,"media":"application/json","bytes":312}
//! < {"games":[…
//! ```

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use goren_core::Stop;
use serde::{Deserialize, Serialize};

use crate::calls::{CallError, Method, Reply, Request};
use crate::desk::{Desk, NotWelcome};
use crate::page::{Outgoing, Page};
use crate::wire::Role;

/// The longest line that is read, in bytes.
const MOST_LINE_BYTES: u64 = 1 << 20;
/// How often it is seen whether searches of a page that is gone are to end.
const TIDY: Duration = Duration::from_secs(5);

/// What tells a call from a message, and how much follows its line.
#[derive(Deserialize)]
struct CallHead {
    call: u64,
    #[serde(default)]
    bytes: u64,
}

/// A line that is a call.
#[derive(Deserialize)]
struct CallLine {
    method: Method,
    path: String,
    #[serde(default)]
    query: String,
}

/// The line before an answer.
#[derive(Default, Serialize)]
struct ReplyLine {
    reply: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<CallError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    media: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lost: Option<String>,
    bytes: usize,
}

type Work = Box<dyn FnOnce() + Send>;

/// What is written to, by several threads.
type Output = Arc<Mutex<dyn Write + Send>>;

/// Answers everything that comes in until it ends, then ends all work.
///
/// # Errors
/// If the input cannot be read, or does not begin with `hello`. A call that cannot be understood is answered with an error.
pub fn serve(
    desk: &Arc<Desk>,
    input: impl Read,
    output: impl Write + Send + 'static,
) -> Result<(), io::Error> {
    let output: Output = Arc::new(Mutex::new(output));
    let mut input = BufReader::new(input);
    let mut page = None;
    let served = loop {
        let line = match read_line(&mut input) {
            Ok(Some(line)) => line,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        if let Ok(head) = serde_json::from_str::<CallHead>(&line) {
            match read_call(&line, head.bytes, &mut input) {
                Ok(Ok((call, body))) => answer(desk, head.call, call, body, &output),
                Ok(Err(error)) => send_reply(&output, head.call, Err(error)),
                Err(error) => break Err(error),
            }
            continue;
        }
        match &page {
            None => match begin(desk, &line, &output) {
                Ok(begun) => page = Some(begun),
                Err(NotWelcome(_, reason)) => {
                    break Err(invalid(format!("{reason}, got `{:.80}`", line.trim_end())));
                }
            },
            Some(page) => drop(lock(page).hear(&line)),
        }
    };
    drop(page);
    desk.dismiss();
    desk.close();
    served
}

fn invalid(text: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

/// The next line; nothing at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(MOST_LINE_BYTES).read_until(b'\n', &mut line)?;
    if line.len() as u64 == MOST_LINE_BYTES {
        return Err(invalid(format!("expected lines of less than {MOST_LINE_BYTES} bytes")));
    }
    if line.is_empty() {
        return Ok(None);
    }
    String::from_utf8(line).map(Some).map_err(|_| invalid("expected text".to_owned()))
}

/// Reads what follows the line of a call; why that cannot be answered, where it cannot.
fn read_call(
    line: &str,
    bytes: u64,
    input: &mut impl Read,
) -> io::Result<Result<(CallLine, Vec<u8>), CallError>> {
    let call: Result<CallLine, _> = serde_json::from_str(line);
    let most = call.as_ref().map_or(0, |call| Request::most_bytes(&call.path)) as u64;
    let mut content = input.take(bytes);
    if bytes > most {
        io::copy(&mut content, &mut io::sink())?;
        let refused = |_: CallLine| Err(CallError::too_long(most, bytes));
        return Ok(call.map_err(CallError::not_understood).and_then(refused));
    }
    let mut body = Vec::new();
    content.read_to_end(&mut body)?;
    if (body.len() as u64) < bytes {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(call.map(|call| (call, body)).map_err(CallError::not_understood))
}

/// Lets the page in, and sends from now on what waits for it.
fn begin(desk: &Arc<Desk>, hello: &str, output: &Output) -> Result<Arc<Mutex<Page>>, NotWelcome> {
    let (wake, woken) = sync_channel(1);
    // Whoever can write to the pipe is the person whose program this is. One that is woken already will see everything.
    let page = desk.welcome(
        hello,
        |_| Some(Role::Owner),
        move || {
            let _ = wake.try_send(());
        },
    )?;
    let page = Arc::new(Mutex::new(page));
    let (sent, output) = (Arc::downgrade(&page), Arc::clone(output));
    let desk = Arc::downgrade(desk);
    thread::spawn(move || {
        while wait(&woken) {
            let (Some(page), Some(desk)) = (sent.upgrade(), desk.upgrade()) else { return };
            while let Some(Outgoing::Text(text)) = { lock(&page).outgoing() } {
                if write_line(&output, text.as_bytes(), &[]).is_err() {
                    return;
                }
            }
            desk.tidy(Instant::now());
        }
    });
    Ok(page)
}

/// Waits until something is to be done; whether anything can still come.
fn wait(woken: &Receiver<()>) -> bool {
    !matches!(woken.recv_timeout(TIDY), Err(RecvTimeoutError::Disconnected))
}

/// Answers a call, in a thread of its own if there is one: it may take long.
fn answer(desk: &Arc<Desk>, number: u64, call: CallLine, body: Vec<u8>, output: &Output) {
    let (desk, output) = (Arc::clone(desk), Arc::clone(output));
    let work = move || {
        let CallLine { method, path, query } = call;
        let stop = Stop::default();
        let answer = match path.as_str() {
            "about" => desk.about(false, false),
            _ => desk.call(Request { method, path: &path, query: &query, body, stop }),
        };
        send_reply(&output, number, answer);
    };
    let work: Arc<Mutex<Option<Work>>> = Arc::new(Mutex::new(Some(Box::new(work))));
    let run = |work: &Mutex<Option<Work>>| {
        let work = lock(work).take();
        work.into_iter().for_each(|work| work());
    };
    let own = Arc::clone(&work);
    if thread::Builder::new().spawn(move || run(&own)).is_err() {
        run(&work);
    }
}

fn send_reply(output: &Output, number: u64, answer: Result<Reply, CallError>) {
    let (line, body) = match answer {
        Ok(Reply { media, name, lost, body }) => {
            let line =
                ReplyLine { reply: number, media: Some(media), name, lost, bytes: body.len(), error: None };
            (line, body)
        }
        Err(error) => (ReplyLine { reply: number, error: Some(error), ..ReplyLine::default() }, Vec::new()),
    };
    let line = serde_json::to_vec(&line).expect("a reply has a JSON form");
    // Where nobody reads any more, the input will end.
    let _ = write_line(output, &line, &body);
}

fn write_line(output: &Output, line: &[u8], content: &[u8]) -> io::Result<()> {
    let mut output = lock(output);
    output.write_all(line)?;
    output.write_all(b"\n")?;
    output.write_all(content)?;
    output.flush()
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Options;
    use serde_json::{Value, json};

    /// A desk at the other end of a pipe.
    struct Other {
        input: io::PipeWriter,
        output: BufReader<io::PipeReader>,
        served: thread::JoinHandle<Result<(), io::Error>>,
    }

    impl Other {
        fn new() -> Other {
            let ((reader, input), (output, writer)) = (io::pipe().unwrap(), io::pipe().unwrap());
            let desk = Desk::open(Options::default()).unwrap();
            let served = thread::spawn(move || serve(&desk, reader, writer));
            Other { input, output: BufReader::new(output), served }
        }

        fn send(&mut self, line: &Value) {
            writeln!(self.input, "{line}").unwrap();
        }

        fn line(&mut self) -> Value {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            serde_json::from_str(&line).unwrap()
        }

        /// The next message that is as wanted.
        fn wait(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
            loop {
                let line = self.line();
                assert!(line["type"] != "refused", "{line}");
                if is_wanted(&line) {
                    return line;
                }
            }
        }
    }

    #[test]
    fn a_page_plays_and_calls_over_a_pipe() {
        let mut other = Other::new();
        other.send(&json!({ "type": "hello", "id": 1, "token": "" }));
        assert_eq!(other.line()["type"], "welcome");
        let first = json!({ "kind": "person", "name": "Ann" });
        other.send(&json!({ "type": "create", "id": 2, "game": { "first": first } }));
        let table = other.wait(|line| line["id"] == 2)["table"].clone();
        other.send(&json!({ "type": "act", "id": 3, "table": table, "step": "h8" }));
        other.wait(|line| line["id"] == 3);
        other.send(&json!({ "call": 4, "method": "get", "path": "games" }));
        let reply = other.wait(|line| line["reply"] == 4);
        let mut body = vec![0; reply["bytes"].as_u64().unwrap() as usize];
        other.output.read_exact(&mut body).unwrap();
        let games: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(games["games"][0]["black"], "Ann");
        let file = "(;GM[4]SZ[15];B[hh];W[ig])";
        other.send(&json!({ "call": 5, "method": "post", "path": "nowhere", "bytes": file.len() }));
        other.input.write_all(file.as_bytes()).unwrap();
        assert_eq!(other.wait(|line| line["reply"] == 5)["error"]["code"], "no_call");
        drop(other.input);
        other.served.join().unwrap().unwrap();
    }

    #[test]
    fn what_cannot_be_answered_is_refused_and_the_next_call_is_not() {
        let mut other = Other::new();
        let too_much = 70_000;
        other.send(&json!({ "call": 1, "method": "post", "path": "xray", "bytes": too_much }));
        other.input.write_all(&vec![b'x'; too_much]).unwrap();
        let error = other.line()["error"].clone();
        assert_eq!(error, json!({ "code": "too_long", "max": 65536, "got": 70000 }));
        other.send(&json!({ "call": 2, "method": "patch", "path": "games", "bytes": 2 }));
        other.input.write_all(b"{}").unwrap();
        let reply = other.line();
        assert!(
            reply["reply"] == 2 && reply["error"]["error"].as_str().unwrap().contains("`patch`"),
            "{reply}"
        );
        other.send(&json!({ "call": 3, "method": "get", "path": "settings" }));
        assert_eq!(other.line()["bytes"], 2);
    }

    #[test]
    fn whoever_does_not_say_hello_is_quoted() {
        let mut other = Other::new();
        other.input.write_all(b"nonsense\n").unwrap();
        let error = other.served.join().unwrap().unwrap_err().to_string();
        assert_eq!(error, "expected hello, got `nonsense`");
    }
}
