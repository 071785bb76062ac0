//! The modules that all domains use: utilities, the database, clients of other systems, accounts without HTTP, the
//! audit log, background work, the request layer and the place index. The crate contains no route.

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
    pub mod dialect;
    pub mod engine;
    pub mod migrations;
    pub mod postgres_pool;
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
    pub mod document_cache;
    pub mod guarded_client;
    pub mod http_client;
    pub mod mail;
    pub mod map_style;
    pub mod network_address;
    pub mod renderer_client;
    pub mod traces;
}

/// Accounts and sign-in. Their routes are in `cms/community/src/auth`.
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
}

/// The audit log, and the data for undoing bulk changes and deletions. A write stores them in its own transaction.
pub mod audit {
    pub mod log;
    pub mod undo;
}

/// Work outside of requests: the change log, the email outbox, periodic tasks, and the pages that failed to render.
pub mod jobs {
    pub mod change_log;
    pub mod email_templates;
    pub mod outbox;
    pub mod periodic;
    pub mod render_failures;
}

/// The request layer and what every route needs; contains no route.
pub mod http {
    pub mod app;
    pub mod cache;
    pub mod caller;
    pub mod open_data;
    pub mod openapi;
    pub mod problem;
    pub mod sign_in_problem;

    /// The input of a request: parameters and bodies, and the rules of their fields.
    pub mod input {
        pub mod account_field_rules;
        pub mod bulk;
        pub mod idempotency;
        pub mod pagination;
        pub mod query_string;
        pub mod rule;
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

/// The part of the domain `places` that the request layer uses. The rest is in `cms/content/src/places`.
pub mod places {
    /// The place index in memory.
    pub mod index {
        pub mod candidate_cache;
        pub mod grid;
        pub mod place_index;
        pub mod rank_index;
    }
}
