//! Karst's server: content API and site proxy. The modules are listed from the lowest layer up.
//!
//! `commands` starts the server, `http::server::service` handles every request, `api` lists the routes, the `routes` of
//! a domain check and execute the request, and its `store` queries the database. Imports go to lower layers only;
//! `tests/all/layers.rs` checks this.

/// Utilities for all modules; no I/O.
pub mod common {
    pub mod cache_tag;
    pub mod clock;
    pub mod csv_export;
    pub mod error_chain;
    pub mod id;
    pub mod keyed_semaphore;
    pub mod messages;
    pub mod metrics;
    pub mod phone;
    pub mod rate_limit_state;
    pub mod text;
    pub mod version;
    pub mod worker_pool;
}

/// The database: SQLite or PostgreSQL.
pub mod db {
    pub mod engine;
    pub mod migrations;
    pub mod postgres_pool;
    pub mod search;
    pub mod soft_delete;
    pub mod sqlite;
    pub mod write;
}

pub mod config;

pub mod idempotency;

/// Clients of systems outside of the process, and of the file system.
pub mod integrations {
    pub mod blob_store;
    pub mod bucket;
    pub mod cached_document;
    pub mod guarded_client;
    pub mod http_client;
    pub mod mail;
    pub mod map_style;
    pub mod network_address;
    pub mod renderer_client;
    pub mod traces;
}

/// Accounts, sessions, identity providers and permissions; sign-in over HTTP.
pub mod auth {
    /// Accounts, sessions, identity providers and permissions, without HTTP.
    pub mod domain {
        pub mod accounts;
        pub mod email;
        pub mod firebase;
        pub mod secret;
        pub mod token;
        /// API tokens, with which programs act for an account.
        pub mod api_token {
            pub mod quota;
            pub mod scope;
            pub mod secret;
            pub mod store;
        }

        /// The built-in identity provider, without HTTP.
        pub mod builtin {
            pub mod password;
            pub mod provider;
            pub mod rate_limit;
            pub mod second_factor;
            pub mod session;
            pub mod ticket;
        }

        /// Sign-in with external identity providers.
        pub mod federated {
            pub mod facebook;
            pub mod failure;
            pub mod flow;
            pub mod link;
            pub mod model;
            pub mod openid;
            pub mod providers;
        }
    }

    /// The API of sign-in and accounts.
    pub mod http {
        pub mod account;
        pub mod api_tokens;
        pub mod cookie;
        pub mod dto;
        pub mod email_links;
        pub mod emails;
        pub mod errors;
        pub mod federated;
        pub mod forms;
        pub mod return_path;
        pub mod routes;
        pub mod second_factor;
        pub mod sync;
    }

    /// The pages under `/login`, which work without JavaScript.
    pub mod pages {
        pub mod account;
        pub mod callback;
        pub mod email_links;
        pub mod layout;
        pub mod sign_in;
    }
}

/// The audit log, which each change writes in its own transaction, and the data for undoing bulk changes and deletions.
pub mod audit {
    pub mod account_deletion;
    pub mod log;
    pub mod routes;
    pub mod store;
    pub mod undo;
}

/// Work that follows a write: the email outbox and the change log.
pub mod jobs {
    pub mod change_log;
    pub mod email_templates;
    pub mod outbox;
    pub mod periodic;
    pub mod render_failures;
}

/// The request layer and what every route needs; contains no route.
pub mod http {
    pub mod api_token_layer;
    pub mod app;
    pub mod cache;
    pub mod caller;
    pub mod open_data;
    pub mod openapi;
    pub mod problem;
    pub mod problem_code;

    /// The input of a request: parameters and bodies, and the rules of their fields.
    pub mod input {
        pub mod account_field_rules;
        pub mod bulk;
        pub mod idempotency;
        pub mod pagination;
        pub mod query_string;
        pub mod rule;
        pub mod unpublish_at;
        pub mod update;
        pub mod validation;
    }

    /// The HTTP server: everything between a connection and the handler of a request.
    pub mod server {
        pub mod listen;
        pub mod preview_path;
        pub mod service;
    }
}

/// Images: upload, processing, storage and delivery.
pub mod media {
    pub mod form;
    pub mod garbage_collector;
    pub mod model;
    pub mod routes;
    pub mod serve;
    pub mod service;
    pub mod store;
    pub mod upload;
}

/// The history of places, articles, categories, standing pages and the settings.
pub mod revisions {
    pub mod retention;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// The change feed: which public records changed, for programs that keep a copy of the guide.
pub mod changes {
    pub mod routes;
    pub mod store;
}

/// Webhooks: requests to other servers about changes to public records.
pub mod webhooks {
    pub mod delivery;
    pub mod delivery_store;
    pub mod dto;
    pub mod emails;
    pub mod events;
    pub mod form;
    pub mod message;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Drafts: changes to public records that are not public yet.
pub mod drafts {
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Imports of places from files: comparing a file with the stored places, applying its rows, and undoing the import.
pub mod imports {
    pub mod apply;
    pub mod cells;
    pub mod check;
    pub mod comparison;
    pub mod csv_file;
    pub mod dto;
    pub mod fields;
    pub mod file;
    pub mod form;
    pub mod job_store;
    pub mod json_file;
    pub mod osm;
    pub mod reading;
    pub mod routes;
    pub mod row;
    pub mod row_store;
    pub mod service;
    pub mod task;
    pub mod upload;
}

/// Releases: drafts that are published together, and their undo.
pub mod releases {
    pub mod publication;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Previews of drafts on the site, opened by a link that contains a ticket.
pub mod previews {
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Articles.
pub mod articles {
    pub mod dto;
    pub mod form;
    pub mod html_sanitizer;
    pub mod open_data;
    pub mod pages;
    pub mod query;
    pub mod routes;
    pub mod sanitizer_warnings;
    pub mod service;
    pub mod store;
}

/// Categories of places.
pub mod categories {
    pub mod dto;
    pub mod model;
    pub mod open_data;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// The settings of a guide: region, brand, contacts, and the texts of Home.
pub mod settings {
    pub mod dto;
    pub mod form;
    pub mod routes;
    pub mod service;
    pub mod store;
    /// The standing pages: Getting Here, About, Help, Terms & Privacy.
    pub mod pages {
        pub mod dto;
        pub mod form;
        pub mod routes;
        pub mod service;
    }
}

/// User administration.
pub mod users {
    pub mod api_tokens;
    pub mod dto;
    pub mod list;
    pub mod routes;
    pub mod service;
}

/// The spam score of texts; learns from the decisions of moderators.
pub mod spam {
    pub mod classifier;
    pub mod rules;
    pub mod score;
    pub mod words;

    pub use score::{retrain, score};
}

/// Enquiries of travelers to a place: the form, its email, and the list in the console.
pub mod enquiries {
    pub mod dto;
    pub mod form;
    pub mod page;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Owner reminders: the monthly emails in which owners confirm the facts of their places.
pub mod owner_reminders {
    pub mod dto;
    pub mod emails;
    pub mod form;
    pub mod page;
    pub mod routes;
    pub mod service;
    pub mod store;
    pub mod task;
}

/// Contact messages to the team.
pub mod contact {
    pub mod dto;
    pub mod form;
    pub mod inbox;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Counts for the first page of the console.
pub mod stats {
    pub mod routes;
}

/// Places, such as caves, cafés and homestays ("businesses" in URLs and in the console).
pub mod places {
    pub mod alerts;
    pub mod bulk;
    pub mod check_form;
    pub mod checks;
    pub mod dto;
    pub mod emails;
    pub mod facts;
    pub mod form;
    pub mod list_cache;
    pub mod matching;
    pub mod model;
    pub mod months;
    pub mod ownership;
    pub mod pages;
    pub mod prices;
    pub mod removal;
    pub mod review;
    pub mod routes;
    pub mod service;
    pub mod store;
    pub mod token_limits;
    pub mod unpublish;
    pub mod verification;

    /// Places as files: open data and the map feed.
    pub mod export {
        pub mod dataset;
        pub mod feed;
        pub mod sheet;
    }

    /// The place index in memory.
    pub mod index {
        pub mod candidate_cache;
        pub mod grid;
        pub mod place_index;
        pub mod rank_index;
    }

    /// Opening hours.
    pub mod opening_hours {
        pub mod refresh;
        pub mod schedule;
    }

    /// Search and the list of places.
    pub mod search {
        pub mod fuzzy;
        pub mod place_query;
        pub mod relevance;
        pub mod suggest;
        pub mod text_search;
    }
}

/// Guestbook entries and comments, and their moderation.
pub mod guestbook {
    pub mod deletion;
    pub mod dto;
    pub mod emails;
    pub mod form;
    pub mod model;
    pub mod owner_replies;
    pub mod pages;
    pub mod store;
    pub mod submit;
    /// Entries and comments, and the decisions of moderators on them.
    pub mod moderation {
        pub mod comments;
        pub mod decisions;
        pub mod entries;
    }

    /// The API, for the site and for moderators.
    pub mod routes {
        pub mod admin;
        pub mod bulk;
        pub mod owner_replies;
        pub mod public;
    }
}

pub mod invalid_values;

pub mod records;

pub mod render_failures;

/// Proposed changes to places: the reports of travelers, the queue of the console, and decisions.
pub mod proposals {
    pub mod decisions;
    pub mod dto;
    pub mod emails;
    pub mod facts;
    pub mod form;
    pub mod owners;
    pub mod page;
    pub mod reports;
    pub mod routes;
    pub mod service;
    pub mod source;
    pub mod store;
}

/// Claims to places by their owners: the proofs, and the decisions of admins.
pub mod claims {
    pub mod admin_routes;
    pub mod decisions;
    pub mod dto;
    pub mod emails;
    pub mod form;
    pub mod proof;
    pub mod routes;
    pub mod service;
    pub mod shared_hosts;
    pub mod store;
    pub mod website;
}

/// The schedule: records and drafts that become public, or stop being public, at a set time.
pub mod schedule {
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Alerts: closures and dangers of places, of a category or of the whole guide.
pub mod alerts {
    pub mod dto;
    pub mod feeds;
    pub mod form;
    pub mod public;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Likes: the saved places of travelers.
pub mod likes {
    pub mod routes;
    pub mod store;
}

/// The quality desk: counts of what records lack, likely duplicates, links that do not work, and silent owners.
pub mod quality {
    pub mod counts;
    pub mod dto;
    pub mod duplicates;
    pub mod link_request;
    pub mod link_store;
    pub mod link_task;
    pub mod routes;
}

/// Backup and restore of a guide.
pub mod backup {
    pub mod archive;
    pub mod catalog;
    pub mod create;
    pub mod manifest;
    pub mod restore;
}

pub mod api;

/// The Model Context Protocol: tools with which assistants read the guide.
pub mod mcp {
    pub mod article_text;
    pub mod articles;
    pub mod calendar;
    pub mod drafts;
    pub mod guide;
    pub mod operations;
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
    pub mod console;
    pub mod csp;
    pub mod invalidation;
    pub mod page_request;
    pub mod pages;
    pub mod prerender;
    pub mod preview;
    pub mod process;
    pub mod render;
    pub mod setup;
}

pub mod metrics;

/// The subcommands of `cms`.
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
