//! Accounts, and what travelers and owners contribute: guestbook entries, inquiries, contact messages, likes,
//! proposals, claims, and answers to owner reminders. Also alerts, the audit log, the spam score and the quality desk.
//!
//! The modules of `cms_content` are re-exported under the same paths.

pub use cms_content::*;

/// Accounts, sessions, identity providers and permissions; sign-in over HTTP.
pub mod auth {
    pub use cms_content::auth::domain;

    /// The API of sign-in and accounts.
    pub mod http {
        pub mod account;
        pub mod api_tokens;
        pub mod cookie;
        pub mod dto;
        pub mod email_links;
        pub mod emails;
        pub mod federated;
        pub mod requests;
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

/// The audit log, and the data for undoing bulk changes and deletions. Each change adds its audit event in the same
/// transaction.
pub mod audit {
    pub use cms_content::audit::{log, undo};

    pub mod account_deletion;
    pub mod routes;
    pub mod store;
}

/// User administration.
pub mod users {
    pub mod api_tokens;
    pub mod dto;
    pub mod list;
    pub mod routes;
    pub mod service;
}

/// The spam score of texts, and the classifier, which learns from the decisions of moderators.
pub mod spam {
    pub mod classifier;
    pub mod rules;
    pub mod score;
    pub mod words;

    pub use score::{replace_training_text, score};
}

/// Inquiries of travelers to a place: the form, its email, and the list in the console.
pub mod enquiries {
    pub mod dto;
    pub mod page;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Owner reminders: the monthly emails in which owners confirm the facts of their places.
pub mod owner_reminders {
    pub mod dto;
    pub mod emails;
    pub mod page;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod store;
    pub mod task;
}

/// Contact messages to the team.
pub mod contact {
    pub mod dto;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod store;
    pub mod submission_table;
}

/// Counts for the first page of the console.
pub mod stats {
    pub mod routes;
}

/// Guestbook entries and comments, and their moderation.
pub mod guestbook {
    pub mod deletion;
    pub mod dto;
    pub mod emails;
    pub mod model;
    pub mod owner_replies;
    pub mod pages;
    pub mod requests;
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

/// Proposals for fields of places: reports of travelers, changes of owners that wait for review, and decisions on them.
pub mod proposals {
    pub mod decisions;
    pub mod dto;
    pub mod emails;
    pub mod facts;
    pub mod owners;
    pub mod page;
    pub mod reports;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod source;
    pub mod store;
}

/// Claims: an account asks to become the owner of a place. The account proves its right to the place, or an admin
/// decides.
pub mod claims {
    pub mod admin_routes;
    pub mod decisions;
    pub mod dto;
    pub mod emails;
    pub mod proof;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod shared_hosts;
    pub mod store;
    pub mod website;
}

/// Alerts about places, a category or the whole guide, such as closures and dangers.
pub mod alerts {
    pub mod dto;
    pub mod feeds;
    pub mod public_routes;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Likes: the saved places of travelers.
pub mod likes {
    pub mod routes;
    pub mod store;
}

/// The quality desk of the console: counts of missing and wrong data, likely duplicates, dead links, and silent owners.
pub mod quality {
    pub mod counts;
    pub mod dto;
    pub mod duplicates;
    pub mod link_check;
    pub mod link_store;
    pub mod link_task;
    pub mod routes;
}
