//! `cms mail`: shows the emails in the outbox.

use std::io::Write;

use clap::Subcommand;

use super::database::{self, Absent};
use crate::config::Storage;
use crate::jobs::outbox::{self, OutboxEntry, State};

/// Subcommands of `cms mail`.
#[derive(Subcommand, Clone, Debug)]
pub enum Verb {
    /// List the newest emails. Without a mail server, their content is shown: links in them can sign someone in.
    List {
        /// Number of emails.
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
}

/// Runs one command.
pub async fn run(storage: Storage, Verb::List { limit }: Verb) -> anyhow::Result<()> {
    let db = database::open_aloud(&storage, Absent::Refuse).await?;
    let found = outbox::newest(&db, limit.max(0)).await;
    db.close().await;
    let mut out = std::io::stdout().lock();
    let emails = found?;
    if emails.is_empty() {
        writeln!(out, "There are no letters.")?;
    }
    for email in emails {
        writeln!(out, "{}", told(&email))?;
    }
    Ok(())
}

/// The printed form of an email.
fn told(email: &OutboxEntry) -> String {
    let OutboxEntry { id, recipient, state, tries, made_at, subject, body, fault, .. } = email;
    let state = match state {
        State::Waiting if *tries == 0 => "waiting".to_owned(),
        State::Waiting => format!("waiting after {tries} tries: {fault}"),
        State::NoMailServer => "kept: there is no mail server (SMTP_URL)".to_owned(),
        State::Sent => "sent".to_owned(),
        State::Failed => format!("failed: {fault}"),
    };
    let head = format!("#{id}  {made_at}  to {recipient}  {state}");
    // Control characters in an address must not reach the terminal.
    let plain = |text: &str| -> String { text.chars().filter(|c| *c == '\n' || !c.is_control()).collect() };
    let words = [subject.as_str(), body.as_str()].join("\n");
    let indented: Vec<String> =
        plain(&words).lines().filter(|line| !line.is_empty()).map(|line| format!("    {line}")).collect();
    [vec![plain(&head)], indented].concat().join("\n")
}
