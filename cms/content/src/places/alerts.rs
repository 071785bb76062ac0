//! The current alerts of places: those of the place itself and of its categories. The module `alerts` writes them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sqlx::{AssertSqlSafe, QueryBuilder};
use utoipa::ToSchema;

use super::model::Place;
use super::search::place_query::push_list;
use crate::common::clock::Timestamp;
use crate::common::id::AlertId;
use crate::db::engine::{Db, StoreError, Tx};
use crate::db::search::Dialect;
use crate::{with_pool, with_tx};

/// How severe an alert is, the most severe level first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AlertLevel)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum Level {
    /// Closed: the place is not open, whatever its opening hours say.
    Closed,
    /// Dangerous to visit.
    Danger,
    /// Open in part, or under conditions.
    Restricted,
    /// Something to know.
    Information,
}

impl Level {
    /// The names of all variants in JSON.
    pub const NAMES: &[&str] = &["closed", "danger", "restricted", "information"];
}

/// A current alert of a place.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PlaceAlert {
    /// The id of the alert.
    #[schema(example = 3)]
    pub id: AlertId,
    /// The level.
    pub level: Level,
    /// What travelers must know.
    #[schema(example = "Closed after the flood.")]
    pub text: String,
    /// Who reported it; null if unknown.
    #[schema(required, example = "National park")]
    pub source: Option<String>,
    /// A page about it: an http(s) address, or a path on this site.
    #[schema(required, example = "https://park.example/closures")]
    pub source_url: Option<String>,
    /// The time from which it applies.
    pub starts_at: Timestamp,
    /// The time at which it ends; null if unknown.
    #[schema(required)]
    pub ends_at: Option<Timestamp>,
}

/// The most severe level of these alerts. `None` without alerts.
pub fn worst(alerts: &[PlaceAlert]) -> Option<Level> {
    alerts.iter().map(|alert| alert.level).min()
}

#[derive(sqlx::FromRow)]
struct Row {
    place_id: i64,
    #[sqlx(flatten)]
    alert: PlaceAlert,
}

const COLUMNS: &str =
    "alert.id, alert.level, alert.text, alert.source, alert.source_url, alert.starts_at, alert.ends_at";
/// SQL for the most severe level of each place that has a current alert: `place_id` and `level`.
pub const WORST_OF_PLACES: &str = "
select place_id, case min(severity) when 0 then 'closed' when 1 then 'danger' when 2 then 'restricted'
    else 'information' end as level
from (
    select alerted.place_id, case alert.level when 'closed' then 0 when 'danger' then 1 when 'restricted' then 2 else 3
        end as severity
    from (
        select alert_id, place_id from alert_place
        union all
        select alert.id, place_category.place_id
        from alert join place_category on place_category.category_id = alert.category_id
    ) alerted
    join alert on alert.id = alerted.alert_id
    where alert.state = 'current'
) severities group by place_id";
const OF_PLACES: &str = "from alert_place join alert on alert.id = alert_place.alert_id
    where alert.state = 'current' and alert_place.place_id in (";
const OF_CATEGORIES: &str = "from alert join place_category on place_category.category_id = alert.category_id
    where alert.state = 'current' and place_category.place_id in (";

/// Sets the alerts of places with one statement.
pub async fn attach(db: &Db, places: &mut [Place]) -> Result<(), StoreError> {
    if places.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
    let rows: Vec<Row> = with_pool!(db, |pool, D| select::<D>(&ids).build_query_as().fetch_all(pool))?;
    let mut alerts: HashMap<i64, Vec<PlaceAlert>> = HashMap::new();
    for Row { place_id, alert } in rows {
        alerts.entry(place_id).or_default().push(alert);
    }
    for place in places {
        place.alerts = sorted(alerts.remove(&place.id.0).unwrap_or_default());
    }
    Ok(())
}

fn select<D: Dialect>(ids: &[i64]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(format!("select alert_place.place_id, {COLUMNS} {OF_PLACES}"));
    push_list(&mut query, ids, |query, id| D::number(query, *id));
    query.push(format!(") union all select place_category.place_id, {COLUMNS} {OF_CATEGORIES}"));
    push_list(&mut query, ids, |query, id| D::number(query, *id));
    query.push(")");
    query
}

/// Sets the alerts of a place within a transaction.
pub async fn attach_within(tx: &mut Tx, place: &mut Place) -> Result<(), StoreError> {
    let select = format!("select {COLUMNS} {OF_PLACES}$1) union all select {COLUMNS} {OF_CATEGORIES}$1)");
    let found = with_tx!(tx, |engine| sqlx::query_as(AssertSqlSafe(select)).bind(place.id).fetch_all(engine))?;
    place.alerts = sorted(found);
    Ok(())
}

/// The most severe first, then the newest.
fn sorted(mut alerts: Vec<PlaceAlert>) -> Vec<PlaceAlert> {
    alerts.sort_by_key(|alert| (alert.level, std::cmp::Reverse(alert.id)));
    alerts
}

#[cfg(test)]
mod tests {
    use super::*;

    // R490
    #[test]
    fn levels_are_ordered_by_severity() {
        let levels: Vec<Level> = serde_json::from_value(Level::NAMES.into()).expect("levels");
        assert!(levels.is_sorted() && levels[0] == Level::Closed, "{levels:?}");
    }
}
