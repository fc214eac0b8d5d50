//! What goren reads it can write, and what it writes it can read.

use std::fmt::Write;

use goren_core::Random;
use goren_record::{Format, ReadOptions, Record, read, write};

fn read_json(text: &str) -> Result<Vec<Record>, String> {
    let options = ReadOptions { format: Some(Format::Json), ..ReadOptions::default() };
    read(text.as_bytes(), &options).map_err(|error| error.to_string())
}

/// Writes a game in every format that can hold it, and reads it back.
fn check(record: &Record, source: &str) {
    for format in Format::ALL {
        let Ok(written) = write(std::slice::from_ref(record), format) else { continue };
        let options = ReadOptions { format: Some(format), rule: Some(record.rule), ..ReadOptions::default() };
        let back = read(&written.bytes, &options);
        let back = back.unwrap_or_else(|error| panic!("{error} in\n{}\nfrom\n{source}", written.text()));
        if matches!(format, Format::Sgf | Format::Json) {
            assert_eq!(back[0].tree.len(), record.tree.len(), "{format}: {source}");
            assert_eq!(back[0].position(), record.position(), "{format}: {source}");
            assert_eq!((back[0].rule, &back[0].black), (record.rule, &record.black), "{format}: {source}");
        }
    }
}

#[test]
fn points_off_the_board_are_refused() {
    let error = |node: &str| {
        read_json(&format!("{{\"size\":9,\"nodes\":[{{}},{{\"parent\":0,{node}}}]}}")).unwrap_err()
    };
    let expected = "JSON, move 1: expected a point of the 9×9 board, got `e19`";
    assert_eq!(error(r#""setup":["empty e19"]"#), expected);
    assert_eq!(error(r#""marks":[{"point":"e19","kind":"cross"}]"#), expected);
    assert_eq!(error(r#""play":"b c3","marks":[{"point":"e19","kind":"label","text":"A"}]"#), expected);
    assert!(error(r#""setup":["b e19"]"#).contains("e19 is outside the 9×9 board"));
    assert!(error(r#""play":"b e19""#).contains("e19"));
}

#[test]
fn a_property_that_sgf_would_take_for_another_is_left_out_and_counted() {
    let text = r#"{"size":9,"nodes":[{"extra":[{"name":"Bm","values":["zz"]},{"name":"KM","values":["6.5"]}]},
        {"parent":0,"play":"b e5","extra":[{"name":"W","values":["hello"]},{"name":"SZ","values":["99"]}]}]}"#;
    let record = read_json(text).unwrap().pop().unwrap();
    let written = write(std::slice::from_ref(&record), Format::Sgf).unwrap();
    assert_eq!(written.lost, ["2 further properties"]);
    assert!(written.text().contains("KM[6.5]") && written.text().contains("SZ[99]"), "{}", written.text());
    check(&record, text);
}

#[test]
fn a_long_main_line_reads_back() {
    for passes in [4095, 4096, 4097, 10_000] {
        let nodes: String = (0..passes).fold(String::new(), |mut text, i| {
            let _ =
                write!(text, ",{{\"parent\":{i},\"play\":\"{} pass\"}}", if i % 2 == 0 { "b" } else { "w" });
            text
        });
        let record = read_json(&format!("{{\"nodes\":[{{}}{nodes}]}}")).unwrap().pop().unwrap();
        check(&record, &format!("{passes} passes"));
    }
}

#[test]
fn whatever_json_says_is_refused_or_reads_back_from_every_format() {
    const NAMES: &[&str] = &[
        "W", "B", "Bm", "Wx", "AB", "AE", "LB", "MA", "TRa", "C", "Cc", "PL", "XM", "XR", "XT", "XO", "RU",
        "RE", "RUx", "SZ", "GM", "FF", "CA", "PB", "EV", "DT", "KM", "abc", "x y", "", "1A", "é", "A1",
        "A]B",
    ];
    const VALUES: &[&str] =
        &["", " ", "hh", "e5", "zz", "5", "B", "renju", "W+R", "a]b\\\\", "aa:cc", "e5:x", "\\n"];
    const POINTS: &[&str] = &["a1", "e5", "c3", "d4", "i9", "e19", "v22"];
    let mut random = Random::new(7);
    let mut read_count = 0;
    for _ in 0..3000 {
        let mut nodes = String::from("{}");
        for parent in 0..1 + random.below(4) {
            let mut one = |list: &[&'static str]| random.pick(list).unwrap();
            let (name, value, other) = (one(NAMES), one(VALUES), one(VALUES));
            let (point, mark, setup) = (one(POINTS), one(&POINTS[..5]), one(&POINTS[..5]));
            let stone = one(&["b", "w", "empty"]);
            let fields = [
                format!("\"extra\":[{{\"name\":\"{name}\",\"values\":[\"{value}\",\"{other}\"]}}]"),
                format!("\"play\":\"b {point}\""),
                format!("\"marks\":[{{\"point\":\"{mark}\",\"kind\":\"circle\"}}]"),
                format!("\"setup\":[\"{stone} {setup}\"]"),
                "\"comment\":\"x\"".to_owned(),
            ];
            let count = 1 + random.below(3);
            let mut fields = fields.to_vec();
            let chosen = random.draw(&mut fields, count).join(",");
            let parent = if random.once_in(3) { 0 } else { parent };
            let _ = write!(nodes, ",{{\"parent\":{parent},{chosen}}}");
        }
        let root = ["RU", "RE", "XT", "SZ", "PB"][random.below(5)];
        let nodes = nodes.replacen(
            "{}",
            &format!("{{\"extra\":[{{\"name\":\"{root}\",\"values\":[\"renju\"]}}]}}"),
            1,
        );
        let text = format!("{{\"size\":9,\"names\":{{\"black\":\"Ann\"}},\"nodes\":[{nodes}]}}");
        if let Ok(games) = read_json(&text) {
            read_count += 1;
            check(&games[0], &text);
        }
    }
    assert!(read_count > 500, "{read_count}");
}
