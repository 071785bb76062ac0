//! `cms user`: adds and changes accounts. It runs with full privileges; there is no authorization check.

use std::io::BufRead;

use anyhow::{Context, ensure};
use clap::Subcommand;

use super::database::{self, IfDatabaseMissing};
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{Account, NewAccount, Role};
use crate::auth::domain::api_token::store as api_tokens;
use crate::auth::domain::builtin::password::PasswordWorkerPool;
use crate::auth::domain::builtin::ticket::{self, TicketPurpose};
use crate::auth::domain::builtin::{second_factor, session};
use crate::auth::domain::{accounts, email, secret};
use crate::common::clock::{Clock, Timestamp};
use crate::common::text;
use crate::config::StorageConfig;
use crate::db::engine::{Db, StoreError};

/// The email address of the first admin of a new guide.
pub const FIRST_ADMIN_EMAIL: &str = "admin@example.org";

/// Manages accounts.
#[derive(Subcommand, Clone, Debug)]
pub enum UserCommand {
    /// Add an account.
    Add {
        /// The account's email address.
        #[arg(long)]
        email: String,
        /// Role: `viewer`, `business_owner` or `admin`.
        #[arg(long, value_parser = parse_role, default_value = "viewer")]
        role: Role,
        /// Given name.
        #[arg(long, default_value = "")]
        first_name: String,
        /// Family name.
        #[arg(long, default_value = "")]
        last_name: String,
        /// Read the password from the first line of standard input. Default: a generated password, which is printed
        /// once.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Change the role of an account. It takes effect at the account's next request.
    Role {
        /// The account's email address.
        #[arg(long)]
        email: String,
        /// Role: `viewer`, `business_owner` or `admin`.
        #[arg(long, value_parser = parse_role)]
        role: Role,
    },
    /// Change the password of an account, and end all its sessions.
    Password {
        /// The account's email address.
        #[arg(long)]
        email: String,
        /// Read the password from the first line of standard input. Default: a generated password, which is printed
        /// once.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Remove the second factor of an account whose phone and recovery codes are lost. It then signs in with the
    /// password alone, and can set up another second factor.
    ResetSecondFactor {
        /// The account's email address.
        #[arg(long)]
        email: String,
    },
}

#[derive(Debug, thiserror::Error)]
enum UserError {
    #[error("there must be an admin who can sign in: {0} is the last one")]
    LastAdmin(String),
    #[error("{0} already has an account")]
    EmailInUse(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Runs a subcommand of `cms user` and prints its message.
pub async fn run(storage: StorageConfig, command: UserCommand) -> anyhow::Result<()> {
    let db = database::print_location_and_open(&storage, IfDatabaseMissing::Fail).await?;
    let result = execute(&db, command, Clock::default().now()).await;
    db.close().await;
    println!("{}", result?);
    Ok(())
}

/// Executes a subcommand. Returns the message to print, with the password if one was generated.
/// Errors: no account with the email address, an invalid or used email address, no second factor to remove, or a change
/// that would leave no admin who can sign in.
pub async fn execute(db: &Db, command: UserCommand, now: Timestamp) -> anyhow::Result<String> {
    match command {
        UserCommand::Add { email, role, first_name, last_name, password_stdin } => {
            ensure!(email::is_deliverable(&email), "{email} is not a valid email address");
            let email = email::normalize(&email);
            let (hash, generated) = hash_given_or_generated_password(read_password(password_stdin)?).await?;
            let new_account = NewAccount {
                email: email.clone(),
                first_name: text::normalize_name(&first_name),
                last_name: text::normalize_name(&last_name),
                role,
                is_active: true,
                // A command needs access to the machine, so the address counts as verified.
                is_email_verified: true,
                password_hash: Some(hash),
            };
            add(db, new_account, AuditContext::command("user add", now)).await?;
            Ok(format!("Added {email} as {}.{}", role_name(role), password_notice(generated)))
        }
        UserCommand::Role { email, role } => {
            let account = find_account(db, &email).await?;
            let message = format!("{} now has the role {}.", account.email, role_name(role));
            change_role(db, account, role, AuditContext::command("user role", now)).await?;
            Ok(message)
        }
        UserCommand::Password { email, password_stdin } => {
            let account = find_account(db, &email).await?;
            let (hash, generated) = hash_given_or_generated_password(read_password(password_stdin)?).await?;
            let (email, notice) = (&account.email, password_notice(generated));
            let message = format!("{email} has a new password and is signed out everywhere.{notice}");
            let audit = AuditContext::command("user password", now);
            db.write(move |tx| {
                Box::pin(async move {
                    accounts::set_password(tx, &account.id, Some(&hash), now).await?;
                    // Password links in older emails must not work any more.
                    ticket::invalidate(tx, &account.id, TicketPurpose::Password).await?;
                    session::end_all(tx, &account.id).await?;
                    api_tokens::revoke_all(tx, &account.id, now).await?;
                    audit.log_updated(tx, &account, &Account { has_password: true, ..account.clone() }).await
                })
            })
            .await?;
            Ok(message)
        }
        UserCommand::ResetSecondFactor { email } => {
            let account = find_account(db, &email).await?;
            ensure!(account.has_second_factor, "{} has no second factor", account.email);
            let message = format!("{} now signs in with only a password.", account.email);
            let audit = AuditContext::command("user reset-second-factor", now);
            db.write(move |tx| {
                Box::pin(async move {
                    second_factor::remove(tx, &account.id).await?;
                    audit.log_updated(tx, &account, &Account { has_second_factor: false, ..account.clone() }).await
                })
            })
            .await?;
            Ok(message)
        }
    }
}

/// Creates the admin [`FIRST_ADMIN_EMAIL`] if there is no account. Returns the generated password, to be printed once.
/// `None` if there is an account.
pub async fn create_first_admin(db: &Db, clock: &Clock) -> anyhow::Result<Option<String>> {
    if accounts::has_any_account(db).await? {
        return Ok(None);
    }
    let (hash, generated) = hash_given_or_generated_password(None).await?;
    let new_account = NewAccount {
        email: FIRST_ADMIN_EMAIL.to_owned(),
        first_name: "Admin".to_owned(),
        last_name: String::new(),
        role: Role::Admin,
        is_active: true,
        is_email_verified: true,
        password_hash: Some(hash),
    };
    match add(db, new_account, AuditContext::command("setup", clock.now())).await {
        Ok(()) => Ok(generated),
        // Another process has created the admin and printed the password.
        Err(UserError::EmailInUse(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn add(db: &Db, new_account: NewAccount, audit: AuditContext) -> Result<(), UserError> {
    let email = new_account.email.clone();
    let work = db.write(move |tx| {
        Box::pin(async move {
            let id = accounts::add(tx, new_account, audit.at).await?;
            let account = accounts::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            audit.log_created(tx, &account).await
        })
    });
    match work.await {
        Err(StoreError::UniqueViolation) => Err(UserError::EmailInUse(email)),
        result => Ok(result?),
    }
}

async fn change_role(db: &Db, account: Account, role: Role, audit: AuditContext) -> Result<(), UserError> {
    db.write(move |tx| {
        Box::pin(async move {
            accounts::lock_admins(tx).await?;
            let current = accounts::get_for_update(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            let admin_count = accounts::count_admins_who_can_sign_in(tx).await?;
            let updated = Account { role, ..current.clone() };
            accounts::store_changes(tx, &updated, audit.at).await?;
            api_tokens::revoke_all(tx, &account.id, audit.at).await?;
            if admin_count > 0 && accounts::count_admins_who_can_sign_in(tx).await? == 0 {
                return Err(UserError::LastAdmin(account.email));
            }
            Ok(audit.log_updated(tx, &current, &updated).await?)
        })
    })
    .await
}

async fn find_account(db: &Db, email: &str) -> anyhow::Result<Account> {
    let email = email::normalize(email);
    accounts::by_email(db, &email).await?.with_context(|| format!("no account has the email address {email}"))
}

/// Hashes `input`, or a generated password if it is `None`. Returns the hash, and the password if it was generated.
async fn hash_given_or_generated_password(input: Option<String>) -> anyhow::Result<(String, Option<String>)> {
    let generated = input.is_none().then(|| secret::generate_readable_code(5));
    let password = input.or_else(|| generated.clone()).unwrap_or_default();
    Ok((PasswordWorkerPool::default().hash(&password).await?, generated))
}

fn read_password(from_stdin: bool) -> anyhow::Result<Option<String>> {
    if !from_stdin {
        return Ok(None);
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("standard input cannot be read")?;
    Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn password_notice(generated: Option<String>) -> String {
    generated.map(|password| format!("\nPassword: {password}\nIt is shown only once.")).unwrap_or_default()
}

fn parse_role(text: &str) -> Result<Role, String> {
    serde_json::from_value(text.into()).map_err(|_| "must be viewer, business_owner or admin".to_owned())
}

fn role_name(role: Role) -> &'static str {
    match role {
        Role::Viewer => "viewer",
        Role::BusinessOwner => "business_owner",
        Role::Admin => "admin",
    }
}
