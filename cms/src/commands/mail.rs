//! `cms mail`: lists the newest emails, whether they wait, were sent or failed.

use std::io::Write;

use clap::Subcommand;

use super::database::{self, IfDatabaseMissing};
use crate::config::StorageConfig;
use crate::jobs::outbox::{self, EmailState, ListedEmail};

/// Lists emails.
#[derive(Subcommand, Clone, Debug)]
pub enum MailCommand {
    /// Show the newest emails. Without a mail server also their text, whose links give access to accounts.
    List {
        /// The maximum number of emails.
        #[arg(long, default_value_t = 50)]
        limit: i64,
    },
}

/// Runs a subcommand of `cms mail`.
pub async fn run(storage: StorageConfig, MailCommand::List { limit }: MailCommand) -> anyhow::Result<()> {
    let db = database::print_location_and_open(&storage, IfDatabaseMissing::Fail).await?;
    let result = outbox::list_newest(&db, limit.max(0)).await;
    db.close().await;
    let mut out = std::io::stdout().lock();
    let emails = result?;
    if emails.is_empty() {
        writeln!(out, "There are no emails.")?;
    }
    for email in emails {
        writeln!(out, "{}", format_email(&email))?;
    }
    Ok(())
}

/// The lines that are printed for an email: first id, time, recipient and state, then the indented subject and text.
fn format_email(email: &ListedEmail) -> String {
    let ListedEmail { id, recipient, state, attempts, created_at, subject, body, error, .. } = email;
    let state = match state {
        EmailState::Waiting if *attempts == 0 => "waiting".to_owned(),
        EmailState::Waiting => format!("waiting after {attempts} attempts: {error}"),
        EmailState::NoMailServer => "not sent: there is no mail server (SMTP_URL)".to_owned(),
        EmailState::Sent => "sent".to_owned(),
        EmailState::Failed => format!("failed: {error}"),
    };
    let head = format!("#{id}  {created_at}  to {recipient}  {state}");
    // Control characters in an address, a subject or a text could control the terminal. They are removed.
    let printable = |text: &str| -> String { text.chars().filter(|c| *c == '\n' || !c.is_control()).collect() };
    let mut lines = printable(&head);
    for line in printable(&format!("{subject}\n{body}")).lines().filter(|line| !line.is_empty()) {
        lines.push_str(&format!("\n    {line}"));
    }
    lines
}
