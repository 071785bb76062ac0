//! Getting Here, About, Help and Privacy: the region's words, from the database.

use cms::db::error::StoreError;
use cms::front::addresses::Address;
use cms::settings::pages::{self, About};
use rstest::rstest;
use serde_json::{Value, json};

use crate::world::{Engine, Guide, Postgres, Sqlite};

async fn page(guide: &Guide, name: &str) -> Value {
    guide.visitor().get(&format!("/api/pages/{name}")).await.is(200).json()
}

fn all<'a>(list: &'a Value, name: &str) -> Vec<&'a Value> {
    list.as_array().unwrap().iter().map(|item| &item[name]).collect()
}

#[tokio::test]
async fn rows_93_to_98_getting_here_names_cities_distances_and_prices() {
    let guide = Guide::seeded(Sqlite).await.unwrap();
    let page = page(&guide, "getting-here").await;
    let cities: Vec<(&str, i64)> = page["cities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|city| (city["name"].as_str().unwrap(), city["distanceKm"].as_i64().unwrap()))
        .collect();
    let expected =
        [("Hanoi", 500), ("Da Nang", 320), ("Hoi An", 350), ("Hue", 220), ("Ninh Binh", 470), ("Dong Hoi", 45)];
    assert_eq!(cities, expected);
    let prices = |city: usize| all(&page["cities"][city]["options"], "price");
    assert!(prices(1).contains(&&json!("3,700,000 VND")), "{:?}", prices(1));
    assert!(prices(2).contains(&&json!("4,400,000 VND")), "{:?}", prices(2));
    let bus = &page["cities"][5]["options"][0];
    assert_eq!((&bus["type"], &bus["price"]), (&json!("Local bus B4"), &json!("35,000 VND")));
    assert!(bus["details"].as_str().unwrap().contains("Every hour from 05:30 to 17:00"));
    assert_eq!(page["verified"], "July 2025");
    assert_eq!(all(&page["tips"], "title"), ["Before You Travel", "Transfers in Dong Hoi"]);
    assert_eq!(page["around"].as_array().unwrap().len(), 7);
    assert!(page["around"][1]["paragraphs"][0].as_str().unwrap().contains("about 400,000 VND a day"));
}

#[tokio::test]
async fn rows_99_100_119_and_121_about_help_and_privacy_are_complete() {
    let guide = Guide::seeded(Sqlite).await.unwrap();
    let about = page(&guide, "about").await;
    let future = about["future"]["paragraphs"].to_string();
    assert!(future.contains("AI travel assistant") && future.contains("Other provinces"), "{future}");
    assert_eq!(page(&guide, "help").await["questions"].as_array().unwrap().len(), 8);
    let privacy = page(&guide, "privacy").await;
    assert_eq!(privacy["terms"].as_array().unwrap().len(), 6);
    assert_eq!(privacy["updated"], "2025-07-30");
    assert!(privacy["policy"].to_string().contains("{email}"));
}

#[rstest]
#[tokio::test]
async fn a_page_is_unknown_until_it_is_written_and_fresh_when_it_changes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let visitor = guide.visitor();
    visitor.get("/api/pages/about").await.is(404);
    for title in ["About us", "About them"] {
        let now = guide.app.clock.now();
        let page = About { title: title.into(), ..About::default() };
        let write = guide
            .app
            .publish(move |tx| Box::pin(async move { Ok::<_, StoreError>(((), pages::put(tx, page, now).await?)) }));
        write.await.unwrap();
        assert_eq!(visitor.get("/api/pages/about").await.is(200).json()["title"], title);
    }
    let addresses = cms::commands::addresses::of(&guide.app.db);
    assert_eq!((addresses.resolve)("/about".into()).await.unwrap(), Address::Page(Vec::new()));
    let touched = (addresses.touched)(vec![pages::TAG.into()]).await.unwrap();
    assert_eq!(touched.addresses, pages::PATHS);
}
