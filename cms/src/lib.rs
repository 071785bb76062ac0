//! Karst's server: content API and site proxy. This crate has the modules of the upper layers, `backup` and
//! `invalid_values`, and exports the modules of the other crates.
//!
//! `commands` starts the server, `http::server::service` handles every request, `api` lists the routes, the `routes` of
//! a domain check and execute the request, and its `store` queries the database. Imports go to lower layers only;
//! `tests/all/layers.rs` checks this.

pub use cms_community::*;
pub use cms_community::{audit, auth};
pub use cms_editorial::*;
pub use cms_editorial::{changes, drafts, revisions};

/// Backup and restore of a guide.
pub mod backup {
    pub mod archive;
    pub mod catalog;
    pub mod create;
    pub mod manifest;
    pub mod restore;
}

pub mod api;

pub mod invalid_values;

/// The Model Context Protocol: tools with which assistants read the guide and save drafts.
pub mod mcp {
    pub mod api_client;
    pub mod article_text;
    pub mod articles;
    pub mod calendar;
    pub mod drafts;
    pub mod guide;
    pub mod places;
    pub mod quota;
    pub mod result;
    pub mod routes;
    pub mod schema;
    pub mod server;
    pub mod tools;
}

/// The site proxy: pages of the site and files of the console. It imports no domain.
pub mod site_proxy {
    pub mod addresses;
    pub mod change_follower;
    pub mod console;
    pub mod csp;
    pub mod page_request;
    pub mod pages;
    pub mod prerender;
    pub mod preview;
    pub mod process;
    pub mod render;
    pub mod setup;
}

pub mod metrics;

/// The subcommands of `cms`, and modules that only they use.
pub mod commands {
    pub mod backup;
    pub mod cleanup;
    pub mod database;
    pub mod identity_providers;
    pub mod mail;
    pub mod page_resolver;
    pub mod seed;
    pub mod serve;
    pub mod spam;
    pub mod user;
}
