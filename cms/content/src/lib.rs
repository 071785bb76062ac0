//! The records of a guide: places, articles, categories, images and settings. This crate re-exports the modules of
//! `cms_core`, so that they have the same paths in both crates.

pub use cms_core::*;

/// Images: upload, processing, storage and delivery.
pub mod media {
    pub mod garbage_collector;
    pub mod model;
    pub mod requests;
    pub mod routes;
    pub mod serve;
    pub mod service;
    pub mod store;
    pub mod upload;
}

/// The history of places, articles, categories, standing pages and the settings.
pub mod revisions {
    pub mod store;
}

/// The change feed: which public records changed, for programs that keep a copy of the guide.
pub mod changes {
    pub mod store;
}

/// Drafts: changes to records that are saved and not public.
pub mod drafts {
    pub mod store;
}

/// Articles.
pub mod articles {
    pub mod dto;
    pub mod html_sanitizer;
    pub mod open_data;
    pub mod pages;
    pub mod query;
    pub mod requests;
    pub mod routes;
    pub mod sanitizer_warnings;
    pub mod service;
    pub mod store;
}

/// Categories of places.
pub mod categories {
    pub mod dto;
    pub mod open_data;
    pub mod routes;
    pub mod service;
    pub mod store;
}

/// The settings of a guide: region, brand, contacts, and the texts of Home.
pub mod settings {
    pub mod dto;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod store;
    /// The standing pages: Getting Here, About, Help, Terms & Privacy.
    pub mod pages {
        pub mod dto;
        pub mod requests;
        pub mod routes;
        pub mod service;
    }
}

/// Places, such as caves, cafés and homestays ("businesses" in URLs and in the console).
pub mod places {
    pub use cms_core::places::index;

    pub mod bulk;
    pub mod check_dto;
    pub mod checks;
    pub mod dto;
    pub mod emails;
    pub mod facts;
    pub mod import_undo;
    pub mod list_cache;
    pub mod matching;
    pub mod model;
    pub mod ownership;
    pub mod pages;
    pub mod permissions;
    pub mod prices;
    pub mod requests;
    pub mod routes;
    pub mod service;
    pub mod store;
    pub mod verification;

    /// Exports of places: open data, the GeoJSON feed for maps, and the CSV file of the console.
    pub mod export {
        pub mod geojson;
        pub mod open_data;
        pub mod sheet;
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
