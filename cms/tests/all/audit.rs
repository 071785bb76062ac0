//! Tests of the audit log: differences, filters, list pages, permissions, retention, deleted accounts, and events of
//! commands and HTML forms.

use cms::audit::log::SESSION_ACTIONS;
use cms::audit::store::delete_old_events;
use cms::auth::domain::accounts::Role;
use cms::commands::cleanup::collect_garbage_without_grace;
use cms::commands::user::{self, UserCommand};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, with_changes};
use crate::sign_in::received_refresh_cookie;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestClient};

const AUDIT_PATH: &str = "/api/admin/audit";
const DAY_SECS: i64 = 24 * 3600;

impl TestClient {
    /// The audit events that match `query`.
    pub async fn audit_events(&self, query: &str) -> Vec<Value> {
        self.get(&format!("{AUDIT_PATH}{query}")).await.is(200).json().as_array().unwrap().clone()
    }

    /// The actions of the audit events that match `query`.
    async fn audit_actions(&self, query: &str) -> Vec<String> {
        self.audit_events(query).await.iter().map(|row| row["action"].as_str().unwrap().to_owned()).collect()
    }
}

// R220
#[rstest]
#[tokio::test]
async fn audit_event_has_actor_action_time_address_and_differences(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    let place = admin.add_place(with_changes(place_json("Hang En", category), json!({ "phone": "+84 1" }))).await;
    guide.app.clock.advance(60);
    let changes = json!({ "name": "Hang Én", "phone": null, "tags": ["cave"], "latitude": 17.58 });
    let path = format!("/api/businesses/{}", place["id"]);
    let response = admin.put(&path, changes).await.is(200);
    let row = admin.audit_events("").await.remove(0);
    assert_eq!(
        row,
        json!({
            "id": row["id"], "createdAt": guide.app.clock.now(), "accountId": admin.id, "accountName": "Admin One",
            "accountEmail": "admin-one@example.org", "action": "updatePlace", "kind": "place",
            "subjectId": place["id"].to_string(), "subjectName": "Hang Én",
            "before": { "name": "Hang En", "phone": "+84 1", "tags": [] },
            "after": { "name": "Hang Én", "phone": null, "tags": ["cave"] },
            "address": "127.0.0.1", "requestId": response.header("x-request-id"), "tokenId": null, "tokenName": null,
        })
    );
    // Saving the same values again changes no field, but leaves an audit event.
    admin.put(&path, json!({ "phone": null })).await.is(200);
    let row = admin.audit_events("").await.remove(0);
    assert_eq!((&row["before"], &row["after"]), (&Value::Null, &Value::Null));
    admin.delete(&path).await.is(204);
    let row = admin.audit_events("").await.remove(0);
    assert_eq!(
        (&row["before"]["name"], &row["before"]["phone"], &row["after"]),
        (&json!("Hang Én"), &Value::Null, &Value::Null)
    );
    admin.post(&format!("{path}/restore"), json!({})).await.is(200);
    let row = admin.audit_events("").await.remove(0);
    assert_eq!((&row["before"], &row["after"]["name"]), (&Value::Null, &json!("Hang Én")));
}

#[rstest]
#[tokio::test]
async fn audit_event_with_long_text_stores_a_marked_excerpt(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let long_html = |end: &str| format!("<p>{} {end}</p>", "Boats leave early. ".repeat(1000));
    let request = with_changes(article_json("By boat"), json!({ "contentHtml": long_html("Or late.") }));
    let id = admin.post("/api/articles", request).await.is(201).json()["id"].clone();
    admin.put(&format!("/api/articles/{id}"), json!({ "contentHtml": long_html("Or never.") })).await.is(200);
    let row = admin.audit_events("").await.remove(0);
    let content_html = |side: &str| row[side]["contentHtml"].as_str().unwrap().to_owned();
    assert!(
        content_html("before").ends_with("Or late.</p> [shortened: 19016 characters in all]"),
        "{}",
        content_html("before")
    );
    assert!(
        content_html("after").starts_with('…') && content_html("after").contains("Or never.</p>"),
        "{}",
        content_html("after")
    );
    assert!(content_html("after").len() < 300);
}

#[rstest]
#[tokio::test]
async fn audit_list_is_filtered_and_paged(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let owner = guide.owner("Minh Le").await;
    let category = admin.add_category("Caves").await;
    let start = guide.app.clock.now();
    guide.app.clock.advance(600);
    let ten_minutes_later = guide.app.clock.now();
    let owned_place = owner.add_place(place_json("Hang Minh", category)).await["id"].clone();
    let other_place = admin.add_place(place_json("Hang Én", category)).await["id"].clone();
    admin.put(&format!("/api/businesses/{owned_place}"), json!({ "isActive": true })).await.is(200);
    owner.put(&format!("/api/businesses/{owned_place}"), json!({ "hours": "Daily" })).await.is(200);
    let owner_id = owner.id.as_ref().unwrap();
    for (query, expected) in [
        (format!("?account={owner_id}"), vec!["updatePlace", "createPlace", "signIn"]),
        (format!("?account={owner_id}&action=updatePlace"), vec!["updatePlace"]),
        ("?action=createPlace".into(), vec!["createPlace", "createPlace"]),
        ("?kind=category".into(), vec!["createCategory"]),
        (format!("?kind=place&subject={owned_place}"), vec!["updatePlace", "updatePlace", "createPlace"]),
        (format!("?kind=place&subject={other_place}"), vec!["createPlace"]),
        (format!("?kind=user&subject={owner_id}"), vec!["signIn"]),
        (format!("?to={ten_minutes_later}"), vec!["createCategory", "signIn", "signIn"]),
        (
            format!("?kind=place&from={ten_minutes_later}"),
            vec!["updatePlace", "updatePlace", "createPlace", "createPlace"],
        ),
        (format!("?from={start}&to={start}"), vec![]),
        ("?account=nobody".into(), vec![]),
    ] {
        assert_eq!(admin.audit_actions(&query).await, expected, "{query}");
    }
    let all = admin.audit_events("").await;
    let (mut paged_events, mut path) = (Vec::new(), format!("{AUDIT_PATH}?limit=3"));
    loop {
        let page = admin.get(&path).await.is(200);
        assert!(page.header("x-total-count").parse::<usize>().unwrap() >= all.len());
        paged_events.extend(page.json().as_array().unwrap().clone());
        let Some((next, _)) = page.header("link").split_once('>') else { break };
        path = next.trim_start_matches('<').to_owned();
        // Adds an audit event between two requests. The next page must still continue without a repeated event.
        admin.put(&format!("/api/user/likes/{other_place}"), json!({})).await.is(200);
    }
    assert_eq!(paged_events, all);
    assert_eq!(admin.audit_events("?limit=2&offset=1").await.len(), 2);
    for (query, field) in [
        ("?kind=places", "kind"),
        ("?subject=7", "subject"),
        ("?from=yesterday", "from"),
        ("?sessions=no", "sessions"),
        ("?field=", "field"),
        ("?field=phone.number", "field"),
        ("?field=7", "field"),
        (format!("?field={}", "x".repeat(101)).as_str(), "field"),
        ("?cursor=x", "cursor"),
        ("?limit=101", "limit"),
        ("?who=linh", "who"),
    ] {
        assert_eq!(admin.get(&format!("{AUDIT_PATH}{query}")).await.is(400).fields(), [field], "{query}");
    }
}

#[tokio::test]
async fn unknown_kind_of_record_is_refused_with_the_names_of_all_kinds() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let contract = cms::api::contract();
    let kinds = contract["components"]["schemas"]["AuditKind"]["enum"].as_array().unwrap();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.as_str().unwrap()).collect();
    let problem = guide.admin().await.get(&format!("{AUDIT_PATH}?kind=picture")).await.is(400).json();
    assert_eq!(problem["errors"][0]["message"], format!("kind must be one of {}", names.join(", ")));
}

// R458
#[rstest]
#[tokio::test]
async fn audit_list_without_session_events_has_full_pages(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let id = admin.id.clone().unwrap();
    for name in ["Caves", "Boats", "Cafés"] {
        admin.add_category(name).await;
        let session = guide.anonymous().sign_in("admin-one@example.org", PASSWORD).await.is(200);
        guide.anonymous().refresh(&received_refresh_cookie(&session).unwrap()).await.is(200);
    }
    admin.send(Method::POST, "/api/auth/sign-out-everywhere", &[], None).await.is(204);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let page = admin.get(&format!("{AUDIT_PATH}?sessions=false&limit=2")).await.is(200);
    assert_eq!(page.header("x-total-count"), "3");
    let names = |page: &Value| -> Vec<String> {
        page.as_array().unwrap().iter().map(|row| row["subjectName"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&page.json()), ["Cafés", "Boats"]);
    let next = page.header("link").split_once('>').unwrap().0.trim_start_matches('<').to_owned();
    assert_eq!(names(&admin.get(&next).await.is(200).json()), ["Caves"]);
    for (query, expected) in [
        (format!("?account={id}&sessions=false&limit=1"), vec!["createCategory"]),
        ("?kind=user&sessions=false".into(), vec![]),
        (format!("?kind=user&subject={id}&sessions=false"), vec![]),
        ("?action=signIn&sessions=false".into(), vec![]),
        ("?action=signOutEverywhere&sessions=true".into(), vec!["signOutEverywhere"]),
    ] {
        assert_eq!(admin.audit_actions(&query).await, expected, "{query}");
    }
    assert_eq!(admin.audit_events("?sessions=true").await, admin.audit_events("").await);
    assert_eq!(admin.audit_events("").await.len(), 12);
}

#[test]
fn session_actions_are_operations_of_the_contract() {
    let contract = cms::api::contract();
    let calls = contract["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
    let operations: Vec<&str> = calls.map(|call| call["operationId"].as_str().unwrap()).collect();
    for action in SESSION_ACTIONS {
        assert!(operations.contains(&action), "{action}");
    }
}

// R458
#[rstest]
#[tokio::test]
async fn audit_list_is_filtered_by_a_changed_field(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    let boats = admin.add_category("Boats").await;
    let place = admin.add_place(place_json("Hang En", category)).await["id"].clone();
    let path = format!("/api/businesses/{place}");
    admin.put(&path, json!({ "phone": "+84 1" })).await.is(200);
    admin.put(&path, json!({ "phone": null, "tags": ["cave"] })).await.is(200);
    admin.put(&path, json!({ "phone": null })).await.is(200);
    admin.delete(&format!("/api/categories/{boats}")).await.is(204);
    for (query, expected) in [
        ("?field=phone", vec!["updatePlace", "updatePlace"]),
        ("?field=tags", vec!["updatePlace"]),
        ("?field=name", vec!["deleteCategory", "createPlace", "createCategory", "createCategory"]),
        ("?field=name&kind=category&action=deleteCategory", vec!["deleteCategory"]),
        ("?field=phone&sessions=false", vec!["updatePlace", "updatePlace"]),
        ("?field=Phone", vec![]),
        ("?field=version", vec![]),
    ] {
        assert_eq!(admin.audit_actions(query).await, expected, "{query}");
    }
    assert_eq!(admin.get(&format!("{AUDIT_PATH}?field=phone&limit=1")).await.is(200).header("x-total-count"), "2");
}

#[rstest]
#[tokio::test]
async fn audit_log_is_refused_to_all_but_admins(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.anonymous().get(AUDIT_PATH).await.is(401);
    guide.viewer("Linh Tran").await.get(AUDIT_PATH).await.is(403);
    guide.owner("Minh Le").await.get(AUDIT_PATH).await.is(403);
    guide.admin().await.get(AUDIT_PATH).await.is(200);
}

#[rstest]
#[tokio::test]
async fn audit_events_older_than_the_retention_are_deleted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    guide.add_account("Admin One", Role::Admin).await;
    let anonymous = guide.anonymous();
    for _ in 0..3 {
        anonymous.sign_in("admin-one@example.org", PASSWORD).await.is(200);
    }
    guide.app.clock.advance(10 * DAY_SECS);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    let now = guide.app.clock.now();
    assert_eq!(delete_old_events(&guide.app.db, 10, now).await.unwrap(), 0, "exactly on that day");
    assert_eq!(delete_old_events(&guide.app.db, 10, now.plus_seconds(1)).await.unwrap(), 3);
    assert_eq!(admin.audit_actions("").await, ["signIn"]);
}

#[rstest]
#[tokio::test]
async fn audit_events_of_a_deleted_user_keep_only_the_id(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (linh, minh) = (guide.viewer("Linh Tran").await, guide.viewer("Minh Le").await);
    let user = |client: &TestClient| format!("/api/admin/users/{}", client.id.as_ref().unwrap());
    for client in [&linh, &minh] {
        client.put("/api/auth/account", json!({ "photoURL": "/me.jpg" })).await.is(200);
        client.add_entry("Mist on the river").await;
        let changes = json!({ "lastName": "Tran-Le", "role": "business_owner" });
        admin.put(&user(client), changes).await.is(200);
    }
    admin.delete(&user(&linh)).await.is(204);
    minh.delete_with_body("/api/auth/account", json!({ "currentPassword": PASSWORD })).await.is(204);
    for (client, last_action) in [(&linh, "deleteUser"), (&minh, "deleteAccount")] {
        let id = &client.id.as_ref().unwrap().0;
        let own_events = admin.audit_events(&format!("?account={id}")).await;
        assert!(own_events.len() >= 3, "{own_events:?}");
        let events_about_user = admin.audit_events(&format!("?kind=user&subject={id}")).await;
        assert_eq!(events_about_user[0]["action"], last_action);
        assert_eq!(events_about_user[0]["before"]["role"], "business_owner");
        let role_change = events_about_user.iter().find(|row| row["action"] == "updateUser").unwrap();
        assert_eq!(
            (&role_change["before"], &role_change["after"]["role"]),
            (&json!({ "role": "viewer" }), &json!("business_owner"))
        );
        for row in own_events.iter().chain(&events_about_user).filter(|row| row["accountId"] == **id) {
            assert_eq!((&row["accountName"], &row["accountEmail"]), (&Value::Null, &Value::Null));
            assert_eq!(row["address"], "", "the client address identifies the account");
        }
    }
    let log = Value::from(admin.audit_events("").await).to_string();
    for name in ["Tran", "Minh Le", "linh-tran@", "minh-le@", "me.jpg"] {
        assert!(!log.contains(name), "{name} is still in the log: {log}");
    }
    assert!(log.contains("Admin One"), "other accounts keep theirs");
}

#[rstest]
#[tokio::test]
async fn audit_log_records_commands_and_html_forms(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (email, db, now) = ("linh@example.org".to_owned(), &guide.app.db, guide.app.clock.now());
    let add = UserCommand::Add {
        email: email.clone(),
        role: Role::Viewer,
        first_name: "Linh".into(),
        last_name: "Tran".into(),
        password_stdin: false,
    };
    let output = user::execute(db, add, now).await.unwrap();
    let password = output.split("Password: ").nth(1).unwrap().lines().next().unwrap().to_owned();
    user::execute(db, UserCommand::Role { email: email.clone(), role: Role::BusinessOwner }, now).await.unwrap();
    user::execute(db, UserCommand::Password { email: email.clone(), password_stdin: false }, now).await.unwrap();
    collect_garbage_without_grace(db, &guide.app.media.files, now).await.unwrap();
    let mut rows = admin.audit_events("").await;
    let cleanup_event = rows.remove(0);
    assert_eq!((&cleanup_event["action"], &cleanup_event["kind"]), (&json!("media gc"), &Value::Null));
    let events = rows.iter().map(|row| (row["action"].as_str().unwrap(), row["address"].as_str().unwrap()));
    let events: Vec<_> = events.take(3).collect();
    let command_line = "command line";
    assert_eq!(events, [("user password", command_line), ("user role", command_line), ("user add", command_line)]);
    assert_eq!(
        (&rows[1]["before"], &rows[1]["after"]),
        (&json!({ "role": "viewer" }), &json!({ "role": "business_owner" }))
    );
    assert_eq!((&rows[0]["accountId"], &rows[0]["subjectName"]), (&Value::Null, &json!("Linh Tran")));
    assert!(!Value::from(rows).to_string().contains(&password));
    // The last admin cannot be demoted, and the refused command leaves no audit event.
    let demotion = UserCommand::Role { email: "admin-one@example.org".into(), role: Role::Viewer };
    user::execute(db, demotion, now).await.unwrap_err();
    assert_eq!(admin.audit_actions("?action=user%20role").await.len(), 1);

    let anonymous = guide.anonymous();
    let form_headers = [("content-type", "application/x-www-form-urlencoded")];
    let post_form = async |path: &str, form_text: String| {
        anonymous.send(Method::POST, path, &form_headers, Some(form_text.into_bytes())).await
    };
    post_form("/login", "email=admin-one@example.org&password=a+guess".into()).await.is(401);
    post_form("/login", format!("email=admin-one@example.org&password={}", PASSWORD.replace(' ', "+"))).await.is(303);
    post_form("/login/forgot", format!("email={email}")).await.is(200);
    let token = token_in(&guide.emailed_link(&email).await);
    post_form("/login/reset", format!("token={token}&password=a+raft+on+the+Chay")).await.is(303);
    let sign_up_form = "firstName=Hoa&lastName=Pham&email=hoa@example.org&password=a+raft+on+the+Chay";
    post_form("/login/sign-up", sign_up_form.into()).await.is(303);
    let token = token_in(&guide.emailed_link("hoa@example.org").await);
    let verification_form = format!("token={token}&password=a+raft+on+the+Chay");
    post_form("/api/auth/verification/form", verification_form).await.is(303);
    let expected = ["confirmVerification", "signUp", "confirmPasswordReset", "requestPasswordReset", "signIn"];
    assert_eq!(admin.audit_actions("?limit=5").await, expected);
}
