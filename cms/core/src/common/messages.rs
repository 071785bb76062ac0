//! Message catalogs: the texts of emails and of the server's own pages, by locale.
//!
//! English is in `messages/en/*.json`. The key of a message begins with the name of its file: `pages.sign_in.title`. A
//! message is plain text with parameters in braces. It is a whole sentence or label. Neither templates nor code build
//! sentences from parts, and neither chooses a plural or another word form.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use minijinja::value::Kwargs;
use minijinja::{Environment, Error, ErrorKind, Value, context};

/// The files of the English catalog, each with the first part of its keys.
const ENGLISH_FILES: [(&str, &str); 2] = [
    ("emails", include_str!("../../../messages/en/emails.json")),
    ("pages", include_str!("../../../messages/en/pages.json")),
];

static ENGLISH: LazyLock<Catalog> = LazyLock::new(|| load_catalog(str::to_owned));
static PSEUDO: LazyLock<Catalog> = LazyLock::new(|| load_catalog(|text| format!("⟦{text}⟧")));

/// The design tokens: colors, shadows, radii and fonts, by theme and by CSS custom property. The site and the console
/// use the same tokens.
static DESIGN_TOKENS: LazyLock<Value> = LazyLock::new(|| {
    let tokens: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(include_str!("../../../web/tokens.json")).expect("the embedded design tokens are JSON");
    Value::from(tokens)
});

/// The messages of a locale by key.
type Catalog = HashMap<String, Vec<MessagePart>>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum MessagePart {
    Text(String),
    /// The name of a parameter.
    Parameter(String),
}

/// The language of emails and of the server's own pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Locale {
    /// American English.
    English,
    /// English with each message in brackets. Text outside of brackets is not in a catalog.
    Pseudo,
}

impl Locale {
    const ALL: [Self; 2] = [Self::English, Self::Pseudo];

    /// The name in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Pseudo => "pseudo",
        }
    }

    /// The language tag (BCP 47) for `<html lang>`.
    pub fn language_tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Pseudo => "en-XA",
        }
    }

    fn catalog(self) -> &'static Catalog {
        match self {
            Self::English => &ENGLISH,
            Self::Pseudo => &PSEUDO,
        }
    }

    /// The message with this key. Returns the key itself if no message has it, or if the message has parameters. A test
    /// checks that every key in the code exists.
    pub fn text(self, key: &str) -> String {
        self.format(key, &Kwargs::from_iter(std::iter::empty::<(&str, Value)>())).unwrap_or_else(|_| key.to_owned())
    }

    /// Renders a template with `values`. The template can also use the language tag (`lang`), the design tokens
    /// (`tokens`) and the function `t`.
    ///
    /// `t(key, parameter=value)` returns a message. An HTML template escapes the message after its parameters are
    /// inserted.
    ///
    /// Errors: the template is unknown or invalid, a message is unknown, or the parameters are not those of the
    /// message.
    pub fn render(self, templates: &Environment<'_>, name: &str, values: Value) -> Result<String, Error> {
        let t = Value::from_function(move |key: String, parameters: Kwargs| self.format(&key, &parameters));
        templates
            .get_template(name)?
            .render(context! { t, lang => self.language_tag(), tokens => DESIGN_TOKENS.clone(), ..values })
    }

    fn format(self, key: &str, parameters: &Kwargs) -> Result<String, Error> {
        let unknown = || Error::new(ErrorKind::InvalidOperation, format!("unknown message: {key}"));
        let mut text = String::new();
        for part in self.catalog().get(key).ok_or_else(unknown)? {
            match part {
                MessagePart::Text(part) => text.push_str(part),
                MessagePart::Parameter(name) => {
                    let value: Value = parameters.get(name)?;
                    if value.is_undefined() || value.is_none() {
                        return Err(Error::new(ErrorKind::UndefinedError, format!("{name} of the message {key}")));
                    }
                    text.push_str(&value.to_string());
                }
            }
        }
        parameters.assert_all_used()?;
        Ok(text)
    }
}

impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Locale {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|locale| locale.name() == name);
        found.ok_or_else(|| format!("it must be one of: {}", Self::ALL.map(Self::name).join(", ")))
    }
}

/// Parses the English message files and applies `transform` to each message.
fn load_catalog(transform: fn(&str) -> String) -> Catalog {
    let mut catalog = Catalog::new();
    for (name, text) in ENGLISH_FILES {
        let file = serde_json::from_str(text).expect("the embedded catalog is JSON");
        insert_messages(&mut catalog, name, &file, transform);
    }
    catalog
}

/// Inserts a message, or a group of messages whose keys begin with `key`.
fn insert_messages(catalog: &mut Catalog, key: &str, value: &serde_json::Value, transform: fn(&str) -> String) {
    match value {
        serde_json::Value::Object(group) => {
            for (name, value) in group {
                insert_messages(catalog, &format!("{key}.{name}"), value, transform);
            }
        }
        other => {
            let text = other.as_str().expect("a message is a string");
            catalog.insert(key.to_owned(), parse_message(&transform(text)));
        }
    }
}

/// Splits a message such as `text with {parameter}` into its parts.
fn parse_message(text: &str) -> Vec<MessagePart> {
    let pieces = text.split(['{', '}']).map(str::to_owned).enumerate();
    pieces.map(|(i, piece)| if i % 2 == 0 { MessagePart::Text(piece) } else { MessagePart::Parameter(piece) }).collect()
}

/// The words of a rendered page or email, without messages in the brackets of the pseudo-locale, tags, styles, scripts
/// and character references. Tests find texts with it that are not in the catalog. Panics if one of these has no end.
pub fn words_outside_messages(rendered: &str) -> String {
    let mut text = rendered.to_owned();
    for (start, end) in [("⟦", "⟧"), ("<style", "</style>"), ("<script", "</script>"), ("<", ">"), ("&", ";")] {
        while let Some(at) = text.find(start) {
            let length = text[at..].find(end).unwrap_or_else(|| panic!("no {end} after {}", &text[at..]));
            text.replace_range(at..at + length + end.len(), " ");
        }
    }
    let words = text.split_whitespace().filter(|word| word.contains(char::is_alphabetic));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The source folders of the crates whose code and templates use messages, relative to the folder of this crate.
    const SOURCE_FOLDERS: &[&str] = &["src", "../content/src", "../community/src", "../editorial/src", "../src"];

    /// The files in `folders` and their subfolders whose names have one of these endings, with their contents.
    fn read_files(folders: &[&str], name_endings: &[&str]) -> Vec<(String, String)> {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut folders: Vec<_> = folders.iter().map(|folder| package.join(folder)).collect();
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.display().to_string();
                if path.is_dir() {
                    folders.push(path);
                } else if name_endings.iter().any(|end| name.ends_with(end)) {
                    files.push((name, std::fs::read_to_string(path).expect("a text file")));
                }
            }
        }
        files
    }

    fn templates() -> Vec<(String, String)> {
        let found =
            [read_files(&["../email_templates"], &[".html", ".txt"]), read_files(SOURCE_FOLDERS, &[".html"])].concat();
        assert!(found.len() > 35, "only {} templates were found", found.len());
        found
    }

    /// Splits a template into its own text and the expressions that it prints (`{{ }}`). Statements (`{% %}`) are left
    /// out.
    fn split_template(template: &str) -> (String, Vec<&str>) {
        let (mut text, mut expressions, mut rest) = (String::new(), Vec::new(), template);
        while let Some(start) = rest.find("{{").into_iter().chain(rest.find("{%")).min() {
            let (opening, code) = rest[start..].split_at(2);
            let end = code.find(if opening == "{{" { "}}" } else { "%}" }).expect("the end of an expression");
            text.push_str(&rest[..start]);
            text.push(' ');
            if opening == "{{" {
                expressions.push(&code[..end]);
            }
            rest = &code[end + 2..];
        }
        text.push_str(rest);
        (text, expressions)
    }

    /// The keys with which an expression calls `t`, each with the names of the parameters of the call. A call whose key
    /// is a variable is skipped, because the Rust code contains the key as a literal.
    fn message_calls(expression: &str) -> Vec<(&str, BTreeSet<&str>)> {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let starts = expression.match_indices("t(").filter(|(at, _)| !expression[..*at].ends_with(is_name));
        let arguments = starts.map(|(at, _)| expression[at + 2..].split_once(')').expect("a closed call").0);
        let calls = arguments.filter_map(|arguments| {
            let (key, rest) = arguments.strip_prefix('"')?.split_once('"').expect("a closed string");
            let named = rest.split(',').filter_map(|argument| argument.split_once('='));
            Some((key, named.map(|(name, _)| name.trim()).collect()))
        });
        calls.collect()
    }

    /// The message keys that are string literals in a Rust source file, up to its first `#[cfg(test)]`.
    fn literal_keys(source: &str) -> Vec<&str> {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        let literals = ENGLISH_FILES.iter().flat_map(|(name, _)| {
            let starts = code.match_indices(*name).map(|(at, _)| at).filter(move |at| code[..*at].ends_with('"'));
            starts.filter_map(move |at| code[at..].split_once('"')).map(|(literal, _)| literal)
        });
        literals.filter(|literal| literal.contains('.') && !literal.ends_with(".json")).collect()
    }

    /// The names of a message's parameters.
    fn parameters(message: &[MessagePart]) -> BTreeSet<&str> {
        let names = message.iter().filter_map(|part| match part {
            MessagePart::Parameter(name) => Some(name.as_str()),
            MessagePart::Text(_) => None,
        });
        names.collect()
    }

    #[test]
    fn used_keys_exist_and_every_message_is_used_with_its_parameters() {
        let templates = templates();
        let mut uses: Vec<(&str, &str, BTreeSet<&str>)> = Vec::new();
        for (file, template) in &templates {
            let (_, expressions) = split_template(template);
            let message_calls = expressions.into_iter().flat_map(message_calls);
            uses.extend(message_calls.map(|(key, names)| (file.as_str(), key, names)));
        }
        let sources = read_files(SOURCE_FOLDERS, &[".rs"]);
        for (file, source) in &sources {
            uses.extend(literal_keys(source).into_iter().map(|key| (file.as_str(), key, BTreeSet::new())));
        }
        let mut unused_messages: BTreeMap<&str, BTreeSet<&str>> =
            ENGLISH.iter().map(|(key, message)| (key.as_str(), parameters(message))).collect();
        let parameters_by_key = unused_messages.clone();
        let mut faults = Vec::new();
        for (file, key, names) in uses {
            unused_messages.remove(key);
            match parameters_by_key.get(key) {
                None => faults.push(format!("{file}: unknown message {key}")),
                Some(expected) if *expected != names => {
                    faults.push(format!("{file}: {key} has the parameters {expected:?}, not {names:?}"));
                }
                Some(_) => {}
            }
        }
        faults.extend(unused_messages.keys().map(|key| format!("{key} is not used")));
        for (key, names) in &parameters_by_key {
            let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            if !names.iter().all(is_name) {
                faults.push(format!("{key} has an invalid parameter: {names:?}"));
            }
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    #[test]
    fn templates_contain_no_words() {
        for (file, template) in templates() {
            let (text, expressions) = split_template(&template);
            assert_eq!(words_outside_messages(&text), "", "{file}");
            for expression in expressions {
                for (at, _) in expression.match_indices('"').step_by(2) {
                    assert!(expression[..at].ends_with("t("), "{file} prints a string: {expression}");
                }
            }
            for attribute in [" alt=\"", " aria-label=\"", " placeholder=\"", " title=\""] {
                for (_, value) in
                    template.match_indices(attribute).map(|(at, _)| template.split_at(at + attribute.len()))
                {
                    assert!(value.starts_with("{{"), "{file}: {attribute}");
                }
            }
        }
    }

    #[test]
    fn colors_of_templates_are_design_tokens() {
        let environment = Environment::new();
        for (file, template) in templates() {
            let (text, expressions) = split_template(&template);
            let is_color = |code: &str| code.bytes().take_while(u8::is_ascii_hexdigit).count() >= 3;
            assert!(!text.split('#').skip(1).any(is_color), "{file} has a color that is not a design token");
            for expression in expressions.into_iter().filter(|expression| expression.contains("tokens.")) {
                let values = context! { tokens => DESIGN_TOKENS.clone() };
                let color = environment.render_str(&format!("{{{{{expression}}}}}"), values).expect("an expression");
                assert!(color.starts_with('#'), "{file}: {expression}");
            }
        }
    }

    #[test]
    fn words_and_message_keys_are_found_in_a_template() {
        let template = r#"<p class="a">Hello {{ t("b.c", name=one.name, day=day) if x else t(key) }}{% if y == "z" %}⟦in⟧{% endif %}&amp;</p>"#;
        let (text, expressions) = split_template(template);
        assert_eq!(words_outside_messages(&text), "Hello");
        assert_eq!(message_calls(expressions[0]), [("b.c", BTreeSet::from(["name", "day"]))]);
        assert_eq!(literal_keys("x(\"pages.a.b\"), \"emails\" #[cfg(test)] \"pages.c\""), ["pages.a.b"]);
    }

    /// An environment with one template under two names, as HTML and as text. Its message has two parameters.
    fn environment() -> Environment<'static> {
        let mut environment = Environment::new();
        for name in ["page.html", "email.txt"] {
            let template = r#"{{ lang }} {{ t("pages.account.signed_in_as", name=name, email=email) }}"#;
            environment.add_template(name, template).expect("a template");
        }
        environment
    }

    #[test]
    fn parameters_are_escaped_once_in_html() {
        let values = context! { name => "<b>{email}", email => Value::from_safe_string("<i>&amp;".to_owned()) };
        let render = |name| Locale::English.render(&environment(), name, values.clone()).expect("a text");
        let (html, text) = (render("page.html"), render("email.txt"));
        assert!(html.starts_with("en Signed in as &lt;b&gt;{email} (&lt;i&gt;&amp;amp;)"), "{html}");
        assert!(text.starts_with("en Signed in as <b>{email} (<i>&amp;)"), "{text}");
    }

    #[test]
    fn pseudo_locale_brackets_messages_and_keeps_parameters() {
        let values = context! { name => "Linh", email => "linh@example.org" };
        let text = Locale::Pseudo.render(&environment(), "email.txt", values).expect("a text");
        assert!(text.starts_with("en-XA ⟦Signed in as Linh (linh@example.org)") && text.ends_with('⟧'), "{text}");
        assert_eq!(words_outside_messages(&text), "en-XA");
    }

    #[test]
    fn wrong_keys_and_parameters_are_errors() {
        let mut environment = environment();
        for call in ["t('pages.nothing')", "t(nothing)", "t('pages.frame.home', name='Linh')"] {
            environment.add_template_owned("call", format!("{{{{ {call} }}}}")).expect("a template");
            assert!(Locale::English.render(&environment, "call", context! {}).is_err(), "{call}");
        }
        assert!(Locale::English.render(&environment, "email.txt", context! { name => "Linh" }).is_err());
    }

    #[test]
    fn locales_are_parsed_by_name() {
        for locale in Locale::ALL {
            assert_eq!(locale.to_string().parse(), Ok(locale));
        }
        assert_eq!("vi".parse::<Locale>(), Err("it must be one of: en, pseudo".to_owned()));
    }
}
