//! Tests of a session whose engine thinks for as long as the test decides.

use super::*;
use goren_core::{Size, Stone};
use goren_engine::{Evaluation, Level, Options, SearchEvent};
use std::sync::mpsc::{Receiver, channel};

/// A session, and the jobs it gives to its engine.
struct Desk {
    session: Session,
    jobs: Receiver<Job>,
}

impl Desk {
    fn new() -> Desk {
        let (sender, jobs) = channel();
        let engine = Box::new(Engine::new(Options::default()));
        Desk {
            session: Session::new(engine, Settings::new(1, 4, Evaluation::default()), sender, Instant::now()),
            jobs,
        }
    }

    /// Sends some lines and collects the replies.
    fn say(&mut self, text: &str) -> Vec<String> {
        let mut replies = Vec::new();
        for line in text.lines() {
            assert!(self.session.line(line.as_bytes(), Instant::now(), &mut replies).is_continue());
        }
        replies.iter().map(Reply::to_string).collect()
    }

    /// Lets the engine answer the current job with these stones.
    fn answer(&mut self, names: &str) -> String {
        let job = self.jobs.try_recv().unwrap();
        let stones = names.split_whitespace().map(|name| name.parse().unwrap()).collect();
        self.session.answer(job.engine, SearchOutcome::Stones(stones)).unwrap().to_string()
    }

    fn is_stopped(&self) -> bool {
        let Mind::Thinks(thinking) = &self.session.mind else { panic!("not thinking") };
        thinking.stop.is_raised()
    }

    fn job(&self) -> Job {
        self.jobs.try_recv().unwrap()
    }
}

const START: &str = "START 15\nINFO timeout_turn 60000\nBEGIN";

#[test]
fn a_thinking_engine_refuses_position_commands_one_by_one() {
    let mut desk = Desk::new();
    assert_eq!(desk.say(START), ["OK"]);
    for command in [
        "START 20",
        "RECTSTART 15,15",
        "RESTART",
        "BEGIN",
        "TURN 1,1",
        "PLAY 1,1",
        "TAKEBACK 1,1",
        "BOARD\n1,1,2\nDONE",
        "SWAP2BOARD\nDONE",
        "YXBOARD\nDONE",
        "YXNBEST 2",
        "YXBLOCKRESET",
        "YXHASHCLEAR",
        "YXSHOWFORBID",
    ] {
        let replies = desk.say(command);
        assert_eq!(replies.len(), 1, "{replies:?}");
        let got = format!("got `{}`", command.lines().next().unwrap());
        assert!(replies[0].starts_with("ERROR expected ") && replies[0].ends_with(&got), "{replies:?}");
    }
    assert!(!desk.is_stopped());
    assert_eq!(desk.answer("h8"), "7,7");
}

#[test]
fn a_thinking_engine_answers_what_does_not_disturb_it() {
    let mut desk = Desk::new();
    desk.say(START);
    assert!(desk.say("about")[0].starts_with("name=\"goren\", version="));
    assert_eq!(desk.say("HELLO"), ["UNKNOWN HELLO"]);
    assert_eq!(desk.say("INFO time_left 500\nINFO bogus\nYXQUERYDATABASEALL\n7,7\nDONE"), [""; 0]);
    assert_eq!(desk.say("yxshowinfo"), ["MESSAGE INFO MAX_THREAD_NUM 4", "MESSAGE INFO MAX_HASH_SIZE 20"]);
    assert!(!desk.is_stopped());
}

#[test]
fn stop_and_a_turn_of_zero_mean_move_now() {
    for command in ["YXSTOP", "stop", "INFO timeout_turn 0"] {
        let mut desk = Desk::new();
        desk.say(START);
        assert!(desk.session.deadline().is_some());
        assert_eq!(desk.say(command), [""; 0]);
        assert!(desk.is_stopped(), "{command}");
        assert_eq!(desk.session.deadline(), None);
        assert_eq!(desk.answer("h8"), "7,7");
        assert_eq!(desk.say(command), [""; 0]);
    }
}

#[test]
fn a_shorter_turn_counts_in_the_middle_of_a_search() {
    let mut desk = Desk::new();
    desk.say(START);
    let before = desk.session.deadline().unwrap();
    desk.say("INFO timeout_turn 10000");
    assert!(desk.session.deadline().unwrap() < before);
}

#[test]
fn the_end_comes_in_the_middle_of_anything() {
    for before in ["", START, "START 15\nBOARD\n7,7,2", "YXHASHDUMP"] {
        let mut desk = Desk::new();
        desk.say(before);
        assert!(desk.session.line(b"End", Instant::now(), &mut Vec::new()).is_break(), "{before}");
    }
}

#[test]
fn settings_reach_the_engine() {
    let mut desk = Desk::new();
    desk.say(
        "INFO max_memory 52428800\nINFO thread_num 3\nINFO max_depth 999999\nINFO max_node 900\nINFO strength 0",
    );
    desk.say("INFO timeout_turn 1000\nINFO time_left 5000\nINFO rule 4\nSTART 15");
    assert_eq!(desk.say("BOARD\n7,7,2\nDONE"), [""; 0]);
    let job = desk.job();
    // A network does not fit.
    let evaluation = Evaluation::Classical;
    assert_eq!(
        job.options,
        Options { memory: 40 << 20, threads: 3, level: Level::LOWEST, evaluation, ..Options::default() }
    );
    assert_eq!((job.limits.depth, job.limits.nodes), (Some(484), Some(900)));
    let turn = job.limits.clock.turn.unwrap();
    assert!(turn <= Duration::from_millis(970) && job.limits.clock.left.unwrap() > turn, "{turn:?}");
    let Task::Search { position, lines, .. } = job.task else { panic!("a search") };
    assert_eq!((position.rule(), position.size(), lines), (Rule::Renju, Size::DEFAULT, 1));
    assert_eq!((position.side(), position.last()), (Stone::White, "h8".parse().ok()));
}

#[test]
fn start_up_is_charged_to_the_first_move_only() {
    let (sender, jobs) = channel();
    let engine = Box::new(Engine::new(Options::default()));
    let start = Instant::now();
    let mut session = Session::new(engine, Settings::new(1, 1, Evaluation::default()), sender, start);
    let later = start + Duration::from_secs(100);
    let mut replies = Vec::new();
    let mut turn = |line: &str| {
        for line in line.lines() {
            assert!(session.line(line.as_bytes(), later, &mut replies).is_continue());
        }
        let job = jobs.try_recv().unwrap();
        session.answer(job.engine, SearchOutcome::Stones(vec!["a1".parse().unwrap()]));
        job.limits.clock.turn.unwrap()
    };
    assert_eq!(turn("START 15\nINFO timeout_turn 5000\nBEGIN"), Duration::from_millis(5000 - 30 - 500));
    assert_eq!(turn("START 15\nBEGIN"), Duration::from_millis(5000 - 30));
}

#[test]
fn a_new_game_has_its_match_time_back() {
    let mut desk = Desk::new();
    desk.say("INFO timeout_match 10000\nSTART 15");
    let read = Instant::now().checked_sub(Duration::from_secs(3)).unwrap();
    assert!(desk.session.line(b"BEGIN", read, &mut Vec::new()).is_continue());
    desk.answer("h8");
    let mut left = |text: &str| {
        desk.say(text);
        let job = desk.job();
        let left = job.limits.clock.left.unwrap();
        desk.session.answer(job.engine, SearchOutcome::Stones(vec!["a1".parse().unwrap()]));
        left
    };
    assert!(left("TURN 0,0") < Duration::from_secs(7));
    assert!(left("RESTART\nBEGIN") > Duration::from_secs(7));
}

#[test]
fn blocked_moves_and_lines_reach_the_engine() {
    let mut desk = Desk::new();
    desk.say("START 15\nYXBLOCK\n7,7\n0,0\n0,0\nDONE\nYXBLOCKUNDO\n7,7\nDONE\nYXNBEST 3");
    let Task::Search { lines, blocked, .. } = desk.job().task else { panic!("a search") };
    assert_eq!((lines, blocked), (3, vec!["a15".parse().unwrap()]));
    let mut desk = Desk::new();
    desk.say("START 5\nYXBLOCK\n0,0\nDONE\nYXBLOCKRESET\nYXSEARCHDEFEND");
    let Task::Search { lines, blocked, .. } = desk.job().task else { panic!("a search") };
    assert_eq!((lines, blocked), (25, vec![]));
}

#[test]
fn balancing_stones_are_shown_and_played() {
    let mut desk = Desk::new();
    desk.say("START 15\nyxbalancetwo 20");
    assert_eq!(desk.answer("h8 i9"), "7,7 8,6");
    assert_eq!(desk.say("TAKEBACK 8,6\nTAKEBACK 7,7\nTAKEBACK 7,7").len(), 3);
    desk.say("YXBALANCEONE -2147483648");
    let Task::Balance { bias, count, .. } = desk.job().task else { panic!("a balance") };
    assert_eq!((bias, count), (-Score::WIN, 1));
}

#[test]
fn what_the_search_knows_is_shown_only_when_asked_for() {
    let report = Report {
        rank: 0,
        depth: 5,
        selective_depth: 9,
        score: Score(12),
        is_proved: false,
        pv: vec!["h8".parse().unwrap(), "i9".parse().unwrap()],
        nodes: 3000,
        time: Duration::from_millis(1500),
    };
    let shown = |detail: &str| {
        let mut desk = Desk::new();
        desk.say(&format!("INFO show_detail {detail}\n{START}"));
        let wants_reports = desk.job().wants_reports;
        let replies: Vec<_> = desk
            .session
            .search_event(&SearchEvent::Report(report.clone()))
            .iter()
            .map(Reply::to_string)
            .collect();
        assert_eq!(wants_reports, !replies.is_empty());
        replies
    };
    let board = ["MESSAGE REALTIME REFRESH", "MESSAGE REALTIME BEST 7,7"];
    let lines = [
        "INFO PV 0",
        "INFO NUMPV 1",
        "INFO DEPTH 5",
        "INFO SELDEPTH 9",
        "INFO NODES 3000",
        "INFO TOTALNODES 3000",
        "INFO TOTALTIME 1500",
        "INFO SPEED 2000",
        "INFO EVAL +12",
        "INFO WINRATE 0.5150",
        "INFO BESTLINE 7,7 8,6",
        "INFO PV DONE",
    ];
    let root_moves = |detail: &str| {
        let mut desk = Desk::new();
        desk.say(&format!("INFO show_detail {detail}\n{START}"));
        desk.job();
        let point = "h8".parse().unwrap();
        let all =
            [SearchEvent::MoveStarted(point), SearchEvent::MoveSearched(point), SearchEvent::MoveLost(point)];
        all.iter()
            .flat_map(|event| desk.session.search_event(event))
            .map(|reply| reply.to_string())
            .collect::<Vec<_>>()
    };
    let marks = ["MESSAGE REALTIME POS 7,7", "MESSAGE REALTIME DONE 7,7", "MESSAGE REALTIME LOST 7,7"];
    assert_eq!(
        (root_moves("1"), root_moves("3")),
        (marks.map(String::from).to_vec(), marks.map(String::from).to_vec())
    );
    assert_eq!((root_moves("0").len(), root_moves("2").len()), (0, 0));
    assert_eq!(shown("0"), [""; 0]);
    assert_eq!(shown("1"), board);
    assert_eq!(shown("2"), lines);
    assert_eq!(shown("3"), [board.as_slice(), lines.as_slice()].concat());
    let mut desk = Desk::new();
    desk.say(&format!("INFO show_detail 2\n{START}"));
    desk.job();
    let proved = Report { score: Score::win_in(7), is_proved: true, ..report.clone() };
    let replies = desk.session.search_event(&SearchEvent::Report(proved));
    assert_eq!(
        replies.last().map(Reply::to_string).as_deref(),
        Some("MESSAGE proved: a win by threats; its line has 4 moves (7 plies)")
    );
}
