//! Addresses within a text: `<a href="#boats">` and `<h2 id="boats">`.
//!
//! Ids share one page with the site's own, and name global variables of its scripts, so those of a text get a prefix, and
//! the links to them follow.

use std::borrow::Cow;
use std::collections::HashSet;

/// What ids of texts begin with.
const PREFIX: &str = "part-";
/// The longest id that is kept, in bytes.
const MAX_ID: usize = 100;

/// The id as it is stored; `None` if it is none.
pub fn id(value: &str) -> Option<Cow<'_, str>> {
    if value.is_empty() || value.len() > MAX_ID || value.chars().any(|sign| sign.is_whitespace() || sign.is_control()) {
        return None;
    }
    Some(if value.starts_with(PREFIX) { Cow::Borrowed(value) } else { Cow::Owned(format!("{PREFIX}{value}")) })
}

/// `html`, which a serializer has just written, with its links to ids of its own led to what those are called now.
pub fn followed(html: String) -> String {
    if !html.contains(" href=\"#") || !html.contains(" id=\"") {
        return html;
    }
    let ids: HashSet<&str> = values(&html, "id").collect();
    let mut text = String::with_capacity(html.len() + 64);
    let mut rest = html.as_str();
    while let Some(at) = rest.find('<') {
        let (words, tag) = rest.split_at(at);
        let (tag, after) = tag.split_at(tag.find('>').map_or(tag.len(), |end| end + 1));
        text.push_str(words);
        match value(tag, "href").and_then(|href| href.strip_prefix('#')).filter(|name| is_renamed(name, &ids)) {
            Some(name) => text.push_str(&tag.replacen(&format!("\"#{name}\""), &format!("\"#{PREFIX}{name}\""), 1)),
            None => text.push_str(tag),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

fn is_renamed(name: &str, ids: &HashSet<&str>) -> bool {
    let plain = plain(name);
    !ids.contains(plain.as_str()) && ids.contains(format!("{PREFIX}{plain}").as_str())
}

/// The links of clean HTML that lead to no id in it, each once. `#` and `#top` lead to the top of every page.
pub fn dangling(html: &str) -> Vec<String> {
    let ids: HashSet<&str> = values(html, "id").collect();
    let mut found: Vec<String> = Vec::new();
    for name in values(html, "href").filter_map(|href| href.strip_prefix('#')) {
        let is_there = ["", "top"].contains(&name) || ids.contains(plain(name).as_str());
        if !is_there && !found.iter().any(|known| known[1..] == *name) {
            found.push(format!("#{name}"));
        }
    }
    found
}

/// The values of an attribute, in order, as the serializer wrote them.
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

/// The fragment without its percent signs.
fn plain(name: &str) -> String {
    percent_encoding::percent_decode_str(name).decode_utf8_lossy().into_owned()
}
