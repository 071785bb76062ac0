//! Places over HTTP: search, create, update, permissions, deletion.

use cms::commands::cleanup::delete_expired_records;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

// R135, R167
#[rstest]
#[tokio::test]
async fn place_create_and_update_keep_every_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (cave, food) = (admin.add_category("Caves").await, admin.add_category("Food").await);
    let owner = guide.owner("Minh Le").await.id.unwrap().0;
    let fields = json!({
        "name": "Hang Én", "localName": "Hang Én", "description": "A river cave.", "address": "Tân Trạch",
        "phone": "+84 232 0000", "website": "https://example.org", "email": "cave@example.org",
        "hours": "By tour", "operatingHours": "Feb-Aug Mo-Su 07:00-17:00", "imageUrl": "/pictures/en.webp",
        "gallery": ["/pictures/a.webp", "https://example.org/b.jpg"], "latitude": 17.45, "longitude": 106.29,
        "rating": 4.7, "reviewCount": 12, "reviews": [{ "author": "An", "rating": 5, "text": "Swifts!" }],
        "tags": ["Swimming", "trek"], "priceRange": "$$",
        "prices": [{
            "label": "Boat", "amount": 150_000, "amountTo": 300_000, "currency": "VND", "per": "boat", "audience": "adult",
            "checkedAt": "2026-03",
        }],
        "amenities": ["Tents"], "bookingType": "affiliate",
        "affiliateLink": "https://example.org/a", "bookingComUrl": "https://example.org/b",
        "agodaUrl": "https://example.org/c", "directBookingContact": "cave@example.org",
        "enquiryFormEnabled": true, "featuredText": "Sleep inside", "googleMapsUrl": "https://maps.example.org/x",
        "isPremium": true, "isActive": true, "isVerified": true, "isRecommended": true, "ownerId": owner,
        "coordinateConfidence": "village-level", "sources": ["A survey"], "lastSeenYear": 2023, "commune": "Tân Trạch",
        "categoryIds": [cave, food],
    });
    let created = admin.add_place(fields.clone()).await;
    for (field, value) in fields.as_object().unwrap() {
        let (response_value, sent_value) = (&created[field], value);
        let is_same = response_value == sent_value
            || response_value.as_f64().is_some_and(|number| Some(number) == sent_value.as_f64());
        assert!(is_same || field == "reviews", "{field}: {response_value} is not {sent_value}");
    }
    assert_eq!(created["reviews"][0]["author"], "An");
    assert_eq!(created["slug"], "hang-en");
    assert_eq!(created["category"]["name"], "Caves");
    assert_eq!(created["categories"][1]["name"], "Food");
    assert_eq!(created["createdAt"], "2026-11-21T08:00:00.000Z");
    assert_eq!(created["isLiked"], false);

    let id = created["id"].as_i64().unwrap();
    let public_place_name_and_version = guide.anonymous().get(&format!("/api/businesses/{id}")).await.is(200).json();
    assert_eq!(public_place_name_and_version["ownerId"], Value::Null, "the owner is not public");
    assert_eq!(guide.anonymous().get("/api/businesses/hang-en").await.is(200).json(), public_place_name_and_version);
    // A complete response can be sent back as an update: the server ignores its computed fields.
    let updated = admin.put(&format!("/api/businesses/{id}"), created.clone()).await.is(200).json();
    assert_eq!((&updated["name"], &updated["version"]), (&created["name"], &json!(2)));
}

#[rstest]
#[tokio::test]
async fn place_update_changes_only_sent_fields(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place =
        admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "phone": "1", "rating": 4 }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    guide.app.clock.advance(60);
    let changed = admin.put(&address, json!({ "phone": "", "latitude": "17.5" })).await.is(200).json();
    assert_eq!(changed["phone"], Value::Null, "blank optional text becomes null");
    assert_eq!(changed["latitude"], 17.5, "a numeric string is a number");
    assert_eq!(changed["rating"], 4.0);
    assert_eq!((&changed["createdAt"], &changed["version"]), (&place["createdAt"], &json!(2)));
    assert_eq!(changed["updatedAt"], "2026-11-21T08:01:00.000Z");
    // A blank required field is refused, and the call changes nothing.
    let refused = admin.put(&address, json!({ "name": "  ", "phone": "2" })).await.is(422);
    assert_eq!(refused.errors(), json!([{ "field": "name", "message": "Business name is required" }]));
    assert_eq!(guide.anonymous().get(&address).await.json()["phone"], Value::Null);
    assert_eq!(admin.put(&address, json!({ "id": 999 })).await.is(422).fields(), ["id"]);
}

#[rstest]
#[tokio::test]
async fn place_update_with_an_outdated_version_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    admin.put_with_headers(&address, &[("if-match", "\"1\"")], json!({ "phone": "first" })).await.is(200);
    let stale_response =
        admin.put_with_headers(&address, &[("if-match", "\"1\"")], json!({ "phone": "second" })).await.is(412);
    assert_eq!(stale_response.json()["current"]["phone"], "first");
    assert_eq!(stale_response.json()["current"]["version"], 2);
    assert_eq!(guide.anonymous().get(&address).await.json()["phone"], "first");
    admin.put_with_headers(&address, &[("if-match", "garbage")], json!({ "phone": "x" })).await.is(412);
    admin.put_with_headers(&address, &[("if-match", "*")], json!({ "phone": "third" })).await.is(200);
}

// R227, R319
#[rstest]
#[tokio::test]
async fn deleted_place_is_listed_for_admins_and_restored_unchanged(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), json!({ "tags": ["mud"] }))).await;
    let other_place = admin.add_place(place_json("Other Cave", cave)).await;
    let (address, anonymous) = (format!("/api/businesses/{}", place["id"]), guide.anonymous());
    let restore = format!("{address}/restore");
    admin.post(&restore, json!({})).await.is(404);
    guide.app.clock.advance(60);
    admin.delete(&address).await.is(204);
    guide.app.clock.advance(60);
    admin.delete(&format!("/api/businesses/{}", other_place["id"])).await.is(204);
    let trash = admin.get("/api/businesses/trash").await.is(200);
    assert_eq!((trash.names(), trash.header("x-total-count")), (vec!["Other Cave".into(), "Dark Cave".into()], "2"));
    assert_eq!(trash.json()[1]["deletedAt"], "2026-11-21T08:01:00.000Z");
    assert_eq!(trash.json()[1]["category"]["name"], "Caves");
    let first_page = admin.get("/api/businesses/trash?limit=1").await;
    assert_eq!(first_page.header("link"), "</api/businesses/trash?limit=1&offset=1>; rel=\"next\"");
    assert_eq!(admin.get("/api/businesses/trash?limit=1&offset=1").await.names(), ["Dark Cave"]);
    anonymous.get(&restore).await.is(405);
    let restored = admin.post(&restore, json!({})).await.is(200).json();
    assert_eq!(
        (&restored["slug"], &restored["version"], &restored["isActive"]),
        (&json!("dark-cave"), &json!(3), &json!(true))
    );
    assert_eq!(admin.get("/api/businesses/trash").await.names(), ["Other Cave"]);
    for path in ["/api/businesses?q=dark", "/api/businesses?category=caves", "/api/businesses?tags=mud"] {
        let found = anonymous.get(path).await;
        assert_eq!((found.names(), found.header("x-total-count")), (vec!["Dark Cave".into()], "1"), "{path}");
    }
    anonymous.get("/api/businesses/dark-cave").await.is(200);
    admin.post(&restore, json!({})).await.is(404);
    // No place gets the slug `trash`, because `/api/businesses/trash` is the path of the list of deleted places.
    assert_eq!(admin.add_place(place_json("Trash", cave)).await["slug"], "trash-2");
}

#[rstest]
#[tokio::test]
async fn trash_is_purged_after_thirty_days(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let image = admin.add_image("A boat").await;
    let tags_and_image = json!({ "tags": ["mud", "boats"], "imageUrl": image["url"] });
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), tags_and_image)).await;
    let other_place = admin.add_place(with_changes(place_json("Dark Hall", cave), json!({ "tags": ["mud"] }))).await;
    let (address, anonymous) = (format!("/api/businesses/{}", place["id"]), guide.anonymous());
    let entry = json!({ "message": "We swam in the mud for an hour.", "rating": 5, "relatedPlaceId": place["id"] });
    let entry = admin.add_entry_with(entry).await;
    admin.moderate(entry["id"].as_i64().unwrap(), "approved").await;
    let linh = guide.viewer("Linh Tran").await;
    linh.put(&format!("/api/user/likes/{}", place["id"]), json!({})).await.is(200);
    admin.delete(&address).await.is(204);
    assert_eq!(admin.get("/api/businesses/trash").await.json()[0]["keptUntil"], "2026-12-21T08:00:00.000Z");
    admin.delete(&format!("/api/media/{}", image["id"])).await.is(409);

    guide.app.clock.advance(30 * 24 * 3600);
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 0, "on the last day it can still be restored");
    guide.app.clock.advance(1);
    let (admin, linh) =
        (guide.sign_in_again("admin-one@example.org").await, guide.sign_in_again("linh-tran@example.org").await);
    admin.delete(&format!("/api/businesses/{}", other_place["id"])).await.is(204);
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 1);
    assert_eq!(delete_expired_records(&guide.app).await.unwrap(), 0);
    assert_eq!(admin.get("/api/businesses/trash").await.names(), ["Dark Hall"], "later places stay");
    admin.post(&format!("{address}/restore"), json!({})).await.is(404);
    // The guestbook entry about the purged place stays, without a related place. A new place can have the slug of the
    // purged place, and the image of the purged place can be deleted.
    let entries = anonymous.get("/api/guestbook").await.is(200).json();
    assert_eq!((&entries[0]["id"], &entries[0]["relatedPlace"]), (&entry["id"], &json!(null)));
    assert!(linh.get("/api/user/likes").await.is(200).names().is_empty());
    admin.delete(&format!("/api/media/{}", image["id"])).await.is(204);
    let new_place = admin.add_place(place_json("Dark Cave", cave)).await;
    assert_eq!(new_place["slug"], "dark-cave");
    admin.post(&format!("/api/businesses/{}/restore", other_place["id"]), json!({})).await.is(200);
    for (query, names) in
        [("q=dark", vec!["Dark Cave", "Dark Hall"]), ("tags=mud", vec!["Dark Hall"]), ("q=boats", vec![])]
    {
        assert_eq!(anonymous.get(&format!("/api/businesses?sort=name&{query}")).await.names(), names, "{query}");
    }
    let audit_event = &admin.audit_events("?action=trash%20emptied").await[0];
    assert_eq!((&audit_event["subjectName"], &audit_event["kind"]), (&json!("Dark Cave"), &json!("place")));
    assert_eq!((&audit_event["address"], &audit_event["accountId"]), (&json!("the guide itself"), &json!(null)));
}

#[rstest]
#[tokio::test]
async fn renamed_place_redirects_from_its_old_address(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let renamed = admin.put(&address, json!({ "name": "Hang Tối" })).await.is(200).json();
    assert_eq!(renamed["slug"], "hang-toi");
    let redirect = guide.anonymous().get("/api/businesses/dark-cave").await.is(301);
    assert_eq!(redirect.header("location"), "/api/businesses/hang-toi");
    // A former slug is not given to another place.
    let other_place = admin.add_place(place_json("Dark Cave", cave)).await;
    assert_eq!(other_place["slug"], "dark-cave-2");
    // An explicit slug stays when the name changes.
    admin.put(&address, json!({ "slug": "the-dark-one" })).await.is(200);
    assert_eq!(admin.put(&address, json!({ "name": "Dark" })).await.json()["slug"], "the-dark-one");
    let refused = admin.put(&address, json!({ "slug": "dark-cave-2" })).await.is(422);
    assert_eq!(refused.fields(), ["slug"]);
    // A place may take its own former slug again.
    assert_eq!(admin.put(&address, json!({ "slug": "dark-cave" })).await.json()["slug"], "dark-cave");
}

// R319
#[rstest]
#[tokio::test]
async fn deleted_or_inactive_place_is_not_public(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let public_place_name_and_version = admin.add_place(place_json("Paradise Cave", cave)).await;
    let place = admin.add_place(with_changes(place_json("Secret Grotto", cave), json!({ "tags": ["hush"] }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let anonymous = guide.anonymous();
    let public_paths = [
        "/api/businesses",
        "/api/businesses?q=secret",
        "/api/businesses?category=caves",
        "/api/businesses?tags=hush",
        "/api/businesses?bbox=106,17,107,18",
        "/api/businesses?near=17.58,106.28&sort=distance",
        "/api/businesses?sort=-updatedAt",
        "/api/businesses.geojson",
        "/api/businesses.json",
        "/api/businesses.csv",
        "/api/businesses?limit=1000&fields=name",
        "/api/businesses?premium=false",
        "/api/businesses?verified=false",
    ];
    for path in public_paths {
        assert!(anonymous.get(path).await.is(200).text.contains("Secret Grotto"), "{path}");
    }
    let ids_path = format!("/api/businesses?ids={}", place["id"]);
    assert_eq!(anonymous.get(&ids_path).await.names(), ["Secret Grotto"]);
    let slugs_path = "/api/businesses?slugs=secret-grotto,nobody-s";
    assert_eq!(anonymous.get(slugs_path).await.names(), ["Secret Grotto"]);
    let linh = guide.viewer("Linh Tran").await;
    admin.put(&address, json!({ "isActive": false })).await.is(200);
    for state in ["inactive", "in the trash"] {
        for path in public_paths {
            assert!(!anonymous.get(path).await.is(200).text.contains("Secret Grotto"), "{path} while {state}");
        }
        assert!(anonymous.get(&ids_path).await.names().is_empty());
        assert!(anonymous.get(slugs_path).await.names().is_empty());
        anonymous.get(&address).await.is(404);
        anonymous.get("/api/businesses/secret-grotto").await.is(404);
        linh.get(&address).await.is(404);
        assert_eq!(anonymous.get("/api/businesses").await.header("x-total-count"), "1");
        assert_eq!(anonymous.get("/api/businesses?category=caves").await.header("x-total-count"), "1");
        assert_eq!(anonymous.get("/api/categories").await.json()[0]["placeCount"], 1);
        if state == "inactive" {
            assert_eq!(admin.get("/api/businesses?showAll=true").await.names().len(), 2);
            admin.get(&address).await.is(200);
            admin.delete(&address).await.is(204);
        }
    }
    assert_eq!(admin.get("/api/businesses?showAll=true").await.names(), ["Paradise Cave"]);
    admin.delete(&address).await.is(404);
    admin.put(&address, json!({ "name": "Back" })).await.is(404);
    anonymous.get(&format!("/api/businesses/{}", public_place_name_and_version["id"])).await.is(200);
}

#[rstest]
#[tokio::test]
async fn place_list_filters_by_current_and_former_slugs(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let tiger = admin.add_place(place_json("Tiger Cave", cave)).await;
    admin.add_place(place_json("Dark Cave", cave)).await;
    admin.add_place(place_json("Bright Cave", cave)).await;
    admin.put(&format!("/api/businesses/{}", tiger["id"]), json!({ "slug": "hang-ho" })).await.is(200);
    let anonymous = guide.anonymous();
    let names_and_total_by_slugs = async |slugs: &str| {
        let response = anonymous.get(&format!("/api/businesses?sort=name&slugs={slugs}")).await.is(200);
        (response.names(), response.header("x-total-count").to_owned())
    };
    assert_eq!(
        names_and_total_by_slugs("tiger-cave,dark-cave").await,
        (vec!["Dark Cave".into(), "Tiger Cave".into()], "2".into())
    );
    assert_eq!(names_and_total_by_slugs("hang-ho,%20nobody-s").await, (vec!["Tiger Cave".into()], "1".into()));
    assert_eq!(names_and_total_by_slugs("").await, (vec![], "0".into()));
    let slugs_and_ids_path = format!("/api/businesses?slugs=dark-cave,hang-ho&ids={}", tiger["id"]);
    assert_eq!(anonymous.get(&slugs_and_ids_path).await.names(), ["Tiger Cave"], "it combines with other filters");
    let too_many_slugs = ["x"; 51].join(",");
    assert_eq!(anonymous.get(&format!("/api/businesses?slugs={too_many_slugs}")).await.is(400).fields(), ["slugs"]);
}

// R50
#[rstest]
#[tokio::test]
async fn search_matches_name_description_and_category_without_accents(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (cave, food) = (admin.add_category("Hang động").await, admin.add_category("Quán ăn").await);
    admin.add_place(with_changes(place_json("Phong Nha Cave", cave), json!({ "localName": "Động Phong Nha" }))).await;
    admin
        .add_place(with_changes(
            place_json("Bamboo", food),
            json!({ "description": "Noodles by the Đường road, 100% fresh_ly" }),
        ))
        .await;
    let find_names = async |q: &str| {
        let query = reqwest::Url::parse_with_params("http://x/api/businesses", [("q", q)]).unwrap();
        guide.anonymous().get(&format!("/api/businesses?{}", query.query().unwrap())).await.is(200).names()
    };
    for q in ["động phong", "DONG PHONG NHA", "dong", "đo\u{302}\u{323}ng", "hong nh", "hang", "ph"] {
        assert_eq!(find_names(q).await, ["Phong Nha Cave"], "{q}");
    }
    for q in ["noodles", "duong", "quan an", "100%", "h_l", "bamboo noodles"] {
        assert_eq!(find_names(q).await, ["Bamboo"], "{q}");
    }
    for q in ["phong bamboo", "\"", "'; drop table place", "1000%", "xyz", "%", "*", "a OR b", "NEAR(x"] {
        let names = find_names(q).await;
        assert!(names.is_empty() || q == "%", "{q}: {names:?}");
    }
    assert_eq!(find_names("%").await, ["Bamboo"], "a percent sign is literal");
}

// R51, R52
#[rstest]
#[tokio::test]
async fn place_list_filters_by_category_and_tag(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let anonymous = guide.anonymous();
    let caves = anonymous.get("/api/businesses?category=cave").await.is(200);
    assert_eq!(caves.header("x-total-count").parse::<usize>().unwrap(), caves.names().len());
    let id = anonymous.get("/api/categories").await.json();
    let id = id.as_array().unwrap().iter().find(|one| one["slug"] == "cave").unwrap()["id"].clone();
    for category in ["caves".to_owned(), "CAVE".to_owned(), id.to_string()] {
        assert_eq!(
            anonymous.get(&format!("/api/businesses?category={category}")).await.names(),
            caves.names(),
            "{category}"
        );
    }
    for place in caves.json().as_array().unwrap() {
        let categories = place["categories"].as_array().unwrap();
        assert!(categories.iter().any(|one| one["slug"] == "cave"), "{}", place["name"]);
    }
    assert!(anonymous.get("/api/businesses?category=no-such").await.is(200).names().is_empty());
    let beer_places = anonymous.get("/api/businesses?tags=BEER").await.names();
    assert_eq!(beer_places.len(), 7);
    assert_eq!(
        anonymous.get("/api/businesses?tags=bee,nothing").await.names(),
        beer_places,
        "part of a tag, any of them"
    );
    assert!(anonymous.get("/api/businesses?tags=%25").await.names().is_empty());
}

#[rstest]
#[tokio::test]
async fn cursor_paging_returns_each_place_once_in_every_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let anonymous = guide.anonymous();
    let orders = [
        "best",
        "name",
        "-name",
        "rating",
        "-rating",
        "createdAt",
        "-createdAt",
        "updatedAt",
        "-updatedAt",
        "id",
        "-id",
        "distance",
    ];
    for sort in orders {
        for filter in ["", "&category=cave", "&q=nha"] {
            let list_path = format!("/api/businesses?fields=name&near=17.6,106.3&sort={sort}{filter}");
            let all_names = anonymous.get(&list_path).await.is(200).names();
            let mut paged_names = Vec::new();
            let mut next = Some(format!("{list_path}&limit=20"));
            while let Some(path) = next {
                let page = anonymous.get(&path).await.is(200);
                assert_eq!(page.header("x-total-count").parse::<usize>().unwrap(), all_names.len());
                let link = page.header("link").to_owned();
                next = link.strip_prefix('<').map(|link| link.split('>').next().unwrap().to_owned());
                paged_names.extend(page.names());
            }
            assert_eq!(paged_names, all_names, "{sort}{filter}");
        }
    }
    let by_offset = anonymous.get("/api/businesses?fields=name&limit=5&offset=3").await.names();
    assert_eq!(by_offset, anonymous.get("/api/businesses?fields=name&limit=8").await.names()[3..]);
}

#[rstest]
#[tokio::test]
async fn best_order_is_premium_then_rating_then_unrated(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    for (name, rating, premium) in
        [("D", Value::Null, false), ("C", json!(3.1), false), ("B", json!(4.9), false), ("A", Value::Null, true)]
    {
        admin.add_place(with_changes(place_json(name, cave), json!({ "rating": rating, "isPremium": premium }))).await;
    }
    assert_eq!(guide.anonymous().get("/api/businesses").await.names(), ["A", "B", "C", "D"]);
    assert_eq!(guide.anonymous().get("/api/businesses?category=caves").await.names(), ["A", "B", "C", "D"]);
    assert_eq!(
        guide.anonymous().get("/api/businesses?sort=-rating").await.names(),
        ["B", "C", "A", "D"].map(str::to_owned).to_vec().into_iter().collect::<Vec<_>>()
    );
}

// R162, R163, R306
#[rstest]
#[tokio::test]
async fn owner_edits_only_their_own_places(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let (minh, lan) = (guide.owner("Minh Le").await, guide.owner("Lan Vo").await);
    let place = minh.add_place(place_json("Minh's", cave)).await;
    assert_eq!(place["isActive"], false, "an admin activates it");
    assert_eq!(place["ownerId"], json!(minh.id.as_ref().unwrap().0));
    let address = format!("/api/businesses/{}", place["id"]);
    minh.put(&address, json!({ "phone": "1" })).await.is(200);
    minh.get(&address).await.is(200);
    assert_eq!(minh.get("/api/businesses?showAll=true").await.names(), ["Minh's"]);
    // Another owner, a viewer and a caller without a session are refused, and nothing changes (R306).
    lan.put(&address, json!({ "phone": "2" })).await.is(403);
    lan.get(&address).await.is(404);
    assert!(lan.get("/api/businesses?showAll=true").await.names().is_empty());
    let linh = guide.viewer("Linh Tran").await;
    linh.put(&address, json!({ "phone": "3" })).await.is(403);
    linh.post("/api/businesses", place_json("Mine", cave)).await.is(403);
    linh.get("/api/businesses?showAll=true").await.is(403);
    for anonymous in [guide.anonymous()] {
        anonymous.put(&address, json!({ "phone": "4" })).await.is(401);
        anonymous.post("/api/businesses", place_json("Mine", cave)).await.is(401);
        anonymous.delete(&address).await.is(401);
        anonymous.get("/api/businesses?showAll=true").await.is(401);
    }
    minh.delete(&address).await.is(403);
    let after = admin.get(&address).await.json();
    assert_eq!((&after["phone"], &after["version"]), (&json!("1"), &json!(2)));
    assert_eq!(admin.get("/api/businesses?showAll=true").await.names().len(), 1);
    let stats = minh.get("/api/admin/stats").await.is(200).json();
    assert_eq!((&stats["businesses"], &stats["users"]), (&json!(1), &json!(0)));
}

// R307
#[rstest]
#[tokio::test]
async fn owner_setting_an_admin_only_field_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let minh = guide.owner("Minh Le").await;
    let place = minh.add_place(place_json("Minh's", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let admin_fields = json!({
        "isActive": true, "isVerified": true, "isPremium": true, "isRecommended": true, "rating": 5,
        "reviewCount": 9, "ownerId": admin.id.as_ref().unwrap().0, "coordinateConfidence": "surveyed",
        "sources": ["A walk"], "lastSeenYear": 2025,
    });
    for (field, value) in admin_fields.as_object().unwrap() {
        let update = minh.put(&address, json!({ field: value, "phone": "x" })).await.is(403);
        assert_eq!(update.fields(), [field.as_str()]);
        let create =
            minh.post("/api/businesses", with_changes(place_json("New", cave), json!({ field: value }))).await.is(403);
        assert_eq!(create.fields(), [field.as_str()]);
    }
    // An owner may send admin-only fields with their stored values. A complete response can therefore be sent back.
    minh.put(&address, place.clone()).await.is(200);
    let after = admin.get(&address).await.json();
    for field in admin_fields.as_object().unwrap().keys() {
        assert_eq!(after[field], place[field], "{field}");
    }
    assert_eq!(admin.get("/api/businesses?showAll=true").await.names().len(), 1);
}

#[rstest]
#[tokio::test]
async fn verified_place_loses_its_badge_when_its_owner_changes_checked_fields(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (cave, bar) = (admin.add_category("Caves").await, admin.add_category("Bars").await);
    let minh = guide.owner("Minh Le").await;
    let place = minh.add_place(place_json("Minh's", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    for (changes, keeps_badge) in [
        (json!({ "phone": "0912 345 678" }), true),
        (json!({ "name": "Minh's", "latitude": place["latitude"] }), true),
        (json!({ "latitude": 17.7 }), false),
        (json!({ "longitude": 106.4 }), false),
        (json!({ "name": "Minh's Bar" }), false),
        (json!({ "localName": "Quán Minh" }), false),
        (json!({ "categoryIds": [cave, bar] }), false),
    ] {
        // The place is not public, so the owner's changes apply at once. On a public place, they would wait for review.
        admin.put(&address, json!({ "isVerified": true })).await.is(200);
        let after = minh.put(&address, changes.clone()).await.is(200).json();
        assert_eq!(after["isVerified"], keeps_badge, "{changes}");
    }
    // A change of the position by an admin counts as a check, so the place keeps its badge.
    admin.put(&address, json!({ "isVerified": true })).await.is(200);
    assert_eq!(admin.put(&address, json!({ "latitude": 17.8 })).await.is(200).json()["isVerified"], true);
}

#[rstest]
#[tokio::test]
async fn last_seen_year_in_the_future_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    for (year, status) in [(2026, 201), (2027, 422), (2200, 422)] {
        let place = with_changes(place_json("Dark Cave", cave), json!({ "lastSeenYear": year }));
        let response = admin.post("/api/businesses", place).await.is(status);
        assert!(status == 201 || response.fields() == ["lastSeenYear"], "{year}: {}", response.text);
    }
}

#[rstest]
#[tokio::test]
async fn place_read_with_a_current_etag_responds_304(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    // The place has an owner because only responses to admins contain `ownerId`. Such a response therefore has another
    // ETag than the response to an anonymous caller.
    let owner = json!({ "ownerId": admin.id.as_ref().unwrap().0 });
    let place = admin.add_place(with_changes(place_json("Dark Cave", cave), owner)).await;
    let anonymous = guide.anonymous();
    for path in ["/api/businesses".to_owned(), format!("/api/businesses/{}", place["id"]), "/api/categories".into()] {
        let first = anonymous.get(&path).await.is(200);
        let etag = first.header("etag").to_owned();
        let again = anonymous.get_with_headers(&path, &[("if-none-match", &etag)]).await.is(304);
        assert!(again.text.is_empty() && again.header("etag") == etag);
        assert_eq!(anonymous.get(&path).await.text, first.text, "the cached response is the same");
        let zipped = anonymous.get_with_headers(&path, &[("accept-encoding", "gzip")]).await;
        if zipped.header("content-encoding") == "gzip" {
            assert_ne!(zipped.header("etag"), etag, "another encoding is another representation");
        }
        // A response for a signed-in caller is not cached for others. Its ETag differs if its content differs.
        assert_eq!(
            admin.get_with_headers(&path, &[("if-none-match", &etag)]).await.status,
            if path.contains("categories") { 304 } else { 200 }
        );
        assert_eq!(anonymous.get(&path).await.text, first.text);
    }
    let before = anonymous.get("/api/businesses").await.header("etag").to_owned();
    admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "phone": "1" })).await.is(200);
    let after = anonymous.get_with_headers("/api/businesses", &[("if-none-match", &before)]).await.is(200);
    assert_eq!(after.json()[0]["phone"], "1", "the next read shows the write");
}

#[rstest]
#[tokio::test]
async fn phone_numbers_are_linked_if_valid_in_the_country_of_the_region(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caverns").await;
    let contact = json!({ "phone": "Zalo 0912 345 678 (8am-5pm)", "directBookingContact": "wa.me/84912345678" });
    let place = admin.add_place(with_changes(place_json("Lantern Cave", cave), contact)).await;
    let path = format!("/api/businesses/{}", place["id"]);
    let phone_parts = |href: Value| {
        json!([
            { "text": "Zalo ", "href": null }, { "text": "0912 345 678", "href": href },
            { "text": " (8am-5pm)", "href": null },
        ])
    };
    assert_eq!(place["phoneParts"], phone_parts(json!("tel:+84912345678")));
    assert_eq!(place["directBookingUrl"], "https://wa.me/84912345678");
    for (contact, url) in [("MAILTO:a@b.org", "mailto:a@b.org"), ("a@b.org, 0912 345 678", "mailto:a@b.org")] {
        let stored = admin.put(&path, json!({ "directBookingContact": contact })).await.is(200).json();
        assert_eq!((&stored["directBookingContact"], &stored["directBookingUrl"]), (&json!(contact), &json!(url)));
    }
    for invalid_country in ["XX", "vn", "Vietnam", ""] {
        let refused = admin.put("/api/settings", json!({ "country": invalid_country })).await.is(422);
        assert_eq!(
            refused.json()["errors"][0]["message"],
            "Country must be a two-letter code like VN",
            "{invalid_country}"
        );
    }
    let list_path = "/api/businesses?q=lantern%20cave";
    guide.anonymous().get(list_path).await.is(200);
    admin.put("/api/settings", json!({ "country": "US" })).await.is(200);
    // The number is not valid in the United States. The next response for the place or a list has it without a link.
    let unlinked_phone_parts = json!([{ "text": "Zalo 0912 345 678 (8am-5pm)", "href": null }]);
    assert_eq!(guide.anonymous().get(&path).await.is(200).json()["phoneParts"], unlinked_phone_parts);
    assert_eq!(guide.anonymous().get(list_path).await.is(200).json()[0]["phoneParts"], unlinked_phone_parts);
    admin.put("/api/settings", json!({ "country": "VN" })).await.is(200);
    assert_eq!(guide.anonymous().get(list_path).await.json()[0]["phoneParts"], phone_parts(json!("tel:+84912345678")));
}
