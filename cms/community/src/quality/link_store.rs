//! Reads and writes links, the results of their checks, and the records and fields that contain them.

use std::collections::BTreeSet;

use super::dto::DeadLink;
use super::link_check::{LinkCheck, LinkState};
use crate::common::clock::Timestamp;
use crate::common::id::CheckedLinkId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, with_pool};

/// The fields of public records that may contain a link.
const SELECT_LINK_FIELDS: &str = "
select 'place' as kind, id as record_id, 'website' as field, website as url
from place where is_public = true and website is not null
union all
select 'place', id, 'affiliateLink', affiliate_link from place where is_public = true and affiliate_link is not null
union all
select 'place', id, 'bookingComUrl', booking_com_url from place where is_public = true and booking_com_url is not null
union all
select 'place', id, 'agodaUrl', agoda_url from place where is_public = true and agoda_url is not null
union all
select 'place', id, 'googleMapsUrl', google_maps_url from place where is_public = true and google_maps_url is not null
union all
select 'place', id, 'directBookingContact', direct_booking_contact
from place where is_public = true and direct_booking_contact is not null
union all
select 'place', place.id, 'checks.' || fact_group, source_url
from fact_check join place on place.id = fact_check.place_id where place.is_public = true and source_url is not null
union all
select 'article', id, 'externalUrl', external_url from article where is_public = true and external_url is not null";

/// The SQL for dead links, joined with the public records that contain them now. `link_use` may be outdated, so each
/// link is compared with the current value of its field.
macro_rules! from_dead_links {
    ($select:literal, $rest:literal) => {
        concat!(
            $select,
            "
from link_check link
join link_use used on used.url = link.url
left join place on used.kind = 'place' and place.id = used.record_id and place.is_public = true
left join article on used.kind = 'article' and article.id = used.record_id and article.is_public = true
where link.is_dead and (link.url = case used.field
        when 'website' then place.website
        when 'affiliateLink' then place.affiliate_link
        when 'bookingComUrl' then place.booking_com_url
        when 'agodaUrl' then place.agoda_url
        when 'googleMapsUrl' then place.google_maps_url
        when 'directBookingContact' then place.direct_booking_contact
        when 'externalUrl' then article.external_url end
    or exists (select 1 from fact_check where fact_check.place_id = place.id
        and used.field = 'checks.' || fact_check.fact_group and fact_check.source_url = link.url)) ",
            $rest
        )
    };
}

const SELECT_DEAD: &str = from_dead_links!(
    "select link.id, link.url, used.kind, used.record_id, coalesce(place.name, article.title) as name, used.field,
    link.failure, link.status, link.failing_since, link.checked_at, link.due_at <= $1 as is_due",
    "order by link.failing_since, link.id, used.kind, used.record_id, used.field limit $2 offset $3"
);
const COUNT_DEAD_LINKS: &str = from_dead_links!("select count(*)", "");

// Selects at most `$2` links of each host, so that a host with many links does not delay the checks of other hosts.
const SELECT_DUE: &str = "
select id, url, host, failing_since from (
    select id, url, host, failing_since, due_at, row_number() over (partition by host order by due_at, id) as host_rank
    from link_check where due_at <= $1) ranked
where host_rank <= $2 order by due_at, id limit $3";

const UPDATE_LINK_CHECK: &str = "
update link_check set status = $2, failure = $3, checked_at = $4, failing_since = $5, is_dead = $6, due_at = $7
where id = $1 and failing_since is not distinct from $8";

const INSERT_LINK_USE: &str = "
insert into link_use (kind, record_id, field, url) values ($1, $2, $3, $4)
on conflict (kind, record_id, field) do update set url = excluded.url";

/// A link in a field of a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::FromRow)]
pub struct LinkUse {
    /// `place` or `article`.
    pub kind: String,
    /// The id of the record.
    pub record_id: i64,
    /// The name of the field, such as `website`.
    pub field: String,
    /// The link: the text of the field.
    pub url: String,
}

/// A link whose check is due.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct DueLink {
    /// The id of the link.
    pub id: CheckedLinkId,
    /// The URL of the link.
    pub url: String,
    /// The host of the URL, by which requests are limited.
    pub host: String,
    /// The time of the first failed check since the link last worked. `None` if the last check did not fail, or if
    /// there was none.
    pub failing_since: Option<Timestamp>,
}

/// The current values of all fields of public records that may contain a link.
pub async fn current_link_uses(db: &Db) -> Result<Vec<LinkUse>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_LINK_FIELDS).fetch_all(engine))?)
}

/// The link uses that are stored: those that `link_task::collect` found in its last run.
pub async fn stored_link_uses(db: &Db) -> Result<BTreeSet<LinkUse>, StoreError> {
    let select = "select kind, record_id, field, url from link_use";
    let uses: Vec<LinkUse> = with_pool!(db, |engine| sqlx::query_as(select).fetch_all(engine))?;
    Ok(uses.into_iter().collect())
}

/// Stores link uses and the hosts of their links. A link use replaces the stored one of the same field. New links are
/// due for a check.
pub async fn add_link_uses(tx: &mut Tx, uses: &[(LinkUse, String)], now: Timestamp) -> Result<(), StoreError> {
    let insert_link = "insert into link_check (url, host, due_at) values ($1, $2, $3) on conflict (url) do nothing";
    for (LinkUse { kind, record_id, field, url }, host) in uses {
        execute!(tx, sqlx::query(insert_link).bind(url).bind(host).bind(now))?;
        execute!(tx, sqlx::query(INSERT_LINK_USE).bind(kind).bind(record_id).bind(field).bind(url))?;
    }
    Ok(())
}

/// Deletes stored link uses. If another link has been stored for a field in the meantime, that link use stays.
pub async fn remove_link_uses(tx: &mut Tx, uses: &[LinkUse]) -> Result<(), StoreError> {
    let delete = "delete from link_use where kind = $1 and record_id = $2 and field = $3 and url = $4";
    for LinkUse { kind, record_id, field, url } in uses {
        execute!(tx, sqlx::query(delete).bind(kind).bind(record_id).bind(field).bind(url))?;
    }
    Ok(())
}

/// Deletes the links that no stored link use contains, and stores `now` as the time of the last collection.
pub async fn finish_collection(tx: &mut Tx, now: Timestamp) -> Result<(), StoreError> {
    let delete = "delete from link_check where not exists (select 1 from link_use where link_use.url = link_check.url)";
    execute!(tx, sqlx::query(delete))?;
    execute!(tx, sqlx::query("update counter set value = $1 where name = 'link_collection'").bind(now))?;
    Ok(())
}

/// The time of the last collection.
pub async fn last_collection_time(db: &Db) -> Result<Timestamp, StoreError> {
    let select = "select value from counter where name = 'link_collection'";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(select).fetch_one(engine))?)
}

/// Leases all link checks for this process. The lease ends at `until`. Returns `false` if another process has a lease
/// that has not ended.
pub async fn lease_link_checks(db: &Db, now: Timestamp, until: Timestamp) -> Result<bool, StoreError> {
    let update = "update counter set value = $2 where name = 'link_check_claim' and value <= $1";
    db.write(move |tx| Box::pin(async move { Ok(execute!(tx, sqlx::query(update).bind(now).bind(until))? > 0) })).await
}

/// Ends a lease before `until`, the end that was passed to [`lease_link_checks`]. Does nothing if another process has
/// leased the checks since then.
pub async fn release_link_checks(db: &Db, until: Timestamp) -> Result<(), StoreError> {
    let update = "update counter set value = 0 where name = 'link_check_claim' and value = $1";
    db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(update).bind(until))?;
            Ok(())
        })
    })
    .await
}

/// The links whose check is due, those with the earliest due time first: at most `limit`, and at most `per_host` of
/// each host.
pub async fn due_links(db: &Db, now: Timestamp, (per_host, limit): (i64, i64)) -> Result<Vec<DueLink>, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_DUE).bind(now).bind(per_host).bind(limit).fetch_all(engine))?)
}

/// Records a check and the state after it, unless another replica has changed the state since the link was read.
pub async fn record_link_check(
    tx: &mut Tx,
    link: &DueLink,
    check: LinkCheck,
    state: LinkState,
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(
        tx,
        sqlx::query(UPDATE_LINK_CHECK)
            .bind(link.id)
            .bind(check.status)
            .bind(check.result.failure())
            .bind(now)
            .bind(state.failing_since)
            .bind(state.is_dead)
            .bind(state.due_at)
            .bind(link.failing_since)
    )?;
    Ok(())
}

/// Sets the time of the next check. Returns whether the link exists.
pub async fn set_next_check_time(tx: &mut Tx, id: CheckedLinkId, due_at: Timestamp) -> Result<bool, StoreError> {
    let update = "update link_check set due_at = $2 where id = $1";
    Ok(execute!(tx, sqlx::query(update).bind(id).bind(due_at))? > 0)
}

/// One page of the dead links of public records, ordered by the time of the first failed check. A link is repeated for
/// each record and field that contains it.
pub async fn dead_links(db: &Db, now: Timestamp, page: PageParams) -> Result<Page<DeadLink>, StoreError> {
    let PageParams { limit, offset } = page;
    let items: Vec<DeadLink> =
        with_pool!(db, |engine| sqlx::query_as(SELECT_DEAD).bind(now).bind(limit).bind(offset).fetch_all(engine))?;
    Ok(page.page(items, count_dead_links(db).await?))
}

/// The number of items of [`dead_links`] on all pages.
pub async fn count_dead_links(db: &Db) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(COUNT_DEAD_LINKS).fetch_one(engine))?)
}
