use goren_core::{Opening, Rule, Size, Stone};

use super::read;
use crate::error::ReadError;
use crate::fixture::damaged;
use crate::format::ReadOptions;
use crate::record::{Record, RecordResult};
use crate::tree::Tree;

const SAMPLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!-- made up -->
<database>
<players>
<player id="1" name="Ann" surname="O&apos;Hara" country="1" city="1" />
<player id="2" name="" surname="五"></player>
</players>
<rules><rule id="1" name="RIF"><info>an <b>old</b> rule</info></rule><rule id="2" name="Soosõrv-8"/></rules>
<openings><opening id="22" name="Kagetsu" /></openings>
<tournaments><tournament id="5" name="A &amp; B" start="2003-08-01" year="2003" /></tournaments>
<games>
<game id="7" publisher="me" tournament="5" round="2" rule="2" black="1" white="2" bresult="1" btime="30" wtime=""
 opening="22" alt="g7" swap="">
<move>h8 i9&#32;G7
 h9</move>
<info>good &lt;game&gt;</info> stray
</game>
<game id="8" tournament="6" black="2" white="9" bresult="0"><move/></game>
<game id="9" bresult="0.5"><move>a16</move></game>
</games>
</database>
"#;

fn games(text: &str) -> Result<Vec<Record>, ReadError> {
    read(text.as_bytes(), &ReadOptions::default())
}

fn error(text: &str) -> String {
    games(text).unwrap_err().to_string()
}

fn property<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    let extra = &record.tree.node(Tree::ROOT).extra;
    extra.iter().find(|each| each.name == name).map(|each| each.values[0].as_str())
}

#[test]
fn a_game_has_its_moves_and_the_names_from_the_tables() {
    let game = &games(SAMPLE).unwrap()[0];
    let moves: Vec<String> = game.moves().map(|played| played.point.unwrap().to_string()).collect();
    assert_eq!(moves, ["h8", "i9", "g7", "h9"]);
    assert_eq!(
        [&game.black, &game.white, &game.event, &game.date],
        ["Ann O'Hara", "五", "A & B", "2003-08-01"]
    );
    assert_eq!((game.rule, game.opening, game.size), (Rule::Renju, Opening::Soosorv8, Size::DEFAULT));
    assert_eq!(game.result, Some(RecordResult::Win(Stone::Black)));
    assert_eq!(game.tree.node(Tree::ROOT).comment, "good <game>");
}

#[test]
fn what_else_a_game_says_is_kept_under_sgf_names() {
    let game = &games(SAMPLE).unwrap()[0];
    for (name, value) in
        [("ID", "7"), ("RO", "2"), ("US", "me"), ("RU", "Soosõrv-8"), ("ON", "Kagetsu"), ("BTIME", "30")]
    {
        assert_eq!(property(game, name), Some(value), "{name}");
    }
    assert_eq!(property(game, "WTIME"), None);
}

#[test]
fn results_and_sizes_follow_each_game() {
    let games = games(SAMPLE).unwrap();
    assert_eq!(games.len(), 3);
    assert_eq!((games[1].result, games[1].tree.len()), (Some(RecordResult::Win(Stone::White)), 1));
    assert_eq!((games[1].black.as_str(), games[1].white.as_str(), games[1].event.as_str()), ("五", "", ""));
    assert_eq!((games[2].result, games[2].size.side()), (Some(RecordResult::Draw), 16));
    let other = ReadOptions { rule: Some(Rule::Standard), ..ReadOptions::default() };
    let plain = read(b"<game><move>h8</move></game>", &other).unwrap();
    assert_eq!((plain[0].rule, plain[0].result), (Rule::Standard, None));
}

#[test]
fn errors_name_the_game_and_the_place() {
    for (text, expected) in [
        ("", "offset 0: expected a `<game>`, got the end"),
        ("<games></games>", "offset 15: expected a `<game>`, got the end"),
        (
            "<games><game id='41'><move>h8 h08</move></game></games>",
            "offset 21: expected a point such as `h8` in game 41, got `h08`",
        ),
        ("<game><move>pass", "offset 16: expected the end of every element, got the end"),
        ("<game><game/></game>", "offset 6: expected `</game>`, got `<game>`"),
    ] {
        assert_eq!(error(text), expected, "{text}");
    }
    assert!(
        error("<games><game></games>").starts_with("offset 13: expected well-formed XML, got `ill-formed")
    );
    assert!(error("<player id=1/>").starts_with("offset 0: expected attributes such as `id=\"1\"`"));
    let options = ReadOptions { size: Some(Size::MIN), ..ReadOptions::default() };
    let small = read(b"<game id='3'><move>h8</move></game>", &options).unwrap_err();
    assert_eq!(small.expected, "points up to row and column 5 in game 3");
}

#[test]
fn entities_of_the_file_itself_are_not_expanded() {
    let bomb = r#"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>"#;
    let in_text = error(&format!("{bomb}<game><info>&b;</info></game>"));
    assert_eq!(in_text, "offset 69: expected a character's number or one of XML's own entities, got `&b;`");
    let in_attribute = error(&format!("{bomb}<player name='&b;'/>"));
    assert!(in_attribute.contains("unrecognized entity `b`"), "{in_attribute}");
}

#[test]
fn a_million_nested_elements_are_only_an_error() {
    let deep = "<a>".repeat(1_000_000);
    assert!(error(&deep).contains("the end of every element"));
}

#[test]
fn damaged_files_never_panic() {
    let mut read_again = 0;
    damaged(SAMPLE.as_bytes(), |bytes| {
        read_again += usize::from(read(bytes, &ReadOptions::default()).is_ok());
    });
    assert!(read_again > 0);
}
