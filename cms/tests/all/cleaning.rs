//! Threat D3: what the policy for HTML keeps and what it takes out, and that doing it twice is doing it once.

use cms::articles::html::{clean, says_nothing};
use proptest::prelude::*;

/// Everything that may ever come out: a tag and its attributes.
const ALLOWED: &[(&str, &[&str])] = &[
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
    ("li", &[]),
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

/// What is in a text that must not be, seen by a reader that knows nothing of the cleaner.
pub fn fault(html: &str) -> Option<String> {
    for (at, piece) in html.split('<').enumerate() {
        if at == 0 {
            continue;
        }
        let Some((tag, _)) = piece.split_once('>') else { return Some(format!("an open end: <{piece}")) };
        if let Some(name) = tag.strip_prefix('/') {
            if !ALLOWED.iter().any(|(known, _)| *known == name) {
                return Some(format!("the end of {name}"));
            }
            continue;
        }
        let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
        let Some((_, names)) = ALLOWED.iter().find(|(known, _)| *known == name) else { return Some(name.to_owned()) };
        while !rest.is_empty() {
            let Some((attribute, value)) = rest.split_once("=\"") else { return Some(format!("loose: {rest}")) };
            let Some((value, after)) = value.split_once('"') else { return Some(format!("unquoted: {rest}")) };
            if !names.contains(&attribute) && !["lang", "dir"].contains(&attribute) {
                return Some(format!("{attribute} of {name}"));
            }
            let is_address = attribute == "href" || attribute == "src";
            if is_address && !leads_somewhere_good(value) {
                return Some(format!("{attribute}={value}"));
            }
            rest = after.trim_start();
        }
    }
    None
}

fn leads_somewhere_good(address: &str) -> bool {
    let address = address.to_lowercase();
    let starts = ["http://", "https://", "mailto:", "tel:", "/", "#"];
    starts.iter().any(|start| address.starts_with(start))
        && !address.starts_with("//")
        && !address.starts_with("/\\")
        && !address.contains(['\t', '\n', '\r'])
}

#[track_caller]
fn cleaned(html: &str) -> String {
    let once = clean(html).unwrap_or_else(|| panic!("it does not settle down: {html}"));
    assert_eq!(clean(&once).as_deref(), Some(once.as_str()), "twice is not once: {html}");
    assert_eq!(fault(&once), None, "{html} became {once}");
    once
}

/// Attacks that have worked somewhere: handlers, schemes, mutation through foreign content, raw text and tables.
pub const HOSTILE: &[&str] = &[
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

#[test]
fn d3_nothing_hostile_comes_through() {
    for html in HOSTILE {
        let kept = cleaned(html);
        for gone in ["<script", "<style", "<svg", "<math", "<iframe", "<template", "<noscript"] {
            assert!(!kept.contains(gone), "{html} became {kept}");
        }
    }
    // What is read as words stays words.
    assert_eq!(cleaned("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>");
    // The content of what is taken out whole does not stay behind as text.
    assert_eq!(cleaned("a<script>alert(1)</script><style>p{}</style><svg><text>b</text></svg>c"), "ac");
    assert_eq!(cleaned("<form><label>Name</label> <input name=x></form>"), "Name ");
}

#[test]
fn decisions_6_what_writers_use_survives() {
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
        "<p lang=\"vi\" dir=\"ltr\">Động Phong Nha<br>Hang Én</p><p><time datetime=\"2023-12-21\">then</time> <abbr title=\"kilometres\">km</abbr></p>",
        "<div>One</div><div>Two</div>",
    ] {
        assert_eq!(cleaned(html), html);
    }
}

#[test]
fn the_policy_says_what_becomes_of_the_rest() {
    for (html, kept) in [
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
        assert_eq!(cleaned(html), kept, "{html}");
    }
    for nothing in ["", " \n", "<p></p>", "<p>&nbsp;</p><br>", "<script>x</script>", "<a href=\"/x\"> </a>"] {
        assert!(says_nothing(&cleaned(nothing)), "{nothing}");
    }
    assert!(!says_nothing("<p>x</p>") && !says_nothing("<img src=\"/a.jpg\" alt=\"\">") && !says_nothing("x"));
}

#[test]
fn content_that_would_take_for_ever_is_not_begun() {
    let deep = |piece: &str| piece.repeat(100_000 / piece.len());
    for piece in ["<div>", "<b>", "<x-y>", "<div></x>", "<div><table><td></div>", "<svg><math>", "<DIV\n>"] {
        assert_eq!(clean(&deep(piece)), None, "{piece}");
    }
    // What only looks like it: many elements, one after the other, ended or not.
    for piece in ["<p>x", "<li>x", "<div>x</div>", "<p><b>x</b><br>", "&lt;div&gt;"] {
        assert!(clean(&deep(piece)).is_some(), "{piece}");
    }
    let honest = format!("{}x{}", "<ul><li>".repeat(100), "</li></ul>".repeat(100));
    assert_eq!(cleaned(&honest), honest);
}

/// Pieces of which attacks are made, in any order.
fn piece() -> impl Strategy<Value = String> {
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
    fn twice_is_once_and_nothing_hostile_comes_through_whatever_is_written(
        pieces in prop::collection::vec(piece(), 0..16),
    ) {
        let html = pieces.concat();
        let once = clean(&html);
        prop_assert!(once.is_some(), "it does not settle down: {}", html);
        let once = once.unwrap();
        prop_assert_eq!(fault(&once), None, "{} became {}", html, once);
        prop_assert_eq!(clean(&once), Some(once));
    }
}
