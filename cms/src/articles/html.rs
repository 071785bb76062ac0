//! The one sanitizing policy for HTML of articles (R404). It is applied on every write: the stored HTML is what the API
//! returns (R403).
//!
//! *What stays*: headings (`h1` as `h2`: the page's own title is its `h1`), paragraphs, lists, tables, figures,
//! pictures, quotes, code, links and marks on words, each with the few attributes below. *What goes with all that is in
//! it*: scripts, styles, templates, frames, drawings and formulas in other languages than HTML, and whatever is read as
//! text by one parser and as markup by another. Of everything else only the words stay: no handlers, no classes, no
//! styles, no forms, no comments. Ids get a prefix (see [`fragments`]).
//!
//! *Links* lead to http, https, mailto, tel, or into the guide (`/…`, `#…`); those to an http address get
//! `rel="noopener nofollow"`, also where somebody spelled the guide's own out. *Pictures* come over http, https or from
//! the guide; one without a text is decorative (`alt=""`), one without an address is none.
//!
//! *Twice is once.* HTML that is parsed again may come out otherwise than it went in, which is what mutation attacks
//! live on. So the text is cleaned until cleaning changes nothing any more.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use super::fragments;
use crate::common::text::nfc;

const TAGS: [&str; 50] = [
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "col",
    "colgroup",
    "dd",
    "del",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "small",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "ul",
];

const GONE_WITH_CONTENT: [&str; 22] = [
    "script",
    "style",
    "noscript",
    "template",
    "iframe",
    "frame",
    "frameset",
    "noframes",
    "noembed",
    "object",
    "embed",
    "applet",
    "svg",
    "math",
    "title",
    "textarea",
    "select",
    "xmp",
    "plaintext",
    "audio",
    "video",
    "canvas",
];

const ATTRIBUTES: [(&str, &[&str]); 10] = [
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

/// In which language and direction words are read, and the name by which links lead to them.
const GLOBAL_ATTRIBUTES: [&str; 3] = ["lang", "dir", "id"];
const LINKS: [&str; 4] = ["http", "https", "mailto", "tel"];
const PICTURES: [&str; 2] = ["http", "https"];
/// So often a text is cleaned at the most; the last time must have changed nothing.
const ROUNDS: usize = 12;
/// So many elements may be open at once. No writer opens as many, and parsing takes the square of it.
const DEEPEST: usize = 256;
/// Elements that never hold others, or that the next of their kind ends.
const END_BY_THEMSELVES: [&str; 20] = [
    "area", "base", "br", "col", "dd", "dt", "embed", "hr", "img", "input", "li", "link", "meta", "option", "p",
    "source", "td", "th", "tr", "wbr",
];

static POLICY: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut policy = Builder::empty();
    policy
        .tags(HashSet::from(TAGS))
        .clean_content_tags(HashSet::from(GONE_WITH_CONTENT))
        .tag_attributes(ATTRIBUTES.into_iter().map(|(tag, names)| (tag, names.iter().copied().collect())).collect())
        .generic_attributes(HashSet::from(GLOBAL_ATTRIBUTES))
        .tag_attribute_values(HashMap::new())
        .url_schemes(HashSet::from(LINKS))
        .url_relative(UrlRelative::PassThrough)
        .attribute_filter(attribute)
        .link_rel(None)
        .strip_comments(true);
    policy
});

/// `html` as far as the policy keeps it; nothing where it will not settle down or is nested out of all measure.
pub fn clean(html: &str) -> Option<String> {
    if is_too_deep(html) {
        return None;
    }
    let mut text = cleaned(html);
    for _ in 1..ROUNDS {
        let again = cleaned(&text);
        if again == text {
            return Some(text);
        }
        text = again;
    }
    None
}

/// Whether clean HTML has neither a word nor a picture in it.
pub fn says_nothing(html: &str) -> bool {
    html.split('<').enumerate().all(|(at, piece)| {
        let (tag, words) = if at == 0 { ("", piece) } else { piece.split_once('>').unwrap_or((piece, "")) };
        !tag.starts_with("img ") && words.replace("&nbsp;", " ").trim().is_empty()
    })
}

/// Whether more elements are begun and not ended than [`DEEPEST`]. An end counts for elements of its own name alone, so
/// that ends which a parser ignores do not hide anything.
fn is_too_deep(html: &str) -> bool {
    let (mut open, mut depth) = (HashMap::<String, usize>::new(), 0);
    for piece in html.split('<').skip(1) {
        let (is_end, rest) = piece.strip_prefix('/').map_or((false, piece), |rest| (true, rest));
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'-').count();
        let name = rest[..length].to_ascii_lowercase();
        if name.is_empty() || END_BY_THEMSELVES.contains(&name.as_str()) {
            continue;
        }
        let of_name = open.entry(name).or_default();
        if !is_end {
            (*of_name, depth) = (*of_name + 1, depth + 1);
        } else if *of_name > 0 {
            (*of_name, depth) = (*of_name - 1, depth - 1);
        }
        if depth > DEEPEST {
            return true;
        }
    }
    false
}

fn cleaned(html: &str) -> String {
    // Each time: signs that were written as references may go together only now.
    fragments::followed(retouched(&POLICY.clean(&nfc(html)).to_string()))
}

/// Whether an element of this name goes with all that is in it.
pub fn goes_with_content(name: &str) -> bool {
    GONE_WITH_CONTENT.contains(&name)
}

/// Whether an element of this name stays.
pub fn stays(name: &str) -> bool {
    TAGS.contains(&name)
}

/// Whether an element that stays keeps an attribute with this value.
pub fn keeps(element: &str, name: &str, value: &str) -> bool {
    let is_known = GLOBAL_ATTRIBUTES.contains(&name)
        || ATTRIBUTES.iter().any(|(known, names)| *known == element && names.contains(&name));
    is_known && attribute(element, name, value).is_some()
}

/// Whether an attribute that the policy knows may stand with this value, and with which.
fn attribute<'v>(element: &str, name: &str, value: &'v str) -> Option<Cow<'v, str>> {
    let trimmed = value.trim();
    let stays = match (element, name) {
        ("a", "href") => leads(trimmed, &LINKS),
        ("img", "src") => leads(trimmed, &PICTURES),
        (_, "dir") => matches!(trimmed, "ltr" | "rtl" | "auto"),
        (_, "scope") => matches!(trimmed, "row" | "col" | "rowgroup" | "colgroup"),
        (_, "id") => return fragments::id(trimmed),
        (_, "width" | "height" | "colspan" | "rowspan" | "span" | "start" | "value") => {
            !trimmed.is_empty() && trimmed.len() <= 4 && trimmed.bytes().all(|byte| byte.is_ascii_digit())
        }
        (_, "reversed") => return Some(Cow::Borrowed("")),
        _ => true,
    };
    stays.then_some(Cow::Borrowed(trimmed))
}

/// Whether an address leads into the guide, or by one of these schemes elsewhere. Browsers drop line ends and tabs and
/// read `\` as `/`, so an address with one of them is none.
fn leads(address: &str, schemes: &[&str]) -> bool {
    if address.chars().any(|sign| sign.is_control() || sign == '\\') {
        return false;
    }
    if address.starts_with('#') || (address.starts_with('/') && !address.starts_with("//")) {
        return true;
    }
    let Some((scheme, rest)) = address.split_once(':') else { return false };
    let is_known = schemes.iter().any(|known| scheme.eq_ignore_ascii_case(known));
    // Without slashes a browser reads `https:x` as a path beside the present one.
    let has_host = rest.strip_prefix("//").is_some_and(|host| !host.is_empty() && !host.starts_with('/'));
    is_known && (has_host || !is_web(scheme))
}

fn is_web(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")
}

/// The finishing touches, on HTML that the serializer has just written: in it `<` and `>` stand for tags alone.
fn retouched(html: &str) -> String {
    let mut text = String::with_capacity(html.len() + 64);
    for (at, piece) in html.split('<').enumerate() {
        match piece.split_once('>') {
            Some((tag, words)) if at > 0 => {
                push_tag(&mut text, tag);
                text.push_str(words);
            }
            _ => text.push_str(piece),
        }
    }
    text
}

fn push_tag(text: &mut String, tag: &str) {
    let (name, attributes) = tag.split_once(' ').map_or((tag, ""), |(name, rest)| (name, rest));
    let has = |attribute: &str| attributes.split('"').step_by(2).any(|part| part.trim() == attribute);
    let (name, added) = match name {
        "h1" => ("h2", ""),
        "/h1" => ("/h2", ""),
        "img" if !has("src=") => return,
        "img" if !has("alt=") => ("img", " alt=\"\""),
        "a" if is_foreign(attributes) => ("a", " rel=\"noopener nofollow\""),
        other => (other, ""),
    };
    text.push('<');
    text.push_str(name);
    if !attributes.is_empty() {
        text.push(' ');
        text.push_str(attributes);
    }
    text.push_str(added);
    text.push('>');
}

fn is_foreign(attributes: &str) -> bool {
    let href = attributes.split("href=\"").nth(1).and_then(|rest| rest.split('"').next());
    href.and_then(|address| address.split_once(':')).is_some_and(|(scheme, _)| is_web(scheme))
}
