//! What the policy for HTML takes out of a text, told to whoever saved it.

use std::cell::RefCell;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use super::{fragments, html};
use crate::http::problem::Warning;

/// So many things are named in one sentence.
const MAX_NAMED: usize = 5;
/// So many letters of each.
const MAX_LETTERS: usize = 60;

/// What was removed from `sent` where `clean` is what stays of it, one warning for each kind.
pub fn warnings(field: &'static str, sent: &str, clean: &str) -> Vec<Warning> {
    let queue = BufferQueue::default();
    queue.push_back(sent.into());
    let tokenizer = Tokenizer::new(Removed::default(), TokenizerOpts::default());
    // A script does not stop the reading: the sink never says that there is one.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    let Removed { elements, wrappers, links, pictures, attributes, .. } = tokenizer.sink;
    [
        ("element_removed", "Removed with what was in it", elements.into_inner()),
        ("element_unwrapped", "Removed, the words in it stay", wrappers.into_inner()),
        (
            "link_removed",
            "A link leads to http, https, mailto, tel or a path of this site. Removed",
            links.into_inner(),
        ),
        ("image_removed", "A picture comes over http, https or from this site. Removed", pictures.into_inner()),
        ("attribute_removed", "Removed attributes", attributes.into_inner()),
        ("link_without_target", "Nothing in this text is called what these links lead to", fragments::dangling(clean)),
    ]
    .into_iter()
    .filter(|(.., named)| !named.is_empty())
    .map(|(code, sentence, named)| Warning {
        field,
        code,
        message: format!("{sentence}: {}", sentence_part(&named)),
        suggestion: None,
    })
    .collect()
}

fn sentence_part(named: &[String]) -> String {
    let first = named.iter().take(MAX_NAMED).map(|name| match name.char_indices().nth(MAX_LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.clone(),
    });
    let first = first.collect::<Vec<_>>().join(", ");
    match named.len().saturating_sub(MAX_NAMED) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// What is removed, of each kind each once, in order.
#[derive(Default)]
struct Removed {
    elements: RefCell<Vec<String>>,
    wrappers: RefCell<Vec<String>>,
    links: RefCell<Vec<String>>,
    pictures: RefCell<Vec<String>>,
    attributes: RefCell<Vec<String>>,
    /// The element that goes with all that is in it, and how many of its name are open.
    inside: RefCell<Option<(String, usize)>>,
}

impl TokenSink for Removed {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        let name = &*tag.name;
        if !self.is_inside(name, tag.kind) && tag.kind == TagKind::StartTag {
            self.start(&tag);
        }
        match (tag.kind, name) {
            (TagKind::StartTag, "title" | "textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
            (TagKind::StartTag, "script" | "style" | "xmp" | "iframe" | "noembed" | "noframes") => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            (TagKind::StartTag, "plaintext") => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }
}

impl Removed {
    /// Whether a tag stands in something that is removed whole.
    fn is_inside(&self, name: &str, kind: TagKind) -> bool {
        let mut inside = self.inside.borrow_mut();
        let Some((gone, depth)) = inside.as_mut() else { return false };
        if gone == name {
            *depth = if kind == TagKind::StartTag { *depth + 1 } else { *depth - 1 };
        }
        if *depth == 0 {
            *inside = None;
        }
        true
    }

    fn start(&self, tag: &Tag) {
        let name = &*tag.name;
        if html::goes_with_content(name) {
            note(&self.elements, name);
            // Of these nothing ends: they hold nothing.
            if !tag.self_closing && !["embed", "frame"].contains(&name) {
                *self.inside.borrow_mut() = Some((name.to_owned(), 1));
            }
            return;
        }
        // The frame of a page is nobody's words.
        if ["html", "head", "body"].contains(&name) {
            return;
        }
        if !html::stays(name) {
            note(&self.wrappers, name);
            return;
        }
        let is_picture = name == "img";
        if is_picture && !tag.attrs.iter().any(|attribute| &*attribute.name.local == "src") {
            note(&self.pictures, "a picture without an address");
        }
        for attribute in &tag.attrs {
            let key = &*attribute.name.local;
            if html::keeps(name, key, &attribute.value) {
                continue;
            }
            match (name, key) {
                ("a", "href") => note(&self.links, &attribute.value),
                ("img", "src") => note(&self.pictures, &attribute.value),
                // The server sets the one itself, and pages open links where their readers want them.
                ("a", "rel" | "target") => {}
                _ => note(&self.attributes, &format!("{key} of {name}")),
            }
        }
    }
}

fn note(list: &RefCell<Vec<String>>, name: &str) {
    let mut list = list.borrow_mut();
    if !list.iter().any(|known| known == name) {
        list.push(name.to_owned());
    }
}
