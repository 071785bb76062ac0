//! The one sanitizing policy for HTML of articles (R404). It is applied on every write: the stored HTML is what the API
//! returns (R403).
//!
//! *Allowed*: headings (`h1` becomes `h2`, because the page's title is its `h1`), paragraphs, lists, tables, figures,
//! images, quotes, code, links and inline formatting, each with the attributes below. *Removed with their content*:
//! scripts, styles, templates, frames, embedded objects, audio, video, SVG, MathML, and elements that one parser reads
//! as text and another as markup. All other elements are replaced by their content. Event handlers, `class` and `style`
//! attributes, and comments are removed. Ids get a prefix (see `ID_PREFIX`).
//!
//! *Links* may have http, https, mailto or tel URLs, or paths of this site (`/…`, `#…`). Links with an http(s) URL get
//! `rel="noopener nofollow"`, even to this site. *Images* may have http or https URLs or paths of this site. An image
//! without `alt` is decorative (`alt=""`); one without `src` is removed.
//!
//! *Idempotence*: parsing the output of a serializer again can give another result, which mutation XSS exploits. So the
//! text is cleaned until cleaning changes nothing.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use crate::common::text::nfc;

const ALLOWED_TAGS: &str = "a abbr b blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption \
    figure h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s small strong sub sup table tbody td tfoot th \
    thead time tr ul";

const TAGS_REMOVED_WITH_CONTENT: &str = "script style noscript template iframe frame frameset noframes noembed \
    object embed applet svg math title textarea select xmp plaintext audio video canvas";

const ALLOWED_ATTRIBUTES: [(&str, &[&str]); 10] = [
    ("a", &["href"]),
    ("abbr", &["title"]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("img", &["src", "alt", "width", "height"]),
    ("li", &["value"]),
    ("ol", &["start", "reversed"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan", "scope"]),
    ("time", &["datetime"]),
];

/// The attributes that every element may have: language, text direction, and the id to which links point.
const GLOBAL_ATTRIBUTES: [&str; 3] = ["lang", "dir", "id"];
const LINK_SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];
const IMAGE_SCHEMES: [&str; 2] = ["http", "https"];
/// The prefix of ids in articles. Without a prefix, an id could equal an id of the page, or shadow a global variable of
/// its scripts (DOM clobbering). Links to ids (`<a href="#boats">`) are rewritten.
const ID_PREFIX: &str = "part-";
/// The maximum length of an id in bytes, with its prefix. If the prefix makes an id longer, the next cleaning pass
/// removes the id.
const MAX_ID_BYTES: usize = 100;
/// The maximum number of cleaning passes; the last one must change nothing.
const MAX_PASSES: usize = 12;
/// The maximum nesting depth of elements. Articles need far less, and the time to parse grows with the square of the
/// depth.
const MAX_DEPTH: usize = 256;
/// Void elements, and elements whose end tag is optional. [`is_too_deep`] does not count them, because their end
/// tags may be missing.
const ELEMENTS_WITHOUT_REQUIRED_END_TAG: [&str; 20] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option", "p",
    "source", "td", "th", "tr", "wbr",
];

static SANITIZER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut policy = Builder::empty();
    policy
        .tags(ALLOWED_TAGS.split(' ').collect())
        .clean_content_tags(TAGS_REMOVED_WITH_CONTENT.split(' ').collect())
        .tag_attributes(
            ALLOWED_ATTRIBUTES.into_iter().map(|(tag, names)| (tag, names.iter().copied().collect())).collect(),
        )
        .generic_attributes(HashSet::from(GLOBAL_ATTRIBUTES))
        .tag_attribute_values(HashMap::new())
        .url_schemes(HashSet::from(LINK_SCHEMES))
        .url_relative(UrlRelative::PassThrough)
        .attribute_filter(filter_attribute)
        .link_rel(None)
        .strip_comments(true);
    policy
});

/// Returns the sanitized HTML. `None` if elements are nested deeper than `MAX_DEPTH`, or if the last pass still changed
/// the text.
pub fn clean(html: &str) -> Option<String> {
    if is_too_deep(html) {
        return None;
    }
    let mut text = clean_once(html);
    for _ in 1..MAX_PASSES {
        let cleaned = clean_once(&text);
        if cleaned == text {
            return Some(text);
        }
        text = cleaned;
    }
    None
}

/// Whether clean HTML contains neither text nor an image.
pub fn is_blank(html: &str) -> bool {
    html.split('<').enumerate().all(|(index, piece)| {
        let (tag, text) = if index == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        !tag.starts_with("img ") && text.replace("&nbsp;", " ").trim().is_empty()
    })
}

/// Whether more than [`MAX_DEPTH`] elements are open at once. An end tag closes only an element of the same name, so
/// that end tags which a parser ignores do not reduce the depth.
fn is_too_deep(html: &str) -> bool {
    let (mut open_counts, mut depth) = (HashMap::<String, usize>::new(), 0);
    for piece in html.split('<').skip(1) {
        let (is_end, rest) = piece.strip_prefix('/').map_or((false, piece), |rest| (true, rest));
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
        let name = rest[..length].to_ascii_lowercase();
        if name.is_empty() || ELEMENTS_WITHOUT_REQUIRED_END_TAG.contains(&name.as_str()) {
            continue;
        }
        let open_count = open_counts.entry(name).or_default();
        if !is_end {
            (*open_count, depth) = (*open_count + 1, depth + 1);
        } else if *open_count > 0 {
            (*open_count, depth) = (*open_count - 1, depth - 1);
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

fn clean_once(html: &str) -> String {
    // Every pass normalizes to NFC: combining characters that were written as character references can be composed only
    // after parsing.
    add_id_prefix_to_fragment_links(adjust_tags(&SANITIZER.clean(&nfc(html)).to_string()))
}

/// Whether elements of this name are removed with their content.
pub fn is_removed_with_content(name: &str) -> bool {
    TAGS_REMOVED_WITH_CONTENT.split(' ').any(|tag| tag == name)
}

/// Whether elements of this name are allowed.
pub fn is_tag_allowed(name: &str) -> bool {
    ALLOWED_TAGS.split(' ').any(|tag| tag == name)
}

/// Whether an allowed element may have an attribute with this value.
pub fn is_attribute_allowed(element: &str, name: &str, value: &str) -> bool {
    let is_name_allowed = GLOBAL_ATTRIBUTES.contains(&name)
        || ALLOWED_ATTRIBUTES.iter().any(|(tag, names)| *tag == element && names.contains(&name));
    is_name_allowed && filter_attribute(element, name, value).is_some()
}

/// The value to store for an allowed attribute. `None` removes the attribute.
fn filter_attribute<'v>(element: &str, name: &str, value: &'v str) -> Option<Cow<'v, str>> {
    let trimmed = value.trim();
    let is_valid = match (element, name) {
        ("a", "href") => is_allowed_url(trimmed, &LINK_SCHEMES),
        ("img", "src") => is_allowed_url(trimmed, &IMAGE_SCHEMES),
        (_, "dir") => matches!(trimmed, "ltr" | "rtl" | "auto"),
        (_, "scope") => matches!(trimmed, "row" | "col" | "rowgroup" | "colgroup"),
        (_, "id") => return prefixed_id(trimmed),
        (_, "width" | "height" | "colspan" | "rowspan" | "span" | "start" | "value") => {
            !trimmed.is_empty() && trimmed.len() <= 4 && trimmed.bytes().all(|byte| byte.is_ascii_digit())
        }
        (_, "reversed") => return Some(Cow::Borrowed("")),
        _ => true,
    };
    is_valid.then_some(Cow::Borrowed(trimmed))
}

/// Whether a URL is a path of this site (`/…`), a fragment (`#…`) or a URL with one of `schemes`. URLs with `\` or
/// control characters are rejected: browsers read `\` as `/`, and drop line breaks and tabs (WHATWG URL).
fn is_allowed_url(url: &str, schemes: &[&str]) -> bool {
    if url.chars().any(|c| c.is_control() || c == '\\') {
        return false;
    }
    if url.starts_with('#') || (url.starts_with('/') && !url.starts_with("//")) {
        return true;
    }
    let Some((scheme, rest)) = url.split_once(':') else { return false };
    let is_scheme_allowed = schemes.iter().any(|allowed| scheme.eq_ignore_ascii_case(allowed));
    // Browsers read `https:x` without slashes as a relative path.
    let has_host = rest.strip_prefix("//").is_some_and(|host| !host.is_empty() && !host.starts_with('/'));
    is_scheme_allowed && (has_host || !is_http_scheme(scheme))
}

fn is_http_scheme(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

/// Changes tags in ways that the `ammonia` crate does not support: `h1` becomes `h2`, images without `src` are removed,
/// and missing `alt` and `rel` attributes are added. `html` must be serializer output, in which `<` and `>` occur in
/// tags only.
fn adjust_tags(html: &str) -> String {
    let mut text = String::with_capacity(html.len() + 64);
    for (index, piece) in html.split('<').enumerate() {
        match piece.split_once('>') {
            Some((tag, rest)) if index > 0 => {
                push_adjusted_tag(&mut text, tag);
                text.push_str(rest);
            }
            _ => text.push_str(piece),
        }
    }
    text
}

fn push_adjusted_tag(text: &mut String, tag: &str) {
    let (name, attributes) = tag.split_once(' ').map_or((tag, ""), |(name, rest)| (name, rest));
    let has = |attribute: &str| attributes.split('"').step_by(2).any(|part| part.trim() == attribute);
    let (name, added) = match name {
        "h1" => ("h2", ""),
        "/h1" => ("/h2", ""),
        "img" if !has("src=") => return,
        "img" if !has("alt=") => ("img", " alt=\"\""),
        "a" if has_http_href(attributes) => ("a", " rel=\"noopener nofollow\""),
        other => (other, ""),
    };
    let space = if attributes.is_empty() { "" } else { " " };
    text.extend(["<", name, space, attributes, added, ">"]);
}

fn has_http_href(attributes: &str) -> bool {
    let href = attributes.split("href=\"").nth(1).and_then(|rest| rest.split('"').next());
    href.and_then(|url| url.split_once(':')).is_some_and(|(scheme, _)| is_http_scheme(scheme))
}

/// The id with [`ID_PREFIX`], as it is stored. `None` if the id is empty, is too long, or contains whitespace or
/// control characters.
fn prefixed_id(value: &str) -> Option<Cow<'_, str>> {
    if value.is_empty() || value.len() > MAX_ID_BYTES || value.chars().any(|c| c.is_whitespace() || c.is_control()) {
        return None;
    }
    Some(if value.starts_with(ID_PREFIX) { Cow::Borrowed(value) } else { Cow::Owned(format!("{ID_PREFIX}{value}")) })
}

/// Adds [`ID_PREFIX`] to each link whose id exists in `html` only with the prefix. `html` must be serializer output.
fn add_id_prefix_to_fragment_links(html: String) -> String {
    if !html.contains(" href=\"#") || !html.contains(" id=\"") {
        return html;
    }
    let ids: HashSet<&str> = attribute_values(&html, "id").collect();
    let mut text = String::with_capacity(html.len() + 64);
    let mut rest = html.as_str();
    while let Some(tag_start) = rest.find('<') {
        let (before, tag) = rest.split_at(tag_start);
        let (tag, after) = tag.split_at(tag.find('>').map_or(tag.len(), |end| end + 1));
        text.push_str(before);
        match attribute_value(tag, "href")
            .and_then(|href| href.strip_prefix('#'))
            .filter(|name| targets_prefixed_id(name, &ids))
        {
            Some(name) => text.push_str(&tag.replacen(&format!("\"#{name}\""), &format!("\"#{ID_PREFIX}{name}\""), 1)),
            None => text.push_str(tag),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

fn targets_prefixed_id(name: &str, ids: &HashSet<&str>) -> bool {
    let decoded = decode_fragment(name);
    !ids.contains(decoded.as_str()) && ids.contains(format!("{ID_PREFIX}{decoded}").as_str())
}

/// The distinct links in clean HTML to ids that the HTML does not contain. `#` and `#top` are not among them, because
/// they always lead to the top of the page.
pub fn dangling_fragment_links(html: &str) -> Vec<String> {
    let ids: HashSet<&str> = attribute_values(html, "id").collect();
    let mut dangling: Vec<String> = Vec::new();
    for name in attribute_values(html, "href").filter_map(|href| href.strip_prefix('#')) {
        let exists = ["", "top"].contains(&name) || ids.contains(decode_fragment(name).as_str());
        if !exists && !dangling.iter().any(|link| link[1..] == *name) {
            dangling.push(format!("#{name}"));
        }
    }
    dangling
}

/// The values of an attribute in document order. `html` must be serializer output.
fn attribute_values<'h>(html: &'h str, name: &'h str) -> impl Iterator<Item = &'h str> {
    html.split('<').skip(1).filter_map(move |piece| attribute_value(piece.split('>').next()?, name))
}

fn attribute_value<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let parts: Vec<&str> = tag.split('"').collect();
    parts
        .chunks(2)
        .find(|pair| pair[0].trim().strip_suffix('=').is_some_and(|key| key.rsplit(' ').next() == Some(name)))?
        .get(1)
        .copied()
}

fn decode_fragment(name: &str) -> String {
    percent_encoding::percent_decode_str(name).decode_utf8_lossy().into_owned()
}
