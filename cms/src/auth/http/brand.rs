//! The guide's name, for pages and emails.

use serde::Deserialize;
use sqlx::types::Json;

use crate::db::engine::Db;
use crate::with_pool;

const BRAND: &str = "select value from setting where id = 1";

/// The guide's name. Blank without settings, and after a database error, which must not fail the page or the email.
pub async fn brand(db: &Db) -> String {
    #[derive(Deserialize)]
    struct Settings {
        #[serde(default)]
        brand: String,
    }
    let result = with_pool!(db, |engine| sqlx::query_scalar::<_, Json<Settings>>(BRAND).fetch_optional(engine));
    match result {
        Ok(settings) => settings.map(|Json(settings)| settings.brand).unwrap_or_default(),
        Err(error) => {
            tracing::warn!(%error, "failed to read the guide's name");
            String::new()
        }
    }
}
