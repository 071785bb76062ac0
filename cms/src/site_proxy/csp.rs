//! The `Content-Security-Policy` of responses. For pages of the site it contains the hashes of their inline scripts.

use std::collections::BTreeSet;

use axum::http::HeaderValue;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha256};

use super::inline_scripts;
use crate::auth::domain::firebase::FirebaseConfig;

/// For files opened directly, such as SVG images: no script may run.
pub const FILE: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; img-src data:");

/// For the console, which has no inline scripts. Pictures of places may come from any host. Firebase is allowed if it
/// is the identity provider.
pub fn console(firebase: Option<&FirebaseConfig>) -> HeaderValue {
    let SignIn { script, connect, frame } = firebase.map(SignIn::at).unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self'{script}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob: http: https:; font-src 'self'; connect-src 'self'{connect}; \
         frame-src 'self'{frame}; worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(BARE)
}

/// For the minimal pages of the site proxy.
pub const BARE: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");

/// The origins that a page of the site may load from, beside its own.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// The origins of the map.
    map: String,
    /// The origins for signing in, if Firebase is the identity provider.
    sign_in: SignIn,
}

/// The origins that Firebase's library needs. Each list has a space before each origin.
#[derive(Clone, Debug, Default)]
struct SignIn {
    script: String,
    connect: String,
    frame: String,
}

impl SignIn {
    /// Google's origins according to its documentation, or those of the emulator.
    fn at(setting: &FirebaseConfig) -> Self {
        let emulator = setting.emulator.as_ref().map(|host| format!(" http://{host}")).unwrap_or_default();
        Self {
            script: " https://apis.google.com".into(),
            connect: format!(" https://identitytoolkit.googleapis.com https://securetoken.googleapis.com{emulator}"),
            frame: format!(" https://{}{emulator}", setting.auth_domain),
        }
    }
}

impl Policy {
    /// Allows the origins of the map, and those of Firebase if it is the identity provider.
    pub fn new(map_origins: &BTreeSet<String>, firebase: Option<&FirebaseConfig>) -> Self {
        let map = map_origins.iter().map(|origin| format!(" {origin}")).collect();
        Self { map, sign_in: firebase.map(SignIn::at).unwrap_or_default() }
    }

    /// The header for this page. Images of places may come from any host, because editors link to them (R132).
    pub fn of(&self, html: &str) -> HeaderValue {
        let mut scripts = String::from("'self'");
        let mut known = std::collections::HashSet::new();
        for script in inline_scripts::inline(html) {
            let hash = BASE64_STANDARD.encode(Sha256::digest(script.as_bytes()));
            if known.insert(hash.clone()) {
                scripts.push_str(" 'sha256-");
                scripts.push_str(&hash);
                scripts.push('\'');
            }
        }
        let Self { map, sign_in: SignIn { script, connect, frame } } = self;
        let [counter, counter_calls] = if counts_visits(html) { ANALYTICS } else { [""; 2] };
        let policy = format!(
            "default-src 'self'; script-src {scripts}{script}{counter}; style-src 'self' 'unsafe-inline'; \
             img-src 'self' data: blob: http: https:; worker-src 'self' blob:; \
             connect-src 'self'{map}{connect}{counter_calls}; \
             frame-src 'self'{frame}; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; \
             frame-ancestors 'none'"
        );
        // Base64 and validated origins are always a valid header value.
        HeaderValue::from_str(&policy).unwrap_or(BARE)
    }
}

/// The origins of the analytics script according to its documentation: for scripts, and for connections.
const ANALYTICS: [&str; 2] = [
    " https://*.googletagmanager.com",
    " https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com",
];

/// Whether the first tag of the page has a measurement id, which is the case if the settings contain one. Whether the
/// script is loaded depends on the traveler's consent.
fn counts_visits(html: &str) -> bool {
    let html_tag = html.trim_start().strip_prefix("<!DOCTYPE html>").unwrap_or_default().split('>').next();
    html_tag.is_some_and(|tag| tag.starts_with("<html ") && tag.contains(" data-analytics=\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_inline_script_has_its_hash_once() {
        let policy =
            Policy::default().of("<script>alert(1)</script><script src=/a.js></script><script>alert(1)</script>");
        let policy = policy.to_str().expect("ASCII");
        // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
        assert!(
            policy.contains("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';"),
            "{policy}"
        );
        assert!(!policy.split("style-src").next().expect("a start").contains("unsafe"));
    }

    #[test]
    fn origins_of_the_map_may_be_read_from_and_no_other_host() {
        let origins = ["https://fonts.example".to_owned(), "https://tiles.example:8443".to_owned()].into();
        let policy = Policy::new(&origins, None).of("");
        let policy = policy.to_str().expect("ASCII");
        assert!(policy.contains("connect-src 'self' https://fonts.example https://tiles.example:8443;"), "{policy}");
        assert_eq!(policy.replace(" https://fonts.example https://tiles.example:8443", ""), Policy::default().of(""));
    }

    #[test]
    fn firebase_and_nobody_else_is_let_in_where_it_keeps_the_accounts() {
        let setting = FirebaseConfig {
            project: "karst-guide".into(),
            api_key: "key".into(),
            auth_domain: "karst-guide.firebaseapp.com".into(),
            app_id: None,
            emulator: Some("127.0.0.1:9099".into()),
            federated: Vec::new(),
            keys_url: String::new(),
        };
        let policy = Policy::new(&BTreeSet::new(), Some(&setting)).of("");
        let policy = policy.to_str().expect("ASCII");
        assert!(policy.contains("script-src 'self' https://apis.google.com;"), "{policy}");
        assert!(policy.contains("frame-src 'self' https://karst-guide.firebaseapp.com http://127.0.0.1:9099;"));
        assert!(policy.contains("https://securetoken.googleapis.com http://127.0.0.1:9099;"));
        let console = console(Some(&setting));
        let console = console.to_str().expect("ASCII");
        assert!(console.contains("script-src 'self' https://apis.google.com;"), "{console}");
        assert!(console.contains("https://securetoken.googleapis.com http://127.0.0.1:9099;"), "{console}");
        for builtin in [Policy::default().of(""), super::console(None)] {
            assert!(!builtin.to_str().expect("ASCII").contains("google"));
        }
    }

    // R237
    #[test]
    fn policy_of_a_page_with_an_analytics_id_allows_the_analytics_service() {
        let of = |html: &str| Policy::default().of(html).to_str().expect("ASCII").to_owned();
        let policy = of("<!DOCTYPE html><html lang=\"en\" data-analytics=\"G-4711\"><head>");
        assert!(policy.contains("script-src 'self' https://*.googletagmanager.com;"), "{policy}");
        assert!(policy.contains(" https://*.analytics.google.com https://*.googletagmanager.com;"), "{policy}");
        for page in [
            "<!DOCTYPE html><html lang=\"en\"><head>",
            "<!DOCTYPE html><html lang=\"en\"><p data-analytics=\"G-4711\">",
            "<p data-analytics=\"G-4711\">",
        ] {
            assert_eq!(of(page), of(""), "{page}");
        }
    }

    #[test]
    fn only_a_configured_map_is_allowed_besides_the_site() {
        let origins = ["https://fonts.example".to_owned(), "https://tiles.example:8443".to_owned()].into();
        let policy = Policy::new(&origins, None).of("");
        let expected = "connect-src 'self' https://fonts.example https://tiles.example:8443;";
        assert!(policy.to_str().expect("ASCII").contains(expected));
    }
}
