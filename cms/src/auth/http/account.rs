//! The own account: reads it, changes it and exports its data.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};

use sqlx::FromRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use super::dto::{ExportResponse, ExportedEmail, ExportedIdentity, ExportedPlace, ProfileResponse, SessionItem};
use super::forms::ProfileChanges;
use crate::audit::model::AuditContext;
use crate::auth::domain::builtin::session as sessions;
use crate::auth::domain::federated::store as links;
use crate::auth::domain::store;
use crate::common::id::AccountId;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::auth::caller::SessionAccount;
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::{Update, WriteError};
use crate::http::problem::Problem;
use crate::with_pool;

const OWN_PLACES: &str = "select id, name, slug from place where owner_id = $1 and deleted_at is null order by id";

// The author sees spam as pending.
const OWN_ENTRIES: &str = "
select id, message, nationality, location, latitude, longitude, rating, place_id as related_place_id,
       case when status = 'spam' then 'pending' else status end as status, created_at
from guestbook_entry where author_id = $1 and deleted_at is null order by id";

const OWN_COMMENTS: &str = "
select id, entry_id, message as comment, case when status = 'spam' then 'pending' else status end as status, created_at
from guestbook_comment where author_id = $1 and deleted_at is null order by id";

const OWN_LIKES: &str = "
select place.id as business_id, place.name, saved.created_at
from place_like saved join place on place.id = saved.place_id
where saved.account_id = $1 and place.is_public order by saved.created_at, place.id";

const OWN_EMAILS: &str = "
select kind, recipient, created_at from email_outbox where account_id = $1 or recipient = $2 order by id";

// Enquiries with the account's address too, if the address is verified: anybody can sign up with any address.
const OWN_ENQUIRIES: &str = "
select id, place_name as business_name, name, email, arrival, departure, people, message, created_at from enquiry
where account_id = $1 or email in (select email from account where id = $1 and is_email_verified) order by id";

const OWN_ACTIONS: &str =
    "select action, address, created_at from audit_event where account_id = $1 order by created_at, id";

/// Get the caller's account.
///
/// Includes whether it has a password, a second factor and a verified email address.
#[utoipa::path(
    get, path = "/api/auth/account", operation_id = "getAccount", tag = "Identity", security(("bearer" = [])),
    responses((status = 200, body = ProfileResponse)),
)]
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
    put, path = "/api/auth/account", operation_id = "updateAccount", tag = "Identity", security(("bearer" = [])),
    request_body = ProfileChanges,
    responses((status = 200, body = ProfileResponse)),
)]
pub async fn update_account(
    State(app): State<App>,
    caller: SessionAccount,
    audit: AuditContext,
    _: NoQuery,
    form: Update<ProfileChanges>,
) -> Result<Json<ProfileResponse>, Problem> {
    let (now, owes_second_factor) = (app.clock.now(), caller.account.owes_second_factor);
    let work = app.db.write(move |tx| {
        Box::pin(async move {
            // Read it again: an admin may have changed it since the token was verified.
            let before = store::locked(tx, &caller.account.id).await?.ok_or(StoreError::NotFound)?;
            let mut account = before.clone();
            let ProfileChanges { first_name, last_name, photo_url } = form.changes;
            if let Some(name) = first_name {
                account.first_name = name.trim().to_owned();
            }
            if let Some(name) = last_name {
                account.last_name = name.trim().to_owned();
            }
            photo_url.into_field(&mut account.photo_url);
            let account = form.broken.allow(&ProfileResponse::new(&before, &[]), Ok(account))?;
            store::change(tx, &account, now).await?;
            audit.log_updated(tx, &before, &account).await?;
            Ok::<_, WriteError>(account)
        })
    });
    let mut account = work.await?;
    account.owes_second_factor = owes_second_factor;
    let links = links::all(&app.db, &account.id).await?;
    Ok(Json(ProfileResponse::new(&account, &links)))
}

/// Export the data of the caller's account.
///
/// The response is a JSON file. It does not contain photos, moderation notes, spam scores, hashes or secrets.
#[utoipa::path(
    get, path = "/api/auth/account/export", operation_id = "exportAccount", tag = "Identity",
    security(("bearer" = [])),
    responses((status = 200, body = ExportResponse,
        headers(("content-disposition" = String, description = "The name of the file, as an attachment.")))),
)]
pub async fn export_account(State(app): State<App>, caller: SessionAccount, _: NoQuery) -> Result<Response, Problem> {
    export(&app, caller).await
}

/// The file of [`export_account`].
pub async fn export(app: &App, SessionAccount { account, session }: SessionAccount) -> Result<Response, Problem> {
    let now = app.clock.now();
    let active = sessions::all(&app.db, &account.id, now).await?;
    let links = links::all(&app.db, &account.id).await?;
    let businesses: Vec<ExportedPlace> = own(&app.db, OWN_PLACES, &account.id).await?;
    let emails: Vec<ExportedEmail> = with_pool!(&app.db, |engine| sqlx::query_as(OWN_EMAILS)
        .bind(&account.id)
        .bind(&account.email)
        .fetch_all(engine))
    .map_err(StoreError::from)?;
    let export = ExportResponse {
        exported_at: now,
        account: ProfileResponse::new(&account, &links),
        updated_at: account.updated_at,
        federated: links.into_iter().map(ExportedIdentity::from).collect(),
        sessions: active.into_iter().map(|active| SessionItem::new(active, session.as_ref())).collect(),
        businesses,
        entries: own(&app.db, OWN_ENTRIES, &account.id).await?,
        comments: own(&app.db, OWN_COMMENTS, &account.id).await?,
        likes: own(&app.db, OWN_LIKES, &account.id).await?,
        enquiries: own(&app.db, OWN_ENQUIRIES, &account.id).await?,
        emails,
        actions: own(&app.db, OWN_ACTIONS, &account.id).await?,
    };
    let mut response = Json(export).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let disposition = HeaderValue::from_static("attachment; filename=\"account.json\"");
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    Ok(response)
}

/// Runs a query whose only parameter is the account's id.
async fn own<T>(db: &Db, select: &'static str, id: &AccountId) -> Result<Vec<T>, StoreError>
where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).fetch_all(engine))?)
}
