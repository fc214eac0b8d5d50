//! Tests of the parser.

use super::*;

/// Feeds lines to a parser and gathers what it gives.
fn parse(parser: &mut Parser, text: &str) -> Vec<Result<Command, CommandError>> {
    text.split('\n').flat_map(|line| parser.line(line.as_bytes())).collect()
}

/// The one command that a text stands for.
fn command(text: &str) -> Command {
    match parse(&mut Parser::default(), text).as_slice() {
        [Ok(command)] => command.clone(),
        other => panic!("{text:?} gives {other:?}"),
    }
}

/// The text of the one error that a text gives.
fn error(text: &str) -> String {
    match parse(&mut Parser::default(), text).as_slice() {
        [Err(error)] => error.to_string(),
        other => panic!("{text:?} gives {other:?}"),
    }
}

fn point(x: u16, y: u16) -> Coordinates {
    Coordinates { x, y }
}

fn placed(x: u16, y: u16, owner: Owner) -> Placed {
    Placed { at: point(x, y), owner }
}

#[test]
fn commands_read_back_as_they_are_written() {
    let size = Size::new(20).unwrap();
    let stones =
        vec![placed(7, 7, Owner::Opponent), placed(0, 19, Owner::Own), placed(3, 4, Owner::FinishedRow)];
    let points = vec![point(7, 7), point(8, 7), point(9, 9)];
    let commands = [
        Command::Start(size),
        Command::RectStart(size),
        Command::Restart,
        Command::Begin,
        Command::Turn(point(0, 19)),
        Command::Play(point(1, 2)),
        Command::TakeBack(point(9, 9)),
        Command::Board(vec![]),
        Command::Board(stones.clone()),
        Command::Swap2Board(vec![]),
        Command::Swap2Board(points.clone()),
        Command::Info(Info::TimeLeft(-1)),
        Command::About,
        Command::Stop,
        Command::End,
        Command::Unknown("HELLO there".to_owned()),
        Command::Yixin(Yixin::Board(stones)),
        Command::Yixin(Yixin::ShowInfo),
        Command::Yixin(Yixin::ShowForbidden),
        Command::Yixin(Yixin::Best(3)),
        Command::Yixin(Yixin::BalanceOne(-20)),
        Command::Yixin(Yixin::BalanceTwo(0)),
        Command::Yixin(Yixin::SearchDefend),
        Command::Yixin(Yixin::Block(points.clone())),
        Command::Yixin(Yixin::Unblock(points)),
        Command::Yixin(Yixin::BlockReset),
        Command::Yixin(Yixin::HashClear),
        Command::Yixin(Yixin::HashUse),
        Command::Yixin(Yixin::Database("YXSAVEDATABASE")),
        Command::Yixin(Yixin::Other("YXDRAW")),
    ];
    for each in commands {
        let text = each.to_string();
        assert_eq!(command(&text), each);
        assert_eq!(command(&text.replace('\n', "\r\n")), each);
        if !matches!(each, Command::Unknown(_)) {
            assert_eq!(command(&text.to_ascii_lowercase()), each);
        }
    }
}

#[test]
fn start_takes_the_dialect_of_the_board() {
    assert_eq!(command("start 15 15"), Command::Start(Size::DEFAULT));
    assert_eq!(command("  Start\t15  "), Command::Start(Size::DEFAULT));
}

#[test]
fn each_bad_command_gives_one_error_that_quotes_it() {
    for text in [
        "START",
        "START abc",
        "START 4",
        "START 23",
        "START 15 16",
        "START 15 15 15",
        "START -15",
        "START 99999999999999999999",
        "RECTSTART 15",
        "RECTSTART 15,16",
        "RECTSTART a,b",
        "TURN",
        "TURN a,b",
        "TURN 7",
        "TURN 7,7,7",
        "TURN -1,-1",
        "TAKEBACK x",
        "PLAY 1;2",
        "YXNBEST",
        "YXNBEST 0",
        "YXNBEST many",
        "YXBALANCEONE much",
        "DONE",
    ] {
        let error = error(text);
        assert!(error.starts_with("expected ") && error.ends_with(&format!(", got `{text}`")), "{error}");
    }
}

#[test]
fn a_body_gives_one_error_for_all_its_bad_lines() {
    assert_eq!(
        error("BOARD\n7,7,1\nrubbish\n8,8\n9,9,4\nDONE"),
        "expected `x,y,f` with f from 1 to 3, or `DONE`, got `rubbish`"
    );
    assert_eq!(error("SWAP2BOARD\n7\nDONE"), "expected `x,y` or `DONE`, got `7`");
    assert_eq!(error("YXBLOCK\n7,7,0\nDONE"), "expected `x,y` or `DONE`, got `7,7,0`");
    let flood = "1,1,1\n".repeat(MAX_STONES + 1);
    assert!(error(&format!("BOARD\n{flood}DONE")).ends_with("got `1,1,1`"));
}

#[test]
fn swap2_stones_may_have_a_third_field() {
    let stones = vec![point(7, 7), point(8, 7), point(9, 9)];
    assert_eq!(command("SWAP2BOARD\n7,7,1\n8,7,2\n9,9,1\nDONE"), Command::Swap2Board(stones));
}

#[test]
fn a_command_inside_a_body_ends_it_with_an_error() {
    let mut parser = Parser::default();
    let given = parse(&mut parser, "BOARD\n7,7,2\nSTART 15\nBEGIN");
    let [Err(error), Ok(Command::Start(_)), Ok(Command::Begin)] = given.as_slice() else {
        panic!("{given:?}")
    };
    assert_eq!(error.to_string(), "expected `DONE` after BOARD, got `START 15`");
    let given = parse(&mut parser, "BOARD\nend");
    assert!(matches!(given.as_slice(), [Err(_), Ok(Command::End)]), "{given:?}");
}

#[test]
fn settings_inside_a_body_do_not_disturb_it() {
    let given = parse(&mut Parser::default(), "BOARD\nINFO time_left 5\n7,7,2\nDONE");
    let stones = vec![placed(7, 7, Owner::Opponent)];
    assert_eq!(given, [Ok(Command::Info(Info::TimeLeft(5))), Ok(Command::Board(stones))]);
}

#[test]
fn a_path_comes_on_the_same_line_or_the_next() {
    let dump = Command::Yixin(Yixin::HashDump("C:\\my tables\\a.bin".to_owned()));
    assert_eq!(command("YXHASHDUMP C:\\my tables\\a.bin"), dump);
    assert_eq!(command("yxhashdump\nC:\\my tables\\a.bin"), dump);
    assert_eq!(command("YXSETDATABASE\n3,4"), Command::Yixin(Yixin::Database("YXSETDATABASE")));
    let given = parse(&mut Parser::default(), "YXHASHLOAD\nABOUT");
    assert!(matches!(given.as_slice(), [Err(_), Ok(Command::About)]), "{given:?}");
}

#[test]
fn bodies_of_commands_without_effect_are_swallowed() {
    for keyword in [
        "YXQUERYDATABASEALL",
        "YXQUERYDATABASEONE",
        "YXQUERYDATABASETEXT",
        "YXQUERYDATABASEALLT",
        "YXEDITTVDDATABASE 1 87 0 0",
        "YXEDITTEXTDATABASE \"good move\"",
        "YXEDITLABELDATABASE 3,4 abc",
        "YXDELETEDATABASEONE",
        "YXDELETEDATABASEALL wlinstep 5",
        "YXSETBESTMOVEDATABASE",
        "YXCLEARBESTMOVEDATABASE",
        "YXBLOCKPATH",
        "YXBLOCKPATHUNDO",
    ] {
        assert!(
            matches!(command(&format!("{keyword}\n7,7\nanything\nDONE")), Command::Yixin(_)),
            "{keyword}"
        );
    }
    for keyword in ["YXFORBID add 7 7 0", "YXDRAW", "YXSOOSORVSTEP4 3", "YXBLOCKPATHRESET", "YXDBCHECK"] {
        assert!(matches!(command(keyword), Command::Yixin(Yixin::Other(_))), "{keyword}");
    }
}

#[test]
fn an_impossible_setting_is_reported_once_with_the_next_command() {
    let mut parser = Parser::default();
    assert_eq!(parse(&mut parser, "INFO timeout_turn\nINFO strength 900\nINFO\nINFO bogus 3").len(), 1);
    let given = parse(&mut parser, "ABOUT\nABOUT");
    let [Err(error), Ok(Command::About), Ok(Command::About)] = given.as_slice() else { panic!("{given:?}") };
    assert_eq!(error.to_string(), "ignored `INFO timeout_turn`: expected milliseconds from 0");
}

#[test]
fn an_overlong_line_gives_one_error_and_does_not_disturb_the_next() {
    let long = "x".repeat(MAX_LINE_BYTES + 1);
    assert_eq!(error(&long), "expected a line of at most 65536 bytes, got a longer one");
    assert_eq!(error(&format!("BOARD\n{long}\n{long}\nDONE")), CommandError::TooLong.to_string());
    assert_eq!(error(&format!("YXHASHLOAD\n{long}")), CommandError::TooLong.to_string());
    assert!(matches!(command(&long[..MAX_LINE_BYTES]), Command::Unknown(_)));
}

#[test]
fn any_bytes_are_read() {
    let mut parser = Parser::default();
    assert_eq!(parser.line(b"\xff\xfe\0"), [Ok(Command::Unknown("\u{fffd}\u{fffd}\u{fffd}".to_owned()))]);
    assert_eq!(parser.line(b" \t \r"), []);
}

#[test]
fn yixin_mode_begins_with_its_first_command() {
    let mut parser = Parser::default();
    parse(&mut parser, "START 15\nINFO rule 2\nABOUT");
    assert!(!parser.is_yixin());
    parse(&mut parser, "yxshowinfo");
    assert!(parser.is_yixin());
}
