//! Every mutation of the contract leaves an audit event, and a refused mutation leaves none. A mutation is an operation
//! with another method than GET. The test fails for a mutation of the contract that it does not call.

use std::collections::BTreeMap;

use cms::audit::log::AuditContext;
use cms::audit::store::{AuditEvent, AuditLogQuery, list};
use cms::auth::domain::accounts::Role;
use cms::db::engine::StoreError;
use cms::execute;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::fake_oidc::FakeOidcProvider;
use crate::fixtures::{article_json, place_json, png_image, standing_page_json, with_changes};
use crate::sign_in::{access_token_of, received_refresh_cookie};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

/// The client address that the trusted proxy reports.
const CLIENT_ADDRESS: &str = "203.0.113.7";

/// An operation of the contract.
struct Mutation {
    method: Method,
    path: String,
    is_public: bool,
    takes_body: bool,
    takes_file: bool,
}

impl Mutation {
    /// The path with values for its parameters: `id` for `{id}`, `{provider}` and `{businessId}`, `businesses` for
    /// `{kind}`, and 1 for every other parameter.
    fn path_with_id(&self, id: &str) -> String {
        let path = self
            .path
            .replace("{kind}", "businesses")
            .replace("{number}", "1")
            .replace("{recordId}", "1")
            .replace("{previewId}", "1")
            .replace("{tokenId}", "1");
        ["{id}", "{provider}", "{businessId}"].iter().fold(path, |path, name| path.replace(name, id))
    }
}

fn mutations() -> BTreeMap<String, Mutation> {
    let contract = cms::api::contract();
    let mut calls = BTreeMap::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap().iter().filter(|(method, _)| *method != "get") {
            let security = operation["security"].as_array();
            let content = operation["requestBody"]["content"].as_object();
            let call = Mutation {
                method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                path: path.clone(),
                is_public: security.is_none_or(|schemes| schemes.contains(&json!({}))),
                takes_body: content.is_some(),
                takes_file: content.is_some_and(|content| content.contains_key("multipart/form-data")),
            };
            calls.insert(operation["operationId"].as_str().unwrap().to_owned(), call);
        }
    }
    calls
}

/// The body or the cookie that a call sends.
enum Payload {
    Nothing,
    Json(Value),
    Cookie(String),
    Image,
    Csv,
}

/// The expected subject of an audit event. The texts are the kind of the record and, for `Existing`, its id.
#[derive(Clone, Copy)]
enum Subject<'a> {
    Nothing,
    Existing(&'a str, &'a str),
    /// A record that exists once, such as the settings. The audit event has its kind without an id.
    Singleton(&'a str),
    /// A new record, whose id is in the response.
    Created(&'a str),
}

/// The state of a test that calls each mutation of the contract once.
struct ContractRun {
    guide: TestApp,
    remaining_calls: BTreeMap<String, Mutation>,
    anonymous: TestClient,
    viewer: TestClient,
    secrets: Vec<String>,
}

impl ContractRun {
    async fn all_audit_events(&self) -> Vec<AuditEvent> {
        let list_query = AuditLogQuery { limit: 10_000, ..AuditLogQuery::default() };
        list(&self.guide.app.db, &list_query).await.unwrap().items
    }

    async fn send_payload(
        &self,
        client: &TestClient,
        (method, path): (&Method, &str),
        payload: &Payload,
    ) -> TestResponse {
        match payload {
            Payload::Nothing => client.send(method.clone(), path, &[], None).await,
            Payload::Cookie(cookie) => client.send(method.clone(), path, &[("cookie", cookie)], None).await,
            Payload::Image => {
                client.upload(method.clone(), path, ("raft.png", &png_image(40, 30)), &[("alt", "A raft")]).await
            }
            Payload::Csv => {
                client.upload(method.clone(), path, ("places.csv", &crate::imports::csv_of_one_place()), &[]).await
            }
            Payload::Json(body) => {
                let json = [("content-type", "application/json")];
                client.send(method.clone(), path, &json, Some(body.to_string().into_bytes())).await
            }
        }
    }

    /// Asserts that the call is refused and leaves no audit event.
    async fn assert_refused(&self, client: &TestClient, call: (&Method, &str), payload: &Payload) {
        let before = self.all_audit_events().await.len();
        let response = self.send_payload(client, call, payload).await;
        assert!(response.status.is_client_error(), "{call:?}: {} {}", response.status, response.text);
        assert_eq!(self.all_audit_events().await.len(), before, "{call:?} was refused and recorded: {}", response.text);
    }

    /// Asserts that the call is refused with an invalid body, if it takes one, and without a valid token. A public call
    /// with a body needs no token. Then makes the valid call. Returns its response and the newest audit event.
    async fn check_refusals_and_audit_event(
        &mut self,
        operation: &str,
        client: &TestClient,
        (id, payload): (&str, Payload),
    ) -> (TestResponse, AuditEvent) {
        let call = self
            .remaining_calls
            .remove(operation)
            .unwrap_or_else(|| panic!("{operation} is called twice or not in the contract"));
        let path = call.path_with_id(id);
        let method_and_path = (&call.method, path.as_str());
        if !call.is_public {
            self.assert_refused(&self.anonymous, method_and_path, &payload).await;
        } else if !call.takes_body {
            self.assert_refused(&self.anonymous.with_token("never-ours"), method_and_path, &Payload::Nothing).await;
        }
        if call.takes_file {
            self.assert_refused(client, method_and_path, &Payload::Nothing).await;
        } else if call.takes_body {
            self.assert_refused(client, method_and_path, &Payload::Json(json!({ "nonsense": 1 }))).await;
        }
        let before = self.all_audit_events().await.len();
        let response = self.send_payload(client, method_and_path, &payload).await;
        assert!(response.status.is_success(), "{operation}: {} {}", response.status, response.text);
        let mut rows = self.all_audit_events().await;
        // These operations change a second record, which has its own audit event: the record of a released draft, or
        // the place of a proposal or a claim.
        const OPERATIONS_WITH_TWO_EVENTS: [&str; 8] = [
            "acceptProposal",
            "approveClaim",
            "checkClaim",
            "confirmClaim",
            "publishRelease",
            "revokeClaim",
            "undoProposal",
            "undoRelease",
        ];
        let count = if OPERATIONS_WITH_TWO_EVENTS.contains(&operation) { 2 } else { 1 };
        assert_eq!(rows.len(), before + count, "{operation} must leave exactly one row");
        let row = rows.remove(0);
        // The audit event of `deleteAccount` has no client address, because it is anonymized (R426).
        let address = if operation == "deleteAccount" { "" } else { CLIENT_ADDRESS };
        assert_eq!((row.action.as_str(), row.address.as_str()), (operation, address));
        assert_eq!(row.request_id, response.header("x-request-id"), "{operation}");
        assert_eq!(row.created_at, self.guide.app.clock.now(), "{operation}");
        (response, row)
    }

    /// Like `check_refusals_and_audit_event`. Also checks the account and the subject of the audit event.
    async fn call_as(
        &mut self,
        operation: &str,
        client: &TestClient,
        call: (&str, Payload),
        (account, subject): (Option<&str>, Subject<'_>),
    ) -> TestResponse {
        let (response, row) = self.check_refusals_and_audit_event(operation, client, call).await;
        assert_eq!(row.account_id.as_ref().map(|id| id.0.as_str()), account, "{operation}: account");
        let (kind, id) = match subject {
            Subject::Nothing => (None, None),
            Subject::Existing(kind, id) => (Some(kind), Some(id.to_owned())),
            Subject::Singleton(kind) => (Some(kind), None),
            Subject::Created(kind) => (Some(kind), Some(id(&response))),
        };
        assert_eq!((json!(row.kind), row.subject_id), (json!(kind), id), "{operation}: subject");
        response
    }

    /// Like `call_as`, for a call that only staff may make. Also asserts that the call is refused to a viewer.
    async fn call_as_staff(
        &mut self,
        operation: &str,
        client: &TestClient,
        (id, payload): (&str, Payload),
        subject: Subject<'_>,
    ) -> TestResponse {
        let call = &self.remaining_calls[operation];
        self.assert_refused(&self.viewer, (&call.method, &call.path_with_id(id)), &payload).await;
        let uid = client.id.clone().unwrap().0;
        self.call_as(operation, client, (id, payload), (Some(&uid), subject)).await
    }

    fn remember_secret(&mut self, secret: &str) -> String {
        self.secrets.push(secret.to_owned());
        secret.to_owned()
    }

    /// A client with the access token of this session. Both tokens of the session are remembered as secrets.
    fn with_session(&mut self, session: &TestResponse) -> TestClient {
        self.secrets.extend([
            access_token_of(session),
            received_refresh_cookie(session).unwrap().replace("karst_refresh=", ""),
        ]);
        self.anonymous.with_token(&access_token_of(session))
    }

    /// The viewer's client and account id.
    fn viewer_and_id(&self) -> (TestClient, String) {
        let TestClient { token, id, .. } = &self.viewer;
        (self.viewer.with_token(token.as_ref().unwrap()), id.as_ref().unwrap().0.clone())
    }
}

/// The id of the record in a response.
fn id(response: &TestResponse) -> String {
    let id = &response.json()["id"];
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// The id for undoing a bulk change.
fn undo_id(response: &TestResponse) -> String {
    response.json()["undoId"].to_string()
}

// R220
#[rstest]
#[tokio::test]
async fn every_mutation_leaves_one_audit_event_and_a_refused_one_none(#[values(Sqlite, Postgres)] engine: Engine) {
    let oidc = FakeOidcProvider::spawn().await;
    let mut arguments = vec!["--check-links", "true"];
    for option in ["--trusted-proxies", "--webhook-allowed-networks", "--link-allowed-networks"] {
        arguments.extend([option, "127.0.0.1"]);
    }
    let Some(guide) = oidc.start_app(engine, &arguments).await else { return };
    let admin = guide.admin().await.with_forwarded_for(CLIENT_ADDRESS);
    let viewer = guide.viewer("Linh Tran").await.with_forwarded_for(CLIENT_ADDRESS);
    let anonymous = guide.anonymous().with_forwarded_for(CLIENT_ADDRESS);
    let mut run = ContractRun {
        remaining_calls: mutations(),
        anonymous,
        viewer,
        guide,
        secrets: vec![PASSWORD.into(), "$argon2".into()],
    };

    check_console_records(&mut run, &admin).await;
    check_guestbook_and_messages(&mut run, &admin).await;
    check_enquiries(&mut run, &admin).await;
    check_owner_replies(&mut run, &admin).await;
    check_proposals(&mut run, &admin).await;
    check_claims(&mut run, &admin).await;
    check_webhooks(&mut run, &admin).await;
    check_alerts(&mut run, &admin).await;
    check_imports(&mut run, &admin).await;
    check_link_mutation(&mut run, &admin).await;
    check_user_administration(&mut run, &admin).await;
    check_own_account(&mut run, &oidc).await;
    check_second_factor(&mut run, &admin).await;

    assert!(run.remaining_calls.is_empty(), "these mutations are not tested: {:?}", run.remaining_calls.keys());
    let log = serde_json::to_string(&run.all_audit_events().await).unwrap();
    for secret in &run.secrets {
        assert!(!log.contains(secret), "{secret} is in the audit log");
    }
}

/// Publishes a release with the draft of a place and undoes it. Then cancels another release.
async fn check_releases(run: &mut ContractRun, admin: &TestClient, place: &str) {
    let payload = || Payload::Json(json!({ "name": "Spring" }));
    let release = id(&run.call_as_staff("createRelease", admin, ("", payload()), Subject::Created("release")).await);
    let (release_subject, place_subject) = (Subject::Existing("release", &release), Subject::Existing("place", place));
    let payload = Payload::Json(json!({ "name": "Summer" }));
    run.call_as_staff("updateRelease", admin, (&release, payload), release_subject).await;
    let path = format!("/api/businesses/{place}");
    let version = run.guide.anonymous().get(&path).await.json()["version"].clone();
    let draft = json!({ "baseVersion": version, "fields": { "phone": "8" } });
    admin.put(&format!("{path}/draft"), draft).await.is(200);
    run.call_as_staff("addReleaseDraft", admin, (&release, Payload::Nothing), place_subject).await;
    run.call_as_staff("removeReleaseDraft", admin, (&release, Payload::Nothing), place_subject).await;
    admin.put(&format!("/api/releases/{release}/drafts/businesses/{place}"), json!({})).await.is(204);
    run.call_as_staff("publishRelease", admin, (&release, Payload::Nothing), release_subject).await;
    run.call_as_staff("undoRelease", admin, (&release, Payload::Nothing), release_subject).await;
    let other = id(&admin.post("/api/releases", json!({ "name": "Autumn" })).await.is(201));
    run.call_as_staff("cancelRelease", admin, (&other, Payload::Nothing), Subject::Existing("release", &other)).await;
}

/// Calls the mutations of categories, places, articles, images, settings and standing pages, also those of likes,
/// drafts, previews, releases and revisions.
async fn check_console_records(run: &mut ContractRun, admin: &TestClient) {
    let payload = Payload::Json(json!({ "name": "Caves" }));
    let category = id(&run.call_as_staff("createCategory", admin, ("", payload), Subject::Created("category")).await);
    let payload = Payload::Json(json!({ "icon": "cave" }));
    run.call_as_staff("updateCategory", admin, (&category, payload), Subject::Existing("category", &category)).await;
    let boats = admin.add_category("Boats").await.to_string();
    run.call_as_staff("deleteCategory", admin, (&boats, Payload::Nothing), Subject::Existing("category", &boats)).await;
    run.call_as_staff("restoreCategory", admin, (&boats, Payload::Nothing), Subject::Existing("category", &boats))
        .await;

    let payload = Payload::Json(place_json("Hang Én", category.parse().unwrap()));
    let place = id(&run.call_as_staff("createPlace", admin, ("", payload), Subject::Created("place")).await);
    let subject = Subject::Existing("place", &place);
    run.call_as_staff("updatePlace", admin, (&place, Payload::Json(json!({ "phone": "+84 1" }))), subject).await;
    let (viewer, uid) = run.viewer_and_id();
    run.call_as("likePlace", &viewer, (&place, Payload::Nothing), (Some(&uid), subject)).await;
    run.call_as("unlikePlace", &viewer, (&place, Payload::Nothing), (Some(&uid), subject)).await;
    let payload = Payload::Json(json!({ "businessId": place.parse::<i64>().unwrap() }));
    run.call_as("toggleLike", &viewer, ("", payload), (Some(&uid), subject)).await;
    let draft = |version: i64| Payload::Json(json!({ "baseVersion": version, "fields": { "phone": "7" } }));
    run.call_as_staff("saveDraft", admin, (&place, draft(1)), subject).await;
    let shared = Payload::Json(json!({ "isShared": true }));
    run.call_as_staff("createPreview", admin, (&place, shared), subject).await;
    run.call_as_staff("deletePreview", admin, (&place, Payload::Nothing), subject).await;
    run.call_as_staff("deleteDraft", admin, (&place, Payload::Nothing), subject).await;
    let version = run.guide.anonymous().get(&format!("/api/businesses/{place}")).await.json()["version"].clone();
    let path = format!("/api/businesses/{place}/draft");
    admin.put(&path, json!({ "baseVersion": version, "fields": { "phone": "7" } })).await.is(200);
    run.call_as_staff("publishDraft", admin, (&place, Payload::Nothing), subject).await;
    check_releases(run, admin, &place).await;
    run.call_as_staff("updateRevision", admin, (&place, Payload::Json(json!({ "note": "First" }))), subject).await;
    run.call_as_staff("restoreRevision", admin, (&place, Payload::Json(json!({}))), subject).await;
    run.call_as_staff("deleteRevision", admin, (&place, Payload::Nothing), subject).await;
    run.call_as_staff("deleteRevisions", admin, (&place, Payload::Nothing), subject).await;
    run.call_as_staff("deletePlace", admin, (&place, Payload::Nothing), subject).await;
    run.call_as_staff("restorePlace", admin, (&place, Payload::Nothing), subject).await;
    let payload = Payload::Json(json!({ "ids": [place.parse::<i64>().unwrap()], "isVerified": true }));
    let undo = undo_id(&run.call_as_staff("updatePlaces", admin, ("", payload), subject).await);
    run.call_as_staff("undoUpdatePlaces", admin, (&undo, Payload::Nothing), subject).await;

    let payload = Payload::Json(article_json("By boat"));
    let article = id(&run.call_as_staff("createArticle", admin, ("", payload), Subject::Created("article")).await);
    let subject = Subject::Existing("article", &article);
    run.call_as_staff("updateArticle", admin, (&article, Payload::Json(json!({ "author": "Another" }))), subject).await;
    run.call_as_staff("deleteArticle", admin, (&article, Payload::Nothing), subject).await;
    run.call_as_staff("restoreArticle", admin, (&article, Payload::Nothing), subject).await;

    let image = id(&run.call_as_staff("addImage", admin, ("", Payload::Image), Subject::Created("image")).await);
    let subject = Subject::Existing("image", &image);
    run.call_as_staff("updateImage", admin, (&image, Payload::Json(json!({ "alt": "A boat" }))), subject).await;
    run.call_as_staff("replaceImage", admin, (&image, Payload::Image), subject).await;
    run.call_as_staff("deleteImage", admin, (&image, Payload::Nothing), subject).await;
    run.call_as_staff("restoreImage", admin, (&image, Payload::Nothing), subject).await;

    let payload = Payload::Json(json!({ "tagline": "Caves" }));
    run.call_as_staff("updateSettings", admin, ("", payload), Subject::Singleton("settings")).await;
    let pages = [
        ("updateGettingHere", "getting-here"),
        ("updateAbout", "about"),
        ("updateHelp", "help"),
        ("updatePrivacy", "privacy"),
    ];
    for (call, page) in pages {
        let payload = Payload::Json(standing_page_json(page));
        run.call_as_staff(call, admin, ("", payload), Subject::Existing("page", page)).await;
    }
}

/// Calls the mutations of guestbook entries, comments and contact messages.
async fn check_guestbook_and_messages(run: &mut ContractRun, admin: &TestClient) {
    let (viewer, uid) = run.viewer_and_id();
    let decision = || Payload::Json(json!({ "status": "approved" }));
    let decisions = |id: &str| Payload::Json(json!({ "ids": [id.parse::<i64>().unwrap()], "status": "rejected" }));
    let payload = Payload::Json(json!({ "message": "Mist on the river" }));
    let entry = id(&run.call_as("createEntry", &viewer, ("", payload), (Some(&uid), Subject::Created("entry"))).await);
    let subject = Subject::Existing("entry", &entry);
    run.call_as_staff("moderateEntry", admin, (&entry, decision()), subject).await;
    run.call_as_staff("undoModeration", admin, (&entry, Payload::Nothing), subject).await;
    let undo = undo_id(&run.call_as_staff("moderateEntries", admin, ("", decisions(&entry)), subject).await);
    run.call_as_staff("undoModerateEntries", admin, (&undo, Payload::Nothing), subject).await;
    run.call_as_staff("updateEntry", admin, (&entry, Payload::Json(json!({ "nationality": "Vietnam" }))), subject)
        .await;
    admin.moderate(entry.parse().unwrap(), "approved").await;
    let payload = Payload::Json(json!({ "comment": "Us too" }));
    let comment =
        run.call_as("createComment", &viewer, (&entry, payload), (Some(&uid), Subject::Created("comment"))).await;
    let comment = id(&comment);
    let set_pending = run.guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update guestbook_comment set status = 'pending'"))?;
            Ok::<_, StoreError>(())
        })
    });
    set_pending.await.unwrap();
    let comment_subject = Subject::Existing("comment", &comment);
    let undo = undo_id(&run.call_as_staff("moderateComments", admin, ("", decisions(&comment)), comment_subject).await);
    run.call_as_staff("undoModerateComments", admin, (&undo, Payload::Nothing), comment_subject).await;
    run.call_as_staff("moderateComment", admin, (&comment, decision()), comment_subject).await;
    run.call_as_staff("deleteComment", admin, (&comment, Payload::Nothing), comment_subject).await;
    run.call_as_staff("restoreComment", admin, (&comment, Payload::Nothing), comment_subject).await;
    run.call_as("deleteOwnEntry", &viewer, (&entry, Payload::Nothing), (Some(&uid), subject)).await;
    let payload = Payload::Json(json!({ "authorName": "Hoa Pham", "message": "Mist on the river" }));
    let entry = id(&run.call_as_staff("createAdminEntry", admin, ("", payload), Subject::Created("entry")).await);
    run.call_as_staff("deleteEntry", admin, (&entry, Payload::Nothing), Subject::Existing("entry", &entry)).await;
    run.call_as_staff("restoreEntry", admin, (&entry, Payload::Nothing), Subject::Existing("entry", &entry)).await;

    let (anonymous, payload) = (run.anonymous.without_token(), Payload::Json(crate::contact::contact_message_json()));
    let message = id(&run.call_as("sendMessage", &anonymous, ("", payload), (None, Subject::Created("message"))).await);
    let subject = Subject::Existing("message", &message);
    run.call_as_staff("updateMessage", admin, (&message, Payload::Json(json!({ "status": "answered" }))), subject)
        .await;
    run.call_as_staff("deleteMessage", admin, (&message, Payload::Nothing), subject).await;
    run.call_as_staff("restoreMessage", admin, (&message, Payload::Nothing), subject).await;
}

/// Creates an inquiry. The contract has no other mutation of inquiries.
async fn check_enquiries(run: &mut ContractRun, admin: &TestClient) {
    let category = admin.add_category("Stays").await;
    let place = with_changes(place_json("Lantern Lodge", category), crate::enquiries::place_fields_for_enquiries());
    let place = admin.add_place(place).await["id"].to_string();
    let (anonymous, payload) = (run.anonymous.without_token(), Payload::Json(crate::enquiries::enquiry_json()));
    run.call_as("createEnquiry", &anonymous, (&place, payload), (None, Subject::Created("enquiry"))).await;
}

/// Calls the mutations of owner replies. Then answers an owner reminder.
async fn check_owner_replies(run: &mut ContractRun, admin: &TestClient) {
    let owner = run.guide.owner("Minh Le").await.with_forwarded_for(CLIENT_ADDRESS);
    let category = admin.add_category("Lodges").await;
    let place = owner.add_place(place_json("Lantern House", category)).await["id"].clone();
    let public = json!({ "isActive": true, "phone": "+84 232 000 111" });
    admin.put(&format!("/api/businesses/{place}"), public).await.is(200);
    let entry = json!({ "authorName": "Hoa Pham", "message": "A quiet night", "relatedPlaceId": place });
    let entry = id(&admin.post("/api/admin/guestbook", entry).await.is(201));
    let reply = || Payload::Json(json!({ "comment": "Thank you" }));
    run.call_as_staff("createOwnerReply", &owner, (&entry, reply()), Subject::Created("comment")).await;
    let reply = run.call_as_staff("updateOwnerReply", &owner, (&entry, reply()), Subject::Created("comment")).await;
    let reply = id(&reply);
    let subject = Subject::Existing("comment", &reply);
    run.call_as_staff("deleteOwnerReply", &owner, (&entry, Payload::Nothing), subject).await;

    cms::owner_reminders::task::queue_due_reminders(&run.guide.app).await.unwrap();
    let token = token_in(&run.guide.emailed_link("minh-le@example.org").await);
    let payload = Payload::Json(json!({ "token": run.remember_secret(&token), "answer": "confirm" }));
    let (anonymous, uid) = (run.anonymous.without_token(), owner.id.clone().unwrap().0);
    let place = place.to_string();
    let subject = Subject::Existing("place", &place);
    run.call_as("answerOwnerReminder", &anonymous, ("", payload), (Some(&uid), subject)).await;
}

/// Sends a report and calls the mutations of the proposal that the report creates.
async fn check_proposals(run: &mut ContractRun, admin: &TestClient) {
    let category = admin.add_category("Ferries").await;
    let place = admin.add_place(with_changes(place_json("Lantern Ferry", category), json!({ "isActive": true }))).await;
    let report = |kind: &str| json!({ "placeId": place["id"], "version": 1, "kind": kind, "phone": "+84 1" });
    let (anonymous, payload) = (run.anonymous.without_token(), Payload::Json(report("wrongContact")));
    let subject = Subject::Existing("proposal", "1");
    run.call_as("createReport", &anonymous, ("", payload), (None, subject)).await;
    run.call_as_staff("acceptProposal", admin, ("1", Payload::Json(json!({ "note": "Called" }))), subject).await;
    run.call_as_staff("undoProposal", admin, ("1", Payload::Nothing), subject).await;
    run.call_as_staff("declineProposal", admin, ("1", Payload::Json(json!({}))), subject).await;
}

/// Calls the mutations of claims. Also withdraws a proposal, which a change by the new owner creates.
async fn check_claims(run: &mut ContractRun, admin: &TestClient) {
    let owner = run.guide.owner("Claiming Owner").await.with_forwarded_for(CLIENT_ADDRESS);
    let other = run.guide.owner("Other Owner").await.with_forwarded_for(CLIENT_ADDRESS);
    let (own_id, other_id) = (owner.id.clone().unwrap().0, other.id.clone().unwrap().0);
    let website = crate::webhook_receiver::WebhookReceiver::spawn().await;
    let category = admin.add_category("Piers").await;
    let add_place = async |name: &str, contact: Value| {
        let contact = with_changes(contact, json!({ "isActive": true }));
        admin.add_place(with_changes(place_json(name, category), contact)).await["id"].to_string()
    };
    let place = add_place("Lantern Pier", json!({ "email": "boats@example.org" })).await;
    let path = format!("/api/businesses/{place}");
    let payload = Payload::Json(json!({ "method": "email" }));
    let created =
        run.call_as("createClaim", &owner, (&place, payload), (Some(&own_id), Subject::Created("claim"))).await;
    let (claim, code) = (id(&created), crate::claims::emailed_claim_code(&run.guide).await);
    run.remember_secret(&code);
    let (payload, subject) = (Payload::Json(json!({ "code": code })), Subject::Existing("claim", &claim));
    run.call_as("confirmClaim", &owner, (&claim, payload), (Some(&own_id), subject)).await;
    owner.put(&path, json!({ "name": "Lantern Wharf" })).await.is(200);
    let pending_proposal = owner.get(&format!("{path}/proposals")).await.is(200).json()[0]["id"].to_string();
    let proposal_subject = Subject::Existing("proposal", &pending_proposal);
    run.call_as("withdrawProposal", &owner, (&pending_proposal, Payload::Nothing), (Some(&own_id), proposal_subject))
        .await;
    run.call_as_staff("revokeClaim", admin, (&claim, Payload::Json(json!({ "note": "A mistake" }))), subject).await;

    let begin_claim = async |place: &str, method: &str| {
        other.post(&format!("/api/businesses/{place}/claims"), json!({ "method": method })).await.is(201).json()
    };
    let wharf = add_place("Lantern Wharf", json!({ "website": website.url() })).await;
    let website_claim = begin_claim(&wharf, "website").await;
    website.respond_with_text(200, website_claim["token"].as_str().unwrap());
    let claim = website_claim["id"].to_string();
    let subject = Subject::Existing("claim", &claim);
    run.call_as("checkClaim", &other, (&claim, Payload::Nothing), (Some(&other_id), subject)).await;
    let claim = begin_claim(&place, "call").await["id"].to_string();
    let payload = || Payload::Json(json!({ "note": "Called them" }));
    run.call_as_staff("approveClaim", admin, (&claim, payload()), Subject::Existing("claim", &claim)).await;
    admin.post(&format!("/api/admin/claims/{claim}/revoke"), json!({})).await.is(200);
    let claim = begin_claim(&place, "call").await["id"].to_string();
    run.call_as_staff("declineClaim", admin, (&claim, payload()), Subject::Existing("claim", &claim)).await;
    let claim = begin_claim(&place, "call").await["id"].to_string();
    let subject = Subject::Existing("claim", &claim);
    run.call_as("withdrawClaim", &other, (&claim, Payload::Nothing), (Some(&other_id), subject)).await;
}

/// Calls the mutations of users and API tokens.
async fn check_user_administration(run: &mut ContractRun, admin: &TestClient) {
    let body = json!({ "email": "hoa@example.org", "firstName": "Hoa", "lastName": "Pham", "role": "viewer" });
    let user = id(&run.call_as_staff("createUser", admin, ("", Payload::Json(body)), Subject::Created("user")).await);
    let subject = Subject::Existing("user", &user);
    run.call_as_staff("updateUser", admin, (&user, Payload::Json(json!({ "role": "business_owner" }))), subject).await;
    run.call_as_staff("sendInvitation", admin, (&user, Payload::Nothing), subject).await;
    let created = run.call_as_staff("createPasswordLink", admin, (&user, Payload::Nothing), subject).await.json();
    run.remember_secret(&token_in(created["link"].as_str().unwrap()));
    run.guide.insert_api_token(&cms::common::id::AccountId(user.clone())).await;
    run.call_as_staff("revokeUserToken", admin, (&user, Payload::Nothing), subject).await;
    let (uid, body) = (admin.id.clone().unwrap().0, crate::api_tokens::api_token_json(&["read"]));
    let own = Subject::Existing("user", &uid);
    let created = run.call_as_staff("createApiToken", admin, ("", Payload::Json(body)), own).await.json();
    run.remember_secret(created["token"].as_str().unwrap());
    let token = created["details"]["id"].to_string();
    run.call_as("revokeApiToken", admin, (&token, Payload::Nothing), (Some(&uid), own)).await;
    run.call_as_staff("deleteUser", admin, (&user, Payload::Nothing), subject).await;
}

/// Calls the mutations that change the caller's own account and sessions, from sign-up to deletion.
async fn check_own_account(run: &mut ContractRun, oidc: &FakeOidcProvider) {
    let anonymous = run.anonymous.without_token();
    let email = "newcomer@example.org";
    let body = json!({ "firstName": "New", "lastName": "Comer", "email": email, "password": PASSWORD });
    let (sign_up, row) = run.check_refusals_and_audit_event("signUp", &anonymous, ("", Payload::Json(body))).await;
    let uid = sign_up.json()["user"]["uid"].as_str().unwrap().to_owned();
    assert_eq!((row.account_id.unwrap().0, row.subject_id.unwrap()), (uid.clone(), uid.clone()));
    let own = (Some(uid.as_str()), Subject::Existing("user", &uid));
    let newcomer = run.with_session(&sign_up);
    run.call_as("requestVerification", &newcomer, ("", Payload::Nothing), own).await;
    let ticket = token_in(&run.guide.emailed_link(email).await);
    let payload = Payload::Json(json!({ "token": run.remember_secret(&ticket), "password": PASSWORD }));
    run.call_as("confirmVerification", &anonymous, ("", payload), own).await;
    let payload = Payload::Json(json!({ "email": email, "password": PASSWORD }));
    let session = run.call_as("signIn", &anonymous, ("", payload), own).await;
    run.with_session(&session);
    let payload = Payload::Cookie(received_refresh_cookie(&session).unwrap());
    let session = run.call_as("refreshSession", &anonymous, ("", payload), own).await;
    run.with_session(&session);
    let refresh_cookie = received_refresh_cookie(&session).unwrap();
    run.call_as("signOut", &anonymous, ("", Payload::Cookie(refresh_cookie.clone())), own).await;
    // A sign-out without a session leaves no audit event. Otherwise anyone could fill the audit log.
    let rows = run.all_audit_events().await.len();
    anonymous.send(Method::POST, "/api/auth/sign-out", &[("cookie", &refresh_cookie)], None).await.is(204);
    anonymous.send(Method::POST, "/api/auth/sign-out", &[], None).await.is(204);
    assert_eq!(run.all_audit_events().await.len(), rows);

    // The audit event of a password reset for an unknown email address has no subject.
    let payload = Payload::Json(json!({ "email": "nobody@example.org" }));
    run.call_as("requestPasswordReset", &anonymous, ("", payload), (None, Subject::Nothing)).await;
    anonymous.post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    let row = run.all_audit_events().await.remove(0);
    assert_eq!((row.account_id, row.subject_id.as_ref()), (None, Some(&uid)));
    let ticket = token_in(&run.guide.emailed_link(email).await);
    let password = run.remember_secret("a raft on the Chay");
    let payload = Payload::Json(json!({ "token": run.remember_secret(&ticket), "password": password }));
    run.call_as("confirmPasswordReset", &anonymous, ("", payload), own).await;
    let session = anonymous.sign_in(email, &password).await.is(200);
    let newcomer = run.with_session(&session);
    let payload = Payload::Json(json!({ "currentPassword": password, "newPassword": PASSWORD }));
    let session = run.call_as("changePassword", &newcomer, ("", payload), own).await;
    let newcomer = run.with_session(&session);
    run.call_as("syncIdentity", &newcomer, ("", Payload::Json(json!({}))), own).await;
    run.call_as("updateAccount", &newcomer, ("", Payload::Json(json!({ "firstName": "Newer" }))), own).await;

    // The callback is a GET, but it creates a session and therefore leaves an audit event.
    anonymous.sign_in_via(oidc, "google", json!({ "sub": "1", "email": email })).await.is(200);
    let row = run.all_audit_events().await.remove(0);
    assert_eq!((row.action.as_str(), row.account_id.unwrap().0.as_str()), ("completeFederatedSignIn", uid.as_str()));
    run.secrets.extend(oidc.secrets());
    run.call_as("unlinkFederated", &newcomer, ("google", Payload::Nothing), own).await;

    let sessions = newcomer.get("/api/auth/sessions").await.is(200).json();
    let session = sessions.as_array().unwrap().iter().find(|one| one["isCurrent"] == false).unwrap()["id"].clone();
    run.call_as("revokeSession", &newcomer, (session.as_str().unwrap(), Payload::Nothing), own).await;
    run.call_as("signOutEverywhere", &newcomer, ("", Payload::Nothing), own).await;
    let session = anonymous.sign_in(email, PASSWORD).await.is(200);
    let newcomer = run.with_session(&session);
    // Only an account without a password is deleted with a deletion code, so the test removes the password.
    let id = cms::common::id::AccountId(uid.clone());
    let work = run.guide.app.db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update account set password_hash = null where id = $1").bind(id))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    run.call_as("requestDeletionCode", &newcomer, ("", Payload::Nothing), own).await;
    let code = crate::accounts::emailed_deletion_code(&run.guide).await;
    let code = run.remember_secret(&code);
    run.call_as("deleteAccount", &newcomer, ("", Payload::Json(json!({ "code": code }))), own).await;
}

async fn check_webhooks(run: &mut ContractRun, admin: &TestClient) {
    let payload = Payload::Json(crate::webhooks::webhook_json());
    let created = run.call_as_staff("createWebhook", admin, ("", payload), Subject::Created("webhook")).await;
    run.remember_secret(created.json()["secret"].as_str().unwrap());
    let webhook = id(&created);
    let subject = Subject::Existing("webhook", &webhook);
    let payload = Payload::Json(json!({ "description": "Another" }));
    run.call_as_staff("updateWebhook", admin, (&webhook, payload), subject).await;
    let rotated = run.call_as_staff("rotateWebhookSecret", admin, (&webhook, Payload::Nothing), subject).await;
    run.remember_secret(rotated.json()["secret"].as_str().unwrap());
    let delivery = id(&run.call_as_staff("testWebhook", admin, (&webhook, Payload::Nothing), subject).await);
    run.call_as_staff("redeliverWebhook", admin, (&delivery, Payload::Nothing), subject).await;
    run.call_as_staff("deleteWebhook", admin, (&webhook, Payload::Nothing), subject).await;
}

async fn check_alerts(run: &mut ContractRun, admin: &TestClient) {
    let payload = Payload::Json(json!({ "level": "danger", "scope": "guide", "text": "A flood" }));
    let created = run.call_as_staff("createAlert", admin, ("", payload), Subject::Created("alert")).await;
    let alert = id(&created);
    let subject = Subject::Existing("alert", &alert);
    let payload = Payload::Json(json!({ "text": "A great flood" }));
    run.call_as_staff("updateAlert", admin, (&alert, payload), subject).await;
    run.call_as_staff("endAlert", admin, (&alert, Payload::Nothing), subject).await;
}

async fn check_link_mutation(run: &mut ContractRun, admin: &TestClient) {
    let category = admin.add_category("Linked").await;
    let link = crate::quality::add_place_and_collect_its_link(&run.guide, admin, category).await.to_string();
    run.call_as_staff("checkLink", admin, (&link, Payload::Nothing), Subject::Nothing).await;
}

async fn check_imports(run: &mut ContractRun, admin: &TestClient) {
    let created = run.call_as_staff("createImport", admin, ("", Payload::Csv), Subject::Created("import")).await;
    let import = id(&created);
    let subject = Subject::Existing("import", &import);
    cms::imports::task::process_due_imports(&run.guide.app).await.unwrap();
    let columns = created.json()["mapping"]["columns"].clone();
    let category = admin.add_category("Imported").await;
    let payload = Payload::Json(json!({ "columns": columns, "defaultCategoryId": category }));
    run.call_as_staff("updateImportMapping", admin, (&import, payload), subject).await;
    cms::imports::task::process_due_imports(&run.guide.app).await.unwrap();
    let payload = Payload::Json(json!({ "remaining": "create" }));
    run.call_as_staff("decideImportRows", admin, (&import, payload), subject).await;
    run.call_as_staff("applyImport", admin, (&import, Payload::Json(json!({}))), subject).await;
    cms::imports::task::process_due_imports(&run.guide.app).await.unwrap();
    run.call_as_staff("undoImport", admin, (&import, Payload::Nothing), subject).await;
    cms::imports::task::process_due_imports(&run.guide.app).await.unwrap();
    run.call_as_staff("deleteImport", admin, (&import, Payload::Nothing), subject).await;
}

async fn check_second_factor(run: &mut ContractRun, admin: &TestClient) {
    let uid = admin.id.clone().unwrap().0;
    let own = (Some(uid.as_str()), Subject::Existing("user", &uid));
    let payload = Payload::Json(json!({ "password": PASSWORD }));
    let enrollment = run.call_as("beginSecondFactorEnrollment", admin, ("", payload), own).await.json();
    let secret = run.remember_secret(enrollment["secret"].as_str().unwrap());
    let totp = Builder::new().with_secret(Secret::try_from_base32(&secret).unwrap()).build().unwrap();
    let code = totp.generate(run.guide.app.clock.now().unix_seconds() as u64).to_string();
    let payload = Payload::Json(json!({ "code": code }));
    let confirmed = run.call_as("confirmSecondFactor", admin, ("", payload), own).await.json();
    let codes = confirmed["recoveryCodes"].as_array().unwrap().iter();
    run.secrets.extend(codes.map(|code| code.as_str().unwrap().to_owned()));
    let payload = Payload::Json(json!({ "currentPassword": PASSWORD }));
    run.call_as("removeSecondFactor", admin, ("", payload), own).await;
}

#[rstest]
#[tokio::test]
async fn rolled_back_write_leaves_no_audit_event(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (_, id) = guide.add_account("Linh Tran", Role::Viewer).await;
    let audit = AuditContext::command("test", guide.app.clock.now());
    let failed_write = guide.app.db.write(move |tx| {
        Box::pin(async move {
            let account = cms::auth::domain::accounts::by_id(tx, &id).await?.unwrap();
            audit.log_action_on(tx, &account).await?;
            Err::<(), _>(StoreError::NotFound)
        })
    });
    assert!(failed_write.await.is_err());
    assert!(
        list(&guide.app.db, &AuditLogQuery { limit: 10, ..AuditLogQuery::default() }).await.unwrap().items.is_empty()
    );
}
