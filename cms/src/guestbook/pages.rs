//! Where the guestbook is on the public site, and which tags of the change log a change of it has.

use super::model::Entry;
use crate::common::id::PlaceId;
use crate::jobs::changes::Tag;

/// The guestbook's page.
pub const PAGE: &str = "/guestbook";
/// Pages that show entries: the guestbook, and Home with its quote.
pub const LISTS: [&str; 2] = [PAGE, "/"];

/// What a change of an entry touches, from what it was to what it is: the guestbook, and the places it is about.
/// Nothing where nobody but moderators saw it before and sees it now.
pub fn tags(before: Option<&Entry>, after: Option<&Entry>) -> Vec<Tag> {
    let shown: Vec<&Entry> = [before, after].into_iter().flatten().filter(|entry| entry.is_public()).collect();
    if shown.is_empty() { Vec::new() } else { about(shown.iter().filter_map(|entry| entry.place_id)) }
}

/// What a change touches that shows under entries about these places.
pub fn about(places: impl IntoIterator<Item = PlaceId>) -> Vec<Tag> {
    let mut tags = vec!["guestbook".to_owned()];
    tags.extend(places.into_iter().map(|place| format!("place:{place}")));
    tags.dedup();
    tags
}

/// Addresses that a change of these tags touches.
pub fn touched(tags: &[Tag]) -> Vec<String> {
    let is_touched = tags.iter().any(|tag| tag == "guestbook");
    if is_touched { LISTS.map(str::to_owned).into() } else { Vec::new() }
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
    fn what_nobody_saw_and_nobody_sees_touches_nothing() {
        let (waits, spam) = (entry(Status::Pending, Some(7)), entry(Status::Spam, Some(7)));
        assert!(tags(None, Some(&waits)).is_empty() && tags(Some(&waits), Some(&spam)).is_empty());
    }

    #[test]
    fn an_entry_touches_the_guestbook_and_each_place_it_is_or_was_about() {
        let (was, is) = (entry(Status::Approved, Some(7)), entry(Status::Approved, Some(8)));
        assert_eq!(tags(Some(&was), Some(&is)), ["guestbook", "place:7", "place:8"]);
        assert_eq!(tags(Some(&was), Some(&was)), ["guestbook", "place:7"]);
        assert_eq!(tags(Some(&was), None), ["guestbook", "place:7"]);
        assert_eq!(tags(Some(&entry(Status::Spam, Some(9))), Some(&was)), ["guestbook", "place:7"]);
        assert_eq!(touched(&["place:7".into()]), Vec::<String>::new());
        assert_eq!(touched(&["guestbook".into()]), ["/guestbook", "/"]);
    }
}
