//! Open data: places, articles and categories as JSON and CSV, with a link to the license. The GeoJSON of places has
//! the same link.

use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

const LICENSE_LINK: &str = "<https://opendatacommons.org/licenses/odbl/1-0/>; rel=\"license\"";

// R218
#[rstest]
#[tokio::test]
async fn open_data_has_the_facts_of_every_public_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let facts = json!({
        "localName": "Hang Én", "tags": ["river", "bats"], "amenities": ["boat"], "phone": "+84 232 000 111",
        "latitude": -17.4, "longitude": 106.25, "operatingHours": "Mo-Su 07:00-17:00", "sources": ["A map, of 2023"],
        "description": "Words of ours.",
    });
    admin.add_place(with_changes(place_json("En Cave", cave), facts)).await;
    admin.add_place(with_changes(place_json("=1+1", cave), json!({ "isActive": false }))).await;
    admin.add_place(place_json("=Dark, \"Cave\"", cave)).await;
    let anonymous = guide.anonymous();

    let json_response = anonymous.get("/api/businesses.json").await.is(200);
    assert_eq!(json_response.header("link"), LICENSE_LINK);
    let file = json_response.json();
    assert_eq!([&file["attribution"], &file["license"]], ["© OpenStreetMap contributors", "ODbL-1.0"]);
    assert_eq!(file["licenseUrl"], "https://opendatacommons.org/licenses/odbl/1-0/");
    let names: Vec<&Value> = file["places"].as_array().unwrap().iter().map(|place| &place["name"]).collect();
    assert_eq!(names, ["En Cave", "=Dark, \"Cave\""]);
    let place = &file["places"][0];
    assert_eq!(place["url"], guide.url("/places/en-cave"));
    assert_eq!([&place["latitude"], &place["longitude"]], [-17.4, 106.25]);
    assert_eq!([&place["categories"], &place["tags"]], [&json!(["caves"]), &json!(["river", "bats"])]);
    // Descriptions, reviews, ratings and owners are not part of the open data.
    for absent_field in ["description", "reviews", "ownerId", "rating"] {
        assert!(place.get(absent_field).is_none(), "{absent_field}");
    }

    let sheet = anonymous.get("/api/businesses.csv").await.is(200);
    assert_eq!(sheet.header("link"), LICENSE_LINK);
    assert_eq!(sheet.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(sheet.header("content-disposition"), "attachment; filename=\"places.csv\"");
    let lines: Vec<&str> = sheet.text.split_terminator("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}id,name,local_name,url,categories,tags,latitude,longitude,"), "{}", lines[0]);
    let row = format!(",En Cave,Hang Én,{},caves,river; bats,-17.4,106.25,", guide.url("/places/en-cave"));
    assert!(lines[1].contains(&row), "{}", lines[1]);
    assert!(lines[1].contains(",+84 232 000 111,"), "a telephone number is no formula: {}", lines[1]);
    assert!(lines[2].contains(",\"'=Dark, \"\"Cave\"\"\","), "a name is no formula: {}", lines[2]);
    assert_eq!(lines.len(), 3);
    assert_eq!(anonymous.get("/api/businesses.geojson").await.is(200).header("link"), LICENSE_LINK);
    for extension in ["json", "csv", "geojson"] {
        let address = format!("/api/businesses.{extension}");
        anonymous.get(&format!("{address}?limit=1")).await.is(400);
        anonymous.get(&format!("{address}?utm_source=chat&utm_source=mail&fbclid=x&_=17")).await.is(200);
    }
}

// R218
#[rstest]
#[tokio::test]
async fn open_data_of_articles_and_categories_has_the_public_fields_without_texts(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    admin.add_category("Caves").await;
    admin
        .post("/api/articles", with_changes(article_json("By boat"), json!({ "tags": ["river", "boat"] })))
        .await
        .is(201);
    admin.post("/api/articles", with_changes(article_json("=Hidden"), json!({ "isActive": false }))).await.is(201);
    let future_date = json!({ "publicationDate": "2027-01-01T08:00:00Z" });
    admin.post("/api/articles", with_changes(article_json("=Later"), future_date)).await.is(201);
    let anonymous = guide.anonymous();

    let articles = anonymous.get("/api/articles.json").await.is(200);
    assert_eq!(articles.header("link"), LICENSE_LINK);
    let articles = articles.json()["articles"].as_array().unwrap().clone();
    assert_eq!(articles.len(), 1, "{articles:?}");
    assert_eq!([&articles[0]["title"], &articles[0]["tags"]], [&json!("By boat"), &json!(["river", "boat"])]);
    assert_eq!(articles[0]["url"], guide.url(&format!("/inspiration/{}-by-boat", articles[0]["id"])));
    for absent_field in ["summary", "contentHtml", "slug", "mainImageUrl"] {
        assert!(articles[0].get(absent_field).is_none(), "{absent_field}");
    }
    let sheet = anonymous.get("/api/articles.csv").await.is(200);
    assert_eq!(sheet.header("content-disposition"), "attachment; filename=\"articles.csv\"");
    let lines: Vec<&str> = sheet.text.split_terminator("\r\n").collect();
    assert!(lines[0].starts_with("\u{feff}id,title,url,author,tags,publication_date,"), "{}", lines[0]);
    assert!(lines[1].contains(",By boat,") && lines[1].contains(",river; boat,"), "{}", lines[1]);
    assert_eq!(lines.len(), 2);

    let categories = anonymous.get("/api/categories.json").await.is(200).json();
    assert_eq!([&categories["categories"][0]["name"], &categories["categories"][0]["slug"]], ["Caves", "caves"]);
    let sheet = anonymous.get("/api/categories.csv").await.is(200);
    assert_eq!(sheet.text.lines().count(), 2, "{}", sheet.text);
}

// R218
#[rstest]
#[tokio::test]
async fn open_data_with_a_current_etag_responds_304(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("En Cave", cave)).await;
    let anonymous = guide.anonymous();
    let mut etags = Vec::new();
    for path in ["/api/businesses.json", "/api/businesses.csv"] {
        let etag = anonymous.get(path).await.is(200).header("etag").to_owned();
        let not_modified = anonymous.get_with_headers(path, &[("if-none-match", &etag)]).await.is(304);
        assert_eq!(
            (not_modified.text.as_str(), not_modified.header("etag"), not_modified.header("link")),
            ("", etag.as_str(), LICENSE_LINK)
        );
        etags.push(etag);
    }
    assert_ne!(etags[0], etags[1]);
    anonymous.get_with_headers("/api/businesses.csv", &[("if-none-match", &etags[0])]).await.is(200);
    admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "name": "Swift Cave" })).await.is(200);
    for (path, etag) in ["/api/businesses.json", "/api/businesses.csv"].into_iter().zip(&etags) {
        let new_response = anonymous.get_with_headers(path, &[("if-none-match", etag)]).await.is(200);
        assert!(new_response.text.contains("Swift Cave"));
    }
}

// R218
#[rstest]
#[tokio::test]
async fn open_data_with_more_places_than_one_batch_is_complete(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Crowd").await;
    let seeded_count = guide.anonymous().get("/api/businesses.json").await.json()["places"].as_array().unwrap().len();
    for number in seeded_count..1003 {
        admin.add_place(place_json(&format!("Crowd {number}"), category)).await;
    }
    let file = guide.anonymous().get("/api/businesses.json").await.is(200).json();
    let mut ids: Vec<i64> =
        file["places"].as_array().unwrap().iter().map(|place| place["id"].as_i64().unwrap()).collect();
    assert!(ids.is_sorted());
    ids.dedup();
    assert_eq!(ids.len(), 1003);
    let sheet = guide.anonymous().get("/api/businesses.csv").await.is(200);
    assert_eq!(sheet.text.matches("\r\n").count(), 1004);
}

// R218
#[rstest]
#[tokio::test]
async fn open_data_of_an_empty_database_is_empty(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    assert_eq!(guide.anonymous().get("/api/businesses.json").await.is(200).json()["places"], json!([]));
    assert_eq!(guide.anonymous().get("/api/businesses.csv").await.is(200).text.lines().count(), 1);
}
