//! Stored values that break a rule, because the rule was added or tightened after they were stored. New values must
//! follow the rule.

use cms::db::engine::StoreError;
use cms::execute;
use rstest::rstest;
use serde_json::{Value, json};
use sqlx::types::Json;

use crate::fixtures::{article_json, place_json, with};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

const BAD_URLS: [&str; 5] = [
    "https://example.com:99999/x.jpg",
    "https://<bucket>.s3.amazonaws.com/x.jpg",
    "https://ex%20ample.com/x.jpg",
    "https://[img]/x.jpg",
    "https://256.1.1.1/x.jpg",
];

/// Executes a statement on the database, without the validation of the API.
pub async fn execute(guide: &TestApp, sql: &'static str) {
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(sql))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
}

/// Executes a statement with a JSON value as its parameter, without the validation of the API.
pub async fn execute_with_json(guide: &TestApp, sql: &'static str, value: &Value) {
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
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let article = admin.add_article(article_json("Which cave?")).await;
    let (place, article) = (format!("/api/businesses/{}", place["id"]), format!("/api/articles/{}", article["id"]));
    for bad in BAD_URLS {
        for field in ["website", "imageUrl", "affiliateLink", "bookingComUrl", "agodaUrl", "googleMapsUrl"] {
            let sent = json!({ field: bad });
            assert_eq!(admin.put(&place, sent.clone()).await.is(422).fields(), [field], "{bad}");
            let whole = with(place_json("Wet Cave", cave), sent);
            assert_eq!(admin.post("/api/businesses", whole).await.is(422).fields(), [field], "{bad}");
        }
        assert_eq!(admin.put(&place, json!({ "gallery": ["/a.webp", bad] })).await.is(422).fields(), ["gallery.1"]);
        for field in ["mainImageUrl", "externalUrl"] {
            assert_eq!(admin.put(&article, json!({ field: bad })).await.is(422).fields(), [field], "{bad}");
        }
        assert_eq!(admin.put("/api/settings", json!({ "imageUrl": bad })).await.is(422).fields(), ["imageUrl"]);
        let social = json!({ "social": { "facebook": bad, "instagram": "", "youtube": "", "tiktok": "" } });
        assert_eq!(admin.put("/api/settings", social).await.is(422).fields(), ["social.facebook"]);
        assert_eq!(admin.put("/api/auth/account", json!({ "photoURL": bad })).await.is(422).fields(), ["photoURL"]);
    }
    // A space in a URL is stored percent-encoded. Letters with diacritics are stored as they were sent.
    let sent = json!({ "imageUrl": " https://example.com/a b.jpg", "website": "https://sơn-đoòng.example/động" });
    let stored = admin.put(&place, sent).await.is(200).json();
    assert_eq!(stored["imageUrl"], "https://example.com/a%20b.jpg");
    assert_eq!(stored["website"], "https://sơn-đoòng.example/động");
}

/// Undeliverable email addresses. A simple check for `@` and a dot would accept them.
const BAD_EMAILS: [&str; 8] = [
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
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let errors = |field: &str, message: &str| json!([{ "field": field, "message": message }]);
    for bad in BAD_EMAILS {
        let account = json!({ "email": bad, "password": "seven-lanterns", "firstName": "Linh", "lastName": "Tran" });
        let refused = anonymous.post("/api/auth/sign-up", account).await.is(422);
        assert_eq!(refused.errors(), errors("email", "Please enter a valid email address"), "{bad:?}");
        let expected = errors("email", "Valid email is required");
        let refused = admin.put(&address, json!({ "email": bad })).await.is(422);
        assert_eq!(refused.errors(), expected, "{bad:?}");
        let whole = with(place_json("Wet Cave", cave), json!({ "email": bad }));
        assert_eq!(admin.post("/api/businesses", whole).await.is(422).errors(), expected, "{bad:?}");
        let refused = admin.put("/api/settings", json!({ "contactEmail": bad })).await.is(422);
        assert_eq!(refused.errors(), errors("contactEmail", "Valid email is required"), "{bad:?}");
    }
    for (sent, stored) in [(json!("thúy@ví-dụ.vn"), json!("thúy@ví-dụ.vn")), (json!(" "), Value::Null)] {
        assert_eq!(admin.put(&address, json!({ "email": sent })).await.is(200).json()["email"], stored);
    }
    for good in ["o'neil@example.org", ""] {
        let stored = admin.put("/api/settings", json!({ "contactEmail": good })).await.is(200).json();
        assert_eq!(stored["contactEmail"], good);
    }
}

#[rstest]
#[tokio::test]
async fn stored_undeliverable_email_address_is_read_and_listed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    execute(&guide, "update place set email = 'a..b@x.org' where id = 7").await;
    let mut settings = admin.get("/api/settings").await.is(200).json();
    settings["contactEmail"] = "linh@example.org\u{200b}".into();
    execute_with_json(&guide, "update setting set value = $1", &settings).await;

    let stored = admin.get("/api/businesses/7").await.is(200).json();
    assert_eq!(stored["email"], "a..b@x.org");
    let changed = admin.put("/api/businesses/7", with(stored, json!({ "priceRange": "$$" }))).await.is(200).json();
    assert_eq!((&changed["email"], &changed["priceRange"]), (&json!("a..b@x.org"), &json!("$$")));
    assert_eq!(admin.put("/api/businesses/7", json!({ "email": "a..c@x.org" })).await.is(422).fields(), ["email"]);
    let changed = admin.put("/api/settings", with(settings, json!({ "tagline": "A line" }))).await.is(200).json();
    assert_eq!(changed["contactEmail"], "linh@example.org\u{200b}");

    let listed = admin.get("/api/admin/invalid-values").await.is(200).json();
    let listed: Vec<[&str; 2]> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|one| [one["field"].as_str().unwrap(), one["message"].as_str().unwrap()])
        .collect();
    let message = "Valid email is required";
    assert_eq!(listed, [["email", message], ["contactEmail", message]]);
}

#[rstest]
#[tokio::test]
async fn update_of_a_place_with_a_stored_invalid_value_keeps_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place =
        admin.add_place(with(place_json("Dark Cave", cave), json!({ "tags": ["boat"], "gallery": ["/a.webp"] }))).await;
    let address = format!("/api/businesses/{}", place["id"]);
    execute(
        &guide,
        "update place set website = 'https://[img]/', gallery = '[\"https://[img]/x.jpg\", \"/a.webp\"]',
         phone = '0232 3677 021 / 0912 345 678 / 0912 345 679 / 0912 345 680 / 0912 345 681', version = version + 1",
    )
    .await;
    let stored = admin.get(&address).await.is(200).json();
    // The whole record is sent back with one changed field.
    let changed = admin.put(&address, with(stored.clone(), json!({ "priceRange": "$$" }))).await.is(200).json();
    for field in ["website", "gallery", "phone", "tags"] {
        assert_eq!(changed[field], stored[field], "{field}");
    }
    assert_eq!(changed["priceRange"], "$$");
    // A stored invalid item of a list is accepted while other items of the list change.
    let gallery = json!({ "gallery": ["/b.webp", "https://[img]/x.jpg"] });
    assert_eq!(admin.put(&address, gallery.clone()).await.is(200).json()["gallery"], gallery["gallery"]);
    // A changed invalid value is refused, and the call changes nothing.
    let refused = admin.put(&address, json!({ "website": "https://[img]/2", "priceRange": "$" })).await.is(422);
    assert_eq!(refused.fields(), ["website"]);
    assert_eq!(admin.get(&address).await.json()["priceRange"], "$$");
    // The stored invalid value of one field is refused in another field.
    assert_eq!(admin.put(&address, json!({ "agodaUrl": "https://[img]/" })).await.is(422).fields(), ["agodaUrl"]);
}

#[rstest]
#[tokio::test]
async fn update_of_any_record_accepts_its_stored_invalid_values(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    for (address, sql, changes, bad) in [
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
        execute(&guide, sql).await;
        let stored = admin.get(address).await.is(200).json();
        let changed = admin.put(address, with(stored.clone(), changes.clone())).await.is(200).json();
        for (field, value) in changes.as_object().unwrap() {
            assert_eq!(&changed[field], value, "{address}");
        }
        admin.put(address, with(stored, bad)).await.is(422);
    }
    let mut settings = admin.get("/api/settings").await.is(200).json();
    settings["social"]["facebook"] = "https://[x]/".into();
    execute_with_json(&guide, "update setting set value = $1", &settings).await;
    let changed =
        admin.put("/api/settings", with(settings.clone(), json!({ "tagline": "A line" }))).await.is(200).json();
    assert_eq!((&changed["tagline"], &changed["social"]), (&json!("A line"), &settings["social"]));
    settings["social"]["facebook"] = "https://[y]/".into();
    assert_eq!(admin.put("/api/settings", settings).await.is(422).fields(), ["social.facebook"]);

    let mut help = admin.get("/api/pages/help").await.is(200).json();
    help["questions"][1]["answer"] = "".into();
    execute_with_json(&guide, "update static_page set value = $1 where name like '%help'", &help).await;
    let changed = admin.put("/api/pages/help", json!({ "title": "Questions" })).await.is(200).json();
    assert_eq!((&changed["title"], &changed["questions"]), (&json!("Questions"), &help["questions"]));
    help["questions"][0]["answer"] = "".into();
    assert_eq!(admin.put("/api/pages/help", help).await.is(422).fields(), ["questions.0.answer"]);

    let people = admin.get("/api/admin/users").await.is(200).json();
    let user = people.as_array().unwrap()[0].clone();
    execute(&guide, "update account set last_name = ''").await;
    let address = format!("/api/admin/users/{}", user["id"].as_str().unwrap());
    let stored = admin.get(&address).await.is(200).json();
    admin.put(&address, with(stored, json!({ "firstName": "Linh" }))).await.is(200);
    assert_eq!(admin.put(&address, json!({ "firstName": "" })).await.is(422).fields(), ["firstName"]);
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
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    let kept = admin.put(&address, json!({ "name": "Hang Tối", "slug": "dark-cave" })).await.is(200).json();
    assert_eq!((&kept["name"], &kept["slug"]), (&json!("Hang Tối"), &json!("dark-cave")));
    let followed = admin.put(&address, json!({ "name": "Hang Én", "slug": "hang-en" })).await.is(200).json();
    assert_eq!(followed["slug"], "hang-en");
    assert_eq!(admin.put(&address, json!({ "name": "Hang Va" })).await.is(200).json()["slug"], "hang-va");

    let article = admin.add_article(article_json("Which cave?")).await;
    let address = format!("/api/articles/{}", article["id"]);
    let sent = json!({ "title": "Which cave is yours?", "slug": article["slug"] });
    assert_eq!(admin.put(&address, sent).await.is(200).json()["slug"], article["slug"]);
    let category = format!("/api/categories/{cave}");
    let sent = json!({ "name": "Grottoes", "slug": "caves" });
    assert_eq!(admin.put(&category, sent).await.is(200).json()["slug"], Value::from("caves"));
}

#[rstest]
#[tokio::test]
async fn uuids_of_settings_and_articles_stay_when_other_fields_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let article = admin.add_article(article_json("Which cave?")).await;
    let other = admin.add_article(article_json("Which river?")).await;
    let settings = admin.get("/api/settings").await.is(200).json();
    let ids = [&article["uuid"], &other["uuid"], &settings["uuid"]];
    assert!(ids.iter().all(|id| id.as_str().is_some_and(|id| id.len() == 36)), "{ids:?}");
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
    let sent = json!({ "title": "Which cave is yours?", "slug": "yours", "uuid": other["uuid"] });
    let changed = admin.put(&format!("/api/articles/{}", article["id"]), sent).await.is(200).json();
    assert_eq!((&changed["title"], &changed["uuid"]), (&json!("Which cave is yours?"), ids[0]));
    let changed = admin.put("/api/settings", json!({ "brand": "River Guide" })).await.is(200).json();
    assert_eq!((&changed["brand"], &changed["uuid"]), (&json!("River Guide"), ids[2]));
}

#[rstest]
#[tokio::test]
async fn new_rating_requires_its_source_and_a_stored_one_does_not(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let unrated = admin.add_place(place_json("Dark Cave", cave)).await;
    assert_eq!(unrated["ratingSource"], Value::Null);
    let rated = admin.add_place(with(place_json("Wet Cave", cave), json!({ "rating": 4.5 }))).await;
    assert_eq!(rated["ratingSource"], "google", "the default of the contract");
    let address = format!("/api/businesses/{}", rated["id"]);
    let put = async |sent: Value| admin.put(&address, sent).await;
    assert_eq!(put(json!({ "ratingSource": "agoda", "rating": 4.6 })).await.is(200).json()["ratingSource"], "agoda");
    assert_eq!(put(json!({ "rating": 4.7 })).await.is(200).json()["ratingSource"], "agoda");
    for bad in [json!({ "ratingSource": null }), json!({ "rating": 4, "ratingSource": null })] {
        let refused = put(bad).await.is(422).json();
        assert_eq!(refused["errors"][0]["field"], "ratingSource");
        assert!(refused["errors"][0]["message"].as_str().unwrap().starts_with("Rating source must be google"));
    }
    assert_eq!(put(json!({ "ratingSource": "yelp" })).await.is(422).fields(), ["ratingSource"]);
    assert_eq!(put(json!({ "rating": null })).await.is(200).json()["ratingSource"], Value::Null);

    // A record whose rating was stored without a source can be sent back whole. A new rating gets the default source.
    execute(&guide, "update place set rating = 3.5, rating_source = null, version = version + 1").await;
    let stored = admin.get(&address).await.is(200).json();
    let changed = put(with(stored, json!({ "phone": "0912 345 678" }))).await.is(200).json();
    assert_eq!((&changed["rating"], &changed["ratingSource"]), (&json!(3.5), &Value::Null));
    assert_eq!(put(json!({ "rating": 3.6 })).await.is(200).json()["ratingSource"], "google");

    let owner = guide.owner("Minh Le").await;
    let own = owner.add_place(place_json("Own Cave", cave)).await;
    let refused =
        owner.put(&format!("/api/businesses/{}", own["id"]), json!({ "ratingSource": "guide" })).await.is(403);
    assert_eq!(refused.fields(), ["ratingSource"]);
}

#[rstest]
#[tokio::test]
async fn tag_with_a_comma_is_refused_unless_it_is_stored(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    for field in ["tags", "amenities"] {
        let refused = admin.put(&address, json!({ field: ["boat", "bed, breakfast"] })).await.is(422);
        assert_eq!(refused.fields(), [format!("{field}.1")]);
        assert!(refused.json()["errors"][0]["message"].as_str().unwrap().contains("without commas"));
    }
    execute(&guide, "update place set tags = '[\"bed, breakfast\", \"boat\"]', amenities = '[\"tea, coffee\"]'").await;
    let stored = admin.get(&address).await.is(200).json();
    let sent = with(stored, json!({ "phone": "1", "tags": ["bed, breakfast", "river"] }));
    let changed = admin.put(&address, sent).await.is(200).json();
    assert_eq!(changed["tags"], json!(["bed, breakfast", "river"]));
    assert_eq!(changed["amenities"], json!(["tea, coffee"]));
    assert_eq!(admin.put(&address, json!({ "tags": ["bed, lunch"] })).await.is(422).fields(), ["tags.0"]);
}

#[rstest]
#[tokio::test]
async fn stored_values_that_break_a_rule_are_listed_for_admins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let address = "/api/admin/invalid-values";
    let found = admin.get(address).await.is(200);
    assert_eq!(found.json(), json!([]), "the starter content breaks no rule");

    let long = format!("https://[x]/{}", "x".repeat(400));
    execute_with_json(&guide, "update place set gallery = $1 where id = 7", &json!(["/a.webp", long])).await;
    execute(&guide, "update place set tags = '[\"bed, breakfast\"]', rating = 9, last_seen_year = 2150 where id = 9")
        .await;
    execute(&guide, "update article set external_url = 'https://example.com:99999/' where id = 2").await;
    execute(&guide, "update category set name = '' where id = 3").await;
    execute(&guide, "update account set photo_url = 'javascript:alert(1)'").await;
    let mut about = admin.get("/api/pages/about").await.is(200).json();
    about["title"] = "".into();
    execute_with_json(&guide, "update static_page set value = $1 where name like '%about'", &about).await;

    let place = admin.get("/api/businesses/7").await.is(200).json();
    let all = admin.get(address).await.is(200).json();
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
    let (mut pieces, mut next) = (Vec::new(), Some(format!("{address}?limit=50")));
    while let Some(path) = next {
        let response = admin.get(&path).await.is(200);
        pieces.extend(response.json().as_array().unwrap().clone());
        next = response.header("link").split(['<', '>']).nth(1).map(str::to_owned);
    }
    assert_eq!(Value::from(pieces), all);
    admin.get(&format!("{address}?cursor=99-0")).await.is(400);
    guide.anonymous().get(address).await.is(401);
    guide.owner("Minh Le").await.get(address).await.is(403);
}
