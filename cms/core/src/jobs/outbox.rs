//! The email outbox. The write that causes an email inserts it in the same transaction, so the email is sent only if
//! the write was committed. One process at a time leases an email and sends it. Temporary failures are retried.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::Notify;
use tracing::Instrument;

use crate::common::clock::{Clock, Timestamp, UNDO_WINDOW_S};
use crate::common::id::{AccountId, ClaimId, ContactMessageId, EmailId, EnquiryId, EntryId, ProposalId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::integrations::mail::{EmailMessage, SmtpMailer};
use crate::{execute, with_pool, with_tx};

/// The maximum number of waiting emails. While this many are waiting, the outbox is full and accepts no email.
const MAX_WAITING_EMAILS: i64 = 10_000;
/// How long a process leases an email before another one may send it.
const LEASE_SECS: i64 = 120;
/// The delays before the retries, in seconds: about ten hours in total. If the last retry fails, the email has failed.
const BACKOFF_S: [i64; 8] = [15, 60, 300, 900, 1800, 3600, 7200, 21600];
/// How long the outbox keeps emails that are no longer waiting: 30 days.
const RETENTION_SECS: i64 = 30 * 24 * 3600;

const INSERT_EMAIL: &str = "
insert into email_outbox (kind, recipient, account_id, contact_message_id, entry_id, enquiry_id, proposal_id, claim_id, state,
    created_at, next_attempt_at)
select $1, $2, $3, $4, $5, $6, $7, $8, 'waiting', $9, $10
where (select count(*) from email_outbox where state = 'waiting') < $11
returning id";

const COUNT_RECENT_EMAILS: &str = "
select count(*) from email_outbox where account_id = $1 and kind = $2 and (state = 'waiting' or created_at > $3)";

const SELECT_NEXT_DUE_EMAIL: &str = "
select id, kind, recipient, account_id, contact_message_id, entry_id, enquiry_id, proposal_id, claim_id, attempts from email_outbox
where state = 'waiting' and next_attempt_at <= $1
order by next_attempt_at, id limit 1";

// If two processes read the same email, the first one leases it. The second one updates no row, because `attempts` has
// changed.
const LEASE_EMAIL: &str = "
update email_outbox set next_attempt_at = $3, attempts = attempts + 1 where id = $1 and state = 'waiting' and attempts = $2";

const STORE_OUTCOME: &str = "
update email_outbox set state = $2, completed_at = $3, subject = $4, body = $5, html = $6, error = $7 where id = $1";

// The outcome is stored in the enquiry too, because the email is deleted long before the enquiry. The values are those
// of enquiries::dto::Delivery.
const UPDATE_ENQUIRY_DELIVERY: &str = "
update enquiry set delivery = $2, delivery_error = $3
where id = (select enquiry_id from email_outbox where id = $1 and kind = 'enquiry')";

// `$2` is the end of the lease. Another `next_attempt_at` means that the email was postponed while it was leased: that
// time is kept.
const SCHEDULE_RETRY: &str = "
update email_outbox set next_attempt_at = case when next_attempt_at = $2 then $3 else next_attempt_at end, error = $4 where id = $1";

const DELETE_OLD_EMAILS: &str =
    "delete from email_outbox where state in ('sent', 'no_mail_server', 'failed') and next_attempt_at <= $1";

const SELECT_NEWEST_EMAILS: &str = "
select id, kind, recipient, state, attempts, created_at, subject, body, error from email_outbox order by id desc limit $1";

/// The kind of an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum EmailKind {
    /// Contains the link that verifies the email address of an account.
    Verify,
    /// Contains the link with which a password is reset.
    Reset,
    /// Invites the user of an account that an admin added.
    Invite,
    /// Contains the code for deleting an account without a password.
    DeletionCode,
    /// Confirms that an account was deleted.
    AccountDeleted,
    /// Confirms that an API token was created for the account.
    ApiTokenCreated,
    /// To the team: a contact message.
    ContactMessage,
    /// To the sender of a contact message: its receipt.
    ContactReceipt,
    /// To the author of a guestbook entry: it was approved.
    EntryApproved,
    /// To the author of a guestbook entry: it was rejected.
    EntryRejected,
    /// To each admin: an owner added a place that waits for approval.
    PlaceToApprove,
    /// To the place or its owner: an enquiry.
    Enquiry,
    /// To the sender of an enquiry: its receipt.
    EnquiryReceipt,
    /// To the admin who created a webhook: it was disabled.
    WebhookDisabled,
    /// Asks an owner whether the facts of places are still right.
    OwnerReminder,
    /// To the sender of a report, if the sender gave an address: the report was accepted.
    ReportAccepted,
    /// To the sender of a report, if the sender gave an address: the report was declined.
    ReportDeclined,
    /// To an owner: the owner's proposed change was accepted.
    OwnerChangeAccepted,
    /// To an owner: the owner's proposed change was declined.
    OwnerChangeDeclined,
    /// To the published address of a place: the code that proves a claim to it.
    ClaimCode,
    /// To each admin: a claim waits for a decision.
    ClaimToDecide,
    /// To the published address of a place, its former owner and each admin: the place has a new owner.
    ClaimOwner,
    /// To the account of a claim: the claim was approved.
    ClaimApproved,
    /// To the account of a claim: the claim was declined.
    ClaimDeclined,
    /// To the account of an approved claim: the claim was revoked.
    ClaimRevoked,
}

/// The state of an email.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum EmailState {
    /// The email waits to be sent.
    Waiting,
    /// No mail server was configured when the email was due. `cms mail list` shows its text.
    NoMailServer,
    /// The mail server has accepted the email.
    Sent,
    /// The address is invalid, the mail server rejected the email, or all retries failed.
    Failed,
}

/// An email that is due. Its text is rendered when it is sent.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct QueuedEmail {
    pub id: EmailId,
    pub kind: EmailKind,
    pub recipient: String,
    /// The account of the recipient. `None` if the email belongs to no account.
    pub account_id: Option<AccountId>,
    pub contact_message_id: Option<ContactMessageId>,
    /// The guestbook entry whose decision the email reports.
    pub entry_id: Option<EntryId>,
    pub enquiry_id: Option<EnquiryId>,
    pub proposal_id: Option<ProposalId>,
    pub claim_id: Option<ClaimId>,
    attempts: i64,
}

/// An email as `cms mail list` shows it.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct ListedEmail {
    pub id: EmailId,
    pub kind: EmailKind,
    pub recipient: String,
    pub state: EmailState,
    pub attempts: i64,
    pub created_at: Timestamp,
    pub subject: String,
    pub body: String,
    pub error: String,
}

/// Renders a due email from the current data. `None` if the email is no longer needed or its template fails. The worker
/// then deletes it.
pub type EmailRenderer =
    Arc<dyn Fn(QueuedEmail) -> BoxFuture<'static, Result<Option<EmailMessage>, StoreError>> + Send + Sync>;

/// Postpones the waiting emails about a contact message until `until`.
pub async fn postpone_emails_about_message(
    tx: &mut Tx,
    id: ContactMessageId,
    until: Timestamp,
) -> Result<(), StoreError> {
    let postpone = "update email_outbox set next_attempt_at = $2 where contact_message_id = $1 and state = 'waiting'";
    execute!(tx, sqlx::query(postpone).bind(id).bind(until))?;
    Ok(())
}

/// Ends the postponement of the emails about a contact message. They become due after the length of a lease. If they
/// were due at once, an email that is leased now could be sent twice.
pub async fn resume_emails_about_message(tx: &mut Tx, id: ContactMessageId, now: Timestamp) -> Result<(), StoreError> {
    postpone_emails_about_message(tx, id, now.plus_seconds(LEASE_SECS)).await
}

/// Adds an email to the outbox. Returns whether the outbox had room.
pub async fn add(
    tx: &mut Tx,
    (kind, recipient, account): (EmailKind, &str, Option<&AccountId>),
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(insert(tx, (kind, recipient), InsertOptions { account, ..InsertOptions::default() }, now).await?.is_some())
}

/// What an email is about. If one of the records is deleted, the email is deleted too.
#[derive(Clone, Copy, Debug)]
pub enum AboutRecord<'a> {
    /// A contact message.
    Message(ContactMessageId),
    /// An enquiry.
    Enquiry(EnquiryId),
    /// The decision on a guestbook entry, for its author: a deletion of the account deletes the email too. The email is
    /// due when the decision can no longer be undone.
    EntryDecision(EntryId, &'a AccountId),
    /// The decision on a proposal. The email is due when the decision can no longer be undone.
    ProposalDecision(ProposalId),
    /// A claim, for the account of the recipient, if there is one.
    Claim(ClaimId, Option<&'a AccountId>),
}

/// Adds an email about a record. Returns whether the outbox had room.
pub async fn add_about(
    tx: &mut Tx,
    (kind, recipient, about): (EmailKind, &str, AboutRecord<'_>),
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(insert(tx, (kind, recipient), about.into(), now).await?.is_some())
}

/// Deletes the waiting emails about the decision on a proposal.
pub async fn delete_waiting_about_proposal_decision(tx: &mut Tx, proposal: ProposalId) -> Result<(), StoreError> {
    let delete = "delete from email_outbox where proposal_id = $1 and state = 'waiting'";
    execute!(tx, sqlx::query(delete).bind(proposal))?;
    Ok(())
}

/// Deletes the waiting emails about a decision on this guestbook entry. Returns whether there was one.
pub async fn delete_waiting_about_entry_decision(tx: &mut Tx, entry: EntryId) -> Result<bool, StoreError> {
    let delete = "delete from email_outbox where entry_id = $1 and state = 'waiting'";
    Ok(execute!(tx, sqlx::query(delete).bind(entry))? > 0)
}

/// Adds an email like [`add`], unless an email of this kind to the account is waiting or was added after `since`.
/// Returns `false` only if the outbox has no room for the email.
pub async fn add_unless_recent(
    tx: &mut Tx,
    (kind, recipient, account): (EmailKind, &str, &AccountId),
    since: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let recent_count: i64 = with_tx!(tx, |engine| sqlx::query_scalar(COUNT_RECENT_EMAILS)
        .bind(account)
        .bind(kind)
        .bind(since)
        .fetch_one(engine))?;
    if recent_count > 0 { Ok(true) } else { add(tx, (kind, recipient, Some(account)), now).await }
}

/// The delay of an email, and the records that it belongs to: if one of them is deleted, the email is deleted too.
#[derive(Default)]
struct InsertOptions<'a> {
    account: Option<&'a AccountId>,
    message: Option<ContactMessageId>,
    entry: Option<EntryId>,
    enquiry: Option<EnquiryId>,
    proposal: Option<ProposalId>,
    claim: Option<ClaimId>,
    /// How long the email waits before it is due, in seconds.
    wait_s: i64,
}

impl<'a> From<AboutRecord<'a>> for InsertOptions<'a> {
    fn from(about: AboutRecord<'a>) -> Self {
        let (options, wait_s) = (Self::default(), UNDO_WINDOW_S + 1);
        match about {
            AboutRecord::Message(id) => Self { message: Some(id), ..options },
            AboutRecord::Enquiry(id) => Self { enquiry: Some(id), ..options },
            AboutRecord::EntryDecision(id, author) => {
                Self { entry: Some(id), account: Some(author), wait_s, ..options }
            }
            AboutRecord::ProposalDecision(id) => Self { proposal: Some(id), wait_s, ..options },
            AboutRecord::Claim(id, account) => Self { claim: Some(id), account, ..options },
        }
    }
}

/// Returns the id of the new email. `None` if the outbox is full.
async fn insert(
    tx: &mut Tx,
    (kind, recipient): (EmailKind, &str),
    InsertOptions { account, message, entry, enquiry, proposal, claim, wait_s }: InsertOptions<'_>,
    now: Timestamp,
) -> Result<Option<EmailId>, StoreError> {
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(INSERT_EMAIL)
        .bind(kind)
        .bind(recipient)
        .bind(account)
        .bind(message)
        .bind(entry)
        .bind(enquiry)
        .bind(proposal)
        .bind(claim)
        .bind(now)
        .bind(now.plus_seconds(wait_s))
        .bind(MAX_WAITING_EMAILS)
        .fetch_optional(engine))?)
}

/// Adds an email to `account`. If there is no account, inserts the email and deletes it again in the same transaction.
/// Neither the response nor its duration therefore reveals whether there is an account. No worker reads the deleted
/// email, so it does not delay other emails. Returns whether the outbox had room.
pub async fn add_without_revealing_account(
    tx: &mut Tx,
    (kind, recipient, account): (EmailKind, &str, Option<&AccountId>),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let added_id = insert(tx, (kind, recipient), InsertOptions { account, ..InsertOptions::default() }, now).await?;
    let delete = "delete from email_outbox where id = $1 and account_id is null";
    execute!(tx, sqlx::query(delete).bind(added_id))?;
    Ok(added_id.is_some())
}

/// The newest emails in any state, newest first, at most `limit`.
pub async fn list_newest(db: &Db, limit: i64) -> Result<Vec<ListedEmail>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_NEWEST_EMAILS).bind(limit).fetch_all(engine))?)
}

/// For each kind and for the states `waiting` and `failed`: the number of emails and the creation time of the oldest.
pub async fn count_waiting_and_failed(db: &Db) -> Result<Vec<(String, String, i64, Timestamp)>, StoreError> {
    let select = "select kind, state, count(*), min(created_at) from email_outbox where state in ('waiting', 'failed')
        group by kind, state";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).fetch_all(engine))?)
}

/// The handle with which writes wake the outbox worker. Cheap to clone.
#[derive(Clone, Debug)]
pub struct OutboxHandle {
    wake: Arc<Notify>,
    has_mail_server: bool,
}

impl OutboxHandle {
    /// Creates a handle. `has_mail_server` states whether a mail server is configured.
    pub fn new(has_mail_server: bool) -> Self {
        Self { wake: Arc::default(), has_mail_server }
    }

    /// Whether a mail server is configured.
    pub fn has_mail_server(&self) -> bool {
        self.has_mail_server
    }

    /// Wakes the worker after an email was added.
    pub fn notify(&self) {
        self.wake.notify_one();
    }
}

/// The outbox worker, which sends due emails. Every process runs one, and they share the work.
pub struct OutboxWorker {
    /// The database.
    pub db: Db,
    /// The source of the time.
    pub clock: Clock,
    /// The handle that wakes the worker.
    pub outbox: OutboxHandle,
    /// The mail server, if one is configured.
    pub mailer: Option<SmtpMailer>,
    /// Renders the email that is sent next.
    pub email_renderer: EmailRenderer,
}

impl OutboxWorker {
    /// Runs until the future `stop` completes. If an email is being sent at that time, its outcome is stored first.
    /// Otherwise another process would send the email again.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            match self.deliver_next().await {
                Ok(true) if stop.as_mut().now_or_never().is_none() => continue,
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(error = %crate::common::error_chain::display(&error), "failed to read the outbox");
                }
            }
            tokio::select! {
                () = &mut stop => return,
                () = self.outbox.wake.notified() => {}
                // Finds emails that other processes have added, and retries that have become due.
                () = tokio::time::sleep(Duration::from_secs(5)) => {}
            }
        }
    }

    /// Sends the next due email. Returns whether there was one.
    pub async fn deliver_next(&self) -> Result<bool, StoreError> {
        let Some((queued, lease_end)) = lease_next_due_email(&self.db, self.clock.now()).await? else {
            return Ok(false);
        };
        self.deliver(queued, lease_end).instrument(tracing::debug_span!("email")).await?;
        Ok(true)
    }

    /// Renders and sends a leased email. `lease_end` is the end of the lease, which is stored as the time of the next
    /// attempt. If another time is stored, the email was postponed in the meantime.
    async fn deliver(&self, queued: QueuedEmail, lease_end: Timestamp) -> Result<(), StoreError> {
        let (email_id, kind, attempts) = (queued.id, queued.kind, queued.attempts);
        let Some(email) = (self.email_renderer)(queued).await? else {
            tracing::debug!(%email_id, ?kind, "deleted an obsolete email");
            return delete_obsolete_email(&self.db, email_id, lease_end).await.map(drop);
        };
        let Some(mailer) = &self.mailer else {
            self.store_outcome(email_id, EmailState::NoMailServer, email, String::new()).await?;
            tracing::warn!(%email_id, ?kind, "no mail server is configured (SMTP_URL): `cms mail list` shows the email");
            return Ok(());
        };
        let send_result = mailer.send(&email).await;
        // After the attempt, only the subject is stored. The recipient has the text.
        let subject = EmailMessage { subject: email.subject, ..EmailMessage::default() };
        match send_result {
            Ok(()) => {
                self.store_outcome(email_id, EmailState::Sent, subject, String::new()).await?;
                tracing::info!(%email_id, ?kind, "email sent");
            }
            Err(error) => match BACKOFF_S.get(attempts as usize).filter(|_| !error.is_permanent_failure()) {
                Some(wait_s) => {
                    tracing::warn!(%email_id, ?kind, %error, wait_s, "failed to send an email; it will be retried");
                    let due_at = self.clock.now().plus_seconds(*wait_s);
                    schedule_retry(&self.db, (email_id, lease_end), error.to_string(), due_at).await?;
                }
                None => {
                    tracing::error!(%email_id, ?kind, %error, "failed to send an email");
                    self.store_outcome(email_id, EmailState::Failed, subject, error.to_string()).await?;
                }
            },
        }
        Ok(())
    }

    /// Stores the outcome and the texts of an email, and deletes old emails. `error` is empty unless sending failed.
    async fn store_outcome(
        &self,
        id: EmailId,
        state: EmailState,
        email: EmailMessage,
        error: String,
    ) -> Result<(), StoreError> {
        let (db, now) = (&self.db, self.clock.now());
        db.write(move |tx| {
            Box::pin(async move {
                let EmailMessage { subject, text, html, .. } = email;
                let delivery_error = Some(&error).filter(|error| !error.is_empty());
                execute!(tx, sqlx::query(UPDATE_ENQUIRY_DELIVERY).bind(id).bind(state).bind(delivery_error))?;
                execute!(
                    tx,
                    sqlx::query(STORE_OUTCOME)
                        .bind(id)
                        .bind(state)
                        .bind(now)
                        .bind(subject)
                        .bind(text)
                        .bind(html)
                        .bind(error)
                )?;
                execute!(tx, sqlx::query(DELETE_OLD_EMAILS).bind(now.plus_seconds(-RETENTION_SECS)))?;
                Ok(())
            })
        })
        .await
    }
}

/// Leases the email that has been due for longest. Returns it with the end of the lease. `None` if no email is due.
async fn lease_next_due_email(db: &Db, now: Timestamp) -> Result<Option<(QueuedEmail, Timestamp)>, StoreError> {
    loop {
        let queued: Option<QueuedEmail> =
            with_pool!(db, |engine| sqlx::query_as(SELECT_NEXT_DUE_EMAIL).bind(now).fetch_optional(engine))?;
        let Some(queued) = queued else { return Ok(None) };
        let (id, attempts, lease_end) = (queued.id, queued.attempts, now.plus_seconds(LEASE_SECS));
        let lease_update = db.write(move |tx| {
            Box::pin(async move {
                Ok::<_, StoreError>(execute!(tx, sqlx::query(LEASE_EMAIL).bind(id).bind(attempts).bind(lease_end))?)
            })
        });
        if lease_update.await? == 1 {
            return Ok(Some((queued, lease_end)));
        }
    }
}

async fn schedule_retry(
    db: &Db,
    (id, lease_end): (EmailId, Timestamp),
    error: String,
    due_at: Timestamp,
) -> Result<u64, StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            Ok(execute!(tx, sqlx::query(SCHEDULE_RETRY).bind(id).bind(lease_end).bind(due_at).bind(error))?)
        })
    })
    .await
}

async fn delete_obsolete_email(db: &Db, id: EmailId, lease_end: Timestamp) -> Result<u64, StoreError> {
    let delete = "delete from email_outbox where id = $1 and next_attempt_at = $2";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(delete).bind(id).bind(lease_end))?) })).await
}
