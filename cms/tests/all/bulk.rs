//! Bulk changes of places, bulk moderation, and their undo.

use cms::db::engine::StoreError;
use cms::execute;
use cms::with_pool;
use futures_util::future::join_all;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::guestbook::id;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::{TestClient, TestResponse};

const BULK_PLACES_PATH: &str = "/api/admin/businesses/bulk";
const BULK_ENTRIES_PATH: &str = "/api/admin/guestbook/bulk";
const BULK_COMMENTS_PATH: &str = "/api/admin/comments/bulk";

impl TestClient {
    async fn undo_bulk(&self, path: &str, bulk_response: &Value) -> TestResponse {
        self.post(&format!("{path}/{}/undo", bulk_response["undoId"]), json!({})).await
    }

    async fn add_place_in(&self, name: &str, categories: &[i64], changes: Value) -> i64 {
        let place = with_changes(place_json(name, categories[0]), json!({ "categoryIds": categories }));
        self.add_place(with_changes(place, changes)).await["id"].as_i64().unwrap()
    }

    async fn get_place(&self, id: i64) -> Value {
        self.get(&format!("/api/businesses/{id}")).await.is(200).json()
    }
}

/// All places as an admin reads them, without `version` and `liveSince`.
async fn places_without_version(admin: &TestClient) -> Vec<Value> {
    let mut all = admin.get("/api/businesses?showAll=true&sort=id").await.is(200).json();
    for place in all.as_array_mut().unwrap() {
        place.as_object_mut().unwrap().retain(|field, _| field != "version" && field != "liveSince");
    }
    all.as_array().unwrap().clone()
}

/// The rows derived from places for searches and counts.
async fn derived_rows(guide: &TestApp) -> Vec<(String, i64, i64, i64)> {
    const SELECT_DERIVED_ROWS: &str = "
        select 'in a category' as what, place_id as a, category_id * 100 + position as b,
               rank * 2 + case when is_public then 1 else 0 end as c from place_category
        union all select 'category', id, place_count, 0 from category
        union all select name, value, 0, 0 from counter
        union all select 'word ' || suffix, place_id, 0, 0 from place_name_suffix
        union all select 'place', id, rank, case when is_public then 1 else 0 end from place
        order by 1, 2, 3";
    with_pool!(&guide.app.db, |engine| sqlx::query_as(SELECT_DERIVED_ROWS).fetch_all(engine)).unwrap()
}

async fn row_count(guide: &TestApp, table: &str) -> i64 {
    let count = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
    with_pool!(&guide.app.db, |engine| sqlx::query_scalar(count).fetch_one(engine)).unwrap()
}

/// The words that the classifier learned from decisions, with their counts in spam and in ham.
async fn spam_word_counts(guide: &TestApp) -> Vec<(String, i64, i64)> {
    let words = "select word, spam, ham from spam_word where spam + ham > 0 order by word";
    with_pool!(&guide.app.db, |engine| sqlx::query_as(words).fetch_all(engine)).unwrap()
}

// R227
#[rstest]
#[tokio::test]
async fn bulk_change_of_places_is_undone_exactly(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let [caves, food, stays] =
        [admin.add_category("Caves").await, admin.add_category("Food").await, admin.add_category("Stays").await];
    let hidden = admin.add_place_in("Hang Én", &[caves, food], json!({ "isActive": false, "rating": 4.5 })).await;
    let shown = admin.add_place_in("Hang Tối", &[caves], json!({ "isVerified": true })).await;
    let unchanged = json!({ "isPremium": true, "isRecommended": true });
    let unchanged = admin.add_place_in("Quán Bình", &[food, stays], unchanged).await;
    let other = admin.add_place_in("Bãi Đạn", &[caves], json!({})).await;
    let (places_before, derived_before) = (places_without_version(&admin).await, derived_rows(&guide).await);
    let (change_count, event_count) = (row_count(&guide, "change_log").await, row_count(&guide, "audit_event").await);

    guide.app.clock.advance(60);
    let change = json!({
        "ids": [unchanged, shown, hidden, shown], "isActive": true, "isPremium": true, "isRecommended": true,
        "addCategoryIds": [stays], "removeCategoryIds": [caves],
    });
    let bulk_response = admin.post(BULK_PLACES_PATH, change.clone()).await.is(200).json();
    assert_eq!(bulk_response["changedIds"], json!([hidden, shown]), "a place with the same values is not changed");
    assert_eq!(bulk_response["canUndoUntil"], "2026-11-21T08:11:00.000Z");
    for (id, categories) in [(hidden, json!([food, stays])), (shown, json!([stays])), (unchanged, json!([food, stays]))]
    {
        let place = anonymous.get_place(id).await;
        assert_eq!(place["categoryIds"], categories, "{}", place["name"]);
        assert_eq!((&place["isPremium"], &place["isRecommended"]), (&json!(true), &json!(true)));
        let updated_at = if id == unchanged { "2026-11-21T08:00:00.000Z" } else { "2026-11-21T08:01:00.000Z" };
        assert_eq!(
            (&place["version"], &place["updatedAt"]),
            (&json!(if id == unchanged { 1 } else { 2 }), &json!(updated_at))
        );
    }
    assert_eq!(anonymous.get_place(other).await["isPremium"], false);
    assert_eq!(row_count(&guide, "change_log").await, change_count + 1, "one row in the change log");
    assert_eq!(row_count(&guide, "audit_event").await, event_count + 2, "one audit event per place");
    let rows = admin.get(&format!("/api/admin/audit?kind=place&subject={hidden}&limit=1")).await.is(200).json();
    let expected = json!({ "isActive": true, "isPremium": true, "isRecommended": true, "categoryIds": [food, stays] });
    assert_eq!((&rows[0]["action"], &rows[0]["after"]), (&json!("updatePlaces"), &expected));

    guide.app.clock.advance(600);
    let undone = admin.undo_bulk(BULK_PLACES_PATH, &bulk_response).await.is(200).json();
    assert_eq!(undone, json!({ "restoredIds": [hidden, shown], "leftAlone": [] }));
    assert_eq!(places_without_version(&admin).await, places_before);
    assert_eq!(derived_rows(&guide).await, derived_before);
    assert_eq!(row_count(&guide, "change_log").await, change_count + 2);
    assert_eq!(admin.get_place(shown).await["version"], 3, "the version is raised nevertheless");
    anonymous.get(&format!("/api/businesses/{hidden}")).await.is(404);
    let again = admin.undo_bulk(BULK_PLACES_PATH, &bulk_response).await.is(409);
    assert_eq!(again.json()["detail"], "This was already undone, or it is more than ten minutes old");
    assert_eq!(row_count(&guide, "bulk_change").await, 0);

    let bulk_response = admin.post(BULK_PLACES_PATH, change).await.is(200).json();
    guide.app.clock.advance(601);
    admin.undo_bulk(BULK_PLACES_PATH, &bulk_response).await.is(409);
    assert_eq!(anonymous.get_place(hidden).await["isActive"], true);
    // A bulk change that changed nothing cannot be undone. The next bulk change deletes the rows of bulk changes whose
    // undo window has ended.
    let nothing = admin.post(BULK_PLACES_PATH, json!({ "ids": [other], "isActive": true })).await.is(200).json();
    assert_eq!(nothing, json!({ "changedIds": [], "undoId": null, "canUndoUntil": null }));
    admin.post(BULK_PLACES_PATH, json!({ "ids": [other], "isActive": false })).await.is(200);
    assert_eq!(row_count(&guide, "bulk_change").await, 1);
}

// R227
#[rstest]
#[tokio::test]
async fn bulk_undo_skips_places_changed_meanwhile(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (caves, boats) = (admin.add_category("Caves").await, admin.add_category("Boats").await);
    let mut ids = Vec::new();
    for name in ["Hang Én", "Hang Tối", "Hang Sơn"] {
        ids.push(admin.add_place_in(name, &[caves], json!({})).await);
    }
    let change = json!({ "ids": ids, "isVerified": true, "isActive": false });
    let bulk_response = admin.post(BULK_PLACES_PATH, change).await.is(200).json();
    admin.put(&format!("/api/businesses/{}", ids[0]), json!({ "phone": "1" })).await.is(200);
    admin.delete(&format!("/api/businesses/{}", ids[1])).await.is(204);
    let undone = admin.undo_bulk(BULK_PLACES_PATH, &bulk_response).await.is(200).json();
    let left_alone = json!([{ "id": ids[0], "name": "Hang Én" }, { "id": ids[1], "name": "Hang Tối" }]);
    assert_eq!(undone, json!({ "restoredIds": [ids[2]], "leftAlone": left_alone }));
    let edited = admin.get_place(ids[0]).await;
    assert_eq!(
        (&edited["phone"], &edited["isVerified"], &edited["isActive"]),
        (&json!("1"), &json!(true), &json!(false))
    );
    assert_eq!(admin.get_place(ids[2]).await["isVerified"], false);
    admin.post(&format!("/api/businesses/{}/restore", ids[1]), json!({})).await.is(200);
    assert_eq!(admin.get_place(ids[1]).await["isVerified"], true);

    // The undo leaves a place unchanged if its former categories include a deleted one.
    let place = admin.add_place_in("Bến Sông", &[boats, caves], json!({})).await;
    let bulk_response =
        admin.post(BULK_PLACES_PATH, json!({ "ids": [place], "removeCategoryIds": [boats] })).await.is(200).json();
    admin.delete(&format!("/api/categories/{boats}")).await.is(204);
    let undone = admin.undo_bulk(BULK_PLACES_PATH, &bulk_response).await.is(200).json();
    assert_eq!(undone["leftAlone"], json!([{ "id": place, "name": "Bến Sông" }]));
    assert_eq!(admin.get_place(place).await["categoryIds"], json!([caves]));
}

// R227
#[rstest]
#[tokio::test]
async fn bulk_change_with_one_invalid_place_changes_none(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let mut categories = Vec::new();
    for number in 0..11 {
        categories.push(admin.add_category(&format!("Category {number}")).await);
    }
    let place_in_one = admin.add_place_in("Hang Én", &categories[..1], json!({})).await;
    let place_in_two = admin.add_place_in("Hang Tối", &categories[..2], json!({})).await;
    let place_in_ten = admin.add_place_in("Hang Sơn", &categories[1..], json!({})).await;
    let before = places_without_version(&admin).await;
    let assert_refused = async |body: Value, field: &str, sentence: &str| {
        let response = admin.post(BULK_PLACES_PATH, body).await.is(422);
        assert_eq!(response.errors(), json!([{ "field": field, "message": sentence }]));
    };
    assert_refused(
        json!({ "ids": [place_in_two, 998, place_in_one, 999], "isActive": false }),
        "ids",
        "These IDs do not exist: 998, 999",
    )
    .await;
    assert_refused(json!({ "ids": [], "isActive": false }), "ids", "Select at least one item").await;
    assert_refused(json!({ "isActive": false }), "ids", "Select at least one item").await;
    let many: Vec<i64> = (1..=201).collect();
    assert_refused(json!({ "ids": many, "isActive": false }), "ids", "Select at most 200 items").await;
    assert_refused(
        json!({ "ids": [place_in_two, place_in_one, place_in_ten], "removeCategoryIds": [categories[0]] }),
        "removeCategoryIds",
        "At least one category is required: “Hang Én” would have none",
    )
    .await;
    assert_refused(
        json!({ "ids": [place_in_two, place_in_one, place_in_ten], "addCategoryIds": [categories[0]] }),
        "addCategoryIds",
        "At most 10 categories: “Hang Sơn” would have more",
    )
    .await;
    assert_refused(
        json!({ "ids": [place_in_one], "addCategoryIds": [999] }),
        "addCategoryIds",
        "This category does not exist",
    )
    .await;
    let same_categories = [categories[3]];
    assert_refused(
        json!({ "ids": [place_in_one], "addCategoryIds": same_categories, "removeCategoryIds": same_categories }),
        "removeCategoryIds",
        "A category can be added or removed, not both",
    )
    .await;
    assert_eq!(places_without_version(&admin).await, before);
    assert_eq!(row_count(&guide, "bulk_change").await, 0);
}

// R227
#[rstest]
#[tokio::test]
async fn concurrent_bulk_and_single_changes_never_deadlock(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let [caves, food] = [admin.add_category("Caves").await, admin.add_category("Food").await];
    // The changes share rows: the counts of categories and the counters. The two groups of places lock these rows in
    // different orders.
    let mut groups = [Vec::new(), Vec::new()];
    for (group, categories) in groups.iter_mut().zip([[caves, food], [food, caves]]) {
        for number in 0..8 {
            group.push(admin.add_place_in(&format!("Cave {number}"), &[categories[number / 4]], json!({})).await);
        }
    }
    for is_active in [false, true, false, true] {
        let bulk =
            groups.iter().map(|ids| admin.post(BULK_PLACES_PATH, json!({ "ids": ids[..7], "isActive": is_active })));
        let single = groups.iter().map(async |ids| {
            let change = json!({ "isActive": is_active, "categoryIds": [food, caves] });
            admin.put(&format!("/api/businesses/{}", ids[7]), change).await
        });
        let (bulk, single) = futures_util::future::join(join_all(bulk), join_all(single)).await;
        for response in bulk.into_iter().chain(single) {
            response.is(200);
        }
    }
    admin.post(BULK_PLACES_PATH, json!({ "ids": groups[0], "isActive": false })).await.is(200);
    let active_count = places_without_version(&admin).await.iter().filter(|place| place["isActive"] == true).count();
    assert_eq!(guide.anonymous().get("/api/businesses").await.header("x-total-count"), active_count.to_string());
}

// R227
#[rstest]
#[tokio::test]
async fn bulk_moderation_of_entries_is_undone_exactly(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let (admin, linh, anonymous) = (guide.admin().await, guide.viewer("Linh Tran").await, guide.anonymous());
    let list_by_status = async |status: &str| admin.get(&format!("/api/admin/guestbook/{status}")).await.is(200).json();
    let mut ids = Vec::new();
    for message in ["Mist on the river", "Swifts at dusk", "A raft of reeds"] {
        ids.push(id(&linh.add_entry(message).await));
    }
    // One entry already has a decision. The undo restores this decision and its word counts.
    admin.post(&format!("/api/admin/guestbook/{}/moderate", ids[1]), json!({ "status": "spam" })).await.is(200);
    let (before, word_counts) =
        ([list_by_status("pending").await, list_by_status("spam").await], spam_word_counts(&guide).await);
    let (change_count, event_count) = (row_count(&guide, "change_log").await, row_count(&guide, "audit_event").await);

    guide.app.clock.advance(60);
    let bulk_response = admin.post(BULK_ENTRIES_PATH, json!({ "ids": ids, "status": "approved" })).await.is(200).json();
    assert_eq!(
        (&bulk_response["changedIds"], &bulk_response["canUndoUntil"]),
        (&json!(ids), &json!("2026-11-21T08:11:00.000Z"))
    );
    assert_eq!(anonymous.get("/api/guestbook").await.header("x-total-count"), "3");
    assert_eq!(row_count(&guide, "change_log").await, change_count + 1);
    assert_eq!(row_count(&guide, "audit_event").await, event_count + 3);
    assert_ne!(spam_word_counts(&guide).await, word_counts);
    let settled = admin.post(BULK_ENTRIES_PATH, json!({ "ids": ids, "status": "spam" })).await.is(409);
    let sentence = "This has already been decided and can only be edited: “Linh T.”, “Linh T.”, “Linh T.”";
    assert_eq!(settled.json()["detail"], sentence);

    let undone = admin.undo_bulk(BULK_ENTRIES_PATH, &bulk_response).await.is(200).json();
    assert_eq!(undone, json!({ "restoredIds": ids, "leftAlone": [] }));
    assert_eq!(anonymous.get("/api/guestbook").await.text, "[]");
    assert_eq!(spam_word_counts(&guide).await, word_counts);
    for (earlier, name) in before.into_iter().zip(["pending", "spam"]) {
        let mut current = list_by_status(name).await;
        for (entry, earlier) in current.as_array_mut().unwrap().iter_mut().zip(earlier.as_array().unwrap()) {
            assert_eq!(entry["version"], earlier["version"].as_i64().unwrap() + 2);
            entry["version"] = earlier["version"].clone();
        }
        assert_eq!(current, earlier, "{name}");
    }
    admin.undo_bulk(BULK_ENTRIES_PATH, &bulk_response).await.is(409);

    // A bulk decision changes all entries or none. Its undo skips entries that were edited or deleted since.
    let decision_request = |ids: Value, status: &str| json!({ "ids": ids, "status": status });
    let missing = admin.post(BULK_ENTRIES_PATH, decision_request(json!([ids[0], 999]), "approved")).await.is(422);
    assert_eq!(missing.json()["detail"], "These IDs do not exist: 999");
    let wrong = admin.post(BULK_ENTRIES_PATH, decision_request(json!([ids[0]]), "pending")).await.is(422);
    assert_eq!(wrong.json()["detail"], "Status must be approved, rejected or spam");
    assert_eq!(admin.get(&format!("/api/admin/guestbook/{}", ids[0])).await.json()["status"], "pending");
    let bulk_response = admin.post(BULK_ENTRIES_PATH, decision_request(json!(ids), "rejected")).await.is(200).json();
    admin.put(&format!("/api/admin/guestbook/{}", ids[0]), json!({ "nationality": "Vietnam" })).await.is(200);
    admin.delete(&format!("/api/admin/guestbook/{}", ids[2])).await.is(204);
    let undone = admin.undo_bulk(BULK_ENTRIES_PATH, &bulk_response).await.is(200).json();
    let left_alone = json!([{ "id": ids[0], "name": "Linh T." }, { "id": ids[2], "name": "Linh T." }]);
    assert_eq!(undone, json!({ "restoredIds": [ids[1]], "leftAlone": left_alone }));
    let bulk_response =
        admin.post(BULK_ENTRIES_PATH, decision_request(json!([ids[1]]), "rejected")).await.is(200).json();
    guide.app.clock.advance(601);
    admin.undo_bulk(BULK_ENTRIES_PATH, &bulk_response).await.is(409);
    // The undo id of entries is unknown to the calls for comments and places.
    let bulk_response = admin
        .post(BULK_ENTRIES_PATH, decision_request(json!([id(&linh.add_entry("Late light").await)]), "spam"))
        .await
        .is(200)
        .json();
    admin.undo_bulk(BULK_COMMENTS_PATH, &bulk_response).await.is(409);
    admin.undo_bulk(BULK_PLACES_PATH, &bulk_response).await.is(409);
}

// R227
#[rstest]
#[tokio::test]
async fn bulk_moderation_of_comments_is_undone_exactly(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &["--api-only", "--posts-per-hour", "0"]).await else {
        return;
    };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let entry = id(&linh.add_entry("Mist on the river").await);
    admin.moderate(entry, "approved").await;
    let mut ids = Vec::new();
    for comment in ["Us too", "In May", "Never"] {
        let comment = linh.post(&format!("/api/guestbook/{entry}/comments"), json!({ "comment": comment })).await;
        ids.push(id(&comment.is(201).json()));
    }
    let work = guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update guestbook_comment set status = 'pending'"))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    let shown_comment_count = async || guide.anonymous().get("/api/guestbook").await.json()[0]["commentCount"].clone();
    let (before, word_counts) = (admin.get("/api/admin/comments").await.is(200).json(), spam_word_counts(&guide).await);
    let change_count = row_count(&guide, "change_log").await;
    let bulk_response =
        admin.post(BULK_COMMENTS_PATH, json!({ "ids": ids, "status": "approved" })).await.is(200).json();
    assert_eq!(shown_comment_count().await, 3);
    assert_eq!(row_count(&guide, "change_log").await, change_count + 1);
    admin.post(BULK_COMMENTS_PATH, json!({ "ids": ids, "status": "spam" })).await.is(409);
    let missing = admin.post(BULK_COMMENTS_PATH, json!({ "ids": [999], "status": "spam" })).await.is(422);
    assert_eq!(missing.json()["detail"], "These IDs do not exist: 999");
    let undone = admin.undo_bulk(BULK_COMMENTS_PATH, &bulk_response).await.is(200).json();
    assert_eq!(undone, json!({ "restoredIds": ids, "leftAlone": [] }));
    assert_eq!(shown_comment_count().await, 0, "in the next read");
    assert_eq!(admin.get("/api/admin/comments").await.is(200).json(), before);
    assert_eq!(spam_word_counts(&guide).await, word_counts);

    let bulk_response = admin.post(BULK_COMMENTS_PATH, json!({ "ids": ids, "status": "spam" })).await.is(200).json();
    guide.app.clock.advance(5);
    admin.post(&format!("/api/admin/comments/{}/moderate", ids[0]), json!({ "status": "approved" })).await.is(200);
    let undone = admin.undo_bulk(BULK_COMMENTS_PATH, &bulk_response).await.is(200).json();
    assert_eq!(undone["restoredIds"], json!(ids[1..]));
    assert_eq!(undone["leftAlone"], json!([{ "id": ids[0], "name": "Linh T." }]));
}
