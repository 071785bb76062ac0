//! Prices of places: their rules, the fact check of the prices, and their columns in exports and imports.

use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::imports::upload_and_check_csv;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};

fn place_path(place: &Value) -> String {
    format!("/api/businesses/{}", place["id"])
}

fn price_json(changes: Value) -> Value {
    with_changes(json!({ "amount": 150_000, "checkedAt": "2026-03-12" }), changes)
}

// R530, R531
#[rstest]
#[tokio::test]
async fn invalid_price_is_refused_with_its_field_and_message(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Lantern Cave", cave)).await;
    let invalid_date_message = "Date of the check must be a date like 2026-03-12, a month like 2026-03 or a year";
    for (changes, field, message) in [
        (json!({ "amount": null }), "amount", "Amount is required"),
        (json!({ "amount": "cheap" }), "amount", "Amount must be a whole number"),
        (json!({ "amount": 4.5 }), "amount", "Amount must be a whole number"),
        (json!({ "amount": -1 }), "amount", "Amount must be 0 or more"),
        (json!({ "amount": 1_000_000_000_001_i64 }), "amount", "Amount must be at most 1000000000000"),
        (json!({ "amountTo": 150_000 }), "amountTo", "Highest amount must be more than the amount"),
        (json!({ "label": "x".repeat(101) }), "label", "Label must be at most 100 characters"),
        (json!({ "currency": "dong" }), "currency", "Currency must be three capital letters, such as VND"),
        (
            json!({ "per": "week" }),
            "per",
            "Per must be person, group, boat, vehicle, night, day, hour, item, kilogram or entry",
        ),
        (
            json!({ "audience": "cats" }),
            "audience",
            "Audience must be everyone, adult, child, student, local or foreigner",
        ),
        (json!({ "checkedAt": "" }), "checkedAt", "Date of the check is required"),
        (json!({ "checkedAt": "12/03/2026" }), "checkedAt", invalid_date_message),
        (json!({ "checkedAt": "2026-02-30" }), "checkedAt", invalid_date_message),
        (json!({ "checkedAt": "2027" }), "checkedAt", "Date of the check must not be in the future"),
    ] {
        let prices = json!({ "prices": [price_json(json!({})), price_json(changes.clone())] });
        let refused = admin.put(&place_path(&place), prices).await.is(422);
        assert_eq!(
            refused.errors(),
            json!([{ "field": format!("prices.1.{field}"), "message": message }]),
            "{changes}"
        );
    }
    let too_many_prices = vec![price_json(json!({})); 31];
    assert_eq!(admin.put(&place_path(&place), json!({ "prices": too_many_prices })).await.is(422).fields(), ["prices"]);
    admin.put(&place_path(&place), json!({ "prices": [price_json(json!({ "rate": 1 }))] })).await.is(422);

    let sent_prices =
        [price_json(json!({ "label": " Đò ngang ", "amount": 0 })), price_json(json!({ "checkedAt": "2014" }))];
    let updated_place = admin.put(&place_path(&place), json!({ "prices": sent_prices })).await.is(200).json();
    let stored_price_json = |label: Value, amount: i64, date: &str| {
        json!({
            "label": label, "amount": amount, "amountTo": null, "currency": "VND", "per": null, "audience": "everyone",
            "checkedAt": date,
        })
    };
    let stored =
        json!([stored_price_json(json!("Đò ngang"), 0, "2026-03-12"), stored_price_json(Value::Null, 150_000, "2014")]);
    assert_eq!(updated_place["prices"], stored);
    assert_eq!(guide.anonymous().get("/api/businesses/lantern-cave").await.is(200).json()["prices"], stored);
}

// R533
#[rstest]
#[tokio::test]
async fn changed_amount_outdates_the_check_and_a_later_date_does_not(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let place = minh
        .add_place(with_changes(place_json("Lantern Cave", cave), json!({ "prices": [price_json(json!({}))] })))
        .await;
    let check = json!({ "group": "price", "checkedAt": "2026-11-21T08:00:00.000Z" });
    admin.put(&place_path(&place), json!({ "checks": [check] })).await.is(200);
    let recheck_reason_after = async |changes: Value| {
        let prices = json!({ "prices": [price_json(changes)] });
        minh.put(&place_path(&place), prices).await.is(200).json()["checks"][0]["recheckReason"].clone()
    };
    assert_eq!(recheck_reason_after(json!({ "checkedAt": "2026-11-20" })).await, Value::Null);
    assert_eq!(recheck_reason_after(json!({ "amountTo": 200_000 })).await, json!("changed"));
}

// R520, R530
#[rstest]
#[tokio::test]
async fn prices_are_exported_and_imported(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let full_price = price_json(json!({ "label": "Boat", "amountTo": 300_000, "per": "boat", "audience": "adult" }));
    let place = with_changes(
        place_json("Lantern Cave", cave),
        json!({ "prices": [full_price, price_json(json!({ "currency": "USD" }))] }),
    );
    let place = admin.add_place(place).await;
    let anonymous = guide.anonymous();
    let open_data = anonymous.get("/api/businesses.json").await.is(200).json();
    assert_eq!(open_data["places"][0]["prices"], place["prices"]);
    let sheet = anonymous.get("/api/businesses.csv").await.is(200);
    let cell = "Boat: 150000-300000 VND per boat (adult), checked 2026-03-12; 150000 USD, checked 2026-03-12";
    assert!(sheet.text.contains(&format!(",\"{cell}\",")), "{}", sheet.text);

    let file = "name,latitude,longitude,categories,prices\n\
        A,17.1,107.1,caves,\"[{\"\"amount\"\":80000,\"\"checkedAt\"\":\"\"2026-03\"\"}]\"\n\
        B,17.2,107.2,caves,\"[{\"\"amount\"\":80000,\"\"amountTo\"\":5,\"\"checkedAt\"\":\"\"2026-03\"\"}]\"\n\
        C,17.3,107.3,caves,80000 VND\n";
    let import = upload_and_check_csv(&guide, &admin, file.as_bytes()).await;
    let rows = admin.get(&format!("/api/admin/imports/{}/rows", import["id"])).await.is(200).json();
    let outcome = |row_index: usize| {
        (rows[row_index]["action"].as_str().unwrap(), rows[row_index]["reasons"][0]["code"].as_str())
    };
    assert_eq!(
        [outcome(0), outcome(1), outcome(2)],
        [("create", None), ("refuse", Some("range")), ("refuse", Some("type"))]
    );

    // The fields of a price that have a default may be left out.
    let minimal_prices = json!([{ "amount": 80_000, "checkedAt": "2026-03" }]);
    let stored = admin.put(&place_path(&place), json!({ "prices": minimal_prices })).await.is(200).json();
    let after =
        &rows[0]["changes"].as_array().unwrap().iter().find(|change| change["field"] == "prices").unwrap()["after"];
    assert_eq!(after, &stored["prices"]);
    let file = format!("id,prices\n{},\"[{{\"\"amount\"\":80000,\"\"checkedAt\"\":\"\"2026-03\"\"}}]\"\n", place["id"]);
    let import = upload_and_check_csv(&guide, &admin, file.as_bytes()).await;
    let rows = admin.get(&format!("/api/admin/imports/{}/rows", import["id"])).await.is(200).json();
    assert_eq!(rows[0]["action"], "same", "{rows}");
}
