//! Settings from the environment. `cms serve --help` prints them with their defaults.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

/// What every command needs.
#[derive(Args, Clone, Debug)]
pub struct Storage {
    /// Folder for the embedded database.
    #[arg(long, env = "DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// `postgres://user:password@host/name`, or `sqlite:path`. Default: `karst.db` in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
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
    /// The address that travellers see: links in pages, feeds and mails start with it.
    #[arg(long, env = "PUBLIC_URL", default_value = "http://localhost:8080")]
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
    /// How many seconds a request may take, and how many a client has to send its headers.
    #[arg(long, env = "REQUEST_TIMEOUT_S", default_value_t = 30)]
    pub request_timeout_s: u64,
    /// `json` or `text`.
    #[arg(long, env = "LOG_FORMAT", default_value = "text")]
    pub log_format: String,
}
