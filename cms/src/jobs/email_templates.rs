//! Email templates: pairs of `name.txt` (its first line is the subject) and `name.html`, with a common frame.

use minijinja::{Environment, Value};

use crate::integrations::mail::EmailMessage;

/// A set of templates, parsed once.
#[derive(Debug)]
pub struct EmailTemplates(Environment<'static>);

impl EmailTemplates {
    /// Parses the templates from file names and texts. Files that end in `.html` are escaped.
    ///
    /// # Panics
    /// If a template cannot be parsed: templates are part of the program.
    pub fn new(files: &[(&'static str, &'static str)]) -> Self {
        let mut environment = Environment::new();
        for (name, text) in [&[("frame.html", include_str!("../../email_templates/frame.html"))], files].concat() {
            environment.add_template(name, text).expect("templates are part of the program");
        }
        Self(environment)
    }

    /// Renders the email `name` with these variables. `None`, and a log line, if rendering fails.
    ///
    /// Variables in the subject must be on one line: see [`crate::common::text::single_line`].
    pub fn render(&self, name: &str, to: String, variables: Value) -> Option<EmailMessage> {
        let render_file = |file: String| self.0.get_template(&file).and_then(|template| template.render(&variables));
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
}
