//! The studio's pages: bundled and compressed in the binary, or (in debug builds) read anew from `web/` for each request.
//!
//! A request only chooses among names that are listed here; nothing it says becomes a path.

#[cfg(test)]
mod bundle;
#[cfg_attr(bundled, expect(dead_code, reason = "the build script lists the files of a bundle"))]
mod files;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

/// A page as it is sent.
struct Page<'a> {
    name: &'a str,
    media: &'static str,
    /// Whether the name changes with the content, so that a browser need never ask for it again.
    is_lasting: bool,
    plain: &'a [u8],
    /// Empty where it was not compressed.
    gzip: &'a [u8],
    brotli: &'a [u8],
}

#[cfg(bundled)]
const PAGES: &[Page<'static>] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// What an address that leads nowhere shows.
const MISSING: &str = include_str!("../../../web/missing.html");

/// The page of an address path such as `/app.js`; not found if there is none.
pub(crate) fn page(path: &str, headers: &HeaderMap) -> Response {
    let name = match path.strip_prefix('/') {
        Some("") => "index.html",
        Some(name) => name,
        None => return StatusCode::NOT_FOUND.into_response(),
    };
    respond(name, headers).unwrap_or_else(|| {
        (StatusCode::NOT_FOUND, [(CONTENT_TYPE, "text/html; charset=utf-8")], MISSING).into_response()
    })
}

#[cfg(bundled)]
fn respond(name: &str, headers: &HeaderMap) -> Option<Response> {
    PAGES.iter().find(|page| page.name == name).map(|page| send(page, headers))
}

#[cfg(not(bundled))]
fn respond(name: &str, headers: &HeaderMap) -> Option<Response> {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web"));
    let (name, path) = files::list(root).into_iter().find(|page| page.0 == name)?;
    let plain = std::fs::read(path).ok()?;
    let media = files::media_type(&name)?;
    Some(send(
        &Page { name: &name, media, is_lasting: false, plain: &plain, gzip: &[], brotli: &[] },
        headers,
    ))
}

fn send(page: &Page<'_>, headers: &HeaderMap) -> Response {
    let compressed = [("br", page.brotli), ("gzip", page.gzip)].into_iter().find(|(coding, bytes)| {
        !bytes.is_empty() && bytes.len() < page.plain.len() && accepts(headers, coding)
    });
    let content = compressed.map_or(page.plain, |(_, bytes)| bytes);
    let mut hasher = DefaultHasher::new();
    (page.name, content).hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Cow::<[u8]>::Owned(content.to_vec()).into_response()
    };
    let cache = if page.is_lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(page.media));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(ETAG, HeaderValue::from_str(&tag).expect("a quoted number is a header"));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some((coding, _)) = compressed.filter(|_| !is_known) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

/// Whether `Accept-Encoding` has a coding, and not with a weight of zero.
fn accepts(headers: &HeaderMap, wanted: &str) -> bool {
    headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).any(|value| {
        value.split(',').any(|coding| {
            let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
            let weight = weight.trim().strip_prefix("q=").map(str::trim);
            name.trim().eq_ignore_ascii_case(wanted)
                && weight.is_none_or(|weight| !weight.trim_end_matches(['0', '.']).is_empty())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: Page<'static> = Page {
        name: "a.js",
        media: "text/javascript",
        is_lasting: true,
        plain: b"plain text",
        gzip: b"small",
        brotli: b"tiny",
    };

    #[test]
    fn everyone_gets_the_smallest_that_they_can_read() {
        for (accepted, coding) in [
            ("gzip", Some("gzip")),
            ("gzip, deflate, br", Some("br")),
            ("BR;q=0, gzip;q=0.5", Some("gzip")),
            ("gzip;q=0", None),
            ("gzip; q=0.0", None),
            ("xgzip, brotli", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(accepted));
            let response = send(&PAGE, &headers);
            let sent = response.headers().get(CONTENT_ENCODING).and_then(|value| value.to_str().ok());
            assert_eq!(sent, coding, "{accepted}");
            assert_eq!(response.headers()[VARY], "accept-encoding");
        }
    }

    #[test]
    fn only_names_that_change_with_the_content_are_kept_unasked() {
        assert!(
            send(&PAGE, &HeaderMap::new()).headers()[CACHE_CONTROL]
                .to_str()
                .expect("ASCII")
                .contains("immutable")
        );
        let page = Page { is_lasting: false, ..PAGE };
        let first = send(&page, &HeaderMap::new());
        assert_eq!(first.headers()[CACHE_CONTROL], "no-cache");
        let mut known = HeaderMap::new();
        known.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
        assert_eq!(send(&page, &known).status(), StatusCode::NOT_MODIFIED);
        known.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
        assert_eq!(send(&page, &known).status(), StatusCode::OK, "the compressed page is another");
    }

    /// The heads of requests and the answers of calls, about 5 KB, make 76 KB of it.
    #[test]
    fn a_first_visit_loads_at_most_71_kb() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web"));
        let texts = files::list(root)
            .into_iter()
            .filter_map(|(name, path)| Some((name, std::fs::read_to_string(path).ok()?)));
        let bundle = bundle::Bundle::new(&texts.collect()).expect("web/ can be bundled");
        let size = |text: &str| {
            let mut out = Vec::new();
            let parameters = brotli::enc::BrotliEncoderParams::default();
            brotli::BrotliCompress(&mut text.as_bytes(), &mut out, &parameters)
                .expect("memory can be written to");
            out.len()
        };
        let sizes = [size(&bundle.page), size(&bundle.script.text), size(&bundle.style.text)];
        let total: usize = sizes.iter().sum();
        assert!((10_000..71_000).contains(&total), "{total} bytes: page, script and style {sizes:?}");
        let later: Vec<&str> = bundle.parts.iter().filter_map(|part| part.name.split('-').next()).collect();
        let scripts = ["fleet", "library", "help", "settings", "proof", "panel", "school", "share"];
        let styles = ["fleet", "help", "proof", "review", "school", "settings", "shelf", "train"];
        let expected: Vec<&str> = scripts.into_iter().chain(styles).chain(["train"]).collect();
        assert_eq!(later, expected);
    }
}
