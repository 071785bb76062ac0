//! The routes of the HTML pages under `/login`, and what these pages share: templates, headers and the extractor of
//! forms. The pages work without JavaScript. Their texts are messages of [`crate::common::messages`]; a handler passes
//! the key of a message as `notice` or `failure`.

use std::num::NonZeroU32;
use std::sync::LazyLock;

use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use minijinja::{Environment, Value, context};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::de::DeserializeOwned;

use super::{account, callback, email_links, sign_in};
use crate::auth::domain::builtin::provider::IssuedAccessToken;
use crate::auth::http::cookie;
use crate::auth::http::emails::brand;
use crate::common::messages::Locale;
use crate::http::app::App;
use crate::http::caller::SameOrigin;
use crate::http::problem::{Code, Problem};

/// The maximum size of a form. The forms have few fields.
const MAX_FORM_BYTES: usize = 16 << 10;

/// The content security policy: no scripts, no resources of other origins, and forms to this origin only. No page may
/// show these pages in a frame.
pub const CSP: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The parsed templates. The extension `.html` enables escaping.
static TEMPLATES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut pages = Environment::new();
    for (name, text) in [
        ("frame.html", include_str!("frame.html")),
        (sign_in::SIGN_IN_TEMPLATE, include_str!("sign_in.html")),
        (sign_in::SIGN_UP_TEMPLATE, include_str!("sign_up.html")),
        (email_links::FORGOT_TEMPLATE, include_str!("forgot.html")),
        (email_links::RESET_TEMPLATE, include_str!("reset.html")),
        (email_links::VERIFY_TEMPLATE, include_str!("verify.html")),
        (callback::TEMPLATE, include_str!("callback.html")),
        (account::TEMPLATE, include_str!("account.html")),
        (EXTERNAL_ACCOUNTS_TEMPLATE, include_str!("external_accounts.html")),
        (ENQUIRY_PAGE_TEMPLATE, include_str!("../../enquiries/page.html")),
        (REPORT_PAGE_TEMPLATE, include_str!("../../proposals/page.html")),
        (OWNER_CHECK_PAGE_TEMPLATE, include_str!("../../owner_reminders/page.html")),
    ] {
        pages.add_template(name, text).expect("the embedded template is valid");
    }
    pages
});

/// The path of each form, and the API call that the form corresponds to.
pub const FORM_PATHS_AND_API_CALLS: [(&str, &str); 10] = [
    ("/login", "POST /api/auth/sign-in"),
    ("/login/sign-up", "POST /api/auth/sign-up"),
    ("/login/forgot", "POST /api/auth/password-reset"),
    ("/login/reset", "POST /api/auth/password-reset/confirm"),
    (email_links::VERIFY_FORM_PATH, "POST /api/auth/verification/confirm"),
    (account::PATH, "POST /api/auth/sign-in"),
    ("/login/account/password", "PUT /api/auth/password"),
    ("/login/account/session", "DELETE /api/auth/sessions/{id}"),
    ("/login/account/delete", "DELETE /api/auth/account"),
    ("/login/account/sign-out", "POST /api/auth/sign-out"),
];

/// The template of the enquiry form. `enquiries::page` renders it. Like all templates here, it extends `frame.html`.
pub const ENQUIRY_PAGE_TEMPLATE: &str = "enquiry.html";

/// The template of the report form. `proposals::page` renders it.
pub const REPORT_PAGE_TEMPLATE: &str = "report.html";

/// The template of the page on which an owner confirms facts. `owner_reminders::page` renders it.
pub const OWNER_CHECK_PAGE_TEMPLATE: &str = "owner_check.html";

/// The template of the page that all routes of [`routes`] serve if Firebase manages the accounts.
const EXTERNAL_ACCOUNTS_TEMPLATE: &str = "external_accounts.html";

/// The routes of the pages and forms for accounts.
pub fn routes(app: &App) -> Router<App> {
    Router::new()
        .route("/login", get(sign_in::show).post(sign_in::submit))
        .route("/login/sign-up", get(sign_in::show_sign_up).post(sign_in::submit_sign_up))
        .route("/login/forgot", get(email_links::show_forgot_password).post(email_links::submit_forgot_password))
        .route("/login/reset", get(email_links::show_password_reset).post(email_links::submit_password_reset))
        .route("/login/verify", get(email_links::show_email_verification))
        .route(email_links::VERIFY_FORM_PATH, post(email_links::submit_email_verification))
        .route(account::PATH, get(account::show).post(account::sign_in))
        .route("/login/account/password", post(account::change_password))
        .route("/login/account/session", post(account::end_session))
        .route("/login/account/download", get(account::download))
        .route("/login/account/delete", post(account::delete))
        .route("/login/account/sign-out", post(account::sign_out))
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
        .layer(middleware::from_fn_with_state(app.clone(), require_builtin_accounts))
}

/// Serves [`EXTERNAL_ACCOUNTS_TEMPLATE`] if Firebase manages the accounts: 200 for reads, 409 for other methods.
async fn require_builtin_accounts(State(app): State<App>, request: Request, next: Next) -> Response {
    if app.auth.firebase.is_none() {
        return next.run(request).await;
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let status = if is_read { StatusCode::OK } else { StatusCode::CONFLICT };
    page(&app, status, EXTERNAL_ACCOUNTS_TEMPLATE, context! {}).await
}

/// The extracted form of a page. An error is a value and not a rejection, so that the handler can render the page with
/// a message.
pub struct HtmlForm<T> {
    /// The fields; blank if the form is malformed.
    pub fields: T,
    /// The problem if the form is malformed, or if a page of another origin sent it.
    pub error: Option<Problem>,
}

impl<T: DeserializeOwned + Default> FromRequest<App> for HtmlForm<T> {
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, app: &App) -> Result<Self, Self::Rejection> {
        let (mut parts, body) = request.into_parts();
        let origin = SameOrigin::from_request_parts(&mut parts, app).await;
        Ok(match Form::<T>::from_request(Request::from_parts(parts, body), app).await {
            Ok(Form(fields)) => Self { fields, error: origin.err() },
            Err(rejection) => {
                let sentence = app.locale.text("pages.form.unreadable");
                let problem = Problem::new(rejection.status(), Code::MalformedRequest, sentence);
                Self { fields: T::default(), error: Some(problem) }
            }
        })
    }
}

/// Converts the fields of an HTML form into the request of an API call. The JSON schema `name` validates `body`.
/// Errors: `error` if given, or else a problem with the invalid fields.
pub fn validate_form<T: DeserializeOwned>(
    app: &App,
    error: Option<Problem>,
    name: &str,
    body: serde_json::Value,
) -> Result<T, Problem> {
    match error {
        Some(problem) => Err(problem),
        None => app.schemas.read_as(name, body),
    }
}

/// Renders the template `name` with these values.
pub async fn page(app: &App, status: StatusCode, name: &str, values: Value) -> Response {
    page_with_csp(app, status, name, values, HeaderValue::from_static(CSP)).await
}

/// Renders the template `name` like [`page`], but with the `Content-Security-Policy` `csp`.
pub async fn page_with_csp(app: &App, status: StatusCode, name: &str, values: Value, csp: HeaderValue) -> Response {
    let html = match render(app.locale, name, &brand(&app.db).await, values) {
        Ok(html) => html,
        Err(error) => {
            tracing::error!(%error, name, "failed to render a sign-in page");
            return Problem::internal().into_response();
        }
    };
    // Pages of the site read the referrer to detect that the user comes from a page under `/login`. URLs of emailed
    // links contain secrets, so only their origin is sent. `no-referrer` is no alternative: browsers would send
    // `Origin: null` with the forms of these pages.
    let has_secret =
        matches!(name, email_links::RESET_TEMPLATE | email_links::VERIFY_TEMPLATE | OWNER_CHECK_PAGE_TEMPLATE);
    let referrer_policy = if has_secret { "strict-origin" } else { "same-origin" };
    let headers: [(HeaderName, HeaderValue); 4] = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, csp),
        (header::REFERRER_POLICY, HeaderValue::from_static(referrer_policy)),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (status, headers, Html(html)).into_response()
}

/// Renders the template `name` with the message, the status and the `Retry-After` of `problem`.
pub async fn error_page(app: &App, problem: &Problem, name: &str, values: Value) -> Response {
    let mut response = page(app, problem.status, name, context! { error => &*problem.detail, ..values }).await;
    response.extensions_mut().insert(problem.loggable_error_reason());
    if let Some(seconds) = problem.retry_after_s.map(NonZeroU32::get) {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

/// Redirects to a path of this site. Sets the refresh cookie if `session` has a refresh token.
pub fn redirect(app: &App, path: &str, session: Option<&IssuedAccessToken>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::LOCATION, HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/")));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(token) = session.and_then(|session| session.refresh_token.as_ref()) {
        headers.append(header::SET_COOKIE, cookie::refresh_cookie_header(Some(token), &app.public_url));
    }
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// Percent-encodes a path as the value of a query parameter.
pub fn percent_encode_query_value(path: &str) -> String {
    const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
    utf8_percent_encode(path, ENCODED).to_string()
}

/// Truncates a typed value to the maximum length of an email address, before the page shows the value again.
pub fn truncate_input(typed: &str) -> String {
    typed.chars().take(crate::auth::domain::email::MAX_LEN).collect()
}

fn render(locale: Locale, name: &str, brand: &str, values: Value) -> Result<String, minijinja::Error> {
    locale.render(&TEMPLATES, name, context! { brand, ..values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::messages::words_outside_messages;

    #[test]
    fn typed_values_are_escaped_on_every_page() {
        let typed = "\"><script>alert(1)</script>";
        let values = context! {
            to => "/a?b=\"c'<i>", email => typed, error => typed, first_name => typed, last_name => typed,
            token => typed, place => typed, name => typed, message => typed,
            details => typed, hours => typed, phone => typed, website => typed,
            places => [context! { name => typed, hours => typed, price => typed, contact => typed }],
            can_confirm => true, can_stop => true,
            account => context! { name => typed, email => typed },
            sessions => vec![context! { id => typed, device => typed, used => typed, created => typed }],
        };
        let sign_in_pages = [
            sign_in::SIGN_IN_TEMPLATE,
            sign_in::SIGN_UP_TEMPLATE,
            email_links::FORGOT_TEMPLATE,
            email_links::RESET_TEMPLATE,
        ];
        for name in sign_in_pages.into_iter().chain([
            email_links::VERIFY_TEMPLATE,
            account::TEMPLATE,
            ENQUIRY_PAGE_TEMPLATE,
            REPORT_PAGE_TEMPLATE,
            OWNER_CHECK_PAGE_TEMPLATE,
        ]) {
            let page = render(Locale::English, name, typed, values.clone()).expect("the page");
            assert!(!page.contains("<script") && !page.contains("\"c'") && !page.contains("<i>"), "{page}");
        }
    }

    #[test]
    fn callback_page_has_one_script_without_values_of_the_request() {
        let typed = "/a?b=\"></script><script>alert(1)</script>";
        let values = context! { target => typed, code => typed, error => typed, script => callback::SCRIPT };
        let page = render(Locale::English, callback::TEMPLATE, typed, values).expect("the page");
        assert_eq!(page.matches("<script").count(), 1, "{page}");
        assert!(page.contains(&format!(">{}</script>", callback::SCRIPT)), "the hashed text: {page}");
        assert!(!page.contains("alert(1)<") && !page.contains("\"></script"), "{page}");
    }

    #[test]
    fn path_is_percent_encoded_as_a_parameter() {
        assert_eq!(
            percent_encode_query_value("/admin-portal#/businesses?a=b&c"),
            "/admin-portal%23/businesses%3Fa%3Db%26c"
        );
    }

    #[test]
    fn title_without_brand_is_sign_in() {
        let title = |brand| render(Locale::English, sign_in::SIGN_IN_TEMPLATE, brand, context! {}).expect("the page");
        assert!(title("").contains("<title>Sign In</title>"));
        assert!(title("Hang Én").contains("<title>Sign In · Hang Én</title>"));
    }

    #[test]
    fn sign_in_error_is_an_alert_that_describes_both_fields() {
        let values = context! { to => "/", email => "linh@example.org", error => "Email or password is incorrect" };
        let page = render(Locale::English, sign_in::SIGN_IN_TEMPLATE, "", values).expect("the page");
        assert!(page.contains(r#"role="alert""#) && page.contains(r#"value="linh@example.org""#), "{page}");
        assert_eq!(page.matches(r#"aria-describedby="refusal""#).count(), 2);
        assert!(
            !render(Locale::English, sign_in::SIGN_IN_TEMPLATE, "", context! {}).expect("the page").contains("alert")
        );
    }

    #[test]
    fn code_field_appears_when_a_code_is_required() {
        let page = |wants_code: bool| {
            render(Locale::English, sign_in::SIGN_IN_TEMPLATE, "", context! { wants_code }).expect("the page")
        };
        assert!(page(true).contains(r#"autocomplete="one-time-code""#));
        assert!(!page(false).contains("one-time-code"));
    }

    #[test]
    fn pages_contain_only_messages_and_variables() {
        // The values of variables have no letters, because a word in a value would count as a word outside of a
        // message.
        let account = context! { name => "1", email => "2@3" };
        let sessions = [("4", true), ("", false)].map(|(device, is_current)| {
            context! { id => "5", device, used => "6", created => "7", is_current }
        });
        let others = vec![context! { word => "8", name => "9" }];
        let choices = [
            context! { notice => "pages.verify.confirmed" },
            context! { error => "10" },
            context! { failure => "pages.failures.cancelled" },
            context! { wants_code => true, has_mail => true, has_password => true },
            context! { account, sessions => sessions.to_vec(), others },
            context! { place => "11", places => [context! { name => "15", hours => "16", contact => "17" }] },
            context! { has_changes => true, can_confirm => true, can_stop => true },
        ];
        let common_values = context! { to => "/", target => "/", id => 12, token => "13", script => callback::SCRIPT };
        for (name, _) in TEMPLATES.templates() {
            for state in 0..1_u32 << choices.len() {
                let chosen_indexes = (0..choices.len()).filter(|choice| (state >> *choice) & 1 == 1);
                let values = chosen_indexes
                    .fold(common_values.clone(), |values, choice| context! { ..choices[choice].clone(), ..values });
                let page = render(Locale::Pseudo, name, "14", values).expect(name);
                assert!(page.contains(r#"<html lang="en-XA">"#), "{name}: {page}");
                assert_eq!(words_outside_messages(&page), "", "{name}: {page}");
            }
        }
    }
}
