//! Calls that read, change, export and delete the caller's own account.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::dto::{ExportResponse, ExportedEmail, ProfileResponse, SessionResponse};
use super::requests::{AccountDeletionRequest, PasswordChangeRequest, ProfileChanges};
use super::routes::{delete_refresh_cookie, sign_in_response};
use super::second_factor::no_store_json;
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Account;
use crate::auth::domain::api_token::store as api_tokens;
use crate::auth::domain::builtin::provider::{IssuedAccessToken, SignInError};
use crate::auth::domain::builtin::rate_limit::{RateLimitKey, RateLimitedAttempt};
use crate::auth::domain::builtin::session;
use crate::auth::domain::builtin::ticket::{self, TicketPurpose};
use crate::auth::domain::federated::link as links;
use crate::auth::domain::{accounts, email};
use crate::common::id::AccountId;
use crate::db::engine::{AdvisoryLock, Db, StoreError};
use crate::http::app::App;
use crate::http::caller::{Client, RequireBuiltinProvider, SameOrigin, SessionAccount};
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::{Update, WriteError};
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::{Code, Problem};
use crate::http::sign_in_problem::sign_in_error_as_invalid_field;
use crate::jobs::outbox::{self, EmailKind};
use crate::with_pool;

/// The lifetime of a deletion code, in seconds.
pub const DELETION_CODE_LIFETIME_S: i64 = 30 * 60;

const PASSWORD_INCORRECT: &str = "The password is incorrect";

const SELECT_OWN_PLACES: &str =
    "select id, name, slug from place where owner_id = $1 and deleted_at is null order by id";

// An entry or a comment that was filed as spam is shown to its author as pending.
const SELECT_OWN_ENTRIES: &str = "
select id, message, nationality, location, latitude, longitude, rating, place_id as related_place_id,
       case when status = 'spam' then 'pending' else status end as status, created_at
from guestbook_entry where author_id = $1 and deleted_at is null order by id";

const SELECT_OWN_COMMENTS: &str = "
select id, entry_id, message as comment, case when status = 'spam' then 'pending' else status end as status, created_at
from guestbook_comment where author_id = $1 and deleted_at is null order by id";

const SELECT_OWN_LIKES: &str = "
select place.id as business_id, place.name, saved.created_at
from place_like saved join place on place.id = saved.place_id
where saved.account_id = $1 and place.is_public order by saved.created_at, place.id";

const SELECT_OWN_EMAILS: &str = "
select kind, recipient, created_at from email_outbox where account_id = $1 or recipient = $2 order by id";

// Includes enquiries with the email address of the account, but only if the address is verified. Anyone can sign up
// with any address.
const SELECT_OWN_ENQUIRIES: &str = "
select id, place_name as business_name, name, email, arrival, departure, people, message, created_at from enquiry
where account_id = $1 or email in (select email from account where id = $1 and is_email_verified) order by id";

const SELECT_OWN_CLAIMS: &str = "
select claim.id, place.name as business_name, claim.method, claim.state, claim.created_at
from claim join place on place.id = claim.place_id where claim.account_id = $1 order by claim.id";

const SELECT_OWN_ACTIONS: &str =
    "select action, address, created_at from audit_event where account_id = $1 order by created_at, id";

/// Get the caller's account.
///
/// Includes whether it has a password, a second factor and a verified email address.
#[utoipa::path(get, path = "/api/auth/account", tag = "Identity", responses((status = 200, body = ProfileResponse)))]
pub async fn get_account(
    State(app): State<App>,
    caller: SessionAccount,
    _: NoQuery,
) -> Result<Json<ProfileResponse>, Problem> {
    let links = links::all(&app.db, &caller.account.id).await?;
    Ok(Json(ProfileResponse::new(&caller.account, &links)))
}

/// Update the caller's profile.
///
/// Fields that are not sent keep their values. The email address and the role cannot be changed by this call.
#[utoipa::path(
    put, path = "/api/auth/account", tag = "Identity",
    request_body = ProfileChanges, responses((status = 200, body = ProfileResponse)),
)]
pub async fn update_account(
    State(app): State<App>,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: Update<ProfileChanges>,
) -> Result<Json<ProfileResponse>, Problem> {
    let (now, lacks_required_second_factor) = (app.clock.now(), caller.account.lacks_required_second_factor);
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            // An admin may have changed the account since the token was verified, so it is read again.
            let before = accounts::get_for_update(tx, &caller.account.id).await?.ok_or(StoreError::NotFound)?;
            let mut account = before.clone();
            let ProfileChanges { first_name, last_name, photo_url, owner_reminders } = form.changes;
            account.first_name = first_name.map_or(account.first_name, |name| name.trim().to_owned());
            account.last_name = last_name.map_or(account.last_name, |name| name.trim().to_owned());
            photo_url.apply_to(&mut account.photo_url);
            account.owner_reminders = owner_reminders.unwrap_or(account.owner_reminders);
            let account = form.broken_rules.reject_new_violations(&ProfileResponse::new(&before, &[]), Ok(account))?;
            accounts::store_changes(tx, &account, now).await?;
            audit.log_updated(tx, &before, &account).await?;
            Ok::<_, WriteError>(account)
        })
    });
    let mut account = work.await?;
    account.lacks_required_second_factor = lacks_required_second_factor;
    let links = links::all(&app.db, &account.id).await?;
    Ok(Json(ProfileResponse::new(&account, &links)))
}

/// Export the data of the caller's account.
///
/// The response is a JSON file. It does not contain photos, moderation notes, spam scores, hashes or secrets.
#[utoipa::path(
    get, path = "/api/auth/account/export", tag = "Identity",
    responses(
        (status = 200, body = ExportResponse,
            headers(("content-disposition" = String, description = "The name of the file, as an attachment."))),
    ),
)]
pub async fn export_account(State(app): State<App>, caller: SessionAccount, _: NoQuery) -> Result<Response, Problem> {
    export(&app, caller).await
}

/// The response of [`export_account`]: a JSON file with the data of the account.
pub async fn export(app: &App, SessionAccount { account, session, .. }: SessionAccount) -> Result<Response, Problem> {
    let now = app.clock.now();
    let links = links::all(&app.db, &account.id).await?;
    let emails: Vec<ExportedEmail> = with_pool!(&app.db, |engine| sqlx::query_as(SELECT_OWN_EMAILS)
        .bind(&account.id)
        .bind(&account.email)
        .fetch_all(engine))
    .map_err(StoreError::from)?;
    let export = ExportResponse {
        exported_at: now,
        account: ProfileResponse::new(&account, &links),
        updated_at: account.updated_at,
        federated: links,
        sessions: session::all(&app.db, &account.id, session.as_ref(), now).await?,
        api_tokens: api_tokens::list(&app.db, &account.id).await?.into_iter().map(Into::into).collect(),
        businesses: select_by_account(&app.db, SELECT_OWN_PLACES, &account.id).await?,
        entries: select_by_account(&app.db, SELECT_OWN_ENTRIES, &account.id).await?,
        comments: select_by_account(&app.db, SELECT_OWN_COMMENTS, &account.id).await?,
        likes: select_by_account(&app.db, SELECT_OWN_LIKES, &account.id).await?,
        enquiries: select_by_account(&app.db, SELECT_OWN_ENQUIRIES, &account.id).await?,
        claims: select_by_account(&app.db, SELECT_OWN_CLAIMS, &account.id).await?,
        emails,
        actions: select_by_account(&app.db, SELECT_OWN_ACTIONS, &account.id).await?,
    };
    let disposition = "attachment; filename=\"account.json\"";
    Ok(([(header::CONTENT_DISPOSITION, disposition)], no_store_json(export)).into_response())
}

/// Runs a query whose only parameter is the account's id.
async fn select_by_account<T>(db: &Db, select: &'static str, id: &AccountId) -> Result<Vec<T>, StoreError>
where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).fetch_all(engine))?)
}

/// Change the caller's password.
///
/// All sessions of the account end, its password links become invalid, and the response starts a new session.
#[utoipa::path(
    put, path = "/api/auth/password", tag = "Identity",
    request_body = PasswordChangeRequest,
    responses(
        (status = 200, body = SessionResponse, description = "The password was changed. The returned session is the only one.",
            headers(("set-cookie" = String, description = "`karst_refresh`: the refresh token, for `/api/auth` only."))),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn change_password(
    State(app): State<App>,
    _builtin_provider: RequireBuiltinProvider,
    (client, audit): (Client, AuditContext),
    _origin: SameOrigin,
    caller: SessionAccount,
    _: NoQuery,
    form: ValidatedJson<PasswordChangeRequest>,
) -> Result<Response, Problem> {
    let session = replace_password(&app, (&client, audit), caller.account, form.0).await?;
    Ok(sign_in_response(&app, StatusCode::OK, &session))
}

/// Changes the password, invalidates the account's password links, ends all of its sessions and starts a new session.
/// 422 if the current password is wrong; 429 after too many wrong passwords.
pub async fn replace_password(
    app: &App,
    (client, audit): (&Client, AuditContext),
    account: Account,
    form: PasswordChangeRequest,
) -> Result<IssuedAccessToken, Problem> {
    let (now, user_agent) = (app.clock.now(), client.user_agent.clone());
    let as_current_password_error = |error| {
        let sentence = "The current password is incorrect";
        sign_in_error_as_invalid_field(Code::PasswordIncorrect, "currentPassword", sentence, error)
    };
    let PasswordChangeRequest { current_password, new_password } = form;
    let hash = app.auth.builtin.verify_password(&app.db, &account, (&current_password, client.address), now).await;
    let hash = hash.map_err(as_current_password_error)?;
    let new_hash = app.auth.builtin.password_workers.hash(&new_password).await?;
    let policy = app.auth.builtin.policy().clone();
    let new_session = app.db.write(move |tx| {
        Box::pin(async move {
            if !session::lock_if_password_unchanged(tx, &account.id, &hash).await? {
                return Err(WriteError::from(as_current_password_error(SignInError::InvalidCredentials)));
            }
            accounts::set_password(tx, &account.id, Some(&new_hash), now).await?;
            session::end_all(tx, &account.id).await?;
            ticket::invalidate(tx, &account.id, TicketPurpose::Password).await?;
            audit.log_action_on(tx, &account).await?;
            Ok(policy.record_sign_in_and_start_session(tx, &account.id, &user_agent, now).await?)
        })
    });
    Ok(app.auth.builtin.issue_access_token(new_session.await?, now)?)
}

/// Delete the caller's account.
///
/// Requires the password. An account without a password sends the code of `requestDeletionCode` instead. An account
/// with neither a password nor an email address needs no confirmation. Deletes the account's sessions, likes and
/// inquiries, and its guestbook entries and comments that are not public. Public ones remain under an abbreviated name,
/// and its places remain without an owner. An email confirms the deletion.
#[utoipa::path(
    delete, path = "/api/auth/account", tag = "Identity",
    request_body = AccountDeletionRequest,
    responses(
        (status = 204, description = "The account was deleted.",
            headers(("set-cookie" = String, description = "Deletes the cookie `karst_refresh`."))),
        (status = 409, description = "The account is the last admin who can sign in."),
        (status = 429, description = "Too many wrong guesses."),
    ),
)]
pub async fn delete_account(
    State(app): State<App>,
    client: Client,
    _origin: SameOrigin,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: ValidatedJson<AccountDeletionRequest>,
) -> Result<Response, Problem> {
    delete(&app, (&client, audit), caller.account, form.0).await?;
    Ok(delete_refresh_cookie(&app, StatusCode::NO_CONTENT))
}

/// Send a code to delete an account without a password.
///
/// The code can be used once, within 30 minutes. The response is 409 if the account has a password, which
/// `deleteAccount` then requires.
#[utoipa::path(
    post, path = "/api/auth/account/deletion-code", tag = "Identity",
    responses(
        (status = 202, description = "The email was queued."),
        (status = 409, description = "The account has a password."),
        (status = 429, description = "Too many emails were requested."),
    ),
)]
pub async fn request_deletion_code(
    State(app): State<App>,
    client: Client,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
) -> Result<StatusCode, Problem> {
    let (now, account) = (app.clock.now(), caller.account);
    if account.has_password {
        return Err(Problem::conflict(Code::PasswordExists, "This account has a password: use it to confirm"));
    }
    let limiter = &app.auth.builtin.email_limiter;
    limiter.count_attempt(&app.db, RateLimitKey::Email(&account.email), client.address, now).await?;
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            if !outbox::add(tx, (EmailKind::DeletionCode, &account.email, Some(&account.id)), now).await? {
                return Err(WriteError::from(Problem::outbox_full()));
            }
            Ok(audit.log_action_on(tx, &account).await?)
        })
    });
    work.await?;
    app.outbox.notify();
    Ok(StatusCode::ACCEPTED)
}

/// Verifies the password of the account and returns its hash. 422 for `field` if `password` is missing or wrong;
/// 429 after too many wrong passwords.
pub async fn verify_password_field(
    app: &App,
    client: &Client,
    account: &Account,
    (field, password): (&'static str, Option<String>),
) -> Result<String, Problem> {
    let Some(password) = password else {
        return Err(Problem::invalid_field(Code::Required, field, "Password is required"));
    };
    let hash = app.auth.builtin.verify_password(&app.db, account, (&password, client.address), app.clock.now()).await;
    hash.map_err(|error| sign_in_error_as_invalid_field(Code::PasswordIncorrect, field, PASSWORD_INCORRECT, error))
}

/// The problem with status 422 for `field` if the password is wrong, or was changed after it was verified.
pub fn wrong_password(field: &'static str) -> Problem {
    Problem::invalid_field(Code::PasswordIncorrect, field, PASSWORD_INCORRECT)
}

/// How the caller proves that the account is theirs. The transaction that relies on the proof checks that the password
/// is unchanged, or that the code is valid.
pub enum AccountProof {
    /// The hash of the verified password.
    Password(String),
    /// The code as the caller typed it, not yet checked.
    Code(String),
    /// The session alone. The code that chooses it has checked that the account has neither a password nor a code, and,
    /// for API tokens, that the sign-in is recent.
    Session,
}

impl AccountProof {
    /// Begins the rate-limited attempt to enter the code; `None` without a code. The caller must report the result with
    /// [`finish_code_attempt`]. Errors: 429 after too many wrong codes.
    pub async fn begin_code_attempt(
        &self,
        app: &App,
        (client, account): (&Client, &Account),
    ) -> Result<Option<RateLimitedAttempt>, Problem> {
        let Self::Code(_) = self else { return Ok(None) };
        Ok(Some(app.auth.builtin.begin_code_attempt(&app.db, account, client.address, app.clock.now()).await?))
    }
}

/// Ends the attempt of [`AccountProof::begin_code_attempt`]. It counts if `result` is a problem with the field `code`.
pub async fn finish_code_attempt<T>(app: &App, attempt: Option<RateLimitedAttempt>, result: &Result<T, Problem>) {
    let Some(attempt) = attempt else { return };
    let is_wrong = result.as_ref().is_err_and(|problem| problem.errors.iter().any(|error| error.field == "code"));
    app.auth.builtin.finish_attempt(attempt, is_wrong.then_some(&SignInError::InvalidCode)).await;
}

/// The text, unless it is blank.
pub fn non_blank(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

/// Deletes the account if the request proves that the account is the caller's. Errors: 422 for a missing or wrong
/// password or code, 429 after too many wrong ones, 409 for the last admin.
pub async fn delete(
    app: &App,
    (client, audit): (&Client, AuditContext),
    account: Account,
    form: AccountDeletionRequest,
) -> Result<(), Problem> {
    let now = app.clock.now();
    let proof = match (account.has_password, non_blank(form.current_password), non_blank(form.code)) {
        (true, password, _) => {
            let password = ("currentPassword", password);
            AccountProof::Password(verify_password_field(app, client, &account, password).await?)
        }
        // There is no address to which a code could be sent.
        (false, _, _) if !email::is_plausible(&account.email) => AccountProof::Session,
        (false, _, None) => return Err(Problem::invalid_field(Code::Required, "code", "Code is required")),
        (false, _, Some(code)) => AccountProof::Code(code),
    };
    let attempt = proof.begin_code_attempt(app, (client, &account)).await?;
    let cloned_app = app.clone();
    let work = app.write_and_invalidate(move |tx| {
        Box::pin(async move {
            // The deletion locks the account's places, likes and entries in no fixed order. The shared locks exclude
            // bulk changes, which could otherwise deadlock with the deletion.
            tx.lock_shared(AdvisoryLock::Places).await?;
            tx.lock_shared(AdvisoryLock::Moderation).await?;
            accounts::lock_admins(tx).await?;
            match proof {
                AccountProof::Password(hash) => {
                    if !session::lock_if_password_unchanged(tx, &account.id, &hash).await? {
                        return Err(WriteError::from(wrong_password("currentPassword")));
                    }
                }
                AccountProof::Code(code) => {
                    let token = ticket::code_secret(&account.id, &code);
                    if ticket::redeem(tx, token.reveal(), TicketPurpose::Deletion, now).await?.is_none() {
                        let sentence = "The code is incorrect or has expired";
                        return Err(Problem::invalid_field(Code::CodeIncorrect, "code", sentence).into());
                    }
                }
                AccountProof::Session => {}
            }
            let admins_before = accounts::count_admins_who_can_sign_in(tx).await?;
            // The lock on the account serializes the deletion with concurrent posts and likes of the account. The
            // deletion includes earlier posts and likes; later ones are rejected.
            let account = accounts::get_for_update(tx, &account.id).await?.ok_or(StoreError::NotFound)?;
            audit.log_deleted(tx, &account).await?;
            let tags = cloned_app.remove_account(tx, &account.id).await?;
            if admins_before > 0 && accounts::count_admins_who_can_sign_in(tx).await? == 0 {
                let sentence = "You are the last admin: make another user an admin first.";
                return Err(Problem::conflict(Code::LastAdmin, sentence).into());
            }
            if email::is_plausible(&account.email) {
                // If the outbox is full, the account is deleted without a confirmation email.
                outbox::add(tx, (EmailKind::AccountDeleted, &account.email, None), now).await?;
            }
            Ok(((), tags))
        })
    });
    let result: Result<(), Problem> = work.await.map_err(Problem::from);
    finish_code_attempt(app, attempt, &result).await;
    result?;
    app.outbox.notify();
    Ok(())
}
