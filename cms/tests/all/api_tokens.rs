//! API tokens: creating and ending them, their scopes and their limits.

use std::collections::BTreeSet;

use cms::auth::domain::accounts::Role;
use cms::auth::domain::api_token::scope::{API_TOKEN_RULES, API_TOKEN_SCOPE_NAMES, ApiTokenScope};
use cms::auth::domain::api_token::store::{self, NewApiToken};
use cms::commands::user::{self, UserCommand};
use cms::common::id::AccountId;
use cms::db::engine::StoreError;
use cms::jobs::outbox::EmailKind;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, with_changes};
use crate::sign_in::access_token_of;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestClient};

const TOKENS_PATH: &str = "/api/auth/tokens";
const HIGH_QUOTA_ARGUMENTS: [&str; 3] = ["--api-only", "--token-requests-per-minute", "1000000"];

/// The body of a request that creates a token with these scopes. It has the password of the test accounts.
pub fn api_token_json(scopes: &[&str]) -> Value {
    json!({ "name": "Nightly import", "scopes": scopes, "expiresInDays": 90, "password": PASSWORD })
}

impl TestApp {
    /// Inserts a token into the database without a request, so the account does not need the right to create tokens.
    pub async fn insert_api_token(&self, account: &AccountId) {
        let (account, now) = (account.clone(), self.app.clock.now());
        let new = NewApiToken {
            name: "Old".to_owned(),
            scopes: vec![ApiTokenScope::Read],
            category_ids: None,
            own_places_only: false,
            expires_at: now.plus_seconds(3600),
        };
        let work = self.app.db.write::<_, StoreError, _>(move |tx| {
            Box::pin(async move { store::add(tx, &account, new, now).await.map(|_| ()) })
        });
        work.await.unwrap();
    }
}

impl TestClient {
    /// Creates a token with these scopes. `changes` overwrites fields of the request. Returns a client that uses the
    /// token.
    pub async fn create_client_with_api_token(&self, scopes: &[&str], changes: Value) -> TestClient {
        let created = self.post(TOKENS_PATH, with_changes(api_token_json(scopes), changes)).await.is(201).json();
        self.with_token(created["token"].as_str().unwrap())
    }

    async fn newest_api_token(&self) -> Value {
        self.get(TOKENS_PATH).await.is(200).json()[0].clone()
    }
}

fn problem_code(response: &crate::test_client::TestResponse) -> String {
    response.json()["code"].as_str().unwrap().to_owned()
}

/// The operations of the contract: id, method, path and the scopes of which an API token needs one.
fn operations() -> Vec<(String, Method, String, Vec<String>)> {
    let contract = cms::api::contract();
    let mut operations = Vec::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let security_requirements = operation["security"].as_array().into_iter().flatten();
            let scopes = security_requirements
                .filter_map(|requirement| requirement["apiToken"][0].as_str())
                .map(str::to_owned)
                .collect();
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            operations.push((operation["operationId"].as_str().unwrap().to_owned(), method, path.clone(), scopes));
        }
    }
    operations
}

// R476
#[test]
fn every_call_has_one_line_in_the_table_of_scopes() {
    let lines: Vec<&str> = API_TOKEN_RULES.iter().flat_map(|(_, operations)| operations.iter().copied()).collect();
    let unique: BTreeSet<&str> = lines.iter().copied().collect();
    assert_eq!(lines.len(), unique.len(), "a call has two lines");
    let contract = operations();
    let contract_ids: BTreeSet<&str> = contract.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(unique, contract_ids, "each call needs a line in API_TOKEN_RULES: a scope, or NoApiTokens");
    // The operations below these paths accept no API token. The paths are listed independently of `API_TOKEN_RULES`.
    for (id, method, path, scopes) in &contract {
        let is_settings = path.starts_with("/api/settings") || path.starts_with("/api/pages");
        let accepts_no_token =
            ["/api/auth/", "/api/admin/users", "/api/admin/audit", "/api/admin/contact", "/api/user/"]
                .iter()
                .any(|start| path.starts_with(start));
        if accepts_no_token || (is_settings && *method != Method::GET) {
            assert_eq!(scopes, &Vec::<String>::new(), "{id}");
        }
    }
}

// R476
#[rstest]
#[tokio::test]
async fn call_is_refused_without_its_scope_and_passes_with_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &HIGH_QUOTA_ARGUMENTS).await else { return };
    let admin = guide.admin().await;
    let mut clients_by_scope = Vec::new();
    for scope in API_TOKEN_SCOPE_NAMES {
        clients_by_scope.push((scope, admin.create_client_with_api_token(&[scope], json!({})).await));
    }
    for (id, method, template, scopes) in operations() {
        for kind in ["businesses", "settings"] {
            let path = template.replace("{kind}", kind).replace("{provider}", "google").replace("{number}", "9");
            let path = ["{id}", "{businessId}", "{tokenId}"].iter().fold(path, |path, name| path.replace(name, "999"));
            let is_of_record = template.contains("{kind}");
            let needed = match scopes.as_slice() {
                [scope] if !is_of_record || kind == "businesses" => Some(scope.as_str()),
                [_, ..] if kind == "businesses" => Some("places:write"),
                _ => None,
            };
            for (scope, client) in &clients_by_scope {
                let json = [("content-type", "application/json")];
                let body = (method != Method::GET).then(|| b"{}".to_vec());
                let headers = if body.is_some() { &json[..] } else { &[] };
                let response = client.send(method.clone(), &path, headers, body).await;
                let request_description = format!("{id} of {kind} with {scope}: {} {}", response.status, response.text);
                match needed {
                    None => assert_eq!(
                        (response.status.as_u16(), problem_code(&response).as_str()),
                        (403, "token_not_allowed"),
                        "{request_description}"
                    ),
                    Some(needed) if needed == *scope => {
                        let refusal_codes = ["token_not_allowed", "scope_missing", "token_invalid"];
                        let is_refused = response.status.is_client_error()
                            && refusal_codes.contains(&problem_code(&response).as_str());
                        assert!(!is_refused, "{request_description}");
                    }
                    Some(needed) => {
                        assert_eq!(
                            (response.status.as_u16(), problem_code(&response).as_str()),
                            (403, "scope_missing"),
                            "{request_description}"
                        );
                        assert_eq!(response.json()["params"]["scope"], needed, "{request_description}");
                    }
                }
            }
            if !is_of_record {
                break;
            }
        }
    }
}

// R475
#[rstest]
#[tokio::test]
async fn token_is_created_with_the_password_and_shown_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (owner, viewer) = (guide.owner("Minh Le").await, guide.viewer("Linh Tran").await);
    viewer.post(TOKENS_PATH, api_token_json(&["read"])).await.is(403);
    for (changes, field) in [
        (json!({ "password": "a guess" }), "password"),
        (json!({ "password": null }), "password"),
        (json!({ "name": " " }), "name"),
        (json!({ "scopes": [] }), "scopes"),
        (json!({ "scopes": ["users:write"] }), "scopes.0"),
        (json!({ "expiresInDays": 366 }), "expiresInDays"),
        (json!({ "expiresInDays": 0 }), "expiresInDays"),
        (json!({ "categoryIds": [99] }), "categoryIds"),
    ] {
        assert_eq!(
            owner.post(TOKENS_PATH, with_changes(api_token_json(&["read"]), changes)).await.is(422).fields(),
            [field]
        );
    }
    let response = owner.post(TOKENS_PATH, api_token_json(&["places:write", "read", "read"])).await.is(201);
    assert_eq!(response.header("cache-control"), "no-store");
    let created = response.json();
    let secret = created["token"].as_str().unwrap();
    let listed = owner.newest_api_token().await;
    assert_eq!(listed, created["details"]);
    assert_eq!(listed["scopes"], json!(["read", "places:write"]));
    assert_eq!((&listed["expiresAt"], &listed["lastUsedAt"]), (&json!("2027-02-19T08:00:00.000Z"), &Value::Null));
    assert!(secret.starts_with("karst_") && secret.ends_with(listed["hint"].as_str().unwrap()));
    let emails = guide.emails().await;
    let email = emails.last().unwrap();
    assert_eq!((email.kind, email.recipient.as_str()), (EmailKind::ApiTokenCreated, "minh-le@example.org"));
    assert!(email.body.contains("/admin-portal/account") && !email.body.contains(secret));
    assert!(
        !crate::policy::rows_except_rate_limits(&guide.app.db).await.iter().any(|row| row.contains(secret)),
        "only a hash is stored"
    );
    // The last use is recorded at most once a minute.
    let program = owner.with_token(secret);
    for (seconds, at) in
        [(0, "2026-11-21T08:00:00.000Z"), (59, "2026-11-21T08:00:00.000Z"), (1, "2026-11-21T08:01:00.000Z")]
    {
        guide.app.clock.advance(seconds);
        program.get("/api/businesses").await.is(200);
        let listed = owner.newest_api_token().await;
        assert_eq!((&listed["lastUsedAt"], &listed["lastUsedAddress"]), (&json!(at), &json!("127.0.0.1")), "{seconds}");
    }
    for _ in 1..20 {
        guide.insert_api_token(owner.id.as_ref().unwrap()).await;
    }
    assert_eq!(problem_code(&owner.post(TOKENS_PATH, api_token_json(&["read"])).await.is(409)), "too_many_tokens");
    owner.delete(&format!("{TOKENS_PATH}/{}", listed["id"])).await.is(204);
    owner.delete(&format!("{TOKENS_PATH}/{}", listed["id"])).await.is(404);
    owner.post(TOKENS_PATH, api_token_json(&["read"])).await.is(201);
}

// R475
#[rstest]
#[tokio::test]
async fn account_with_a_second_factor_confirms_a_token_with_a_code(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (_, codes) = guide.enroll_second_factor(&admin).await;
    let with_code = |code: &str| with_changes(api_token_json(&["read"]), json!({ "code": code }));
    assert_eq!(admin.post(TOKENS_PATH, api_token_json(&["read"])).await.is(422).fields(), ["code"]);
    assert_eq!(admin.post(TOKENS_PATH, with_code("000000")).await.is(422).fields(), ["code"]);
    admin.post(TOKENS_PATH, with_code(&codes[0])).await.is(201);
    assert_eq!(admin.post(TOKENS_PATH, with_code(&codes[0])).await.is(422).fields(), ["code"], "a code is used once");
}

// R475, R477
#[rstest]
#[tokio::test]
async fn ended_token_is_refused_from_the_next_request_on_every_replica(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &HIGH_QUOTA_ARGUMENTS).await else { return };
    let replica = if engine == Postgres { Some(guide.start_replica(&HIGH_QUOTA_ARGUMENTS).await) } else { None };
    let admin = guide.admin().await;
    let (email, id) = guide.add_account("Minh Le", Role::Admin).await;
    let record = format!("/api/admin/users/{}", id.0);
    let create = async |password: &str| {
        let session = guide.anonymous().sign_in(&email, password).await.is(200);
        let owner = guide.anonymous().with_token(&access_token_of(&session));
        let request_body = with_changes(api_token_json(&["read"]), json!({ "password": password }));
        let created = owner.post(TOKENS_PATH, request_body).await.is(201).json();
        let program = replica.as_ref().unwrap_or(&guide).anonymous().with_token(created["token"].as_str().unwrap());
        program.get("/api/admin/stats").await.is(200);
        (program, created["details"]["id"].clone(), owner)
    };
    let assert_refused = async |program: &TestClient| {
        assert_eq!(problem_code(&program.get("/api/admin/stats").await.is(401)), "token_invalid")
    };

    let (program, token, owner) = create(PASSWORD).await;
    owner.delete(&format!("{TOKENS_PATH}/{token}")).await.is(204);
    assert_refused(&program).await;
    let (program, token, _) = create(PASSWORD).await;
    admin.delete(&format!("{record}/tokens/{token}")).await.is(204);
    assert_refused(&program).await;
    // The account gets a lower role, then a higher one. Each change revokes its tokens.
    for role in ["business_owner", "admin"] {
        let (program, ..) = create(PASSWORD).await;
        admin.put(&record, json!({ "role": role })).await.is(200);
        assert_refused(&program).await;
    }
    let (program, ..) = create(PASSWORD).await;
    admin.put(&record, json!({ "isActive": false })).await.is(200);
    assert_refused(&program).await;
    admin.put(&record, json!({ "isActive": true })).await.is(200);
    assert_refused(&program).await;
    let (program, ..) = create(PASSWORD).await;
    guide.app.clock.advance(90 * 24 * 3600 - 1);
    program.get("/api/admin/stats").await.is(200);
    guide.app.clock.advance(1);
    assert_refused(&program).await;
    let admin = guide.sign_in_again("admin-one@example.org").await;
    assert!(admin.get(&format!("{record}/tokens")).await.is(200).json().as_array().unwrap().len() >= 6);
    let (program, ..) = create(PASSWORD).await;
    guide.anonymous().post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    let link = guide.emailed_link(&email).await;
    let chosen = json!({ "token": token_in(&link), "password": "a raft on the Son" });
    guide.anonymous().post("/api/auth/password-reset/confirm", chosen).await.is(204);
    assert_refused(&program).await;
    let (program, ..) = create("a raft on the Son").await;
    let command = UserCommand::Role { email: email.clone(), role: Role::BusinessOwner };
    user::execute(&guide.app.db, command, guide.app.clock.now()).await.unwrap();
    assert_refused(&program).await;
    let (program, ..) = create("a raft on the Son").await;
    admin.delete(&record).await.is(204);
    assert_refused(&program).await;
}

// R476
#[rstest]
#[tokio::test]
async fn token_never_exceeds_the_role_of_its_account(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &HIGH_QUOTA_ARGUMENTS).await else { return };
    let (admin, owner) = (guide.admin().await, guide.owner("Minh Le").await);
    let cave = admin.add_category("Caves").await;
    let other_place = admin.add_place(place_json("Dark Cave", cave)).await;
    let program = owner.create_client_with_api_token(&API_TOKEN_SCOPE_NAMES, json!({})).await;
    for (path, body) in [
        ("/api/articles", article_json("By boat")),
        ("/api/categories", json!({ "name": "Boats" })),
        ("/api/admin/guestbook", json!({ "authorName": "Hoa Pham", "message": "Mist on the river" })),
        ("/api/admin/businesses/bulk", json!({ "ids": [other_place["id"]], "isPremium": true })),
    ] {
        assert_eq!(problem_code(&program.post(path, body).await.is(403)), "forbidden", "{path}");
    }
    let path = format!("/api/businesses/{}", other_place["id"]);
    assert_eq!(problem_code(&program.put(&path, json!({ "phone": "1" })).await.is(403)), "not_your_place");
    let own_place = program.add_place(place_json("Minh's Cave", cave)).await;
    assert_eq!((&own_place["isActive"], &own_place["ownerId"]), (&json!(false), &json!(owner.id.clone().unwrap().0)));
    // Responses to a request with a token do not show the likes of the token's account.
    owner.send(Method::PUT, &format!("/api/user/likes/{}", other_place["id"]), &[], None).await.is(200);
    assert_eq!(owner.get(&path).await.is(200).json()["isLiked"], true);
    assert_eq!(program.get(&path).await.is(200).json()["isLiked"], false);
    assert!(
        program
            .get("/api/businesses")
            .await
            .is(200)
            .json()
            .as_array()
            .unwrap()
            .iter()
            .all(|place| place["isLiked"] == false)
    );
}

// R476
#[rstest]
#[tokio::test]
async fn limits_of_a_token_apply_to_hidden_places_and_every_write(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &HIGH_QUOTA_ARGUMENTS).await else { return };
    let (admin, minh) = (guide.admin().await, guide.owner("Minh Le").await);
    let (cave, food) = (admin.add_category("Caves").await, admin.add_category("Food").await);
    let id = |place: &Value| place["id"].as_i64().unwrap();
    let hidden_cave = id(&minh.add_place(place_json("Minh's Cave", cave)).await);
    let hidden_food = id(&minh.add_place(place_json("Minh's Kitchen", food)).await);
    let shown_food = id(&admin.add_place(with_changes(place_json("Kitchen", food), json!({ "isActive": true }))).await);
    let cave_client =
        admin.create_client_with_api_token(&API_TOKEN_SCOPE_NAMES, json!({ "categoryIds": [cave] })).await;
    let own_places_client =
        admin.create_client_with_api_token(&API_TOKEN_SCOPE_NAMES, json!({ "ownPlacesOnly": true })).await;
    let path = |id: i64| format!("/api/businesses/{id}");

    cave_client.get(&path(hidden_cave)).await.is(200);
    cave_client.get(&path(hidden_food)).await.is(404);
    cave_client.get(&format!("{}/guestbook", path(hidden_food))).await.is(404);
    assert_eq!(cave_client.get(&path(shown_food)).await.is(200).json()["ownerId"], Value::Null);
    let limit_code = "token_limited";
    for query in ["?showAll=true", "?recheck=true", "?missing=hours", "?ownerId=any", "?showAll=true&category=food"] {
        assert_eq!(
            problem_code(&cave_client.get(&format!("/api/businesses{query}")).await.is(403)),
            limit_code,
            "{query}"
        );
    }
    assert_eq!(cave_client.get("/api/businesses?showAll=true&category=caves").await.is(200).names(), ["Minh's Cave"]);
    for client in [&cave_client, &own_places_client] {
        assert_eq!(problem_code(&client.get("/api/businesses/trash").await.is(403)), limit_code);
        let bulk = json!({ "ids": [shown_food], "isPremium": true });
        assert_eq!(problem_code(&client.post("/api/admin/businesses/bulk", bulk).await.is(403)), limit_code);
        assert_eq!(problem_code(&client.delete(&path(shown_food)).await.is(403)), limit_code);
        client.put(&path(shown_food), json!({ "phone": "1" })).await.is(403);
        client.get(&format!("{}/revisions", path(shown_food))).await.is(403);
        client.get(&format!("{}/draft", path(shown_food))).await.is(403);
    }
    cave_client.put(&path(hidden_cave), json!({ "phone": "1" })).await.is(200);
    for ids in [json!([food]), json!([cave, food])] {
        assert_eq!(
            problem_code(&cave_client.put(&path(hidden_cave), json!({ "categoryIds": ids })).await.is(403)),
            limit_code,
            "{ids}"
        );
    }
    assert_eq!(problem_code(&cave_client.post("/api/businesses", place_json("New", food)).await.is(403)), limit_code);
    cave_client.post("/api/businesses", place_json("New", cave)).await.is(201);

    own_places_client.get(&path(hidden_cave)).await.is(404);
    assert_eq!(problem_code(&own_places_client.get("/api/businesses?recheck=true").await.is(403)), limit_code);
    let created = own_places_client.add_place(place_json("The Guide's Cave", cave)).await;
    assert_eq!(created["ownerId"], json!(admin.id.clone().unwrap().0));
    own_places_client.put(&path(id(&created)), json!({ "isPremium": true, "isActive": false })).await.is(200);
    let minh_id = json!({ "ownerId": minh.id.clone().unwrap().0 });
    assert_eq!(problem_code(&own_places_client.put(&path(id(&created)), minh_id).await.is(403)), limit_code);
    let hidden: BTreeSet<String> =
        own_places_client.get("/api/businesses?showAll=true").await.is(200).names().into_iter().collect();
    assert!(hidden.contains("The Guide's Cave") && !hidden.contains("Minh's Cave"), "{hidden:?}");
}

// R476
#[rstest]
#[tokio::test]
async fn draft_is_published_or_scheduled_only_with_the_scope_of_the_record(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_with_arguments(engine, &HIGH_QUOTA_ARGUMENTS).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let path = format!("/api/businesses/{}/draft", place["id"]);
    let draft = json!({ "baseVersion": 1, "fields": { "phone": "1" } });
    let scheduled = with_changes(draft.clone(), json!({ "publishAt": "2027-01-01T00:00:00Z" }));
    let drafts = admin.create_client_with_api_token(&["read", "drafts:write"], json!({})).await;
    drafts.put(&path, draft).await.is(200);
    assert_eq!(problem_code(&drafts.put(&path, scheduled.clone()).await.is(403)), "scope_missing");
    assert_eq!(problem_code(&drafts.post(&format!("{path}/publish"), json!({})).await.is(403)), "scope_missing");
    let both = admin.create_client_with_api_token(&["places:write", "drafts:write"], json!({})).await;
    both.put(&path, scheduled).await.is(200);
    both.send(Method::POST, &format!("{path}/publish"), &[], None).await.is(200);
}

// R479
#[rstest]
#[tokio::test]
async fn audit_log_names_the_token(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (email, id) = guide.add_account("Minh Le", Role::Admin).await;
    let minh = guide.sign_in_again(&email).await;
    let program = minh.create_client_with_api_token(&["categories:write"], json!({})).await;
    let created = admin.audit_events("").await.remove(0);
    assert_eq!(created["action"], "createApiToken");
    assert_eq!(created["after"], json!({ "tokenName": "Nightly import", "scopes": ["categories:write"] }));
    assert_eq!((&created["tokenId"], &created["tokenName"]), (&Value::Null, &Value::Null));
    program.add_category("Caves").await;
    let event = admin.audit_events("").await.remove(0);
    assert_eq!((&event["accountId"], &event["tokenName"]), (&json!(id.0), &json!("Nightly import")));
    assert_eq!(event["tokenId"], minh.newest_api_token().await["id"]);
    // Deleting the account deletes the name of its token.
    admin.delete(&format!("/api/admin/users/{}", id.0)).await.is(204);
    let rows = crate::policy::rows_except_rate_limits(&guide.app.db).await;
    assert!(!rows.iter().any(|row| row.contains("Nightly import")), "{rows:?}");
}

// R475
#[rstest]
#[tokio::test]
async fn token_in_a_url_and_altered_token_are_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let secret = admin.create_client_with_api_token(&["read"], json!({})).await.token.unwrap();
    for query in [format!("token={secret}"), format!("q=x&access_token={secret}"), "api_key=abc".to_owned()] {
        let response = guide.anonymous().get(&format!("/api/businesses?{query}")).await.is(400);
        assert_eq!(problem_code(&response), "token_in_url", "{query}");
        assert!(response.text.contains("Authorization") && !response.text.contains(&secret), "{}", response.text);
    }
    let other_end = if secret.ends_with('A') { "B" } else { "A" };
    let changed_end = format!("{}{other_end}", &secret[..secret.len() - 1]);
    for wrong in [secret.replace("karst_", "karst_x"), changed_end, "karst_".to_owned()] {
        assert_eq!(
            problem_code(&guide.anonymous().with_token(&wrong).get("/api/businesses").await.is(401)),
            "token_invalid"
        );
    }
}
