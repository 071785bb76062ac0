//! Configuration from flags and the environment. `cms serve --help` prints it with the defaults.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::uri::{Authority, Uri};
use clap::{ArgAction, Args, ValueEnum};
use ipnet::IpNet;

use crate::common::messages::Locale;

/// The database and the blob store, for all commands.
#[derive(Args, Clone, Debug)]
pub struct StorageConfig {
    /// Folder for the embedded database.
    #[arg(long, env = "DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// Database: `postgres://user:password@host/name`, or `sqlite:path`. Default: `karst.db` in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// The address of the PostgreSQL database itself, if DATABASE_URL leads through a connection pooler that shares
    /// sessions between clients, as PgBouncer does in transaction mode. Migrations, `cms restore` and listening for
    /// changes need a session and use this address; all other connections keep no prepared statements.
    /// Default: DATABASE_URL.
    #[arg(long, env = "DATABASE_DIRECT_URL", hide_env_values = true)]
    pub database_direct_url: Option<String>,
    /// Where image files are stored.
    #[command(flatten)]
    pub media: MediaConfig,
}

/// Where image files are stored: by default in a folder; several machines need a common bucket.
#[derive(Args, Clone, Debug, Default)]
pub struct MediaConfig {
    /// A folder, or `s3://bucket/folder` in an S3-compatible store. Default: `media` in the data folder.
    #[arg(long, env = "MEDIA_URL")]
    pub media_url: Option<String>,
    /// The endpoint of an S3-compatible store other than Amazon's, such as `https://s3.example.org`.
    #[arg(long, env = "AWS_ENDPOINT_URL")]
    pub s3_endpoint: Option<String>,
    /// The region of the bucket.
    #[arg(long, env = "AWS_REGION", default_value = "us-east-1")]
    pub s3_region: String,
    /// The access key id.
    #[arg(long, env = "AWS_ACCESS_KEY_ID", default_value = "")]
    pub s3_key_id: String,
    /// The secret access key.
    #[arg(long, env = "AWS_SECRET_ACCESS_KEY", hide_env_values = true, default_value = "")]
    pub s3_secret: String,
}

impl StorageConfig {
    /// The URL of the database: DATABASE_URL, or by default that of `karst.db` in the data folder.
    pub fn database_url_or_default(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| format!("sqlite:{}", self.data_dir.join("karst.db").display()))
    }
}

/// The configuration of `cms serve` beside the storage.
#[derive(Args, Clone, Debug)]
pub struct ServeConfig {
    /// Address to listen on.
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// Address of a separate listener that serves metrics for Prometheus at `/metrics`, such as `127.0.0.1:9090`. It
    /// must not be public. Default: no metrics.
    #[arg(long, env = "METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,
    /// The public address of the guide: links in pages, feeds and emails start with it.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://localhost:8080", value_parser = parse_origin)]
    pub public_url: String,
    /// The language of pages and emails: `en`, or `pseudo` for tests, which has English texts in brackets.
    #[arg(long, env = "LOCALE", default_value = "en")]
    pub locale: Locale,
    /// The address of an external renderer, such as `http://127.0.0.1:3000`. Default: `cms` starts one from the site
    /// folder.
    #[arg(long = "site-origin", env = "SITE_ORIGIN", value_name = "SITE_ORIGIN")]
    pub renderer_origin: Option<String>,
    /// The secret of the renderer's refresh route. Required with SITE_ORIGIN, otherwise generated at the start.
    #[arg(long, env = "REFRESH_SECRET", hide_env_values = true)]
    pub refresh_secret: Option<String>,
    /// Folder of the built site: it or a folder below contains `server.js` of the standalone output.
    #[arg(long, env = "SITE_DIR", default_value = "site/.next/standalone/site")]
    pub site_dir: PathBuf,
    /// Folder of the built console.
    #[arg(long, env = "CONSOLE_DIR", default_value = "admin/dist")]
    pub console_dir: PathBuf,
    /// Serve only the API, without site and console.
    #[arg(long, env = "API_ONLY", default_value_t = false)]
    pub api_only: bool,
    /// Whether assistants can read the guide over the Model Context Protocol at `/mcp`.
    #[arg(long, env = "MCP", action = ArgAction::Set, default_value_t = true)]
    pub mcp: bool,
    /// Address of a map style to use instead of the built-in one; its origin is added to the Content-Security-Policy.
    #[arg(long, env = "MAP_STYLE_URL")]
    pub map_style_url: Option<String>,
    /// Size of the response cache in MiB; 0 disables it.
    #[arg(long, env = "CACHE_MIB", default_value_t = 64)]
    pub cache_mib: u64,
    /// Time limit in seconds of a request, and of sending its headers. A client that reads none of the response for
    /// twice as long is disconnected.
    #[arg(long, env = "REQUEST_TIMEOUT_S", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub request_timeout_s: u64,
    /// The mail server, such as `smtps://user:password@mail.example.org` or `smtp://localhost:25`. Without one, emails
    /// stay in the outbox, and `cms mail list` shows them.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// The sender of emails, such as `Lantern Bay Guide <hello@example.org>`.
    #[arg(long, env = "MAIL_FROM", default_value = "Karst <noreply@localhost>")]
    pub mail_from: String,
    /// Trusted proxies in front of this server, as networks separated by commas (`10.0.0.0/8,::1/128`).
    /// `X-Forwarded-For` is ignored in requests from other addresses.
    #[arg(long, env = "TRUSTED_PROXIES", value_delimiter = ',', value_parser = parse_network)]
    pub trusted_proxies: Vec<IpNet>,
    /// Private networks that webhooks may point to, separated by commas, including over plain http. Otherwise they
    /// point to public addresses over https.
    #[arg(long, env = "WEBHOOK_ALLOWED_NETWORKS", value_delimiter = ',', value_parser = parse_network)]
    pub webhook_allowed_networks: Vec<IpNet>,
    /// Whether the links of places and articles are checked each week, by requests to their servers.
    #[arg(long, env = "CHECK_LINKS", action = ArgAction::Set, default_value_t = true)]
    pub check_links: bool,
    /// Private networks that checked links may lead to, for tests. Separate from those of webhooks, because owners of
    /// places set links.
    #[arg(long, env = "LINK_ALLOWED_NETWORKS", value_delimiter = ',', value_parser = parse_network, hide = true)]
    pub link_allowed_networks: Vec<IpNet>,
    /// The pause between two link checks of a host, in milliseconds. Only tests change it.
    #[arg(long, env = "LINK_HOST_PAUSE_MS", default_value_t = 1000, hide = true)]
    pub link_host_pause_ms: u64,
    /// Email addresses, separated by commas, whose accounts become admins at their first sign-in, once verified.
    #[arg(long, env = "ADMIN_EMAILS", value_delimiter = ',')]
    pub admin_emails: Vec<String>,
    /// How many guestbook entries and comments one account may post within an hour; 0 for no limit. An account younger
    /// than a day without an approved text may post three.
    #[arg(long, env = "POSTS_PER_HOUR", default_value_t = 10, value_parser = clap::value_parser!(i64).range(0..))]
    pub posts_per_hour: i64,
    /// The maximum number of requests of an API token per minute, in total over all replicas.
    #[arg(long, env = "TOKEN_REQUESTS_PER_MINUTE", default_value_t = 600, value_parser = clap::value_parser!(i64).range(1..=1_000_000))]
    pub token_requests_per_minute: i64,
    /// How many days audit events are kept; 0 for no limit.
    #[arg(long, env = "AUDIT_DAYS", default_value_t = 365, value_parser = clap::value_parser!(i64).range(0..=36_500))]
    pub audit_days: i64,
    /// How many days revisions are kept, except the newest of a record and pinned ones; 0 for no limit.
    #[arg(long, env = "REVISION_DAYS", default_value_t = 365, value_parser = clap::value_parser!(i64).range(0..=36_500))]
    pub revision_days: i64,
    /// How many revisions of a record are kept beside pinned ones; 0 for no limit.
    #[arg(long, env = "REVISION_COUNT", default_value_t = 100, value_parser = clap::value_parser!(i64).range(0..=100_000))]
    pub revision_count: i64,
    /// How many days records stay in the trash before they are purged; 0 for no limit.
    #[arg(long, env = "TRASH_DAYS", default_value_t = 30, value_parser = clap::value_parser!(i64).range(0..=36_500))]
    pub trash_days: i64,
    /// Whether staff sign in with a second factor: `off`, `optional` or `required`.
    #[arg(long, env = "SECOND_FACTOR", value_enum, default_value = "optional")]
    pub second_factor: SecondFactorMode,
    /// External identity providers.
    #[command(flatten)]
    pub federated: FederatedProvidersConfig,
    /// Firebase instead of the built-in identity provider.
    #[command(flatten)]
    pub firebase: FirebaseProject,
    /// The address to which traces are sent by OTLP over HTTP, such as `http://127.0.0.1:4318`. It must be https unless
    /// it is on this machine. Default: no traces.
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT")]
    pub otlp_endpoint: Option<String>,
    /// The format of the log.
    #[arg(long, env = "LOG_FORMAT", value_enum, ignore_case = true, default_value = "text")]
    pub log_format: LogFormat,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Readable text.
    Text,
    /// One JSON object per line, for log collectors.
    Json,
}

/// Whether staff sign in with a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SecondFactorMode {
    /// Disabled.
    Off,
    /// Each account decides.
    Optional,
    /// Staff without a second factor can only set one up.
    Required,
}

/// Parses an http(s) origin, and returns it in lower case without a slash at the end. The port is optional. A path is
/// an error, because the guide is at the root of its host. A query, a fragment or a user name is an error, too.
fn parse_origin(text: &str) -> Result<String, String> {
    let uri = text.parse::<Uri>().ok().filter(|uri| !text.contains(['?', '#']) && matches!(uri.path(), "" | "/"));
    let parts = uri.as_ref().and_then(|uri| Some((uri.scheme_str()?, uri.authority()?)));
    let is_origin = |(scheme, authority): &(&str, &Authority)| {
        let (host, has_port) = (authority.host(), authority.port_u16().is_some());
        matches!(*scheme, "http" | "https") && !host.is_empty() && (has_port || authority.as_str() == host)
    };
    let found = parts.filter(is_origin).filter(|(_, authority)| !authority.as_str().contains('@'));
    let origin = found.map(|(scheme, authority)| format!("{scheme}://{authority}").to_lowercase());
    origin.ok_or_else(|| {
        "it must look like https://guide.example, without a path; write international domain names in their xn-- form".to_owned()
    })
}

/// Parses a network such as `10.0.0.0/8`, or an IP address as the network of only this address.
fn parse_network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let address = || text.parse::<std::net::IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| address()).map_err(|_| format!("{text} is not a network like 10.0.0.0/8"))
}

/// External identity providers. Each is enabled by its client id. The redirect address to register there is
/// `PUBLIC_URL/api/auth/federated/google/callback` (or `facebook`, or `openid`).
#[derive(Args, Clone, Debug)]
pub struct FederatedProvidersConfig {
    /// Client id of the guide at Google.
    #[arg(long, env = "GOOGLE_CLIENT_ID")]
    pub google_client_id: Option<String>,
    /// The client secret at Google.
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", hide_env_values = true)]
    pub google_client_secret: Option<String>,
    /// Another issuer instead of Google. For tests.
    #[arg(long, env = "GOOGLE_ISSUER", default_value = "https://accounts.google.com", hide = true)]
    pub google_issuer: String,
    /// App id of the guide at Facebook.
    #[arg(long, env = "FACEBOOK_CLIENT_ID")]
    pub facebook_client_id: Option<String>,
    /// The app secret at Facebook.
    #[arg(long, env = "FACEBOOK_CLIENT_SECRET", hide_env_values = true)]
    pub facebook_client_secret: Option<String>,
    /// One origin instead of Facebook's two. For tests.
    #[arg(long, env = "FACEBOOK_ORIGIN", hide = true)]
    pub facebook_origin: Option<String>,
    /// The issuer of another OpenID Connect provider, such as `https://id.example.org`.
    #[arg(long, env = "OPENID_ISSUER")]
    pub openid_issuer: Option<String>,
    /// Client id of the guide at the OpenID provider.
    #[arg(long, env = "OPENID_CLIENT_ID")]
    pub openid_client_id: Option<String>,
    /// The client secret at the OpenID provider. Default: none, for a public client.
    #[arg(long, env = "OPENID_CLIENT_SECRET", hide_env_values = true)]
    pub openid_client_secret: Option<String>,
    /// The name of the OpenID provider on the button "Continue with ...".
    #[arg(long, env = "OPENID_NAME")]
    pub openid_name: Option<String>,
}

/// Firebase instead of the built-in identity provider: it then keeps passwords and sessions.
#[derive(Args, Clone, Debug)]
pub struct FirebaseProject {
    /// The id of the project; enables Firebase.
    #[arg(long, env = "FIREBASE_PROJECT_ID")]
    pub firebase_project_id: Option<String>,
    /// The web API key of the project.
    #[arg(long, env = "FIREBASE_API_KEY")]
    pub firebase_api_key: Option<String>,
    /// The domain for sign-in with external providers. Default: `PROJECT.firebaseapp.com`.
    #[arg(long, env = "FIREBASE_AUTH_DOMAIN")]
    pub firebase_auth_domain: Option<String>,
    /// The app id in the project.
    #[arg(long, env = "FIREBASE_APP_ID")]
    pub firebase_app_id: Option<String>,
    /// The external providers of the project beside email and password: `google`, `facebook`, or both.
    #[arg(long, env = "FIREBASE_FEDERATED", default_value = "google", value_delimiter = ',')]
    pub firebase_federated: Vec<String>,
    /// The address of the emulator, such as `127.0.0.1:9099`. Its tokens are not signed, so PUBLIC_URL must be on this
    /// machine.
    #[arg(long, env = "FIREBASE_AUTH_EMULATOR_HOST")]
    pub firebase_auth_emulator_host: Option<String>,
    /// Another address of Google's keys. For tests.
    #[arg(long, env = "FIREBASE_KEYS_URL", hide = true)]
    pub firebase_keys_url: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_is_scheme_host_and_port() {
        for text in ["https://guide.example", "https://guide.example/", "http://[::1]:8080", "http://localhost:8080"] {
            assert_eq!(parse_origin(text).as_deref(), Ok(text.trim_end_matches('/')), "{text}");
        }
        assert_eq!(parse_origin("HTTPS://Guide.Example").as_deref(), Ok("https://guide.example"));
        for text in
            ["", "/", "//a", "guide.example", "guide.example:8080", "ftp://guide.example", "https://", "https:///"]
        {
            assert!(parse_origin(text).is_err(), "{text}");
        }
        for suffix in
            ["/sub/path", "/guide.example", "?a=b", "?guide.example", "#guide.example", "//", ":", ":abc", ":99999"]
        {
            assert!(parse_origin(&format!("https://guide.example{suffix}")).is_err(), "{suffix}");
        }
        for host in [":8080", "me@guide.example", "me:word@guide.example", "phôngnha.example"] {
            assert!(parse_origin(&format!("https://{host}")).is_err(), "{host}");
        }
    }
}
