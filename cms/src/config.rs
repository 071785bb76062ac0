//! Settings from the environment. `cms serve --help` prints them with their defaults.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::uri::{Authority, Uri};
use clap::{Args, ValueEnum};
use ipnet::IpNet;

/// What every command needs.
#[derive(Args, Clone, Debug)]
pub struct Storage {
    /// Folder for the embedded database.
    #[arg(long, env = "DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// `postgres://user:password@host/name`, or `sqlite:path`. Default: `karst.db` in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The address of the PostgreSQL database itself, where DATABASE_URL leads through a connection pooler that shares
    /// sessions between clients, as PgBouncer does in transaction mode. Migrations, `cms restore` and listening for
    /// changes need a session and use this address; on all other connections no prepared statement is kept.
    /// Default: DATABASE_URL.
    #[arg(long, env = "DATABASE_DIRECT_URL", hide_env_values = true)]
    pub database_direct_url: Option<String>,
    /// Where the files of pictures are.
    #[command(flatten)]
    pub pictures: PictureFiles,
}

/// Where the files of pictures are: by default a folder, for several machines a bucket that they share.
#[derive(Args, Clone, Debug, Default)]
pub struct PictureFiles {
    /// A folder, or `s3://bucket/folder` in a store that speaks S3. Default: `media` in the data folder.
    #[arg(long, env = "MEDIA_URL")]
    pub media_url: Option<String>,
    /// Another store than Amazon's, as in `https://s3.example.org`.
    #[arg(long, env = "AWS_ENDPOINT_URL")]
    pub s3_endpoint: Option<String>,
    /// Where the bucket is.
    #[arg(long, env = "AWS_REGION", default_value = "us-east-1")]
    pub s3_region: String,
    /// Who asks the store.
    #[arg(long, env = "AWS_ACCESS_KEY_ID", default_value = "")]
    pub s3_key_id: String,
    /// And its secret.
    #[arg(long, env = "AWS_SECRET_ACCESS_KEY", hide_env_values = true, default_value = "")]
    pub s3_secret: String,
}

impl Storage {
    /// The database's address.
    pub fn url(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| format!("sqlite:{}", self.data_dir.join("karst.db").display()))
    }
}

/// What `cms serve` needs beyond storage.
#[derive(Args, Clone, Debug)]
pub struct Serving {
    /// Address to listen on.
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Address of a port of its own that tells Prometheus how the server is doing, at `/metrics`, as in `127.0.0.1:9090`.
    /// Not for travellers: without it nothing is told.
    #[arg(long, env = "METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// The address that travellers see: links in pages, feeds and mails start with it.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://localhost:8080", value_parser = origin)]
    pub public_url: String,
    /// A renderer that runs elsewhere, for example `http://127.0.0.1:3000`. Default: `cms` starts one from the site folder.
    #[arg(long, env = "SITE_ORIGIN")]
    pub site_origin: Option<String>,
    /// The secret that the renderer's refresh route asks for. Needed with SITE_ORIGIN, otherwise made at start.
    #[arg(long, env = "REFRESH_SECRET", hide_env_values = true)]
    pub refresh_secret: Option<String>,
    /// Folder of the built site (`server.js` of its standalone output lies in it or below).
    #[arg(long, env = "SITE_DIR", default_value = "site/.next/standalone/site")]
    pub site_dir: PathBuf,
    /// Folder of the built console.
    #[arg(long, env = "CONSOLE_DIR", default_value = "admin/dist")]
    pub console_dir: PathBuf,
    /// Serve the API alone, without site and console.
    #[arg(long, env = "API_ONLY", default_value_t = false)]
    pub api_only: bool,
    /// Style address of another map than the built-in one; its origin is added to the Content-Security-Policy.
    #[arg(long, env = "MAP_STYLE_URL")]
    pub map_style_url: Option<String>,
    /// Memory for finished responses, in MiB; 0 switches keeping off.
    #[arg(long, env = "CACHE_MIB", default_value_t = 64)]
    pub cache_mib: u64,
    /// How many seconds a request may take, and how many a client has to send its headers; who takes nothing of an answer
    /// for twice as long is let go.
    #[arg(long, env = "REQUEST_TIMEOUT_S", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub request_timeout_s: u64,
    /// The mail server, as in `smtps://user:password@mail.example.org` or `smtp://localhost:25`. Without one letters are
    /// kept, and `cms mail list` shows them.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Who letters come from, as in `Lantern Bay Guide <hello@example.org>`.
    #[arg(long, env = "MAIL_FROM", default_value = "Karst <noreply@localhost>")]
    pub mail_from: String,
    /// Proxies before this server, as networks separated by commas (`10.0.0.0/8,::1/128`). Only they are believed when
    /// they say in `X-Forwarded-For` where a request comes from.
    #[arg(long, env = "TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,
    /// E-mail addresses separated by commas that become admins at their first sign-in, once verified.
    #[arg(long, env = "ADMIN_EMAILS", value_delimiter = ',')]
    pub admin_emails: Vec<String>,
    /// How many guestbook entries and comments one account may post within an hour; 0 for no limit. A newcomer, younger
    /// than a day and with nothing approved yet, may post three.
    #[arg(long, env = "POSTS_PER_HOUR", default_value_t = 10, value_parser = clap::value_parser!(i64).range(0..))]
    pub posts_per_hour: i64,
    /// How many days the audit log keeps what was done; 0 for ever.
    #[arg(long, env = "AUDIT_DAYS", default_value_t = 365, value_parser = clap::value_parser!(i64).range(0..=36_500))]
    pub audit_days: i64,
    /// How many days the trash keeps what was deleted, before it is gone for good; 0 for ever.
    #[arg(long, env = "TRASH_DAYS", default_value_t = 30, value_parser = clap::value_parser!(i64).range(0..=36_500))]
    pub trash_days: i64,
    /// How many days after its check a place keeps the badge "Location verified"; then it waits to be verified again; 0
    /// for ever.
    #[arg(long, env = "VERIFIED_DAYS", default_value_t = 730, value_parser = clap::value_parser!(i64).range(0..=36_500))]
    pub verified_days: i64,
    /// Whether staff sign in with a second factor: `off`, `optional` (who wants one has one) or `required`.
    #[arg(long, env = "SECOND_FACTOR", value_enum, default_value = "optional")]
    pub second_factor: Asking,
    /// Others whose accounts sign in to this guide's.
    #[command(flatten)]
    pub federated: Federation,
    /// Firebase in place of the built-in provider.
    #[command(flatten)]
    pub firebase: FirebaseProject,
    /// Where traces are collected, by OTLP over HTTP, as in `http://127.0.0.1:4318`; https unless it is this machine.
    /// Without it nothing is traced.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// For whom the log is written.
    #[arg(long, env = "LOG_FORMAT", value_enum, ignore_case = true, default_value = "text")]
    pub log_format: LogFormat,
}

/// For whom the log is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// For what collects logs: one object a line.
    Json,
}

/// Whether staff sign in with a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Asking {
    /// Nobody has one.
    Off,
    /// Who wants one has one.
    Optional,
    /// Staff without one can do nothing but set one up.
    Required,
}

/// Scheme, host and port, and nothing behind them: the guide is at the root of its host.
fn origin(text: &str) -> Result<String, String> {
    let uri = text.parse::<Uri>().ok().filter(|uri| !text.contains(['?', '#']) && matches!(uri.path(), "" | "/"));
    let parts = uri.as_ref().and_then(|uri| Some((uri.scheme_str()?, uri.authority()?)));
    let is_one = |(scheme, authority): &(&str, &Authority)| {
        let (host, has_port) = (authority.host(), authority.port_u16().is_some());
        matches!(*scheme, "http" | "https") && !host.is_empty() && (has_port || authority.as_str() == host)
    };
    let found = parts.filter(is_one).filter(|(_, authority)| !authority.as_str().contains('@'));
    let origin = found.map(|(scheme, authority)| format!("{scheme}://{authority}").to_lowercase());
    origin.ok_or_else(|| {
        "it must look like https://guide.example, without a path; other letters of its name as xn--".to_owned()
    })
}

/// A network, or one address.
fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let address = || text.parse::<std::net::IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| address()).map_err(|_| format!("{text} is not a network like 10.0.0.0/8"))
}

/// Others whose accounts sign in to this guide's. Each is on when it is named here; there the guide's address for coming
/// back is `PUBLIC_URL/api/auth/federated/google/callback` (or `facebook`, or `openid`).
#[derive(Args, Clone, Debug)]
pub struct Federation {
    /// The guide's client id at Google.
    #[arg(long, env = "GOOGLE_CLIENT_ID")]
    pub google_client_id: Option<String>,
    /// And its secret.
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", hide_env_values = true)]
    pub google_client_secret: Option<String>,
    /// Another issuer in Google's place. For tests.
    #[arg(long, env = "GOOGLE_ISSUER", default_value = "https://accounts.google.com", hide = true)]
    pub google_issuer: String,
    /// The guide's app id at Facebook.
    #[arg(long, env = "FACEBOOK_CLIENT_ID")]
    pub facebook_client_id: Option<String>,
    /// And its secret.
    #[arg(long, env = "FACEBOOK_CLIENT_SECRET", hide_env_values = true)]
    pub facebook_client_secret: Option<String>,
    /// One origin in place of Facebook's two. For tests.
    #[arg(long, env = "FACEBOOK_ORIGIN", hide = true)]
    pub facebook_origin: Option<String>,
    /// Any other OpenID provider, by its issuer, as in `https://id.example.org`.
    #[arg(long, env = "OPENID_ISSUER")]
    pub openid_issuer: Option<String>,
    /// The guide's client id there.
    #[arg(long, env = "OPENID_CLIENT_ID")]
    pub openid_client_id: Option<String>,
    /// And its secret; none for a public client.
    #[arg(long, env = "OPENID_CLIENT_SECRET", hide_env_values = true)]
    pub openid_client_secret: Option<String>,
    /// What people call it: its button reads "Continue with ...".
    #[arg(long, env = "OPENID_NAME")]
    pub openid_name: Option<String>,
}

/// Firebase in place of the built-in provider: it then keeps passwords and sessions.
#[derive(Args, Clone, Debug)]
pub struct FirebaseProject {
    /// The project; it switches Firebase on.
    #[arg(long, env = "FIREBASE_PROJECT_ID")]
    pub firebase_project_id: Option<String>,
    /// The key that browsers name the project with.
    #[arg(long, env = "FIREBASE_API_KEY")]
    pub firebase_api_key: Option<String>,
    /// Where browsers sign in with others' accounts. Default: `PROJECT.firebaseapp.com`.
    #[arg(long, env = "FIREBASE_AUTH_DOMAIN")]
    pub firebase_auth_domain: Option<String>,
    /// The app within the project.
    #[arg(long, env = "FIREBASE_APP_ID")]
    pub firebase_app_id: Option<String>,
    /// Whose accounts the project signs in with beside e-mail and password: `google`, `facebook`, or both.
    #[arg(long, env = "FIREBASE_FEDERATED", default_value = "google", value_delimiter = ',')]
    pub firebase_federated: Vec<String>,
    /// Where the emulator listens, as in `127.0.0.1:9099`. Its tokens are not signed, so PUBLIC_URL must be this machine's.
    #[arg(long, env = "FIREBASE_AUTH_EMULATOR_HOST")]
    pub firebase_auth_emulator_host: Option<String>,
    /// Another place of Google's keys. For tests.
    #[arg(long, env = "FIREBASE_KEYS_URL", hide = true)]
    pub firebase_keys_url: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_scheme_host_and_port() {
        for text in ["https://guide.example", "https://guide.example/", "http://[::1]:8080", "http://localhost:8080"] {
            assert_eq!(origin(text).as_deref(), Ok(text.trim_end_matches('/')), "{text}");
        }
        assert_eq!(origin("HTTPS://Guide.Example").as_deref(), Ok("https://guide.example"));
        for text in
            ["", "/", "//a", "guide.example", "guide.example:8080", "ftp://guide.example", "https://", "https:///"]
        {
            assert!(origin(text).is_err(), "{text}");
        }
        for behind in
            ["/sub/path", "/guide.example", "?a=b", "?guide.example", "#guide.example", "//", ":", ":abc", ":99999"]
        {
            assert!(origin(&format!("https://guide.example{behind}")).is_err(), "{behind}");
        }
        for host in [":8080", "me@guide.example", "me:word@guide.example", "phôngnha.example"] {
            assert!(origin(&format!("https://{host}")).is_err(), "{host}");
        }
    }
}
