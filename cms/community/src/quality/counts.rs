//! The counts of the quality desk. Each is the total of a list, computed by the code of that list.

use super::dto::{QualityCount, QualityKey};
use super::{duplicates, link_store};
use crate::common::clock::Timestamp;
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::input::pagination::PageParams;
use crate::http::problem::Problem;
use crate::media::store::ImageListQuery;
use crate::places::search::place_query::{MissingFact, PlaceQuery, PlaceScope};
use crate::proposals::store::ProposalFilter;
use crate::{media, owner_reminders, places, proposals};

/// A place is counted if none of its facts was checked in this number of months.
const MAX_CHECK_AGE_MONTHS: u32 = 6;
/// An open proposal is counted as old after this time, in seconds: seven days.
const OLD_PROPOSAL_AGE_S: i64 = 7 * 24 * 3600;

/// The counts of places that lack a fact. The text is the value of the query parameter `missing` for this fact.
const COUNTED_MISSING_FACTS: [(QualityKey, MissingFact, &str); 5] = [
    (QualityKey::WithoutImage, MissingFact::Image, "image"),
    (QualityKey::WithoutHours, MissingFact::Hours, "hours"),
    (QualityKey::WithoutContact, MissingFact::Contact, "contact"),
    (QualityKey::WithoutPhone, MissingFact::Phone, "phone"),
    (QualityKey::WithoutPrice, MissingFact::Price, "price"),
];

/// All counts.
pub async fn all(app: &App) -> Result<Vec<QualityCount>, Problem> {
    let (db, now) = (&app.db, app.clock.now());
    let mut counts = Vec::new();
    // The queries run one after the other. Each reads all places, so parallel queries would occupy connections that
    // other requests need.
    for (key, fact, name) in COUNTED_MISSING_FACTS {
        let query = PlaceQuery { missing: Some(fact), ..PlaceQuery::unfiltered(PlaceScope::Public) };
        let count = places::store::total(db, &query).await?;
        counts.push(QualityCount::new(key, count, places_list_path("missing", name)));
    }
    counts.push(count_places_without_recent_check(db, now).await?);
    let image_count = count_images_without_alt(db).await?;
    counts.push(QualityCount::new(QualityKey::WithoutAlt, image_count, "/api/media?described=false"));
    let pairs = duplicates::duplicate_pairs(app).await?;
    counts.push(QualityCount::new(QualityKey::Duplicates, pairs.len() as i64, "/api/admin/quality/duplicates"));
    let link_count = link_store::count_dead_links(db).await?;
    counts.push(QualityCount::new(QualityKey::DeadLinks, link_count, "/api/admin/quality/links"));
    let place_count = owner_reminders::store::count_places_of_silent_owners(db, now).await?;
    counts.push(QualityCount::new(QualityKey::SilentOwners, place_count, "/api/admin/quality/silent-owners"));
    counts.extend(count_open_and_old_proposals(db, now).await?);
    let failure_count = app.render_failures.count() as i64;
    counts.push(QualityCount::new(QualityKey::RenderFailures, failure_count, "/api/admin/render-failures"));
    Ok(counts)
}

fn places_list_path(parameter: &str, value: &str) -> String {
    format!("/api/businesses?{parameter}={value}")
}

async fn count_places_without_recent_check(db: &Db, now: Timestamp) -> Result<QualityCount, StoreError> {
    // The query uses the start of the day, as the parameter `checkedBefore` does. So the count and its list have the
    // same places.
    let day = now.minus_months(MAX_CHECK_AGE_MONTHS).date();
    let checked_before = Timestamp::parse_time_or_date(&day);
    let query = PlaceQuery { checked_before, ..PlaceQuery::unfiltered(PlaceScope::Public) };
    let count = places::store::total(db, &query).await?;
    Ok(QualityCount::new(QualityKey::WithoutCheck, count, places_list_path("checkedBefore", &day)))
}

async fn count_images_without_alt(db: &Db) -> Result<i64, StoreError> {
    let page = PageParams { limit: 1, offset: 0 };
    let query = ImageListQuery { words: Vec::new(), is_used: None, is_described: Some(false), uploader_id: None, page };
    media::store::total(db, &query).await
}

/// Counts the open proposals that do not look like spam, and those of them that are older than [`OLD_PROPOSAL_AGE_S`].
async fn count_open_and_old_proposals(db: &Db, now: Timestamp) -> Result<[QualityCount; 2], StoreError> {
    let path = "/api/admin/proposals?state=open&spam=false";
    let filter = ProposalFilter { state: Some("open".to_owned()), is_spam: Some(false), ..Default::default() };
    let open = proposals::store::total(db, &filter).await?;
    let cutoff = now.plus_seconds(-OLD_PROPOSAL_AGE_S);
    let old = proposals::store::total(db, &ProposalFilter { created_before: Some(cutoff), ..filter }).await?;
    Ok([
        QualityCount::new(QualityKey::OpenReports, open, path),
        QualityCount::new(QualityKey::OldReports, old, format!("{path}&createdBefore={cutoff}")),
    ])
}
