//! The studio's pages: in the binary, or (in debug builds) read anew from `web/` for each request.
//!
//! A request only chooses among names that are listed here; nothing it says becomes a path.

#[cfg_attr(
    not(debug_assertions),
    expect(dead_code, reason = "the build script lists the files of a release")
)]
mod files;

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};

#[cfg(not(debug_assertions))]
const PAGES: &[(&str, &str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of an address path such as `/app.js`; not found if there is none.
pub(crate) fn page(path: &str, headers: &HeaderMap) -> Response {
    let name = match path.strip_prefix('/') {
        Some("") => "index.html",
        Some(name) => name,
        None => return StatusCode::NOT_FOUND.into_response(),
    };
    let Some((media, content)) = find(name) else {
        return (StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let is_known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let mut response =
        if is_known { StatusCode::NOT_MODIFIED.into_response() } else { content.into_response() };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(ETAG, HeaderValue::from_str(&tag).expect("a quoted number is a header"));
    response
}

#[cfg(not(debug_assertions))]
fn find(name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    PAGES.iter().find(|page| page.0 == name).map(|page| (page.1, Cow::Borrowed(page.2)))
}

#[cfg(debug_assertions)]
fn find(name: &str) -> Option<(&'static str, Cow<'static, [u8]>)> {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web"));
    let (name, path) = files::list(root).into_iter().find(|page| page.0 == name)?;
    Some((files::media_type(&name)?, Cow::Owned(std::fs::read(path).ok()?)))
}
