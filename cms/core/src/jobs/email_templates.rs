//! Email templates. Each email has two files: `name.txt`, whose first line is the subject, and `name.html`. They
//! extend `frame.txt` and `frame.html`. Their texts are messages of [`crate::common::messages`].

use std::sync::LazyLock;

use minijinja::{Environment, Value};

use crate::common::messages::Locale;
use crate::integrations::mail::EmailMessage;

/// The names and contents of the two files of each template.
macro_rules! template_files {
    ($($name:literal),+ $(,)?) => {
        [$(
            (concat!($name, ".html"), include_str!(concat!("../../../email_templates/", $name, ".html"))),
            (concat!($name, ".txt"), include_str!(concat!("../../../email_templates/", $name, ".txt"))),
        )+]
    };
}

/// The templates, parsed once. Variables are escaped in templates whose names end in `.html`.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let files = template_files![
        "account_deleted",
        "api_token_created",
        "claim_approved",
        "claim_code",
        "claim_declined",
        "claim_owner",
        "claim_revoked",
        "claim_to_decide",
        "contact_message",
        "contact_receipt",
        "deletion_code",
        "enquiry",
        "enquiry_receipt",
        "entry_approved",
        "entry_rejected",
        "frame",
        "invite",
        "owner_change_accepted",
        "owner_change_declined",
        "owner_reminder",
        "place_to_approve",
        "report_accepted",
        "report_declined",
        "reset",
        "verify",
        "webhook_disabled",
    ];
    let mut environment = Environment::new();
    for (name, text) in files {
        environment.add_template(name, text).expect("templates are part of the program");
    }
    environment
});

/// Renders the email `name` in this locale with these variables. If rendering fails, logs the error and returns `None`.
///
/// Variables in the subject must be on one line: see [`crate::common::text::single_line`].
pub fn render(locale: Locale, name: &str, to: String, variables: Value) -> Option<EmailMessage> {
    let render_file = |file: String| locale.render(&TEMPLATES, &file, variables.clone());
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

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;
    use crate::common::messages::words_outside_messages;

    #[test]
    fn emails_contain_only_messages_and_variables() {
        // The values contain no letters, so any word outside of a message comes from a template. Only `topic` has
        // letters: it is the key of a message.
        let required_variables = context! {
            name => "1", email => "2@3", subject => "4", message => "5", place => "6", code => "7", waiting => 8,
            link => "/9", topic => "emails.contact_message.topics.travel",
            webhooks => [context! { url => "//14", is_gone => true }],
            places => [context! { name => "15", hours => "16", price => "17", contact => "18" }],
        };
        let all_variables = context! {
            brand => "10", arrival => "11", departure => "12", people => 13, can_answer => true, is_admin => true,
            ..required_variables.clone()
        };
        let variables_without_link = context! { link => "", ..required_variables.clone() };
        let names = TEMPLATES.templates().filter_map(|(name, _)| name.strip_suffix(".txt"));
        for name in names.filter(|name| *name != "frame") {
            for variables in [&required_variables, &all_variables, &variables_without_link] {
                let email = render(Locale::Pseudo, name, "to".to_owned(), variables.clone()).expect(name);
                for text in [email.subject, email.text, email.html] {
                    assert_eq!(words_outside_messages(&text), "", "{name}: {text}");
                    assert!(text.contains('⟦'), "{name}: {text}");
                }
            }
        }
    }

    #[test]
    fn form_values_are_escaped_only_in_html() {
        let form_value = "<b title=\"{name}\">&";
        let variables = context! {
            name => form_value, email => form_value, subject => form_value, message => form_value, place => form_value, arrival => form_value,
            departure => form_value, people => 1, topic => "emails.contact_message.topics.travel",
        };
        for name in ["contact_message", "enquiry", "enquiry_receipt", "report_accepted", "report_declined"] {
            let email = render(Locale::English, name, "to".to_owned(), variables.clone()).expect(name);
            assert!(email.subject.contains(form_value) && email.text.contains(form_value), "{name}: {}", email.text);
            assert!(email.html.contains("&lt;b title=&quot;{name}&quot;&gt;&amp;"), "{name}: {}", email.html);
            assert!(!email.html.contains("<b "), "{name}: {}", email.html);
        }
    }

    #[test]
    fn subject_ends_with_the_brand_and_html_names_its_language() {
        let variables = context! { brand => "Hang Én", link => "https://guide.example" };
        let email = render(Locale::English, "verify", "to".to_owned(), variables).expect("an email");
        assert_eq!(email.subject, "Verify your email – Hang Én");
        assert!(email.html.contains(r#"<html lang="en">"#) && email.text.contains("https://guide.example"));
    }
}
