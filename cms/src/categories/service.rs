//! Adding, changing and removing categories: each one write with its entry in the change log.

use axum::http::StatusCode;

use super::dto::CategoryChanges;
use super::model::{Category, MOST_ALIASES, Named, aliases};
use super::store;
use crate::audit_log::model::{AuditContext, Kind};
use crate::audit_log::removed;
use crate::common::clock::Timestamp;
use crate::common::id::CategoryId;
use crate::common::text;
use crate::db::engine::Tx;
use crate::db::locks::{Lock, lock_exclusive};
use crate::http::app::App;
use crate::http::patch::{WriteError, missing, unless_outdated};
use crate::http::problem::{FieldError, Problem};
use crate::http::update::Update;
use crate::jobs::changes;

/// What a change of any category touches: itself, every list of places, every place's page.
fn tags() -> Vec<changes::Tag> {
    vec!["categories".into(), "places".into(), "place-pages".into()]
}

/// Adds a category. 422 when its slug or an alias is in use.
pub async fn add(app: &App, audit: AuditContext, sent: CategoryChanges) -> Result<Category, WriteError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            let category = insert(tx, sent, now).await?;
            audit.log_created(tx, &category).await?;
            changes::append(tx, tags(), now).await?;
            Ok((category, tags()))
        })
    })
    .await
}

/// Puts a new category into the database; the caller makes the change known. For seeding as well.
pub async fn insert(tx: &mut Tx, sent: CategoryChanges, now: Timestamp) -> Result<Category, WriteError> {
    let blank = Category {
        id: CategoryId(0),
        version: 1,
        name: String::new(),
        slug: String::new(),
        color: None,
        icon: None,
        emoji: None,
        place_count: 0,
        created_at: now,
        updated_at: now,
        aliases: Vec::new(),
    };
    lock_exclusive(tx, Lock::Categories).await?;
    let category = settled(tx, blank, sent, None).await?;
    let id = store::add(tx, &category, now).await?;
    Ok(store::one(tx, id).await?)
}

/// Changes a category. 404, 412 with the present one when `versions` do not name it, 422 when a slug is in use.
pub async fn change(
    app: &App,
    audit: AuditContext,
    (id, versions): (CategoryId, Option<Vec<i64>>),
    Update { changes: sent, broken, .. }: Update<CategoryChanges>,
) -> Result<Category, WriteError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            lock_exclusive(tx, Lock::Categories).await?;
            let present = store::locked(tx, id).await?;
            let outdated = || Problem::outdated(super::dto::CategoryView::from(present.clone()));
            let category = settled(tx, present.clone(), sent, Some(id)).await;
            let category = broken.allow(&super::dto::CategoryView::from(present.clone()), category);
            let category = unless_outdated(versions.as_deref(), present.version, (&present, category), outdated)?;
            let Some(category) = category else {
                audit.log_touched(tx, &present).await?;
                return Ok((present, Vec::new()));
            };
            store::change(tx, &category, now).await?;
            if Named::from(&present) != Named::from(&category) {
                store::age(tx).await?;
            }
            audit.log_updated(tx, &present, &category).await?;
            changes::append(tx, tags(), now).await?;
            Ok((store::one(tx, id).await?, tags()))
        })
    })
    .await
}

/// Removes a category; for ten minutes [`restore`] brings it back. 409 while a place is in it.
pub async fn remove(app: &App, audit: AuditContext, id: CategoryId) -> Result<(), WriteError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            let present = store::locked(tx, id).await?;
            if store::is_used(tx, id).await? {
                return Err(Problem::new(
                    StatusCode::CONFLICT,
                    "Places are in this category, hidden ones and those in the trash included. Move them first.",
                )
                .into());
            }
            store::remove(tx, id).await?;
            removed::keep(tx, (Kind::Category, id.0), &present, now).await?;
            audit.log_deleted(tx, &present).await?;
            changes::append(tx, tags(), now).await?;
            Ok(((), tags()))
        })
    })
    .await
}

/// Brings back a category that was removed within ten minutes, under its id. 404; 409 when another has its names by now.
pub async fn restore(app: &App, audit: AuditContext, id: CategoryId) -> Result<Category, WriteError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            lock_exclusive(tx, Lock::Categories).await?;
            let taken = removed::take(tx, (Kind::Category, id.0), now).await;
            let category: Category = taken.map_err(|error| missing(error, "deleted category"))?;
            let names = [std::slice::from_ref(&category.slug), &category.aliases].concat();
            if let Some(taken) = store::taken(tx, None, &names).await? {
                return Err(Problem::new(StatusCode::CONFLICT, answers_to(&taken)).into());
            }
            store::put_back(tx, &category).await?;
            audit.log_created(tx, &category).await?;
            changes::append(tx, tags(), now).await?;
            Ok((category, tags()))
        })
    })
    .await
}

fn answers_to(name: &str) -> String {
    format!("Another category answers to {name}")
}

/// The category with what was sent put in, its names free.
async fn settled(
    tx: &mut Tx,
    mut category: Category,
    sent: CategoryChanges,
    own: Option<CategoryId>,
) -> Result<Category, WriteError> {
    let own_slug = own.map(|_| category.slug.clone());
    if let Some(name) = sent.name {
        category.name = name.trim().to_owned();
    }
    if let Some(slug) = sent.slug {
        category.slug = slug;
    } else if category.slug.is_empty() {
        category.slug = text::slug(&category.name);
    }
    // All digits would be read as an id.
    if category.slug.is_empty() || category.slug.parse::<i64>().is_ok() {
        return Err(Problem::invalid(vec![FieldError::new("slug", "Address needs a letter")]).into());
    }
    sent.color.into_field(&mut category.color);
    sent.icon.into_field(&mut category.icon);
    sent.emoji.into_field(&mut category.emoji);
    let mut names = sent.aliases.unwrap_or(category.aliases);
    // Links with the name that it had so far keep working.
    names.extend(own_slug.filter(|before| *before != category.slug));
    category.aliases = aliases(&category.slug, &names);
    if category.aliases.len() > MOST_ALIASES {
        let sentence = format!("At most {MOST_ALIASES} aliases, and the address it had so far becomes one");
        return Err(Problem::invalid(vec![FieldError::new("aliases", sentence)]).into());
    }
    if let Some(taken) = store::taken(tx, own, std::slice::from_ref(&category.slug)).await? {
        return Err(Problem::invalid(vec![FieldError::new("slug", answers_to(&taken))]).into());
    }
    if let Some(taken) = store::taken(tx, own, &category.aliases).await? {
        return Err(Problem::invalid(vec![FieldError::new("aliases", answers_to(&taken))]).into());
    }
    Ok(category)
}
