//! What letters say. They are written when they leave: a link is made then, with what the account is then.
//!
//! No letter repeats what a stranger typed. A name in a letter to somebody else's mailbox is a place for advertisements.

use std::sync::{Arc, LazyLock};

use minijinja::{Environment, context};

use super::brand::brand;
use super::mailbox;
use super::password::{INVITE_LINK_S, RESET_LINK_S};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::identity::builtin::ticket::{self, Purpose};
use crate::identity::model::Account;
use crate::identity::store;
use crate::jobs::letters::{Due, Kind, Writer};
use crate::kernel::clock::Clock;
use crate::outside::mail::Written;

/// The letters' texts, parsed once. A name in `.html` is what switches escaping on.
static LETTERS: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut letters = Environment::new();
    for (name, text) in [
        ("frame.html", include_str!("../../letters/frame.html")),
        ("verify.html", include_str!("../../letters/verify.html")),
        ("verify.txt", include_str!("../../letters/verify.txt")),
        ("reset.html", include_str!("../../letters/reset.html")),
        ("reset.txt", include_str!("../../letters/reset.txt")),
        ("invite.html", include_str!("../../letters/invite.html")),
        ("invite.txt", include_str!("../../letters/invite.txt")),
    ] {
        letters.add_template(name, text).expect("the letter is part of the program");
    }
    letters
});

/// Writes letters whose links begin with `public_url`: the configured one, whatever a request said of its host.
pub fn writer(db: &Db, clock: &Clock, public_url: &str) -> Writer {
    let (db, clock, public_url) = (db.clone(), clock.clone(), public_url.to_owned());
    Arc::new(move |due| {
        let (db, clock, public_url) = (db.clone(), clock.clone(), public_url.clone());
        Box::pin(async move { write(&db, &clock, &public_url, due).await })
    })
}

async fn write(db: &Db, clock: &Clock, public_url: &str, due: Due) -> Result<Option<Written>, StoreError> {
    let account = match &due.account_id {
        Some(id) => store::one(db, id).await?,
        None => store::by_email(db, &due.recipient).await?,
    };
    let Some(account) = account.filter(|account| is_due(&due, account)) else { return Ok(None) };
    let (purpose, path, lifetime_s) = match due.kind {
        Kind::Verify => (Purpose::Verify, "/login/verify", mailbox::LINK_S),
        Kind::Reset => (Purpose::Password, "/login/reset", RESET_LINK_S),
        Kind::Invite => (Purpose::Password, "/login/reset", INVITE_LINK_S),
    };
    let (to, now) = (account.email.clone(), clock.now());
    let issued =
        db.write(move |tx| Box::pin(async move { ticket::issue(tx, &account, purpose, lifetime_s, now).await }));
    let link = format!("{public_url}{path}?token={}", issued.await?.reveal());
    Ok(rendered(due.kind, &brand(db).await, &link).map(|(subject, text, html)| Written { to, subject, text, html }))
}

/// Whether there still is a reason for the letter.
fn is_due(due: &Due, account: &Account) -> bool {
    account.is_active && account.email == due.recipient && !(due.kind == Kind::Verify && account.is_email_verified)
}

/// Subject, plain text and HTML. The first line of the plain text is the subject.
fn rendered(kind: Kind, brand: &str, link: &str) -> Option<(String, String, String)> {
    let name = match kind {
        Kind::Verify => "verify",
        Kind::Reset => "reset",
        Kind::Invite => "invite",
    };
    // One line, whatever the settings say: a subject is a header.
    let brand = brand.split_whitespace().collect::<Vec<_>>().join(" ");
    let render =
        |file: &str| LETTERS.get_template(file).and_then(|letter| letter.render(context! { brand => &brand, link }));
    match (render(&format!("{name}.txt")), render(&format!("{name}.html"))) {
        (Ok(text), Ok(html)) => {
            let (subject, text) = text.split_once('\n').unwrap_or((&text, ""));
            Some((subject.to_owned(), text.trim_start().to_owned(), html))
        }
        (Err(error), _) | (_, Err(error)) => {
            tracing::error!(%error, ?kind, "a letter cannot be written");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_escaped_where_they_are_html_and_have_one_subject_line() {
        for kind in [Kind::Verify, Kind::Reset, Kind::Invite] {
            let link = "https://guide.example/login/reset?token=a&b=<c>";
            let (subject, text, html) = rendered(kind, "Hang <b>Én</b>\r\nBcc: x@y", link).expect("a letter");
            assert!(subject.ends_with("Hang <b>Én</b> Bcc: x@y") && !subject.contains(['\r', '\n']), "{subject}");
            assert!(text.contains(link) && !text.contains(&subject), "{text}");
            assert!(!html.contains("<b>") && !html.contains("<c>") && html.contains("token=a&amp;b="), "{html}");
            let plain = rendered(kind, "", link).expect("a letter");
            assert!(!plain.0.ends_with(' ') && !plain.2.contains(" at <"), "{}", plain.2);
        }
    }
}
