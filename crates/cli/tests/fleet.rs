//! A fleet as a user runs it: a real server, real workers, and everything that can happen to them.
//!
//! The tests need `nats-server`: `cargo test -p goren --test fleet -- --ignored`.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use common::{Folder, Run, games_of};
use serde_json::Value;

/// How long anything may take.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A process that ends with its owner, also when a test fails.
struct Process(Child);

impl Process {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([name, &self.0.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < TIMEOUT, "a process does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server, and a folder for everything.
struct Site {
    folder: Folder,
    url: String,
    _server: Process,
}

impl Site {
    fn new(name: &str) -> Site {
        Site::with(name, "")
    }

    /// A site whose server has this in its configuration.
    fn with(name: &str, configuration: &str) -> Site {
        let folder = Folder::new(&format!("fleet-{name}"));
        fs::write(folder.path("server.conf"), configuration).unwrap();
        let mut server = Command::new("nats-server");
        server.args(["-js", "-sd", &folder.path("store"), "-c", &folder.path("server.conf")]);
        Site::serve(folder, server)
    }

    /// A site whose server is configured as `deploy/` does it, or with changes to that.
    fn deployed(name: &str, change: impl FnOnce(String) -> String) -> Site {
        let folder = Folder::new(&format!("fleet-{name}"));
        let deployed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/nats.conf");
        fs::write(folder.path("server.conf"), change(fs::read_to_string(deployed).unwrap())).unwrap();
        let mut server = Command::new("nats-server");
        server.args(["-c", &folder.path("server.conf")]);
        server.env("GOREN_STORE", folder.path("store"));
        for (who, password) in [("COORDINATOR", "one"), ("WORKER", "two"), ("WATCHER", "three")] {
            server.env(format!("GOREN_{who}_PASSWORD"), password);
        }
        Site::serve(folder, server)
    }

    fn serve(folder: Folder, mut server: Command) -> Site {
        fs::create_dir_all(folder.path("ports")).unwrap();
        let server = server
            .args(["-a", "127.0.0.1", "-p", "-1", "--ports_file_dir", &folder.path("ports")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(folder.path("server.log")).unwrap())
            .spawn()
            .expect("nats-server is installed");
        let server = Process(server);
        let url = until("the server says its port", || {
            let file = fs::read_dir(folder.path("ports")).unwrap().flatten().next()?;
            let ports: Value = serde_json::from_str(&fs::read_to_string(file.path()).ok()?).ok()?;
            Some(ports["nats"][0].as_str()?.to_owned())
        });
        Site { folder, url, _server: server }
    }

    /// Starts a worker that claims the signature of this program and a speed.
    fn worker(&self, name: &str, more: &str) -> Process {
        self.claiming(name, signature(), more)
    }

    /// Starts a worker that claims this signature.
    fn claiming(&self, name: &str, signature: u64, more: &str) -> Process {
        let cache = self.folder.path("cache");
        let command = format!("worker --nats {} --name {name} --slots 1 --cache {cache}{more}", self.url);
        let mut command = self.folder.command(&command);
        command.env("GOREN_CLAIM", format!("{signature}/1000000"));
        command
            .stdout(Stdio::null())
            .stderr(fs::File::create(self.folder.path(&format!("{name}.log"))).unwrap());
        Process(command.spawn().unwrap())
    }

    fn workers(&self) -> Vec<Process> {
        ["one", "two", "three"].into_iter().map(|name| self.worker(name, "")).collect()
    }

    /// What a worker has said.
    fn log(&self, name: &str) -> String {
        self.folder.read(&format!("{name}.log"))
    }

    /// The program with the fleet; it does not measure its own signature again.
    fn command(&self, arguments: &str) -> Command {
        let mut command = self.folder.command(&format!("{arguments} --nats {}", self.url));
        command.env("GOREN_CLAIM", format!("{}/1000000", signature()));
        command
    }

    /// Runs the program with the fleet.
    fn run(&self, arguments: &str) -> Run {
        let output = self.command(arguments).output().unwrap();
        Run {
            code: output.status.code().expect("not killed"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Starts the program with the fleet.
    fn start(&self, arguments: &str) -> Process {
        let mut command = self.command(arguments);
        Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn state(&self) -> Value {
        let run = self.run("fleet --json");
        assert_eq!(run.code, 0, "{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    }
}

fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < TIMEOUT, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The signature of this program's search.
fn signature() -> u64 {
    static SIGNATURE: OnceLock<u64> = OnceLock::new();
    *SIGNATURE.get_or_init(|| {
        let run = common::goren(&["bench"], "");
        let nodes = run.out.lines().find_map(|line| line.strip_prefix("nodes "));
        nodes.unwrap().parse().unwrap()
    })
}

/// The table of results without times.
fn results_of(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let table = folder.read(&format!("{name}/results.csv"));
    table.lines().map(|line| line.split(',').take(10).map(str::to_owned).collect()).collect()
}

fn lines_of(path: &str) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

const MATCH: &str = "match goren:level=3 goren:level=2 --nodes 60 --size 7 --memory 1";

#[test]
#[ignore = "needs nats-server"]
fn a_match_and_a_tournament_on_three_workers_are_those_of_one_machine() {
    let site = Site::new("equal");
    let workers = site.workers();
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../nnue/nets/freestyle.bin");
    for (name, command) in [
        ("match", format!("{MATCH} --pairs 30")),
        (
            "tournament",
            "tournament goren:level=3 goren:level=2 goren:level=1 boundary:depth=1 --nodes 40 --size 7 \
          --memory 1 --format knock-out --pairs 2"
                .replace("          ", ""),
        ),
        // The network travels by its hash.
        (
            "net",
            format!("match goren:net={net} goren:eval=classical --nodes 100 --size 9 --memory 1 --pairs 2"),
        ),
    ] {
        let here = site.folder.goren(&format!("{command} --out {name}-here"));
        assert_eq!(here.code, 0, "{}", here.err);
        let there = site.run(&format!("{command} --out {name}-there"));
        assert_eq!(there.code, 0, "{}", there.err);
        let (here, there) = (format!("{name}-here"), format!("{name}-there"));
        assert_eq!(games_of(&site.folder, &there), games_of(&site.folder, &here), "{name}");
        assert_eq!(results_of(&site.folder, &there), results_of(&site.folder, &here), "{name}");
    }
    let journal = site.folder.read("match-there/journal.jsonl");
    for worker in ["one", "two", "three"] {
        assert!(journal.contains(&format!("\"worker\":\"{worker}\"")), "{worker} has played no game");
    }
    // Nothing is left on the server, and the workers wait.
    let state = site.state();
    assert_eq!((&state["runs"], &state["totals"]["busy"]), (&Value::Array(Vec::new()), &0.into()), "{state}");
    assert_eq!(state["totals"]["workers"], 3);
    drop(workers);
    assert!(site.log("one").contains("takes part in goren:level=3"), "{}", site.log("one"));
}

#[test]
#[ignore = "needs nats-server"]
fn training_games_and_books_are_the_same_files() {
    let site = Site::new("files");
    let _workers = site.workers();
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../nnue/nets/freestyle.bin");
    for (name, command) in [
        ("games", "datagen --games 25 --nodes 100 --out".to_owned()),
        ("net", format!("datagen --games 5 --nodes 50 --size 13 --net {net} --set razor_base=150 --out")),
        (
            "book",
            "book --count 5 --nodes 300 --game-nodes 60 --size 9 --games 4 --margin 300 --out".to_owned(),
        ),
    ] {
        let here = site.folder.goren(&format!("{command} {name}-here"));
        assert_eq!(here.code, 0, "{}", here.err);
        let there = site.run(&format!("{command} {name}-there"));
        assert_eq!(there.code, 0, "{}", there.err);
        let bytes = |place: &str| fs::read(site.folder.path(&format!("{name}-{place}"))).unwrap();
        assert!(bytes("here") == bytes("there"), "{name}");
        assert!(!bytes("here").is_empty());
    }
    // A file that was cut off is completed.
    let whole = fs::read(site.folder.path("games-here")).unwrap();
    fs::write(site.folder.path("torn"), &whole[..whole.len() / 2]).unwrap();
    let run = site.run("datagen --games 25 --nodes 100 --out torn");
    assert!(run.err.contains("resuming after "), "{}", run.err);
    assert!(fs::read(site.folder.path("torn")).unwrap() == whole);
}

#[test]
#[ignore = "needs nats-server"]
fn killed_workers_and_coordinators_lose_no_game_and_play_none_twice() {
    let site = Site::new("kill");
    let command = format!("{MATCH} --pairs 150 --lease 2");
    let here = site.folder.goren(&format!("{MATCH} --pairs 150 --out here"));
    assert_eq!(here.code, 0, "{}", here.err);
    let mut workers = site.workers();
    let journal = site.folder.path("there/journal.jsonl");
    let mut coordinator = site.start(&format!("{command} --out there"));
    until("20 games are played", || (lines_of(&journal) > 20).then_some(()));
    workers[0].kill();
    until("60 games are played", || (lines_of(&journal) > 60).then_some(()));
    coordinator.kill();
    let played = lines_of(&journal);
    assert!(played < 301, "the coordinator was killed too late");
    // The run is still there, without a coordinator, and goes on where it was.
    workers[0] = site.worker("one", "");
    let mut coordinator = site.start("match --resume there --lease 2");
    until("it goes on", || (lines_of(&journal) > played + 10).then_some(()));
    workers[1].kill();
    workers.truncate(1);
    assert_eq!(coordinator.wait(), Some(0));
    assert_eq!(games_of(&site.folder, "there"), games_of(&site.folder, "here"));
    assert_eq!(results_of(&site.folder, "there"), results_of(&site.folder, "here"));
    assert_eq!(site.state()["runs"], Value::Array(Vec::new()));
}

#[test]
#[ignore = "needs nats-server"]
fn a_sequential_test_that_is_decided_leaves_idle_workers() {
    let site = Site::new("sprt");
    let mut workers = site.workers();
    let run = site.run("match goren:level=6 goren:level=2 --nodes 200 --size 9 --sprt 0,100 --out m --json");
    let end: Value = serde_json::from_str(run.out.lines().last().unwrap()).unwrap();
    assert_eq!((run.code, &end["verdict"]), (0, &"H1".into()), "{}", run.err);
    let state = site.state();
    assert_eq!((&state["totals"]["busy"], &state["totals"]["runs"]), (&0.into(), &0.into()), "{state}");
    // Asked to end, an idle worker ends.
    workers[0].signal("-INT");
    assert_eq!(workers[0].wait(), Some(0));
    assert!(site.log("one").contains("tasks finished"), "{}", site.log("one"));
}

#[test]
#[ignore = "needs nats-server"]
fn who_does_not_fit_is_refused_and_named() {
    let site = Site::new("refused");
    let _other = site.claiming("other", 1, "");
    let engine = format!("name=foreign cmd=\"{} gomocup\"", env!("CARGO_BIN_EXE_goren"));
    let toml = format!(
        "[[engine]]\nname = \"foreign\"\ncommand = \"{}\"\nargs = [\"gomocup\"]\n",
        env!("CARGO_BIN_EXE_goren")
    );
    fs::write(site.folder.path("engines.toml"), toml).unwrap();
    let _plain = site.worker("plain", "");
    let _allowing = site.worker("allowing", " --engines engines.toml");
    until("all are connected", || {
        ["other", "plain", "allowing"].iter().all(|name| site.log(name).contains("connected")).then_some(())
    });
    let run = site
        .folder
        .command("match")
        // This one measures its signature, and finds that of the workers.
        .args([engine.as_str(), "goren:level=2", "--nodes", "50"])
        .args(["--size", "9", "--memory", "1", "--pairs", "2", "--out", "m", "--nats", &site.url])
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{err}");
    let journal = site.folder.read("m/journal.jsonl");
    assert_eq!(journal.matches("\"worker\":\"allowing\"").count(), 4, "{journal}");
    for (name, why) in [("other", "signature"), ("plain", "foreign")] {
        let log = site.log(name);
        assert!(log.contains("does not take part") && log.contains(why), "{log}");
    }
    // The command stays here; only the name travels.
    assert!(journal.lines().next().unwrap().contains("gomocup"));
}

#[test]
#[ignore = "needs nats-server"]
fn times_are_stretched_on_a_slower_machine_and_the_journal_says_so() {
    let site = Site::new("clock");
    let _worker = site.worker("slow", "");
    let run = site.run(
        "match goren:level=2 goren:level=1 --time 5ms --size 7 --pairs 1 --reference-speed 2000000 --out m",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let journal = site.folder.read("m/journal.jsonl");
    assert_eq!(journal.matches("\"scale\":2000").count(), 2, "{journal}");
    // Too slow by far.
    let mut run =
        site.start("match goren goren --time 5ms --size 7 --pairs 1 --reference-speed 9000000 --out n");
    until("it is refused", || site.log("slow").contains("does not take part").then_some(()));
    run.signal("-INT");
    assert_eq!(run.wait(), Some(130));
    assert_eq!(site.state()["runs"], Value::Array(Vec::new()));
}

#[test]
#[ignore = "needs nats-server"]
fn a_match_without_workers_says_so_and_can_be_ended_from_elsewhere() {
    let site = Site::new("alone");
    let log = site.folder.path("match.log");
    let mut command = site.command(&format!("{MATCH} --pairs 1 --out m --fleet attic"));
    let mut run =
        Process(command.stdout(Stdio::null()).stderr(fs::File::create(&log).unwrap()).spawn().unwrap());
    let hint = format!("no workers yet; start one with: goren worker --nats {} --fleet attic", site.url);
    until("it says so", || fs::read_to_string(&log).unwrap().contains(&hint).then_some(()));
    assert_eq!(site.state()["runs"], Value::Array(Vec::new()), "another fleet sees nothing of it");
    let shown = site.run("fleet --once --fleet attic");
    assert!(shown.out.contains("goren:level=3") && shown.out.contains("no workers"), "{}", shown.out);
    let metrics = site.run("fleet --metrics-text --fleet attic");
    assert!(metrics.out.contains("# TYPE "), "{}", metrics.out);
    let state: Value = serde_json::from_str(&site.run("fleet --json --fleet attic").out).unwrap();
    let name = state["runs"][0]["run"].as_str().unwrap();
    let ended = site.run("fleet end nonsense --fleet attic");
    assert_eq!((ended.code, ended.err), (1, format!("goren: there is no run `nonsense`, only {name}\n")));
    let ended = site.run(&format!("fleet end {name} --fleet attic"));
    assert_eq!(ended.code, 0, "{}", ended.err);
    assert_eq!(run.wait(), Some(1));
    let said = fs::read_to_string(&log).unwrap();
    assert!(said.contains(&format!("run {name} was ended from elsewhere")), "{said}");
}

#[test]
#[ignore = "needs nats-server"]
fn only_who_is_allowed_gets_in() {
    let site = Site::with("users", "authorization { users = [ { user: ann, password: \"s3cret\" } ] }\n");
    let run = site.run("fleet --once");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("does not accept these credentials") && run.err.lines().count() == 1,
        "{}",
        run.err
    );
    let url = site.url.replace("nats://", "nats://ann:s3cret@");
    let run = site.folder.goren(&format!("fleet --once --nats {url}"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("fleet goren at nats://127.0.0.1:") && !run.out.contains("s3cret"),
        "{}",
        run.out
    );
    drop(site);
    let (seed, public) = (
        "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY",
        "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4",
    );
    let site = Site::with("nkeys", &format!("authorization {{ users = [ {{ nkey: {public} }} ] }}\n"));
    assert_eq!(site.run("fleet --once").code, 1);
    fs::write(site.folder.path("seed"), seed).unwrap();
    let run = site.run("fleet --once --nkey seed");
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
#[ignore = "needs nats-server"]
fn the_deployed_configuration_lets_everyone_do_what_they_must_and_no_more() {
    let mut site = Site::deployed("deployed", |as_it_is| as_it_is);
    let plain = site.url.clone();
    // The first to come may be one who only looks on.
    site.url = plain.replace("nats://", "nats://watcher:three@");
    assert_eq!(site.state()["workers"], Value::Array(Vec::new()));
    site.url = plain.replace("nats://", "nats://worker:two@");
    let _worker = site.worker("one", "");
    let ended = site.run("match goren:level=1 goren:level=2 --nodes 50 --pairs 1 --out by-worker");
    assert_eq!(ended.code, 1, "a worker starts no match: {}", ended.out);
    site.url = plain.replace("nats://", "nats://watcher:three@");
    let ended = site.run("match goren:level=1 goren:level=2 --nodes 50 --pairs 1 --out by-watcher");
    assert_eq!(ended.code, 1, "a watcher starts no match: {}", ended.out);
    site.url = plain.replace("nats://", "nats://coordinator:one@");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../nnue/nets/freestyle.bin");
    let run = site.run(&format!(
        "match goren:level=1 goren:level=2,net={net} --nodes 50 --pairs 4 --lease 2 --out played"
    ));
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(games_of(&site.folder, "played").len(), 8);
    site.url = plain.replace("nats://", "nats://watcher:three@");
    let state = site.state();
    assert_eq!(state["workers"][0]["worker"].as_str(), Some("one"), "{state}");
    let log = site.folder.read("server.log");
    let is_denied = |line: &&str| line.contains("Violation") && line.contains("goren worker");
    assert_eq!(log.lines().filter(is_denied).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// The deployed configuration with a user for one machine, as its comment says: the rights of a worker, under one name.
fn with_a_user_of_its_own(configuration: &str, name: &str) -> String {
    let start = configuration.find("    {\n      user: worker\n").unwrap();
    let end = start + configuration[start..].find("\n    }\n").unwrap() + "\n    }\n".len();
    let mut own = configuration[start..end].to_owned();
    for (each, its_own) in [
        ("user: worker", format!("user: {name}")),
        ("\"goren.answers.*.*.*\"", format!("\"goren.answers.*.{name}.*\"")),
        ("\"goren.pulse.worker.*\"", format!("\"goren.pulse.worker.{name}\"")),
    ] {
        assert_eq!(own.matches(each).count(), 1, "{each}");
        own = own.replace(each, &its_own);
    }
    configuration[..end].to_owned() + &own + &configuration[end..]
}

/// The errors of the server when a user of it publishes an empty message, in the protocol of NATS itself.
fn errors_of(url: &str, user: &str, subject: &str) -> Vec<String> {
    let stream = TcpStream::connect(url.strip_prefix("nats://").unwrap()).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    let login = format!("{{\"user\":\"{user}\",\"pass\":\"two\",\"verbose\":false,\"pedantic\":false}}");
    write!(&stream, "CONNECT {login}\r\nPUB {subject} 0\r\n\r\nPING\r\n").unwrap();
    let lines = BufReader::new(&stream).lines().map(Result::unwrap);
    let said: Vec<String> = lines.take_while(|line| line != "PONG").collect();
    assert!(said[0].starts_with("INFO "), "{said:?}");
    said.into_iter().filter(|line| line.starts_with("-ERR")).collect()
}

#[test]
#[ignore = "needs nats-server"]
fn a_worker_with_a_user_of_its_own_cannot_answer_for_another() {
    let mut site = Site::deployed("own", |deployed| with_a_user_of_its_own(&deployed, "guest"));
    let plain = site.url.clone();
    let may = |user: &str, subject: &str| {
        let errors = errors_of(&plain, user, subject);
        let denied = format!("-ERR 'Permissions Violation for Publish to \"{subject}\"'");
        assert!(errors.is_empty() || errors == [denied], "{errors:?}");
        errors.is_empty()
    };
    assert!(may("guest", "goren.answers.run.guest.7") && may("guest", "goren.pulse.worker.guest"));
    for others in [
        "goren.answers.run.one.7",
        "goren.pulse.worker.one",
        "goren.pulse.run.run",
        "goren.tasks.run.7",
        "$KV.goren-runs.run",
        "$KV.goren-aside.run",
        "$JS.API.STREAM.DELETE.goren-answers-run",
        "$JS.API.STREAM.PURGE.goren-answers-run",
        "$JS.API.STREAM.UPDATE.goren-answers-run",
    ] {
        assert!(!may("guest", others), "{others}");
    }
    // Workers of one user trust each other.
    assert!(may("worker", "goren.answers.run.one.7") && !may("worker", "$KV.goren-runs.run"));

    // These rights are all that it needs.
    site.url = plain.replace("nats://", "nats://guest:two@");
    let _worker = site.worker("guest", "");
    site.url = plain.replace("nats://", "nats://coordinator:one@");
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../nnue/nets/freestyle.bin");
    let run =
        site.run(&format!("match goren:level=1 goren:level=2,net={net} --nodes 50 --pairs 2 --out played"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(games_of(&site.folder, "played").len(), 4);
    let log = site.folder.read("server.log");
    let is_denied = |line: &&str| line.contains("Violation") && line.contains("goren worker");
    assert_eq!(log.lines().filter(is_denied).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// A certificate for this machine, signed by itself; `false` where there is no `openssl` program.
fn certify(folder: &Folder) -> bool {
    let made = Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "2",
        ])
        .args([
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
        ])
        .args(["-keyout", &folder.path("key.pem"), "-out", &folder.path("cert.pem")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    made.is_ok_and(|status| status.success()) && Path::new(&folder.path("cert.pem")).exists()
}

#[test]
#[ignore = "needs nats-server"]
fn a_connection_can_be_encrypted() {
    let keys = Folder::new("fleet-keys");
    assert!(certify(&keys), "the openssl program makes a certificate");
    let (cert, key) = (keys.path("cert.pem"), keys.path("key.pem"));
    let site = Site::with("tls", &format!("tls {{ cert_file: \"{cert}\", key_file: \"{key}\" }}\n"));
    let url = format!("tls://{}", site.url.split("://").last().unwrap());
    let run = site.folder.goren(&format!("fleet --once --nats {url} --tls-ca {cert}"));
    assert_eq!(run.code, 0, "{}", run.err);
    // Nobody else vouches for this certificate.
    let run = site.folder.goren(&format!("fleet --once --nats {url}"));
    assert_eq!(run.code, 1);
    assert!(run.err.starts_with("goren: cannot reach the NATS server at tls://"), "{}", run.err);
}

#[test]
fn what_is_wrong_with_an_address_is_said_in_one_line() {
    let folder = Folder::new("fleet-flags");
    let error = |arguments: &str, code: i32| {
        let run = folder.command(arguments).env_remove("GOREN_NATS").output().unwrap();
        assert_eq!(run.status.code(), Some(code), "{arguments}");
        String::from_utf8_lossy(&run.stderr).into_owned()
    };
    assert_eq!(
        error("fleet --once", 1),
        "goren: expected the address of a NATS server: --nats URL, or the variable GOREN_NATS\n"
    );
    assert_eq!(error("match goren boundary --fleet x", 1), "goren: --fleet: only together with --nats URL\n");
    assert_eq!(
        error("fleet --once --nats http://", 1),
        "goren: expected the address of a server such as `nats://host:4222`, got `http://`\n"
    );
    let unreachable = error("datagen --games 1 --out x --nats nats://127.0.0.1:1", 1);
    assert!(
        unreachable.starts_with("goren: cannot reach the NATS server at nats://127.0.0.1:1: "),
        "{unreachable}"
    );
    assert_eq!(unreachable.lines().count(), 1);
    let both = error("match goren boundary --nats nats://127.0.0.1:1 --concurrency 2", 2);
    assert!(both.contains("--concurrency") && both.contains("--nats"), "{both}");
    let missing = error("fleet --once --nats nats://127.0.0.1:1 --nkey nowhere", 1);
    assert!(missing.starts_with("goren: nowhere: ") && missing.lines().count() == 1, "{missing}");
    let name = error("worker --nats nats://127.0.0.1:1 --name a.b", 2);
    assert!(name.contains("got `a.b`"), "{name}");
    // The environment is as good as the flag.
    let run = folder.command("fleet --once").env("GOREN_NATS", "nats://127.0.0.1:1").output().unwrap();
    assert!(
        String::from_utf8_lossy(&run.stderr).contains("cannot reach the NATS server at nats://127.0.0.1:1")
    );
}
