//! Reads which enquiries a list asks for.

use super::model::Delivery;
use crate::common::id::{AccountId, PlaceId};
use crate::http::list_params;
use crate::http::pagination::PageParams;
use crate::http::problem::Problem;
use crate::http::query::Query;

/// The most enquiries of one answer.
const MOST: i64 = 100;
/// The longest word of a search, in characters.
const LONGEST: usize = 100;

/// Which enquiries, how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListQuery {
    /// Folded words; each must be in the message, the place's name, or the sender's name or address.
    pub words: Vec<String>,
    /// With this state of delivery alone.
    pub delivery: Option<Delivery>,
    /// To this place alone.
    pub place: Option<PlaceId>,
    /// To places that this account owned at that time; everybody's for admins.
    pub owner: Option<AccountId>,
    /// Which part of them.
    pub page: PageParams,
}

/// Reads a list's parameters. 400 names every one that is unknown or cannot be read.
pub fn parse(mut query: Query, owner: Option<AccountId>) -> Result<ListQuery, Problem> {
    let words = list_params::words(&mut query, LONGEST);
    let sentence = format!("delivery must be one of {}", Delivery::ALL.map(|(_, name)| name).join(", "));
    let delivery = query.parse("delivery", &sentence, Delivery::parse);
    let place = query.parse("businessId", "businessId must be a whole number", |id| id.parse().ok().map(PlaceId));
    let page = PageParams::take(&mut query, MOST);
    query.finish()?;
    Ok(ListQuery { words, delivery, place, owner, page })
}
