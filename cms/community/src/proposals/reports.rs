//! Receives reports: checks the rate limits, computes the spam score, and creates a proposal or adds the report to an
//! open proposal with equal reports.

use serde_json::json;
use sqlx::types::Json;

use super::dto::{Origin, Proposal, ReportKind};
use super::requests::ReportRequest;
use super::{facts, service, source, store};
use crate::audit::log::{AuditContext, AuditRecordKind, Fields};
use crate::auth::domain::builtin::rate_limit::RateLimitKey;
use crate::auth::domain::{email, secret};
use crate::common::clock::Timestamp;
use crate::common::id::{PlaceId, ProposalId};
use crate::common::rate_limit_state::{RateLimitState, RateLimitStates};
use crate::common::text;
use crate::contact::submission_table::rate_limit_problem;
use crate::db::engine::{AdvisoryLock, Tx};
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::places;
use crate::places::model::Place;
use crate::places::opening_hours::schedule;
use crate::revisions::store::{self as revisions, RecordKey};
use crate::spam::score::{SpamScore, Submission};
use crate::spam::{self, words};

const HOUR_S: i64 = 3600;
/// The spam score of a report counts earlier reports with the same text up to this age, in seconds: 30 days.
const SAME_TEXT_WINDOW_S: i64 = 30 * 24 * HOUR_S;
/// The maximum number of reports about one place in an hour, from all sources together.
const MAX_REPORTS_PER_PLACE_AND_HOUR: i64 = 20;
/// The number of open proposals for one place, of all origins, from which on no report creates another one.
const MAX_OPEN_PROPOSALS_PER_PLACE: i64 = 100;
/// The maximum number of reports of one proposal. Later reports get the same response but are not stored.
const MAX_REPORTS_PER_PROPOSAL: i64 = 200;

/// A report with the values that are computed before the transaction.
struct PreparedReport {
    request: ReportRequest,
    changes: Fields,
    details: Option<String>,
    fingerprint: Option<String>,
    email: Option<String>,
    score: SpamScore,
}

/// Stores a report. Reports that look like spam are stored too, and get the same response.
///
/// Errors: 422 if a field that the kind requires is missing, or if the version of the place never existed; 404 if the
/// place is not public; 409 for a confirmation of facts that have changed since the reporter saw them; 429 if the
/// client address or the email address has sent too many reports, or if the place has too many reports or open
/// proposals.
pub async fn receive(app: &App, client: &Client, audit: AuditContext, request: ReportRequest) -> Result<(), Problem> {
    let errors = request.validate();
    if !errors.is_empty() {
        return Err(Problem::invalid(errors));
    }
    let now = app.clock.now();
    let limit_key = request.email.as_deref().map_or(RateLimitKey::ClientAddressOnly, RateLimitKey::Email);
    let attempt = app.limits.reports.count_attempt(&app.db, limit_key, client.address, now).await;
    attempt.map_err(|error| rate_limit_problem(error, "reports"))?;
    let report = prepare(app, request, now).await?;
    let (address, rate_limits) = (client.address, RateLimitStates::current());
    let work = app.db.write::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            // The transaction takes `AdvisoryLock::Places` before it locks the place, in the same order as changes of
            // places. So a report and a change cannot deadlock.
            tx.lock_shared(AdvisoryLock::Places).await?;
            let place = places::store::lock_by_id(tx, report.request.place_id).await?.filter(Place::is_public);
            let place = place.ok_or_else(|| Problem::not_found("This place does not exist"))?;
            let account = audit.actor.as_ref().map(|actor| &actor.id);
            let source_hash = source::hash(tx, (account, address), now).await?;
            add_report_to_proposal(tx, &audit, (&place, &report, &source_hash), &rate_limits, now).await
        })
    });
    Ok(work.await?)
}

async fn prepare(app: &App, request: ReportRequest, now: Timestamp) -> Result<PreparedReport, Problem> {
    let details = request.details.as_ref().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let fingerprint = details.as_deref().map(words::fingerprint);
    let since = now.plus_seconds(-SAME_TEXT_WINDOW_S);
    let same_text_count = match &fingerprint {
        Some(fingerprint) => store::count_equal_texts(&app.db, fingerprint, since).await?,
        None => 0,
    };
    // A confirmation takes one tap, so a short time does not indicate spam.
    let elapsed_ms = request.elapsed_ms.filter(|_| request.kind != ReportKind::StillRight);
    let text = details.as_deref().unwrap_or_default();
    let submission = Submission::new((text, ""), request.leave_blank.as_deref(), elapsed_ms);
    let score = spam::score(&app.db, &Submission { same_text_count, ..submission }).await?;
    let email = request.email.as_deref().map(email::normalize);
    let changes = proposed_changes(&request, now).await;
    Ok(PreparedReport { request, changes, details, fingerprint, email, score })
}

/// The values that a report proposes, by field of the place. A confirmation proposes no values. Opening hours become
/// `operatingHours` if a schedule can be computed from them, and otherwise `hours`, the hours in words.
async fn proposed_changes(request: &ReportRequest, now: Timestamp) -> Fields {
    let mut changes = Fields::new();
    if request.kind == ReportKind::StillRight {
        return changes;
    }
    if request.kind == ReportKind::ClosedForGood {
        changes.insert("isActive".to_owned(), json!(false));
    }
    if let Some(hours) = &request.hours {
        let opening = schedule::compute_schedule_on_blocking_thread(hours.clone(), now).await.ok();
        let (field, value) = match opening.and_then(|opening| opening.non_empty()) {
            Some(_) => ("operatingHours", schedule::normalize_opening_hours(hours)),
            None => ("hours", text::single_line(hours)),
        };
        changes.insert(field.to_owned(), json!(value));
    }
    if let (Some(latitude), Some(longitude)) = (request.latitude, request.longitude) {
        changes.insert("latitude".to_owned(), json!(latitude));
        changes.insert("longitude".to_owned(), json!(longitude));
    }
    for (field, value) in [("phone", &request.phone), ("website", &request.website)] {
        changes.extend(value.as_ref().map(|value| (field.to_owned(), json!(value))));
    }
    changes
}

async fn add_report_to_proposal(
    tx: &mut Tx,
    audit: &AuditContext,
    (place, report, source_hash): (&Place, &PreparedReport, &str),
    rate_limits: &RateLimitStates,
    now: Timestamp,
) -> Result<(), WriteError> {
    let base = base_values(tx, place, report).await?;
    let merge_key = merge_key(report, &base);
    let new = store::NewReport {
        source_hash,
        email: report.email.as_deref(),
        details: report.details.as_deref(),
        fingerprint: report.fingerprint.as_deref(),
        seen_version: report.request.version,
    };
    let open_proposal = store::open_proposal(tx, place.id, &merge_key).await?;
    if let Some(id) = open_proposal
        && (store::has_identical_report(tx, id, &new).await?
            || store::count_reports_of_proposal(tx, id).await? >= MAX_REPORTS_PER_PROPOSAL)
    {
        let proposal = store::get_for_update(tx, id).await?;
        return Ok(audit.log_action_on(tx, &proposal).await?);
    }
    ensure_place_quota(tx, (place.id, open_proposal), rate_limits, now).await?;
    match open_proposal {
        Some(id) => {
            let before = store::get_for_update(tx, id).await?;
            store::add_report(tx, id, new, now).await?;
            let after = store::get_for_update(tx, id).await?;
            audit.log_updated(tx, &before, &after).await?;
        }
        None => {
            let PreparedReport { request, changes, score, .. } = report;
            let proposal = Proposal {
                report_kind: Some(request.kind),
                fact_group: request.fact_group(),
                is_spam: score.is_spam(),
                spam_score: score.total_points,
                spam_reasons: Json(score.reasons.clone()),
                source_count: 1,
                ..Proposal::new(Origin::Report, place, (request.version, base), changes.clone(), now)
            };
            let id = service::create(tx, audit, proposal, &merge_key).await?;
            store::add_report(tx, id, new, now).await?;
        }
    }
    Ok(())
}

/// The values of the reported fields in the version that the reporter saw, or the current values if the revision of
/// that version was deleted. Errors: 422 if the version never existed; 409 for a confirmation of facts that have
/// changed since that version.
async fn base_values(tx: &mut Tx, place: &Place, report: &PreparedReport) -> Result<Fields, WriteError> {
    let version = report.request.version;
    if version > place.version {
        let code = Code::Maximum.with("limit", place.version);
        return Err(Problem::invalid_field(code, "version", "This version does not exist").into());
    }
    let current_fields = facts::place_fields(place);
    let seen_fields = match version == place.version {
        true => None,
        false => revisions::snapshot_at(tx, &RecordKey::new(AuditRecordKind::Place, place.id), version).await?,
    };
    let names = facts::shown_field_names(report.request.fact_group(), &report.changes);
    let base = facts::pick_fields(seen_fields.as_ref().unwrap_or(&current_fields), &names);
    if report.request.kind == ReportKind::StillRight && base != facts::pick_fields(&current_fields, &names) {
        return Err(facts_changed().into());
    }
    Ok(base)
}

/// The 409 response for a confirmation of facts that have changed since the reporter saw them.
pub fn facts_changed() -> Problem {
    Problem::conflict(Code::FactsChanged, "This was changed in the meantime. Please open the page again.")
}

/// Returns a key that is equal for reports with the same kind, group and proposed values. For confirmations, the key
/// also depends on the confirmed facts. For reports of kind `other`, it also depends on the text. A report that is spam
/// never has the same key as one that is not.
fn merge_key(report: &PreparedReport, base: &Fields) -> String {
    let ReportRequest { kind, .. } = report.request;
    let facts = (kind == ReportKind::StillRight).then_some(base);
    let text = report.fingerprint.as_ref().filter(|_| kind == ReportKind::Other);
    let key = json!([kind, report.request.fact_group(), report.changes, facts, text, report.score.is_spam()]);
    secret::hash(&key.to_string())
}

/// Checks the limits of a place, and records the rate limit for the response headers.
/// `open_proposal` is the open proposal that gets the report. `None` if the report needs a new proposal.
///
/// Errors: 429 if the place has received too many reports in the last hour. Also 429 if the report needs a new proposal
/// and the place has too many open proposals.
async fn ensure_place_quota(
    tx: &mut Tx,
    (place, open_proposal): (PlaceId, Option<ProposalId>),
    rate_limits: &RateLimitStates,
    now: Timestamp,
) -> Result<(), WriteError> {
    let received_count = store::count_reports_of_place(tx, place, now.plus_seconds(-HOUR_S)).await?;
    rate_limits.record(RateLimitState {
        limit_name: "reports-to-place",
        quota: MAX_REPORTS_PER_PLACE_AND_HOUR,
        window_s: HOUR_S,
        remaining: (MAX_REPORTS_PER_PLACE_AND_HOUR - received_count - 1).max(0),
        reset_s: HOUR_S,
    });
    let has_too_many_proposals =
        open_proposal.is_none() && store::count_open_proposals(tx, place).await? >= MAX_OPEN_PROPOSALS_PER_PLACE;
    if received_count >= MAX_REPORTS_PER_PLACE_AND_HOUR || has_too_many_proposals {
        let sentence = "This place has received many reports. Please try again in an hour.";
        return Err(Problem::too_many_requests(Code::RateLimited, sentence, HOUR_S).into());
    }
    Ok(())
}

/// The name and the version of the place, for the form. Errors: 404 if the place is not public.
pub async fn place_name_and_version(app: &App, id: PlaceId) -> Result<(String, i64), Problem> {
    let place = store::public_place_name_and_version(&app.db, id).await?;
    place.ok_or_else(|| Problem::not_found("This place does not exist"))
}
