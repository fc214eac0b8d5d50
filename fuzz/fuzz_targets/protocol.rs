//! Any lines of a manager or an engine: never a panic, and what was understood survives being written and read again.
#![no_main]

use goren_protocol::{Command, Parser, Reply};
use libfuzzer_sys::fuzz_target;

fn commands(lines: &[u8]) -> Vec<Command> {
    let mut parser = Parser::default();
    let lines = lines.split(|&byte| byte == b'\n');
    lines.flat_map(|line| parser.line(line)).filter_map(Result::ok).collect()
}

fuzz_target!(|bytes: &[u8]| {
    for command in commands(bytes) {
        // An unknown line is kept as the quotation that an answer shows.
        if !matches!(command, Command::Unknown(_)) {
            assert_eq!(commands(command.to_string().as_bytes()), [command]);
        }
    }
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Some(reply) = Reply::read(line) {
            assert_eq!(Reply::read(&reply.to_string()), Some(reply));
        }
    }
});
