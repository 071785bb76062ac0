//! The standing pages: Getting Here, About, Help, and Terms & Privacy.

use cms::common::cache_tag::CacheTag;
use cms::settings::pages::service::STANDING_PAGE_PATHS;
use cms::site_proxy::addresses::AddressTarget;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{standing_page_json, with_changes};
use crate::stored_values::execute_sql_with_json;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

async fn standing_page(guide: &TestApp, name: &str) -> Value {
    guide.anonymous().get(&format!("/api/pages/{name}")).await.is(200).json()
}

fn field_values<'a>(list: &'a Value, name: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|item| &item[name]).collect()
}

// R93, R94, R95, R96, R97, R98
#[tokio::test]
async fn getting_here_page_has_cities_distances_and_prices() {
    let guide = TestApp::start_seeded(Sqlite).await.unwrap();
    let page = standing_page(&guide, "getting-here").await;
    let cities: Vec<(&str, i64)> = page["cities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|city| (city["name"].as_str().unwrap(), city["distanceKm"].as_i64().unwrap()))
        .collect();
    let expected =
        [("Hanoi", 500), ("Da Nang", 320), ("Hoi An", 350), ("Hue", 220), ("Ninh Binh", 470), ("Dong Hoi", 45)];
    assert_eq!(cities, expected);
    let first_amount = |city: usize| &page["cities"][city]["options"][0]["prices"][0]["amount"];
    assert_eq!((first_amount(1), first_amount(2)), (&json!(3_700_000), &json!(4_400_000)));
    let bus = &page["cities"][5]["options"][0];
    assert_eq!((&bus["type"], &bus["price"]), (&json!("Local bus B4"), &json!("")));
    let fare = &bus["prices"][0];
    assert_eq!((&fare["amount"], &fare["currency"], &fare["per"]), (&json!(35_000), &json!("VND"), &json!("person")));
    assert_eq!(fare["checkedAt"], "2025-07");
    assert!(bus["details"].as_str().unwrap().contains("Every hour from 05:30 to 17:00"));
    assert_eq!(page["verified"], "July 2025");
    assert_eq!(field_values(&page["tips"], "title"), ["Before You Travel", "Transfers in Dong Hoi"]);
    assert_eq!(page["around"].as_array().unwrap().len(), 7);
    assert!(page["around"][1]["paragraphs"][0].as_str().unwrap().contains("about 400,000 VND a day"));
}

// R99, R100, R119, R121
#[tokio::test]
async fn about_help_and_privacy_pages_are_complete() {
    let guide = TestApp::start_seeded(Sqlite).await.unwrap();
    let about = standing_page(&guide, "about").await;
    let future = about["future"]["paragraphs"].to_string();
    assert!(future.contains("AI travel assistant") && future.contains("Other provinces"), "{future}");
    assert_eq!(standing_page(&guide, "help").await["questions"].as_array().unwrap().len(), 8);
    let privacy = standing_page(&guide, "privacy").await;
    assert_eq!(privacy["terms"].as_array().unwrap().len(), 6);
    assert_eq!(privacy["updated"], "2025-07-30");
    assert!(privacy["policy"].to_string().contains("{email}"));
}

#[rstest]
#[tokio::test]
async fn standing_page_is_404_until_it_is_complete(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    for name in ["getting-here", "about", "help", "privacy"] {
        let page_path = format!("/api/pages/{name}");
        anonymous.get(&page_path).await.is(404);
        let partial_update = admin.put(&page_path, json!({ "title": "Only a heading" })).await.is(422);
        assert!(
            !partial_update.fields().is_empty() && !partial_update.fields().contains(&"title".to_owned()),
            "{}",
            partial_update.text
        );
        anonymous.get(&page_path).await.is(404);
        let fields = standing_page_json(name);
        let written_page =
            admin.put_with_headers(&page_path, &[("if-match", "\"0\"")], fields.clone()).await.is(200).json();
        assert_eq!(with_changes(written_page.clone(), fields), written_page);
        assert_eq!(written_page["version"], 1);
        assert_eq!(anonymous.get(&page_path).await.is(200).json(), written_page);
        // An update with the outdated version 0 is refused.
        let stale_update =
            admin.put_with_headers(&page_path, &[("if-match", "\"0\"")], json!({ "title": "Other" })).await.is(412);
        assert_eq!(stale_update.json()["current"], written_page);
    }
    let addresses = cms::commands::page_resolver::address_resolver(&guide.app);
    assert_eq!((addresses.resolve)("/about".into()).await.unwrap(), AddressTarget::Page(Vec::new()));
    let affected_pages = (addresses.find_affected_pages)(vec![CacheTag::StandingPages]).await.unwrap();
    assert_eq!(affected_pages.addresses, STANDING_PAGE_PATHS);
}

#[rstest]
#[tokio::test]
async fn standing_page_update_changes_only_sent_fields(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let (admin, page_path) = (guide.admin().await, "/api/pages/help");
    let before = admin.get(page_path).await.is(200);
    let etag = before.header("etag").to_owned();
    let before = before.json();
    let questions = json!([{ "question": " Is there a map? ", "answer": "On Explore." }]);
    let changes = json!({ "questions": questions });
    let after = admin.put_with_headers(page_path, &[("if-match", &etag)], changes).await.is(200).json();
    assert_eq!(after["questions"], json!([{ "question": "Is there a map?", "answer": "On Explore." }]));
    assert_eq!((&after["title"], &after["intro"]), (&before["title"], &before["intro"]));
    assert_eq!(after["version"], before["version"].as_i64().unwrap() + 1);
    assert_eq!(standing_page(&guide, "help").await, after, "in force at once");
    let stale_update =
        admin.put_with_headers(page_path, &[("if-match", &etag)], json!({ "title": "Late" })).await.is(412);
    assert_eq!(stale_update.json()["current"], after);
    // A client can send the whole record back, including the fields that it did not change.
    assert_eq!(admin.put(page_path, after.clone()).await.is(200).json()["questions"], after["questions"]);
    admin.put(page_path, json!({ "answers": [] })).await.is(400);
}

#[tokio::test]
async fn transport_option_without_optional_fields_is_stored_without_them() {
    let Some(guide) = TestApp::start_seeded(Sqlite).await else { return };
    let option = json!({ "type": "Bus", "duration": "2 hours", "price": "35,000 VND" });
    let cities = json!([{ "name": "Hanoi", "distanceKm": 500, "options": [option] }]);
    let stored = guide.admin().await.put("/api/pages/getting-here", json!({ "cities": cities })).await.is(200).json();
    let option = &stored["cities"][0]["options"][0];
    assert_eq!((&option["details"], &option["companies"]), (&json!(""), &json!([])));
    assert_eq!(option["prices"], json!([]));
}

// R571
#[rstest]
#[tokio::test]
async fn transport_option_needs_a_price_in_words_or_as_data(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let option = |changes: Value| with_changes(json!({ "type": "Bus", "duration": "2 hours" }), changes);
    let fare = |changes: Value| with_changes(json!({ "amount": 35_000, "checkedAt": "2025-07" }), changes);
    let cities = |options: Value| json!({ "cities": [{ "name": "Hanoi", "distanceKm": 500, "options": options }] });
    let put = async |options: Value| admin.put("/api/pages/getting-here", cities(options)).await;

    let stored = put(json!([option(json!({ "prices": [fare(json!({}))] }))])).await.is(200).json();
    let stored = &stored["cities"][0]["options"][0];
    let stored_price = json!({
        "label": null, "amount": 35_000, "amountTo": null, "currency": "VND", "per": null, "audience": "everyone",
        "checkedAt": "2025-07",
    });
    assert_eq!((&stored["price"], &stored["prices"]), (&json!(""), &json!([stored_price])));

    let worded_price_option = option(json!({ "price": "ask the driver" }));
    for (changes, field, message) in [
        (json!({ "price": " ", "prices": [] }), "price", "Price is required"),
        (json!({ "prices": [fare(json!({ "amount": -1 }))] }), "prices.0.amount", "Amount must be 0 or more"),
        (
            json!({ "prices": [fare(json!({})), fare(json!({ "amountTo": 35_000 }))] }),
            "prices.1.amountTo",
            "Highest amount must be more than the amount",
        ),
        (
            json!({ "prices": [fare(json!({ "checkedAt": "2099" }))] }),
            "prices.0.checkedAt",
            "Date of the check must not be in the future",
        ),
    ] {
        let refused = put(json!([worded_price_option, option(changes)])).await.is(422);
        let field = format!("cities.0.options.1.{field}");
        assert_eq!(refused.errors(), json!([{ "field": field, "message": message }]));
    }
    let too_many_fares = vec![fare(json!({})); 31];
    let refused = put(json!([option(json!({ "prices": too_many_fares }))])).await.is(422);
    assert_eq!(refused.fields(), ["cities.0.options.0.prices"]);
}

// R571
#[rstest]
#[tokio::test]
async fn stored_price_that_breaks_a_rule_blocks_no_other_change(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let mut page = standing_page(&guide, "getting-here").await;
    page["cities"][0]["options"][0]["price"] = json!("");
    page["cities"][5]["options"][0]["prices"][0]["amountTo"] = json!(1);
    execute_sql_with_json(&guide, "update static_page set value = $1 where name = '/getting-here'", &page).await;

    let invalid_values = admin.get("/api/admin/invalid-values").await.is(200).json();
    let fields = json!(["cities.0.options.0.price", "cities.5.options.0.prices.0.amountTo"]);
    assert_eq!(json!(field_values(&invalid_values, "field")), fields);

    page["cities"][1]["name"] = json!("Đà Nẵng");
    admin.put("/api/pages/getting-here", json!({ "cities": page["cities"] })).await.is(200);
    page["cities"][5]["options"][0]["prices"][0]["amount"] = json!(36_000);
    let refused = admin.put("/api/pages/getting-here", json!({ "cities": page["cities"] })).await.is(422);
    assert_eq!(refused.fields(), ["cities.5.options.0.prices.0.amountTo"]);
}

// R571
#[tokio::test]
async fn draft_with_a_transport_option_without_any_price_is_not_published() {
    let Some(guide) = TestApp::start_seeded(Sqlite).await else { return };
    let admin = guide.admin().await;
    let mut page = standing_page(&guide, "getting-here").await;
    page["cities"][0]["options"][0]["price"] = json!("");
    let draft = json!({ "baseVersion": page["version"], "fields": { "cities": page["cities"] } });
    admin.put("/api/pages/getting-here/draft", draft).await.is(200);
    let refused = admin.send(Method::POST, "/api/pages/getting-here/draft/publish", &[], None).await.is(422);
    assert!(refused.text.contains("cities.0.options.0.price"), "{}", refused.text);
}

#[rstest]
#[tokio::test]
async fn standing_page_with_invalid_fields_is_refused_by_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let before = guide.anonymous().get("/api/pages/getting-here").await.json();
    let city = |changes: Value| json!({ "cities": [with_changes(before["cities"][0].clone(), changes)] });
    let transport_option =
        |changes: Value| city(json!({ "options": [with_changes(before["cities"][0]["options"][0].clone(), changes)] }));
    let text_of_length = |length: usize| "x".repeat(length);
    let cases = [
        ("getting-here", json!({ "title": " " }), "title", "Heading is required"),
        ("getting-here", json!({ "title": text_of_length(121) }), "title", "Heading must be at most 120 characters"),
        (
            "getting-here",
            json!({ "intro": text_of_length(601) }),
            "intro",
            "Introduction must be at most 600 characters",
        ),
        ("getting-here", json!({ "verified": "" }), "verified", "Verification date is required"),
        ("getting-here", json!({ "cities": [] }), "cities", "At least one city is required"),
        ("getting-here", city(json!({ "name": "" })), "cities.0.name", "City is required"),
        (
            "getting-here",
            city(json!({ "distanceKm": "far" })),
            "cities.0.distanceKm",
            "Distance must be a whole number of kilometers",
        ),
        (
            "getting-here",
            city(json!({ "distanceKm": -1 })),
            "cities.0.distanceKm",
            "Distance must be between 0 and 20000 km",
        ),
        (
            "getting-here",
            city(json!({ "options": [] })),
            "cities.0.options",
            "At least one transport option is required",
        ),
        (
            "getting-here",
            transport_option(json!({ "type": "" })),
            "cities.0.options.0.type",
            "Transport type is required",
        ),
        ("getting-here", transport_option(json!({ "price": "" })), "cities.0.options.0.price", "Price is required"),
        (
            "getting-here",
            transport_option(json!({ "companies": [text_of_length(81)] })),
            "cities.0.options.0.companies.0",
            "Company name must be at most 80 characters",
        ),
        (
            "getting-here",
            transport_option(json!({ "seats": 4 })),
            "cities.0.options.0.seats",
            "Unknown field: cities.0.options.0.seats",
        ),
        (
            "getting-here",
            json!({ "tips": [{ "title": "Before", "items": [] }] }),
            "tips.0.items",
            "At least one tip is required",
        ),
        (
            "about",
            json!({ "mission": { "title": "Why", "paragraphs": [" "] } }),
            "mission.paragraphs.0",
            "Paragraph text is required",
        ),
        ("about", json!({ "story": { "paragraphs": ["Once"] } }), "story.title", "Heading is required"),
        ("about", json!({ "values": [] }), "values", "At least one section is required"),
        (
            "help",
            json!({ "questions": [{ "question": "Why?", "answer": "" }] }),
            "questions.0.answer",
            "Answer is required",
        ),
        (
            "help",
            json!({ "questions": vec![json!({ "question": "Why?", "answer": "So." }); 61] }),
            "questions",
            "At most 60 questions",
        ),
        ("privacy", json!({ "updated": "2025-02-30" }), "updated", "Last updated must be a date like 2025-07-30"),
        ("privacy", json!({ "terms": null }), "terms", "At least one section is required"),
    ];
    for (name, request_body, field, message) in cases {
        let refused = admin.put(&format!("/api/pages/{name}"), request_body).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": field, "message": message }]));
    }
    assert_eq!(standing_page(&guide, "getting-here").await, before);
    assert_eq!(standing_page(&guide, "about").await["version"], 1);
}
