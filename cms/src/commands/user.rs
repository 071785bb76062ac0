//! `cms user`: adds people and changes what they may do, on the machine itself. Who may run this, may everything.

use std::io::BufRead;

use anyhow::{Context, bail};
use clap::Subcommand;

use super::database::{self, Absent};
use crate::audit_log::model::AuditContext;
use crate::common::clock::{Clock, Timestamp};
use crate::common::text;
use crate::config::Storage;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::identity::builtin::password::{self, Passwords};
use crate::identity::builtin::ticket::{self, Purpose};
use crate::identity::builtin::{factor, session};
use crate::identity::model::{Account, Role};
use crate::identity::store::NewAccount;
use crate::identity::{email, store};

/// The address of the admin that a fresh guide begins with.
pub const FIRST_ADMIN: &str = "admin@example.org";

/// What can be done with people.
#[derive(Subcommand, Clone, Debug)]
pub enum Verb {
    /// Add somebody.
    Add {
        /// Their e-mail address.
        #[arg(long)]
        email: String,
        /// `viewer`, `business_owner` or `admin`.
        #[arg(long, value_parser = role, default_value = "viewer")]
        role: Role,
        /// Given name.
        #[arg(long, default_value = "")]
        first_name: String,
        /// Family name.
        #[arg(long, default_value = "")]
        last_name: String,
        /// Read the password from the first line of standard input. Default: one is made and printed once.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Give somebody another role. It counts from their next request on.
    Role {
        /// Their e-mail address.
        #[arg(long)]
        email: String,
        /// `viewer`, `business_owner` or `admin`.
        #[arg(long, value_parser = role)]
        role: Role,
    },
    /// Give somebody another password, and sign them out everywhere.
    Password {
        /// Their e-mail address.
        #[arg(long)]
        email: String,
        /// Read the password from the first line of standard input. Default: one is made and printed once.
        #[arg(long)]
        password_stdin: bool,
    },
    /// Take away the second factor of somebody who lost the phone and the recovery codes. They sign in with the password
    /// alone from then on, and can set another one up.
    ResetSecondFactor {
        /// Their e-mail address.
        #[arg(long)]
        email: String,
    },
}

/// Why somebody was not added or changed.
#[derive(Debug, thiserror::Error)]
enum UserError {
    #[error("there must be an admin who can sign in: {0} is the last one")]
    LastAdmin(String),
    #[error("{0} has an account already")]
    Known(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Runs one command and says what was done.
pub async fn run(storage: Storage, verb: Verb) -> anyhow::Result<()> {
    let db = database::open_aloud(&storage, Absent::Refuse).await?;
    let done = done(&db, verb, Clock::default().now()).await;
    db.close().await;
    println!("{}", done?);
    Ok(())
}

/// Does it, and answers the sentence that says so.
pub async fn done(db: &Db, verb: Verb, now: Timestamp) -> anyhow::Result<String> {
    match verb {
        Verb::Add { email, role, first_name, last_name, password_stdin } => {
            if !email::is_deliverable(&email) {
                bail!("{email} is not an email address to which mail can be sent");
            }
            let email = email::normal(&email);
            let given = given_password(password_stdin)?;
            let (hash, made) = hashed(given).await?;
            let new = NewAccount {
                email: email.clone(),
                first_name: text::name(&first_name),
                last_name: text::name(&last_name),
                role,
                is_active: true,
                // Whoever has this machine vouches for the address.
                is_email_verified: true,
                password_hash: Some(hash),
            };
            add(db, new, AuditContext::command("user add", now)).await?;
            Ok(format!("Added {email} as {}.{}", word(role), told(made)))
        }
        Verb::Role { email, role } => {
            let account = known(db, &email).await?;
            let said = format!("{} is {} now.", account.email, word(role));
            change_role(db, account, role, AuditContext::command("user role", now)).await?;
            Ok(said)
        }
        Verb::Password { email, password_stdin } => {
            let account = known(db, &email).await?;
            let (hash, made) = hashed(given_password(password_stdin)?).await?;
            let said = format!("{} has another password and is signed out everywhere.{}", account.email, told(made));
            let audit = AuditContext::command("user password", now);
            db.write(move |tx| {
                Box::pin(async move {
                    store::set_password(tx, &account.id, Some(&hash), now).await?;
                    // Whoever holds a link of an older letter must not undo this.
                    ticket::forget(tx, &account.id, Purpose::Password).await?;
                    session::end_all(tx, &account.id).await?;
                    audit.log_updated(tx, &account, &Account { has_password: true, ..account.clone() }).await
                })
            })
            .await?;
            Ok(said)
        }
        Verb::ResetSecondFactor { email } => {
            let account = known(db, &email).await?;
            if !account.has_second_factor {
                bail!("{} has no second factor", account.email);
            }
            let said = format!("{} signs in with the password alone now.", account.email);
            let audit = AuditContext::command("user reset-second-factor", now);
            db.write(move |tx| {
                Box::pin(async move {
                    factor::remove(tx, &account.id).await?;
                    audit.log_updated(tx, &account, &Account { has_second_factor: false, ..account.clone() }).await
                })
            })
            .await?;
            Ok(said)
        }
    }
}

/// Makes one admin when there is no account at all; answers the password, to be shown once. The address is
/// [`FIRST_ADMIN`].
pub async fn first_admin(db: &Db, clock: &Clock) -> anyhow::Result<Option<String>> {
    if store::has_any(db).await? {
        return Ok(None);
    }
    let (hash, made) = hashed(None).await?;
    let new = NewAccount {
        email: FIRST_ADMIN.to_owned(),
        first_name: "Admin".to_owned(),
        last_name: String::new(),
        role: Role::Admin,
        is_active: true,
        is_email_verified: true,
        password_hash: Some(hash),
    };
    match add(db, new, AuditContext::command("setup", clock.now())).await {
        Ok(()) => Ok(made),
        // Another process was quicker, and has told its password.
        Err(UserError::Known(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn add(db: &Db, new: NewAccount, audit: AuditContext) -> Result<(), UserError> {
    let email = new.email.clone();
    let work = db.write(move |tx| {
        Box::pin(async move {
            let id = store::add(tx, new, audit.at).await?;
            let account = store::by_id(tx, &id).await?.ok_or(StoreError::NotFound)?;
            audit.log_created(tx, &account).await
        })
    });
    match work.await {
        Err(StoreError::UniqueViolation) => Err(UserError::Known(email)),
        done => Ok(done?),
    }
}

async fn change_role(db: &Db, account: Account, role: Role, audit: AuditContext) -> Result<(), UserError> {
    db.write(move |tx| {
        Box::pin(async move {
            store::lock_admins(tx).await?;
            let present = store::locked(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            let had = store::count_admins(tx).await?;
            let changed = Account { role, ..present.clone() };
            store::change(tx, &changed, audit.at).await?;
            if had > 0 && store::count_admins(tx).await? == 0 {
                return Err(UserError::LastAdmin(account.email));
            }
            Ok(audit.log_updated(tx, &present, &changed).await?)
        })
    })
    .await
}

async fn known(db: &Db, email: &str) -> anyhow::Result<Account> {
    let email = email::normal(email);
    store::by_email(db, &email).await?.with_context(|| format!("nobody has the address {email}"))
}

/// The hash to keep, and the password where it was made here.
async fn hashed(given: Option<String>) -> anyhow::Result<(String, Option<String>)> {
    let made = given.is_none().then(password::generated);
    let password = given.or_else(|| made.clone()).unwrap_or_default();
    Ok((Passwords::default().hash(&password).await?, made))
}

fn given_password(from_stdin: bool) -> anyhow::Result<Option<String>> {
    if !from_stdin {
        return Ok(None);
    }
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("standard input cannot be read")?;
    Ok(Some(line.trim_end_matches(['\r', '\n']).to_owned()))
}

fn told(made: Option<String>) -> String {
    made.map(|password| format!("\nPassword: {password}\nIt is shown this once.")).unwrap_or_default()
}

fn role(text: &str) -> Result<Role, String> {
    [Role::Viewer, Role::BusinessOwner, Role::Admin]
        .into_iter()
        .find(|role| word(*role) == text)
        .ok_or_else(|| "must be viewer, business_owner or admin".to_owned())
}

fn word(role: Role) -> &'static str {
    match role {
        Role::Viewer => "viewer",
        Role::BusinessOwner => "business_owner",
        Role::Admin => "admin",
    }
}
