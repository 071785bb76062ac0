//! Adds, changes, removes and restores categories. A change and its entry in the change log are in the same
//! transaction.

use super::dto::{CategoryChanges, CategoryResponse};
use super::store::{self, Category, CategorySummary, MAX_ALIASES, normalize_aliases};
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::audit::undo::{store_deleted_record, take_deleted_record};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::common::text;
use crate::db::engine::{AdvisoryLock, Tx};
use crate::drafts::store as drafts;
use crate::http::app::App;
use crate::http::input::update::{ChangeMode, Update, WriteError, map_missing_to_404};
use crate::http::problem::{Code, Problem};
use crate::jobs::change_log;
use crate::revisions::store::{self as revisions, RecordKey, RecordState};

fn cache_tags(id: CategoryId) -> Vec<CacheTag> {
    vec![CacheTag::Category(id), CacheTag::Categories, CacheTag::Places, CacheTag::PlacePages]
}

fn record_state(category: &Category) -> RecordState<'_, Category> {
    RecordState::new(category, category.version, Some(category.updated_at))
}

/// Adds a category. Errors: 422 if its slug has no letter, if it has too many aliases, or if another category uses its
/// slug or an alias.
pub async fn add(app: &App, audit: AuditContext, changes: CategoryChanges) -> Result<Category, WriteError> {
    let now = app.clock.now();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let category = insert(tx, changes, now).await?;
            audit.log_created(tx, &category).await?;
            revisions::append(tx, &audit, None, record_state(&category)).await?;
            let tags = change_log::append_unless_empty(tx, cache_tags(category.id), now).await?;
            Ok((category, tags))
        })
    })
    .await
}

/// Inserts a category from a seed, with its entry in the change log.
pub async fn add_from_seed(tx: &mut Tx, changes: CategoryChanges, now: Timestamp) -> Result<Category, WriteError> {
    let category = insert(tx, changes, now).await?;
    change_log::append_unless_empty(tx, cache_tags(category.id), now).await?;
    Ok(category)
}

/// Inserts a category. The caller appends the change to the change log.
async fn insert(tx: &mut Tx, changes: CategoryChanges, now: Timestamp) -> Result<Category, WriteError> {
    tx.lock_exclusive(AdvisoryLock::CategorySlugs).await?;
    let category = apply_changes(tx, Category::default(), changes, None).await?;
    let id = store::add(tx, &category, now).await?;
    Ok(store::get(tx, id).await?)
}

/// Changes a category, or only checks the change if `mode` is a dry run. Errors: those of [`change_within`].
pub async fn change(
    app: &App,
    audit: AuditContext,
    id: CategoryId,
    update: Update<CategoryChanges>,
    mode: ChangeMode,
) -> Result<Category, WriteError> {
    let now = app.clock.now();
    app.write_and_invalidate_or_dry_run(mode.rolls_back(), move |tx| {
        Box::pin(async move {
            let (category, tags) = change_within(tx, &audit, (id, update), (mode, now)).await?;
            Ok((category, change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// Changes a category within a write. The caller appends the returned tags to the change log. Errors: 404 if the
/// category does not exist; 412 with the current category if `If-Match` does not contain its version; 422 if the change
/// breaks a rule, or if another category uses the slug or an alias.
///
/// If the version does not match but the category already has the requested content, nothing changes. The category
/// is then returned without tags.
pub async fn change_within(
    tx: &mut Tx,
    audit: &AuditContext,
    (id, update): (CategoryId, Update<CategoryChanges>),
    (mode, now): (ChangeMode, Timestamp),
) -> Result<(Category, Vec<CacheTag>), WriteError> {
    let Update { changes, broken_rules, if_match, .. } = update;
    tx.lock_exclusive(AdvisoryLock::CategorySlugs).await?;
    let current = store::get_for_update(tx, id).await?;
    if changes.id.is_some_and(|body_id| body_id != id) {
        return Err(Problem::id_mismatch().into());
    }
    let response = CategoryResponse::from(current.clone());
    let category =
        broken_rules.reject_new_violations(&response, apply_changes(tx, current.clone(), changes, Some(id)).await);
    let Some(category) =
        if_match.check_precondition(tx, audit, current.version, (&current, category), &response).await?
    else {
        return Ok((current, Vec::new()));
    };
    store::change(tx, &category, now).await?;
    if CategorySummary::from(current.clone()) != CategorySummary::from(category.clone()) {
        store::invalidate_list_cache(tx).await?;
    }
    audit.log_updated(tx, &current, &category).await?;
    let saved = store::get(tx, id).await?;
    revisions::append(tx, audit, Some(record_state(&current)), record_state(&saved)).await?;
    drafts::delete_if_published(tx, &RecordKey::new(AuditRecordKind::Category, id), mode).await?;
    Ok((saved, cache_tags(id)))
}

/// Removes a category. [`restore`] can restore it for ten minutes. Errors: 404 if the category does not exist; 409 if a
/// place is in it, even a soft-deleted place.
pub async fn remove(app: &App, audit: AuditContext, id: CategoryId) -> Result<(), WriteError> {
    let now = app.clock.now();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let current = store::get_for_update(tx, id).await?;
            if store::has_places(tx, id).await? {
                let sentence =
                    "This category still has places, including hidden ones and those in the trash. Move them first.";
                return Err(Problem::conflict(Code::CategoryInUse, sentence).into());
            }
            store::remove(tx, id).await?;
            store_deleted_record(tx, (AuditRecordKind::Category, id.0), &current, now).await?;
            audit.log_deleted(tx, &current).await?;
            Ok(((), change_log::append_unless_empty(tx, cache_tags(id), now).await?))
        })
    })
    .await
}

/// Restores a category with its former id. Errors: 404 if it was not removed within the last ten minutes; 409 if
/// another category has its slug or one of its aliases.
pub async fn restore(app: &App, audit: AuditContext, id: CategoryId) -> Result<Category, WriteError> {
    let now = app.clock.now();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            tx.lock_exclusive(AdvisoryLock::CategorySlugs).await?;
            let deleted_record = take_deleted_record(tx, (AuditRecordKind::Category, id.0), now).await;
            let category: Category = deleted_record.map_err(|error| map_missing_to_404(error, "deleted category"))?;
            let slugs = [std::slice::from_ref(&category.slug), &category.aliases].concat();
            if let Some(used_slug) = store::find_slug_conflict(tx, None, &slugs).await? {
                let code = Code::CategoryNameTaken.with("name", used_slug.as_str());
                return Err(Problem::conflict(code, slug_conflict_message(&used_slug)).into());
            }
            store::restore(tx, &category).await?;
            audit.log_created(tx, &category).await?;
            Ok((category, change_log::append_unless_empty(tx, cache_tags(id), now).await?))
        })
    })
    .await
}

fn slug_conflict_message(slug: &str) -> String {
    format!("Another category already uses {slug}")
}

/// The category with the changes applied. `current_id` is its id, or `None` for a new category. Errors: 422 if its slug
/// has no letter, if it has too many aliases, or if another category uses its slug or an alias.
async fn apply_changes(
    tx: &mut Tx,
    mut category: Category,
    changes: CategoryChanges,
    current_id: Option<CategoryId>,
) -> Result<Category, WriteError> {
    let previous_slug = current_id.map(|_| category.slug.clone());
    if let Some(name) = changes.name {
        category.name = name.trim().to_owned();
    }
    if let Some(slug) = changes.slug {
        category.slug = slug;
    } else if category.slug.is_empty() {
        category.slug = text::slug(&category.name);
    }
    // A slug that is a number would be mistaken for an id.
    if category.slug.is_empty() || category.slug.parse::<i64>().is_ok() {
        let sentence = "Page address must contain at least one letter";
        return Err(Problem::invalid_field(Code::SlugNeedsLetter, "slug", sentence).into());
    }
    changes.color.apply_to(&mut category.color);
    changes.icon.apply_to(&mut category.icon);
    changes.emoji.apply_to(&mut category.emoji);
    let mut new_aliases = changes.aliases.unwrap_or(category.aliases);
    // The previous slug becomes an alias, so that links keep working.
    new_aliases.extend(previous_slug.filter(|before| *before != category.slug));
    category.aliases = normalize_aliases(&category.slug, &new_aliases);
    if category.aliases.len() > MAX_ALIASES {
        let sentence = format!("At most {MAX_ALIASES} aliases, including the previous page address");
        return Err(Problem::invalid_field(Code::TooManyAliases.with("limit", MAX_ALIASES), "aliases", sentence).into());
    }
    for (field, slugs) in [("slug", std::slice::from_ref(&category.slug)), ("aliases", category.aliases.as_slice())] {
        if let Some(used_slug) = store::find_slug_conflict(tx, current_id, slugs).await? {
            let code = Code::CategoryNameTaken.with("name", used_slug.as_str());
            return Err(Problem::invalid_field(code, field, slug_conflict_message(&used_slug)).into());
        }
    }
    Ok(category)
}
