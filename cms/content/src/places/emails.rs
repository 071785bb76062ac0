//! The email to admins about places that owners have added. Such a place is public once an admin activates it.

use minijinja::context;

use crate::auth::domain::accounts;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{Db, StoreError, Tx};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{self, EmailKind, QueuedEmail};
use crate::{settings, with_pool, with_tx};

/// The minimum interval between two of these emails to the same admin, in seconds. One email is enough for several
/// places, because it has the number of all places that owners have added and no admin has activated.
const MIN_INTERVAL_S: i64 = 3600;

// The limit of 20 is higher than the expected number of admins of a guide.
const SELECT_ADMINS: &str = "
select id, email from account where role = 'admin' and is_active and is_email_verified order by created_at limit 20";

const COUNT_PLACES_TO_APPROVE: &str =
    "select count(*) from place where owner_id is not null and not is_active and deleted_at is null";

/// Queues the email for each active admin with a verified address, unless one is waiting or was queued within the last
/// hour. If the outbox is full, the email is dropped: the first page of the console shows the number, too.
pub async fn queue_emails_about_places_to_approve(tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
    let admins: Vec<(AccountId, String)> = with_tx!(tx, |engine| sqlx::query_as(SELECT_ADMINS).fetch_all(engine))?;
    for (id, email) in admins {
        let since = now.plus_seconds(-MIN_INTERVAL_S);
        outbox::add_unless_recent(tx, (EmailKind::PlaceToApprove, &email, &id), since, now).await?;
    }
    Ok(())
}

/// Renders the email when it is sent, with the number of places to approve at that time. `None` if there are none. Also
/// `None` if the account of the admin was deleted, was deactivated or has another address by then.
pub async fn render(
    db: &Db,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = &queued.account_id else { return Ok(None) };
    let admin = accounts::find(db, id).await?;
    let Some(admin) = admin.filter(|admin| admin.is_active && admin.email == queued.recipient) else { return Ok(None) };
    let waiting: i64 = with_pool!(db, |engine| sqlx::query_scalar(COUNT_PLACES_TO_APPROVE).fetch_one(engine))?;
    if waiting == 0 {
        return Ok(None);
    }
    let brand = text::single_line(&settings::store::current(db).await?.settings.brand);
    let link = format!("{public_url}/admin-portal/businesses?filter=%7B%22active%22%3Afalse%7D");
    Ok(email_templates::render(locale, "place_to_approve", admin.email, context! { brand, waiting, link }))
}
