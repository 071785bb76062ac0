//! Opening hours over HTTP. They are stored as text, and responses have the open minutes of each day. The opening
//! schedule is computed again before its end.

use cms::places::opening_hours::refresh;
use cms::with_pool;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, TestApp};

const DAY_SECS: i64 = 24 * 60 * 60;

// R209
#[rstest]
#[tokio::test]
async fn place_with_hours_has_the_open_minutes_of_each_day(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let food = admin.add_category("Food").await;
    let hours = json!({ "operatingHours": "Mo-Fr 07:00-11:30,13:00-17:00; Sa 18:00-02:00; 2027 Feb 08-14 off" });
    let created = admin.add_place(with_changes(place_json("Bamboo Kitchen", food), hours)).await;
    let place = guide.anonymous().get("/api/businesses/bamboo-kitchen").await.is(200).json();
    assert_eq!(place["opening"], created["opening"]);
    let week = json!([
        [[420, 690], [780, 1020]],
        [[420, 690], [780, 1020]],
        [[420, 690], [780, 1020]],
        [[420, 690], [780, 1020]],
        [[420, 690], [780, 1020]],
        [[1080, 1560]],
        []
    ]);
    let expected = json!({
        "weeks": [
            { "from": "2026-11-16", "days": week },
            { "from": "2027-02-08", "days": [[], [], [], [], [], [], []] },
            { "from": "2027-02-15", "days": week },
        ],
        "until": "2027-12-20",
    });
    assert_eq!(place["opening"], expected);
    let list = guide.anonymous().get("/api/businesses?fields=id,opening").await.is(200).json();
    assert_eq!(list, json!([{ "id": created["id"], "opening": expected }]));

    let address = format!("/api/businesses/{}", created["id"]);
    let renamed = admin.put(&address, json!({ "name": "Bamboo Bar" })).await.is(200).json();
    assert_eq!(renamed["opening"], expected, "fields that are not sent stay");
    let place_without_hours = admin.put(&address, json!({ "operatingHours": null })).await.is(200).json();
    assert_eq!((&place_without_hours["operatingHours"], &place_without_hours["opening"]), (&Value::Null, &Value::Null));
}

// R209
#[rstest]
#[tokio::test]
async fn opening_call_returns_schedule_and_warnings_without_storing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let food = admin.add_category("Food").await;
    let created = admin
        .add_place(with_changes(place_json("Bamboo Kitchen", food), json!({ "operatingHours": "Sa 18:00-02:00" })))
        .await;
    let owner = guide.owner("Mai Vo").await;
    let response = owner.get("/api/opening?hours=Sa+18:00-02:00").await.is(200).json();
    assert_eq!(response, json!({ "opening": created["opening"], "warnings": [] }));
    let cut_response = owner.get("/api/opening?hours=17:00-02:00;We+off").await.is(200).json();
    assert_eq!(cut_response["warnings"][0]["suggestion"], "Mo,Tu,Th-Su 17:00-02:00");
    let remark_response = owner.get("/api/opening?hours=PH+off").await.is(200).json();
    assert_eq!(
        (&remark_response["opening"]["weeks"], &remark_response["opening"]["remarks"]),
        (&json!([]), &json!(["PH closed"]))
    );
    for (hours, sentence) in [
        ("", "Opening hours are not valid starting at character 1"),
        ("7am-5pm", "Opening hours are not valid starting at character 1"),
        (&"Mo,".repeat(86), "Opening hours must be at most 255 characters"),
    ] {
        let refused = owner.get(&format!("/api/opening?hours={hours}")).await.is(400).json();
        assert_eq!(refused["errors"][0]["field"], "hours");
        assert!(refused["errors"][0]["message"].as_str().unwrap().starts_with(sentence), "{refused}");
    }
}

#[rstest]
#[tokio::test]
async fn uncomputable_hours_are_stored_and_hours_cut_at_midnight_get_a_warning(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let food = admin.add_category("Food").await;
    let created = admin.add_place(place_json("Bamboo Kitchen", food)).await;
    let address = format!("/api/businesses/{}", created["id"]);
    for (sent_hours, stored_hours, remarks) in [
        ("Mo\u{2013}Su\u{a0}7:00 - 17:00;", "Mo-Su 07:00-17:00", json!(null)),
        ("Mo-Su 07:00-17:00; PH off", "Mo-Su 07:00-17:00; PH off", json!(["PH closed"])),
    ] {
        let put = admin.put(&address, json!({ "operatingHours": sent_hours })).await.is(200).json();
        assert_eq!((&put["operatingHours"], &put["opening"]["remarks"]), (&json!(stored_hours), &remarks));
        assert_eq!(put["opening"]["weeks"][0]["days"][0], json!([[420, 1020]]));
        assert_eq!(put.get("warnings"), None);
    }
    let open_end = admin.put(&address, json!({ "operatingHours": "18:00+" })).await.is(200).json();
    assert_eq!((&open_end["operatingHours"], &open_end["opening"]), (&json!("18:00+"), &Value::Null));
    let two_days = json!({ "operatingHours": "Fr 08:00-24:00; Sa 00:00-20:00" });
    let two_days = admin.put(&address, two_days).await.is(200).json();
    assert_eq!(two_days["opening"]["weeks"][0]["days"][4], json!([[480, 1440]]));
    assert_eq!(two_days["opening"]["weeks"][0]["days"][5], json!([[0, 1200]]));
    let cut_response =
        admin.put(&address, json!({ "operatingHours": "Mo-Su 17:00-02:00; We off" })).await.is(200).json();
    assert_eq!(
        (&cut_response["warnings"][0]["field"], &cut_response["warnings"][0]["code"]),
        (&json!("operatingHours"), &json!("night_cut"))
    );
    assert_eq!(cut_response["warnings"][0]["suggestion"], "Mo,Tu,Th-Su 17:00-02:00");
    assert_eq!(admin.get(&address).await.json().get("warnings"), None, "warnings are not stored");
}

// R209
#[rstest]
#[tokio::test]
async fn place_with_unreadable_hours_is_refused_with_the_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let food = admin.add_category("Food").await;
    let created = admin
        .add_place(with_changes(place_json("Bamboo Kitchen", food), json!({ "operatingHours": "Mo-Su 07:00-17:00" })))
        .await;
    let address = format!("/api/businesses/{}", created["id"]);
    for (hours, sentence) in [
        (
            "Mo-Su 7am-5pm",
            "Opening hours are not valid starting at character 7: enter them like Mo-Fr 07:00-11:30,13:00-17:00; Su off",
        ),
        (&"Mo,".repeat(86), "Opening hours must be at most 255 characters"),
    ] {
        let refused = admin.put(&address, json!({ "operatingHours": hours, "name": "Other" })).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": "operatingHours", "message": sentence }]), "{hours}");
        let form = with_changes(place_json("Another", food), json!({ "operatingHours": hours }));
        assert_eq!(admin.post("/api/businesses", form).await.is(422).fields(), ["operatingHours"]);
    }
    let place = guide.anonymous().get(&address).await.is(200).json();
    assert_eq!((&place["name"], &place["version"]), (&json!("Bamboo Kitchen"), &created["version"]));
}

// R209
#[rstest]
#[tokio::test]
async fn schedule_is_computed_again_a_year_before_its_end(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let food = admin.add_category("Food").await;
    let created =
        admin.add_place(with_changes(place_json("Bamboo Kitchen", food), json!({ "operatingHours": "24/7" }))).await;
    admin.add_place(place_json("No Hours", food)).await;
    let address = format!("/api/businesses/{}", created["id"]);
    let public_place_name_and_version = async || guide.anonymous().get(&address).await.is(200).json();
    assert_eq!(public_place_name_and_version().await["opening"]["until"], "2027-12-20");

    guide.app.clock.advance(27 * DAY_SECS);
    assert_eq!(refresh::refresh_due_schedules(&guide.app).await.unwrap(), []);
    guide.app.clock.advance(DAY_SECS);
    // Six refreshes run concurrently, on PostgreSQL in two replicas. Only one of them computes the schedule again.
    let second_server = match engine {
        Postgres | PgBouncer => Some(guide.start_replica(&["--api-only"]).await),
        Sqlite => None,
    };
    let apps = [&guide.app, second_server.as_ref().map_or(&guide.app, |second_server| &second_server.app)];
    let refreshed_ids =
        futures_util::future::join_all((0..6).map(|n| refresh::refresh_due_schedules(apps[n % 2]))).await;
    let ids: Vec<i64> =
        refreshed_ids.into_iter().flat_map(|refreshed_ids| refreshed_ids.unwrap()).map(|id| id.0).collect();
    assert_eq!(json!(ids), json!([created["id"]]));
    let refreshed_place = public_place_name_and_version().await;
    assert_eq!(refreshed_place["opening"]["weeks"][0]["from"], "2026-12-14");
    assert_eq!(refreshed_place["opening"]["until"], "2028-01-17");
    assert_eq!(
        (&refreshed_place["version"], &refreshed_place["updatedAt"]),
        (&created["version"], &created["updatedAt"]),
        "the refresh is not an edit"
    );

    let tags: String = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(
        "select cast(tags as text) from change_log order by seq desc limit 1"
    )
    .fetch_one(engine))
    .unwrap();
    for tag in [format!("\"place:{}\"", created["id"]), "\"places\"".into(), "\"place-slug:bamboo-kitchen\"".into()] {
        assert!(tags.contains(&tag), "{tag} in {tags}");
    }
}

// R209
#[rstest]
#[tokio::test]
async fn stored_hours_without_a_schedule_are_computed_or_kept_as_text(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let food = admin.add_category("Food").await;
    let valid_place = admin.add_place(place_json("Good", food)).await;
    let invalid_place = admin.add_place(place_json("Bad", food)).await;
    // Both places have opening hours, no schedule, and a refresh that is due. The hours of the second place cannot be
    // parsed.
    let update = "update place set opening_refresh_at = 0,
        operating_hours = case name when 'Good' then 'Mo-Su 07:00-17:00' else 'by tour' end";
    let updated_count: Result<u64, cms::db::engine::StoreError> =
        guide.app.db.write(move |tx| Box::pin(async move { Ok(cms::execute!(tx, sqlx::query(update))?) })).await;
    assert_eq!(updated_count.unwrap(), 2);

    assert_eq!(refresh::refresh_due_schedules(&guide.app).await.unwrap().len(), 2);
    assert_eq!(
        refresh::refresh_due_schedules(&guide.app).await.unwrap(),
        [],
        "what cannot be read is not tried for ever"
    );
    let anonymous = guide.anonymous();
    let opening = async |place: &Value| {
        anonymous.get(&format!("/api/businesses/{}", place["id"])).await.is(200).json()["opening"].clone()
    };
    assert_eq!(opening(&valid_place).await["weeks"][0]["days"][6], json!([[420, 1020]]));
    assert_eq!(opening(&invalid_place).await, Value::Null);
    let address = format!("/api/businesses/{}", invalid_place["id"]);
    let renamed = admin.put(&address, json!({ "name": "Renamed" })).await.is(200).json();
    assert_eq!(renamed["operatingHours"], "by tour");
    // An update may send the stored hours back, although they cannot be parsed. Other hours that cannot be parsed are
    // refused.
    admin.put(&address, renamed).await.is(200);
    assert_eq!(admin.put(&address, json!({ "operatingHours": "by boat" })).await.is(422).fields(), ["operatingHours"]);
}
