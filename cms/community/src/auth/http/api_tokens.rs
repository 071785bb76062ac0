//! The API tokens of the caller's account. All calls require the access token of a session; none accepts an API token.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::account::{AccountProof, finish_code_attempt, non_blank, verify_password_field, wrong_password};
use super::requests::ApiTokenRequest;
use super::second_factor::{code_problem, no_store_json, require_recent_sign_in};
use crate::audit::log::{AuditContext, AuditDescription, AuditRecordKind as SubjectKind, AuditSubject};
use crate::auth::domain::accounts::{self, Account, Role, SecondFactorRequirement};
use crate::auth::domain::api_token::scope::ApiTokenScope;
use crate::auth::domain::api_token::store::{self, ApiToken, MAX_VALID_API_TOKENS_PER_ACCOUNT, NewApiToken};
use crate::auth::domain::builtin::provider::SignInError;
use crate::auth::domain::builtin::{second_factor, session};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ApiTokenId, CategoryId};
use crate::db::engine::{StoreError, Tx};
use crate::http::app::App;
use crate::http::caller::{Client, SessionAccount, forbidden};
use crate::http::input::query_string::{NoQuery, PathId};
use crate::http::input::update::WriteError;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};
use crate::jobs::outbox::{self, EmailKind};
use crate::with_tx;

const DAY_S: i64 = 24 * 3600;

/// An API token, without its secret.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApiTokenItem {
    /// The id of the token.
    #[schema(value_type = i64, example = 3)]
    pub id: ApiTokenId,
    /// The name that its owner gave it.
    #[schema(example = "Nightly import")]
    pub name: String,
    /// The last four characters of the token.
    #[schema(example = "7Qx2")]
    pub hint: String,
    /// What the token may do, within the role of its account.
    pub scopes: Vec<ApiTokenScope>,
    /// The categories of the places that the token reaches; null for all.
    #[schema(required, value_type = Option<Vec<i64>>, example = json!([3]))]
    pub category_ids: Option<Vec<CategoryId>>,
    /// Whether the token reaches only places of its account.
    pub own_places_only: bool,
    /// The time of creation.
    pub created_at: Timestamp,
    /// The time at which the token expires.
    pub expires_at: Timestamp,
    /// The time of the last use, stored at most once a minute; null if the token was never used.
    #[schema(required)]
    pub last_used_at: Option<Timestamp>,
    /// The client address of the use at `lastUsedAt`; null if the token was never used.
    #[schema(required, example = "203.0.113.7")]
    pub last_used_address: Option<String>,
    /// The time at which the token was revoked: by its owner, by an admin, or because the password was reset, the role
    /// was changed or the account was deactivated. Null if it was not.
    #[schema(required)]
    pub revoked_at: Option<Timestamp>,
}

impl From<ApiToken> for ApiTokenItem {
    fn from(token: ApiToken) -> Self {
        Self {
            id: token.id,
            name: token.name,
            hint: token.hint,
            scopes: token.scopes.0,
            category_ids: token.category_ids.map(|ids| ids.0),
            own_places_only: token.own_places_only,
            created_at: token.created_at,
            expires_at: token.expires_at,
            last_used_at: token.last_used_at,
            last_used_address: token.last_used_address,
            revoked_at: token.revoked_at,
        }
    }
}

/// A new API token. The token itself is in no later response.
#[derive(Serialize, ToSchema)]
pub struct NewApiTokenResponse {
    /// The token, for the header `Authorization: Bearer …`.
    #[schema(example = "karst_…")]
    pub token: String,
    /// The token, as in `listApiTokens`.
    pub details: ApiTokenItem,
}

/// The creation or revocation of an API token, as the audit log describes it: fields of an event about the account.
pub struct ApiTokenSubject<'a> {
    /// The account of the token.
    pub account: &'a Account,
    /// The name of the token.
    pub name: &'a str,
    /// The scopes of a new token; `None` if a token is revoked.
    pub scopes: Option<&'a [ApiTokenScope]>,
}

impl AuditSubject for ApiTokenSubject<'_> {
    const KIND: SubjectKind = SubjectKind::User;

    fn describe(&self) -> AuditDescription {
        AuditDescription { fields: json!({ "tokenName": self.name, "scopes": self.scopes }), ..self.account.describe() }
    }
}

/// List the caller's API tokens.
///
/// The newest come first. Expired and revoked tokens are listed for at least 30 days, until the account creates another
/// token.
#[utoipa::path(get, path = "/api/auth/tokens", tag = "Identity", responses((status = 200, body = Vec<ApiTokenItem>)))]
pub async fn list_api_tokens(
    State(app): State<App>,
    caller: SessionAccount,
    _: NoQuery,
) -> Result<Json<Vec<ApiTokenItem>>, Problem> {
    let tokens = store::list(&app.db, &caller.account.id).await?;
    Ok(Json(tokens.into_iter().map(ApiTokenItem::from).collect()))
}

/// Create an API token.
///
/// Staff only: a token acts for its account, within the role of the account and the scopes of the token. The request
/// must contain the password, or a code if the account has a second factor. An account with neither must have signed in
/// within the last ten minutes; otherwise the response is 403, and the `type` of the problem is
/// `/problems/recent-sign-in-required`.
/// An account has at most 20 valid tokens. The response has the token, which is shown only once; the owner is notified
/// by email.
#[utoipa::path(
    post, path = "/api/auth/tokens", tag = "Identity",
    request_body = ApiTokenRequest,
    responses(
        (status = 201, body = NewApiTokenResponse, description = "The token was created."),
        (status = 409, description = "The account has 20 valid tokens."),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn create_api_token(
    State(app): State<App>,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<ApiTokenRequest>,
) -> Result<Response, Problem> {
    if !caller.account.has_role(Role::BusinessOwner) {
        return Err(forbidden(&caller.account, "You need admin or business owner privileges to do this."));
    }
    let response = create(&app, (&client, audit), caller, form.0).await?;
    Ok((StatusCode::CREATED, no_store_json(response)).into_response())
}

/// Checks that the password is unchanged, or marks the code as used. 422 if the password was changed after it was
/// verified, or if the code is wrong or was already used.
async fn verify_or_redeem(
    tx: &mut Tx,
    proof: &AccountProof,
    account: &AccountId,
    now: Timestamp,
) -> Result<(), WriteError> {
    let (is_valid, refusal) = match proof {
        AccountProof::Password(hash) => {
            (session::lock_if_password_unchanged(tx, account, hash).await?, wrong_password("password"))
        }
        AccountProof::Code(code) => {
            (second_factor::redeem(tx, account, code, now).await?, code_problem(SignInError::InvalidCode))
        }
        AccountProof::Session => return Ok(()),
    };
    if is_valid { Ok(()) } else { Err(refusal.into()) }
}

async fn create(
    app: &App,
    (client, audit): (&Client, AuditContext),
    caller: SessionAccount,
    mut form: ApiTokenRequest,
) -> Result<NewApiTokenResponse, Problem> {
    let now = app.clock.now();
    let proof = require_proof(app, client, &caller, &mut form).await?;
    let account = caller.account;
    let attempt = proof.begin_code_attempt(app, (client, &account)).await?;
    let token_to_add = new_token(form, now);
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            // The lock on the account serializes the creations of its tokens. Concurrent requests therefore cannot
            // exceed the maximum number of tokens.
            let current_account = accounts::get_for_update(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            verify_or_redeem(tx, &proof, &account.id, now).await?;
            // If the role was changed or the account was deactivated concurrently, all tokens of the account were
            // revoked. No token may be created after that.
            if !current_account.is_active || current_account.role != account.role {
                return Err(WriteError::from(Problem::unauthorized()));
            }
            ensure_categories_exist(tx, token_to_add.category_ids.as_deref()).await?;
            let added = store::add(tx, &account.id, token_to_add, now).await?;
            let (token, secret) = added.ok_or_else(too_many_tokens)?;
            if !outbox::add(tx, (EmailKind::ApiTokenCreated, &account.email, Some(&account.id)), now).await? {
                return Err(Problem::outbox_full().into());
            }
            let subject = ApiTokenSubject { account: &account, name: &token.name, scopes: Some(&token.scopes.0) };
            audit.log_created(tx, &subject).await?;
            Ok(NewApiTokenResponse { token: secret.reveal().to_owned(), details: token.into() })
        })
    });
    let result: Result<NewApiTokenResponse, Problem> = work.await.map_err(Problem::from);
    finish_code_attempt(app, attempt, &result).await;
    app.outbox.notify();
    result
}

fn new_token(form: ApiTokenRequest, now: Timestamp) -> NewApiToken {
    let ApiTokenRequest { name, mut scopes, expires_in_days, category_ids, own_places_only, .. } = form;
    scopes.sort_unstable();
    scopes.dedup();
    let expires_at = now.plus_seconds(expires_in_days * DAY_S);
    NewApiToken { name, scopes, category_ids, own_places_only: own_places_only.unwrap_or(false), expires_at }
}

/// Takes the proof that this account needs from `form`: a code, the password, or nothing after a recent sign-in.
/// Verifies the password and the time of the sign-in, but not the code. 422 if the code or the password is missing, or
/// if the password is wrong; 429 after too many wrong passwords; 403 if the sign-in is not recent.
async fn require_proof(
    app: &App,
    client: &Client,
    caller: &SessionAccount,
    form: &mut ApiTokenRequest,
) -> Result<AccountProof, Problem> {
    let is_builtin = app.auth.firebase.is_none();
    let requires_code =
        app.auth.builtin.policy().second_factor != SecondFactorRequirement::Off && caller.account.has_second_factor;
    if is_builtin && requires_code {
        let code = non_blank(form.code.take());
        let missing = || Problem::invalid_field(Code::Required, "code", "Code is required");
        return code.map(AccountProof::Code).ok_or_else(missing);
    }
    if is_builtin && caller.account.has_password {
        let password = ("password", non_blank(form.password.take()));
        return Ok(AccountProof::Password(verify_password_field(app, client, &caller.account, password).await?));
    }
    require_recent_sign_in(app, caller).await?;
    Ok(AccountProof::Session)
}

fn too_many_tokens() -> Problem {
    let sentence = format!("This account has {MAX_VALID_API_TOKENS_PER_ACCOUNT} API tokens: revoke one first");
    Problem::conflict(Code::TooManyTokens.with("limit", MAX_VALID_API_TOKENS_PER_ACCOUNT), sentence)
}

/// 422 for `categoryIds` if one of these categories does not exist.
async fn ensure_categories_exist(tx: &mut Tx, ids: Option<&[CategoryId]>) -> Result<(), WriteError> {
    const SELECT: &str = "select id from category";
    let Some(ids) = ids else { return Ok(()) };
    let known: Vec<CategoryId> = with_tx!(tx, |engine| sqlx::query_scalar(SELECT).fetch_all(engine))?;
    if ids.iter().all(|id| known.contains(id)) {
        return Ok(());
    }
    Err(Problem::invalid_field(Code::CategoryUnknown, "categoryIds", "This category does not exist").into())
}

/// Revoke an API token.
///
/// The token is refused from the next request on.
#[utoipa::path(delete, path = "/api/auth/tokens/{id}", tag = "Identity", responses((status = 204)))]
pub async fn revoke_api_token(
    State(app): State<App>,
    caller: SessionAccount,
    audit: AuditContext,
    PathId(id): PathId<ApiTokenId>,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    revoke(&app, audit, caller.account, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Revokes a token of this account. 404 if the account has no such token, or if the token is already revoked.
pub async fn revoke(app: &App, audit: AuditContext, account: Account, id: ApiTokenId) -> Result<(), Problem> {
    let now = app.clock.now();
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            let name = store::revoke(tx, &account.id, id, now).await?;
            let name = name.ok_or_else(|| WriteError::from(Problem::not_found("This API token does not exist")))?;
            let subject = ApiTokenSubject { account: &account, name: &name, scopes: None };
            Ok::<_, WriteError>(audit.log_deleted(tx, &subject).await?)
        })
    });
    Ok(work.await?)
}
