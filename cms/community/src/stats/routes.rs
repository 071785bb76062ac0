//! `/api/admin/stats`: the counts on the console's first page.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::domain::accounts::{Account, Role};
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::caller::StaffAccount;
use crate::http::input::query_string::NoQuery;
use crate::http::problem::Problem;
use crate::with_pool;

/// Counts of records: all of them for an admin; for a business owner, those of their own places.
#[derive(Debug, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// The number of places outside the trash, active or not.
    #[schema(example = 122)]
    pub businesses: i64,
    /// The number of places that lost their verification and are waiting for a recheck; 0 for a business owner.
    #[schema(example = 2)]
    pub rechecks: i64,
    /// The number of inactive places with an owner, which become public when an admin activates them; 0 for a business
    /// owner.
    #[schema(example = 1)]
    pub to_approve: i64,
    /// The number of all categories, for business owners too.
    #[schema(example = 22)]
    pub categories: i64,
    /// The number of articles outside the trash; 0 for a business owner.
    #[schema(example = 9)]
    pub articles: i64,
    /// The number of guestbook entries of any status; for a business owner, the public ones about their places.
    #[schema(example = 40)]
    pub guestbook_entries: i64,
    /// The number of accounts; 0 for a business owner.
    #[schema(example = 3)]
    pub users: i64,
}

async fn load_stats(db: &Db, caller: &Account) -> Result<Stats, StoreError> {
    let select_counts = "select (select value from counter where name = 'places') as businesses,
        (select count(*) from category) as categories,
        (select count(*) from article where deleted_at is null) as articles,
        (select count(*) from guestbook_entry where deleted_at is null) as guestbook_entries,
        (select count(*) from account) as users,
        (select count(*) from fact_check join place on place.id = place_id
            where fact_group = 'position' and invalid_reason is not null and place.deleted_at is null) as rechecks,
        (select count(*) from place where owner_id is not null and not is_active and deleted_at is null) as to_approve";
    let mut stats: Stats = with_pool!(db, |engine| sqlx::query_as(select_counts).fetch_one(engine))?;
    let count_own_places = "select count(*) from place where owner_id = $1 and deleted_at is null";
    let count_own_entries = "select count(*) from guestbook_entry entry join place on place.id = entry.place_id
        where place.owner_id = $1 and place.deleted_at is null and entry.status = 'approved'";
    if !caller.has_role(Role::Admin) {
        stats.guestbook_entries =
            with_pool!(db, |engine| sqlx::query_scalar(count_own_entries).bind(&caller.id).fetch_one(engine))?;
        stats.businesses =
            with_pool!(db, |engine| sqlx::query_scalar(count_own_places).bind(&caller.id).fetch_one(engine))?;
        (stats.articles, stats.users, stats.rechecks, stats.to_approve) = (0, 0, 0, 0);
    }
    Ok(stats)
}

/// Get the counts of the console's first page.
///
/// Business owners and admins. Admins get the counts of the whole guide. Business owners get those of their own places,
/// and the number of all categories.
#[utoipa::path(get, path = "/api/admin/stats", tag = "Console", responses((status = 200, body = Stats)))]
pub async fn get_stats(State(app): State<App>, caller: StaffAccount, _: NoQuery) -> Result<Json<Stats>, Problem> {
    Ok(Json(load_stats(&app.db, &caller.0).await?))
}
