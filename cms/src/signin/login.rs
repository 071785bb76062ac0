//! `/login`: a page that the server renders and that works without JavaScript. The console signs in here, and whoever
//! arrives somewhere signed out.

use std::net::SocketAddr;
use std::sync::LazyLock;

use axum::Form;
use axum::extract::rejection::FormRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use minijinja::{Environment, context};
use serde::Deserialize;
use sqlx::types::Json;

use super::refusal::Refusal;
use super::{cookie, return_path};
use crate::db::engine::Db;
use crate::http::app::App;
use crate::http::origin::SameOrigin;
use crate::http::problem::Problem;
use crate::http::query::Query;
use crate::identity::email;
use crate::on;

const BRAND: &str = "select value from setting where id = 1";

/// Larger than any honest form of two fields, in bytes.
const LARGEST: usize = 16 << 10;

/// No script, no frame, no foreign anything; the form goes to us alone.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The page's text, parsed once. A name in `.html` is what switches escaping on.
static PAGES: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut pages = Environment::new();
    pages.add_template("login.html", include_str!("login.html")).expect("the page is part of the program");
    pages
});

/// What the form sends; what is missing is blank.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Sent {
    email: String,
    password: String,
    r#return: String,
}

/// The page and its form.
pub fn route() -> MethodRouter<App> {
    get(show).post(submit).layer(DefaultBodyLimit::max(LARGEST))
}

async fn show(State(app): State<App>, mut query: Query) -> Response {
    // Other parameters are somebody's link with a campaign in it: no reason to keep them out.
    let wanted = query.take("return");
    page(&app, StatusCode::OK, View { to: return_path::checked(wanted.as_deref()), ..View::default() }).await
}

async fn submit(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    origin: Result<SameOrigin, Problem>,
    form: Result<Form<Sent>, FormRejection>,
) -> Response {
    let Form(sent) = match form {
        Ok(form) => form,
        Err(rejected) => {
            let problem = Problem::new(rejected.status(), "The form cannot be read. Please open the page again.");
            return refused(&app, &Sent::default(), problem.into()).await;
        }
    };
    if let Err(foreign) = origin {
        return refused(&app, &sent, foreign.into()).await;
    }
    let proof = (sent.email.as_str(), sent.password.as_str());
    match app.identity.sign_in(&app.db, proof, peer.ip(), app.clock.now()).await {
        Ok(session) => {
            let to = return_path::checked(Some(&sent.r#return));
            let mut headers = HeaderMap::new();
            headers.insert(header::LOCATION, HeaderValue::from_str(to).unwrap_or(HeaderValue::from_static("/")));
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            if let Some(refresh) = &session.refresh {
                headers.append(header::SET_COOKIE, cookie::keeping(refresh, &app.public_url));
            }
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        Err(error) => refused(&app, &sent, error.into()).await,
    }
}

async fn refused(app: &App, sent: &Sent, refusal: Refusal) -> Response {
    let shown: String = sent.email.chars().take(email::LONGEST).collect();
    let view = View { to: return_path::checked(Some(&sent.r#return)), email: &shown, error: &refusal.problem.detail };
    let mut response = page(app, refusal.problem.status, view).await;
    if let Some(seconds) = refusal.wait_s {
        response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    response
}

/// What changes from one showing of the page to the next.
#[derive(Default)]
struct View<'a> {
    to: &'a str,
    email: &'a str,
    error: &'a str,
}

async fn page(app: &App, status: StatusCode, view: View<'_>) -> Response {
    let brand = brand(&app.db).await;
    let words = context! { brand, to => view.to, email => view.email, error => view.error };
    let rendered = PAGES.get_template("login.html").and_then(|page| page.render(words));
    let text = match rendered {
        Ok(text) => text,
        Err(error) => {
            tracing::error!(%error, "the sign-in page cannot be rendered");
            return Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our side").into_response();
        }
    };
    let headers: [(HeaderName, HeaderValue); 3] = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (status, headers, Html(text)).into_response()
}

/// The guide's name; blank before there are settings, and when they cannot be read: the page is about signing in.
async fn brand(db: &Db) -> String {
    #[derive(Deserialize)]
    struct Named {
        #[serde(default)]
        brand: String,
    }
    let found = on!(db, |engine| sqlx::query_scalar::<_, Json<Named>>(BRAND).fetch_optional(engine));
    match found {
        Ok(named) => named.map(|Json(named)| named.brand).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(%error, "the guide's name cannot be read");
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(brand: &str, view: View<'_>) -> String {
        let words = context! { brand, to => view.to, email => view.email, error => view.error };
        PAGES.get_template("login.html").and_then(|page| page.render(words)).expect("the page")
    }

    #[test]
    fn what_was_typed_is_escaped() {
        let nasty = "\"><script>alert(1)</script>";
        let page = rendered(nasty, View { to: "/a?b=\"c'<i>", email: nasty, error: nasty });
        assert!(!page.contains("<script") && !page.contains("\"c'") && !page.contains("<i>"), "{page}");
    }

    #[test]
    fn without_a_brand_the_title_is_sign_in_alone() {
        assert!(rendered("", View::default()).contains("<title>Sign In</title>"));
        assert!(rendered("Hang Én", View::default()).contains("<title>Sign In · Hang Én</title>"));
    }

    #[test]
    fn a_refusal_is_announced_and_tied_to_both_fields() {
        let page = rendered("", View { to: "/", email: "linh@example.org", error: "E-mail or password is not right" });
        assert!(page.contains(r#"role="alert""#) && page.contains(r#"value="linh@example.org""#), "{page}");
        assert_eq!(page.matches(r#"aria-describedby="refusal""#).count(), 2);
        assert!(!rendered("", View::default()).contains("alert"));
    }
}
