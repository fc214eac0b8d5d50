//! What holds only if the program was built to unwind: run these in a release build too.
#![expect(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod common;

use serde_json::Value;

use common::Folder;

#[test]
fn an_agent_that_panics_loses_its_games_and_nothing_else() {
    let folder = Folder::new("panic");
    let run =
        folder.goren("match goren:panic=yes goren:level=1 --games 4 --nodes 20 --size 7 --out m --json");
    assert_eq!(run.code, 0, "{}", run.err);
    let journal = folder.read("m/journal.jsonl");
    let games: Vec<Value> = journal.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!((&game["ending"], &game["fault"]["kind"]), (&"fault".into(), &"crash".into()), "{game}");
        assert_eq!(game["fault"]["detail"], "panicked: this agent always panics");
        // The seats change with every game: the panicking agent begins the first.
        let panicking = if game["number"].as_u64().unwrap() % 2 == 0 { "first" } else { "second" };
        assert_ne!(game["winner"], panicking, "{game}");
    }
}
