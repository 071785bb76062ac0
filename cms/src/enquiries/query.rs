//! Parses the query string of enquiry lists.

use super::model::Delivery;
use crate::common::id::{AccountId, PlaceId};
use crate::http::list_params;
use crate::http::pagination::PageParams;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The maximum and the default `limit`.
const MAX_LIMIT: i64 = 100;
/// The maximum length of a search word, in characters.
const MAX_WORD_LEN: usize = 100;

/// The parameters of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words, each of which the message, the place's name, or the sender's name or address must contain.
    pub words: Vec<String>,
    /// Only enquiries with this delivery.
    pub delivery: Option<Delivery>,
    /// Only enquiries to this place.
    pub place: Option<PlaceId>,
    /// Only enquiries to places that this account owned at that time; `None` for admins.
    pub owner: Option<AccountId>,
    /// Limit and offset.
    pub page: PageParams,
}

/// Returns the parameters. 400 names every unknown or invalid parameter.
pub fn parse(mut query: Query, owner: Option<AccountId>) -> Result<ListQuery, Problem> {
    let words = list_params::words(&mut query, MAX_WORD_LEN);
    let message = format!("delivery must be one of {}", Delivery::ALL.map(|(_, name)| name).join(", "));
    let delivery = query.parse("delivery", &message, Delivery::parse);
    let place = query.parse("businessId", "businessId must be a whole number", |id| id.parse().ok().map(PlaceId));
    let page = PageParams::take(&mut query, MAX_LIMIT);
    query.finish()?;
    Ok(ListQuery { words, delivery, place, owner, page })
}
