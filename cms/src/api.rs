//! All routes of the API. The contract (`openapi.json`) is generated from them, in this order.

use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use serde_json::Value;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::guestbook::requests::NewExperience;
use crate::guestbook::routes::admin;
use crate::http::app::App;
use crate::http::caller::{OperationIds, check_api_token};
use crate::http::input::idempotency;
use crate::http::input::validation::RequestBodySchemas;
use crate::http::problem::Problem;
use crate::http::server::service;
use crate::records::RecordKind;
use crate::settings::pages;
use crate::{
    alerts, articles, audit, auth, categories, changes, claims, contact, drafts, enquiries, guestbook, imports,
    invalid_values, likes, media, owner_reminders, places, previews, proposals, quality, releases, render_failures,
    revisions, schedule, settings, stats, users, webhooks,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Karst",
        description = "The content API of a regional travel guide: its places, categories and articles, and the calls of the console.

Reads of public content need no key and allow every origin. They carry an `ETag`. Send it back as `If-None-Match`: if \
the response is unchanged, its status is 304. Send it as `If-Match` with a change to that record: if the record has \
changed since then, nothing is written and the status is 412, unless the record already has all values of the request. \
Errors are problem documents (RFC 9457); `errors` has the field and the message of each broken rule. Both have a \
stable `code` with `params`, from which a client can make its own sentence in another language. Calls that list the \
header `Idempotency-Key` create a record once: for 24 hours, a retry after a lost response gets the first response and \
creates nothing.

**Changes without notice:** new calls, new optional parameters and fields, new fields in responses, new values of a \
field whose values this document does not list, other sentences for people. Ignore unknown fields.

**Changes with notice:** a call, parameter or field that will be removed or change its meaning is first marked as \
`deprecated` in this document. Its responses carry the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and a \
`Link` to the replacement. It works for at least twelve months from then on. Nothing is deprecated at present.",
        license(name = "MIT", identifier = "MIT"),
        contact(name = "Karst contributors"),
    ),
    servers((url = "/", description = "This server")),
    tags(
        (name = "Places", description = "Places: caves, food, stays and services. URLs call them businesses."),
        (name = "Alerts", description = "Closures, dangers and other news about places, a category or the whole guide."),
        (name = "Categories", description = "The categories of places."),
        (name = "Articles", description = "The articles under Inspiration."),
        (name = "Guestbook", description = "Guestbook entries and comments, and their moderation."),
        (name = "Likes", description = "The places that an account likes."),
        (name = "Images", description = "The media library, and the photos of travelers."),
        (name = "Settings", description = "The settings of the guide and its region, and the standing pages."),
        (name = "Contact", description = "Contact messages to the team."),
        (name = "Enquiries", description = "Inquiries of travelers to places."),
        (name = "Proposals", description = "Reports of travelers about places, and the proposed changes that the team decides on."),
        (name = "Claims", description = "Claims to places by those who run them, and the decisions of the team."),
        (name = "Identity", description = "Accounts, sign-in and sessions."),
        (name = "Users", description = "The administration of accounts."),
        (name = "Drafts", description = "Drafts: changes to records that are saved and not yet public."),
        (name = "Programs", description = "For programs that keep a copy of the guide: the change feed and webhooks."),
        (name = "Imports", description = "Imports of places from files: what a file would change, the change, and its undo."),
        (name = "Quality", description = "What is missing or wrong: counts, likely duplicates, and links that do not work."),
        (name = "Releases", description = "Drafts that are published together, all or none."),
        (name = "History", description = "The revisions of places, articles, categories, standing pages and the settings."),
        (name = "Console", description = "Statistics, the audit log and checks, for staff."),
    ),
    components(schemas(NewExperience, Problem, RecordKind)),
    modifiers(&SecuritySchemes),
)]
struct OpenApiDocument;

struct SecuritySchemes;

impl Modify for SecuritySchemes {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        let description =
            "An access token from `/api/auth/sign-in`, or an ID token of Firebase if it manages the accounts.";
        scheme.description = Some(description.into());
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(scheme));
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.bearer_format = Some("karst_…".into());
        let description = "An API token of a staff account, for programs. Each call lists its scopes; the token needs \
                           one of them. It never exceeds the role of its account.";
        scheme.description = Some(description.into());
        components.add_security_scheme("apiToken", SecurityScheme::Http(scheme));
    }
}

fn api_router() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(OpenApiDocument::openapi())
        .routes(routes!(places::routes::list_places, places::routes::create_place))
        .routes(routes!(places::export::geojson::export_places_geojson))
        .routes(routes!(places::export::open_data::export_places_json))
        .routes(routes!(places::export::open_data::export_places_csv))
        .routes(routes!(places::export::sheet::export_place_sheet))
        .routes(routes!(places::search::suggest::list_suggestions))
        .routes(routes!(places::routes::parse_opening_hours))
        .routes(routes!(places::routes::get_place, places::routes::update_place, places::routes::delete_place))
        .routes(routes!(places::routes::list_place_trash))
        .routes(routes!(places::routes::restore_place))
        .routes(routes!(places::bulk::update_places))
        .routes(routes!(places::bulk::undo_update_places))
        .routes(routes!(alerts::public_routes::list_alerts))
        .routes(routes!(alerts::feeds::export_alerts_geojson))
        .routes(routes!(alerts::feeds::export_alerts_atom))
        .routes(routes!(alerts::routes::list_all_alerts, alerts::routes::create_alert))
        .routes(routes!(alerts::routes::get_alert, alerts::routes::update_alert))
        .routes(routes!(alerts::routes::end_alert))
        .routes(routes!(categories::open_data::export_categories_json))
        .routes(routes!(categories::open_data::export_categories_csv))
        .routes(routes!(categories::routes::list_categories, categories::routes::create_category))
        .routes(routes!(
            categories::routes::get_category,
            categories::routes::update_category,
            categories::routes::delete_category
        ))
        .routes(routes!(categories::routes::restore_category))
        .routes(routes!(articles::open_data::export_articles_json))
        .routes(routes!(articles::open_data::export_articles_csv))
        .routes(routes!(articles::routes::list_articles, articles::routes::create_article))
        .routes(routes!(articles::routes::list_topics))
        .routes(routes!(articles::routes::list_article_trash))
        .routes(routes!(articles::routes::restore_article))
        .routes(routes!(
            articles::routes::get_article,
            articles::routes::update_article,
            articles::routes::delete_article
        ))
        .routes(routes!(guestbook::routes::public::list_entries, guestbook::routes::public::create_entry))
        .routes(routes!(guestbook::routes::public::get_entry, guestbook::routes::public::delete_own_entry))
        .routes(routes!(guestbook::routes::public::create_comment))
        .routes(routes!(
            guestbook::routes::owner_replies::create_owner_reply,
            guestbook::routes::owner_replies::update_owner_reply,
            guestbook::routes::owner_replies::delete_owner_reply
        ))
        .routes(routes!(guestbook::routes::public::list_place_entries))
        .routes(routes!(likes::routes::list_likes))
        .routes(routes!(likes::routes::toggle_like))
        .routes(routes!(likes::routes::like_place, likes::routes::unlike_place))
        .routes(routes!(media::routes::list_images, media::routes::add_image))
        .routes(routes!(media::routes::get_image, media::routes::update_image, media::routes::delete_image))
        .routes(routes!(media::routes::restore_image))
        .routes(routes!(media::routes::list_image_uses))
        .routes(routes!(media::routes::replace_image))
        .routes(routes!(settings::routes::get_settings, settings::routes::update_settings))
        .routes(routes!(pages::routes::get_getting_here, pages::routes::update_getting_here))
        .routes(routes!(pages::routes::get_about, pages::routes::update_about))
        .routes(routes!(pages::routes::get_help, pages::routes::update_help))
        .routes(routes!(pages::routes::get_privacy, pages::routes::update_privacy))
        .routes(routes!(auth::http::routes::get_sign_in_config))
        .routes(routes!(auth::http::routes::sign_in))
        .routes(routes!(auth::http::routes::refresh_session))
        .routes(routes!(auth::http::routes::sign_out))
        .routes(routes!(auth::http::routes::get_keys))
        .routes(routes!(auth::http::routes::sign_up))
        .routes(routes!(auth::http::sync::sync_identity))
        .routes(routes!(
            auth::http::account::get_account,
            auth::http::account::update_account,
            auth::http::account::delete_account
        ))
        .routes(routes!(auth::http::account::export_account))
        .routes(routes!(auth::http::account::request_deletion_code))
        .routes(routes!(auth::http::account::change_password))
        .routes(routes!(auth::http::email_links::request_password_reset))
        .routes(routes!(auth::http::email_links::confirm_password_reset))
        .routes(routes!(auth::http::email_links::request_verification))
        .routes(routes!(auth::http::email_links::confirm_verification))
        .routes(routes!(auth::http::api_tokens::list_api_tokens, auth::http::api_tokens::create_api_token))
        .routes(routes!(auth::http::api_tokens::revoke_api_token))
        .routes(routes!(auth::http::routes::list_sessions))
        .routes(routes!(auth::http::routes::revoke_session))
        .routes(routes!(auth::http::routes::sign_out_everywhere))
        .routes(routes!(
            auth::http::second_factor::begin_second_factor_enrollment,
            auth::http::second_factor::remove_second_factor
        ))
        .routes(routes!(auth::http::second_factor::confirm_second_factor))
        .routes(routes!(auth::http::federated::start_federated_sign_in))
        .routes(routes!(auth::http::federated::complete_federated_sign_in))
        .routes(routes!(auth::http::federated::unlink_federated))
        .routes(routes!(users::routes::list_users, users::routes::create_user))
        .routes(routes!(users::routes::count_users))
        .routes(routes!(users::routes::export_users))
        .routes(routes!(users::routes::get_user, users::routes::update_user, users::routes::delete_user))
        .routes(routes!(users::routes::create_password_link))
        .routes(routes!(users::routes::send_invitation))
        .routes(routes!(users::api_tokens::list_user_tokens))
        .routes(routes!(users::api_tokens::revoke_user_token))
        .routes(routes!(admin::list_pending_entries))
        .routes(routes!(admin::list_approved_entries))
        .routes(routes!(admin::list_spam_entries))
        .routes(routes!(admin::list_rejected_entries))
        .routes(routes!(admin::count_entries))
        .routes(routes!(admin::create_admin_entry))
        .routes(routes!(admin::get_admin_entry, admin::update_entry, admin::delete_entry))
        .routes(routes!(admin::moderate_entry))
        .routes(routes!(admin::undo_moderation))
        .routes(routes!(guestbook::routes::bulk::moderate_entries))
        .routes(routes!(guestbook::routes::bulk::undo_moderate_entries))
        .routes(routes!(guestbook::routes::bulk::moderate_comments))
        .routes(routes!(guestbook::routes::bulk::undo_moderate_comments))
        .routes(routes!(admin::list_comments))
        .routes(routes!(admin::moderate_comment))
        .routes(routes!(admin::delete_comment))
        .routes(routes!(admin::restore_comment))
        .routes(routes!(admin::restore_entry))
        .routes(routes!(contact::routes::send_message))
        .routes(routes!(contact::routes::list_messages))
        .routes(routes!(contact::routes::count_messages))
        .routes(routes!(contact::routes::get_message, contact::routes::update_message, contact::routes::delete_message))
        .routes(routes!(contact::routes::restore_message))
        .routes(routes!(enquiries::routes::create_enquiry))
        .routes(routes!(enquiries::routes::list_enquiries))
        .routes(routes!(enquiries::routes::get_enquiry))
        .routes(routes!(owner_reminders::routes::answer_owner_reminder))
        .routes(routes!(proposals::routes::create_report))
        .routes(routes!(proposals::routes::list_proposals))
        .routes(routes!(proposals::routes::count_proposals))
        .routes(routes!(proposals::routes::get_proposal))
        .routes(routes!(proposals::routes::accept_proposal))
        .routes(routes!(proposals::routes::decline_proposal))
        .routes(routes!(proposals::routes::undo_proposal))
        .routes(routes!(proposals::routes::list_place_proposals))
        .routes(routes!(proposals::routes::withdraw_proposal))
        .routes(routes!(claims::routes::get_claim_options))
        .routes(routes!(claims::routes::create_claim))
        .routes(routes!(claims::routes::list_own_claims))
        .routes(routes!(claims::routes::withdraw_claim))
        .routes(routes!(claims::routes::confirm_claim))
        .routes(routes!(claims::routes::check_claim))
        .routes(routes!(claims::admin_routes::list_claims))
        .routes(routes!(claims::admin_routes::count_claims))
        .routes(routes!(claims::admin_routes::approve_claim))
        .routes(routes!(claims::admin_routes::decline_claim))
        .routes(routes!(claims::admin_routes::revoke_claim))
        .routes(routes!(stats::routes::get_stats))
        .routes(routes!(invalid_values::list_invalid_values))
        .routes(routes!(render_failures::list_render_failures))
        .routes(routes!(audit::routes::list_audit))
        .routes(routes!(revisions::routes::list_revisions, revisions::routes::delete_revisions))
        .routes(routes!(
            revisions::routes::get_revision,
            revisions::routes::update_revision,
            revisions::routes::delete_revision
        ))
        .routes(routes!(revisions::routes::restore_revision))
        .routes(routes!(changes::routes::list_changes))
        .routes(routes!(webhooks::routes::list_webhooks, webhooks::routes::create_webhook))
        .routes(routes!(
            webhooks::routes::get_webhook,
            webhooks::routes::update_webhook,
            webhooks::routes::delete_webhook
        ))
        .routes(routes!(webhooks::routes::rotate_webhook_secret))
        .routes(routes!(webhooks::routes::test_webhook))
        .routes(routes!(webhooks::routes::list_webhook_deliveries))
        .routes(routes!(webhooks::routes::redeliver_webhook))
        .routes(routes!(drafts::routes::list_drafts))
        .routes(routes!(drafts::routes::get_draft, drafts::routes::save_draft, drafts::routes::delete_draft))
        .routes(routes!(drafts::routes::publish_draft))
        .routes(routes!(schedule::routes::list_schedule))
        .routes(routes!(imports::routes::list_imports, imports::routes::create_import))
        .routes(routes!(imports::routes::get_import, imports::routes::delete_import))
        .routes(routes!(imports::routes::list_import_rows))
        .routes(routes!(imports::routes::update_import_mapping))
        .routes(routes!(imports::routes::decide_import_rows))
        .routes(routes!(imports::routes::apply_import))
        .routes(routes!(imports::routes::undo_import))
        .routes(routes!(quality::routes::list_quality))
        .routes(routes!(quality::routes::list_duplicates))
        .routes(routes!(quality::routes::list_dead_links))
        .routes(routes!(quality::routes::list_silent_owners))
        .routes(routes!(quality::routes::check_link))
        .routes(routes!(releases::routes::list_releases, releases::routes::create_release))
        .routes(routes!(
            releases::routes::get_release,
            releases::routes::update_release,
            releases::routes::cancel_release
        ))
        .routes(routes!(releases::routes::add_release_draft, releases::routes::remove_release_draft))
        .routes(routes!(releases::routes::publish_release))
        .routes(routes!(releases::routes::undo_release))
        .routes(routes!(previews::routes::list_previews, previews::routes::create_preview))
        .routes(routes!(previews::routes::delete_preview))
        .routes(routes!(previews::routes::get_preview))
}

const CONTRACT_PATH: &str = "/api/openapi.json";

/// The routes of the API, and the contract as JSON text. As a `Value`, the contract would take 7 MB of memory, and
/// Swagger UI would serialize it for each request.
static ROUTES_AND_CONTRACT: LazyLock<(Router<App>, Bytes)> = LazyLock::new(|| {
    let (routes, document) = api_router().split_for_parts();
    let mut document = crate::http::openapi::complete_document(serde_json::to_value(document).unwrap_or_default());
    document["webhooks"] = webhooks::events::openapi_webhooks();
    (routes, Bytes::from(document.to_string()))
});

/// The contract, which is served at [`CONTRACT_PATH`] and committed as `openapi.json`.
pub fn contract() -> Value {
    serde_json::from_slice(&ROUTES_AND_CONTRACT.1).unwrap_or_default()
}

/// The schemas of the contract and the `operationId`s of its calls, read once per process.
pub fn schemas_and_operation_ids() -> (RequestBodySchemas, OperationIds) {
    static SCHEMAS_AND_OPERATION_IDS: LazyLock<(RequestBodySchemas, OperationIds)> = LazyLock::new(|| {
        let contract = contract();
        let forms = [
            enquiries::page::FORM_PATH_AND_API_CALL,
            owner_reminders::page::FORM_PATH_AND_API_CALL,
            proposals::page::FORM_PATH_AND_API_CALL,
        ];
        let operations = OperationIds::from_contract(
            &contract,
            &[&auth::pages::layout::FORM_PATHS_AND_API_CALLS[..], &forms].concat(),
        );
        (RequestBodySchemas::from_contract(&contract), operations)
    });
    SCHEMAS_AND_OPERATION_IDS.clone()
}

/// The `GET` routes of the records in the change feed. A webhook delivery contains what one of these routes returns to
/// a caller without an account.
pub fn change_feed_record_routes(app: &App) -> Router {
    let (routes, _) = OpenApiRouter::new()
        .routes(routes!(places::routes::get_place))
        .routes(routes!(categories::routes::get_category))
        .routes(routes!(articles::routes::get_article))
        .routes(routes!(settings::routes::get_settings))
        .routes(routes!(pages::routes::get_getting_here))
        .routes(routes!(pages::routes::get_about))
        .routes(routes!(pages::routes::get_help))
        .routes(routes!(pages::routes::get_privacy))
        .split_for_parts();
    routes.with_state(app.clone())
}

/// The routes of the API, its documentation, the image files, and the pages that this server renders, such as sign-in.
pub fn routes(app: &App) -> Router {
    let (routes, contract) = &*ROUTES_AND_CONTRACT;
    let serve_contract = || async { ([(header::CONTENT_TYPE, "application/json")], contract.clone()) };
    let docs = SwaggerUi::new("/docs")
        .config(Config::new([CONTRACT_PATH]).try_it_out_enabled(true).persist_authorization(false));
    routes
        .clone()
        // This layer acts only on `POST` requests with an `Idempotency-Key`.
        .layer(from_fn_with_state(app.clone(), idempotency::layer))
        .layer(from_fn_with_state(app.clone(), check_api_token))
        .layer(DefaultBodyLimit::max(media::upload::MAX_BODY_BYTES))
        .merge(media::serve::routes())
        .merge(auth::pages::layout::routes(app))
        .merge(enquiries::page::routes())
        .merge(owner_reminders::page::routes())
        .merge(proposals::page::routes())
        .with_state(app.clone())
        .route(CONTRACT_PATH, get(serve_contract))
        .merge(docs)
        .method_not_allowed_fallback(service::method_not_allowed_problem)
}
