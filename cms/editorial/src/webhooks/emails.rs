//! The email about webhooks that the guide has disabled.

use minijinja::context;

use super::dto::{DisabledReason, Webhook};
use super::store;
use crate::auth::domain::accounts;
use crate::common::clock::Timestamp;
use crate::common::id::AccountId;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{Db, StoreError, Tx};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::{self, EmailKind, QueuedEmail};
use crate::{settings, with_tx};

const MAX_WEBHOOKS_PER_EMAIL: i64 = 10;

// Selects the account that created the webhook if it is an active admin with a verified email address. Otherwise
// selects up to 20 active admins with a verified email address, the oldest accounts first.
const SELECT_RECIPIENTS: &str = "
select id, email from account where role = 'admin' and is_active and is_email_verified and (id = $1
    or not exists (select 1 from account maker where maker.id = $1 and maker.role = 'admin' and maker.is_active
        and maker.is_email_verified))
order by created_at limit 20";

/// Queues the email about a disabled webhook. If the outbox is full, the email is dropped: the console also shows the
/// disabled webhook.
pub async fn queue_webhook_disabled_email(tx: &mut Tx, webhook: &Webhook, now: Timestamp) -> Result<(), StoreError> {
    let recipients: Vec<(AccountId, String)> =
        with_tx!(tx, |engine| sqlx::query_as(SELECT_RECIPIENTS).bind(&webhook.account_id).fetch_all(engine))?;
    for (id, email) in recipients {
        outbox::add(tx, (EmailKind::WebhookDisabled, &email, Some(&id)), now).await?;
    }
    Ok(())
}

/// Renders the email with the webhooks that are disabled because their receivers failed or responded with 410, at most
/// [`MAX_WEBHOOKS_PER_EMAIL`]. `None` if there are no such webhooks by now. Also `None` if the account of the recipient
/// is deleted or inactive, or has another email address by now.
pub async fn render(
    db: &Db,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = &queued.account_id else { return Ok(None) };
    let admin = accounts::find(db, id).await?;
    let Some(admin) = admin.filter(|admin| admin.is_active && admin.email == queued.recipient) else { return Ok(None) };
    let disabled = store::list_disabled_by_guide(db, MAX_WEBHOOKS_PER_EMAIL).await?.into_iter();
    let template_values = |(url, reason)| context! { url, is_gone => reason == DisabledReason::Gone };
    let webhooks: Vec<_> = disabled.map(template_values).collect();
    if webhooks.is_empty() {
        return Ok(None);
    }
    let brand = text::single_line(&settings::store::current(db).await?.settings.brand);
    let link = format!("{public_url}/admin-portal/webhooks");
    Ok(email_templates::render(locale, "webhook_disabled", admin.email, context! { brand, webhooks, link }))
}
