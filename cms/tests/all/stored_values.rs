//! Stored values that break a rule, because the rule was added or tightened after they were stored. New values must
//! follow the rule.

use cms::db::engine::StoreError;
use cms::execute;
use rstest::rstest;
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::fixtures::{article_json, place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

const INVALID_URLS: [&str; 5] = [
    "https://example.com:99999/x.jpg",
    "https://<bucket>.s3.amazonaws.com/x.jpg",
    "https://ex%20ample.com/x.jpg",
    "https://[img]/x.jpg",
    "https://256.1.1.1/x.jpg",
];

/// Executes a statement on the database, without the validation of the API.
pub async fn execute_sql(guide: &TestApp, sql: &'static str) {
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(sql))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
}

/// Executes a statement with a JSON value as its parameter, without the validation of the API.
pub async fn execute_sql_with_json(guide: &TestApp, sql: &'static str, value: &Value) {
    let value = Json(value.clone());
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(sql).bind(value))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
}

#[rstest]
#[tokio::test]
async fn url_that_browsers_cannot_parse_is_refused_by_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category_id)).await;
    let article = admin.add_article(article_json("Which cave?")).await;
    let (place, article) = (format!("/api/businesses/{}", place["id"]), format!("/api/articles/{}", article["id"]));
    for invalid_url in INVALID_URLS {
        for field in ["website", "imageUrl", "affiliateLink", "bookingComUrl", "agodaUrl", "googleMapsUrl"] {
            let sent = json!({ field: invalid_url });
            assert_eq!(admin.put(&place, sent.clone()).await.is(422).fields(), [field], "{invalid_url}");
            let new_place = with_changes(place_json("Wet Cave", category_id), sent);
            assert_eq!(admin.post("/api/businesses", new_place).await.is(422).fields(), [field], "{invalid_url}");
        }
        assert_eq!(
            admin.put(&place, json!({ "gallery": ["/a.webp", invalid_url] })).await.is(422).fields(),
            ["gallery.1"]
        );
        for field in ["mainImageUrl", "externalUrl"] {
            assert_eq!(
                admin.put(&article, json!({ field: invalid_url })).await.is(422).fields(),
                [field],
                "{invalid_url}"
            );
        }
        assert_eq!(admin.put("/api/settings", json!({ "imageUrl": invalid_url })).await.is(422).fields(), ["imageUrl"]);
        let social = json!({ "social": { "facebook": invalid_url, "instagram": "", "youtube": "", "tiktok": "" } });
        assert_eq!(admin.put("/api/settings", social).await.is(422).fields(), ["social.facebook"]);
        assert_eq!(
            admin.put("/api/auth/account", json!({ "photoURL": invalid_url })).await.is(422).fields(),
            ["photoURL"]
        );
    }
    // A space in a URL is stored percent-encoded. Letters with diacritics are stored as they were sent.
    let sent = json!({ "imageUrl": " https://example.com/a b.jpg", "website": "https://sơn-đoòng.example/động" });
    let stored = admin.put(&place, sent).await.is(200).json();
    assert_eq!(stored["imageUrl"], "https://example.com/a%20b.jpg");
    assert_eq!(stored["website"], "https://sơn-đoòng.example/động");
}

/// Undeliverable email addresses. A simple check for `@` and a dot would accept them.
const UNDELIVERABLE_EMAIL_ADDRESSES: [&str; 8] = [
    "mailto:linh@example.org",
    "linh@example.org\u{200b}",
    "li\u{202e}nh@example.org",
    "a..b@x.org",
    ".a@example.org",
    "linh@[127.0.0.1]",
    "linh@127.0.0.1",
    "linh@xn--a.org",
];

#[rstest]
#[tokio::test]
async fn undeliverable_email_address_is_refused_in_every_form(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let category_id = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category_id)).await;
    let place_path = format!("/api/businesses/{}", place["id"]);
    let errors = |field: &str, message: &str| json!([{ "field": field, "message": message }]);
    for undeliverable_address in UNDELIVERABLE_EMAIL_ADDRESSES {
        let account = json!({ "email": undeliverable_address, "password": "seven-lanterns", "firstName": "Linh", "lastName": "Tran" });
        let refused = anonymous.post("/api/auth/sign-up", account).await.is(422);
        assert_eq!(
            refused.errors(),
            errors("email", "Please enter a valid email address"),
            "{undeliverable_address:?}"
        );
        let expected = errors("email", "Valid email is required");
        let refused = admin.put(&place_path, json!({ "email": undeliverable_address })).await.is(422);
        assert_eq!(refused.errors(), expected, "{undeliverable_address:?}");
        let new_place = with_changes(place_json("Wet Cave", category_id), json!({ "email": undeliverable_address }));
        assert_eq!(
            admin.post("/api/businesses", new_place).await.is(422).errors(),
            expected,
            "{undeliverable_address:?}"
        );
        let refused = admin.put("/api/settings", json!({ "contactEmail": undeliverable_address })).await.is(422);
        assert_eq!(refused.errors(), errors("contactEmail", "Valid email is required"), "{undeliverable_address:?}");
    }
    for (sent, stored) in [(json!("thúy@ví-dụ.vn"), json!("thúy@ví-dụ.vn")), (json!(" "), Value::Null)] {
        assert_eq!(admin.put(&place_path, json!({ "email": sent })).await.is(200).json()["email"], stored);
    }
    for valid_address in ["o'neil@example.org", ""] {
        let stored = admin.put("/api/settings", json!({ "contactEmail": valid_address })).await.is(200).json();
        assert_eq!(stored["contactEmail"], valid_address);
    }
}

#[rstest]
#[tokio::test]
async fn stored_undeliverable_email_address_is_read_and_listed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    execute_sql(&guide, "update place set email = 'a..b@x.org' where id = 7").await;
    let mut settings = admin.get("/api/settings").await.is(200).json();
    settings["contactEmail"] = "linh@example.org\u{200b}".into();
    execute_sql_with_json(&guide, "update setting set value = $1", &settings).await;

    let stored = admin.get("/api/businesses/7").await.is(200).json();
    assert_eq!(stored["email"], "a..b@x.org");
    let changed =
        admin.put("/api/businesses/7", with_changes(stored, json!({ "priceRange": "$$" }))).await.is(200).json();
    assert_eq!((&changed["email"], &changed["priceRange"]), (&json!("a..b@x.org"), &json!("$$")));
    assert_eq!(admin.put("/api/businesses/7", json!({ "email": "a..c@x.org" })).await.is(422).fields(), ["email"]);
    let changed =
        admin.put("/api/settings", with_changes(settings, json!({ "tagline": "A line" }))).await.is(200).json();
    assert_eq!(changed["contactEmail"], "linh@example.org\u{200b}");

    let invalid_values = admin.get("/api/admin/invalid-values").await.is(200).json();
    let invalid_values: Vec<[&str; 2]> = invalid_values
        .as_array()
        .unwrap()
        .iter()
        .map(|one| [one["field"].as_str().unwrap(), one["message"].as_str().unwrap()])
        .collect();
    let message = "Valid email is required";
    assert_eq!(invalid_values, [["email", message], ["contactEmail", message]]);
}

#[rstest]
#[tokio::test]
async fn update_of_a_place_with_a_stored_invalid_value_keeps_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let place = admin
        .add_place(with_changes(
            place_json("Dark Cave", category_id),
            json!({ "tags": ["boat"], "gallery": ["/a.webp"] }),
        ))
        .await;
    let place_path = format!("/api/businesses/{}", place["id"]);
    execute_sql(
        &guide,
        "update place set website = 'https://[img]/', gallery = '[\"https://[img]/x.jpg\", \"/a.webp\"]',
         phone = '0232 3677 021 / 0912 345 678 / 0912 345 679 / 0912 345 680 / 0912 345 681', version = version + 1",
    )
    .await;
    let stored = admin.get(&place_path).await.is(200).json();
    // The whole record is sent back with one changed field.
    let changed =
        admin.put(&place_path, with_changes(stored.clone(), json!({ "priceRange": "$$" }))).await.is(200).json();
    for field in ["website", "gallery", "phone", "tags"] {
        assert_eq!(changed[field], stored[field], "{field}");
    }
    assert_eq!(changed["priceRange"], "$$");
    // A stored invalid item of a list is accepted while other items of the list change.
    let gallery = json!({ "gallery": ["/b.webp", "https://[img]/x.jpg"] });
    assert_eq!(admin.put(&place_path, gallery.clone()).await.is(200).json()["gallery"], gallery["gallery"]);
    // A changed invalid value is refused, and the call changes nothing.
    let refused = admin.put(&place_path, json!({ "website": "https://[img]/2", "priceRange": "$" })).await.is(422);
    assert_eq!(refused.fields(), ["website"]);
    assert_eq!(admin.get(&place_path).await.json()["priceRange"], "$$");
    // The stored invalid value of one field is refused in another field.
    assert_eq!(admin.put(&place_path, json!({ "agodaUrl": "https://[img]/" })).await.is(422).fields(), ["agodaUrl"]);
}

#[rstest]
#[tokio::test]
async fn update_of_any_record_accepts_its_stored_invalid_values(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    for (record_path, sql, changes, invalid_changes) in [
        (
            "/api/articles/1",
            "update article set external_url = 'https://[x]/', author = ''",
            json!({ "summary": "Shorter." }),
            json!({ "externalUrl": "https://[y]/" }),
        ),
        (
            "/api/categories/1",
            "update category set color = 'no color', name = ''",
            json!({ "emoji": "🦇" }),
            json!({ "color": "no color either" }),
        ),
    ] {
        execute_sql(&guide, sql).await;
        let stored = admin.get(record_path).await.is(200).json();
        let changed = admin.put(record_path, with_changes(stored.clone(), changes.clone())).await.is(200).json();
        for (field, value) in changes.as_object().unwrap() {
            assert_eq!(&changed[field], value, "{record_path}");
        }
        admin.put(record_path, with_changes(stored, invalid_changes)).await.is(422);
    }
    let mut settings = admin.get("/api/settings").await.is(200).json();
    settings["social"]["facebook"] = "https://[x]/".into();
    execute_sql_with_json(&guide, "update setting set value = $1", &settings).await;
    let changed =
        admin.put("/api/settings", with_changes(settings.clone(), json!({ "tagline": "A line" }))).await.is(200).json();
    assert_eq!((&changed["tagline"], &changed["social"]), (&json!("A line"), &settings["social"]));
    settings["social"]["facebook"] = "https://[y]/".into();
    assert_eq!(admin.put("/api/settings", settings).await.is(422).fields(), ["social.facebook"]);

    let mut help = admin.get("/api/pages/help").await.is(200).json();
    help["questions"][1]["answer"] = "".into();
    execute_sql_with_json(&guide, "update static_page set value = $1 where name like '%help'", &help).await;
    let changed = admin.put("/api/pages/help", json!({ "title": "Questions" })).await.is(200).json();
    assert_eq!((&changed["title"], &changed["questions"]), (&json!("Questions"), &help["questions"]));
    help["questions"][0]["answer"] = "".into();
    assert_eq!(admin.put("/api/pages/help", help).await.is(422).fields(), ["questions.0.answer"]);

    let users = admin.get("/api/admin/users").await.is(200).json();
    let user = users.as_array().unwrap()[0].clone();
    execute_sql(&guide, "update account set last_name = ''").await;
    let record_path = format!("/api/admin/users/{}", user["id"].as_str().unwrap());
    let stored = admin.get(&record_path).await.is(200).json();
    admin.put(&record_path, with_changes(stored, json!({ "firstName": "Linh" }))).await.is(200);
    assert_eq!(admin.put(&record_path, json!({ "firstName": "" })).await.is(422).fields(), ["firstName"]);
    assert_eq!(
        admin.put("/api/auth/account", json!({ "firstName": "An", "lastName": "" })).await.is(200).json()["lastName"],
        ""
    );
}

#[rstest]
#[tokio::test]
async fn explicit_slug_stays_when_the_name_changes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category_id)).await;
    let record_path = format!("/api/businesses/{}", place["id"]);
    let place_with_kept_slug =
        admin.put(&record_path, json!({ "name": "Hang Tối", "slug": "dark-cave" })).await.is(200).json();
    assert_eq!(
        (&place_with_kept_slug["name"], &place_with_kept_slug["slug"]),
        (&json!("Hang Tối"), &json!("dark-cave"))
    );
    let place_with_new_slug =
        admin.put(&record_path, json!({ "name": "Hang Én", "slug": "hang-en" })).await.is(200).json();
    assert_eq!(place_with_new_slug["slug"], "hang-en");
    assert_eq!(admin.put(&record_path, json!({ "name": "Hang Va" })).await.is(200).json()["slug"], "hang-va");

    let article = admin.add_article(article_json("Which cave?")).await;
    let record_path = format!("/api/articles/{}", article["id"]);
    let sent = json!({ "title": "Which cave is yours?", "slug": article["slug"] });
    assert_eq!(admin.put(&record_path, sent).await.is(200).json()["slug"], article["slug"]);
    let category_path = format!("/api/categories/{category_id}");
    let sent = json!({ "name": "Grottoes", "slug": "caves" });
    assert_eq!(admin.put(&category_path, sent).await.is(200).json()["slug"], Value::from("caves"));
}

#[rstest]
#[tokio::test]
async fn uuids_of_settings_and_articles_stay_when_other_fields_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("Which cave?")).await;
    let other_article = admin.add_article(article_json("Which river?")).await;
    let settings = admin.get("/api/settings").await.is(200).json();
    let uuids = [&article["uuid"], &other_article["uuid"], &settings["uuid"]];
    assert!(uuids.iter().all(|id| id.as_str().is_some_and(|id| id.len() == 36)), "{uuids:?}");
    assert!(uuids[0] != uuids[1] && uuids[1] != uuids[2] && uuids[0] != uuids[2], "{uuids:?}");
    let sent = json!({ "title": "Which cave is yours?", "slug": "yours", "uuid": other_article["uuid"] });
    let changed = admin.put(&format!("/api/articles/{}", article["id"]), sent).await.is(200).json();
    assert_eq!((&changed["title"], &changed["uuid"]), (&json!("Which cave is yours?"), uuids[0]));
    let changed = admin.put("/api/settings", json!({ "brand": "River Guide" })).await.is(200).json();
    assert_eq!((&changed["brand"], &changed["uuid"]), (&json!("River Guide"), uuids[2]));
}

#[rstest]
#[tokio::test]
async fn new_rating_requires_its_source_and_a_stored_one_does_not(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let unrated_place = admin.add_place(place_json("Dark Cave", category_id)).await;
    assert_eq!(unrated_place["ratingSource"], Value::Null);
    let rated_place =
        admin.add_place(with_changes(place_json("Wet Cave", category_id), json!({ "rating": 4.5 }))).await;
    assert_eq!(rated_place["ratingSource"], "google", "the default of the contract");
    let place_path = format!("/api/businesses/{}", rated_place["id"]);
    let put = async |sent: Value| admin.put(&place_path, sent).await;
    assert_eq!(put(json!({ "ratingSource": "agoda", "rating": 4.6 })).await.is(200).json()["ratingSource"], "agoda");
    assert_eq!(put(json!({ "rating": 4.7 })).await.is(200).json()["ratingSource"], "agoda");
    for invalid_changes in [json!({ "ratingSource": null }), json!({ "rating": 4, "ratingSource": null })] {
        let refused = put(invalid_changes).await.is(422).json();
        assert_eq!(refused["errors"][0]["field"], "ratingSource");
        assert!(refused["errors"][0]["message"].as_str().unwrap().starts_with("Rating source must be google"));
    }
    assert_eq!(put(json!({ "ratingSource": "yelp" })).await.is(422).fields(), ["ratingSource"]);
    assert_eq!(put(json!({ "rating": null })).await.is(200).json()["ratingSource"], Value::Null);

    // A record whose rating was stored without a source can be sent back whole. A new rating gets the default source.
    execute_sql(&guide, "update place set rating = 3.5, rating_source = null, version = version + 1").await;
    let stored = admin.get(&place_path).await.is(200).json();
    let changed = put(with_changes(stored, json!({ "phone": "0912 345 678" }))).await.is(200).json();
    assert_eq!((&changed["rating"], &changed["ratingSource"]), (&json!(3.5), &Value::Null));
    assert_eq!(put(json!({ "rating": 3.6 })).await.is(200).json()["ratingSource"], "google");

    let owner = guide.owner("Minh Le").await;
    let own_place = owner.add_place(place_json("Own Cave", category_id)).await;
    let refused =
        owner.put(&format!("/api/businesses/{}", own_place["id"]), json!({ "ratingSource": "guide" })).await.is(403);
    assert_eq!(refused.fields(), ["ratingSource"]);
}

#[rstest]
#[tokio::test]
async fn tag_with_a_comma_is_refused_unless_it_is_stored(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_id = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", category_id)).await;
    let place_path = format!("/api/businesses/{}", place["id"]);
    for field in ["tags", "amenities"] {
        let refused = admin.put(&place_path, json!({ field: ["boat", "bed, breakfast"] })).await.is(422);
        assert_eq!(refused.fields(), [format!("{field}.1")]);
        assert!(refused.json()["errors"][0]["message"].as_str().unwrap().contains("without commas"));
    }
    execute_sql(&guide, "update place set tags = '[\"bed, breakfast\", \"boat\"]', amenities = '[\"tea, coffee\"]'")
        .await;
    let stored = admin.get(&place_path).await.is(200).json();
    let sent = with_changes(stored, json!({ "phone": "1", "tags": ["bed, breakfast", "river"] }));
    let changed = admin.put(&place_path, sent).await.is(200).json();
    assert_eq!(changed["tags"], json!(["bed, breakfast", "river"]));
    assert_eq!(changed["amenities"], json!(["tea, coffee"]));
    assert_eq!(admin.put(&place_path, json!({ "tags": ["bed, lunch"] })).await.is(422).fields(), ["tags.0"]);
}

#[rstest]
#[tokio::test]
async fn stored_values_that_break_a_rule_are_listed_for_admins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let list_path = "/api/admin/invalid-values";
    let found = admin.get(list_path).await.is(200);
    assert_eq!(found.json(), json!([]), "the starter content breaks no rule");

    let long_url = format!("https://[x]/{}", "x".repeat(400));
    execute_sql_with_json(&guide, "update place set gallery = $1 where id = 7", &json!(["/a.webp", long_url])).await;
    execute_sql(
        &guide,
        "update place set tags = '[\"bed, breakfast\"]', rating = 9, last_seen_year = 2150 where id = 9",
    )
    .await;
    execute_sql(&guide, "update article set external_url = 'https://example.com:99999/' where id = 2").await;
    execute_sql(&guide, "update category set name = '' where id = 3").await;
    execute_sql(&guide, "update account set photo_url = 'javascript:alert(1)'").await;
    let mut about = admin.get("/api/pages/about").await.is(200).json();
    about["title"] = "".into();
    execute_sql_with_json(&guide, "update static_page set value = $1 where name like '%about'", &about).await;

    let place = admin.get("/api/businesses/7").await.is(200).json();
    let all = admin.get(list_path).await.is(200).json();
    let found: Vec<(&str, &str)> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["kind"].as_str().unwrap(), one["field"].as_str().unwrap()))
        .collect();
    let expected = [
        ("place", "gallery.1"),
        ("place", "rating"),
        ("place", "tags.0"),
        ("place", "lastSeenYear"),
        ("article", "externalUrl"),
        ("category", "name"),
        ("user", "photoURL"),
        ("page", "title"),
    ];
    assert_eq!(found, expected);
    assert_eq!((&all[0]["id"], &all[0]["name"]), (&json!("7"), &place["name"]));
    assert_eq!(
        (&all[3]["message"], &all[3]["value"]),
        (&json!("Last seen must be this year or earlier"), &json!("2150"))
    );
    assert_eq!(all[0]["message"], "Image URL must be a valid URL or relative path starting with /");
    let value = all[0]["value"].as_str().unwrap();
    assert!(value.starts_with("https://[x]/xx") && value.ends_with('…') && value.chars().count() == 300, "{value}");

    // With pagination, all pages together have the same entries as the list in a single response.
    let (mut paged_values, mut next_path) = (Vec::new(), Some(format!("{list_path}?limit=50")));
    while let Some(path) = next_path {
        let response = admin.get(&path).await.is(200);
        paged_values.extend(response.json().as_array().unwrap().clone());
        next_path = response.header("link").split(['<', '>']).nth(1).map(str::to_owned);
    }
    assert_eq!(Value::from(paged_values), all);
    admin.get(&format!("{list_path}?cursor=99-0")).await.is(400);
    guide.anonymous().get(list_path).await.is(401);
    guide.owner("Minh Le").await.get(list_path).await.is(403);
}
