//! Converts the tags of OpenStreetMap's objects to cells, and lists the names of categories that may suit a tag.

use std::collections::BTreeMap;

/// The name of the data set.
pub const DATA_SET: &str = "OpenStreetMap";
/// The license of OpenStreetMap's data.
pub const LICENSE: &str = "ODbL-1.0";

/// The keys whose values are kinds of places, the most specific first.
pub const CATEGORY_KEYS: &[&str] =
    &["tourism", "amenity", "shop", "leisure", "natural", "historic", "waterway", "craft", "healthcare"];

/// The likely names and slugs of categories for a tag (`key=value`) or for all tags with a key.
const CATEGORY_NAMES_BY_TAG_OR_KEY: &[(&str, &[&str])] = &[
    ("tourism=hotel", &["accommodation", "hotel", "stay"]),
    ("tourism=guest_house", &["accommodation", "homestay", "stay"]),
    ("tourism=hostel", &["accommodation", "hostel", "stay"]),
    ("tourism=motel", &["accommodation", "stay"]),
    ("tourism=apartment", &["accommodation", "stay"]),
    ("tourism=chalet", &["accommodation", "stay"]),
    ("tourism=camp_site", &["accommodation", "camping", "stay"]),
    ("tourism", &["attractions", "attraction"]),
    ("historic", &["attractions", "attraction"]),
    ("natural=cave_entrance", &["cave"]),
    ("waterway=waterfall", &["waterfall"]),
    ("natural=waterfall", &["waterfall"]),
    ("amenity=restaurant", &["food-drink", "restaurant", "food"]),
    ("amenity=cafe", &["food-drink", "cafe", "food"]),
    ("amenity=fast_food", &["street-food", "food-drink", "food"]),
    ("amenity=food_court", &["food-drink", "food"]),
    ("amenity=bar", &["food-drink", "bar", "food"]),
    ("amenity=pub", &["food-drink", "bar", "food"]),
    ("amenity=marketplace", &["market"]),
    ("amenity=bank", &["atm"]),
    ("amenity=hospital", &["medical", "hospital"]),
    ("amenity=clinic", &["medical", "hospital"]),
    ("amenity=doctors", &["medical", "hospital"]),
    ("healthcare", &["medical", "hospital"]),
    ("amenity=bus_station", &["transport"]),
    ("amenity=car_rental", &["transport"]),
    ("amenity=bicycle_rental", &["transport"]),
    ("shop=convenience", &["supermarket"]),
    ("shop=car_repair", &["mechanic"]),
    ("shop=motorcycle_repair", &["mechanic"]),
    ("shop=mobile_phone", &["mobile-phone"]),
    ("shop=massage", &["massage"]),
    ("leisure=fitness_centre", &["gym"]),
    ("leisure=spa", &["massage", "spa"]),
    ("leisure", &["recreation", "things-to-do"]),
];

/// The parts of an address after the street, in the order of a written address. The keys of their tags are `addr:…`.
const ADDRESS_PARTS_AFTER_STREET: &[&str] =
    &["place", "hamlet", "village", "suburb", "subdistrict", "district", "city", "province"];

/// Whether the text is the id of an object, such as `node/1`.
pub fn is_object_id(text: &str) -> bool {
    text.split_once('/').is_some_and(|(kind, number)| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number && ["node", "way", "relation"].contains(&kind)
    })
}

/// The cells of an object with these tags. The tags for its names and for its address are combined:
///
/// - `name` is the value of `name:en`, or else of `name`, or else of `name:vi`.
/// - `localName` is the value of `name:vi`, or else of `name`. It is left out if it equals the cell `name`.
/// - `address` is the value of `addr:full`, or else the parts of the address, separated by commas.
pub fn cells_from_tags(mut tags: BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut take = |name: &str| tags.remove(name).filter(|value| !value.trim().is_empty());
    let (plain, english, vietnamese) = (take("name"), take("name:en"), take("name:vi"));
    let name = english.or_else(|| plain.clone()).or_else(|| vietnamese.clone());
    let local = vietnamese.or(plain).filter(|local| Some(local) != name.as_ref());
    let street: Vec<String> = [take("addr:housenumber"), take("addr:street")].into_iter().flatten().collect();
    let street = Some(street.join(" ")).filter(|street| !street.is_empty());
    let after_street = ADDRESS_PARTS_AFTER_STREET.iter().filter_map(|part| take(&format!("addr:{part}")));
    let parts: Vec<String> = street.into_iter().chain(after_street).collect();
    let address = take("addr:full").or_else(|| Some(parts.join(", ")).filter(|address| !address.is_empty()));
    let combined_cells = [("name", name), ("localName", local), ("address", address)];
    tags.extend(combined_cells.into_iter().filter_map(|(column, value)| Some((column.to_owned(), value?))));
    tags
}

/// The names of categories that may suit the tag, the best first.
pub fn likely_category_names(key: &str, value: &str) -> Vec<String> {
    let tag = format!("{key}={value}");
    let likely_names = CATEGORY_NAMES_BY_TAG_OR_KEY
        .iter()
        .filter(|(tag_or_key, _)| *tag_or_key == tag)
        .chain(CATEGORY_NAMES_BY_TAG_OR_KEY.iter().filter(|(tag_or_key, _)| *tag_or_key == key));
    let mut names: Vec<String> = vec![value.replace('_', "-")];
    // The names for the whole tag come before the value of the tag. The names for the key alone, such as `tourism`,
    // come after the value.
    for (tag_or_key, likely_names) in likely_names {
        let likely_names = likely_names.iter().map(|name| (*name).to_owned());
        if tag_or_key.contains('=') { drop(names.splice(0..0, likely_names)) } else { names.extend(likely_names) }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    // R522
    #[test]
    fn object_gets_its_english_name_and_its_local_name() {
        let name_cells = |tags: &[(&str, &str)]| {
            let cells = cells_from_tags(tags.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect());
            [cells.get("name").cloned(), cells.get("localName").cloned()].map(Option::unwrap_or_default)
        };
        assert_eq!(name_cells(&[("name", "Động Én")]), ["Động Én", ""]);
        assert_eq!(name_cells(&[("name", "Động Én"), ("name:en", "Swallow Cave")]), ["Swallow Cave", "Động Én"]);
        assert_eq!(name_cells(&[("name", "Cave"), ("name:vi", "Hang")]), ["Cave", "Hang"]);
        assert_eq!(name_cells(&[("name", "Hang"), ("name:vi", "Hang")]), ["Hang", ""]);
        assert_eq!(name_cells(&[("name:vi", "Hang")]), ["Hang", ""]);
    }

    #[test]
    fn categories_of_a_tag_are_sorted_best_first_and_object_ids_are_recognized() {
        assert_eq!(likely_category_names("tourism", "hotel")[..2], ["accommodation", "hotel"]);
        assert_eq!(likely_category_names("tourism", "museum"), ["museum", "attractions", "attraction"]);
        assert_eq!(likely_category_names("shop", "massage"), ["massage", "massage"]);
        assert!(is_object_id("node/1") && !is_object_id("node/") && !is_object_id("7"));
    }
}
