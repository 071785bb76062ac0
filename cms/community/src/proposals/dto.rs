//! The types of proposals and reports: those that are stored, and the responses of the API.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::types::Json;
use utoipa::ToSchema;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};

use super::facts;
use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject, Fields};
use crate::common::clock::{Timestamp, UNDO_WINDOW_S};
use crate::common::id::{AccountId, PlaceId, ProposalId};
use crate::places::checks::FactGroup;
use crate::places::model::Place;
use crate::spam::score::Reason;

/// The minimum number of accounts and networks that must confirm the facts of a group before an admin can accept the
/// confirmation. Open confirmations with fewer are not counted, and lists contain them only on request.
pub const MIN_CONFIRMATIONS: i64 = 3;

/// Who proposed a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProposalOrigin)]
#[sqlx(type_name = "text", rename_all = "camelCase")]
pub enum Origin {
    /// An editor who submits a change for review.
    Editor,
    /// The owner of the place.
    Owner,
    /// A traveler who sent a report.
    Report,
    /// An import.
    Import,
    /// A program with an API token.
    Program,
}

/// The state of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProposalState)]
#[sqlx(type_name = "text", rename_all = "camelCase")]
pub enum State {
    /// The proposal is waiting for a decision.
    Open,
    /// The values of the proposal, perhaps edited, were saved in the place, or the reported facts were confirmed.
    Accepted,
    /// The proposal was declined. The place was not changed.
    Declined,
    /// The account that made the proposal withdrew it.
    Withdrawn,
}

impl State {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["open", "accepted", "declined", "withdrawn"];
}

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "camelCase")]
#[sqlx(type_name = "text", rename_all = "camelCase")]
pub enum ReportKind {
    /// The opening hours are wrong.
    WrongHours,
    /// The place no longer exists.
    ClosedForGood,
    /// The place is elsewhere.
    WrongPosition,
    /// The place is dangerous.
    Unsafe,
    /// The phone number, the website or the email address is wrong.
    WrongContact,
    /// The price is wrong.
    WrongPrice,
    /// Something else is wrong.
    Other,
    /// The facts of a group are still right.
    StillRight,
}

impl ReportKind {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &[
        "wrongHours",
        "closedForGood",
        "wrongPosition",
        "unsafe",
        "wrongContact",
        "wrongPrice",
        "other",
        "stillRight",
    ];

    /// The group of facts that a report of this kind is about. `None` for kinds that are about no group, and for
    /// `stillRight`, whose group the request names.
    pub fn group(self) -> Option<FactGroup> {
        match self {
            Self::WrongHours => Some(FactGroup::Hours),
            Self::ClosedForGood => Some(FactGroup::Status),
            Self::WrongPosition => Some(FactGroup::Position),
            Self::WrongContact => Some(FactGroup::Contact),
            Self::WrongPrice => Some(FactGroup::Price),
            Self::Unsafe | Self::Other | Self::StillRight => None,
        }
    }
}

/// A proposal as it is stored, with the name of its place.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct Proposal {
    pub id: ProposalId,
    pub place_id: PlaceId,
    pub place_name: String,
    pub origin: Origin,
    pub state: State,
    pub account_id: Option<AccountId>,
    pub base_version: i64,
    pub base_values: Json<Fields>,
    pub changes: Json<Fields>,
    pub note: Option<String>,
    pub report_kind: Option<ReportKind>,
    pub fact_group: Option<FactGroup>,
    pub is_spam: bool,
    pub spam_score: i64,
    pub spam_reasons: Json<Vec<Reason>>,
    pub source_count: i64,
    pub place_version: Option<i64>,
    pub decided_by: Option<AccountId>,
    pub decided_at: Option<Timestamp>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Proposal {
    /// An open proposal with these `changes`. `base_values` has the values of its fields in `base_version`, the version
    /// of the place from which the proposal begins.
    pub fn new(
        origin: Origin,
        place: &Place,
        (base_version, base_values): (i64, Fields),
        changes: Fields,
        now: Timestamp,
    ) -> Self {
        Self {
            id: ProposalId(0),
            place_id: place.id,
            place_name: place.name.clone(),
            origin,
            state: State::Open,
            account_id: None,
            base_version,
            base_values: Json(base_values),
            changes: Json(changes),
            note: None,
            report_kind: None,
            fact_group: None,
            is_spam: false,
            spam_score: 0,
            spam_reasons: Json::default(),
            source_count: 0,
            place_version: None,
            decided_by: None,
            decided_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The time until which the decision can be undone. `None` if there is no decision that can be undone. An accepted
    /// confirmation is final.
    pub fn undo_deadline(&self) -> Option<Timestamp> {
        let is_undoable = match self.state {
            State::Declined => true,
            State::Accepted => self.report_kind != Some(ReportKind::StillRight),
            State::Open | State::Withdrawn => false,
        };
        self.decided_at.filter(|_| is_undoable).map(|at| at.plus_seconds(UNDO_WINDOW_S))
    }
}

// The audit log gets no texts, proposed values or email addresses of reports.
impl AuditSubject for Proposal {
    const KIND: AuditRecordKind = AuditRecordKind::Proposal;

    fn describe(&self) -> AuditDescription {
        let fields = json!({
            "placeId": self.place_id, "origin": self.origin, "state": self.state, "kind": self.report_kind,
            "group": self.fact_group, "isSpam": self.is_spam, "spamScore": self.spam_score,
            "sourceCount": self.source_count, "note": self.note,
        });
        AuditDescription::new(self.id, &self.place_name, fields)
    }
}

/// The response to a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportReceivedResponse {
    /// The time at which the report was received.
    pub received_at: Timestamp,
}

/// The place of a proposal.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalPlace {
    /// The id of the place.
    #[schema(example = 7)]
    pub id: PlaceId,
    /// The version of the place, for `If-Match`.
    #[schema(example = 3)]
    pub version: i64,
    /// The slug of the place; its page is `/places/{slug}`.
    #[schema(example = "lantern-cave")]
    pub slug: String,
    /// The name of the place.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// Whether the place is public.
    #[schema(example = true)]
    pub is_active: bool,
}

/// A field of the place that the proposal changes, or that belongs to the reported group of facts.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposedField {
    /// The name of the field of the place.
    #[schema(example = "operatingHours")]
    pub field: String,
    /// The value in the version from which the proposal began.
    #[schema(required, schema_with = place_value_schema)]
    pub base: Value,
    /// The current value.
    #[schema(required, schema_with = place_value_schema)]
    pub current: Value,
    /// The proposed value. Absent if the proposal does not change the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = proposed_value_schema)]
    pub proposed: Option<Value>,
}

fn any_value_schema(description: &str, example: &str) -> RefOr<Schema> {
    let builder = ObjectBuilder::new().schema_type(SchemaType::AnyValue).description(Some(description));
    builder.examples([json!(example)]).into()
}

fn place_value_schema() -> RefOr<Schema> {
    any_value_schema("A value of the field, as in the place; null if it was empty.", "Mo-Su 07:00-17:00")
}

fn proposed_value_schema() -> RefOr<Schema> {
    any_value_schema("The proposed value of the field; null to empty it.", "Mo-Su 08:00-16:00")
}

/// What one account or network reported.
#[derive(Clone, Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportResponse)]
pub struct Report {
    /// The id of the proposal that the report belongs to.
    #[serde(skip)]
    pub proposal_id: ProposalId,
    /// The text; null if there is none.
    #[schema(required, example = "The gate was closed at four.")]
    pub details: Option<String>,
    /// The email address to which the decision is sent, in lower case. Null if the sender gave none. It is removed 90
    /// days after the decision, or when the account that verified this address is deleted.
    #[schema(required, example = "linh@example.org")]
    pub email: Option<String>,
    /// The version of the place that the reporter saw.
    #[schema(example = 3)]
    pub seen_version: i64,
    /// The time at which the report was received.
    pub created_at: Timestamp,
}

/// A proposal for a place, with the current and the proposed values of its fields.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalResponse {
    /// The id of the proposal.
    #[schema(example = 7)]
    pub id: ProposalId,
    /// Who proposed it.
    pub origin: Origin,
    /// Whether the proposal is waiting for a decision, or how it ended.
    pub state: State,
    /// What a report is about; null for other origins.
    #[schema(required)]
    pub kind: Option<ReportKind>,
    /// The group of facts that a report is about; null if there is none.
    #[schema(required)]
    pub group: Option<FactGroup>,
    /// The place.
    pub place: ProposalPlace,
    /// The version of the place from which the proposal began.
    #[schema(example = 3)]
    pub base_version: i64,
    /// The fields of the proposal, with their current and proposed values.
    pub fields: Vec<ProposedField>,
    /// The newest reports, at most 20; empty for other origins.
    pub reports: Vec<Report>,
    /// The number of accounts and networks that sent equal reports; 0 for other origins.
    #[schema(example = 2)]
    pub source_count: i64,
    /// The note of the proposer, or that of the admin who decided; null if there is none.
    #[schema(required, example = "Confirmed by phone")]
    pub note: Option<String>,
    /// Whether the proposal looks like spam.
    pub is_spam: bool,
    /// The spam score of the first report, 0 to 100.
    #[schema(example = 4)]
    pub spam_score: i64,
    /// The reasons for the spam score.
    pub spam_reasons: Vec<Reason>,
    /// The account that proposed it; null for reports.
    #[schema(required)]
    pub account_id: Option<AccountId>,
    /// The time of the first report.
    pub created_at: Timestamp,
    /// The time of the last change of the proposal: a report, a decision or an undo.
    pub updated_at: Timestamp,
    /// The time of the decision; null while the proposal is open.
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
    /// The account that decided; null while the proposal is open, and once the account is deleted.
    #[schema(required)]
    pub decided_by: Option<AccountId>,
    /// The time until which `undoProposal` works; null if there is nothing to undo.
    #[schema(required)]
    pub can_undo_until: Option<Timestamp>,
}

impl ProposalResponse {
    /// Builds the response. `now` decides whether the decision can still be undone.
    pub fn new(proposal: Proposal, place: &Place, reports: Vec<Report>, now: Timestamp) -> Self {
        let names = facts::shown_field_names(proposal.fact_group, &proposal.changes);
        let current = facts::pick_fields(&facts::place_fields(place), &names);
        let fields = names.into_iter().map(|field| ProposedField {
            base: proposal.base_values.get(&field).cloned().unwrap_or_default(),
            current: current.get(&field).cloned().unwrap_or_default(),
            proposed: proposal.changes.get(&field).cloned(),
            field,
        });
        Self {
            id: proposal.id,
            origin: proposal.origin,
            state: proposal.state,
            kind: proposal.report_kind,
            group: proposal.fact_group,
            place: ProposalPlace {
                id: place.id,
                version: place.version,
                slug: place.slug.clone(),
                name: place.name.clone(),
                is_active: place.is_active,
            },
            base_version: proposal.base_version,
            fields: fields.collect(),
            reports,
            source_count: proposal.source_count,
            can_undo_until: proposal.undo_deadline().filter(|until| *until >= now),
            note: proposal.note,
            is_spam: proposal.is_spam,
            spam_score: proposal.spam_score,
            spam_reasons: proposal.spam_reasons.0,
            account_id: proposal.account_id,
            created_at: proposal.created_at,
            updated_at: proposal.updated_at,
            decided_at: proposal.decided_at,
            decided_by: proposal.decided_by,
        }
    }
}

/// The number of proposals that are waiting for a decision.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ProposalCounts {
    /// All open proposals, without spam and without confirmations of fewer than three accounts or networks.
    #[schema(example = 3)]
    pub open: i64,
    /// Open reports of a danger that do not look like spam.
    #[schema(example = 1)]
    pub danger: i64,
    /// Open proposals that look like spam.
    #[schema(example = 0)]
    pub spam: i64,
}
