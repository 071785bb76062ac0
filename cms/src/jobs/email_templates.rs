//! Letters on paper: templates in pairs, `name.txt` (whose first line is the subject) and `name.html`, on one frame.

use minijinja::{Environment, Value};

use crate::integrations::mail::EmailMessage;

/// Some letters' texts, parsed once.
#[derive(Debug)]
pub struct EmailTemplates(Environment<'static>);

impl EmailTemplates {
    /// Takes files and their texts. A file's name in `.html` is what switches escaping on.
    ///
    /// # Panics
    /// When a text cannot be parsed: it is part of the program.
    pub fn new(files: &[(&'static str, &'static str)]) -> Self {
        let mut environment = Environment::new();
        for (name, text) in [&[("frame.html", include_str!("../../letters/frame.html"))], files].concat() {
            environment.add_template(name, text).expect("the letter is part of the program");
        }
        Self(environment)
    }

    /// The letter `name` with these words. Nothing, and a line in the log, when it cannot be written.
    ///
    /// What stands in the subject must be on one line: see [`crate::common::text::single_line`].
    pub fn render(&self, name: &str, to: String, words: Value) -> Option<EmailMessage> {
        let render_file = |file: String| self.0.get_template(&file).and_then(|template| template.render(&words));
        match (render_file(format!("{name}.txt")), render_file(format!("{name}.html"))) {
            (Ok(text), Ok(html)) => {
                let (subject, text) = text.split_once('\n').unwrap_or((&text, ""));
                let (subject, text) = (subject.to_owned(), text.trim_start().to_owned());
                Some(EmailMessage { to, subject, text, html, ..EmailMessage::default() })
            }
            (Err(error), _) | (_, Err(error)) => {
                tracing::error!(%error, letter = name, "a letter cannot be written");
                None
            }
        }
    }
}
