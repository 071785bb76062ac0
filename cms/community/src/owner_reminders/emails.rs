//! The monthly email that asks an owner whether the facts of places are still right.

use minijinja::{Value, context};

use super::store;
use crate::auth::domain::accounts;
use crate::common::clock::Clock;
use crate::common::id::PlaceId;
use crate::common::messages::Locale;
use crate::common::text;
use crate::db::engine::{Db, StoreError};
use crate::integrations::mail::EmailMessage;
use crate::jobs::email_templates;
use crate::jobs::outbox::QueuedEmail;
use crate::places::checks::FactGroup;
use crate::places::facts::{self, FactHashes, FactTexts};
use crate::{places, settings};

/// Renders the email directly before it is sent, and creates its link. The email lists the facts of the places that are
/// due at that time. `None` if no place is due, if the owner is inactive or has changed the address since the email was
/// queued, or if the owner or the settings turned the reminders off.
pub async fn render(
    db: &Db,
    clock: &Clock,
    (locale, public_url): (Locale, &str),
    queued: QueuedEmail,
) -> Result<Option<EmailMessage>, StoreError> {
    let Some(id) = &queued.account_id else { return Ok(None) };
    let (email_id, now) = (queued.id, clock.now());
    let settings = settings::store::current(db).await?.settings;
    let owner = accounts::find(db, id).await?;
    let may_receive_reminder = |owner: &accounts::Account| {
        owner.is_active && owner.owner_reminders && owner.email == queued.recipient && settings.owner_reminders.0
    };
    let Some(owner) = owner.filter(may_receive_reminder) else { return Ok(None) };
    // Deletes the reminder of a failed attempt to send this email. Otherwise its places would not be due, and the retry
    // would not list them.
    let account = owner.id.clone();
    db.write(move |tx| Box::pin(async move { store::delete_reminder_of_email(tx, email_id, &account).await })).await?;
    let ids = store::due_places(db, &owner.id, now).await?;
    if ids.is_empty() {
        return Ok(None);
    }
    let (mut listed_places, mut place_contexts): (Vec<(PlaceId, FactHashes)>, Vec<Value>) = (Vec::new(), Vec::new());
    for place in places::store::public_by_ids(db, ids).await? {
        let facts = facts::owner_checked_facts(&place);
        if !facts.is_empty() {
            listed_places.push((place.id, facts::hash_facts(&facts)));
            place_contexts.push(place_context(&place.name, &facts));
        }
    }
    if listed_places.is_empty() {
        return Ok(None);
    }
    let (account, email) = (owner.id, owner.email.clone());
    let token = db.write(move |tx| {
        Box::pin(async move { store::add(tx, (email_id, &account, &email), &listed_places, now).await })
    });
    let link = format!("{public_url}{}?token={}", super::page::PATH, token.await?.reveal());
    let values = context! { brand => text::single_line(&settings.brand), places => place_contexts, link };
    Ok(email_templates::render(locale, "owner_reminder", owner.email, values))
}

/// The name of a place and its facts by group, for templates.
pub(super) fn place_context(name: &str, facts: &FactTexts) -> Value {
    let joined = |group: FactGroup| facts.get(&group).map(|texts| texts.join(" · "));
    context! {
        name => text::single_line(name), hours => joined(FactGroup::Hours), price => joined(FactGroup::Price),
        contact => joined(FactGroup::Contact),
    }
}
