//! Derives the change feed from the change log: which records became public, changed or stopped being public, in the
//! order of commits. The cache tags of a write name its records, so no write needs code of its own for the feed.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;
use utoipa::ToSchema;

use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::ChangeSeq;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::App;
use crate::jobs::change_log::{self, ChangeLogEntry};
use crate::{execute, with_pool, with_tx};

/// The pause between two runs. The next run handles all writes that were made during the pause.
const PAUSE_BETWEEN_RUNS: Duration = Duration::from_millis(50);
/// The maximum time that a run waits for a change. Changes by other replicas are noticed after this time at the latest.
const MAX_WAIT_FOR_CHANGE: Duration = Duration::from_secs(1);
/// The maximum number of records that one SQL statement writes.
const MAX_RECORDS_PER_STATEMENT: usize = 500;
/// The maximum number of rows that one transaction updates. Other writes can run between two transactions.
const MAX_UPDATED_ROWS_PER_TRANSACTION: i64 = 5_000;
/// How long a record that is no longer public stays in the feed.
pub const NON_PUBLIC_RETENTION_DAYS: i64 = 90;

/// The kind of a record in the feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as the rest of the contract names them")]
pub enum FeedRecordKind {
    Article,
    Category,
    Page,
    Place,
    Settings,
}

impl FeedRecordKind {
    /// The name of the kind in the API and in the table `public_record`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::Category => "category",
            Self::Page => "page",
            Self::Place => "place",
            Self::Settings => "settings",
        }
    }

    /// The SQL query for id, slug, version and visibility of all records of the kind. The `id` of every standing page
    /// is 1, because their cache tag names no page.
    fn select_sql(self) -> &'static str {
        match self {
            Self::Article => "select id, cast(id as text) as record_id, slug, version, is_public from article",
            Self::Category => {
                "select id, cast(id as text) as record_id, slug, version, true as is_public from category"
            }
            Self::Page => {
                "select 1 as id, substr(name, 2) as record_id, null as slug, version, true as is_public from static_page"
            }
            Self::Place => "select id, cast(id as text) as record_id, slug, version, is_public from place",
            Self::Settings => {
                "select id, cast(id as text) as record_id, null as slug, version, true as is_public from setting"
            }
        }
    }
}

/// The number of an entry of the change log, and the time of the entry.
type ChangeSeqAndTime = (ChangeSeq, Timestamp);

/// The records that a batch of change log entries affects, each with the position of the last entry that affects it.
#[derive(Debug, Default)]
struct AffectedRecords {
    records: BTreeMap<(FeedRecordKind, i64), ChangeSeqAndTime>,
    /// The position of the last entry that affects all places. `None` if no entry affects all places.
    last_change_of_all_places: Option<ChangeSeqAndTime>,
}

impl AffectedRecords {
    fn from_changes(changes: Vec<ChangeLogEntry>) -> Self {
        let mut affected = Self::default();
        for ChangeLogEntry { seq, tags, created_at } in changes {
            // In an entry with one of these tags, `PlacePages` does not mean all places. A change of a category affects
            // only the places in it, and an alert has a tag for each of its places.
            let is_limited_to_some_places =
                tags.iter().any(|tag| matches!(tag, CacheTag::Category(_) | CacheTag::Alerts));
            for tag in tags.0 {
                let record = match tag {
                    CacheTag::Place(id) => (FeedRecordKind::Place, id.0),
                    CacheTag::Article(id) => (FeedRecordKind::Article, id.0),
                    CacheTag::Category(id) => (FeedRecordKind::Category, id.0),
                    // The tag does not name the page, so all standing pages are affected. Each has the id 1 here.
                    CacheTag::StandingPages => (FeedRecordKind::Page, 1),
                    CacheTag::Settings => (FeedRecordKind::Settings, 1),
                    CacheTag::PlacePages if !is_limited_to_some_places => {
                        affected.last_change_of_all_places = Some((seq, created_at));
                        continue;
                    }
                    _ => continue,
                };
                affected.records.insert(record, (seq, created_at));
            }
        }
        // A place in `records` may also be in a group of places. A group is only an SQL condition, so its members are
        // not known here. Each place therefore gets the last entry of all groups, if that entry is later than its own.
        if let Some((_, last_position)) = affected.place_groups().into_iter().max_by_key(|(_, (seq, _))| *seq) {
            let places = affected.records.iter_mut().filter(|((kind, _), _)| *kind == FeedRecordKind::Place);
            places.for_each(|(_, position)| *position = last_position.max(*position));
        }
        affected
    }

    /// The groups of places that one entry affects together: the places of a changed category, or all places. Each
    /// group is an SQL condition on `public_record`, with the last entry that affects the group.
    fn place_groups(&self) -> Vec<(String, ChangeSeqAndTime)> {
        let categories = self.records.iter().filter(|((kind, _), _)| *kind == FeedRecordKind::Category);
        let groups = categories.map(|((_, id), position)| {
            let places = format!("select cast(place_id as text) from place_category where category_id = {id}");
            (format!("record_id in ({places})"), *position)
        });
        groups.chain(self.last_change_of_all_places.map(|position| ("true".to_owned(), position))).collect()
    }

    async fn store(&self, tx: &mut Tx) -> Result<(), StoreError> {
        let all: Vec<_> = self.records.iter().collect();
        for chunk in all.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
            for chunk in chunk.chunks(MAX_RECORDS_PER_STATEMENT) {
                let kind = chunk[0].0.0;
                let rows: Vec<_> =
                    chunk.iter().map(|((_, id), (seq, at))| format!("({id}, {seq}, {})", at.0)).collect();
                for statement in upsert_statements(kind, &rows.join(", ")) {
                    execute!(tx, sqlx::query(AssertSqlSafe(statement.clone())).persistent(false))?;
                }
            }
        }
        Ok(())
    }
}

/// The statements that add records to the feed. Each of the SQL `rows` has the id of a record, and the number and the
/// time of its change log entry. A record that is not public is written only if it is still public in the feed.
fn upsert_statements(kind: FeedRecordKind, rows: &str) -> [String; 2] {
    let (name, select) = (kind.name(), kind.select_sql());
    let changed = format!("with changed (id, seq, at) as (values {rows})");
    [
        format!(
            "{changed} insert into public_record (kind, record_id, slug, version, is_public, seq, changed_at)
            select '{name}', record.record_id, record.slug, record.version, record.is_public, changed.seq, changed.at
            from changed join ({select}) record on record.id = changed.id
            where record.is_public or exists (select 1 from public_record known
                where known.kind = '{name}' and known.record_id = record.record_id and known.is_public)
            on conflict (kind, record_id) do update set slug = excluded.slug, version = excluded.version,
            is_public = excluded.is_public, seq = excluded.seq, changed_at = excluded.changed_at"
        ),
        // Marks records that no longer exist as not public.
        format!(
            "{changed} update public_record set is_public = false, seq = changed.seq, changed_at = changed.at from changed
            where kind = '{name}' and record_id = cast(changed.id as text) and is_public
            and not exists (select 1 from ({select}) record where record.id = changed.id)"
        ),
    ]
}

/// Brings the feed up to date. Then waits for the next change, at most [`MAX_WAIT_FOR_CHANGE`]. Returns the time until
/// the next run.
pub async fn run_change_feed_task(app: App) -> Result<Duration, StoreError> {
    let mut receiver = app.change_notifier.subscribe();
    update_change_feed(&app).await?;
    let _ = tokio::time::timeout(MAX_WAIT_FOR_CHANGE, receiver.changed()).await;
    Ok(PAUSE_BETWEEN_RUNS)
}

/// Adds all new entries of the change log to the feed, and notifies waiting requests and webhooks.
pub async fn update_change_feed(app: &App) -> Result<(), StoreError> {
    while add_next_entries(app).await? {}
    // Requests and webhooks that wait for a change of the feed are notified only here, and only if the feed has
    // changed.
    let newest_reportable_seq = newest_reportable_feed_seq(app).await?;
    app.newest_feed_seq.send_if_modified(|seq| std::mem::replace(seq, newest_reportable_seq) != newest_reportable_seq);
    Ok(())
}

/// Adds the next entries of the change log to the feed. Returns whether there may be more.
async fn add_next_entries(app: &App) -> Result<bool, StoreError> {
    let last_added_seq = feed_state(&app.db).await?.seq;
    let changes = change_log::list_after(&app.db, last_added_seq).await?;
    let Some(ChangeLogEntry { seq, .. }) = changes.last() else { return Ok(false) };
    let (last_seq, affected) = (*seq, AffectedRecords::from_changes(changes));
    for (condition, position) in affected.place_groups() {
        set_last_change_of_places(&app.db, &condition, position).await?;
    }
    let work = app.db.write::<_, StoreError, _>(move |tx| {
        Box::pin(async move {
            // Only one replica adds these entries. Other replicas wait here for its commit. Then the counter no longer
            // has the old value, so they add nothing.
            let advance_counter = "update counter set value = $2 where name = 'change_feed_seq' and value = $1";
            if execute!(tx, sqlx::query(advance_counter).bind(last_added_seq).bind(last_seq))? > 0 {
                affected.store(tx).await?;
            }
            Ok(())
        })
    });
    work.await?;
    Ok(true)
}

/// Sets `seq` and `at` as the last change of the public places for which the SQL `condition` is true.
/// Uses several writes. Clients do not see these places as changed until the feed has reached the entry `seq`.
async fn set_last_change_of_places(db: &Db, condition: &str, (seq, at): ChangeSeqAndTime) -> Result<(), StoreError> {
    let update = format!(
        "update public_record set seq = {seq}, changed_at = {} where kind = 'place' and seq < {seq} and record_id in (
            select record_id from public_record where kind = 'place' and is_public and seq < {seq} and {condition}
            limit {MAX_UPDATED_ROWS_PER_TRANSACTION})",
        at.0
    );
    loop {
        let update = update.clone();
        let work = db.write::<_, StoreError, _>(move |tx| {
            Box::pin(async move { Ok(execute!(tx, sqlx::query(AssertSqlSafe(update.clone())).persistent(false))?) })
        });
        if work.await? == 0 {
            return Ok(());
        }
    }
}

/// The number of the last change log entry that this process may report: the feed has reached the entry, and this
/// process has invalidated the cached responses that are older than the entry.
pub async fn last_reportable_seq(app: &App) -> Result<ChangeSeq, StoreError> {
    Ok(app.change_notifier.last_announced_seq().min(feed_state(&app.db).await?.seq))
}

/// The number of the last entry in the feed that this process may report. 0 if there is none.
async fn newest_reportable_feed_seq(app: &App) -> Result<ChangeSeq, StoreError> {
    let max_seq = last_reportable_seq(app).await?;
    let select_newest_seq = "select coalesce(max(seq), 0) from public_record where seq <= $1";
    Ok(with_pool!(&app.db, |engine| sqlx::query_scalar(select_newest_seq).bind(max_seq).fetch_one(engine))?)
}

/// The position of the feed in the change log.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct FeedState {
    /// The number of the last change log entry that was added to the feed.
    pub seq: ChangeSeq,
    /// The number of a change log entry. Records that stopped being public in this entry or an earlier one were deleted
    /// from the feed.
    pub pruned_seq: ChangeSeq,
    /// A random number that identifies this feed. A cursor with another number comes from another database, or is older
    /// than the last restore of a backup.
    pub epoch: i64,
}

/// The current position of the feed.
pub async fn feed_state(db: &Db) -> Result<FeedState, StoreError> {
    const SELECT_STATE: &str = "select
        (select value from counter where name = 'change_feed_seq') as seq,
        (select value from counter where name = 'change_feed_pruned_seq') as pruned_seq,
        (select value from counter where name = 'change_feed_epoch') as epoch";
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_STATE).fetch_one(engine))?)
}

/// A record in the feed.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct FeedRecord {
    /// The kind of the record.
    pub kind: FeedRecordKind,
    /// The id of the record; for a standing page, its name.
    pub record_id: String,
    /// The slug of a place, an article or a category. `None` for standing pages and settings.
    pub slug: Option<String>,
    /// Whether the record is still public.
    pub is_public: bool,
    /// The last entry of the change log about the record.
    pub seq: ChangeSeq,
    /// The time of the last change.
    pub changed_at: Timestamp,
}

/// At most `limit` records that follow `(seq, kind, record_id)` in the feed and that this process may report. Records
/// that stopped being public in the entry `initial_seq` or an earlier one are left out. A client that began to read
/// the feed at `initial_seq` has never seen them.
pub async fn records_after(
    app: &App,
    (seq, kind, record_id): (ChangeSeq, &str, &str),
    initial_seq: ChangeSeq,
    limit: i64,
) -> Result<Vec<FeedRecord>, StoreError> {
    const SELECT_AFTER: &str = "select kind, record_id, slug, is_public, seq, changed_at from public_record
        where (seq, kind, record_id) > ($1, $2, $3) and seq <= $4 and (is_public or seq > $5)
        order by seq, kind, record_id limit $6";
    let max_seq = newest_reportable_feed_seq(app).await?;
    Ok(with_pool!(&app.db, |engine| sqlx::query_as(SELECT_AFTER)
        .bind(seq)
        .bind(kind)
        .bind(record_id)
        .bind(max_seq)
        .bind(initial_seq)
        .bind(limit)
        .fetch_all(engine))?)
}

/// Deletes the records that stopped being public before `cutoff`. Returns their number.
pub async fn prune(db: &Db, cutoff: Timestamp) -> Result<u64, StoreError> {
    db.write(move |tx| {
        Box::pin(async move {
            let select_last_seq = "select max(seq) from public_record where not is_public and changed_at < $1";
            let last_seq: Option<ChangeSeq> =
                with_tx!(tx, |engine| sqlx::query_scalar(select_last_seq).bind(cutoff).fetch_one(engine))?;
            let Some(last_seq) = last_seq else { return Ok(0) };
            let mark = "update counter set value = $1 where name = 'change_feed_pruned_seq' and value < $1";
            execute!(tx, sqlx::query(mark).bind(last_seq))?;
            let delete = "delete from public_record where not is_public and seq <= $1";
            Ok(execute!(tx, sqlx::query(delete).bind(last_seq))?)
        })
    })
    .await
}

/// Gives the feed a new epoch after a backup was restored, so that existing cursors become invalid. A cursor may name
/// an entry that is newer than the backup.
pub async fn begin_feed_epoch(tx: &mut Tx) -> Result<(), StoreError> {
    let update = "update counter set value = $1 where name = 'change_feed_epoch'";
    execute!(tx, sqlx::query(update).bind(random_feed_epoch()))?;
    Ok(())
}

/// Gives the feed of a new guide its first epoch, so that the guide accepts no cursors of other guides. Does nothing if
/// the feed already has an epoch.
pub async fn begin_first_feed_epoch(db: &Db) -> Result<(), StoreError> {
    let update = "update counter set value = $1 where name = 'change_feed_epoch' and value = 0";
    db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(update).bind(random_feed_epoch()))?;
            Ok(())
        })
    })
    .await
}

fn random_feed_epoch() -> i64 {
    i64::from(rand::random::<u32>()) + 1
}
