//! The paths of the public pages that show guestbook entries, and the cache tags that a change of an entry invalidates.

use super::model::Entry;
use crate::common::cache_tag::CacheTag;
use crate::common::id::PlaceId;

/// The path of the guestbook.
pub const GUESTBOOK_PATH: &str = "/guestbook";
/// The paths of the pages that show entries: the guestbook, and Home.
pub const LIST_PAGES: [&str; 2] = [GUESTBOOK_PATH, "/"];

/// The cache tags that a change of an entry invalidates: that of the guestbook, and those of the entry's places before
/// and after the change. A state in which the entry is not public adds no tag.
pub fn cache_tags(before: Option<&Entry>, after: Option<&Entry>) -> Vec<CacheTag> {
    let public_entries: Vec<&Entry> = [before, after].into_iter().flatten().filter(|entry| entry.is_public()).collect();
    if public_entries.is_empty() {
        Vec::new()
    } else {
        cache_tags_for_places(public_entries.iter().filter_map(|entry| entry.place_id))
    }
}

/// The cache tags to invalidate when a public entry about these places changes, or a public comment on the entry.
pub fn cache_tags_for_places(places: impl IntoIterator<Item = PlaceId>) -> Vec<CacheTag> {
    let mut tags = vec![CacheTag::Guestbook];
    tags.extend(places.into_iter().map(CacheTag::Place));
    tags.dedup();
    tags
}

/// The paths of the guestbook and Home if `tags` has the tag of the guestbook, otherwise none.
pub fn affected_paths(tags: &[CacheTag]) -> Vec<String> {
    if tags.contains(&CacheTag::Guestbook) { LIST_PAGES.map(str::to_owned).into() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::clock::Timestamp;
    use crate::guestbook::model::Status;

    fn entry(status: Status, place: Option<i64>) -> Entry {
        Entry { status, place_id: place.map(PlaceId), ..Entry::blank(None, "Linh".into(), Timestamp(0)) }
    }

    #[test]
    fn change_of_a_hidden_entry_invalidates_no_cache_tags() {
        let (pending, spam) = (entry(Status::Pending, Some(7)), entry(Status::Spam, Some(7)));
        assert!(cache_tags(None, Some(&pending)).is_empty() && cache_tags(Some(&pending), Some(&spam)).is_empty());
    }

    #[test]
    fn change_of_a_public_entry_invalidates_tags_of_its_places_and_the_guestbook() {
        let (before, after) = (entry(Status::Approved, Some(7)), entry(Status::Approved, Some(8)));
        assert_eq!(
            cache_tags(Some(&before), Some(&after)),
            [CacheTag::Guestbook, CacheTag::Place(PlaceId(7)), CacheTag::Place(PlaceId(8))]
        );
        assert_eq!(cache_tags(Some(&before), Some(&before)), [CacheTag::Guestbook, CacheTag::Place(PlaceId(7))]);
        assert_eq!(cache_tags(Some(&before), None), [CacheTag::Guestbook, CacheTag::Place(PlaceId(7))]);
        assert_eq!(
            cache_tags(Some(&entry(Status::Spam, Some(9))), Some(&before)),
            [CacheTag::Guestbook, CacheTag::Place(PlaceId(7))]
        );
        assert_eq!(affected_paths(&[CacheTag::Place(PlaceId(7))]), Vec::<String>::new());
        assert_eq!(affected_paths(&[CacheTag::Guestbook]), ["/guestbook", "/"]);
    }
}
