//! Tests of the policy for each caller, call, record and request field. A test fails if a call or a request field of
//! the contract is missing in this file. A refused call must change no row, except in `rate_limit`.

use std::collections::{BTreeMap, BTreeSet};

use cms::auth::domain::accounts::Role;
use cms::common::id::AccountId;
use cms::db::engine::{Db, StoreError};
use cms::{execute, with_pool};
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::fixtures::{article_json, place_json, png_image, standing_page_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, TestAppSnapshot};
use crate::test_client::{PASSWORD, TestClient, TestResponse};

/// The arguments of the server. Webhooks may have addresses on this machine, and link checks are enabled.
const POLICY_SERVER_ARGUMENTS: [&str; 5] =
    ["--api-only", "--webhook-allowed-networks", "127.0.0.1", "--check-links", "true"];

/// The callers, in the order of the expected statuses. The last caller was deactivated after its sign-in.
const CALLER_DESCRIPTIONS: [&str; 5] =
    ["an anonymous caller", "a viewer", "an owner", "an admin", "a deactivated admin"];

/// Fields that could give a caller more rights. A request with such a field is refused if its schema lacks the field.
const PRIVILEGED_FIELDS: [&str; 14] = [
    "role",
    "isActive",
    "isAdmin",
    "isVerified",
    "isPremium",
    "isRecommended",
    "ownerId",
    "status",
    "spamScore",
    "uid",
    "id",
    "passwordHash",
    "isEmailVerified",
    "hasSecondFactor",
];

/// An app with callers of all roles, and records of every kind in the states that the policy distinguishes.
struct PolicyFixture {
    guide: TestApp,
    callers: [TestClient; 5],
    place_of_owner: i64,
    hidden_place_of_owner: i64,
    place_of_other_owner: i64,
    hidden_place_of_other_owner: i64,
    deleted_place_of_owner: i64,
    deleted_article: i64,
    deleted_entry: i64,
    deleted_comment: i64,
    deleted_contact_message: i64,
    category: i64,
    empty_category: i64,
    article: i64,
    scheduled_article: i64,
    inactive_article: i64,
    /// A pending entry of the viewer.
    entry_of_viewer: i64,
    /// An approved entry of another owner.
    approved_entry_of_other_owner: i64,
    /// An approved entry about the owner's place.
    entry_about_place_of_owner: i64,
    /// An approved entry about the owner's place, with a pending owner reply.
    entry_with_pending_reply: i64,
    pending_comment: i64,
    /// The undo id of a bulk change of places by an admin.
    places_undo_id: i64,
    entries_undo_id: i64,
    comments_undo_id: i64,
    /// An open release without drafts.
    release: i64,
    /// An open release with one draft.
    release_with_draft: i64,
    published_release: i64,
    viewer_account: AccountId,
    target_account: AccountId,
    /// A user without a password.
    invited_user: String,
    session_of_other_account: String,
    contact_message: i64,
    enquiry_to_place_of_owner: i64,
    enquiry_to_place_of_other_owner: i64,
    open_proposal: i64,
    declined_proposal: i64,
    /// A claim of the owner to a place of another owner. The team has not made the phone call that proves it.
    claim_of_owner: i64,
    deleted_category: i64,
    deleted_image_of_owner: i64,
    image_of_owner_deleted_by_admin: i64,
    image_of_owner: i64,
    image_of_other_owner: i64,
    /// The ticket of the owner's preview. This preview has the id 1.
    preview_ticket: String,
    webhook: i64,
    webhook_delivery: i64,
    alert: i64,
    /// A checked import with a row that creates a place.
    import: i64,
    link: i64,
}

impl PolicyFixture {
    async fn start(engine: Engine) -> Option<Self> {
        let guide = TestApp::start_with_arguments(engine, &POLICY_SERVER_ARGUMENTS).await?;
        let admin = guide.admin().await;
        let viewer = guide.viewer("Linh Tran").await;
        let owner = guide.owner("Minh Le").await;
        let other_owner = guide.owner("Hoa Pham").await;
        let (_, target_account) = guide.add_account("Target Person", Role::Viewer).await;
        guide.insert_api_token(&target_account).await;
        let invited_user = json!({ "email": "invited@example.org", "firstName": "Invited", "lastName": "Person" });
        let invited_user =
            admin.post("/api/admin/users", invited_user).await.is(201).json()["id"].as_str().unwrap().to_owned();
        let deactivated_admin = guide.client_with_role("Gone Admin", Role::Admin).await;
        let category = admin.add_category("Caves").await;
        let empty_category = admin.add_category("Boats").await;
        let place = async |client: &TestClient, name: &str, is_public: bool| {
            let place = client.add_place(place_json(name, category)).await["id"].as_i64().unwrap();
            if is_public {
                admin.put(&format!("/api/businesses/{place}"), json!({ "isActive": true })).await.is(200);
            }
            place
        };
        let place_of_owner = place(&owner, "Minh's Cave", true).await;
        let hidden_place_of_owner = place(&owner, "Minh's Other Cave", false).await;
        let place_of_other_owner = place(&other_owner, "Hoa's Cave", true).await;
        let hidden_place_of_other_owner = place(&other_owner, "Hoa's Other Cave", false).await;
        let article = async |changes: Value| {
            let article = with_changes(article_json("By boat"), changes);
            admin.post("/api/articles", article).await.is(201).json()["id"].as_i64().unwrap()
        };
        let inactive_article = article(json!({ "isActive": false })).await;
        let scheduled_article = article(json!({ "publicationDate": "2027-01-01T00:00:00Z" })).await;
        let deleted_article = article(json!({})).await;
        admin.delete(&format!("/api/articles/{deleted_article}")).await.is(204);
        let article = article(json!({})).await;
        let deleted_place_of_owner = place(&owner, "Minh's Lost Cave", false).await;
        admin.delete(&format!("/api/businesses/{deleted_place_of_owner}")).await.is(204);
        let sessions = other_owner.get("/api/auth/sessions").await.is(200).json();
        let session_of_other_account = sessions[0]["id"].as_str().unwrap().to_owned();
        let entry_of_viewer = viewer.add_entry("It waits").await["id"].as_i64().unwrap();
        let approved_entry_of_other_owner = other_owner.add_entry("It is shown").await["id"].as_i64().unwrap();
        admin.moderate(approved_entry_of_other_owner, "approved").await;
        let add_approved_entry_about_place_of_owner = async |text: &str| {
            let entry = json!({ "message": text, "relatedPlaceId": place_of_owner });
            let entry = viewer.post("/api/guestbook", entry).await.is(201).json()["id"].as_i64().unwrap();
            admin.moderate(entry, "approved").await;
            entry
        };
        let entry_about_place_of_owner = add_approved_entry_about_place_of_owner("It can be replied to").await;
        let entry_with_pending_reply = add_approved_entry_about_place_of_owner("It has a reply").await;
        let owner_reply_path = format!("/api/guestbook/{entry_with_pending_reply}/owner-reply");
        let comment = async |text: &str| {
            let path = format!("/api/guestbook/{approved_entry_of_other_owner}/comments");
            other_owner.post(&path, json!({ "comment": text })).await.is(201).json()["id"].as_i64().unwrap()
        };
        let (pending_comment, rejected_comment) = (comment("It waits, too").await, comment("It is rejected").await);
        let work = guide.app.db.write(|tx| {
            Box::pin(async move {
                execute!(tx, sqlx::query("update guestbook_comment set status = 'pending'"))?;
                Ok::<_, StoreError>(())
            })
        });
        work.await.unwrap();
        owner.post(&owner_reply_path, json!({ "comment": "Thank you" })).await.is(201);
        let deleted_comment = comment("It is deleted").await;
        admin.delete(&format!("/api/admin/comments/{deleted_comment}")).await.is(204);
        let deleted_entry = viewer.add_entry("It is deleted").await["id"].as_i64().unwrap();
        admin.delete(&format!("/api/admin/guestbook/{deleted_entry}")).await.is(204);
        let run_bulk_change = async |path: &str, change: Value| {
            let path = format!("/api/admin/{path}/bulk");
            admin.post(&path, change).await.is(200).json()["undoId"].as_i64().unwrap()
        };
        let places_undo_id =
            run_bulk_change("businesses", json!({ "ids": [place_of_other_owner], "isRecommended": true })).await;
        let rejected_entry = other_owner.add_entry("It is rejected").await["id"].as_i64().unwrap();
        let entries_undo_id =
            run_bulk_change("guestbook", json!({ "ids": [rejected_entry], "status": "rejected" })).await;
        let comments_undo_id =
            run_bulk_change("comments", json!({ "ids": [rejected_comment], "status": "rejected" })).await;
        let upload_image = async |client: &TestClient| client.add_image("A boat").await["id"].as_i64().unwrap();
        let (image_of_owner, image_of_other_owner) = (upload_image(&owner).await, upload_image(&other_owner).await);
        let (deleted_image_of_owner, image_of_owner_deleted_by_admin) =
            (upload_image(&owner).await, upload_image(&owner).await);
        owner.delete(&format!("/api/media/{deleted_image_of_owner}")).await.is(204);
        admin.delete(&format!("/api/media/{image_of_owner_deleted_by_admin}")).await.is(204);
        let deleted_category = admin.add_category("Ferries").await;
        admin.delete(&format!("/api/categories/{deleted_category}")).await.is(204);
        let contact_message =
            guide.anonymous().post("/api/contact", crate::contact::contact_message_json()).await.is(201).json();
        let deleted_contact_message =
            guide.anonymous().post("/api/contact", crate::contact::spam_contact_message_json()).await.is(201).json();
        let deleted_contact_message = deleted_contact_message["id"].as_i64().unwrap();
        admin.delete(&format!("/api/admin/contact/{deleted_contact_message}")).await.is(204);
        let mut enquiries = Vec::new();
        for place in [place_of_owner, place_of_other_owner] {
            admin.put(&format!("/api/businesses/{place}"), json!({ "enquiryFormEnabled": true })).await.is(200);
            let path = format!("/api/businesses/{place}/enquiries");
            let receipt = guide.anonymous().post(&path, crate::enquiries::enquiry_json()).await.is(201).json();
            enquiries.push(receipt["id"].as_i64().unwrap());
        }
        let mut proposals = Vec::new();
        for place in [place_of_other_owner, place_of_owner] {
            proposals.push(crate::proposals::report_wrong_hours_and_get_proposal_id(&guide, &admin, place).await);
        }
        let claim = json!({ "method": "call" });
        let claim = owner.post(&format!("/api/businesses/{place_of_other_owner}/claims"), claim).await.is(201).json();
        let decline = format!("/api/admin/proposals/{}/decline", proposals[1]);
        admin.post(&decline, json!({})).await.is(200);
        for place in [place_of_owner, place_of_other_owner] {
            let version = &admin.get(&format!("/api/businesses/{place}")).await.is(200).json()["version"];
            let draft = json!({ "baseVersion": version, "fields": { "phone": "3" } });
            admin.put(&format!("/api/businesses/{place}/draft"), draft).await.is(200);
        }
        let release = async |name: &str| {
            admin.post("/api/releases", json!({ "name": name })).await.is(201).json()["id"].as_i64().unwrap()
        };
        let (release_with_draft, published_release) = (release("Spring").await, release("Summer").await);
        for (release, place) in
            [(release_with_draft, hidden_place_of_other_owner), (published_release, hidden_place_of_owner)]
        {
            let draft = json!({ "baseVersion": 1, "fields": { "phone": "3" } });
            admin.put(&format!("/api/businesses/{place}/draft"), draft).await.is(200);
            admin.put(&format!("/api/releases/{release}/drafts/businesses/{place}"), json!({})).await.is(204);
        }
        admin.post(&format!("/api/releases/{published_release}/publish"), json!({})).await.is(200);
        let release = release("Autumn").await;
        let path = format!("/api/businesses/{place_of_owner}/previews");
        let preview = owner.post(&path, json!({ "isShared": true })).await.is(201).json();
        let ticket = crate::previews::preview_ticket(&preview);
        let webhook = admin.post("/api/webhooks", crate::webhooks::webhook_json()).await.is(201).json()["id"].clone();
        let delivery = admin.post(&format!("/api/webhooks/{webhook}/test"), json!({})).await.is(200).json();
        let alert = crate::alerts::alert_json(&[place_of_owner]);
        let alert = admin.post("/api/admin/alerts", alert).await.is(201).json()["id"].as_i64().unwrap();
        let import = crate::imports::upload_and_check_csv(&guide, &admin, &crate::imports::csv_of_one_place()).await;
        let link = crate::quality::add_place_and_collect_its_link(&guide, &admin, category).await;
        let id = deactivated_admin.id.clone().unwrap();
        let work = guide.app.db.write(move |tx| {
            Box::pin(async move {
                execute!(tx, sqlx::query("update account set is_active = false where id = $1").bind(id))?;
                Ok::<_, StoreError>(())
            })
        });
        work.await.unwrap();
        let viewer_id = viewer.id.clone().unwrap();
        Some(Self {
            callers: [guide.anonymous(), viewer, owner, admin, deactivated_admin],
            guide,
            place_of_owner,
            hidden_place_of_owner,
            place_of_other_owner,
            hidden_place_of_other_owner,
            entry_of_viewer,
            approved_entry_of_other_owner,
            entry_about_place_of_owner,
            entry_with_pending_reply,
            pending_comment,
            places_undo_id,
            entries_undo_id,
            comments_undo_id,
            release,
            release_with_draft,
            published_release,
            deleted_place_of_owner,
            deleted_article,
            deleted_entry,
            deleted_comment,
            deleted_contact_message,
            category,
            empty_category,
            article,
            scheduled_article,
            inactive_article,
            viewer_account: viewer_id,
            target_account,
            invited_user,
            session_of_other_account,
            contact_message: contact_message["id"].as_i64().unwrap(),
            enquiry_to_place_of_owner: enquiries[0],
            enquiry_to_place_of_other_owner: enquiries[1],
            open_proposal: proposals[0],
            declined_proposal: proposals[1],
            claim_of_owner: claim["id"].as_i64().unwrap(),
            deleted_category,
            deleted_image_of_owner,
            image_of_owner_deleted_by_admin,
            image_of_owner,
            image_of_other_owner,
            preview_ticket: ticket,
            webhook: webhook.as_i64().unwrap(),
            webhook_delivery: delivery["id"].as_i64().unwrap(),
            alert,
            import: import["id"].as_i64().unwrap(),
            link,
        })
    }
}

impl PolicyFixture {
    /// Closes the app, starts another one on a new copy of the data, and moves the callers to it.
    async fn restart_on_copy(&mut self, snapshot: &mut TestAppSnapshot) {
        self.guide.app.db.close().await;
        self.guide = snapshot.start_copy(&POLICY_SERVER_ARGUMENTS).await;
        self.callers.iter_mut().for_each(|caller| *caller = caller.on_server(&self.guide));
    }
}

/// One call with its record or request, and the expected status for each caller.
struct PolicyCase {
    operation: &'static str,
    case_description: &'static str,
    id: String,
    query: &'static str,
    body: Option<Value>,
    /// The text fields that are sent together with a file. `None` if the call uploads no file.
    upload_fields: Option<&'static [(&'static str, &'static str)]>,
    expected_statuses: [u16; 5],
}

fn case(operation: &'static str, case_description: &'static str, expected_statuses: [u16; 5]) -> PolicyCase {
    PolicyCase {
        operation,
        case_description,
        id: String::new(),
        query: "",
        body: None,
        upload_fields: None,
        expected_statuses,
    }
}

impl PolicyCase {
    fn with_id(self, id: impl ToString) -> Self {
        Self { id: id.to_string(), ..self }
    }

    fn with_query(self, query: &'static str) -> Self {
        Self { query, ..self }
    }

    fn with_upload_fields(self, fields: &'static [(&'static str, &'static str)]) -> Self {
        Self { upload_fields: Some(fields), ..self }
    }

    fn with_body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }
}

// The expected statuses of common cases, in the order of `CALLER_DESCRIPTIONS`.
const OK_FOR_ALL_CALLERS: [u16; 5] = [200; 5];
const OK_FOR_VALID_OR_NO_TOKEN: [u16; 5] = [200, 200, 200, 200, 401];
const OK_FOR_SIGNED_IN_CALLERS: [u16; 5] = [401, 200, 200, 200, 401];
const OK_FOR_STAFF: [u16; 5] = [401, 403, 200, 200, 401];
const OK_FOR_ADMINS: [u16; 5] = [401, 403, 403, 200, 401];

/// Every call of the contract, with the expected status for each caller (R161 to R165, R205).
fn cases(fixture: &PolicyFixture) -> Vec<PolicyCase> {
    let place = |name: &str| place_json(name, fixture.category);
    let mut cases = vec![
        case("listPlaces", "shown ones", OK_FOR_VALID_OR_NO_TOKEN),
        case("listPlaces", "all of them", OK_FOR_STAFF).with_query("?showAll=true"),
        case("listPlaces", "to verify again", OK_FOR_ADMINS).with_query("?recheck=true"),
        case("listPlaces", "with an owner", OK_FOR_ADMINS).with_query("?ownerId=any"),
        case("listPlaces", "without hours", OK_FOR_STAFF).with_query("?missing=hours"),
        case("listPlaces", "not checked since", OK_FOR_STAFF).with_query("?checkedBefore=2026-05-31"),
        case("exportPlacesGeoJson", "shown ones", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportPlacesJson", "shown ones", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportPlacesCsv", "shown ones", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportArticlesJson", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportArticlesCsv", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportCategoriesJson", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportCategoriesCsv", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("listSuggestions", "shown ones", OK_FOR_VALID_OR_NO_TOKEN).with_query("?q=cave"),
        case("parseOpeningHours", "hours that somebody writes", OK_FOR_STAFF).with_query("?hours=24/7"),
        case("getPlace", "shown", OK_FOR_VALID_OR_NO_TOKEN).with_id(fixture.place_of_other_owner),
        case("getPlace", "hidden, the owner's", [404, 404, 200, 200, 401]).with_id(fixture.hidden_place_of_owner),
        case("getPlace", "hidden, another's", [404, 404, 404, 200, 401]).with_id(fixture.hidden_place_of_other_owner),
        case("createPlace", "", [401, 403, 201, 201, 401]).with_body(place("A new cave")),
        case("updatePlace", "the owner's", OK_FOR_STAFF)
            .with_id(fixture.place_of_owner)
            .with_body(json!({ "phone": "1" })),
        case("updatePlace", "another's", OK_FOR_ADMINS)
            .with_id(fixture.place_of_other_owner)
            .with_body(json!({ "phone": "1" })),
        case("updatePlace", "hidden, another's", OK_FOR_ADMINS)
            .with_id(fixture.hidden_place_of_other_owner)
            .with_body(json!({ "phone": "1" })),
        case("deletePlace", "the owner's", [401, 403, 403, 204, 401]).with_id(fixture.place_of_owner),
        case("deletePlace", "another's", [401, 403, 403, 204, 401]).with_id(fixture.place_of_other_owner),
        case("listPlaceTrash", "", OK_FOR_ADMINS),
        case("restorePlace", "the owner's", OK_FOR_ADMINS).with_id(fixture.deleted_place_of_owner),
        case("updatePlaces", "the owner's", OK_FOR_ADMINS)
            .with_body(json!({ "ids": [fixture.place_of_owner], "isVerified": true })),
        case("undoUpdatePlaces", "by an admin", OK_FOR_ADMINS).with_id(fixture.places_undo_id),
        case("listAlerts", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportAlertsGeoJson", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("exportAlertsAtom", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("listAllAlerts", "", OK_FOR_ADMINS),
        case("createAlert", "of the owner's place", [401, 403, 403, 201, 401])
            .with_body(crate::alerts::alert_json(&[fixture.place_of_owner])),
        case("getAlert", "", OK_FOR_ADMINS).with_id(fixture.alert),
        case("updateAlert", "", OK_FOR_ADMINS).with_id(fixture.alert).with_body(json!({ "level": "danger" })),
        case("endAlert", "", OK_FOR_ADMINS).with_id(fixture.alert),
        case("listCategories", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("getCategory", "", OK_FOR_VALID_OR_NO_TOKEN).with_id(fixture.category),
        case("createCategory", "", [401, 403, 403, 201, 401]).with_body(json!({ "name": "Rivers" })),
        case("updateCategory", "", OK_FOR_ADMINS).with_id(fixture.category).with_body(json!({ "icon": "cave" })),
        case("deleteCategory", "empty", [401, 403, 403, 204, 401]).with_id(fixture.empty_category),
        case("deleteCategory", "in use", [401, 403, 403, 409, 401]).with_id(fixture.category),
        case("restoreCategory", "", OK_FOR_ADMINS).with_id(fixture.deleted_category),
        case("listArticles", "live ones", OK_FOR_VALID_OR_NO_TOKEN),
        case("listArticles", "all of them", OK_FOR_ADMINS).with_query("?showAll=true"),
        case("listTopics", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("getArticle", "live", OK_FOR_VALID_OR_NO_TOKEN).with_id(fixture.article),
        case("getArticle", "scheduled", [404, 404, 404, 200, 401]).with_id(fixture.scheduled_article),
        case("getArticle", "inactive", [404, 404, 404, 200, 401]).with_id(fixture.inactive_article),
        case("createArticle", "", [401, 403, 403, 201, 401]).with_body(article_json("A new story")),
        case("updateArticle", "live", OK_FOR_ADMINS).with_id(fixture.article).with_body(json!({ "author": "Another" })),
        case("updateArticle", "scheduled", OK_FOR_ADMINS)
            .with_id(fixture.scheduled_article)
            .with_body(json!({ "author": "Another" })),
        case("updateArticle", "inactive", OK_FOR_ADMINS)
            .with_id(fixture.inactive_article)
            .with_body(json!({ "isActive": true })),
        case("deleteArticle", "", [401, 403, 403, 204, 401]).with_id(fixture.article),
        case("listArticleTrash", "", OK_FOR_ADMINS),
        case("restoreArticle", "", OK_FOR_ADMINS).with_id(fixture.deleted_article),
        case("listEntries", "", OK_FOR_VALID_OR_NO_TOKEN),
        case("getEntry", "shown", OK_FOR_VALID_OR_NO_TOKEN).with_id(fixture.approved_entry_of_other_owner),
        case("getEntry", "waiting, the viewer's", [404, 200, 404, 404, 401]).with_id(fixture.entry_of_viewer),
        case("listPlaceEntries", "shown", OK_FOR_VALID_OR_NO_TOKEN).with_id(fixture.place_of_other_owner),
        case("listPlaceEntries", "hidden, the owner's", [404, 404, 200, 200, 401])
            .with_id(fixture.hidden_place_of_owner),
        case("listPlaceEntries", "hidden, another's", [404, 404, 404, 200, 401])
            .with_id(fixture.hidden_place_of_other_owner),
        case("createEntry", "", [401, 201, 201, 201, 401]).with_body(json!({ "message": "Mist on the river" })),
        case("createEntry", "about a hidden place", [401, 422, 422, 422, 401])
            .with_body(json!({ "message": "Mist on the river", "relatedPlaceId": fixture.hidden_place_of_owner })),
        case("deleteOwnEntry", "waiting, the viewer's", [401, 204, 404, 404, 401]).with_id(fixture.entry_of_viewer),
        case("deleteOwnEntry", "shown, another's", [401, 403, 403, 403, 401])
            .with_id(fixture.approved_entry_of_other_owner),
        case("createComment", "shown", [401, 201, 201, 201, 401])
            .with_id(fixture.approved_entry_of_other_owner)
            .with_body(json!({ "comment": "Us too" })),
        case("createComment", "waiting, the viewer's", [401, 409, 404, 404, 401])
            .with_id(fixture.entry_of_viewer)
            .with_body(json!({ "comment": "Us too" })),
        case("createOwnerReply", "about the owner's place", [401, 403, 201, 403, 401])
            .with_id(fixture.entry_about_place_of_owner)
            .with_body(json!({ "comment": "Thank you" })),
        case("createOwnerReply", "about the owner's place, with a reply", [401, 403, 409, 403, 401])
            .with_id(fixture.entry_with_pending_reply)
            .with_body(json!({ "comment": "Thank you" })),
        case("createOwnerReply", "about no place", [401, 403, 403, 403, 401])
            .with_id(fixture.approved_entry_of_other_owner)
            .with_body(json!({ "comment": "Thank you" })),
        case("updateOwnerReply", "the owner's", [401, 403, 200, 403, 401])
            .with_id(fixture.entry_with_pending_reply)
            .with_body(json!({ "comment": "Thank you all" })),
        // The owner deletes the reply before the admin tries to.
        case("deleteOwnerReply", "the owner's", [401, 403, 204, 404, 401]).with_id(fixture.entry_with_pending_reply),
        case("listPendingEntries", "", OK_FOR_ADMINS),
        case("listApprovedEntries", "", OK_FOR_ADMINS),
        case("listSpamEntries", "", OK_FOR_ADMINS),
        case("listRejectedEntries", "", OK_FOR_ADMINS),
        case("countEntries", "", OK_FOR_ADMINS),
        case("getAdminEntry", "waiting", OK_FOR_ADMINS).with_id(fixture.entry_of_viewer),
        case("createAdminEntry", "", [401, 403, 403, 201, 401])
            .with_body(json!({ "authorName": "Hoa Pham", "message": "Mist on the river" })),
        case("updateEntry", "the viewer's", OK_FOR_ADMINS)
            .with_id(fixture.entry_of_viewer)
            .with_body(json!({ "nationality": "Vietnam" })),
        case("moderateEntry", "waiting, the viewer's", OK_FOR_ADMINS)
            .with_id(fixture.entry_of_viewer)
            .with_body(json!({ "status": "approved" })),
        case("moderateEntry", "already decided", [401, 403, 403, 409, 401])
            .with_id(fixture.approved_entry_of_other_owner)
            .with_body(json!({ "status": "spam" })),
        case("undoModeration", "a moment ago", OK_FOR_ADMINS).with_id(fixture.approved_entry_of_other_owner),
        case("undoModeration", "never moderated", [401, 403, 403, 409, 401]).with_id(fixture.entry_of_viewer),
        case("moderateEntries", "the viewer's", OK_FOR_ADMINS)
            .with_body(json!({ "ids": [fixture.entry_of_viewer], "status": "approved" })),
        case("undoModerateEntries", "by an admin", OK_FOR_ADMINS).with_id(fixture.entries_undo_id),
        case("deleteEntry", "the viewer's", [401, 403, 403, 204, 401]).with_id(fixture.entry_of_viewer),
        case("restoreEntry", "the viewer's", OK_FOR_ADMINS).with_id(fixture.deleted_entry),
        case("listComments", "", OK_FOR_ADMINS),
        case("moderateComment", "waiting", OK_FOR_ADMINS)
            .with_id(fixture.pending_comment)
            .with_body(json!({ "status": "approved" })),
        case("moderateComments", "waiting", OK_FOR_ADMINS)
            .with_body(json!({ "ids": [fixture.pending_comment], "status": "approved" })),
        case("undoModerateComments", "by an admin", OK_FOR_ADMINS).with_id(fixture.comments_undo_id),
        case("deleteComment", "waiting", [401, 403, 403, 204, 401]).with_id(fixture.pending_comment),
        case("restoreComment", "", OK_FOR_ADMINS).with_id(fixture.deleted_comment),
        case("listLikes", "", OK_FOR_SIGNED_IN_CALLERS),
        case("toggleLike", "shown", OK_FOR_SIGNED_IN_CALLERS)
            .with_body(json!({ "businessId": fixture.place_of_other_owner })),
        case("toggleLike", "hidden", [401, 404, 404, 404, 401])
            .with_body(json!({ "businessId": fixture.hidden_place_of_owner })),
        case("likePlace", "shown", OK_FOR_SIGNED_IN_CALLERS).with_id(fixture.place_of_other_owner),
        case("likePlace", "hidden", [401, 404, 404, 404, 401]).with_id(fixture.hidden_place_of_owner),
        case("unlikePlace", "shown", OK_FOR_SIGNED_IN_CALLERS).with_id(fixture.place_of_other_owner),
        case("listImages", "", OK_FOR_STAFF),
        case("addImage", "to the library", [401, 403, 201, 201, 401]).with_upload_fields(&[("purpose", "library")]),
        case("addImage", "for an entry", [401, 201, 201, 201, 401])
            .with_upload_fields(&[("purpose", "entry"), ("alt", "A boat")]),
        case("getImage", "the owner's", OK_FOR_STAFF).with_id(fixture.image_of_owner),
        case("getImage", "another's", [401, 403, 404, 200, 401]).with_id(fixture.image_of_other_owner),
        case("listImageUses", "the owner's", OK_FOR_STAFF).with_id(fixture.image_of_owner),
        case("listImageUses", "another's", [401, 403, 404, 200, 401]).with_id(fixture.image_of_other_owner),
        case("updateImage", "the owner's", OK_FOR_STAFF)
            .with_id(fixture.image_of_owner)
            .with_body(json!({ "alt": "A raft" })),
        case("updateImage", "another's", [401, 403, 404, 200, 401])
            .with_id(fixture.image_of_other_owner)
            .with_body(json!({ "alt": "A raft" })),
        case("replaceImage", "the owner's", OK_FOR_STAFF).with_id(fixture.image_of_owner).with_upload_fields(&[]),
        case("replaceImage", "another's", [401, 403, 404, 200, 401])
            .with_id(fixture.image_of_other_owner)
            .with_upload_fields(&[]),
        case("deleteImage", "the owner's", [401, 403, 204, 404, 401]).with_id(fixture.image_of_owner),
        case("deleteImage", "another's", [401, 403, 404, 204, 401]).with_id(fixture.image_of_other_owner),
        case("restoreImage", "the owner's, which they deleted", [401, 403, 200, 404, 401])
            .with_id(fixture.deleted_image_of_owner),
        case("restoreImage", "the owner's, which an admin deleted", [401, 403, 404, 200, 401])
            .with_id(fixture.image_of_owner_deleted_by_admin),
        case("getSettings", "", OK_FOR_ALL_CALLERS),
        case("updateSettings", "", OK_FOR_ADMINS).with_body(json!({ "tagline": "Caves" })),
        // No standing page is stored, so every caller gets 404.
        case("getGettingHere", "", [404; 5]),
        case("getAbout", "", [404; 5]),
        case("getHelp", "", [404; 5]),
        case("getPrivacy", "", [404; 5]),
        case("updateGettingHere", "", OK_FOR_ADMINS).with_body(standing_page_json("getting-here")),
        case("updateAbout", "", OK_FOR_ADMINS).with_body(standing_page_json("about")),
        case("updateHelp", "", OK_FOR_ADMINS).with_body(standing_page_json("help")),
        case("updatePrivacy", "", OK_FOR_ADMINS).with_body(standing_page_json("privacy")),
        case("listRevisions", "the owner's place", OK_FOR_STAFF).with_id(fixture.place_of_owner),
        case("listRevisions", "another's place", OK_FOR_ADMINS).with_id(fixture.place_of_other_owner),
        case("getRevision", "of the owner's place", OK_FOR_STAFF).with_id(fixture.place_of_owner),
        case("getRevision", "of another's place", OK_FOR_ADMINS).with_id(fixture.place_of_other_owner),
        case("restoreRevision", "of the owner's place", OK_FOR_STAFF)
            .with_id(fixture.place_of_owner)
            .with_body(json!({})),
        case("restoreRevision", "of another's place", OK_FOR_ADMINS)
            .with_id(fixture.place_of_other_owner)
            .with_body(json!({})),
        case("updateRevision", "of the owner's place", OK_FOR_ADMINS)
            .with_id(fixture.place_of_owner)
            .with_body(json!({ "isPinned": true })),
        case("deleteRevisions", "of the owner's place", [401, 403, 403, 204, 401]).with_id(fixture.place_of_owner),
        case("deleteRevision", "of the owner's place", [401, 403, 403, 204, 401]).with_id(fixture.place_of_owner),
        case("listChanges", "", OK_FOR_VALID_OR_NO_TOKEN),
    ];
    cases.extend(more_cases(fixture));
    cases
}

/// The second half of [`cases`]. A single function would need more stack than a test has.
fn more_cases(fixture: &PolicyFixture) -> Vec<PolicyCase> {
    let unknown_ticket = "x".repeat(43);
    vec![
        case("listWebhooks", "", OK_FOR_ADMINS),
        case("createWebhook", "", [401, 403, 403, 201, 401]).with_body(crate::webhooks::webhook_json()),
        case("getWebhook", "", OK_FOR_ADMINS).with_id(fixture.webhook),
        case("updateWebhook", "", OK_FOR_ADMINS).with_id(fixture.webhook).with_body(json!({ "isActive": false })),
        case("rotateWebhookSecret", "", OK_FOR_ADMINS).with_id(fixture.webhook),
        case("testWebhook", "", OK_FOR_ADMINS).with_id(fixture.webhook),
        case("listWebhookDeliveries", "", OK_FOR_ADMINS).with_id(fixture.webhook),
        case("redeliverWebhook", "", OK_FOR_ADMINS).with_id(fixture.webhook_delivery),
        case("deleteWebhook", "", [401, 403, 403, 204, 401]).with_id(fixture.webhook),
        case("exportPlaceSheet", "", OK_FOR_ADMINS),
        case("listImports", "", OK_FOR_ADMINS),
        case("createImport", "", [401, 403, 403, 201, 401]).with_upload_fields(&[]),
        case("getImport", "", OK_FOR_ADMINS).with_id(fixture.import),
        case("listImportRows", "", OK_FOR_ADMINS).with_id(fixture.import),
        case("updateImportMapping", "", OK_FOR_ADMINS)
            .with_id(fixture.import)
            .with_body(json!({ "columns": [{ "column": "name", "field": "name" }] })),
        case("decideImportRows", "", OK_FOR_ADMINS).with_id(fixture.import).with_body(json!({ "remaining": "create" })),
        case("applyImport", "", OK_FOR_ADMINS).with_id(fixture.import).with_body(json!({ "publishes": false })),
        case("undoImport", "not applied", [401, 403, 403, 409, 401]).with_id(fixture.import),
        case("deleteImport", "", [401, 403, 403, 204, 401]).with_id(fixture.import),
        case("listDrafts", "", OK_FOR_STAFF),
        case("listSchedule", "", OK_FOR_ADMINS),
        case("getDraft", "of the owner's place", OK_FOR_STAFF).with_id(fixture.place_of_owner),
        case("getDraft", "of another's place", OK_FOR_ADMINS).with_id(fixture.place_of_other_owner),
        case("saveDraft", "of the owner's place", OK_FOR_STAFF)
            .with_id(fixture.place_of_owner)
            .with_body(json!({ "baseVersion": 1, "fields": { "phone": "2" } })),
        case("saveDraft", "of another's place", OK_FOR_ADMINS)
            .with_id(fixture.place_of_other_owner)
            .with_body(json!({ "baseVersion": 1, "fields": { "phone": "2" } })),
        case("listReleases", "", OK_FOR_ADMINS),
        case("createRelease", "", [401, 403, 403, 201, 401]).with_body(json!({ "name": "Winter" })),
        case("getRelease", "", OK_FOR_ADMINS).with_id(fixture.release),
        case("updateRelease", "", OK_FOR_ADMINS).with_id(fixture.release).with_body(json!({ "name": "Spring again" })),
        case("addReleaseDraft", "", [401, 403, 403, 204, 401]).with_id(fixture.release),
        case("removeReleaseDraft", "", [401, 403, 403, 204, 401]).with_id(fixture.release_with_draft),
        case("publishRelease", "", OK_FOR_ADMINS).with_id(fixture.release_with_draft),
        case("undoRelease", "", OK_FOR_ADMINS).with_id(fixture.published_release),
        case("cancelRelease", "", [401, 403, 403, 204, 401]).with_id(fixture.release),
        case("createPreview", "of the owner's place", [401, 403, 201, 201, 401])
            .with_id(fixture.place_of_owner)
            .with_body(json!({})),
        case("createPreview", "of another's place", [401, 403, 403, 201, 401])
            .with_id(fixture.place_of_other_owner)
            .with_body(json!({})),
        case("listPreviews", "of the owner's place", OK_FOR_STAFF).with_id(fixture.place_of_owner),
        case("listPreviews", "of another's place", OK_FOR_ADMINS).with_id(fixture.place_of_other_owner),
        case("getPreview", "", OK_FOR_ALL_CALLERS).with_id(&fixture.preview_ticket),
        case("deletePreview", "of the owner's place", [401, 403, 204, 404, 401]).with_id(fixture.place_of_owner),
        // The owner publishes the draft before the admin tries to, so the admin gets 404.
        case("publishDraft", "of the owner's place", [401, 403, 200, 404, 401]).with_id(fixture.place_of_owner),
        case("publishDraft", "of another's place", OK_FOR_ADMINS).with_id(fixture.place_of_other_owner),
        case("deleteDraft", "of the owner's place", [401, 403, 204, 404, 401]).with_id(fixture.place_of_owner),
        case("deleteDraft", "of another's place", [401, 403, 403, 204, 401]).with_id(fixture.place_of_other_owner),
        case("getStats", "", OK_FOR_STAFF),
        case("listAudit", "", OK_FOR_ADMINS),
        case("listInvalidValues", "", OK_FOR_ADMINS),
        case("listRenderFailures", "", OK_FOR_ADMINS),
        case("listQuality", "", OK_FOR_ADMINS),
        case("listDuplicates", "", OK_FOR_ADMINS),
        case("listDeadLinks", "", OK_FOR_ADMINS),
        case("listSilentOwners", "", OK_FOR_ADMINS),
        case("checkLink", "", [401, 403, 403, 204, 401]).with_id(fixture.link),
        case("getSignInConfig", "", OK_FOR_ALL_CALLERS),
        case("getKeys", "", OK_FOR_ALL_CALLERS),
        case("signIn", "right", OK_FOR_ALL_CALLERS)
            .with_body(json!({ "email": "target-person@example.org", "password": PASSWORD })),
        case("signIn", "wrong", [401; 5])
            .with_body(json!({ "email": "target-person@example.org", "password": "a guess" })),
        case("signIn", "deactivated", [401; 5])
            .with_body(json!({ "email": "gone-admin@example.org", "password": PASSWORD })),
        // Any caller may sign up. Only the first call gets 201, because all calls send the same email address.
        case("signUp", "", [201, 422, 422, 422, 422]).with_body(crate::accounts::sign_up_request("new@example.org")),
        case("refreshSession", "without a cookie", [401; 5]),
        case("signOut", "", [204; 5]),
        case("signOutEverywhere", "", [401, 204, 204, 204, 401]),
        case("syncIdentity", "the caller's identity", [401, 200, 200, 200, 200]).with_body(json!({})),
        case("syncIdentity", "another identity", [401, 403, 403, 403, 403])
            .with_body(json!({ "uid": fixture.target_account })),
        case("syncIdentity", "the email of another account", [401, 403, 403, 403, 403])
            .with_body(json!({ "email": "target-person@example.org" })),
        case("getAccount", "", OK_FOR_SIGNED_IN_CALLERS),
        case("updateAccount", "", OK_FOR_SIGNED_IN_CALLERS).with_body(json!({ "firstName": "Other" })),
        case("deleteAccount", "with the password", [401, 204, 204, 409, 401])
            .with_body(json!({ "currentPassword": PASSWORD })),
        case("deleteAccount", "without it", [401, 422, 422, 422, 401]).with_body(json!({})),
        case("requestDeletionCode", "with a password", [401, 409, 409, 409, 401]),
        case("exportAccount", "", OK_FOR_SIGNED_IN_CALLERS),
        case("changePassword", "", OK_FOR_SIGNED_IN_CALLERS)
            .with_body(json!({ "currentPassword": PASSWORD, "newPassword": "another password" })),
        case("changePassword", "guessing", [401, 422, 422, 422, 401])
            .with_body(json!({ "currentPassword": "a guess", "newPassword": "another password" })),
        case("requestPasswordReset", "", [202; 5]).with_body(json!({ "email": "target-person@example.org" })),
        case("confirmPasswordReset", "a link that never was", [422; 5])
            .with_body(json!({ "token": unknown_ticket, "password": "another password" })),
        case("requestVerification", "", [401, 202, 202, 202, 401]),
        case("confirmVerification", "a link that never was", [422, 422, 422, 422, 401])
            .with_body(json!({ "token": unknown_ticket })),
        case("listSessions", "", OK_FOR_SIGNED_IN_CALLERS),
        case("revokeSession", "another's", [401, 404, 404, 404, 401]).with_id(&fixture.session_of_other_account),
        case("listApiTokens", "", OK_FOR_SIGNED_IN_CALLERS),
        case("createApiToken", "", [401, 403, 201, 201, 401]).with_body(crate::api_tokens::api_token_json(&["read"])),
        case("createApiToken", "guessing", [401, 403, 422, 422, 401])
            .with_body(with_changes(crate::api_tokens::api_token_json(&["read"]), json!({ "password": "a guess" }))),
        case("revokeApiToken", "another's", [401, 404, 404, 404, 401]).with_id(1),
        case("beginSecondFactorEnrollment", "", OK_FOR_STAFF).with_body(json!({ "password": PASSWORD })),
        case("beginSecondFactorEnrollment", "guessing", [401, 403, 422, 422, 401])
            .with_body(json!({ "password": "a guess" })),
        case("confirmSecondFactor", "guessing", [401, 403, 422, 422, 401]).with_body(json!({ "code": "000000" })),
        case("removeSecondFactor", "", [401, 204, 204, 204, 401]).with_body(json!({ "currentPassword": PASSWORD })),
        // This app has no identity providers. `federated.rs` tests an app with providers.
        case("startFederatedSignIn", "a provider that the guide does not have", [404; 5]).with_id("google"),
        case("completeFederatedSignIn", "a provider that the guide does not have", [404; 5]).with_id("google"),
        case("unlinkFederated", "one that is not there", [401, 404, 404, 404, 401]).with_id("google"),
        case("sendMessage", "", [201; 5])
            .with_body(with_changes(crate::contact::contact_message_json(), json!({ "email": "new@example.org" }))),
        case("listMessages", "", OK_FOR_ADMINS),
        case("countMessages", "", OK_FOR_ADMINS),
        case("getMessage", "", OK_FOR_ADMINS).with_id(fixture.contact_message),
        case("updateMessage", "", OK_FOR_ADMINS)
            .with_id(fixture.contact_message)
            .with_body(json!({ "status": "answered" })),
        case("deleteMessage", "", [401, 403, 403, 204, 401]).with_id(fixture.contact_message),
        case("restoreMessage", "", OK_FOR_ADMINS).with_id(fixture.deleted_contact_message),
        case("createEnquiry", "shown", [201; 5])
            .with_id(fixture.place_of_other_owner)
            .with_body(with_changes(crate::enquiries::enquiry_json(), json!({ "email": "new@example.org" }))),
        case("createEnquiry", "hidden", [404; 5])
            .with_id(fixture.hidden_place_of_other_owner)
            .with_body(crate::enquiries::enquiry_json()),
        case("listEnquiries", "", OK_FOR_STAFF),
        case("getEnquiry", "to the owner's place", OK_FOR_STAFF).with_id(fixture.enquiry_to_place_of_owner),
        case("getEnquiry", "to another's place", [401, 403, 404, 200, 401])
            .with_id(fixture.enquiry_to_place_of_other_owner),
        case("answerOwnerReminder", "a link that never was", [422; 5])
            .with_body(json!({ "token": unknown_ticket, "answer": "confirm" })),
        case("createReport", "shown", [201; 5])
            .with_body(json!({ "placeId": fixture.place_of_other_owner, "version": 1, "kind": "wrongPrice" })),
        case("createReport", "hidden", [404; 5])
            .with_body(json!({ "placeId": fixture.hidden_place_of_other_owner, "version": 1, "kind": "wrongPrice" })),
        case("listProposals", "", OK_FOR_ADMINS),
        case("countProposals", "", OK_FOR_ADMINS),
        case("getProposal", "about the owner's place", OK_FOR_ADMINS).with_id(fixture.declined_proposal),
        case("acceptProposal", "", OK_FOR_ADMINS).with_id(fixture.open_proposal).with_body(json!({})),
        case("acceptProposal", "already decided", [401, 403, 403, 409, 401])
            .with_id(fixture.declined_proposal)
            .with_body(json!({})),
        case("declineProposal", "", OK_FOR_ADMINS).with_id(fixture.open_proposal).with_body(json!({})),
        case("undoProposal", "", OK_FOR_ADMINS).with_id(fixture.declined_proposal),
        case("undoProposal", "never decided", [401, 403, 403, 409, 401]).with_id(fixture.open_proposal),
        case("listPlaceProposals", "the owner's", OK_FOR_STAFF).with_id(fixture.place_of_owner),
        case("listPlaceProposals", "another's", OK_FOR_ADMINS).with_id(fixture.place_of_other_owner),
        case("withdrawProposal", "of a traveler", [401, 404, 404, 404, 401]).with_id(fixture.open_proposal),
        case("getClaimOptions", "shown", OK_FOR_SIGNED_IN_CALLERS).with_id(fixture.place_of_other_owner),
        case("getClaimOptions", "hidden", [401, 404, 404, 404, 401]).with_id(fixture.hidden_place_of_other_owner),
        case("createClaim", "shown", [401, 201, 201, 201, 401])
            .with_id(fixture.place_of_other_owner)
            .with_body(json!({ "method": "call" })),
        case("listOwnClaims", "", OK_FOR_SIGNED_IN_CALLERS),
        case("withdrawClaim", "the owner's", [401, 404, 204, 404, 401]).with_id(fixture.claim_of_owner),
        case("confirmClaim", "the owner's, without a code", [401, 404, 409, 404, 401])
            .with_id(fixture.claim_of_owner)
            .with_body(json!({ "code": "ab-cd-ef-gh" })),
        case("checkClaim", "the owner's, without a website", [401, 404, 409, 404, 401]).with_id(fixture.claim_of_owner),
        case("listClaims", "", OK_FOR_ADMINS),
        case("countClaims", "", OK_FOR_ADMINS),
        case("approveClaim", "", OK_FOR_ADMINS).with_id(fixture.claim_of_owner).with_body(json!({})),
        case("declineClaim", "", OK_FOR_ADMINS).with_id(fixture.claim_of_owner).with_body(json!({})),
        case("revokeClaim", "not approved", [401, 403, 403, 409, 401])
            .with_id(fixture.claim_of_owner)
            .with_body(json!({})),
        case("listUsers", "", OK_FOR_ADMINS),
        case("countUsers", "", OK_FOR_ADMINS),
        case("exportUsers", "", OK_FOR_ADMINS),
        case("getUser", "another", OK_FOR_ADMINS).with_id(&fixture.target_account.0),
        case("getUser", "the viewer", OK_FOR_ADMINS).with_id(&fixture.viewer_account.0),
        case("createUser", "", [401, 403, 403, 201, 401])
            .with_body(json!({ "email": "new@example.org", "firstName": "A", "lastName": "B", "role": "admin" })),
        case("updateUser", "another", OK_FOR_ADMINS)
            .with_id(&fixture.target_account.0)
            .with_body(json!({ "role": "admin" })),
        case("updateUser", "the viewer", OK_FOR_ADMINS)
            .with_id(&fixture.viewer_account.0)
            .with_body(json!({ "role": "admin" })),
        case("createPasswordLink", "another", [401, 403, 403, 201, 401]).with_id(&fixture.target_account.0),
        case("sendInvitation", "without a password", [401, 403, 403, 202, 401]).with_id(&fixture.invited_user),
        case("sendInvitation", "with a password", [401, 403, 403, 409, 401]).with_id(&fixture.target_account.0),
        case("listUserTokens", "another", OK_FOR_ADMINS).with_id(&fixture.target_account.0),
        case("revokeUserToken", "another", [401, 403, 403, 204, 401]).with_id(&fixture.target_account.0),
        case("deleteUser", "another", [401, 403, 403, 204, 401]).with_id(&fixture.target_account.0),
    ]
}

type FieldNames = &'static [&'static str];

/// Each request schema with three lists: the fields that every permitted caller may set, the fields that only admins
/// may set, and the computed fields, which the server ignores.
const REQUEST_FIELDS: &[(&str, FieldNames, FieldNames, FieldNames)] = &[
    ("PlaceRequest", PLACE_SETTABLE_FIELDS, PLACE_ADMIN_ONLY_FIELDS, PLACE_READ_ONLY_FIELDS),
    ("PlaceChanges", PLACE_SETTABLE_FIELDS, PLACE_ADMIN_ONLY_FIELDS, PLACE_READ_ONLY_FIELDS),
    ("ArticleRequest", ARTICLE_SETTABLE_FIELDS, &[], ARTICLE_READ_ONLY_FIELDS),
    ("ArticleChanges", ARTICLE_SETTABLE_FIELDS, &[], ARTICLE_READ_ONLY_FIELDS),
    ("CategoryRequest", CATEGORY_SETTABLE_FIELDS, &[], &["version", "placeCount", "updatedAt"]),
    ("CategoryChanges", CATEGORY_SETTABLE_FIELDS, &[], &["version", "placeCount", "updatedAt"]),
    (
        "NewEntry",
        &[
            "message",
            "nationality",
            "location",
            "latitude",
            "longitude",
            "rating",
            "relatedPlaceId",
            "pictureIds",
            "leaveBlank",
            "elapsedMs",
        ],
        &[],
        &[],
    ),
    ("NewComment", &["comment", "parentCommentId", "leaveBlank", "elapsedMs"], &[], &[]),
    ("OwnerReplyRequest", &["comment", "leaveBlank", "elapsedMs"], &[], &[]),
    ("OwnerReminderAnswer", &["token", "answer"], &[], &[]),
    (
        "AdminEntryRequest",
        &[
            "authorName",
            "message",
            "nationality",
            "location",
            "latitude",
            "longitude",
            "rating",
            "relatedPlaceId",
            "status",
        ],
        &[],
        &[],
    ),
    ("EntryChanges", &["message", "nationality", "location", "rating", "relatedPlaceId"], &[], &[]),
    ("ModerationRequest", &["status", "notes"], &[], &[]),
    ("BulkModerationRequest", &["ids", "status"], &[], &[]),
    (
        "PlaceBulkChanges",
        &[
            "ids",
            "isActive",
            "isVerified",
            "isPremium",
            "isRecommended",
            "dismissRecheck",
            "addCategoryIds",
            "removeCategoryIds",
        ],
        &[],
        &[],
    ),
    ("DraftRequest", &["baseVersion", "fields", "publishAt"], &[], &[]),
    ("ReleaseRequest", &["name", "publishAt"], &[], &[]),
    ("ReleaseChanges", &["name", "publishAt"], &[], &[]),
    ("PreviewRequest", &["isShared", "validHours", "note"], &[], &[]),
    ("RestoreRequest", &["fields"], &[], &[]),
    ("RevisionChanges", &["note", "isPinned"], &[], &[]),
    ("AlertRequest", ALERT_FIELDS, &[], &[]),
    ("AlertChanges", ALERT_CHANGES_FIELDS, &[], ALERT_READ_ONLY_FIELDS),
    ("WebhookRequest", &["url", "description", "events"], &[], &[]),
    ("WebhookChanges", &["id", "url", "description", "events", "isActive"], &[], WEBHOOK_READ_ONLY_FIELDS),
    (
        "ImportMappingRequest",
        &["columns", "categories", "defaultCategoryId", "source", "license", "clearsEmpty", "leavesOutInvalid"],
        &[],
        &[],
    ),
    ("ImportDecisionsRequest", &["decisions", "remaining"], &[], &[]),
    ("ImportApplyRequest", &["publishes"], &[], &[]),
    ("ToggleLikeRequest", &["businessId"], &[], &[]),
    ("SignInRequest", &["email", "password", "code"], &[], &[]),
    ("SignUpRequest", &["firstName", "lastName", "email", "password"], &[], &[]),
    ("PasswordResetRequest", &["email"], &[], &[]),
    ("NewPasswordRequest", &["token", "password"], &[], &[]),
    ("VerificationRequest", &["token", "password"], &[], &[]),
    ("PasswordChangeRequest", &["currentPassword", "newPassword"], &[], &[]),
    ("ProfileChanges", &["firstName", "lastName", "photoURL", "ownerReminders"], &[], &[]),
    ("PasswordConfirmation", &["currentPassword"], &[], &[]),
    ("AccountDeletionRequest", &["currentPassword", "code"], &[], &[]),
    ("SecondFactorEnrollmentRequest", &["password"], &[], &[]),
    ("SecondFactorCode", &["code"], &[], &[]),
    (
        "ApiTokenRequest",
        &["name", "scopes", "expiresInDays", "categoryIds", "ownPlacesOnly", "password", "code"],
        &[],
        &[],
    ),
    ("SyncRequest", &["uid", "email", "firstName", "lastName", "profileImageUrl"], &[], &[]),
    (
        "SettingsChanges",
        &[
            "brand",
            "tagline",
            "regionName",
            "regionLine",
            "imageUrl",
            "map",
            "timeZone",
            "country",
            "verifiedMonths",
            "ownerReminders",
            "contactEmail",
            "social",
            "analyticsId",
            "heroPrompts",
            "whatIs",
            "doors",
        ],
        &[],
        &["version", "updatedAt", "uuid", "pictures", "publicUrl", "mapStyleUrl"],
    ),
    (
        "GettingHereChanges",
        &["title", "intro", "verified", "cities", "tips", "around"],
        &[],
        STANDING_PAGE_READ_ONLY_FIELDS,
    ),
    ("AboutChanges", &["title", "intro", "mission", "story", "values", "future"], &[], STANDING_PAGE_READ_ONLY_FIELDS),
    ("HelpChanges", &["title", "intro", "questions"], &[], STANDING_PAGE_READ_ONLY_FIELDS),
    ("PrivacyChanges", &["title", "updated", "terms", "policy"], &[], STANDING_PAGE_READ_ONLY_FIELDS),
    ("MediaChanges", &["alt", "isDecorative", "caption", "credit", "licence", "focalX", "focalY"], &[], &["version"]),
    ("ContactRequest", &["name", "email", "subject", "message", "type", "leaveBlank", "elapsedMs"], &[], &[]),
    (
        "EnquiryRequest",
        &["name", "email", "message", "arrival", "departure", "people", "leaveBlank", "elapsedMs"],
        &[],
        &[],
    ),
    (
        "ReportRequest",
        &[
            "placeId",
            "version",
            "kind",
            "group",
            "details",
            "hours",
            "latitude",
            "longitude",
            "phone",
            "website",
            "email",
            "leaveBlank",
            "elapsedMs",
        ],
        &[],
        &[],
    ),
    ("AcceptProposalRequest", &["fields", "note"], &[], &[]),
    ("DeclineProposalRequest", &["note"], &[], &[]),
    ("ClaimRequest", &["method"], &[], &[]),
    ("ConfirmClaimRequest", &["code"], &[], &[]),
    ("ClaimDecisionRequest", &["note"], &[], &[]),
    ("MessageChanges", &["id", "status", "note"], &[], CONTACT_MESSAGE_READ_ONLY_FIELDS),
    ("UserRequest", USER_SETTABLE_FIELDS, &[], USER_READ_ONLY_FIELDS),
    ("UserChanges", USER_SETTABLE_FIELDS, &[], USER_READ_ONLY_FIELDS),
];

const PLACE_SETTABLE_FIELDS: &[&str] = &[
    "id",
    "name",
    "slug",
    "localName",
    "description",
    "address",
    "phone",
    "website",
    "email",
    "hours",
    "operatingHours",
    "imageUrl",
    "gallery",
    "latitude",
    "longitude",
    "reviews",
    "tags",
    "priceRange",
    "prices",
    "amenities",
    "bookingType",
    "affiliateLink",
    "bookingComUrl",
    "agodaUrl",
    "directBookingContact",
    "enquiryFormEnabled",
    "featuredText",
    "googleMapsUrl",
    "categoryIds",
    "commune",
    "goodMonths",
    "closedMonths",
    "checks",
];
const PLACE_ADMIN_ONLY_FIELDS: &[&str] = &[
    "isActive",
    "isVerified",
    "isPremium",
    "isRecommended",
    "unpublishAt",
    "ownerId",
    "rating",
    "ratingSource",
    "reviewCount",
    "coordinateConfidence",
    "sources",
    "lastSeenYear",
];
const PLACE_READ_ONLY_FIELDS: &[&str] = &[
    "version",
    "opening",
    "pictures",
    "isLiked",
    "acceptsEnquiries",
    "phoneParts",
    "directBookingUrl",
    "likeCount",
    "category",
    "categories",
    "createdAt",
    "updatedAt",
    "liveSince",
    "checkedAt",
    "checkedBy",
    "recheckReason",
    "alerts",
];
const CATEGORY_SETTABLE_FIELDS: &[&str] = &["id", "name", "slug", "color", "icon", "emoji", "aliases"];
const ARTICLE_SETTABLE_FIELDS: &[&str] = &[
    "id",
    "title",
    "slug",
    "author",
    "summary",
    "contentHtml",
    "mainImageUrl",
    "tags",
    "publicationDate",
    "unpublishAt",
    "isFeatured",
    "isActive",
    "latitude",
    "longitude",
    "externalUrl",
    "sources",
    "mapOverlay",
];
const ARTICLE_READ_ONLY_FIELDS: &[&str] =
    &["uuid", "version", "pictures", "standing", "createdAt", "updatedAt", "liveSince"];
const STANDING_PAGE_READ_ONLY_FIELDS: &[&str] = &["version", "updatedAt"];
const CONTACT_MESSAGE_READ_ONLY_FIELDS: &[&str] = &[
    "version",
    "name",
    "email",
    "subject",
    "message",
    "type",
    "spamScore",
    "spamReasons",
    "createdAt",
    "updatedAt",
    "answeredAt",
    "dueAt",
];
const ALERT_FIELDS: &[&str] =
    &["level", "scope", "placeIds", "categoryId", "text", "source", "sourceUrl", "startsAt", "endsAt"];
const ALERT_CHANGES_FIELDS: &[&str] =
    &["id", "level", "scope", "placeIds", "categoryId", "text", "source", "sourceUrl", "startsAt", "endsAt"];
const ALERT_READ_ONLY_FIELDS: &[&str] =
    &["version", "uuid", "state", "placeNames", "categoryName", "accountId", "accountName", "createdAt", "updatedAt"];
const WEBHOOK_READ_ONLY_FIELDS: &[&str] = &[
    "version",
    "disabledReason",
    "failingSince",
    "previousSecretUntil",
    "pendingCount",
    "lastState",
    "lastStatus",
    "accountId",
    "accountName",
    "createdAt",
    "updatedAt",
];
const USER_SETTABLE_FIELDS: &[&str] = &["id", "email", "firstName", "lastName", "role", "isActive"];
const USER_READ_ONLY_FIELDS: &[&str] =
    &["version", "isEmailVerified", "hasPassword", "invitedAt", "createdAt", "updatedAt"];

/// The method, the path and the name of the request schema of each operation, by operation id. The name is `None` if
/// the request has no JSON body.
fn operations() -> BTreeMap<String, (Method, String, Option<String>)> {
    let contract = cms::api::contract();
    let mut operations = BTreeMap::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap().to_owned();
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let schema_name =
                operation.pointer("/requestBody/content/application~1json/schema/$ref").and_then(Value::as_str);
            let schema_name = schema_name.map(|schema_name| schema_name.rsplit('/').next().unwrap().to_owned());
            operations.insert(id, (method, path.clone(), schema_name));
        }
    }
    operations
}

/// All rows as sorted text, except those of full-text indexes and of `rate_limit`. Refused calls may count attempts in
/// `rate_limit`.
pub async fn rows_except_rate_limits(db: &Db) -> Vec<String> {
    let selects = match db {
        Db::Sqlite { .. } => {
            "select format('select ''%s '' || %s from \"%s\"', t.name, group_concat('quote(\"' || c.name || '\")', ' || '','' || '), t.name)
            from sqlite_master t join pragma_table_info(t.name) c
            where t.type = 'table' and t.sql not like '%virtual%' and t.name not like '%place_fts_trigram%' and t.name not like '%place_fts_prefix%' and t.name not like 'sqlite_%' and t.name <> 'rate_limit'
            group by t.name"
        }
        Db::Postgres { .. } => {
            "select format('select %L || row::text from %I row', tablename || ' ', tablename) from pg_tables
            where schemaname = 'public' and tablename <> 'rate_limit'"
        }
    };
    let selects: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(selects).fetch_all(engine)).unwrap();
    assert!(selects.len() > 12, "{selects:?}");
    let union_query = selects.join(" union all ");
    let rows = with_pool!(db, |engine| sqlx::query_scalar(AssertSqlSafe(union_query.clone())).fetch_all(engine));
    let mut rows: Vec<String> = rows.unwrap();
    rows.sort();
    rows
}

async fn send_as(
    caller: &TestClient,
    (method, path): (&Method, &str),
    case: &PolicyCase,
    body: Option<Value>,
) -> TestResponse {
    let id_parameters = ["{id}", "{provider}", "{businessId}", "{ticket}"];
    let path = path.replace("{kind}", "businesses").replace("{number}", "1").replace("{previewId}", "1");
    // Place 1 is `place_of_owner`, and its draft is in no release.
    // Place 4 is `hidden_place_of_other_owner`, and its draft is in `release_with_draft`.
    let path = path
        .replace("{recordId}", if case.operation == "addReleaseDraft" { "1" } else { "4" })
        .replace("{tokenId}", "1");
    let path = id_parameters.iter().fold(path, |path, name| path.replace(name, &case.id)) + case.query;
    if let Some(text_fields) = case.upload_fields {
        let csv = crate::imports::csv_of_one_place();
        let image = png_image(40, 30);
        let file = match case.operation {
            "createImport" => ("places.csv", csv.as_slice()),
            _ => ("raft.png", image.as_slice()),
        };
        return caller.upload(method.clone(), &path, file, text_fields).await;
    }
    let headers: &[(&str, &str)] = if body.is_some() { &[("content-type", "application/json")] } else { &[] };
    caller.send(method.clone(), &path, headers, body.map(|body| body.to_string().into_bytes())).await
}

#[test]
fn policy_table_covers_every_call_and_field() {
    let operations = operations();
    let source = include_str!("policy.rs");
    let missing_calls: Vec<&String> =
        operations.keys().filter(|id| !source.contains(&format!("case(\"{id}\""))).collect();
    assert!(missing_calls.is_empty(), "these calls have no line in the table of rights: {missing_calls:?}");
    let schemas = &cms::api::contract()["components"]["schemas"];
    for (id, (_, _, schema_name)) in &operations {
        let Some(schema_name) = schema_name else { continue };
        let (_, common_fields, admin_only_fields, computed_fields) = REQUEST_FIELDS
            .iter()
            .find(|(name, ..)| name == schema_name)
            .unwrap_or_else(|| panic!("{id}: the form {schema_name} has no line"));
        let listed_fields: BTreeSet<&str> =
            [*common_fields, *admin_only_fields, *computed_fields].concat().into_iter().collect();
        let properties = schemas[schema_name]["properties"].as_object().unwrap();
        let schema_fields: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
        assert_eq!(listed_fields, schema_fields, "{schema_name}: fields without a line");
        for (name, rule) in properties {
            assert_eq!(rule["readOnly"] == true, computed_fields.contains(&name.as_str()), "{schema_name}.{name}");
        }
        assert_eq!(schemas[schema_name]["additionalProperties"], false, "{schema_name} accepts unknown fields");
    }
}

// R161, R162, R163, R164, R165, R306, R321
#[rstest]
#[tokio::test]
async fn every_call_with_every_role_responds_as_in_the_policy_table(#[values(Sqlite, Postgres)] engine: Engine) {
    let operations = operations();
    let Some(mut fixture) = Box::pin(PolicyFixture::start(engine)).await else { return };
    let mut snapshot = fixture.guide.close_into_snapshot(engine).await;
    fixture.restart_on_copy(&mut snapshot).await;
    let cases = cases(&fixture);
    assert!(cases.len() > 50);
    for case in cases {
        let (method, path, _) = operations.get(case.operation).unwrap_or_else(|| panic!("no call {}", case.operation));
        let mut before = None;
        for (caller_index, caller) in fixture.callers.iter().enumerate() {
            let db = &fixture.guide.app.db;
            let expected_rows = match before.take() {
                Some(before) => before,
                None => rows_except_rate_limits(db).await,
            };
            let response = send_as(caller, (method, path), &case, case.body.clone()).await;
            let description = format!(
                "{} ({}) by {}: {}",
                case.operation, case.case_description, CALLER_DESCRIPTIONS[caller_index], response.text
            );
            assert_eq!(response.status.as_u16(), case.expected_statuses[caller_index], "{description}");
            if response.status.is_client_error() {
                assert_eq!(rows_except_rate_limits(db).await, expected_rows, "{description}: a table changed");
                assert_eq!(response.header("content-type"), "application/problem+json", "{description}");
                before = Some(expected_rows);
            }
        }
        // A successful write could affect the next case, so the next case starts with a new copy of the data.
        if *method != Method::GET && case.expected_statuses.iter().any(|status| *status < 300) {
            fixture.restart_on_copy(&mut snapshot).await;
        }
    }
}

// R307
#[rstest]
#[tokio::test]
async fn request_with_a_privileged_field_outside_its_schema_is_refused_without_changes(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = Box::pin(PolicyFixture::start(engine)).await else { return };
    let schemas = cms::api::contract()["components"]["schemas"].clone();
    let mut request_count = 0;
    for case in cases(&fixture) {
        let (method, path, schema_name) = &operations()[case.operation];
        let Some(schema_name) = schema_name else { continue };
        // Callers with an expected 401 or 403 are skipped: they are refused before their request body is validated.
        for (caller_index, caller) in fixture
            .callers
            .iter()
            .enumerate()
            .filter(|(caller_index, _)| ![401, 403].contains(&case.expected_statuses[*caller_index]))
        {
            let before = rows_except_rate_limits(&fixture.guide.app.db).await;
            for field in
                PRIVILEGED_FIELDS.iter().filter(|field| schemas[schema_name]["properties"].get(**field).is_none())
            {
                let body = with_changes(case.body.clone().unwrap(), json!({ *field: "admin" }));
                let response = send_as(caller, (method, path), &case, Some(body)).await;
                let description = format!("{field} in {} by {}", case.operation, CALLER_DESCRIPTIONS[caller_index]);
                assert_eq!(response.status, 400, "{description}: {}", response.text);
                assert_eq!(response.fields(), [*field], "{description}");
                request_count += 1;
            }
            assert_eq!(
                rows_except_rate_limits(&fixture.guide.app.db).await,
                before,
                "{} by {}",
                case.operation,
                CALLER_DESCRIPTIONS[caller_index]
            );
        }
    }
    assert!(request_count > 300, "only {request_count}");
}

// R307
#[rstest]
#[tokio::test]
async fn admin_only_place_fields_are_refused_to_owners_and_accepted_from_admins(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(fixture) = Box::pin(PolicyFixture::start(engine)).await else { return };
    let [_, _, owner, admin, _] = &fixture.callers;
    let path = format!("/api/businesses/{}", fixture.place_of_owner);
    let samples = json!({
        "isActive": false, "isVerified": true, "isPremium": true, "isRecommended": true, "ownerId": fixture.viewer_account,
        "unpublishAt": "2027-02-05T01:00:00.000Z",
        "rating": 4.5, "ratingSource": "guide", "reviewCount": 7,
        "coordinateConfidence": "surveyed", "sources": ["A walk"], "lastSeenYear": 2025,
    });
    for field in PLACE_ADMIN_ONLY_FIELDS {
        let sample = &samples[*field];
        assert!(!sample.is_null(), "{field} needs a sample");
        let before = rows_except_rate_limits(&fixture.guide.app.db).await;
        assert_eq!(owner.put(&path, json!({ "phone": "2", *field: sample })).await.is(403).fields(), [*field]);
        let new_place = with_changes(
            place_json("A new cave", fixture.category),
            json!({ *field: if *field == "isActive" { json!(true) } else { sample.clone() } }),
        );
        assert_eq!(owner.post("/api/businesses", new_place).await.is(403).fields(), [*field]);
        assert_eq!(rows_except_rate_limits(&fixture.guide.app.db).await, before, "{field}");
    }
    for field in PLACE_ADMIN_ONLY_FIELDS {
        let changed = admin.put(&path, json!({ *field: samples[*field] })).await.is(200).json();
        assert_eq!(changed[*field], samples[*field], "{field}");
    }
}
