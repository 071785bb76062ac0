//! The pages under `/login`, and where their forms go: rendered by the server, working without JavaScript, one frame around all of them.

use std::sync::LazyLock;

use axum::Form;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRef, FromRequest, FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use minijinja::{Environment, Value, context};
use serde::de::DeserializeOwned;

use super::brand::brand;
use super::page::{account, arrived, forgot, reset, sign_in, sign_up, verify};
use super::{cookie, return_path};
use crate::http::app::App;
use crate::http::origin::SameOrigin;
use crate::http::problem::Problem;
use crate::identity::builtin::provider::Session;

/// Larger than any honest form of a few fields, in bytes.
const LARGEST: usize = 16 << 10;

/// No script, no frame, no foreign anything; the form goes to us alone.
pub const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The pages' texts, parsed once. A name in `.html` is what switches escaping on.
static PAGES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut pages = Environment::new();
    for (name, text) in [
        ("frame.html", include_str!("page/frame.html")),
        (sign_in::NAME, include_str!("page/sign_in.html")),
        (sign_up::NAME, include_str!("page/sign_up.html")),
        (forgot::NAME, include_str!("page/forgot.html")),
        (reset::NAME, include_str!("page/reset.html")),
        (verify::NAME, include_str!("page/verify.html")),
        (arrived::NAME, include_str!("page/arrived.html")),
        (account::NAME, include_str!("page/account.html")),
        (ELSEWHERE, include_str!("page/elsewhere.html")),
        (ENQUIRY, include_str!("../enquiries/page.html")),
    ] {
        pages.add_template(name, text).expect("the page is part of the program");
    }
    pages
});

/// Where the forms go, and the call that each stands for.
pub const FORMS: [(&str, &str); 10] = [
    ("/login", "POST /api/auth/sign-in"),
    ("/login/sign-up", "POST /api/auth/sign-up"),
    ("/login/forgot", "POST /api/auth/password-reset"),
    ("/login/reset", "POST /api/auth/password-reset/confirm"),
    (verify::FORM, "POST /api/auth/verification/confirm"),
    (account::PATH, "POST /api/auth/sign-in"),
    ("/login/account/password", "PUT /api/auth/password"),
    ("/login/account/session", "DELETE /api/auth/sessions/{id}"),
    ("/login/account/delete", "DELETE /api/auth/account"),
    ("/login/account/sign-out", "POST /api/auth/sign-out"),
];

/// The enquiry form without scripts, drawn by `enquiries::page` on the same frame.
pub const ENQUIRY: &str = "enquiry.html";

/// What stands there instead where Firebase keeps the accounts.
const ELSEWHERE: &str = "elsewhere.html";

/// All of them.
pub fn routes(app: &App) -> Router<App> {
    Router::new()
        .route("/login", get(sign_in::show).post(sign_in::submit))
        .route("/login/sign-up", get(sign_up::show).post(sign_up::submit))
        .route("/login/forgot", get(forgot::show).post(forgot::submit))
        .route("/login/reset", get(reset::show).post(reset::submit))
        .route("/login/verify", get(verify::show))
        .route(verify::FORM, post(verify::submit))
        .route(account::PATH, get(account::show).post(account::sign_in))
        .route("/login/account/password", post(account::change_password))
        .route("/login/account/session", post(account::end_session))
        .route("/login/account/download", get(account::download))
        .route("/login/account/delete", post(account::delete))
        .route("/login/account/sign-out", post(account::sign_out))
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(middleware::from_fn_with_state(app.clone(), if_kept_here))
}

/// Our forms are for our own accounts.
async fn if_kept_here(State(app): State<App>, request: Request, next: Next) -> Response {
    if app.firebase.is_none() {
        return next.run(request).await;
    }
    let is_asked = matches!(*request.method(), Method::GET | Method::HEAD);
    let status = if is_asked { StatusCode::OK } else { StatusCode::CONFLICT };
    page(&app, status, ELSEWHERE, context! {}).await
}

/// A form that a page sent, and what is wrong with the sending, to be shown on that page.
pub struct Posted<T> {
    /// What was typed; blank where it could not be read.
    pub sent: T,
    /// A form that is none, or one that another site's page sent.
    pub fault: Option<Problem>,
}

impl<S, T> FromRequest<S> for Posted<T>
where
    S: Send + Sync,
    App: FromRef<S>,
    T: DeserializeOwned + Default,
{
    type Rejection = std::convert::Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Self::Rejection> {
        let (mut parts, body) = request.into_parts();
        let origin = SameOrigin::from_request_parts(&mut parts, state).await;
        Ok(match Form::<T>::from_request(Request::from_parts(parts, body), state).await {
            Ok(Form(sent)) => Self { sent, fault: origin.err() },
            Err(rejected) => {
                let sentence = "The form cannot be read. Please open the page again.";
                Self { sent: T::default(), fault: Some(Problem::new(rejected.status(), sentence)) }
            }
        })
    }
}

/// The page `name` with these words.
pub async fn page(app: &App, status: StatusCode, name: &str, words: Value) -> Response {
    page_under(app, status, name, words, HeaderValue::from_static(POLICY)).await
}

/// The same under another `Content-Security-Policy`.
pub async fn page_under(app: &App, status: StatusCode, name: &str, words: Value, policy: HeaderValue) -> Response {
    let text = match rendered(name, &brand(&app.db).await, words) {
        Ok(text) => text,
        Err(error) => {
            tracing::error!(%error, name, "a page cannot be rendered");
            return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our side").into_response();
        }
    };
    // The guide's pages look at where somebody comes from, to pick up the session that began here. Links of letters hold
    // secrets, which go nowhere; stricter still, and browsers would not say where our own forms come from.
    let referrer = if [reset::NAME, verify::NAME].contains(&name) { "strict-origin" } else { "same-origin" };
    let headers: [(HeaderName, HeaderValue); 4] = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, HeaderValue::from_static(referrer)),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (status, headers, Html(text)).into_response()
}

/// The page again, with the reason why it was not done.
pub async fn refused(app: &App, problem: &Problem, name: &str, words: Value) -> Response {
    let mut response = page(app, problem.status, name, context! { error => &problem.detail, ..words }).await;
    response.extensions_mut().insert(problem.why());
    if let Some(seconds) = problem.wait_s {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

/// To another page of this guide; signed in, where there is a session.
pub fn onward(app: &App, to: &str, session: Option<&Session>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::LOCATION, HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/")));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(refresh) = session.and_then(|session| session.refresh.as_ref()) {
        headers.append(header::SET_COOKIE, cookie::keeping(refresh, &app.public_url));
    }
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// Where a form's hidden field, or a page's parameter, leads.
pub fn wanted(path: &str) -> &str {
    return_path::checked(Some(path))
}

/// A path as the value of a parameter.
pub fn encoded(path: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(byte);
    path.bytes().map(|byte| if is_plain(&byte) { (byte as char).to_string() } else { format!("%{byte:02X}") }).collect()
}

/// What was typed, short enough to be shown again.
pub fn shown(typed: &str) -> String {
    typed.chars().take(crate::identity::email::LONGEST).collect()
}

fn rendered(name: &str, brand: &str, words: Value) -> Result<String, minijinja::Error> {
    PAGES.get_template(name)?.render(context! { brand, ..words })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_escaped_on_every_page() {
        let nasty = "\"><script>alert(1)</script>";
        let words = context! {
            to => "/a?b=\"c'<i>", email => nasty, error => nasty, first_name => nasty, last_name => nasty,
            token => nasty, place => nasty, name => nasty, message => nasty,
        };
        for name in [sign_in::NAME, sign_up::NAME, forgot::NAME, reset::NAME, verify::NAME, ENQUIRY] {
            let page = rendered(name, nasty, words.clone()).expect("the page");
            assert!(!page.contains("<script") && !page.contains("\"c'") && !page.contains("<i>"), "{page}");
        }
    }

    #[test]
    fn the_page_of_somebody_who_came_back_has_one_script_and_nothing_of_theirs_in_it() {
        let nasty = "/a?b=\"></script><script>alert(1)</script>";
        let words = context! { onward => nasty, code => nasty, error => nasty, script => arrived::SCRIPT };
        let page = rendered(arrived::NAME, nasty, words).expect("the page");
        assert_eq!(page.matches("<script").count(), 1, "{page}");
        assert!(page.contains(&format!(">{}</script>", arrived::SCRIPT)), "as it was hashed: {page}");
        assert!(!page.contains("alert(1)<") && !page.contains("\"></script"), "{page}");
    }

    #[test]
    fn a_path_as_a_parameter_can_be_read_again() {
        assert_eq!(encoded("/admin-portal#/businesses?a=b&c"), "/admin-portal%23/businesses%3Fa%3Db%26c");
    }

    #[test]
    fn without_a_brand_the_title_is_sign_in_alone() {
        let title = |brand| rendered(sign_in::NAME, brand, context! {}).expect("the page");
        assert!(title("").contains("<title>Sign In</title>"));
        assert!(title("Hang Én").contains("<title>Sign In · Hang Én</title>"));
    }

    #[test]
    fn a_refusal_is_announced_and_tied_to_both_fields() {
        let words = context! { to => "/", email => "linh@example.org", error => "E-mail or password is not right" };
        let page = rendered(sign_in::NAME, "", words).expect("the page");
        assert!(page.contains(r#"role="alert""#) && page.contains(r#"value="linh@example.org""#), "{page}");
        assert_eq!(page.matches(r#"aria-describedby="refusal""#).count(), 2);
        assert!(!rendered(sign_in::NAME, "", context! {}).expect("the page").contains("alert"));
    }

    #[test]
    fn a_code_is_asked_for_when_one_is_wanted() {
        let page = |wants_code: bool| rendered(sign_in::NAME, "", context! { wants_code }).expect("the page");
        assert!(page(true).contains(r#"autocomplete="one-time-code""#));
        assert!(!page(false).contains("one-time-code"));
    }
}
