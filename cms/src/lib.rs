//! Karst's content API and public front door: the floor plan, from the ground up.
//!
//! A request flows down: `commands` listens, `http::door` lets it in, `api` names its route, a domain's `routes`
//! decides, its `store` asks the database. Imports point down only; `tests/all/floors.rs` keeps it so.

/// Plain words every room uses; no I/O.
pub mod common {
    pub mod clock;
    pub mod counters;
    pub mod csv_export;
    pub mod error_chain;
    pub mod geo;
    pub mod grid;
    pub mod id;
    pub mod keyed_semaphore;
    pub mod page;
    pub mod phone;
    pub mod text;
    pub mod typo;
    pub mod version;
    pub mod web;
    pub mod worker_pool;
}

/// One database, two engines.
pub mod db {
    pub mod batching_connection;
    pub mod candidate_cache;
    pub mod catalog;
    pub mod change_notifications;
    pub mod engine;
    pub mod error;
    pub mod locks;
    pub mod merged_write;
    pub mod migrations;
    pub mod place_index;
    pub mod postgres_pool;
    pub mod postgres_transaction;
    pub mod rank_index;
    pub mod restore_target;
    pub mod search;
    pub mod snapshot;
    pub mod sqlite_read_pool;
    pub mod stats;
    pub mod write;
}

pub mod config;
pub mod idempotency;

/// The world beyond the process, each part behind one small type.
pub mod integrations {
    pub mod archive;
    pub mod blob_store;
    pub mod bucket;
    pub mod cached_document;
    pub mod http_client;
    pub mod mail;
    pub mod map_style;
    pub mod renderer_client;
    pub mod traces;
}

/// One row for each thing that a request changed, in the transaction that did it; how a change of many is undone.
pub mod record {
    pub mod bulk;
    pub mod differences;
    pub mod model;
    pub mod note;
    pub mod removed;
}

/// Who is asking, and what they may do.
pub mod identity {
    pub mod email;
    pub mod model;
    pub mod store;
    pub mod token;
    pub mod usurper;
    /// The built-in provider, without HTTP.
    pub mod builtin {
        pub mod attempts;
        pub mod factor;
        pub mod issue;
        pub mod password;
        pub mod provider;
        pub mod session;
        pub mod ticket;
    }
    /// Accounts that others keep and that sign in to ours.
    pub mod federated {
        pub mod arrive;
        pub mod exchange;
        pub mod facebook;
        pub mod failure;
        pub mod flow;
        pub mod model;
        pub mod openid;
        pub mod providers;
        pub mod store;
    }
    /// Firebase Authentication in the built-in provider's place.
    pub mod firebase {
        pub mod driver;
        pub mod token;
    }
}

/// What must happen after a write, kept in the database until it has.
pub mod jobs {
    pub mod changes;
    pub mod letters;
    pub mod render_failures;
    pub mod stationery;
}

/// What every route needs, and no route.
pub mod http {
    pub mod app;
    pub mod arrival;
    pub mod bulk;
    pub mod caller;
    pub mod client;
    pub mod contract;
    pub mod cursor;
    pub mod door;
    pub mod examples;
    pub mod fields;
    pub mod finish;
    pub mod forms;
    pub mod heed;
    pub mod idempotency;
    pub mod kept;
    pub mod layers;
    pub mod list;
    pub mod listen;
    pub mod operations;
    pub mod origin;
    pub mod person;
    pub mod problem;
    pub mod query;
    pub mod rule;
    pub mod sent;
    mod sentence;
    pub mod slice;
    pub mod span;
    pub mod trace;
    pub mod traffic;
    pub mod update;
}

/// Pictures: taken in, made anew, kept, served.
pub mod media {
    pub mod aside;
    pub mod ask;
    pub mod form;
    pub mod keep;
    pub mod model;
    pub mod noted;
    pub mod receive;
    pub mod routes;
    pub mod serve;
    pub mod store;
    pub mod sweep;
    pub mod wire;
    pub mod write;
}

/// The guide's stories.
pub mod articles {
    pub mod ask;
    pub mod form;
    pub mod fragments;
    pub mod html;
    pub mod keep;
    pub mod model;
    pub mod noted;
    pub mod overlay;
    pub mod pages;
    pub mod pictures;
    pub mod removed;
    pub mod routes;
    pub mod schedule;
    pub mod store;
    pub mod trash;
    pub mod wire;
    pub mod write;
}

/// What places are sorted into.
pub mod categories {
    pub mod keep;
    pub mod model;
    pub mod noted;
    pub mod routes;
    pub mod store;
    pub mod wire;
}

/// The region, the brand, the contacts, the standing texts: what another province changes.
pub mod settings {
    pub mod form;
    pub mod keep;
    pub mod noted;
    pub mod notice;
    pub mod pictures;
    pub mod routes;
    pub mod store;
    pub mod wire;
    /// Getting Here, About, Help, Terms & Privacy.
    pub mod pages {
        pub mod form;
        pub mod keep;
        pub mod noted;
        pub mod routes;
        pub mod store;
        pub mod wire;
    }
}

/// Signing in and what belongs to it: by call, and on pages that work without JavaScript.
pub mod signin {
    pub mod account;
    pub mod brand;
    pub mod cookie;
    pub mod federated;
    pub mod forms;
    pub mod join;
    pub mod leave;
    pub mod letters;
    pub mod mailbox;
    pub mod noted;
    pub mod pages;
    pub mod password;
    pub mod refusal;
    pub mod return_path;
    pub mod routes;
    pub mod second_factor;
    pub mod sessions;
    pub mod sync;
    pub mod wire;
    /// The pages under `/login`, one file each.
    pub mod page {
        pub mod account;
        pub mod arrived;
        pub mod forgot;
        pub mod reset;
        pub mod sign_in;
        pub mod sign_up;
        pub mod verify;
    }
}

/// Accounts as admins see them.
pub mod users {
    pub mod ask;
    pub mod csv;
    pub mod form;
    pub mod keep;
    pub mod password_link;
    pub mod routes;
    pub mod store;
    pub mod wire;
}

/// How likely a text is spam, and why; it learns from moderators.
pub mod spam {
    pub mod bayes;
    pub mod corpus;
    pub mod gibberish;
    pub mod links;
    pub mod model;
    pub mod offer;
    pub mod rules;
    pub mod store;
    pub mod weigh;
    pub mod words;

    pub use weigh::{learn, unlearn, weigh};
}

/// What travelers ask a place: the form, its email, its copy in the console.
pub mod enquiries {
    pub mod audit;
    pub mod dto;
    pub mod emails;
    pub mod form;
    pub mod model;
    pub mod page;
    pub mod query;
    pub mod receive;
    pub mod routes;
    pub mod store;
}

/// Messages to the team.
pub mod contact {
    pub mod ask;
    pub mod form;
    pub mod keep;
    pub mod letters;
    pub mod model;
    pub mod noted;
    pub mod receive;
    pub mod routes;
    pub mod store;
    pub mod wire;
}

/// Reading who did what, and forgetting it in time.
pub mod audit {
    pub mod ask;
    pub mod leave;
    pub mod routes;
    pub mod store;
    pub mod sweep;
    pub mod wire;
}

/// Counts for the console's first page.
pub mod stats {
    pub mod routes;
}

/// Caves, cafés, homestays ("businesses" in addresses and in the console).
pub mod places {
    pub mod ask;
    /// Many at once, and that undone.
    pub mod bulk {
        pub mod form;
        pub mod keep;
        pub mod routes;
    }
    pub mod checks;
    pub mod dataset;
    pub mod emails;
    pub mod feed;
    pub mod find;
    pub mod form;
    pub mod hours;
    pub mod keep;
    pub mod model;
    pub mod names;
    pub mod narrow;
    pub mod noted;
    pub mod opening;
    pub mod opening_text;
    pub mod pages;
    pub mod pictures;
    pub mod ready;
    pub mod relevance;
    pub mod renew;
    pub mod routes;
    pub mod search;
    pub mod store;
    pub mod suggest;
    pub mod trash;
    pub mod wire;
    pub mod write;
}

/// Travellers' stories, held until reviewed, and comments under them.
pub mod guestbook {
    pub mod aside;
    pub mod author;
    /// Many verdicts at once, and those undone.
    pub mod bulk {
        pub mod form;
        pub mod judge;
        pub mod routes;
    }
    pub mod comments;
    pub mod form;
    pub mod judge;
    pub mod leave;
    pub mod letters;
    pub mod limit;
    pub mod model;
    pub mod moderation;
    pub mod noted;
    pub mod pages;
    pub mod routes;
    pub mod store;
    pub mod submit;
    pub mod weigh;
    pub mod wire;
    pub mod write;
}

/// Stored values that break the contract's rules.
pub mod invalid_values {
    pub mod find;
    pub mod routes;
}

/// Pages that cannot be rendered, with the records they show.
pub mod render_failures {
    pub mod routes;
}

/// Places that travellers save.
pub mod likes {
    pub mod form;
    pub mod noted;
    pub mod routes;
    pub mod store;
    pub mod wire;
}

/// Everything of a guide in one file, and a guide from such a file.
pub mod recovery {
    pub mod backup;
    pub mod manifest;
    pub mod restore;
}

pub mod api;

/// The public front door: the site's pages, the console's files. It knows no domain.
pub mod front {
    pub mod addresses;
    pub mod ask;
    pub mod built;
    pub mod console;
    pub mod follow;
    pub mod live;
    pub mod open;
    pub mod pages;
    pub mod policy;
    pub mod prerender;
    pub mod renderer;
    pub mod renderings;
    pub mod scripts;
}

/// What Prometheus is told of this process, on a port of its own.
pub mod metrics {
    pub mod answer;
    pub mod gather;
    pub mod machine;
    pub mod sheet;
}

/// What the `cms` command can do.
pub mod commands {
    pub mod addresses;
    pub mod backup;
    pub mod database;
    pub mod elsewhere;
    pub mod log;
    pub mod mail;
    pub mod migrate;
    pub mod openapi;
    pub mod pictures;
    pub mod seed;
    pub mod seeds;
    pub mod serve;
    pub mod setup;
    pub mod spam;
    pub mod trash;
    pub mod user;
}
