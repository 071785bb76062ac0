//! What editors do with records: drafts, releases, previews, history, schedules and imports. Also the change feed and
//! the webhooks, which report changes. The modules of lower crates are re-exported under the same paths.

pub use cms_content::*;

/// The history of places, articles, categories, standing pages and the settings.
pub mod revisions {
    pub use cms_content::revisions::store;

    pub mod retention;
    pub mod routes;
    pub mod service;
}

/// The change feed: which public records changed, for programs that keep a copy of the guide.
pub mod changes {
    pub use cms_content::changes::store;

    pub mod routes;
}

/// Webhooks: requests to other servers about changes to public records.
pub mod webhooks {
    pub mod delivery;
    pub mod delivery_store;
    pub mod dto;
    pub mod emails;
    pub mod events;
    pub mod message;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// Drafts: changes to public records that are not public yet.
pub mod drafts {
    pub use cms_content::drafts::store;

    pub mod routes;
    pub mod service;
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
    pub mod job_store;
    pub mod json_file;
    pub mod osm;
    pub mod requests;
    pub mod routes;
    pub mod row;
    pub mod row_reader;
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

pub mod records;

pub mod render_failures;

/// The schedule: records and drafts that become public, or stop being public, at a set time.
pub mod schedule {
    pub mod routes;
    pub mod service;
    pub mod store;
}
