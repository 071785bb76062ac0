//! `/api/drafts` and `/api/{kind}/{id}/draft`: drafts, for callers who may change the record.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::service::{self, parse_publish_at, publish_at_rule};
use super::store::{self, Draft, DraftItem, DraftValues};
use crate::audit::log::{AuditContext, AuditRecordKind, Fields};
use crate::auth::domain::accounts::{Account, Permission};
use crate::http::app::App;
use crate::http::cache::RecordVersion;
use crate::http::caller::ActiveAccount;
use crate::http::input::pagination::{PageParameterDocs, PageParams};
use crate::http::input::query_string::{NoQuery, Query, parse_variant};
use crate::http::input::rule::{MAX_EXACT_INTEGER, Rule, rule_schemas};
use crate::http::input::update::IfMatch;
use crate::http::input::validation::ValidatedJson;
use crate::http::problem::Problem;
use crate::records::{RecordAccess, RecordPath};

/// The maximum number of drafts on a page.
const MAX_LIMIT: i64 = 100;

/// The kinds of records that can have a draft, as the error message for another `kind` lists them.
const KINDS_WITH_DRAFTS: &str = "place, article, category, page, settings";

/// A draft to save. It replaces the stored one as a whole.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "each field is described by its rule below")]
pub struct DraftRequest {
    pub base_version: i64,
    pub fields: Fields,
    #[serde(default)]
    pub publish_at: Option<String>,
}

fn draft_request() -> Rule {
    let fields = Rule::any_object("The changed fields, as in an update of the record.");
    Rule::closed_object(
        "A draft to save. It replaces the stored one as a whole.",
        vec![
            (
                "baseVersion",
                Rule::integer("The version of the record that the draft changes.")
                    .required("Base version is required")
                    .min(0.0, "Base version must be 0 or more")
                    .max(MAX_EXACT_INTEGER, "This version does not exist")
                    .example(5),
            ),
            ("fields", fields.required("Fields are required")),
            (
                "publishAt",
                publish_at_rule("When the draft is published automatically, a time in the future; null if it is not."),
            ),
        ],
    )
}

rule_schemas! { DraftRequest => draft_request() }

/// The record after its draft was published.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DraftPublicationResult {
    /// The version of the record.
    #[schema(example = 6)]
    pub version: i64,
}

/// List the drafts.
///
/// For staff: admins see all drafts, owners see the drafts of their places. Drafts with a publication time come first,
/// the earliest time first. The other drafts follow, the latest save first. Drafts of records in the trash are left
/// out. `X-Total-Count` is the total number.
#[utoipa::path(
    get, path = "/api/drafts", tag = "Drafts",
    params(
        PageParameterDocs<MAX_LIMIT>,
        ("kind" = Option<String>, Query, description = "Only drafts of this kind: `place`, `article`, `category`, `page` or `settings`."),
    ),
    responses((status = 200, body = Vec<DraftItem>)),
)]
pub async fn list_drafts(
    State(app): State<App>,
    caller: ActiveAccount,
    mut query: Query,
    uri: Uri,
) -> Result<Response, Problem> {
    caller.require(Permission::AccessConsole)?;
    let page = PageParams::take(&mut query, MAX_LIMIT);
    let kind = query.choice("kind", KINDS_WITH_DRAFTS, |name| {
        parse_variant::<AuditRecordKind>(name).filter(|_| KINDS_WITH_DRAFTS.split(", ").any(|one| one == name))
    });
    query.finish()?;
    let owner = (!caller.0.may(Permission::AdministerPlaces)).then_some(&caller.0.id);
    let found = store::list(&app.db, owner, kind, page).await?;
    let items: Vec<DraftItem> = found.items.into_iter().map(|item| item_for_caller(&caller.0, item)).collect();
    Ok(page.respond(&uri, &items, found.total))
}

/// Get the draft of a record.
///
/// For callers who may change the record. 404 if the record has no draft.
#[utoipa::path(
    get, path = "/api/{kind}/{id}/draft", tag = "Drafts",
    params(RecordPath), responses((status = 200, body = Draft)),
)]
pub async fn get_draft(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    RecordPath { key, .. }: RecordPath,
    _: NoQuery,
) -> Result<impl IntoResponse, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    let draft = service::get(&app, &access).await?;
    Ok((Extension(RecordVersion(draft.item.version)), Json(draft_for_caller(&caller, draft))))
}

/// Save the draft of a record.
///
/// For callers who may change the record. Nothing becomes public. A record has one draft; a save replaces it as a
/// whole. Values may break rules until the draft is published. Unknown fields are refused. A caller who is not an admin
/// gets 403 for a change to a field that only admins may set.
///
/// With `If-Match`, the draft is saved only if its version matches; `"0"` matches if there is no draft. Otherwise the
/// response is 412 with the stored draft. With `publishAt`, the draft is published at that time with the rights that
/// the caller has then. A draft in a release has no `publishAt` of its own.
#[utoipa::path(
    put, path = "/api/{kind}/{id}/draft", tag = "Drafts",
    params(
        RecordPath,
        ("If-Match" = Option<String>, Header, description = "The version of the draft in quotes, as in `\"1795000000000\"`, or `\"0\"` if there is none. `*` matches any version."),
    ),
    request_body = DraftRequest,
    responses(
        (status = 200, body = Draft),
        (status = 409, description = "The caller is not an admin, and an admin has scheduled a draft of the record."),
    ),
)]
pub async fn save_draft(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, .. }: RecordPath,
    _: NoQuery,
    headers: HeaderMap,
    form: ValidatedJson<DraftRequest>,
) -> Result<Json<Draft>, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    let DraftRequest { base_version, fields, publish_at } = form.0;
    let publish_at = publish_at.as_deref().map(parse_publish_at).transpose()?;
    if publish_at.is_some() {
        access.ensure_token_may_publish(&caller)?;
    }
    let draft = DraftValues { base_version, fields, publish_at };
    let saved = service::save(&app, &caller, audit, &access, (draft, IfMatch::parse(&headers))).await?;
    Ok(Json(draft_for_caller(&caller, saved)))
}

/// Discard the draft of a record.
///
/// For callers who may change the record. The record does not change. If the draft is scheduled, it is not published.
#[utoipa::path(
    delete, path = "/api/{kind}/{id}/draft", tag = "Drafts",
    params(
        RecordPath,
        ("If-Match" = Option<String>, Header, description = "The version of the draft in quotes, as in `\"1795000000000\"`. `*` matches any version."),
    ),
    responses(
        (status = 204),
        (status = 412, description = "The draft has changed; `current` is the draft as it is now."),
    ),
)]
pub async fn delete_draft(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, .. }: RecordPath,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<StatusCode, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    service::discard(&app, audit, access, IfMatch::parse(&headers)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Publish the draft of a record.
///
/// For callers who may change the record. One transaction writes the fields of the draft to the record, as the `PUT` of
/// the record does, and deletes the draft. With `If-Match`, the draft is published only if its version matches.
///
/// The response is 412 with `current` if the record has changed since the draft began. Then save the draft with the new
/// `baseVersion`, or discard the draft. A 422 names the values that break a rule.
#[utoipa::path(
    post, path = "/api/{kind}/{id}/draft/publish", tag = "Drafts",
    params(
        RecordPath,
        ("If-Match" = Option<String>, Header, description = "The version of the draft in quotes, as in `\"1795000000000\"`. `*` matches any version."),
    ),
    responses(
        (status = 200, body = DraftPublicationResult),
        (status = 412, description = "The draft or the record has changed; `current` is the one that has changed."),
        (status = 422, description = "A field breaks a rule; `errors` has a message for each."),
    ),
)]
pub async fn publish_draft(
    State(app): State<App>,
    ActiveAccount(caller): ActiveAccount,
    audit: AuditContext,
    RecordPath { key, .. }: RecordPath,
    _: NoQuery,
    headers: HeaderMap,
) -> Result<Json<DraftPublicationResult>, Problem> {
    let access = RecordAccess::check(&app, &caller, key).await?;
    let version = service::publish(&app, &caller, audit, &access, IfMatch::parse(&headers)).await?;
    Ok(Json(DraftPublicationResult { version }))
}

fn draft_for_caller(caller: &Account, draft: Draft) -> Draft {
    Draft { item: item_for_caller(caller, draft.item), ..draft }
}

/// The draft as `caller` may see it. Callers who are not admins do not see the name of the release. They see the
/// account that last saved the draft only if it is their own.
fn item_for_caller(caller: &Account, item: DraftItem) -> DraftItem {
    if caller.may(Permission::AdministerPlaces) {
        return item;
    }
    let is_own = item.account_id.as_ref() == Some(&caller.id);
    let (account_id, account_name) = if is_own { (item.account_id, item.account_name) } else { (None, None) };
    DraftItem { release_name: None, account_id, account_name, ..item }
}
