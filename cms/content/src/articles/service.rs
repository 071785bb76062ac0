//! Creates, changes, deletes, restores, publishes, unpublishes and purges articles. Each function makes at most one
//! write.

use std::time::Duration;

use super::dto::Article;
use super::requests::{ArticleChanges, CONTENT_TOO_LONG, INVALID_PUBLICATION_DATE, MAX_CONTENT_CHARS, overlay_error};
use super::{html_sanitizer, sanitizer_warnings, store};
use crate::audit::log::{AuditContext, AuditRecordKind};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::{Clock, Timestamp};
use crate::common::id::ArticleId;
use crate::db::engine::{StoreError, Tx};
use crate::drafts::store as drafts;
use crate::http::app::App;
use crate::http::input::update::{
    BrokenRules, ChangeMode, FieldPatch, IfMatch, TimeInput, Update, WriteError, updated_unpublish_at,
};
use crate::http::problem::{Code, CodeWithParams, FieldError, Problem, Warning};
use crate::jobs::change_log;
use crate::revisions::store::{self as revisions, RecordKey, RecordState};
use crate::{media, with_pool};

/// The maximum time between two checks for due articles. Another replica may store an earlier publication date at any
/// time, so a replica must not sleep until the next date that it knows.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

const SELECT_NEXT_PUBLICATION_DATE: &str =
    "select min(publication_date) from article where is_active and not is_public and deleted_at is null";

fn record_state(article: &Article) -> RecordState<'_, Article> {
    RecordState::new(article, article.version, Some(article.updated_at))
}

/// Creates an article, or only validates it if `is_dry_run`. Errors: 422 with the invalid fields.
pub async fn add(
    app: &App,
    audit: AuditContext,
    changes: ArticleChanges,
    is_dry_run: bool,
) -> Result<Article, WriteError> {
    let (mut changes, clock) = (check_new_article(changes)?, app.clock.clone());
    let warnings = std::mem::take(&mut changes.warnings);
    let work = app.write_and_invalidate_or_dry_run(is_dry_run, move |tx| {
        Box::pin(async move {
            let now = clock.now();
            let blank = Article::blank(now);
            let unpublish_at = std::mem::take(&mut changes.fields.unpublish_at);
            let mut article = apply_changes_except_unpublish_at(blank.clone(), changes, now);
            apply_schedule(&blank, &mut article, (&unpublish_at, &audit), now)
                .map_err(|error| Problem::invalid(vec![error]))?;
            validate_main_image(tx, &blank, &article).await?;
            let (article, tags) = insert(tx, article, now).await?;
            audit.log_created(tx, &article).await?;
            revisions::append(tx, &audit, None, record_state(&article)).await?;
            Ok((article, tags))
        })
    });
    let article: Result<Article, WriteError> = work.await;
    Ok(Article { warnings, ..article? })
}

/// Errors: 422 if the change sets a main image of the library that does not exist, or that has no text alternative and
/// is not decorative.
async fn validate_main_image(tx: &mut Tx, before: &Article, after: &Article) -> Result<(), WriteError> {
    let new_url = after.main_image_url.as_deref().filter(|_| before.main_image_url != after.main_image_url);
    let error = media::store::validate_image_address(tx, "mainImageUrl", new_url.unwrap_or_default()).await?;
    error.map_or(Ok(()), |error| Err(Problem::invalid(vec![error]).into()))
}

/// Inserts an article and appends the change to the change log. The code that fills a database from a seed also calls
/// this function.
pub async fn insert(tx: &mut Tx, article: Article, now: Timestamp) -> Result<(Article, Vec<CacheTag>), WriteError> {
    let id = store::add(tx, article).await?;
    append_change_and_reload(tx, id, now).await
}

/// A change of an article, already checked and sanitized before the transaction begins.
pub struct PreparedChange {
    checked_changes: CheckedChanges,
    broken_rules: BrokenRules,
    if_match: IfMatch,
}

impl PreparedChange {
    /// Checks the changes and sanitizes the content. This takes time, so it runs before the transaction.
    pub fn new(Update { changes, mut broken_rules, if_match, .. }: Update<ArticleChanges>) -> Self {
        let (checked_changes, errors) = check_changes(changes);
        broken_rules.extend(errors);
        Self { checked_changes, broken_rules, if_match }
    }
}

/// Changes an article, or only validates the change if `mode` is a dry run. Errors: those of [`change_within`].
pub async fn change(
    app: &App,
    audit: AuditContext,
    id: ArticleId,
    update: Update<ArticleChanges>,
    mode: ChangeMode,
) -> Result<Article, WriteError> {
    let mut change = PreparedChange::new(update);
    let (warnings, clock) = (std::mem::take(&mut change.checked_changes.warnings), app.clock.clone());
    let work = app.write_and_invalidate_or_dry_run(mode.rolls_back(), move |tx| {
        Box::pin(async move {
            let (article, tags) = change_within(tx, &clock, &audit, (id, change), mode).await?;
            log_change(tx, &[id], &tags, clock.now()).await?;
            Ok((article, tags))
        })
    });
    let article: Result<Article, WriteError> = work.await;
    Ok(Article { warnings, ..article? })
}

/// Changes an article within a write. The caller appends the returned tags to the change log. Errors: 404 if the
/// article does not exist; 412 with the current record if `If-Match` does not contain its version; 422 with the invalid
/// fields.
///
/// If only the version does not match and the article already has the requested content, nothing changes. The article
/// is then returned without tags.
pub async fn change_within(
    tx: &mut Tx,
    clock: &Clock,
    audit: &AuditContext,
    (id, PreparedChange { mut checked_changes, mut broken_rules, if_match }): (ArticleId, PreparedChange),
    mode: ChangeMode,
) -> Result<(Article, Vec<CacheTag>), WriteError> {
    let before = store::get_for_update(tx, id).await?;
    // Read the time after the lock: the article may have become due while this write waited for the lock.
    let now = clock.now();
    if checked_changes.fields.id.is_some_and(|body_id| body_id != id) {
        return Err(Problem::id_mismatch().into());
    }
    let unpublish_at = std::mem::take(&mut checked_changes.fields.unpublish_at);
    let mut after = apply_changes_except_unpublish_at(before.clone(), checked_changes, now);
    broken_rules.extend(apply_schedule(&before, &mut after, (&unpublish_at, audit), now).err());
    let after = broken_rules.reject_new_violations(&before, Ok(after));
    let Some(mut after) = if_match.check_precondition(tx, audit, before.version, (&before, after), &before).await?
    else {
        return Ok((before, Vec::new()));
    };
    after.updated_at = now;
    validate_main_image(tx, &before, &after).await?;
    store::change(tx, &before, &after).await?;
    audit.log_updated(tx, &before, &after).await?;
    let article = Article { live_since: None, ..store::get_for_update(tx, id).await? };
    revisions::append(tx, audit, Some(record_state(&before)), record_state(&article)).await?;
    drafts::delete_if_published(tx, &RecordKey::new(AuditRecordKind::Article, id), mode).await?;
    Ok((article, cache_tags(&[id])))
}

/// Moves an article to the trash. Its URLs then return 404. Errors: [`StoreError::NotFound`].
pub async fn move_to_trash(app: &App, audit: AuditContext, id: ArticleId) -> Result<(), WriteError> {
    let now = app.clock.now();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before = store::get_for_update(tx, id).await?;
            let after = Article { deleted_at: Some(now), updated_at: now, is_public: false, ..before.clone() };
            store::change(tx, &before, &after).await?;
            drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Article, id), before.version).await?;
            audit.log_deleted(tx, &before).await?;
            let tags = vec![CacheTag::Article(id), CacheTag::Articles];
            Ok(((), change_log::append_unless_empty(tx, tags, now).await?))
        })
    })
    .await
}

/// Restores an article from the trash. It is public if it is active and its publication date has passed. If its time to
/// be unpublished has passed, it becomes inactive.
pub async fn restore(app: &App, audit: AuditContext, id: ArticleId) -> Result<Article, WriteError> {
    let clock = app.clock.clone();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before = store::get_in_trash_for_update(tx, id).await?;
            let now = clock.now();
            let restored = Article { deleted_at: None, updated_at: now, ..before.clone() };
            let mut after = restored.unpublished_if_due(now).unwrap_or(restored);
            after.is_public = after.is_public_at(now);
            store::change(tx, &before, &after).await?;
            drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Article, id), before.version).await?;
            audit.log_created(tx, &after).await?;
            append_change_and_reload(tx, id, now).await
        })
    })
    .await
}

/// Makes an article inactive if its time to be unpublished has come. Returns `false` if there is nothing to do, because
/// another replica was first or an admin changed the time.
pub async fn unpublish_if_due(app: &App, id: ArticleId) -> Result<bool, WriteError> {
    let clock = app.clock.clone();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let before = match store::get_for_update(tx, id).await {
                Err(StoreError::NotFound) => return Ok((false, Vec::new())),
                found => found?,
            };
            let now = clock.now();
            let Some(after) = before.unpublished_if_due(now) else { return Ok((false, Vec::new())) };
            let audit = AuditContext::system("unpublished", now);
            store::change(tx, &before, &after).await?;
            drafts::increment_base_version(tx, &RecordKey::new(AuditRecordKind::Article, id), before.version).await?;
            audit.log_updated(tx, &before, &after).await?;
            let (article, tags) = append_change_and_reload(tx, id, now).await?;
            revisions::append(tx, &audit, Some(record_state(&before)), record_state(&article)).await?;
            Ok((true, tags))
        })
    })
    .await
}

async fn append_change_and_reload(
    tx: &mut Tx,
    id: ArticleId,
    now: Timestamp,
) -> Result<(Article, Vec<CacheTag>), WriteError> {
    let tags = cache_tags(&[id]);
    log_change(tx, &[id], &tags, now).await?;
    Ok((store::get_for_update(tx, id).await?, tags))
}

fn cache_tags(ids: &[ArticleId]) -> Vec<CacheTag> {
    ids.iter().copied().map(CacheTag::Article).chain([CacheTag::Articles]).collect()
}

/// Appends a change of these articles to the change log. Does nothing if `tags` is empty.
async fn log_change(tx: &mut Tx, ids: &[ArticleId], tags: &[CacheTag], now: Timestamp) -> Result<(), StoreError> {
    if tags.is_empty() {
        return Ok(());
    }
    let seq = change_log::append(tx, tags, now).await?;
    store::set_change_seq(tx, ids, seq).await
}

/// The changes of a request, with cleaned content and a parsed publication date.
pub struct CheckedChanges {
    content: Option<String>,
    publication_date: Option<Timestamp>,
    fields: ArticleChanges,
    /// Warnings about what the sanitizer removed from the content.
    warnings: Vec<Warning>,
}

/// Cleans the content, parses the publication date and checks the rules that the JSON schema cannot express. Returns
/// the errors too. This runs before the transaction, because cleaning takes time and would block all other writes of
/// SQLite.
fn check_changes(mut changes: ArticleChanges) -> (CheckedChanges, Vec<FieldError>) {
    let (mut errors, mut warnings, mut content) = (Vec::new(), Vec::new(), None);
    if let Some(sent) = changes.content_html.take() {
        content = html_sanitizer::clean(&sent);
        let error: Option<(CodeWithParams, &str)> = match &content {
            None => Some((Code::HtmlInvalid.into(), "Content contains HTML that can't be processed")),
            Some(clean) if html_sanitizer::is_blank(clean) => Some((Code::Required.into(), "Content is required")),
            // Cleaning adds end tags, so the clean text can be too long. It is refused, because a client must be able
            // to send the stored text again.
            Some(clean) if clean.chars().count() > MAX_CONTENT_CHARS => {
                Some((Code::MaxLength.with("limit", MAX_CONTENT_CHARS), CONTENT_TOO_LONG))
            }
            Some(_) => None,
        };
        errors.extend(error.map(|(code, message)| FieldError::new(code, "contentHtml", message)));
        if let Some(clean) = &content {
            warnings = sanitizer_warnings::warnings("contentHtml", &sent, clean);
        }
    }
    let publication_date = changes.publication_date.take().map(|publication_date| Timestamp::parse(&publication_date));
    if publication_date == Some(None) {
        errors.push(FieldError::new(Code::DateInvalid, "publicationDate", INVALID_PUBLICATION_DATE));
    }
    if let FieldPatch::Value(overlay) = &changes.map_overlay
        && let Some(message) = overlay_error(overlay)
    {
        errors.push(FieldError::new(Code::MapOverlayInvalid, "mapOverlay", message));
    }
    (CheckedChanges { content, publication_date: publication_date.flatten(), fields: changes, warnings }, errors)
}

/// Checks a new article and cleans its content. Errors: 422 with the invalid fields.
pub fn check_new_article(changes: ArticleChanges) -> Result<CheckedChanges, Problem> {
    let (checked_changes, errors) = check_changes(changes);
    if errors.is_empty() { Ok(checked_changes) } else { Err(Problem::invalid(errors)) }
}

/// The article with all changes except `unpublish_at`. The slug follows the title unless an editor chose the slug.
pub fn apply_changes_except_unpublish_at(mut article: Article, changes: CheckedChanges, now: Timestamp) -> Article {
    let CheckedChanges { content, publication_date, fields, .. } = changes;
    // A slug in the request counts as chosen, even if it equals the current one.
    let is_slug_chosen = fields.slug.is_some() || article.slug != article.title_slug();
    let slug_follows_title = article.slug.is_empty() || !is_slug_chosen;
    let new_slug = fields.slug.clone().filter(|slug| *slug != article.slug);
    fields.apply_fields_without_checks_to(&mut article);
    article.content_html = content.unwrap_or(article.content_html);
    article.publication_date = publication_date.unwrap_or(article.publication_date);
    match new_slug {
        Some(slug) => article.slug = slug,
        None if slug_follows_title => article.slug = article.title_slug(),
        None => {}
    }
    article.is_public = article.is_public_at(now);
    article
}

/// Applies `unpublishAt`. If the article is new, or the change affects when it is published or unpublished, stores the
/// account of the caller. Errors: an `unpublishAt` that is not a time, or a new one that is not in the future.
fn apply_schedule(
    before: &Article,
    after: &mut Article,
    (unpublish_at, audit): (&FieldPatch<TimeInput>, &AuditContext),
    now: Timestamp,
) -> Result<(), FieldError> {
    let caller_id = || audit.actor.as_ref().map(|actor| actor.id.clone());
    after.unpublish_at = updated_unpublish_at(unpublish_at, before.unpublish_at, now)?;
    after.is_public = after.is_public_at(now);
    if after.unpublish_at != before.unpublish_at {
        after.unpublish_account_id = after.unpublish_at.and_then(|_| caller_id());
    }
    let schedule = |article: &Article| (article.publication_date, article.is_active);
    if before.id.0 == 0 || schedule(after) != schedule(before) {
        after.publication_account_id = caller_id();
    }
    Ok(())
}

/// Purges an article that was moved to the trash before `cutoff`. Returns `false` if another replica has purged it or
/// an admin has restored it. No page shows an article in the trash, so no cache is invalidated.
pub async fn purge_from_trash(app: &App, id: ArticleId, cutoff: Timestamp) -> Result<bool, StoreError> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let article = match store::get_in_trash_for_update(tx, id).await {
                Ok(article) if article.deleted_at.is_some_and(|at| at < cutoff) => article,
                Ok(_) | Err(StoreError::NotFound) => return Ok(false),
                Err(error) => return Err(error),
            };
            let key = RecordKey::new(AuditRecordKind::Article, id);
            drafts::delete(tx, &key).await?;
            revisions::delete_all(tx, key).await?;
            store::purge(tx, &article).await?;
            // The audit event of the deletion has the article's fields, so this event has none.
            AuditContext::system("trash emptied", now).log_action_on(tx, &article).await?;
            Ok(true)
        })
    });
    work.await
}

/// Publishes the articles whose publication date has passed. If several replicas do this, each article is published
/// once. Returns the time until the next check.
///
/// Requests read the column `is_public` and do not compare times. Publication is therefore a change with an entry in
/// the change log, which invalidates the caches of all replicas.
pub async fn run_publication_task(app: App) -> Result<Duration, StoreError> {
    let next: Option<Timestamp> =
        with_pool!(&app.db, |engine| sqlx::query_scalar(SELECT_NEXT_PUBLICATION_DATE).fetch_one(engine))?;
    let Some(next) = next else { return Ok(POLL_INTERVAL) };
    let wait_ms = next.0 - app.clock.now().0;
    if wait_ms > 0 {
        return Ok(POLL_INTERVAL.min(Duration::from_millis(wait_ms as u64)));
    }
    let published = publish_due(&app).await?;
    Ok(if published.is_empty() { POLL_INTERVAL } else { Duration::ZERO })
}

/// Publishes the active articles whose publication date has passed. Returns the ids of the newly published articles.
pub async fn publish_due(app: &App) -> Result<Vec<ArticleId>, StoreError> {
    let now = app.clock.now();
    app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            let published = store::publish_due(tx, now).await?;
            if published.is_empty() {
                return Ok((published, Vec::new()));
            }
            let tags = cache_tags(&published);
            log_change(tx, &published, &tags, now).await?;
            Ok((published, tags))
        })
    })
    .await
}
