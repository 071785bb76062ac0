//! Adding, changing and removing articles: what must be true, and one write for all of it.

use super::dto::ArticleView;
use super::form::{ArticleChanges, DATE, LONGEST, TOO_LONG};
use super::model::Article;
use super::{html, overlay, pictures, removed, write};
use crate::audit_log::model::AuditContext;
use crate::common::clock::Timestamp;
use crate::common::id::ArticleId;
use crate::db::engine::Tx;
use crate::http::app::App;
use crate::http::patch::{Patch, WriteError, unless_outdated};
use crate::http::problem::{FieldError, Problem, Warning};
use crate::http::update::Update;
use crate::jobs::changes::{self, Tag};

/// What a change came to, and what its author should look at.
pub type Outcome = (Article, Vec<Warning>);

/// Adds an article, or only tries to. 422 names fields that cannot be what they were sent as.
pub async fn add(
    app: &App,
    audit: AuditContext,
    sent: ArticleChanges,
    is_dry_run: bool,
) -> Result<Outcome, WriteError> {
    let (mut checked, clock) = (check_new(sent)?, app.clock.clone());
    let warnings = std::mem::take(&mut checked.warnings);
    let work = app.publish_unless(is_dry_run, move |tx| {
        Box::pin(async move {
            let now = clock.now();
            let blank = Article::blank(now);
            let article = settled(blank.clone(), checked, now);
            must_have_pictures(tx, &blank, &article).await?;
            let (article, tags) = insert(tx, article, now).await?;
            audit.log_created(tx, &article).await?;
            Ok((article, tags))
        })
    });
    let article: Result<Article, WriteError> = work.await;
    Ok((article?, warnings))
}

/// 422 naming the field of a picture that is not there or is not described.
async fn must_have_pictures(tx: &mut Tx, before: &Article, after: &Article) -> Result<(), WriteError> {
    let objections = pictures::objections(tx, before, after).await?;
    if objections.is_empty() { Ok(()) } else { Err(Problem::invalid(objections).into()) }
}

/// Puts a complete article into the database with its entry in the change log. For seeding as well.
pub async fn insert(tx: &mut Tx, article: Article, now: Timestamp) -> Result<(Article, Vec<Tag>), WriteError> {
    let id = write::add(tx, &article).await?;
    finished(tx, id, now).await
}

/// Changes an article, or only tries to. 412 with the present record when `versions` do not name it; 422 as for [`add`].
pub async fn change(
    app: &App,
    audit: AuditContext,
    (id, versions): (ArticleId, Option<Vec<i64>>),
    Update { changes: sent, mut broken, .. }: Update<ArticleChanges>,
    is_dry_run: bool,
) -> Result<Outcome, WriteError> {
    let (mut checked, errors) = checked(sent);
    let warnings = std::mem::take(&mut checked.warnings);
    broken.extend(errors);
    let clock = app.clock.clone();
    let work = app.publish_unless(is_dry_run, move |tx| {
        Box::pin(async move {
            let before = write::locked(tx, id).await?;
            // Only now: the schedule may have held the row meanwhile, and shown it.
            let now = clock.now();
            if checked.rest.id.is_some_and(|sent| sent != id) {
                let error = FieldError::new("id", "The id must be the one in the address");
                return Err(Problem::invalid(vec![error]).into());
            }
            let outdated = || Problem::outdated(ArticleView::whole(before.clone()));
            let after = Ok(settled(before.clone(), checked, now));
            let after = broken.allow(&ArticleView::whole(before.clone()), after);
            let after = unless_outdated(versions.as_deref(), before.version, (&before, after), outdated)?;
            let Some(mut after) = after else {
                audit.log_touched(tx, &before).await?;
                return Ok((before, Vec::new()));
            };
            after.updated_at = now;
            must_have_pictures(tx, &before, &after).await?;
            write::change(tx, &before, &after).await?;
            audit.log_updated(tx, &before, &after).await?;
            finished(tx, id, now).await
        })
    });
    let article: Result<Article, WriteError> = work.await;
    Ok((article?, warnings))
}

/// Moves an article to the trash: gone for everybody, its addresses answer 404.
pub async fn remove(app: &App, audit: AuditContext, id: ArticleId) -> Result<(), WriteError> {
    let now = app.clock.now();
    app.publish(move |tx| {
        Box::pin(async move {
            let before = write::locked(tx, id).await?;
            let after = Article { deleted_at: Some(now), updated_at: now, is_public: false, ..before.clone() };
            write::change(tx, &before, &after).await?;
            audit.log_deleted(tx, &before).await?;
            let tags = tags(&[id]);
            changes::append(tx, tags.clone(), now).await?;
            Ok(((), tags))
        })
    })
    .await
}

/// Takes an article out of the trash: it is again what it was, and public if its time has come.
pub async fn restore(app: &App, audit: AuditContext, id: ArticleId) -> Result<Article, WriteError> {
    let clock = app.clock.clone();
    app.publish(move |tx| {
        Box::pin(async move {
            let before = write::locked_in_trash(tx, id).await?;
            let now = clock.now();
            let mut after = Article { deleted_at: None, updated_at: now, ..before.clone() };
            after.is_public = after.is_due(now);
            write::change(tx, &before, &after).await?;
            audit.log_created(tx, &after).await?;
            finished(tx, id, now).await
        })
    })
    .await
}

/// What a change of these articles touches: themselves, under each of their addresses, and every list.
pub fn tags(ids: &[ArticleId]) -> Vec<Tag> {
    ids.iter().map(|id| format!("article:{id}")).chain(["articles".to_owned()]).collect()
}

async fn finished(tx: &mut Tx, id: ArticleId, now: Timestamp) -> Result<(Article, Vec<Tag>), WriteError> {
    let tags = tags(&[id]);
    let seq = changes::append(tx, tags.clone(), now).await?;
    write::note_change(tx, id, seq).await?;
    Ok((write::locked(tx, id).await?, tags))
}

/// What was sent, with its content cleaned and its date read.
pub struct Checked {
    content: Option<String>,
    date: Option<Timestamp>,
    rest: ArticleChanges,
    /// What was removed from the content.
    warnings: Vec<Warning>,
}

/// Looks at what needs more than a rule of the form, before any transaction: cleaning takes its time, and on SQLite
/// every other writer would wait for it. Returns the fields that break a rule as well.
fn checked(mut sent: ArticleChanges) -> (Checked, Vec<FieldError>) {
    let mut errors = Vec::new();
    let content = sent.content_html.take();
    let (content, warnings) = match content.map(|content| (html::clean(&content), content)) {
        Some((Some(clean), content)) => {
            let warnings = removed::warnings("contentHtml", &content, &clean);
            (Some(Some(clean)), warnings)
        }
        Some((None, _)) => (Some(None), Vec::new()),
        None => (None, Vec::new()),
    };
    match &content {
        Some(Some(clean)) if html::says_nothing(clean) => {
            errors.push(FieldError::new("contentHtml", "Content is required"));
        }
        // Ends that were left out are written out: what is kept must pass the form when it is sent back.
        Some(Some(clean)) if clean.chars().count() > LONGEST => {
            errors.push(FieldError::new("contentHtml", TOO_LONG));
        }
        Some(None) => errors.push(FieldError::new("contentHtml", "Content has HTML that cannot be cleaned")),
        _ => {}
    }
    let date = sent.publication_date.take().map(|date| Timestamp::parse(&date));
    if date == Some(None) {
        errors.push(FieldError::new("publicationDate", DATE));
    }
    if let Patch::Value(sent) = &sent.map_overlay
        && let Some(sentence) = overlay::objection(sent)
    {
        errors.push(FieldError::new("mapOverlay", sentence));
    }
    (Checked { content: content.flatten(), date: date.flatten(), rest: sent, warnings }, errors)
}

/// As [`checked`], for a new article: 422 names the fields that break a rule.
pub fn check_new(sent: ArticleChanges) -> Result<Checked, Problem> {
    let (checked, errors) = checked(sent);
    if errors.is_empty() { Ok(checked) } else { Err(Problem::invalid(errors)) }
}

/// The article with what was sent put in. Its address follows the title unless it was chosen.
pub fn settled(mut article: Article, sent: Checked, now: Timestamp) -> Article {
    let Checked { content, date, rest, .. } = sent;
    // A slug that was sent stays, also where it is the present one.
    let is_kept = rest.slug.is_some() || article.slug != article.slug_of_title();
    let follows = article.slug.is_empty() || !is_kept;
    let wanted = rest.slug.clone().filter(|slug| *slug != article.slug);
    rest.put_into(&mut article);
    if let Some(content) = content {
        article.content_html = content;
    }
    if let Some(date) = date {
        article.publication_date = date;
    }
    match wanted {
        Some(slug) => article.slug = slug,
        None if follows => article.slug = article.slug_of_title(),
        None => {}
    }
    article.is_public = article.is_due(now);
    article
}
