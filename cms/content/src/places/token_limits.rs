//! The limits of API tokens: to the places of their account, and to places of some categories.

use std::collections::BTreeSet;

use super::model::Place;
use crate::auth::domain::accounts::Account;
use crate::common::id::CategoryId;
use crate::http::problem::{Code, Problem};

/// Whether the limits of the caller's API token, if any, allow this place. A token for own places needs the account as
/// the owner, and a token for categories needs one of them.
pub fn allow(caller: &Account, place: &Place) -> bool {
    let is_own = place.owner_id.as_ref() == Some(&caller.id);
    let has_category = |ids: &[CategoryId]| place.categories.iter().any(|category| ids.contains(&category.id));
    (is_own || !caller.is_limited_to_own_places()) && caller.token_categories().is_none_or(has_category)
}

/// Errors: 403 unless the limits allow this place.
pub fn ensure(caller: &Account, place: &Place) -> Result<(), Problem> {
    if allow(caller, place) { Ok(()) } else { Err(limited("This API token is limited to other places")) }
}

/// Errors: 403 unless the limits allow the place after the change, and the categories that the change adds or removes.
pub fn ensure_change(caller: &Account, before: Option<&Place>, after: &Place) -> Result<(), Problem> {
    ensure(caller, after)?;
    let Some(allowed) = caller.token_categories() else { return Ok(()) };
    let ids = |place: &Place| place.categories.iter().map(|category| category.id).collect::<BTreeSet<_>>();
    let (before, after) = (before.map(ids).unwrap_or_default(), ids(after));
    if before.symmetric_difference(&after).all(|id| allowed.contains(id)) {
        return Ok(());
    }
    Err(limited("This API token can only add and remove its own categories"))
}

/// Errors: 403 unless the limits allow a list that may have inactive places. A token for categories must filter by one
/// of them, and a token for own places must not list those of others (`is_about_all`).
pub fn ensure_list(caller: &Account, category: Option<CategoryId>, is_about_all: bool) -> Result<(), Problem> {
    if is_about_all && caller.is_limited_to_own_places() {
        return Err(limited("This API token is limited to your own places"));
    }
    match caller.token_categories() {
        Some(allowed) if !category.is_some_and(|id| allowed.contains(&id)) => {
            Err(limited("This API token is limited to categories: filter by one of them with category"))
        }
        _ => Ok(()),
    }
}

/// Errors: 403 for a token with limits.
pub fn ensure_unlimited(caller: &Account) -> Result<(), Problem> {
    let is_limited = caller.is_limited_to_own_places() || caller.token_categories().is_some();
    if is_limited { Err(limited("API tokens that are limited to some places can't do this")) } else { Ok(()) }
}

fn limited(sentence: &'static str) -> Problem {
    Problem::forbidden(Code::TokenLimited, sentence)
}
