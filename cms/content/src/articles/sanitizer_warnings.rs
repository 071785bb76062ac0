//! Warnings about what the HTML policy removed from a saved text, and about links to ids that are not in the text.

use std::cell::RefCell;

use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use super::html_sanitizer;
use crate::http::problem::Warning;

/// The maximum number of elements, attributes or URLs that one warning lists.
const MAX_LISTED_ITEMS: usize = 5;
/// The maximum length of a listed element, attribute or URL, in characters. The rest is cut.
const MAX_ITEM_CHARS: usize = 60;

/// Returns one warning for each kind of removal that the HTML policy makes in `original`, and one for all links in
/// `clean` to ids that it does not contain. `field` is the JSON field of the text.
pub fn warnings(field: &'static str, original: &str, clean: &str) -> Vec<Warning> {
    let queue = BufferQueue::default();
    queue.push_back(original.into());
    let tokenizer = Tokenizer::new(RemovalCollector::default(), TokenizerOpts::default());
    // `feed` stops early only if the sink returns `TokenSinkResult::Script`, which this sink never does.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    let RemovalCollector { removed_elements, unwrapped_elements, links, images, attributes, .. } = tokenizer.sink;
    [
        ("element_removed", "Removed elements and their content", removed_elements.into_inner()),
        ("element_unwrapped", "Removed elements, but kept their text", unwrapped_elements.into_inner()),
        (
            "link_removed",
            "Removed links that are not http, https, mailto, tel or a path on this site",
            links.into_inner(),
        ),
        ("image_removed", "Removed images that are not from http, https or this site", images.into_inner()),
        ("attribute_removed", "Removed attributes", attributes.into_inner()),
        (
            "link_without_target",
            "These links point to anchors that do not exist in this text",
            html_sanitizer::dangling_fragment_links(clean),
        ),
    ]
    .into_iter()
    .filter(|(.., items)| !items.is_empty())
    .map(|(code, sentence, items)| Warning {
        field,
        code,
        message: format!("{sentence}: {}", abbreviated_list(&items)),
        suggestion: None,
    })
    .collect()
}

fn abbreviated_list(items: &[String]) -> String {
    let first = items.iter().take(MAX_LISTED_ITEMS).map(|item| match item.char_indices().nth(MAX_ITEM_CHARS) {
        Some((end, _)) => format!("{}…", &item[..end]),
        None => item.clone(),
    });
    let first = first.collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(MAX_LISTED_ITEMS) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// Collects the distinct removals of each kind, in document order.
#[derive(Default)]
struct RemovalCollector {
    removed_elements: RefCell<Vec<String>>,
    /// The names of elements that are removed, but whose content stays.
    unwrapped_elements: RefCell<Vec<String>>,
    links: RefCell<Vec<String>>,
    images: RefCell<Vec<String>>,
    attributes: RefCell<Vec<String>>,
    /// The element being removed with its content, and the number of open elements of its name.
    skipped_element: RefCell<Option<(String, usize)>>,
}

impl TokenSink for RemovalCollector {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        let name = &*tag.name;
        if !self.skip_tag(name, tag.kind) && tag.kind == TagKind::StartTag {
            self.record_removals(&tag);
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

impl RemovalCollector {
    /// Whether a tag is within an element that is removed with its content, or is the end tag of this element. Updates
    /// `skipped_element`.
    fn skip_tag(&self, name: &str, kind: TagKind) -> bool {
        let mut skipped_element = self.skipped_element.borrow_mut();
        let Some((skipped, depth)) = skipped_element.as_mut() else { return false };
        if skipped == name {
            *depth = if kind == TagKind::StartTag { *depth + 1 } else { *depth - 1 };
        }
        if *depth == 0 {
            *skipped_element = None;
        }
        true
    }

    fn record_removals(&self, tag: &Tag) {
        let name = &*tag.name;
        if html_sanitizer::is_removed_with_content(name) {
            push_if_new(&self.removed_elements, name);
            // `embed` and `frame` are void elements: they have no content and no end tag.
            if !tag.self_closing && !["embed", "frame"].contains(&name) {
                *self.skipped_element.borrow_mut() = Some((name.to_owned(), 1));
            }
            return;
        }
        // Browsers add these elements to HTML that a user copies, so their removal is not worth a warning.
        if ["html", "head", "body"].contains(&name) {
            return;
        }
        if !html_sanitizer::is_tag_allowed(name) {
            push_if_new(&self.unwrapped_elements, name);
            return;
        }
        let is_image = name == "img";
        if is_image && !tag.attrs.iter().any(|attribute| &*attribute.name.local == "src") {
            push_if_new(&self.images, "an image without a URL");
        }
        for attribute in &tag.attrs {
            let key = &*attribute.name.local;
            if html_sanitizer::is_attribute_allowed(name, key, &attribute.value) {
                continue;
            }
            match (name, key) {
                ("a", "href") => push_if_new(&self.links, &attribute.value),
                ("img", "src") => push_if_new(&self.images, &attribute.value),
                // No warning: the server sets `rel` itself, and readers decide whether a link opens in a new tab.
                ("a", "rel" | "target") => {}
                _ => push_if_new(&self.attributes, &format!("{key} of {name}")),
            }
        }
    }
}

fn push_if_new(list: &RefCell<Vec<String>>, name: &str) {
    let mut list = list.borrow_mut();
    if !list.iter().any(|other| other == name) {
        list.push(name.to_owned());
    }
}
