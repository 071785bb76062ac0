//! The outbox. A letter is put in by the write that is its reason, so that there is one if and only if that write was
//! committed; it is taken by one process at a time, and tried again when it could not be handed over.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::sync::Notify;
use tracing::Instrument;

use crate::common::clock::{Clock, Timestamp, UNDO_WINDOW_SECS};
use crate::common::id::{AccountId, EmailId, EnquiryId, EntryId, MessageId};
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::integrations::mail::{EmailMessage, SmtpMailer};
use crate::{execute, with_pool, with_tx};

/// So many letters may wait at the most; who wants to add another is told to come back.
const MAX_WAITING: i64 = 10_000;
/// How long one process may take for a letter before another tries, in seconds.
const LEASE_SECS: i64 = 120;
/// How long to wait after a failure, in seconds; after the last there are no more tries. Ten hours in all.
const BACKOFF_S: [i64; 8] = [15, 60, 300, 900, 1800, 3600, 7200, 21600];
/// A settled letter is forgotten after so long: 30 days, in seconds.
const RETENTION_SECS: i64 = 30 * 24 * 3600;

macro_rules! add {
    () => {
        "
insert into letter (kind, recipient, account_id, contact_message_id, entry_id, enquiry_id, state, made_at, due_at)
select $1, $2, $3, $4, $7, $9, 'waiting', $5, $8
where (select count(*) from letter where state = 'waiting') < $6"
    };
}

const ADD: &str = add!();

const ADD_RETURNING: &str = concat!(add!(), " returning id");

const RECENT: &str = "
select count(*) from letter where account_id = $1 and kind = $2 and (state = 'waiting' or made_at > $3)";

const DELETE_DECISION: &str = "delete from letter where entry_id = $1 and state = 'waiting'";

const DELETE_WITHOUT_ACCOUNT: &str = "delete from letter where id = $1 and account_id is null";

const NEXT: &str = "
select id, kind, recipient, account_id, contact_message_id, entry_id, enquiry_id, tries from letter
where state = 'waiting' and due_at <= $1
order by due_at, id limit 1";

// Of two processes that see the same letter one moves it on, and the other finds that it has been.
const TAKE: &str = "
update letter set due_at = $3, tries = tries + 1 where id = $1 and state = 'waiting' and tries = $2";

const SETTLE: &str = "
update letter set state = $2, settled_at = $3, subject = $4, body = $5, html = $6, fault = $7 where id = $1";

// Emails are deleted long before the enquiry, which shows how its own fared. Names as in enquiries::model::Delivery.
const REPORT_TO_ENQUIRY: &str = "
update enquiry set delivery = $2, delivery_error = $3
where id = (select enquiry_id from letter where id = $1 and kind = 'enquiry')";

// Somebody may have put it off while it was in hand; then that stands.
const RETRY: &str = "
update letter set due_at = case when due_at = $2 then $3 else due_at end, fault = $4 where id = $1";

const POSTPONE: &str = "update letter set due_at = $2 where contact_message_id = $1 and state = 'waiting'";

const DROP: &str = "delete from letter where id = $1 and due_at = $2";

const FORGET: &str = "delete from letter where state in ('sent', 'kept', 'failed') and due_at <= $1";

const ALL: &str = "
select id, kind, recipient, state, tries, made_at, subject, body, fault from letter order by id desc limit $1";

const COUNTS: &str = "
select kind, state, count(*), min(made_at) from letter where state in ('waiting', 'failed') group by kind, state";

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Kind {
    /// Shows that a mailbox is one's own.
    Verify,
    /// Somebody has forgotten their password, or says so.
    Reset,
    /// An admin has made an account for somebody.
    Invite,
    /// The code that deletes an account without a password.
    DeletionCode,
    /// An account was deleted.
    AccountDeleted,
    /// Somebody has written to the team: for the team.
    ContactMessage,
    /// The same, for whoever wrote.
    ContactReceipt,
    /// A guestbook entry is public now: for its author.
    EntryApproved,
    /// A guestbook entry was turned down: for its author.
    EntryRejected,
    /// An owner has added a place, which waits for an admin: for each admin.
    PlaceToApprove,
    /// An enquiry: for the place or its owner.
    Enquiry,
    /// The same, for whoever sent it.
    EnquiryReceipt,
}

/// Where a letter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum State {
    /// It will be tried.
    Waiting,
    /// There is no mail server: it lies here for the people who run the guide.
    #[sqlx(rename = "kept")]
    NoMailServer,
    /// The mail server has it.
    Sent,
    /// It was refused for good, or too often.
    Failed,
}

/// A letter that is to be written.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct QueuedEmail {
    /// Which it is.
    pub id: EmailId,
    /// What it is about.
    pub kind: Kind,
    /// To which address.
    pub recipient: String,
    /// To whom; nothing for whoever has the address, in letters of older servers.
    pub account_id: Option<AccountId>,
    /// About which message to the team, if it is about one.
    pub contact_message_id: Option<MessageId>,
    /// The guestbook entry of the decision, if the email tells one.
    pub entry_id: Option<EntryId>,
    /// The enquiry that it is about, if it is about one.
    pub enquiry_id: Option<EnquiryId>,
    tries: i64,
}

/// A letter as `cms mail list` shows it.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct OutboxEntry {
    pub id: EmailId,
    pub kind: Kind,
    pub recipient: String,
    pub state: State,
    pub tries: i64,
    pub made_at: Timestamp,
    pub subject: String,
    pub body: String,
    pub fault: String,
}

/// Writes a letter that is due, with what stands in the database at that moment; nothing when there is no reason for it
/// any more.
pub type EmailRenderer =
    Arc<dyn Fn(QueuedEmail) -> BoxFuture<'static, Result<Option<EmailMessage>, StoreError>> + Send + Sync>;

/// Has the letters about a message that have not left wait until then.
pub async fn postpone(tx: &mut Tx, message: MessageId, until: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(POSTPONE).bind(message).bind(until))?;
    Ok(())
}

/// Has them wait no longer than a carrier may have one in hand: earlier it might be sent twice.
pub async fn resume(tx: &mut Tx, message: MessageId, now: Timestamp) -> Result<(), StoreError> {
    postpone(tx, message, now.plus_seconds(LEASE_SECS)).await
}

/// Puts a letter into the outbox. Answers whether there was room.
pub async fn add(
    tx: &mut Tx,
    (kind, recipient, account): (Kind, &str, Option<&AccountId>),
    now: Timestamp,
) -> Result<bool, StoreError> {
    put(tx, (kind, recipient), Related { account, ..Related::default() }, now).await
}

/// The same, about a message to the team. The letter goes when the message does.
pub async fn add_about(
    tx: &mut Tx,
    (kind, recipient, message): (Kind, &str, MessageId),
    now: Timestamp,
) -> Result<bool, StoreError> {
    put(tx, (kind, recipient), Related { message: Some(message), ..Related::default() }, now).await
}

/// Queues an email about an enquiry; it is deleted together with it. Returns whether there was room.
pub async fn add_about_enquiry(
    tx: &mut Tx,
    (kind, recipient, enquiry): (Kind, &str, EnquiryId),
    now: Timestamp,
) -> Result<bool, StoreError> {
    put(tx, (kind, recipient), Related { enquiry: Some(enquiry), ..Related::default() }, now).await
}

/// Queues an email about a moderation decision. It is due when the decision can no longer be undone. Returns whether
/// there was room.
pub async fn add_decision(
    tx: &mut Tx,
    (kind, recipient, author): (Kind, &str, &AccountId),
    entry: EntryId,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let about =
        Related { account: Some(author), entry: Some(entry), wait_s: UNDO_WINDOW_SECS + 1, ..Related::default() };
    put(tx, (kind, recipient), about, now).await
}

/// Deletes the email about a decision on this entry that has not left. Returns whether there was one.
pub async fn take_out_decision(tx: &mut Tx, entry: EntryId) -> Result<bool, StoreError> {
    Ok(execute!(tx, sqlx::query(DELETE_DECISION).bind(entry))? > 0)
}

/// [`add`], unless one of this kind waits for the account or was made since `since`. Returns whether there was room.
pub async fn add_unless_recent(
    tx: &mut Tx,
    (kind, recipient, account): (Kind, &str, &AccountId),
    since: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let recent: i64 =
        with_tx!(tx, |engine| sqlx::query_scalar(RECENT).bind(account).bind(kind).bind(since).fetch_one(engine))?;
    match recent {
        0 => add(tx, (kind, recipient, Some(account)), now).await,
        _ => Ok(true),
    }
}

/// What an email belongs to; it is deleted together with it.
#[derive(Default)]
struct Related<'a> {
    account: Option<&'a AccountId>,
    message: Option<MessageId>,
    entry: Option<EntryId>,
    enquiry: Option<EnquiryId>,
    /// How long it waits before it leaves, in seconds.
    wait_s: i64,
}

async fn put(
    tx: &mut Tx,
    (kind, recipient): (Kind, &str),
    Related { account, message, entry, enquiry, wait_s }: Related<'_>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let due = now.plus_seconds(wait_s);
    let added = execute!(
        tx,
        sqlx::query(ADD)
            .bind(kind)
            .bind(recipient)
            .bind(account)
            .bind(message)
            .bind(now)
            .bind(MAX_WAITING)
            .bind(entry)
            .bind(due)
            .bind(enquiry)
    );
    Ok(added? == 1)
}

/// Puts a letter to `holder` into the outbox, or does the same work for nobody: what nobody is to receive is put in and
/// taken out again, in one transaction. So neither the answer nor its time tells which it was, and letters to nobody never
/// stand in front of others. Answers whether there was room.
pub async fn add_constant_time(
    tx: &mut Tx,
    (kind, recipient, holder): (Kind, &str, Option<&AccountId>),
    now: Timestamp,
) -> Result<bool, StoreError> {
    let added: Option<EmailId> = with_tx!(tx, |engine| sqlx::query_scalar(ADD_RETURNING)
        .bind(kind)
        .bind(recipient)
        .bind(holder)
        .bind(None::<MessageId>)
        .bind(now)
        .bind(MAX_WAITING)
        .bind(None::<EntryId>)
        .bind(now)
        .bind(None::<EnquiryId>)
        .fetch_optional(engine))?;
    execute!(tx, sqlx::query(DELETE_WITHOUT_ACCOUNT).bind(added))?;
    Ok(added.is_some())
}

/// The newest letters, at most `limit`.
pub async fn newest(db: &Db, limit: i64) -> Result<Vec<OutboxEntry>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(ALL).bind(limit).fetch_all(engine))?)
}

/// How many letters of each kind wait (`waiting`) or could not be sent (`failed`), and since when the first of them.
pub async fn counts(db: &Db) -> Result<Vec<(String, String, i64, Timestamp)>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(COUNTS).fetch_all(engine))?)
}

/// The way to the outbox for those who put letters in. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Outbox {
    wake: Arc<Notify>,
    has_server: bool,
}

impl Outbox {
    /// An outbox before a mail server, or before none.
    pub fn new(has_server: bool) -> Self {
        Self { wake: Arc::default(), has_server }
    }

    /// Whether letters reach their people.
    pub fn has_server(&self) -> bool {
        self.has_server
    }

    /// Says that a letter was put in.
    pub fn notify(&self) {
        self.wake.notify_one();
    }
}

/// The carrier: takes what is due until its task is dropped. One in every process; they share the work.
pub struct OutboxWorker {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// Who wakes it.
    pub outbox: Outbox,
    /// The mail server, if there is one.
    pub mail: Option<SmtpMailer>,
    /// Who writes the letters.
    pub renderer: EmailRenderer,
}

impl OutboxWorker {
    /// Runs until `stop` ends, and then to the end of the letter in hand: half a letter would be sent twice.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        loop {
            match self.deliver_next().await {
                Ok(true) if stop.as_mut().now_or_never().is_none() => continue,
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => {
                    tracing::error!(error = %crate::common::error_chain::display(&error), "the outbox cannot be read");
                }
            }
            tokio::select! {
                () = &mut stop => return,
                () = self.outbox.wake.notified() => {}
                // Letters of other processes, and those that are to be tried again.
                () = tokio::time::sleep(Duration::from_secs(5)) => {}
            }
        }
    }

    /// Carries one letter that is due. Answers whether there was one.
    pub async fn deliver_next(&self) -> Result<bool, StoreError> {
        let Some((due, until)) = take(&self.db, self.clock.now()).await? else { return Ok(false) };
        self.deliver(due, until).instrument(tracing::debug_span!("letter")).await?;
        Ok(true)
    }

    /// `until`: how long it is in hand. Where it is due at another time by then, somebody has said so since.
    async fn deliver(&self, due: QueuedEmail, until: Timestamp) -> Result<(), StoreError> {
        let (letter, kind, tries) = (due.id, due.kind, due.tries);
        let Some(written) = (self.renderer)(due).await? else {
            tracing::debug!(%letter, ?kind, "there is nothing to say any more");
            return delete_obsolete(&self.db, letter, until).await;
        };
        let Some(mail) = &self.mail else {
            record_outcome(
                &self.db,
                letter,
                Outcome { state: State::NoMailServer, written, fault: String::new() },
                self.clock.now(),
            )
            .await?;
            tracing::warn!(%letter, ?kind, "there is no mail server (SMTP_URL): `cms mail list` shows the letter");
            return Ok(());
        };
        let sent = mail.send(&written).await;
        // What the letter said lies in the mailbox from now on, and nowhere else.
        let subject = EmailMessage { subject: written.subject, ..EmailMessage::default() };
        match sent {
            Ok(()) => {
                let outcome = Outcome { state: State::Sent, written: subject, fault: String::new() };
                record_outcome(&self.db, letter, outcome, self.clock.now()).await?;
                tracing::info!(%letter, ?kind, "a letter was handed to the mail server");
            }
            Err(error) => match BACKOFF_S.get(tries as usize).filter(|_| !error.is_final()) {
                Some(wait_s) => {
                    tracing::warn!(%letter, ?kind, %error, wait_s, "a letter has to wait");
                    let again = self.clock.now().plus_seconds(*wait_s);
                    retry(&self.db, (letter, until), error.to_string(), again).await?;
                }
                None => {
                    tracing::error!(%letter, ?kind, %error, "a letter could not be sent");
                    let outcome = Outcome { state: State::Failed, written: subject, fault: error.to_string() };
                    record_outcome(&self.db, letter, outcome, self.clock.now()).await?;
                }
            },
        }
        Ok(())
    }
}

/// How a letter's way ended.
struct Outcome {
    state: State,
    written: EmailMessage,
    fault: String,
}

/// Takes the letter that has been due for longest, for [`LEASE_SECS`].
async fn take(db: &Db, now: Timestamp) -> Result<Option<(QueuedEmail, Timestamp)>, StoreError> {
    loop {
        let due: Option<QueuedEmail> = with_pool!(db, |engine| sqlx::query_as(NEXT).bind(now).fetch_optional(engine))?;
        let Some(due) = due else { return Ok(None) };
        let (id, tries, until) = (due.id, due.tries, now.plus_seconds(LEASE_SECS));
        let taken = db.write(move |tx| {
            Box::pin(
                async move { Ok::<_, StoreError>(execute!(tx, sqlx::query(TAKE).bind(id).bind(tries).bind(until))?) },
            )
        });
        if taken.await? == 1 {
            return Ok(Some((due, until)));
        }
    }
}

async fn record_outcome(db: &Db, id: EmailId, outcome: Outcome, now: Timestamp) -> Result<(), StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            let Outcome { state, written: EmailMessage { subject, text, html, .. }, fault } = outcome;
            let delivery = match state {
                State::Waiting => "waiting",
                State::NoMailServer => "no_mail_server",
                State::Sent => "sent",
                State::Failed => "failed",
            };
            let error = Some(&fault).filter(|fault| !fault.is_empty());
            execute!(tx, sqlx::query(REPORT_TO_ENQUIRY).bind(id).bind(delivery).bind(error))?;
            execute!(
                tx,
                sqlx::query(SETTLE).bind(id).bind(state).bind(now).bind(subject).bind(text).bind(html).bind(fault)
            )?;
            execute!(tx, sqlx::query(FORGET).bind(now.plus_seconds(-RETENTION_SECS)))?;
            Ok(())
        })
    })
    .await
}

async fn retry(db: &Db, (id, until): (EmailId, Timestamp), fault: String, again: Timestamp) -> Result<(), StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(RETRY).bind(id).bind(until).bind(again).bind(fault))?;
            Ok(())
        })
    })
    .await
}

async fn delete_obsolete(db: &Db, id: EmailId, until: Timestamp) -> Result<(), StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(DROP).bind(id).bind(until))?;
            Ok(())
        })
    })
    .await
}
