//! Claims to places, as they are stored and sent.

use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ClaimId, PlaceId};

/// The maximum number of wrong codes for a claim, after which the claim expires.
pub const MAX_CODE_TRIES: i64 = 5;
/// The maximum number of checks of the website for a claim.
pub const MAX_WEBSITE_CHECKS: i64 = 20;

/// How a claim is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClaimMethod)]
#[sqlx(type_name = "text", rename_all = "camelCase")]
pub enum Method {
    /// A code that is sent to the published email address of the place.
    Email,
    /// A file or a meta tag on the published website of the place.
    Website,
    /// An admin calls the place.
    Call,
}

impl Method {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["email", "website", "call"];
}

/// The state of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClaimState)]
#[sqlx(type_name = "text", rename_all = "camelCase")]
pub enum State {
    /// The claim waits for its proof, or for the call of an admin.
    Open,
    /// The claim is proved, and waits for the decision of an admin.
    Proved,
    /// The account became the owner of the place.
    Approved,
    /// An admin declined the claim.
    Declined,
    /// An admin revoked the approved claim, or approved another account's claim to the place.
    Revoked,
    /// The claim was not proved or decided in time, had too many wrong codes, or the published contact was changed.
    Expired,
    /// The account withdrew the claim, or began another claim to the place.
    Withdrawn,
}

impl State {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["open", "proved", "approved", "declined", "revoked", "expired", "withdrawn"];

    /// Whether the claim still needs a proof or a decision.
    pub fn is_pending(self) -> bool {
        matches!(self, Self::Open | Self::Proved)
    }
}

/// A claim as it is stored, with its place and its account.
#[derive(Clone, Debug, sqlx::FromRow)]
#[allow(missing_docs, reason = "the columns of the table")]
pub struct Claim {
    pub id: ClaimId,
    pub place_id: PlaceId,
    pub place_name: String,
    pub place_slug: String,
    pub place_is_active: bool,
    pub account_id: AccountId,
    pub account_name: String,
    pub account_email: String,
    pub method: Method,
    pub state: State,
    pub is_dispute: bool,
    pub email: Option<String>,
    pub website: Option<String>,
    pub code_hash: Option<String>,
    pub token: Option<String>,
    pub tries: i64,
    pub raised_role: bool,
    pub note: Option<String>,
    pub decided_by: Option<AccountId>,
    pub decided_at: Option<Timestamp>,
    pub expires_at: Timestamp,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

// The audit log records neither the published contact nor the code or token of a claim.
impl AuditSubject for Claim {
    const KIND: AuditRecordKind = AuditRecordKind::Claim;

    fn describe(&self) -> AuditDescription {
        let fields = json!({
            "placeId": self.place_id, "accountId": self.account_id, "method": self.method, "state": self.state,
            "isDispute": self.is_dispute, "note": self.note,
        });
        AuditDescription::new(self.id, &self.place_name, fields)
    }
}

/// The place of a claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimPlace {
    /// The id of the place.
    #[schema(example = 7)]
    pub id: PlaceId,
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

/// The account of a claim.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimAccount {
    /// The id of the account.
    pub id: AccountId,
    /// The name; may be empty.
    #[schema(example = "Linh Tran")]
    pub name: String,
    /// The email address.
    #[schema(example = "linh@example.org")]
    pub email: String,
}

/// A claim to a place.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimResponse {
    /// The id of the claim.
    #[schema(example = 7)]
    pub id: ClaimId,
    /// The place.
    pub place: ClaimPlace,
    /// The account that claims the place.
    pub account: ClaimAccount,
    /// How the claim is proved.
    pub method: Method,
    /// Whether the claim is pending, decided, or ended without a decision.
    pub state: State,
    /// Whether the place had another owner when the claim began or when it was proved. Then an admin decides, even if
    /// there is proof.
    #[schema(example = false)]
    pub is_dispute: bool,
    /// The published address to which the code was sent; null for other methods, and twelve months after the decision.
    #[schema(required, example = "boats@example.org")]
    pub email: Option<String>,
    /// The published website that must show the token; null for other methods, and twelve months after the decision.
    #[schema(required, example = "https://lantern-cave.example")]
    pub website: Option<String>,
    /// The content of `/.well-known/karst-claim.txt` or of the meta tag `karst-claim` on the website. Null for other
    /// methods, once the claim is decided, and for callers other than its account.
    #[schema(required, example = "q3Jv0vXn0b8mB1n2yR5k8w7c6d4e2f1g0h9i8j7k6l5")]
    pub token: Option<String>,
    /// How many more codes or checks of the website the claim accepts. Has no meaning for the method `call`.
    #[schema(example = 5)]
    pub tries_left: i64,
    /// The note of the admin who decided; null if there is none, and for callers who are not admins.
    #[schema(required, example = "Called the number on their website")]
    pub note: Option<String>,
    /// The time at which the claim expires if it is still open.
    pub expires_at: Timestamp,
    /// The time at which the claim was made.
    pub created_at: Timestamp,
    /// The time at which an admin decided, or at which a proof approved the claim; null if neither happened.
    #[schema(required)]
    pub decided_at: Option<Timestamp>,
    /// The admin who decided; null if no admin did, and for callers who are not admins.
    #[schema(required)]
    pub decided_by: Option<AccountId>,
}

impl ClaimResponse {
    /// The claim as its account sees it.
    pub fn for_account(claim: Claim) -> Self {
        let token = claim.token.clone().filter(|_| claim.state == State::Open);
        Self { token, note: None, decided_by: None, ..Self::for_admin(claim) }
    }

    /// The claim as admins see it.
    pub fn for_admin(claim: Claim) -> Self {
        let max_tries = if claim.method == Method::Email { MAX_CODE_TRIES } else { MAX_WEBSITE_CHECKS };
        Self {
            id: claim.id,
            place: ClaimPlace {
                id: claim.place_id,
                slug: claim.place_slug,
                name: claim.place_name,
                is_active: claim.place_is_active,
            },
            account: ClaimAccount { id: claim.account_id, name: claim.account_name, email: claim.account_email },
            method: claim.method,
            state: claim.state,
            is_dispute: claim.is_dispute,
            email: claim.email.filter(|_| claim.method == Method::Email),
            website: claim.website,
            token: None,
            tries_left: (max_tries - claim.tries).max(0),
            note: claim.note,
            expires_at: claim.expires_at,
            created_at: claim.created_at,
            decided_at: claim.decided_at,
            decided_by: claim.decided_by,
        }
    }
}

/// How a place can be claimed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimOptions {
    /// The place.
    pub place: ClaimPlace,
    /// The methods that this account can use.
    pub methods: Vec<Method>,
    /// The published address to which a code is sent; null if `methods` has no `email`.
    #[schema(required, example = "boats@example.org")]
    pub email: Option<String>,
    /// The published website that can show a proof; null if `methods` has no `website`.
    #[schema(required, example = "https://lantern-cave.example")]
    pub website: Option<String>,
    /// Whether the place has another owner, so that an admin decides.
    #[schema(example = false)]
    pub has_owner: bool,
    /// Whether the caller owns the place.
    #[schema(example = false)]
    pub is_own: bool,
}

/// The number of claims that are waiting for an admin.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ClaimCounts {
    /// The number of claims that are waiting for a call, and of proved claims that an admin must decide on.
    #[schema(example = 1)]
    pub waiting: i64,
}
