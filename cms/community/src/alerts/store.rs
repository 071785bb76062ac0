//! Reads and writes alerts.

use std::collections::{HashMap, HashSet};

use sqlx::{AssertSqlSafe, QueryBuilder};
use uuid::Uuid;

use super::dto::{Alert, AlertScope, AlertState, MAX_PLACE_NAMES};
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AlertId, CategoryId, PlaceId};
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::bulk::sorted_ids;
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, insert_row, update_row, with_pool, with_tx};

/// The maximum number of alerts that have not ended.
pub const MAX_ALERTS_NOT_ENDED: i64 = 200;
/// Up to this number of places, a change of an alert invalidates the page of each of its places. Above it, the change
/// invalidates the pages of all places of the guide.
const MAX_INDIVIDUALLY_INVALIDATED_PLACE_PAGES: usize = 100;

/// A query for alerts with their category and the account that created them. `$rest` follows the `where`.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "
select alert.id, alert.version, alert.uuid, alert.level, alert.scope, alert.state, alert.text, alert.source,
    alert.source_url, alert.starts_at, alert.ends_at, alert.category_id, category.name as category_name,
    alert.account_id, nullif(trim(account.first_name || ' ' || account.last_name), '') as account_name,
    alert.created_at, alert.updated_at
from alert
left join category on category.id = alert.category_id
left join account on account.id = alert.account_id
where ",
            $rest
        )
    };
}

const SELECT_ONE: &str = select!("alert.id = $1");
const SELECT_ONE_LOCKED: &str = select!("alert.id = $1 for update of alert");
// Selects the alerts with the latest start first. Their end does not affect the order.
const SELECT_PAGE: &str = select!(
    "($1 is null or alert.state = $1) and ($2 is null or alert.id in
        (select alert_id from alert_place where place_id = $2))
    order by alert.starts_at desc, alert.id desc limit $3 offset $4"
);
const COUNT: &str = "select count(*) from alert where ($1 is null or state = $1)
    and ($2 is null or id in (select alert_id from alert_place where place_id = $2))";
// An alert about places is public if one of the places is public.
const SELECT_PUBLIC: &str = select!(
    "alert.state <> 'ended' and ($1 is null or alert.state = $1) and ($2 is null or alert.scope = $2)
    and (alert.scope <> 'places' or exists (select 1 from alert_place join place on place.id = alert_place.place_id
        where alert_place.alert_id = alert.id and place.is_public))
    order by case alert.state when 'current' then 0 else 1 end, alert.starts_at desc, alert.id desc"
);

/// A page of alerts, those with the latest start first. If given, `state` and `place` restrict it to alerts in this
/// state and to alerts that name this place.
pub async fn list(
    db: &Db,
    (state, place): (Option<AlertState>, Option<PlaceId>),
    page: PageParams,
) -> Result<Page<Alert>, StoreError> {
    let mut items: Vec<Alert> = with_pool!(db, |engine| sqlx::query_as(SELECT_PAGE)
        .bind(state)
        .bind(place)
        .bind(page.limit)
        .bind(page.offset)
        .fetch_all(engine))?;
    attach_places(db, &mut items, false).await?;
    let total = with_pool!(db, |engine| sqlx::query_scalar(COUNT).bind(state).bind(place).fetch_one(engine))?;
    Ok(page.page(items, total))
}

/// The public alerts with this state and this scope, if given; the current ones come first. Each alert has only its
/// public places, and no fields for admins.
pub async fn list_public(
    db: &Db,
    state: Option<AlertState>,
    scope: Option<AlertScope>,
) -> Result<Vec<Alert>, StoreError> {
    let mut items: Vec<Alert> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_PUBLIC).bind(state).bind(scope).fetch_all(engine))?;
    attach_places(db, &mut items, true).await?;
    Ok(items.into_iter().map(Alert::without_admin_only_fields).collect())
}

/// An alert with all its places; `None` if it does not exist.
pub async fn find(db: &Db, id: AlertId) -> Result<Option<Alert>, StoreError> {
    let mut found: Vec<Alert> = with_pool!(db, |engine| sqlx::query_as(SELECT_ONE).bind(id).fetch_all(engine))?;
    attach_places(db, &mut found, false).await?;
    Ok(found.pop())
}

/// Loads the ids and names of the places with one query and sets them in `alerts`.
async fn attach_places(db: &Db, alerts: &mut [Alert], public_only: bool) -> Result<(), StoreError> {
    if alerts.iter().all(|alert| alert.scope != AlertScope::Places) {
        return Ok(());
    }
    let ids: Vec<i64> = alerts.iter().map(|alert| alert.id.0).collect();
    let rows: Vec<(AlertId, PlaceId, String)> =
        with_pool!(db, |pool, D| select_places::<D>(&ids, public_only).build_query_as().fetch_all(pool))?;
    let mut places: HashMap<AlertId, Vec<(PlaceId, String)>> = HashMap::new();
    for (alert, place, name) in rows {
        places.entry(alert).or_default().push((place, name));
    }
    for alert in alerts {
        set_places(alert, places.remove(&alert.id).unwrap_or_default());
    }
    Ok(())
}

fn select_places<D: Dialect>(ids: &[i64], public_only: bool) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "select alert_place.alert_id, place.id, place.name from alert_place
         join place on place.id = alert_place.place_id where alert_place.alert_id in (",
    );
    D::push_number_rows(&mut query, ids);
    query.push(")");
    if public_only {
        query.push(" and place.is_public = true");
    }
    query.push(" order by alert_place.alert_id, place.name_key, place.id");
    query
}

fn set_places(alert: &mut Alert, places: Vec<(PlaceId, String)>) {
    alert.place_ids = places.iter().map(|(id, _)| *id).collect();
    alert.place_names = places.into_iter().map(|(_, name)| name).take(MAX_PLACE_NAMES).collect();
}

/// An alert with all its places, locked until the commit. Errors: [`StoreError::NotFound`] if it does not exist.
pub async fn get_for_update(tx: &mut Tx, id: AlertId) -> Result<Alert, StoreError> {
    // SQLite has a single writer and no row locks.
    let select = if matches!(tx, Tx::Postgres(_)) { SELECT_ONE_LOCKED } else { SELECT_ONE };
    let mut alert: Alert = with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?;
    let select = "select place.id, place.name from alert_place join place on place.id = alert_place.place_id
        where alert_place.alert_id = $1 order by place.name_key, place.id";
    let places = with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_all(engine))?;
    set_places(&mut alert, places);
    Ok(alert)
}

/// The number of alerts that have not ended.
pub async fn count_alerts_not_ended(tx: &mut Tx) -> Result<i64, StoreError> {
    let select = "select count(*) from alert where state <> 'ended'";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).fetch_one(engine))?)
}

/// Stores a new alert with its places. Ignores the id and the uuid of `alert`; both are generated. Returns the id.
pub async fn add(tx: &mut Tx, mut alert: Alert) -> Result<AlertId, StoreError> {
    alert.uuid = Uuid::now_v7().to_string();
    let id: AlertId = insert_row!(
        tx,
        "insert into alert",
        alert { uuid, level, scope, category_id, text, source, source_url, starts_at, ends_at, state, account_id },
        { refreshed_at: alert.created_at, created_at: alert.created_at, updated_at: alert.updated_at }
    )?;
    add_places(tx, id, &alert.place_ids).await?;
    Ok(id)
}

/// Stores the places and all other editable fields of `after`, with its state. Increments the version of the alert.
pub async fn change(tx: &mut Tx, before: &Alert, after: &Alert, now: Timestamp) -> Result<(), StoreError> {
    update_row!(
        tx,
        "update alert set version = version + 1",
        after.id,
        after { level, scope, category_id, text, source, source_url, starts_at, ends_at, state },
        { updated_at: now }
    )?;
    if sorted_ids(before.place_ids.clone()) != sorted_ids(after.place_ids.clone()) {
        execute!(tx, sqlx::query("delete from alert_place where alert_id = $1").bind(after.id))?;
        add_places(tx, after.id, &after.place_ids).await?;
    }
    Ok(())
}

/// Stores the state of an alert that has begun or ended. Its version and `updated_at` stay.
pub async fn set_state(tx: &mut Tx, alert: &Alert) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("update alert set state = $1 where id = $2").bind(alert.state).bind(alert.id))?;
    Ok(())
}

async fn add_places(tx: &mut Tx, id: AlertId, places: &[PlaceId]) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let ids = comma_separated(places);
    let insert = format!("insert into alert_place (alert_id, place_id) select $1, id from place where id in ({ids})");
    execute!(tx, sqlx::query(AssertSqlSafe(insert)).bind(id).persistent(false))?;
    Ok(())
}

/// The ids in `places` that no place has.
pub async fn unknown_places(tx: &mut Tx, places: &[PlaceId]) -> Result<Vec<PlaceId>, StoreError> {
    if places.is_empty() {
        return Ok(Vec::new());
    }
    let select = format!("select id from place where id in ({})", comma_separated(places));
    let known: Vec<PlaceId> =
        with_tx!(tx, |engine| sqlx::query_scalar(AssertSqlSafe(select)).persistent(false).fetch_all(engine))?;
    let known: HashSet<PlaceId> = known.into_iter().collect();
    Ok(places.iter().copied().filter(|id| !known.contains(id)).collect())
}

/// Whether the category exists.
pub async fn category_exists(tx: &mut Tx, id: CategoryId) -> Result<bool, StoreError> {
    let select = "select exists (select 1 from category where id = $1)";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(id).fetch_one(engine))?)
}

/// The interval at which pages that show a closure without an end are rendered again. A rendered page states such a
/// closure only until seven days after the rendering.
const PAGE_REFRESH_INTERVAL_S: i64 = 3 * 24 * 3600;

/// If the pages of a `closed` alert without an end are due to be rendered again, stores `now` as the time of the
/// rendering and returns `true`.
pub async fn mark_pages_refreshed_if_due(tx: &mut Tx, id: AlertId, now: Timestamp) -> Result<bool, StoreError> {
    let update = "update alert set refreshed_at = $2 where id = $1 and state = 'current' and level = 'closed'
        and ends_at is null and refreshed_at <= $3";
    let cutoff = now.plus_seconds(-PAGE_REFRESH_INTERVAL_S);
    Ok(execute!(tx, sqlx::query(update).bind(id).bind(now).bind(cutoff))? > 0)
}

/// At most `limit` alerts that are due to begin or end, or whose pages are due to be rendered again (see
/// [`mark_pages_refreshed_if_due`]).
pub async fn list_due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<AlertId>, StoreError> {
    let cutoff = now.plus_seconds(-PAGE_REFRESH_INTERVAL_S);
    let select = "select id from alert where state = 'upcoming' and starts_at <= $1
        union select id from alert where state = 'current' and ends_at <= $1
        union select id from alert where state = 'current' and level = 'closed' and ends_at is null
            and refreshed_at <= $2 order by id limit $3";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(select).bind(now).bind(cutoff).bind(limit).fetch_all(engine))?)
}

/// Marks the cached JSON of the places of an alert as outdated (cms/content/src/places/list_cache.rs). The caller must
/// hold `AdvisoryLock::Places` exclusively.
pub async fn invalidate_list_cache(tx: &mut Tx, alert: &Alert) -> Result<(), StoreError> {
    match alert.scope {
        AlertScope::Places if !alert.place_ids.is_empty() => {
            let ids = comma_separated(&alert.place_ids);
            let update = format!("update place set list_json_epoch = 0 where id in ({ids})");
            execute!(tx, sqlx::query(AssertSqlSafe(update)).persistent(false))?;
        }
        // A category can have tens of thousands of places, so one counter marks the JSON of all places as outdated.
        AlertScope::Category => crate::categories::store::invalidate_list_cache(tx).await?,
        AlertScope::Places | AlertScope::Guide => {}
    }
    Ok(())
}

/// The cache tags to invalidate when this alert changes.
pub async fn cache_tags_to_invalidate(tx: &mut Tx, alert: &Alert) -> Result<Vec<CacheTag>, StoreError> {
    let mut tags = vec![CacheTag::Alerts];
    match (alert.state, alert.scope) {
        (AlertState::Ended, _) => tags.clear(),
        (AlertState::Upcoming, _) => {}
        (AlertState::Current, AlertScope::Guide) => tags.push(CacheTag::GuideAlerts),
        (AlertState::Current, AlertScope::Category) => {
            tags.extend([CacheTag::Places, CacheTag::PlacePages]);
            tags.extend(alert.category_id.map(CacheTag::Category));
        }
        (AlertState::Current, AlertScope::Places) => {
            tags.push(CacheTag::Places);
            tags.extend(alert.place_ids.iter().copied().map(CacheTag::Place));
            if alert.place_ids.len() > MAX_INDIVIDUALLY_INVALIDATED_PLACE_PAGES {
                tags.push(CacheTag::PlacePages);
            } else if !alert.place_ids.is_empty() {
                let ids = comma_separated(&alert.place_ids);
                let select =
                    AssertSqlSafe(format!("select slug from place_slug where place_id in ({ids}) order by slug"));
                let slugs: Vec<String> =
                    with_tx!(tx, |engine| sqlx::query_scalar(select).persistent(false).fetch_all(engine))?;
                tags.extend(slugs.into_iter().map(|slug| CacheTag::PlaceSlug(slug.into())));
            }
        }
    }
    Ok(tags)
}

/// The ids as text, separated by commas, for `in (…)` in SQL.
fn comma_separated(ids: &[PlaceId]) -> String {
    ids.iter().map(PlaceId::to_string).collect::<Vec<_>>().join(", ")
}
