//! Converts the HTML of articles to Markdown for assistants. The input is sanitized, so only the elements that
//! `articles::html_sanitizer` allows are handled.

use std::cell::RefCell;

use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

/// Converts sanitized HTML to Markdown. Links to paths of the guide become absolute: `public_url` is put before them.
pub fn markdown(html: &str, public_url: &str) -> String {
    let queue = BufferQueue::default();
    queue.push_back(html.into());
    let writer = MarkdownWriter { public_url: public_url.to_owned(), ..MarkdownWriter::default() };
    let tokenizer = Tokenizer::new(Sink(RefCell::new(writer)), TokenizerOpts::default());
    // `feed` stops early only if the sink returns `TokenSinkResult::Script`, which this one never does.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.0.into_inner().text.trim().to_owned()
}

/// The maximum indentation of nested lists, in levels. More indentation would multiply the size of the text.
const MAX_INDENT_LEVELS: usize = 8;

struct Sink(RefCell<MarkdownWriter>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut writer = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => writer.start_element(&tag),
            Token::TagToken(tag) => writer.end_element(&tag.name),
            Token::CharacterTokens(text) => writer.write(&text),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[derive(Default)]
struct MarkdownWriter {
    text: String,
    public_url: String,
    /// The length of `text` right after the last marker (`- `, `> `, `## `): it shows whether a block has content yet.
    marker_end: usize,
    /// For each open list, the number of its next item; `None` for a list without numbers.
    open_lists: Vec<Option<usize>>,
    /// The targets of the open links; `None` for a link without an address or to an anchor of the page.
    open_links: Vec<Option<String>>,
    is_in_preformatted_text: bool,
    is_at_row_start: bool,
}

impl MarkdownWriter {
    fn start_element(&mut self, tag: &Tag) {
        match &*tag.name {
            "h1" | "h2" => self.begin_line("\n\n", "## "),
            "h3" => self.begin_line("\n\n", "### "),
            "h4" | "h5" | "h6" => self.begin_line("\n\n", "#### "),
            "blockquote" => self.begin_line("\n\n", "> "),
            // The first paragraph of a quote or of a list item begins on the line of the marker.
            "p" if self.marker_end == self.text.len() && self.marker_end > 0 => {}
            "p" | "figure" | "dl" | "table" | "hr" => self.begin_line("\n\n", ""),
            "pre" => {
                self.begin_line("\n\n", "");
                self.is_in_preformatted_text = true;
            }
            "div" | "dt" | "figcaption" | "caption" | "br" => self.begin_line("\n", ""),
            "dd" => self.begin_line("\n", ": "),
            "tr" => {
                self.begin_line("\n", "");
                self.is_at_row_start = true;
            }
            "td" | "th" => {
                let separator = if std::mem::take(&mut self.is_at_row_start) { "" } else { " | " };
                self.text.push_str(separator);
            }
            "ul" => self.begin_list(None),
            "ol" => self.begin_list(Some(1)),
            "li" => self.begin_item(),
            "a" => {
                let target = self.absolute_link_url(attribute(tag, "href"));
                self.text.push_str(if target.is_some() { "[" } else { "" });
                self.open_links.push(target);
            }
            "img" => {
                if let Some(alt) = attribute(tag, "alt").filter(|alt| !alt.is_empty()) {
                    self.text.push_str(&format!("(Image: {alt})"));
                }
            }
            _ => {}
        }
    }

    fn end_element(&mut self, name: &str) {
        match name {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "p" | "blockquote" | "figure" | "dl" | "table" => {
                self.begin_line("\n\n", "");
            }
            "pre" => {
                self.is_in_preformatted_text = false;
                self.begin_line("\n\n", "");
            }
            "ul" | "ol" => {
                self.open_lists.pop();
                self.begin_line(if self.open_lists.is_empty() { "\n\n" } else { "\n" }, "");
            }
            "a" => {
                if let Some(Some(target)) = self.open_links.pop() {
                    self.text.push_str(&format!("]({target})"));
                }
            }
            _ => {}
        }
    }

    /// Writes text. Outside of preformatted text, each run of white space becomes one space. At the start of a line or
    /// of a link, white space is left out.
    fn write(&mut self, text: &str) {
        if self.is_in_preformatted_text {
            self.text.push_str(text);
            return;
        }
        for character in text.chars() {
            if !character.is_whitespace() {
                self.text.push(character);
            } else if !self.text.is_empty() && !self.text.ends_with([' ', '\n', '[']) {
                self.text.push(' ');
            }
        }
    }

    /// Ends the text with this line break, and begins the next line with the marker `marker`.
    fn begin_line(&mut self, line_break: &str, marker: &str) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        while !self.text.is_empty() && !self.text.ends_with(line_break) {
            self.text.push('\n');
        }
        if !marker.is_empty() {
            self.text.push_str(marker);
            self.marker_end = self.text.len();
        }
    }

    fn begin_list(&mut self, first: Option<usize>) {
        self.begin_line(if self.open_lists.is_empty() { "\n\n" } else { "\n" }, "");
        self.open_lists.push(first);
    }

    fn begin_item(&mut self) {
        let indent = "  ".repeat(self.open_lists.len().saturating_sub(1).min(MAX_INDENT_LEVELS));
        let marker = match self.open_lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{indent}{}. ", *number - 1)
            }
            _ => format!("{indent}- "),
        };
        self.begin_line("\n", &marker);
    }

    /// The absolute URL of a link. `None` without `href`, or if it is an anchor of the page.
    fn absolute_link_url(&self, href: Option<&str>) -> Option<String> {
        match href? {
            anchor if anchor.starts_with('#') => None,
            path if path.starts_with('/') => Some(format!("{}{path}", self.public_url)),
            address => Some(address.to_owned()),
        }
    }
}

fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|attribute| &*attribute.name.local == name).map(|attribute| &*attribute.value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_markdown(html: &str) -> String {
        markdown(html, "https://guide.example")
    }

    // R486
    #[test]
    fn article_html_becomes_markdown() {
        let html = "<h2>By boat</h2>\n<p>Boats leave from\n the <a href=\"/places/wharf\">wharf</a> &amp; <a href=\"#part-b\">back</a>.</p>\
                    <ul><li>Cash<ul><li>Small notes</li></ul></li><li><p>A hat</p></li></ul><ol><li>One</li><li>Two</li></ol>\
                    <blockquote><p>Quiet.</p></blockquote><p><img src=\"/media/x.jpg\" alt=\"A boat\"></p>\
                    <table><tbody><tr><th>From</th><th>Time</th></tr><tr><td>Hue</td><td>4 h</td></tr></tbody></table>";
        let expected = "## By boat\n\nBoats leave from the [wharf](https://guide.example/places/wharf) & back.\n\n\
                        - Cash\n  - Small notes\n- A hat\n\n1. One\n2. Two\n\n> Quiet.\n\n(Image: A boat)\n\n\
                        From | Time\nHue | 4 h";
        assert_eq!(to_markdown(html), expected);
    }

    #[test]
    fn preformatted_text_keeps_its_spaces_and_empty_html_is_empty() {
        assert_eq!(to_markdown("<pre>a  b\n c</pre><p></p><p>d<br>e</p>"), "a  b\n c\n\nd\ne");
        assert_eq!(to_markdown(""), "");
    }
}
