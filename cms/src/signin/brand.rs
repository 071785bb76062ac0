//! The guide's name, for pages and letters.

use serde::Deserialize;
use sqlx::types::Json;

use crate::db::engine::Db;
use crate::with_pool;

const BRAND: &str = "select value from setting where id = 1";

/// The guide's name; blank before there are settings, and when they cannot be read: pages and letters are about
/// something else.
pub async fn brand(db: &Db) -> String {
    #[derive(Deserialize)]
    struct Named {
        #[serde(default)]
        brand: String,
    }
    let found = with_pool!(db, |engine| sqlx::query_scalar::<_, Json<Named>>(BRAND).fetch_optional(engine));
    match found {
        Ok(named) => named.map(|Json(named)| named.brand).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(%error, "the guide's name cannot be read");
            String::new()
        }
    }
}
