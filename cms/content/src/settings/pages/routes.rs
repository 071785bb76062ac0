//! `/api/pages`.

use axum::extract::State;
use axum::response::IntoResponse;
use axum::{Extension, Json};
use serde_json::{Map, Value};

use super::dto::{About, GettingHere, Help, Privacy, StandingPageResponse};
use super::requests::{AboutChanges, GettingHereChanges, HelpChanges, PrivacyChanges, StandingPage};
use super::service;
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::Permission;
use crate::common::cache_tag::CacheTag;
use crate::http::app::App;
use crate::http::cache::{CacheTags, RecordVersion};
use crate::http::caller::ActiveAccount;
use crate::http::input::query_string::NoQuery;
use crate::http::input::update::{ChangeMode, Update};
use crate::http::problem::Problem;

/// The sent fields with the versions in `If-Match`. The values are validated after they are applied to the stored page.
type StandingPageUpdate<T> = Update<Map<String, Value>, <T as StandingPage>::Changes>;

/// Defines the handlers of one page.
macro_rules! standing_page {
    ($page:ident, $changes:ident, $get:ident, $update:ident, $path:literal, $get_summary:literal,
     $update_summary:literal) => {
        #[doc = $get_summary]
        ///
        /// In the texts, `{brand}`, `{region}` and `{email}` are placeholders for values of the settings, which the
        /// client inserts.
        #[utoipa::path(
            get, path = $path, tag = "Settings", security(()),
            responses(
                (status = 200, body = StandingPageResponse<$page>),
                (status = 404, description = "The page does not exist yet."),
            ),
        )]
        pub async fn $get(State(app): State<App>, _: NoQuery) -> Result<impl IntoResponse, Problem> {
            get_standing_page::<$page>(&app).await
        }

        #[doc = $update_summary]
        ///
        /// Admins only. The change is public immediately. Fields that are not sent keep their values; a list or an
        /// object that is sent replaces the stored one. The first time, all fields are required. With `If-Match`, the
        /// change is made only if the version matches; otherwise the response is 412.
        #[utoipa::path(
            put, path = $path, tag = "Settings",
            params(("If-Match" = Option<String>, Header, description = "The version to change: the record's `version` in quotes, as in `\"3\"`, or the `ETag` of a read. `*` matches any version. `\"0\"` stands for a page that does not exist yet. Weak tags and tags of compressed responses are accepted.")),
            request_body = $changes, responses((status = 200, body = StandingPageResponse<$page>)),
        )]
        pub async fn $update(
            State(app): State<App>,
            audit: AuditContext,
            caller: ActiveAccount,
            _: NoQuery,
            update: StandingPageUpdate<$page>,
        ) -> Result<Json<StandingPageResponse<$page>>, Problem> {
            update_standing_page(&app, audit, &caller, update).await
        }
    };
}

standing_page! {
    GettingHere, GettingHereChanges, get_getting_here, update_getting_here, "/api/pages/getting-here",
    " Get the Getting Here page.", " Update the Getting Here page."
}
standing_page! {
    About, AboutChanges, get_about, update_about, "/api/pages/about",
    " Get the About page.", " Update the About page."
}
standing_page! {
    Help, HelpChanges, get_help, update_help, "/api/pages/help",
    " Get the Help page.", " Update the Help page."
}
standing_page! {
    Privacy, PrivacyChanges, get_privacy, update_privacy, "/api/pages/privacy",
    " Get the terms of service and the privacy policy.", " Update the terms of service and the privacy policy."
}

async fn get_standing_page<T: StandingPage>(app: &App) -> Result<impl IntoResponse + use<T>, Problem> {
    let page: Option<StandingPageResponse<T>> = service::find(&app.db).await?;
    let page = page.ok_or_else(|| Problem::not_found("This page has not been written yet"))?;
    Ok((Extension(CacheTags(vec![CacheTag::StandingPages])), Extension(RecordVersion(page.version)), Json(page)))
}

async fn update_standing_page<T: StandingPage>(
    app: &App,
    audit: AuditContext,
    caller: &ActiveAccount,
    update: StandingPageUpdate<T>,
) -> Result<Json<StandingPageResponse<T>>, Problem> {
    caller.require(Permission::ManageSettingsAndPages)?;
    Ok(Json(service::change(app, audit, update.if_match, update.changes, ChangeMode::Save).await?))
}
