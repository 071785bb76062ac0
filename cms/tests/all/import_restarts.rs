//! Imports that are interrupted between two writes: by a process that dies, and by an account that is deleted.

use std::collections::BTreeSet;
use std::time::Duration;

use cms::auth::domain::accounts::Role;
use cms::imports::task::process_due_imports;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::imports::{
    action_counts, import_path, places, read_import, upload_and_check_csv, without_version_and_live_since,
};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

/// More new places than an import can add in one write.
const NEW_PLACE_COUNT: i64 = 500;

/// A CSV file that changes the position of the place `id` and adds [`NEW_PLACE_COUNT`] places.
fn csv_with_changed_and_new_places(id: &Value) -> Vec<u8> {
    let line = |number: i64| format!(",Cave number {number},{:.1},1,caves\n", number as f64 * 0.3);
    let new_lines: String = (1..=NEW_PLACE_COUNT).map(line).collect();
    format!("id,name,longitude,latitude,categories\n{id},,106.3,17.6,\n{new_lines}").into_bytes()
}

/// Starts to apply an import in a task, and aborts the task after at least one write, as if the process had died.
async fn apply_import_and_abort_midway(guide: &TestApp, admin: &TestClient, import: &Value) {
    let mut import = admin.post(&format!("{}/apply", import_path(import)), json!({})).await.is(200).json();
    let app = guide.app.clone();
    let apply_task = tokio::spawn(async move { process_due_imports(&app).await });
    while import["state"] == "applying" && import["doneCount"] == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
        import = read_import(admin, &import).await;
    }
    apply_task.abort();
    let _ = apply_task.await;
    // SQLite still completes the write in progress. Adding a category waits for it, because writes run one after the
    // other.
    admin.add_category("Boats").await;
    let import = read_import(admin, &import).await;
    let done_count = import["doneCount"].as_i64().unwrap();
    assert_eq!(import["state"], "applying");
    assert!((1..=NEW_PLACE_COUNT).contains(&done_count), "{done_count} rows were applied by the process that died");
    assert_eq!(places(admin).await.len() as i64, done_count, "one row changes a place");
}

// R526
#[rstest]
#[tokio::test]
async fn import_of_a_process_that_dies_between_two_writes_is_completed(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    let cave = admin.add_place(place_json("Bright Grotto", category)).await;
    let import = upload_and_check_csv(&guide, &admin, &csv_with_changed_and_new_places(&cave["id"])).await;
    assert_eq!(action_counts(&import), format!("change=1 create={NEW_PLACE_COUNT}"));
    apply_import_and_abort_midway(&guide, &admin, &import).await;

    guide.app.clock.advance(31);
    process_due_imports(&guide.app).await.unwrap();
    let import = read_import(&admin, &import).await;
    assert_eq!((&import["state"], &import["doneCount"]), (&json!("applied"), &json!(NEW_PLACE_COUNT + 1)));
    let all = places(&admin).await;
    let names: BTreeSet<&str> = all.iter().map(|place| place["name"].as_str().unwrap()).collect();
    assert_eq!((all.len() as i64, names.len() as i64), (NEW_PLACE_COUNT + 1, NEW_PLACE_COUNT + 1), "each row once");
    assert_eq!((&all[0]["latitude"], &all[0]["version"]), (&json!(17.6), &json!(2)));
}

// R526
#[rstest]
#[tokio::test]
async fn import_whose_account_is_deleted_midway_is_reverted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    let second_admin = guide.client_with_role("Second Admin", Role::Admin).await;
    let verified_place = with_changes(place_json("Bright Grotto", category), json!({ "isVerified": true }));
    let cave = second_admin.add_place(verified_place).await;
    let before = places(&admin).await.remove(0);
    assert_eq!(before["checkedBy"], json!(second_admin.id), "the check names the account");
    let import = upload_and_check_csv(&guide, &second_admin, &csv_with_changed_and_new_places(&cave["id"])).await;
    apply_import_and_abort_midway(&guide, &second_admin, &import).await;

    let id = second_admin.id.clone().unwrap();
    admin.delete(&format!("/api/admin/users/{}", id.0)).await.is(204);
    guide.app.clock.advance(31);
    process_due_imports(&guide.app).await.unwrap();
    let import = read_import(&admin, &import).await;
    assert_eq!((&import["state"], &import["problem"]["code"]), (&json!("ready"), &json!("forbidden")));
    assert_eq!(
        action_counts(&import),
        format!("change=1 create={NEW_PLACE_COUNT}"),
        "it can be applied by another account"
    );
    let after = places(&admin).await;
    assert_eq!(after.len(), 1);
    let expected = with_changes(without_version_and_live_since(before), json!({ "checkedBy": null }));
    assert_eq!(without_version_and_live_since(after[0].clone()), expected, "with its badge");
    let revision = &admin.get(&format!("/api/businesses/{}/revisions", cave["id"])).await.json()[0];
    assert_eq!((&revision["action"], &revision["accountId"]), (&json!("undoImport"), &Value::Null));
}
