//! Links within an article: `<a href="#boats">` and `<h2 id="boats">`.
//!
//! Ids of an article could collide with ids of the page, and they define global variables for its scripts (DOM
//! clobbering). So they get a prefix, and the links to them are rewritten.

use std::borrow::Cow;
use std::collections::HashSet;

/// The prefix of ids in articles.
const ID_PREFIX: &str = "part-";
/// The maximum length of an id, in bytes.
const MAX_ID_LEN: usize = 100;

/// The id as it is stored; `None` if it is invalid.
pub fn prefixed_id(value: &str) -> Option<Cow<'_, str>> {
    if value.is_empty() || value.len() > MAX_ID_LEN || value.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    Some(if value.starts_with(ID_PREFIX) { Cow::Borrowed(value) } else { Cow::Owned(format!("{ID_PREFIX}{value}")) })
}

/// Rewrites the links to ids that got a prefix. `html` must be serializer output.
pub fn rewrite_links(html: String) -> String {
    if !html.contains(" href=\"#") || !html.contains(" id=\"") {
        return html;
    }
    let ids: HashSet<&str> = values(&html, "id").collect();
    let mut text = String::with_capacity(html.len() + 64);
    let mut rest = html.as_str();
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        let (tag, after) = tag.split_at(tag.find('>').map_or(tag.len(), |end| end + 1));
        text.push_str(before);
        match value(tag, "href").and_then(|href| href.strip_prefix('#')).filter(|name| is_renamed(name, &ids)) {
            Some(name) => text.push_str(&tag.replacen(&format!("\"#{name}\""), &format!("\"#{ID_PREFIX}{name}\""), 1)),
            None => text.push_str(tag),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

fn is_renamed(name: &str, ids: &HashSet<&str>) -> bool {
    let decoded = decoded(name);
    !ids.contains(decoded.as_str()) && ids.contains(format!("{ID_PREFIX}{decoded}").as_str())
}

/// The distinct links of clean HTML to ids that do not exist in it. `#` and `#top` are the top of every page.
pub fn dangling(html: &str) -> Vec<String> {
    let ids: HashSet<&str> = values(html, "id").collect();
    let mut dangling: Vec<String> = Vec::new();
    for name in values(html, "href").filter_map(|href| href.strip_prefix('#')) {
        let exists = ["", "top"].contains(&name) || ids.contains(decoded(name).as_str());
        if !exists && !dangling.iter().any(|link| link[1..] == *name) {
            dangling.push(format!("#{name}"));
        }
    }
    dangling
}

/// The values of an attribute in document order. `html` must be serializer output.
fn values<'h>(html: &'h str, name: &'h str) -> impl Iterator<Item = &'h str> {
    html.split('<').skip(1).filter_map(move |piece| value(piece.split('>').next()?, name))
}

fn value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let parts: Vec<&str> = tag.split('"').collect();
    parts
        .chunks(2)
        .find(|pair| pair[0].trim().strip_suffix('=').is_some_and(|key| key.rsplit(' ').next() == Some(name)))?
        .get(1)
        .copied()
}

/// The percent-decoded fragment.
fn decoded(name: &str) -> String {
    percent_encoding::percent_decode_str(name).decode_utf8_lossy().into_owned()
}
