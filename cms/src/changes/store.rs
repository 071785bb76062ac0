//! Derives the change feed from the change log: which records became public, changed or stopped being public, in the
//! order of commits. Writes therefore cost nothing more, and none can forget to report its change.

use std::collections::BTreeSet;
use std::time::Duration;

use sqlx::AssertSqlSafe;

use crate::audit::log::Kind;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{ArticleId, ChangeSeq, PlaceId};
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::App;
use crate::jobs::change_log::{self, Change};
use crate::{execute, with_pool, with_tx};

/// The pause between two runs, so that many writes in a row are one run.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a run waits for a change. Changes of other replicas are noticed after this time at the latest.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// The maximum number of ids in a statement.
const MAX_IDS: usize = 500;
/// How long a record that is no longer public stays in the feed.
pub const RETENTION_DAYS: i64 = 90;

/// The columns of a row for the feed, from the table of its records. `$1` is the kind, `$2` the entry of the change log,
/// `$3` its time.
macro_rules! upsert {
    ($id:literal, $slug:literal, $is_public:literal, $from:literal) => {
        concat!(
            "insert into public_record (kind, record_id, slug, version, is_public, seq, changed_at)
select cast($1 as text), ",
            $id,
            ", ",
            $slug,
            ", version, ",
            $is_public,
            ", cast($2 as bigint), cast($3 as bigint) from ",
            $from,
            " on conflict (kind, record_id) do update set slug = excluded.slug, version = excluded.version,
is_public = excluded.is_public, seq = excluded.seq, changed_at = excluded.changed_at"
        )
    };
}

// A record that was never public, or that the feed already reports as hidden, is not reported.
const PLACES: &str = upsert!(
    "cast(place.id as text)",
    "slug",
    "is_public",
    "place where id in (:ids) and (is_public or exists (select 1 from public_record known
where known.kind = 'place' and known.record_id = cast(place.id as text) and known.is_public))"
);
const ARTICLES: &str = upsert!(
    "cast(article.id as text)",
    "slug",
    "is_public",
    "article where id in (:ids) and (is_public or exists (select 1 from public_record known
where known.kind = 'article' and known.record_id = cast(article.id as text) and known.is_public))"
);
// Cache tags do not name categories and pages: those with another version have changed.
const CATEGORIES: &str = upsert!(
    "cast(category.id as text)",
    "slug",
    "true",
    "category where not exists (select 1 from public_record known where known.kind = 'category'
and known.record_id = cast(category.id as text) and known.version = category.version and known.is_public)"
);
const PAGES: &str = upsert!(
    "substr(name, 2)",
    "null",
    "true",
    "static_page where not exists (select 1 from public_record known where known.kind = 'page'
and known.record_id = substr(static_page.name, 2) and known.version = static_page.version)"
);
const SETTINGS: &str = upsert!(
    "cast(setting.id as text)",
    "null",
    "true",
    "setting where not exists (select 1 from public_record known where known.kind = 'settings'
and known.record_id = cast(setting.id as text) and known.version = setting.version)"
);
const DELETED_CATEGORIES: &str = "
update public_record set is_public = false, seq = $1, changed_at = $2 where kind = 'category' and is_public
and not exists (select 1 from category where cast(category.id as text) = public_record.record_id)";
// A place shows its categories. Those that changed have the same entry of the change log.
const PLACES_OF_CHANGED_CATEGORIES: &str = "
update public_record set seq = $1, changed_at = $2 where kind = 'place' and is_public and record_id in (
    select cast(place_category.place_id as text) from place_category
    join public_record changed on changed.kind = 'category'
        and changed.record_id = cast(place_category.category_id as text) and changed.seq = $1)";
const ALL_PLACES: &str = "update public_record set seq = $1, changed_at = $2 where kind = 'place' and is_public";

/// What the entries of the change log affect.
#[derive(Debug, Default)]
struct Affected {
    places: BTreeSet<PlaceId>,
    articles: BTreeSet<ArticleId>,
    has_categories: bool,
    has_all_places: bool,
    has_pages: bool,
    has_settings: bool,
}

impl Affected {
    fn of(changes: Vec<Change>) -> Self {
        let mut affected = Self::default();
        for Change { tags, .. } in changes {
            let has_categories = tags.contains(&CacheTag::Categories);
            for tag in tags.0 {
                match tag {
                    CacheTag::Place(id) => _ = affected.places.insert(id),
                    CacheTag::Article(id) => _ = affected.articles.insert(id),
                    CacheTag::Categories => affected.has_categories = true,
                    // Of a category, only its own places change.
                    CacheTag::PlacePages => affected.has_all_places |= !has_categories,
                    CacheTag::StandingPages => affected.has_pages = true,
                    CacheTag::Settings => affected.has_settings = true,
                    _ => {}
                }
            }
        }
        affected
    }

    async fn store(self, tx: &mut Tx, seq: ChangeSeq, at: Timestamp) -> Result<(), StoreError> {
        let places: Vec<i64> = self.places.iter().map(|id| id.0).collect();
        let articles: Vec<i64> = self.articles.iter().map(|id| id.0).collect();
        for (kind, statement, ids) in [(Kind::Place, PLACES, places), (Kind::Article, ARTICLES, articles)] {
            for chunk in ids.chunks(MAX_IDS) {
                let ids: Vec<String> = chunk.iter().map(i64::to_string).collect();
                let statement = AssertSqlSafe(statement.replace(":ids", &ids.join(", ")));
                execute!(tx, sqlx::query(statement.clone()).bind(kind).bind(seq).bind(at).persistent(false))?;
            }
        }
        let by_version = [
            (self.has_categories, Kind::Category, CATEGORIES),
            (self.has_pages, Kind::Page, PAGES),
            (self.has_settings, Kind::Settings, SETTINGS),
        ];
        for (_, kind, statement) in by_version.into_iter().filter(|(is_affected, ..)| *is_affected) {
            execute!(tx, sqlx::query(statement).bind(kind).bind(seq).bind(at))?;
        }
        if self.has_categories {
            execute!(tx, sqlx::query(DELETED_CATEGORIES).bind(seq).bind(at))?;
            execute!(tx, sqlx::query(PLACES_OF_CHANGED_CATEGORIES).bind(seq).bind(at))?;
        }
        if self.has_all_places {
            execute!(tx, sqlx::query(ALL_PLACES).bind(seq).bind(at))?;
        }
        Ok(())
    }
}

/// Brings the feed up to date, and waits for the next change. Returns the time until the next run.
pub async fn run(app: App) -> Result<Duration, StoreError> {
    let mut changes = app.change_notifier.subscribe();
    update(&app).await?;
    let _ = tokio::time::timeout(MAX_WAIT, changes.changed()).await;
    Ok(PAUSE)
}

/// Brings the feed up to date.
pub async fn update(app: &App) -> Result<(), StoreError> {
    while update_next(app).await? {}
    Ok(())
}

/// Adds the next entries of the change log to the feed. Returns whether there may be more.
async fn update_next(app: &App) -> Result<bool, StoreError> {
    let state = state(&app.db).await?;
    app.change_feed.send_if_modified(|seq| std::mem::replace(seq, state.seq) != state.seq);
    let changes = change_log::after(&app.db, state.seq).await?;
    let Some(Change { seq, created_at, .. }) = changes.last() else { return Ok(false) };
    let (seq, at, affected) = (*seq, *created_at, Affected::of(changes));
    let work = app.db.write::<_, StoreError, _>(move |tx| {
        Box::pin(async move {
            // One replica adds these entries; the others wait here and then do not.
            let claim = "update counter set value = $2 where name = 'change_feed_seq' and value = $1";
            if execute!(tx, sqlx::query(claim).bind(state.seq).bind(seq))? > 0 {
                affected.store(tx, seq, at).await?;
            }
            Ok(())
        })
    });
    work.await?;
    Ok(true)
}

/// How far the feed goes.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct FeedState {
    /// The last entry of the change log in the feed.
    pub seq: ChangeSeq,
    /// Hidden records with this entry or an earlier one were deleted from the feed.
    pub pruned_seq: ChangeSeq,
    /// Cursors of another epoch are of another database.
    pub epoch: i64,
}

/// How far the feed goes.
pub async fn state(db: &Db) -> Result<FeedState, StoreError> {
    const STATE: &str = "select
        (select value from counter where name = 'change_feed_seq') as seq,
        (select value from counter where name = 'change_feed_pruned_seq') as pruned_seq,
        (select value from counter where name = 'change_feed_epoch') as epoch";
    Ok(with_pool!(db, |engine| sqlx::query_as(STATE).fetch_one(engine))?)
}

/// A record in the feed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct PublicRecord {
    /// The kind.
    pub kind: Kind,
    /// The id; of a standing page its name.
    pub record_id: String,
    /// The slug of a place, article or category.
    pub slug: Option<String>,
    /// Whether it is still public.
    pub is_public: bool,
    /// The entry of the change log.
    pub seq: ChangeSeq,
    /// The time of the change.
    pub changed_at: Timestamp,
}

/// The records after the one at `(seq, kind, record_id)`, at most `limit`. Those hidden at `base` or earlier are left out:
/// a reader that began then has never seen them.
pub async fn after(
    db: &Db,
    (seq, kind, record_id): (ChangeSeq, &str, &str),
    base: ChangeSeq,
    limit: i64,
) -> Result<Vec<PublicRecord>, StoreError> {
    const AFTER: &str = "select kind, record_id, slug, is_public, seq, changed_at from public_record
        where (seq, kind, record_id) > ($1, $2, $3) and (is_public or seq > $4)
        order by seq, kind, record_id limit $5";
    Ok(with_pool!(db, |engine| sqlx::query_as(AFTER)
        .bind(seq)
        .bind(kind)
        .bind(record_id)
        .bind(base)
        .bind(limit)
        .fetch_all(engine))?)
}

/// Deletes the records that stopped being public before `cutoff`. Returns their number.
pub async fn prune(db: &Db, cutoff: Timestamp) -> Result<u64, StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            let last = "select max(seq) from public_record where not is_public and changed_at < $1";
            let last: Option<ChangeSeq> =
                with_tx!(tx, |engine| sqlx::query_scalar(last).bind(cutoff).fetch_one(engine))?;
            let Some(last) = last else { return Ok(0) };
            let mark = "update counter set value = $1 where name = 'change_feed_pruned_seq' and value < $1";
            execute!(tx, sqlx::query(mark).bind(last))?;
            let delete = "delete from public_record where not is_public and seq <= $1";
            Ok(execute!(tx, sqlx::query(delete).bind(last))?)
        })
    })
    .await
}

/// Begins another epoch, because a backup was restored: earlier cursors may be ahead of its entries.
pub async fn begin_epoch(tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("update counter set value = $1 where name = 'change_feed_epoch'").bind(now))?;
    Ok(())
}
