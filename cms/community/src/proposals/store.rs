//! Stores and reads proposals and reports.

use std::collections::HashMap;

use sqlx::{AssertSqlSafe, QueryBuilder};

use super::dto::{MIN_CONFIRMATIONS, Proposal, ProposalCounts, Report};
use super::source;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId, ProposalId};
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError, Tx};
use crate::http::app::HookFuture;
use crate::http::input::pagination::{Page, PageParams};
use crate::{execute, insert_row, with_pool, with_tx};

/// How long the email addresses and the source hashes of reports are stored after the decision, in seconds: 90 days.
/// The Privacy page states this time.
pub const PERSONAL_DATA_RETENTION_S: i64 = 90 * 24 * 3600;
/// Open proposals that look like spam are deleted this long after their last report, in seconds: 30 days.
const SPAM_RETENTION_S: i64 = 30 * 24 * 3600;
/// Open confirmations from too few sources are deleted this long after their last report, in seconds: 180 days.
const OPEN_CONFIRMATION_RETENTION_S: i64 = 180 * 24 * 3600;
/// The maximum number of reports of a proposal in a response.
const MAX_SHOWN_REPORTS: i64 = 20;

const COLUMNS: &str = "proposal.id, proposal.place_id, place.name as place_name, proposal.origin, proposal.state,
    proposal.account_id, proposal.base_version, proposal.base_values, proposal.changes, proposal.note, proposal.report_kind,
    proposal.fact_group, proposal.is_spam, proposal.spam_score, proposal.spam_reasons, proposal.source_count,
    proposal.place_version, proposal.decided_by, proposal.decided_at, proposal.created_at, proposal.updated_at";

/// Selects only the proposals whose place is not in the trash.
const FROM_PROPOSALS_OUTSIDE_TRASH: &str =
    "from proposal join place on place.id = proposal.place_id where place.deleted_at is null";

const SELECT_COUNTS: &str = "
select coalesce(sum(case when is_spam then 0 else 1 end), 0) as open,
    coalesce(sum(case when is_spam or coalesce(report_kind, '') <> 'unsafe' then 0 else 1 end), 0) as danger,
    coalesce(sum(case when is_spam then 1 else 0 end), 0) as spam
from proposal join place on place.id = proposal.place_id
where place.deleted_at is null and state = 'open' and (coalesce(report_kind, '') <> 'stillRight' or source_count >= $1)";

const SELECT_HAS_ACCEPTED_CONTACT_CHANGE: &str = r#"
select exists (
    select 1 from proposal where place_id = $1 and state = 'accepted' and place_version is not null
        and (changed_contact or cast(changes as text) like '%"email"%' or cast(changes as text) like '%"website"%'))"#;

const COUNT_IDENTICAL_REPORTS: &str = "
select count(*) from proposal_report
where proposal_id = $1 and source_hash = $2 and coalesce(fingerprint, '') = $3 and coalesce(email, '') = $4";

const UPDATE_SOURCE_COUNT: &str = "
update proposal set updated_at = $2, source_count = (
    select count(distinct source_hash) from proposal_report where proposal_id = $1)
where id = $1";

const UPDATE_DECISION: &str = "
update proposal set state = $2, note = $3, place_version = $4, decided_by = $5, decided_at = $6, updated_at = $7
where id = $1";

// Another proposal for the place with the same merge key may have been opened since the decision. Then the merge key of
// the reopened proposal is removed, so that only one open proposal has it.
const REOPEN: &str = "
update proposal set state = 'open', decided_at = null, decided_by = null, place_version = null, changed_contact = false,
    updated_at = $2, merge_key = case when exists (
        select 1 from proposal other where other.place_id = proposal.place_id and other.merge_key = proposal.merge_key
            and other.state = 'open') then null else merge_key end
where id = $1";

const DELETE_PERSONAL_DATA: &str = "
update proposal_report set email = null, source_hash = null
where (email is not null or source_hash is not null)
    and proposal_id in (select id from proposal where decided_at <= $1)";

const DELETE_EXPIRED_PROPOSALS: &str = "
delete from proposal where state = 'open' and ((is_spam and updated_at <= $1)
    or (report_kind = 'stillRight' and source_count < $2 and updated_at <= $3))";

// Deletes only a verified address, because anyone can sign up with any address.
const DELETE_ACCOUNT_EMAIL_FROM_REPORTS: &str = "
update proposal_report set email = null
where email in (select email from account where id = $1 and is_email_verified)";

// Proposals that the team accepted or declined stay when the owner's account is deleted.
const DELETE_UNDECIDED_OWNER_PROPOSALS: &str =
    "delete from proposal where account_id = $1 and origin = 'owner' and state in ('open', 'withdrawn')";

/// Which proposals a list contains.
#[derive(Clone, Debug, Default)]
pub struct ProposalFilter {
    /// Only proposals in the state with this name.
    pub state: Option<String>,
    /// Only reports of the kind with this name. If `None`, open confirmations from too few sources are left out.
    pub kind: Option<String>,
    /// Only proposals for this place.
    pub place_id: Option<PlaceId>,
    /// `true` for only the proposals that look like spam, `false` for only the others.
    pub is_spam: Option<bool>,
    /// Only proposals that were created before this time.
    pub created_before: Option<Timestamp>,
}

/// A report to store.
pub struct NewReport<'a> {
    /// The hash of the account or network.
    pub source_hash: &'a str,
    /// The email address that is notified of the decision, normalized.
    pub email: Option<&'a str>,
    /// The text.
    pub details: Option<&'a str>,
    /// The fingerprint of the text: a hash that ignores case, diacritics, spaces and punctuation.
    pub fingerprint: Option<&'a str>,
    /// The version of the place that the reporter saw.
    pub seen_version: i64,
}

fn select(condition_and_order: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("select {COLUMNS} {FROM_PROPOSALS_OUTSIDE_TRASH} and {condition_and_order}"))
}

/// Inserts an open proposal. Its id, the name of its place and the fields of a decision are not used. Returns the new
/// id.
pub async fn insert(tx: &mut Tx, proposal: &Proposal, merge_key: &str) -> Result<ProposalId, StoreError> {
    Ok(insert_row!(tx, "insert into proposal", proposal {
        place_id, origin, state, account_id, base_version, base_values, changes, note, report_kind, fact_group, is_spam,
        spam_score, spam_reasons, source_count, created_at, updated_at,
    }, { merge_key: merge_key })?)
}

/// The id of the open proposal for this place with this merge key. `None` if there is none.
pub async fn open_proposal(tx: &mut Tx, place: PlaceId, merge_key: &str) -> Result<Option<ProposalId>, StoreError> {
    let select = "select id from proposal where place_id = $1 and merge_key = $2 and state = 'open'";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(place).bind(merge_key).fetch_optional(engine))?)
}

/// The proposal, locked until the commit. Errors: [`StoreError::NotFound`] if it does not exist or its place is in the
/// trash.
pub async fn get_for_update(tx: &mut Tx, id: ProposalId) -> Result<Proposal, StoreError> {
    if matches!(tx, Tx::Postgres(_)) {
        execute!(tx, sqlx::query("select 1 from proposal where id = $1 for update").bind(id))?;
    }
    let select = select("proposal.id = $1");
    Ok(with_tx!(tx, |engine| sqlx::query_as(select).bind(id).fetch_one(engine))?)
}

/// The proposal. `None` if it does not exist or its place is in the trash.
pub async fn find(db: &Db, id: ProposalId) -> Result<Option<Proposal>, StoreError> {
    let select = select("proposal.id = $1");
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).fetch_optional(engine))?)
}

/// The open proposals of owners for a place, the oldest first; at most 100.
pub async fn open_owner_proposals(db: &Db, place: PlaceId) -> Result<Vec<Proposal>, StoreError> {
    let select = select(
        "proposal.place_id = $1 and proposal.origin = 'owner' and proposal.state = 'open'
        order by proposal.created_at, proposal.id limit 100",
    );
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(place).fetch_all(engine))?)
}

/// Whether an accepted proposal changed the email address or the website of the place.
pub async fn has_accepted_email_or_website_change(db: &Db, place: PlaceId) -> Result<bool, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_scalar(SELECT_HAS_ACCEPTED_CONTACT_CHANGE).bind(place).fetch_one(engine))?)
}

/// One page of proposals: open reports of a danger come first, then all other proposals. Both parts begin with the
/// newest.
pub async fn list(db: &Db, filter: &ProposalFilter, page: PageParams) -> Result<Page<Proposal>, StoreError> {
    let items: Vec<Proposal> =
        with_pool!(db, |pool, D| ordered_query::<D>(filter, page).build_query_as().fetch_all(pool))?;
    Ok(page.page(items, total(db, filter).await?))
}

/// The number of proposals on all pages of a list.
pub async fn total(db: &Db, filter: &ProposalFilter) -> Result<i64, StoreError> {
    Ok(with_pool!(db, |pool, D| filtered_query::<D>("count(*)", filter).build_query_scalar().fetch_one(pool))?)
}

fn ordered_query<D: Dialect>(filter: &ProposalFilter, page: PageParams) -> QueryBuilder<D> {
    let mut statement = filtered_query(COLUMNS, filter);
    statement.push(
        " order by case when proposal.state = 'open' and proposal.report_kind = 'unsafe' then 0 else 1 end,
        proposal.created_at desc, proposal.id desc",
    );
    D::push_limit_and_offset(&mut statement, page.limit, page.offset);
    statement
}

fn filtered_query<D: Dialect>(columns: &str, filter: &ProposalFilter) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new(format!("select {columns} {FROM_PROPOSALS_OUTSIDE_TRASH}"));
    for (column, value) in [("state", &filter.state), ("report_kind", &filter.kind)] {
        if let Some(value) = value {
            statement.push(format_args!(" and proposal.{column} = "));
            D::push_text(&mut statement, value.clone());
        }
    }
    if let Some(place) = filter.place_id {
        statement.push(" and proposal.place_id = ");
        D::push_number(&mut statement, place.0);
    }
    if let Some(is_spam) = filter.is_spam {
        statement.push(if is_spam { " and proposal.is_spam = true" } else { " and proposal.is_spam = false" });
    }
    if let Some(time) = filter.created_before {
        statement.push(" and proposal.created_at < ");
        D::push_number(&mut statement, time.0);
    }
    if filter.kind.is_none() {
        statement.push(
            " and (coalesce(proposal.report_kind, '') <> 'stillRight' or proposal.state <> 'open'
            or proposal.source_count >= ",
        );
        D::push_number(&mut statement, MIN_CONFIRMATIONS);
        statement.push(")");
    }
    statement
}

/// The newest reports of each of these proposals, the newest first: at most [`MAX_SHOWN_REPORTS`] for each proposal.
pub async fn newest_reports(db: &Db, ids: &[ProposalId]) -> Result<HashMap<ProposalId, Vec<Report>>, StoreError> {
    let mut reports_by_proposal: HashMap<ProposalId, Vec<Report>> = HashMap::new();
    if ids.is_empty() {
        return Ok(reports_by_proposal);
    }
    let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<Report> = with_pool!(db, |pool, D| newest_reports_query::<D>(&ids).build_query_as().fetch_all(pool))?;
    for row in rows {
        reports_by_proposal.entry(row.proposal_id).or_default().push(row);
    }
    Ok(reports_by_proposal)
}

fn newest_reports_query<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut statement = QueryBuilder::new(
        "select proposal_id, details, email, seen_version, created_at from (
            select report.*, row_number() over (partition by proposal_id order by id desc) as newest_first
            from proposal_report report where proposal_id in (",
    );
    D::push_number_rows(&mut statement, ids);
    statement.push(")) report where newest_first <= ");
    D::push_number(&mut statement, MAX_SHOWN_REPORTS);
    statement.push(" order by id desc");
    statement
}

/// The numbers of open proposals: all that are not spam, those of them that report a danger, and spam. Confirmations
/// from too few sources are not counted.
pub async fn counts(db: &Db) -> Result<ProposalCounts, StoreError> {
    Ok(with_pool!(db, |engine| sqlx::query_as(SELECT_COUNTS).bind(MIN_CONFIRMATIONS).fetch_one(engine))?)
}

/// The name and the version of a place. `None` if it is not public.
pub async fn public_place_name_and_version(db: &Db, id: PlaceId) -> Result<Option<(String, i64)>, StoreError> {
    let select = "select name, version from place where id = $1 and is_public";
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).fetch_optional(engine))?)
}

/// Adds a report and recounts the sources of the proposal.
pub async fn add_report(tx: &mut Tx, id: ProposalId, report: NewReport<'_>, now: Timestamp) -> Result<(), StoreError> {
    let _: i64 = insert_row!(tx, "insert into proposal_report", report {
        source_hash, email, details, fingerprint, seen_version,
    }, { proposal_id: id, created_at: now })?;
    execute!(tx, sqlx::query(UPDATE_SOURCE_COUNT).bind(id).bind(now))?;
    Ok(())
}

/// Whether the proposal already has a report from the same source with the same text and email address.
pub async fn has_identical_report(tx: &mut Tx, id: ProposalId, report: &NewReport<'_>) -> Result<bool, StoreError> {
    let count: i64 = with_tx!(tx, |engine| sqlx::query_scalar(COUNT_IDENTICAL_REPORTS)
        .bind(id)
        .bind(report.source_hash)
        .bind(report.fingerprint.unwrap_or_default())
        .bind(report.email.unwrap_or_default())
        .fetch_one(engine))?;
    Ok(count > 0)
}

/// The number of reports of a proposal.
pub async fn count_reports_of_proposal(tx: &mut Tx, id: ProposalId) -> Result<i64, StoreError> {
    let count = "select count(*) from proposal_report where proposal_id = $1";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(count).bind(id).fetch_one(engine))?)
}

/// The number of reports about a place after `since`.
pub async fn count_reports_of_place(tx: &mut Tx, place: PlaceId, since: Timestamp) -> Result<i64, StoreError> {
    let count = "select count(*) from proposal_report join proposal on proposal.id = proposal_report.proposal_id
        where proposal.place_id = $1 and proposal_report.created_at > $2";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(count).bind(place).bind(since).fetch_one(engine))?)
}

/// The number of open proposals for a place.
pub async fn count_open_proposals(tx: &mut Tx, place: PlaceId) -> Result<i64, StoreError> {
    let count = "select count(*) from proposal where place_id = $1 and state = 'open'";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(count).bind(place).fetch_one(engine))?)
}

/// The number of reports after `since` whose text has this fingerprint.
pub async fn count_equal_texts(db: &Db, fingerprint: &str, since: Timestamp) -> Result<i64, StoreError> {
    let count = "select count(*) from proposal_report where fingerprint = $1 and created_at > $2";
    Ok(with_pool!(db, |engine| sqlx::query_scalar(count).bind(fingerprint).bind(since).fetch_one(engine))?)
}

/// Stores the decision that `proposal` has: state, note, new version of the place, account and time.
pub async fn update_decision(tx: &mut Tx, proposal: &Proposal) -> Result<(), StoreError> {
    execute!(
        tx,
        sqlx::query(UPDATE_DECISION)
            .bind(proposal.id)
            .bind(proposal.state)
            .bind(&proposal.note)
            .bind(proposal.place_version)
            .bind(&proposal.decided_by)
            .bind(proposal.decided_at)
            .bind(proposal.updated_at)
    )?;
    Ok(())
}

/// Opens a proposal again after its decision was undone.
pub async fn reopen(tx: &mut Tx, id: ProposalId, now: Timestamp) -> Result<(), StoreError> {
    execute!(tx, sqlx::query(REOPEN).bind(id).bind(now))?;
    Ok(())
}

/// Stores that the accepted values of a proposal changed the email address or the website of the place.
pub async fn mark_contact_changed(tx: &mut Tx, id: ProposalId) -> Result<(), StoreError> {
    execute!(tx, sqlx::query("update proposal set changed_contact = true where id = $1").bind(id))?;
    Ok(())
}

/// The email addresses in the reports of a proposal, without repetitions; at most 100.
pub async fn reporter_emails(tx: &mut Tx, id: ProposalId) -> Result<Vec<String>, StoreError> {
    let select = "select distinct email from proposal_report where proposal_id = $1 and email is not null
        order by email limit 100";
    Ok(with_tx!(tx, |engine| sqlx::query_scalar(select).bind(id).fetch_all(engine))?)
}

/// Whether a report of the proposal still has this email address.
pub async fn has_reporter_email(db: &Db, id: ProposalId, email: &str) -> Result<bool, StoreError> {
    let count = "select count(*) from proposal_report where proposal_id = $1 and email = $2";
    let count: i64 = with_pool!(db, |engine| sqlx::query_scalar(count).bind(id).bind(email).fetch_one(engine))?;
    Ok(count > 0)
}

/// Deletes the email addresses and source hashes of reports 90 days after the decision, and the hash keys that are no
/// longer used. Also deletes old open proposals: those that look like spam, and confirmations from too few sources.
/// Returns the number of changed and deleted rows.
pub async fn delete_expired_data(db: &Db, now: Timestamp) -> Result<u64, StoreError> {
    let cutoff = move |age_s: i64| now.plus_seconds(-age_s);
    db.write(move |tx| {
        Box::pin(async move {
            let cleared_count =
                execute!(tx, sqlx::query(DELETE_PERSONAL_DATA).bind(cutoff(PERSONAL_DATA_RETENTION_S)))?;
            let key_cutoff = cutoff(source::HASH_KEY_LIFETIME_S);
            let key_count = execute!(tx, sqlx::query(source::DELETE_OLD_HASH_KEYS).bind(key_cutoff))?;
            let proposal_count = execute!(
                tx,
                sqlx::query(DELETE_EXPIRED_PROPOSALS)
                    .bind(cutoff(SPAM_RETENTION_S))
                    .bind(MIN_CONFIRMATIONS)
                    .bind(cutoff(OPEN_CONFIRMATION_RETENTION_S))
            )?;
            Ok(cleared_count + key_count + proposal_count)
        })
    })
    .await
}

/// For an account that is being deleted: removes its verified email address from all reports, and deletes the open and
/// withdrawn proposals that it made as an owner.
pub fn on_account_deleted(tx: &mut Tx, id: AccountId, _now: Timestamp) -> HookFuture<'_> {
    Box::pin(async move {
        execute!(tx, sqlx::query(DELETE_ACCOUNT_EMAIL_FROM_REPORTS).bind(&id))?;
        execute!(tx, sqlx::query(DELETE_UNDECIDED_OWNER_PROPOSALS).bind(&id))?;
        Ok(Vec::new())
    })
}
