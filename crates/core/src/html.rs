//! Text in HTML and SVG, for the pages that several crates write.

use alloc::string::String;

/// A text with the characters escaped that mean something in HTML and SVG, in elements and in attributes.
///
/// ```
/// assert_eq!(goren_core::escape_html("<b> & \"c\" 'd'"), "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
/// ```
pub fn escape_html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            c => safe.push(c),
        }
    }
    safe
}
