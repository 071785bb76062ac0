//! Many places changed in one write, each by the rules of a single change; and exactly that undone.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::form::BulkChanges;
use crate::audit_log::bulk;
use crate::audit_log::model::{AuditContext, Kind};
use crate::categories;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, BulkId, CategoryId, PlaceId};
use crate::db::engine::Tx;
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::http::app::App;
use crate::http::bulk::{BulkUndoView, BulkView, SkippedRecord, in_order, nothing_to_undo, quoted, unknown};
use crate::http::patch::{Patch, WriteError};
use crate::http::problem::{FieldError, Problem};
use crate::jobs::changes::{self, Tag};
use crate::places::checks::{self, Check};
use crate::places::form::{MOST_CATEGORIES, NO_CATEGORY, PlaceChanges, TOO_MANY_CATEGORIES};
use crate::places::model::Place;
use crate::places::{list_cache, service, write};

/// What undoing needs of a place.
#[derive(Debug, Serialize, Deserialize)]
struct Was {
    id: PlaceId,
    name: String,
    /// As the change left it: with another one somebody else has been there.
    version: i64,
    is_active: bool,
    is_premium: bool,
    is_verified: bool,
    is_recommended: bool,
    #[serde(default)]
    check: Option<Check>,
    category_ids: Vec<CategoryId>,
    updated_at: Timestamp,
}

impl Was {
    fn of(before: &Place) -> Self {
        Self {
            id: before.id,
            name: before.name.clone(),
            version: before.version + 1,
            is_active: before.is_active,
            is_premium: before.is_premium,
            is_verified: before.is_verified,
            is_recommended: before.is_recommended,
            check: before.check.clone(),
            category_ids: before.categories.iter().map(|category| category.id).collect(),
            updated_at: before.updated_at,
        }
    }

    /// The place as it was, if nobody has changed it since and all that it was made of is still there.
    async fn again(&self, tx: &mut Tx) -> Result<Option<(Place, Place)>, StoreError> {
        let now = match write::locked(tx, self.id).await {
            Ok(place) if place.version == self.version => place,
            Ok(_) | Err(StoreError::NotFound) => return Ok(None),
            Err(error) => return Err(error),
        };
        let categories = categories::store::summaries(tx, &self.category_ids).await?;
        if categories.len() < self.category_ids.len() {
            return Ok(None);
        }
        let was = Place {
            is_active: self.is_active,
            is_premium: self.is_premium,
            is_verified: self.is_verified,
            is_recommended: self.is_recommended,
            check: self.check.clone(),
            categories,
            updated_at: self.updated_at,
            ..now.clone()
        };
        Ok(Some((now, was)))
    }
}

/// Changes all of them for this admin, or none. Those that are so already are not touched.
///
/// 422 naming what is not there, and the places that would have too many categories, or none.
pub async fn change(app: &App, admin: AccountId, audit: AuditContext, sent: BulkChanges) -> Result<BulkView, Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_exclusive(tx, Lock::Places).await?;
            must_be_there(tx, &sent).await?;
            let places = locked(tx, sent.ids.clone()).await?;
            must_fit(&places, &sent)?;
            let mut changes = Vec::new();
            for before in places {
                let wanted = (sent.of(&before), Ok(Patch::Absent));
                let mut after = service::settled(tx, before.clone(), wanted, Some(before.id), now).await?;
                if sent.dismiss_recheck && checks::recheck_reason(&before).is_some() {
                    after.check = None;
                }
                checks::note_by_admin(&before, &mut after, &admin, now);
                if sent.is_verified == Some(true) {
                    checks::renew(&mut after, &admin, now);
                }
                if after != before {
                    changes.push((before, Place { updated_at: now, ..after }));
                }
            }
            if changes.is_empty() {
                audit.log_action(tx).await?;
                return Ok::<_, WriteError>((BulkView::of(Vec::new(), None, now), Vec::new()));
            }
            let was = changes.iter().map(|(before, _)| Was::of(before)).collect();
            let undo = bulk::keep(tx, Kind::Place, was, now).await?;
            let tags = put(tx, &audit, &changes, now).await?;
            let ids = changes.iter().map(|(before, _)| before.id.0).collect();
            Ok((BulkView::of(ids, Some(undo), now), tags))
        })
    });
    Ok(work.await?)
}

/// Makes them again what they were, in every field and in the order of their categories. What somebody has changed or
/// deleted since is left alone. 409 when it is too late, or not the first time.
pub async fn undo(app: &App, audit: AuditContext, id: BulkId) -> Result<BulkUndoView, Problem> {
    let now = app.clock.now();
    let work = app.publish(move |tx| {
        Box::pin(async move {
            locks::lock_exclusive(tx, Lock::Places).await?;
            let kept: Vec<Was> = bulk::take(tx, (Kind::Place, id), now).await?.ok_or_else(nothing_to_undo)?;
            let (mut changes, mut view) = (Vec::new(), BulkUndoView::default());
            for was in kept {
                match was.again(tx).await? {
                    Some(change) => {
                        view.restored_ids.push(was.id.0);
                        changes.push(change);
                    }
                    None => view.left_alone.push(SkippedRecord { id: was.id.0, name: was.name }),
                }
            }
            if changes.is_empty() {
                audit.log_action(tx).await?;
            }
            let tags = put(tx, &audit, &changes, now).await?;
            Ok::<_, WriteError>((view, tags))
        })
    });
    Ok(work.await?)
}

impl BulkChanges {
    /// What a form would send to change this place in that way.
    fn of(&self, place: &Place) -> PlaceChanges {
        let category_ids = self.categories_of(place);
        let has_same = place.categories.iter().map(|category| category.id).eq(category_ids.iter().copied());
        PlaceChanges {
            is_active: self.is_active,
            is_premium: self.is_premium,
            is_verified: self.is_verified,
            is_recommended: self.is_recommended,
            category_ids: (!has_same).then_some(category_ids),
            ..PlaceChanges::default()
        }
    }

    fn categories_of(&self, place: &Place) -> Vec<CategoryId> {
        let had = place.categories.iter().map(|category| category.id);
        let mut ids: Vec<CategoryId> = had.filter(|id| !self.remove_category_ids.contains(id)).collect();
        for id in &self.add_category_ids {
            if !ids.contains(id) {
                ids.push(*id);
            }
        }
        ids
    }
}

async fn must_be_there(tx: &mut Tx, sent: &BulkChanges) -> Result<(), WriteError> {
    let mut errors = Vec::new();
    for (field, ids) in [("addCategoryIds", &sent.add_category_ids), ("removeCategoryIds", &sent.remove_category_ids)] {
        if categories::store::summaries(tx, ids).await?.len() < ids.len() {
            errors.push(FieldError::new(field, "There is no such category"));
        }
    }
    if sent.add_category_ids.iter().any(|id| sent.remove_category_ids.contains(id)) {
        errors.push(FieldError::new("removeCategoryIds", "A category is added or removed, not both"));
    }
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors).into()) }
}

/// The rules of a place's form for its categories, which a change by parts could break.
fn must_fit(places: &[Place], sent: &BulkChanges) -> Result<(), Problem> {
    let named = |breaks: &dyn Fn(&Place, usize) -> bool| {
        let broken = places.iter().filter(|place| breaks(place, sent.categories_of(place).len()));
        let names: Vec<&str> = broken.map(|place| place.name.as_str()).collect();
        (!names.is_empty()).then(|| quoted(names))
    };
    let none = named(&|place, count| count == 0 && !place.categories.is_empty());
    let many = named(&|place, count| count as f64 > MOST_CATEGORIES && count > place.categories.len());
    let errors: Vec<FieldError> = [
        none.map(|names| FieldError::new("removeCategoryIds", format!("{NO_CATEGORY}: {names} would have none"))),
        many.map(|names| FieldError::new("addCategoryIds", format!("{TOO_MANY_CATEGORIES}: {names} would have more"))),
    ]
    .into_iter()
    .flatten()
    .collect();
    if errors.is_empty() { Ok(()) } else { Err(Problem::invalid(errors)) }
}

/// All of these places, held. 422 naming the ids that are none's.
async fn locked(tx: &mut Tx, ids: Vec<PlaceId>) -> Result<Vec<Place>, WriteError> {
    let (mut places, mut missing) = (Vec::new(), Vec::new());
    for id in in_order(ids) {
        match write::locked(tx, id).await {
            Ok(place) => places.push(place),
            Err(StoreError::NotFound) => missing.push(id),
            Err(error) => return Err(error.into()),
        }
    }
    if missing.is_empty() { Ok(places) } else { Err(unknown("place", &missing).into()) }
}

/// Writes each after in its before's place, with a row in the audit log for each and one change for all.
pub async fn put(
    tx: &mut Tx,
    audit: &AuditContext,
    changes: &[(Place, Place)],
    now: Timestamp,
) -> Result<Vec<Tag>, StoreError> {
    let mut touched = BTreeSet::new();
    for (before, after) in changes {
        write::change(tx, before, after).await?;
        audit.log_updated(tx, before, after).await?;
        touched.extend(service::tags(tx, before.id).await?);
        list_cache::refresh(tx, before.id).await?;
    }
    let tags: Vec<Tag> = touched.into_iter().collect();
    if !tags.is_empty() {
        let seq = changes::append(tx, tags.clone(), now).await?;
        let ids: Vec<PlaceId> = changes.iter().map(|(before, _)| before.id).collect();
        write::note_change(tx, &ids, seq).await?;
    }
    Ok(tags)
}
