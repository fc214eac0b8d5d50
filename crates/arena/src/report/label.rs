//! How names are displayed: without misleading characters, and measured in terminal columns.

/// A name without what could forge or reorder the text around it: control characters and directional marks.
pub(super) fn clean(name: &str) -> String {
    let misleads = |c: char| {
        c.is_control()
            || matches!(c, '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    name.chars().map(|c| if misleads(c) { '\u{FFFD}' } else { c }).collect()
}

/// The number of columns a text occupies.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

/// Text truncated to a number of columns, with an ellipsis if something is missing.
pub(super) fn cut(text: &str, limit: usize) -> String {
    if width(text) <= limit {
        return text.to_owned();
    }
    let mut left = limit.saturating_sub(1);
    let kept = text.chars().take_while(|&c| {
        let fits = columns(c) <= left;
        left = left.saturating_sub(columns(c));
        fits
    });
    let mut short: String = kept.collect();
    short.push('…');
    short
}

/// Two for East Asian wide characters and emoji, zero for combining marks.
fn columns(c: char) -> usize {
    match u32::from(c) {
        0x0300..=0x036F | 0x200B..=0x200D | 0x20D0..=0x20FF | 0xFE00..=0xFE0F => 0,
        0x1100..=0x115F
        | 0x2E80..=0x303E
        | 0x3041..=0xA4CF
        | 0xAC00..=0xD7A3
        | 0xF900..=0xFAFF
        | 0xFE30..=0xFE6F
        | 0xFF00..=0xFF60
        | 0xFFE0..=0xFFE6
        | 0x1F300..=0x1FAFF
        | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        assert_eq!(width("五連"), 4);
        assert_eq!(width("e\u{301}t\u{e9}"), 3);
    }

    #[test]
    fn a_long_name_is_cut_within_its_columns() {
        assert_eq!(cut("abcdef", 6), "abcdef");
        assert_eq!(cut("abcdefg", 6), "abcde…");
        assert_eq!(cut("五連五連", 6), "五連…");
        assert_eq!(width(&cut("五連五連", 4)), 3);
        assert_eq!(cut("abc", 0), "…");
    }

    #[test]
    fn an_escape_sequence_and_a_reversal_lose_their_force() {
        assert_eq!(clean("a\u{1b}[2J\u{202e}b\n"), "a\u{fffd}[2J\u{fffd}b\u{fffd}");
    }
}
