use goren_arena::{Local, MakeError, RunOptions, run};
use goren_core::{Agent, Stop};

use super::*;
use crate::message::{Needs, RunState};
use crate::performer::{Performer, RunPerformer};

fn plan() -> Plan {
    let parse = |text: &str| {
        let parser =
            goren_arena::Parser { kinds: vec!["simple".to_owned()], ..goren_arena::Parser::default() };
        parser.parse(text).unwrap()
    };
    let budget = Budget { nodes: Some(1), ..Budget::default() };
    Plan { budget, pairs: 3, ..Plan::new(vec![parse("simple"), parse("simple:back=1")]) }
}

struct Simple(bool);

impl Agent for Simple {
    fn name(&self) -> String {
        "simple".to_owned()
    }

    fn choose(
        &mut self,
        game: &goren_core::Game,
        _: &goren_core::Limits,
        _: &Stop,
        _: &mut dyn FnMut(&goren_core::Report),
    ) -> goren_core::Step {
        let mut moves = game.position().legal_moves();
        let point = if self.0 { moves.last() } else { moves.next() };
        goren_core::Step::Place(point.unwrap())
    }
}

fn make(builtin: &Builtin, _: &Budget, _: u64) -> Result<Box<dyn Agent + Send>, MakeError> {
    if builtin.kind == "simple" {
        Ok(Box::new(Simple(builtin.options.contains_key("back"))))
    } else {
        Err(format!("there is no agent `{}`", builtin.kind).into())
    }
}

fn travel(contestant: &Contestant) -> Result<Participant, GamesError> {
    match &contestant.kind {
        Kind::Builtin(builtin) => Ok(Participant::Builtin(builtin.clone())),
        Kind::Process(spec) => Ok(Participant::Engine(spec.name.clone())),
    }
}

fn announcement(games: &Games) -> Announcement {
    Announcement {
        run: "r".to_owned(),
        title: String::new(),
        work: GAMES.to_owned(),
        common: serde_json::to_value(games).unwrap(),
        needs: Needs { threads: 1, ..Needs::default() },
        lease_ms: 1000,
        started: 0,
        coordinator: 0,
        state: RunState::Open,
    }
}

fn performer() -> GamesPerformer {
    GamesPerformer {
        maker: std::sync::Arc::new(make),
        engines: BTreeMap::new(),
        files: vec!["net".to_owned()],
        speed: 1000,
    }
}

fn accept(announcement: &Announcement) -> Result<Box<dyn RunPerformer>, String> {
    let accepted =
        performer().accept(announcement, &|hash| Some(std::path::PathBuf::from("/cache").join(hash)));
    accepted.map_err(|error| error.to_string())
}

/// The jobs of a plan, in order.
fn jobs(plan: &Plan) -> Vec<Job> {
    let mut jobs = Vec::new();
    let options = RunOptions::default();
    run(plan, &Local::new(&make), options, |event| {
        if let goren_arena::Event::Started(job) = event {
            jobs.push(job.clone());
        }
    })
    .unwrap();
    jobs
}

#[test]
fn a_job_travels_as_a_task_and_gives_the_same_game() {
    let plan = plan();
    let games = Games::new(&plan, travel).unwrap();
    let announcement = announcement(&games);
    let there = accept(&announcement).unwrap();
    let here = run(&plan, &Local::new(&make), RunOptions::default(), |_| ()).unwrap();
    for (job, played) in jobs(&plan).iter().zip(&here.games) {
        let task = games.task(job).unwrap();
        let task = Task::read(&serde_json::to_vec(&task).unwrap()).unwrap();
        assert_eq!(Games::read(&announcement.common).unwrap().job(&task, &BTreeMap::new()).unwrap(), *job);
        let value = there.perform(&task, &goren_arena::Slot::default(), &Stop::default()).unwrap().unwrap();
        let game: goren_arena::FinishedGame = serde_json::from_value(value).unwrap();
        goren_arena::replay(job, &game, 1000).unwrap();
        assert_eq!((game.winner, game.moves.len()), (played.played.winner, played.played.moves.len()));
    }
}

#[test]
fn a_file_of_the_workers_machine_cannot_be_named() {
    let mut plan = plan();
    let hash = "0".repeat(64);
    let mut with = |net: &str| {
        if let Kind::Builtin(builtin) = &mut plan.contestants[0].kind {
            builtin.options.insert("net".to_owned(), net.to_owned());
        }
        accept(&announcement(&Games::new(&plan, travel).unwrap())).map(drop)
    };
    assert_eq!(
        with("/etc/passwd").unwrap_err(),
        "expected the option `net` as `object:HASH`, got `/etc/passwd`"
    );
    assert_eq!(with("object:../x").unwrap_err(), "there is no object `../x`");
    assert_eq!(with(&format!("object:{hash}")), Ok(()));
}

#[test]
fn what_a_run_may_not_ask_is_refused_in_words() {
    let refused = |change: &dyn Fn(&mut Games), needs: &dyn Fn(&mut Needs)| {
        let mut games = Games::new(&plan(), travel).unwrap();
        change(&mut games);
        let mut announcement = announcement(&games);
        needs(&mut announcement.needs);
        accept(&announcement).map(drop).unwrap_err()
    };
    let builtin = |kind: &str, option: &str, value: &str| {
        let options = BTreeMap::from([(option.to_owned(), value.to_owned())]);
        Participant::Builtin(Builtin { kind: kind.to_owned(), options })
    };
    let none = |_: &mut Needs| ();
    assert!(refused(&|games| games.contestants.truncate(1), &none).contains("got 1"));
    assert!(
        refused(&|games| games.contestants[0].plays = builtin("strange", "x", "1"), &none)
            .contains("`strange`")
    );
    assert!(
        refused(&|games| games.contestants[0].plays = builtin("simple", "threads", "8"), &none)
            .contains("8 threads")
    );
    let engine = |name: &str| Participant::Engine(name.to_owned());
    assert_eq!(
        refused(&|games| games.contestants[1].plays = engine("other"), &none),
        "the engine `other` is not allowed here"
    );
    assert!(refused(&|games| games.contestants[1].plays = engine("sh -c"), &none).contains("`sh -c`"));
    assert!(
        refused(&|games| games.contestants[0].budget = Budget::default(), &none).contains("expected a limit")
    );
    assert!(
        refused(&|games| games.contestants[0].budget.memory = Some(1 << 40), &none).contains("1048576 MB")
    );
    let clock = |games: &mut Games| games.contestants[0].budget.time = "20ms".parse().unwrap();
    assert!(refused(&clock, &none).contains("by the clock"));
    assert!(refused(&clock, &|needs| needs.speed = Some(10_000)).contains("cannot be kept"));
    assert!(
        refused(&|games| games.contestants[1].name = "simple".to_owned(), &none).contains("two contestants")
    );
}

#[test]
fn a_task_with_a_strange_payload_is_an_error() {
    let announcement = announcement(&Games::new(&plan(), travel).unwrap());
    let error =
        |payload: Value| check_games(&announcement, &Task { number: 3, payload }).unwrap_err().to_string();
    assert!(error(Value::Null).starts_with("task 3: "));
    assert!(error(serde_json::json!({ "players": [0, 2], "seed": 1 })).contains("no contestant 2"));
    let twice = serde_json::json!({ "players": [0, 1], "seed": 1, "stones": ["h8", "h8"] });
    assert!(error(twice).starts_with("task 3: opening `h8h8`"));
    let command = serde_json::json!({ "players": [0, 1], "seed": 1, "command": ["sh"] });
    assert!(error(command).contains("command"));
}
