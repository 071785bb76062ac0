//! Makes places inactive at the time that an admin has set.

use super::model::Place;
use super::{service, store};
use crate::audit::log::{AuditContext, Kind};
use crate::auth::domain::accounts::Account;
use crate::common::id::PlaceId;
use crate::db::engine::Lock;
use crate::drafts::store as drafts;
use crate::http::app::App;
use crate::http::input::update::WriteError;
use crate::revisions::store::{self as revisions, RecordKey};

/// Makes a place inactive if its time to be unpublished has come. Returns `false` if it has not: another replica may
/// have been first, or an admin has changed the time.
pub async fn unpublish(app: &App, id: PlaceId) -> Result<bool, WriteError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            tx.lock_shared(Lock::Places).await?;
            let Some(before) = store::lock_by_id(tx, id).await? else { return Ok((false, Vec::new())) };
            let Some(after) = before.unpublished(now) else { return Ok((false, Vec::new())) };
            let audit = AuditContext::system("unpublished", now);
            store::update(tx, &before, &after).await?;
            drafts::rebase(tx, &RecordKey::new(Kind::Place, id), before.version).await?;
            audit.log_updated(tx, &before, &after).await?;
            let (place, tags) = service::finish_write(tx, id, now).await?;
            revisions::append(tx, &audit, Some(service::state(&before)), service::state(&place)).await?;
            Ok((true, tags))
        })
    })
    .await
}

/// Stores the caller as the account that set the time to unpublish the place, if a change sets another time.
pub fn set_account(before: &Place, after: &mut Place, caller: &Account) {
    if after.unpublish_at != before.unpublish_at {
        after.unpublish_account_id = after.unpublish_at.map(|_| caller.id.clone());
    }
}
