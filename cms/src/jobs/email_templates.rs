//! Email templates: pairs of `name.txt` (its first line is the subject) and `name.html`, with a common frame.

use std::sync::LazyLock;

use minijinja::{Environment, Value};

use crate::integrations::mail::EmailMessage;

/// The two files of each email, with their names.
macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(
            (concat!($name, ".html"), include_str!(concat!("../../email_templates/", $name, ".html"))),
            (concat!($name, ".txt"), include_str!(concat!("../../email_templates/", $name, ".txt"))),
        )+]
    };
}

/// The templates, parsed once. Files that end in `.html` are escaped.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let frame = ("frame.html", include_str!("../../email_templates/frame.html"));
    let files = files![
        "account_deleted",
        "contact_message",
        "contact_receipt",
        "deletion_code",
        "enquiry",
        "enquiry_receipt",
        "entry_approved",
        "entry_rejected",
        "invite",
        "place_to_approve",
        "reset",
        "verify",
    ];
    let mut environment = Environment::new();
    for (name, text) in files.into_iter().chain([frame]) {
        environment.add_template(name, text).expect("templates are part of the program");
    }
    environment
});

/// Renders the email `name` with these variables. `None`, and a log line, if rendering fails.
///
/// Variables in the subject must be on one line: see [`crate::common::text::single_line`].
pub fn render(name: &str, to: String, variables: Value) -> Option<EmailMessage> {
    let render_file = |file: String| TEMPLATES.get_template(&file).and_then(|template| template.render(&variables));
    match (render_file(format!("{name}.txt")), render_file(format!("{name}.html"))) {
        (Ok(text), Ok(html)) => {
            let (subject, text) = text.split_once('\n').unwrap_or((&text, ""));
            let (subject, text) = (subject.to_owned(), text.trim_start().to_owned());
            Some(EmailMessage { to, subject, text, html, ..EmailMessage::default() })
        }
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(%error, template = name, "failed to render an email");
            None
        }
    }
}
