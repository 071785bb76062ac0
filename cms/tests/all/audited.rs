//! Every mutation of the contract leaves exactly one row in the audit log, and none when it is refused. The calls are
//! taken from the contract itself: a new one that is not walked here fails.

use std::collections::BTreeMap;

use cms::audit::dto::AuditItem;
use cms::audit::query::Find;
use cms::audit::store::list;
use cms::audit_log::model::AuditContext;
use cms::db::error::StoreError;
use cms::execute;
use cms::identity::model::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

use crate::abroad::Abroad;
use crate::identity::{cookie, token};
use crate::people::{Answer, PASSWORD, Person};
use crate::things::{a_picture, a_place, a_standing_page, an_article, with};
use crate::world::{Engine, Guide, Postgres, Sqlite, token_in};

/// Where everybody comes from, as a proxy says that is believed.
const ADDRESS: &str = "203.0.113.7";

/// A call of the contract.
struct Call {
    method: Method,
    path: String,
    takes_strangers: bool,
    takes_body: bool,
    takes_file: bool,
}

impl Call {
    /// Its path with this id in it.
    fn at(&self, id: &str) -> String {
        ["{id}", "{provider}", "{businessId}"].iter().fold(self.path.clone(), |path, name| path.replace(name, id))
    }
}

fn mutations() -> BTreeMap<String, Call> {
    let contract = cms::api::contract();
    let mut calls = BTreeMap::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap().iter().filter(|(method, _)| *method != "get") {
            let security = operation["security"].as_array();
            let content = operation["requestBody"]["content"].as_object();
            let call = Call {
                method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                path: path.clone(),
                takes_strangers: security.is_none_or(|ways| ways.contains(&json!({}))),
                takes_body: content.is_some(),
                takes_file: content.is_some_and(|content| content.contains_key("multipart/form-data")),
            };
            calls.insert(operation["operationId"].as_str().unwrap().to_owned(), call);
        }
    }
    calls
}

/// What is sent: nothing, a form, a cookie or a file.
enum Sent {
    Nothing,
    Form(Value),
    Cookie(String),
    File,
}

/// What a row must be about.
#[derive(Clone, Copy)]
enum About<'a> {
    Nothing,
    The(&'a str, &'a str),
    /// What is there once.
    Only(&'a str),
    /// What the answer shows.
    New(&'a str),
}

/// A walk along the contract.
struct Walk {
    guide: Guide,
    left: BTreeMap<String, Call>,
    stranger: Person,
    viewer: Person,
    secrets: Vec<String>,
}

impl Walk {
    async fn rows(&self) -> Vec<AuditItem> {
        let find = Find { limit: 10_000, ..Find::default() };
        list(&self.guide.app.db, &find).await.unwrap().items
    }

    async fn sends(&self, by: &Person, (method, path): (&Method, &str), sent: &Sent) -> Answer {
        match sent {
            Sent::Nothing => by.send(method.clone(), path, &[], None).await,
            Sent::Cookie(cookie) => by.send(method.clone(), path, &[("cookie", cookie)], None).await,
            Sent::File => {
                by.sends_file(method.clone(), path, ("raft.png", &a_picture(40, 30)), &[("alt", "A raft")]).await
            }
            Sent::Form(form) => {
                let json = [("content-type", "application/json")];
                by.send(method.clone(), path, &json, Some(form.to_string().into_bytes())).await
            }
        }
    }

    /// Somebody is refused, and nothing is noted.
    async fn refuses(&self, by: &Person, call: (&Method, &str), sent: &Sent) {
        let before = self.rows().await.len();
        let answer = self.sends(by, call, sent).await;
        assert!(answer.status.is_client_error(), "{call:?}: {} {}", answer.status, answer.text);
        assert_eq!(self.rows().await.len(), before, "{call:?} was refused and is noted: {}", answer.text);
    }

    /// Makes a call: refused at first, to a stranger and with a form that is none, then once as it should be. Answers what
    /// came back, and the one row.
    async fn leaves(&mut self, operation: &str, by: &Person, (id, sent): (&str, Sent)) -> (Answer, AuditItem) {
        let call = self.left.remove(operation).unwrap_or_else(|| panic!("{operation} is walked twice, or is no call"));
        let path = call.at(id);
        let what = (&call.method, path.as_str());
        if !call.takes_strangers {
            self.refuses(&self.stranger, what, &sent).await;
        } else if !call.takes_body {
            self.refuses(&self.stranger.with_token("never-ours"), what, &Sent::Nothing).await;
        }
        if call.takes_file {
            self.refuses(by, what, &Sent::Nothing).await;
        } else if call.takes_body {
            self.refuses(by, what, &Sent::Form(json!({ "nonsense": 1 }))).await;
        }
        let before = self.rows().await.len();
        let answer = self.sends(by, what, &sent).await;
        assert!(answer.status.is_success(), "{operation}: {} {}", answer.status, answer.text);
        let mut rows = self.rows().await;
        assert_eq!(rows.len(), before + 1, "{operation} must leave exactly one row");
        let row = rows.remove(0);
        // The audit event of an account's own deletion is anonymized, too (R426).
        let address = if operation == "deleteAccount" { "" } else { ADDRESS };
        assert_eq!((row.action.as_str(), row.address.as_str()), (operation, address));
        assert_eq!(row.request_id, answer.header("x-request-id"), "{operation}");
        assert_eq!(row.created_at, self.guide.app.clock.now(), "{operation}");
        (answer, row)
    }

    /// The same where it is known who is named, and what.
    async fn does(
        &mut self,
        operation: &str,
        by: &Person,
        call: (&str, Sent),
        (account, about): (Option<&str>, About<'_>),
    ) -> Answer {
        let (answer, row) = self.leaves(operation, by, call).await;
        assert_eq!(row.account_id.as_ref().map(|id| id.0.as_str()), account, "{operation}: who");
        let (kind, id) = match about {
            About::Nothing => (None, None),
            About::The(kind, id) => (Some(kind), Some(id.to_owned())),
            About::Only(kind) => (Some(kind), None),
            About::New(kind) => (Some(kind), Some(id(&answer))),
        };
        assert_eq!((row.kind.map(|kind| kind.word()), row.subject_id), (kind, id), "{operation}: what");
        answer
    }

    /// The same by somebody of the console: a viewer is refused too.
    async fn keeps(&mut self, operation: &str, by: &Person, (id, sent): (&str, Sent), about: About<'_>) -> Answer {
        let call = &self.left[operation];
        self.refuses(&self.viewer, (&call.method, &call.at(id)), &sent).await;
        let who = by.id.clone().unwrap().0;
        self.does(operation, by, (id, sent), (Some(&who), about)).await
    }

    fn secret(&mut self, secret: &str) -> String {
        self.secrets.push(secret.to_owned());
        secret.to_owned()
    }

    /// Whoever has this session; its tokens are secrets.
    fn with_session(&mut self, session: &Answer) -> Person {
        self.secrets.extend([token(session), cookie(session).unwrap().replace("karst_refresh=", "")]);
        self.stranger.with_token(&token(session))
    }

    /// The traveller, and their id.
    fn viewer(&self) -> (Person, String) {
        let Person { token, id, .. } = &self.viewer;
        (self.viewer.with_token(token.as_ref().unwrap()), id.as_ref().unwrap().0.clone())
    }
}

/// The id of what an answer shows.
fn id(answer: &Answer) -> String {
    let id = &answer.json()["id"];
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// By which a change of many things is undone.
fn undo_id(answer: &Answer) -> String {
    answer.json()["undoId"].to_string()
}

// R220
#[rstest]
#[tokio::test]
async fn every_mutation_leaves_one_audit_event_and_a_refused_one_none(#[values(Sqlite, Postgres)] engine: Engine) {
    let abroad = Abroad::open().await;
    let Some(guide) = abroad.guide(engine, &["--trusted-proxies", "127.0.0.1"]).await else { return };
    let admin = guide.admin().await.coming_from(ADDRESS);
    let viewer = guide.traveller("Linh Tran").await.coming_from(ADDRESS);
    let stranger = guide.visitor().coming_from(ADDRESS);
    let mut walk =
        Walk { left: mutations(), stranger, viewer, guide, secrets: vec![PASSWORD.into(), "$argon2".into()] };

    keeping(&mut walk, &admin).await;
    writing(&mut walk, &admin).await;
    enquiries(&mut walk, &admin).await;
    accounts(&mut walk, &admin).await;
    identity(&mut walk, &abroad).await;
    second_factor(&mut walk, &admin).await;

    assert!(walk.left.is_empty(), "these mutations are not walked: {:?}", walk.left.keys());
    let log = serde_json::to_string(&walk.rows().await).unwrap();
    for secret in &walk.secrets {
        assert!(!log.contains(secret), "{secret} stands in the audit log");
    }
}

/// What the console keeps: categories, places, articles, pictures, settings.
async fn keeping(walk: &mut Walk, admin: &Person) {
    let sent = Sent::Form(json!({ "name": "Caves" }));
    let category = id(&walk.keeps("createCategory", admin, ("", sent), About::New("category")).await);
    let sent = Sent::Form(json!({ "icon": "cave" }));
    walk.keeps("updateCategory", admin, (&category, sent), About::The("category", &category)).await;
    let boats = admin.adds_category("Boats").await.to_string();
    walk.keeps("deleteCategory", admin, (&boats, Sent::Nothing), About::The("category", &boats)).await;
    walk.keeps("restoreCategory", admin, (&boats, Sent::Nothing), About::The("category", &boats)).await;

    let sent = Sent::Form(a_place("Hang Én", category.parse().unwrap()));
    let place = id(&walk.keeps("createPlace", admin, ("", sent), About::New("place")).await);
    let it = About::The("place", &place);
    walk.keeps("updatePlace", admin, (&place, Sent::Form(json!({ "phone": "+84 1" }))), it).await;
    let (viewer, who) = walk.viewer();
    walk.does("likePlace", &viewer, (&place, Sent::Nothing), (Some(&who), it)).await;
    walk.does("unlikePlace", &viewer, (&place, Sent::Nothing), (Some(&who), it)).await;
    let sent = Sent::Form(json!({ "businessId": place.parse::<i64>().unwrap() }));
    walk.does("toggleLike", &viewer, ("", sent), (Some(&who), it)).await;
    walk.keeps("deletePlace", admin, (&place, Sent::Nothing), it).await;
    walk.keeps("restorePlace", admin, (&place, Sent::Nothing), it).await;
    let sent = Sent::Form(json!({ "ids": [place.parse::<i64>().unwrap()], "isVerified": true }));
    let undo = undo_id(&walk.keeps("updatePlaces", admin, ("", sent), it).await);
    walk.keeps("undoUpdatePlaces", admin, (&undo, Sent::Nothing), it).await;

    let sent = Sent::Form(an_article("By boat"));
    let article = id(&walk.keeps("createArticle", admin, ("", sent), About::New("article")).await);
    let it = About::The("article", &article);
    walk.keeps("updateArticle", admin, (&article, Sent::Form(json!({ "author": "Another" }))), it).await;
    walk.keeps("deleteArticle", admin, (&article, Sent::Nothing), it).await;
    walk.keeps("restoreArticle", admin, (&article, Sent::Nothing), it).await;

    let picture = id(&walk.keeps("addPicture", admin, ("", Sent::File), About::New("picture")).await);
    let it = About::The("picture", &picture);
    walk.keeps("updatePicture", admin, (&picture, Sent::Form(json!({ "alt": "A boat" }))), it).await;
    walk.keeps("replacePicture", admin, (&picture, Sent::File), it).await;
    walk.keeps("deletePicture", admin, (&picture, Sent::Nothing), it).await;
    walk.keeps("restorePicture", admin, (&picture, Sent::Nothing), it).await;

    let sent = Sent::Form(json!({ "tagline": "Caves" }));
    walk.keeps("updateSettings", admin, ("", sent), About::Only("settings")).await;
    let pages = [
        ("updateGettingHere", "getting-here"),
        ("updateAbout", "about"),
        ("updateHelp", "help"),
        ("updatePrivacy", "privacy"),
    ];
    for (call, page) in pages {
        let sent = Sent::Form(a_standing_page(page));
        walk.keeps(call, admin, ("", sent), About::The("page", page)).await;
    }
}

/// What travellers write, and what becomes of it.
async fn writing(walk: &mut Walk, admin: &Person) {
    let (viewer, who) = walk.viewer();
    let verdict = || Sent::Form(json!({ "status": "approved" }));
    let verdicts = |id: &str| Sent::Form(json!({ "ids": [id.parse::<i64>().unwrap()], "status": "rejected" }));
    let sent = Sent::Form(json!({ "message": "Mist on the river" }));
    let entry = id(&walk.does("createEntry", &viewer, ("", sent), (Some(&who), About::New("entry"))).await);
    let it = About::The("entry", &entry);
    walk.keeps("moderateEntry", admin, (&entry, verdict()), it).await;
    walk.keeps("undoModeration", admin, (&entry, Sent::Nothing), it).await;
    let undo = undo_id(&walk.keeps("moderateEntries", admin, ("", verdicts(&entry)), it).await);
    walk.keeps("undoModerateEntries", admin, (&undo, Sent::Nothing), it).await;
    walk.keeps("updateEntry", admin, (&entry, Sent::Form(json!({ "nationality": "Vietnam" }))), it).await;
    admin.judges(entry.parse().unwrap(), "approved").await;
    let sent = Sent::Form(json!({ "comment": "Us too" }));
    let comment = walk.does("createComment", &viewer, (&entry, sent), (Some(&who), About::New("comment"))).await;
    let comment = id(&comment);
    let waits = walk.guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update guestbook_comment set status = 'pending'"))?;
            Ok::<_, StoreError>(())
        })
    });
    waits.await.unwrap();
    let on = About::The("comment", &comment);
    let undo = undo_id(&walk.keeps("moderateComments", admin, ("", verdicts(&comment)), on).await);
    walk.keeps("undoModerateComments", admin, (&undo, Sent::Nothing), on).await;
    walk.keeps("moderateComment", admin, (&comment, verdict()), on).await;
    walk.keeps("deleteComment", admin, (&comment, Sent::Nothing), on).await;
    walk.keeps("restoreComment", admin, (&comment, Sent::Nothing), on).await;
    walk.does("deleteOwnEntry", &viewer, (&entry, Sent::Nothing), (Some(&who), it)).await;
    let sent = Sent::Form(json!({ "authorName": "Hoa Pham", "message": "Mist on the river" }));
    let entry = id(&walk.keeps("createAdminEntry", admin, ("", sent), About::New("entry")).await);
    walk.keeps("deleteEntry", admin, (&entry, Sent::Nothing), About::The("entry", &entry)).await;
    walk.keeps("restoreEntry", admin, (&entry, Sent::Nothing), About::The("entry", &entry)).await;

    let (stranger, sent) = (walk.stranger.without_token(), Sent::Form(crate::contact::a_message()));
    let message = id(&walk.does("sendMessage", &stranger, ("", sent), (None, About::New("message"))).await);
    let it = About::The("message", &message);
    walk.keeps("updateMessage", admin, (&message, Sent::Form(json!({ "status": "answered" }))), it).await;
    walk.keeps("deleteMessage", admin, (&message, Sent::Nothing), it).await;
    walk.keeps("restoreMessage", admin, (&message, Sent::Nothing), it).await;
}

/// Enquiries: none can be changed.
async fn enquiries(walk: &mut Walk, admin: &Person) {
    let category = admin.adds_category("Stays").await;
    let place = with(a_place("Lantern Lodge", category), crate::enquiries::open_to_enquiries());
    let place = admin.adds(place).await["id"].to_string();
    let (stranger, sent) = (walk.stranger.without_token(), Sent::Form(crate::enquiries::an_enquiry()));
    walk.does("createEnquiry", &stranger, (&place, sent), (None, About::New("enquiry"))).await;
}

/// Accounts, as admins keep them.
async fn accounts(walk: &mut Walk, admin: &Person) {
    let form = json!({ "email": "hoa@example.org", "firstName": "Hoa", "lastName": "Pham", "role": "viewer" });
    let user = id(&walk.keeps("createUser", admin, ("", Sent::Form(form)), About::New("user")).await);
    let it = About::The("user", &user);
    walk.keeps("updateUser", admin, (&user, Sent::Form(json!({ "role": "business_owner" }))), it).await;
    let made = walk.keeps("createPasswordLink", admin, (&user, Sent::Nothing), it).await.json();
    walk.secret(&token_in(made["link"].as_str().unwrap()));
    walk.keeps("deleteUser", admin, (&user, Sent::Nothing), it).await;
}

/// One's own account, from the first day to the last.
async fn identity(walk: &mut Walk, abroad: &Abroad) {
    let stranger = walk.stranger.without_token();
    let email = "newcomer@example.org";
    let form = json!({ "firstName": "New", "lastName": "Comer", "email": email, "password": PASSWORD });
    let (joined, row) = walk.leaves("signUp", &stranger, ("", Sent::Form(form))).await;
    let who = joined.json()["user"]["uid"].as_str().unwrap().to_owned();
    assert_eq!((row.account_id.unwrap().0, row.subject_id.unwrap()), (who.clone(), who.clone()));
    let own = (Some(who.as_str()), About::The("user", &who));
    let newcomer = walk.with_session(&joined);
    walk.does("requestVerification", &newcomer, ("", Sent::Nothing), own).await;
    let ticket = token_in(&walk.guide.link_to(email).await);
    let sent = Sent::Form(json!({ "token": walk.secret(&ticket), "password": PASSWORD }));
    walk.does("confirmVerification", &stranger, ("", sent), own).await;
    let sent = Sent::Form(json!({ "email": email, "password": PASSWORD }));
    let session = walk.does("signIn", &stranger, ("", sent), own).await;
    walk.with_session(&session);
    let sent = Sent::Cookie(cookie(&session).unwrap());
    let session = walk.does("refreshSession", &stranger, ("", sent), own).await;
    walk.with_session(&session);
    let held = cookie(&session).unwrap();
    walk.does("signOut", &stranger, ("", Sent::Cookie(held.clone())), own).await;
    // Who is nobody signs out of nothing, and is not noted: strangers would fill the log.
    let rows = walk.rows().await.len();
    stranger.send(Method::POST, "/api/auth/sign-out", &[("cookie", &held)], None).await.is(204);
    stranger.send(Method::POST, "/api/auth/sign-out", &[], None).await.is(204);
    assert_eq!(walk.rows().await.len(), rows);

    // Of an address that nobody has nothing is noted but that somebody asked.
    let sent = Sent::Form(json!({ "email": "nobody@example.org" }));
    walk.does("requestPasswordReset", &stranger, ("", sent), (None, About::Nothing)).await;
    stranger.post("/api/auth/password-reset", json!({ "email": email })).await.is(202);
    let row = walk.rows().await.remove(0);
    assert_eq!((row.account_id, row.subject_id.as_ref()), (None, Some(&who)));
    let ticket = token_in(&walk.guide.link_to(email).await);
    let password = walk.secret("a raft on the Chay");
    let sent = Sent::Form(json!({ "token": walk.secret(&ticket), "password": password }));
    walk.does("confirmPasswordReset", &stranger, ("", sent), own).await;
    let session = stranger.signs_in(email, &password).await.is(200);
    let newcomer = walk.with_session(&session);
    let sent = Sent::Form(json!({ "currentPassword": password, "newPassword": PASSWORD }));
    let session = walk.does("changePassword", &newcomer, ("", sent), own).await;
    let newcomer = walk.with_session(&session);
    walk.does("syncIdentity", &newcomer, ("", Sent::Form(json!({}))), own).await;
    walk.does("updateAccount", &newcomer, ("", Sent::Form(json!({ "firstName": "Newer" }))), own).await;

    // Coming back from a provider is a GET, and makes a session all the same.
    stranger.arrives_by(abroad, "google", json!({ "sub": "1", "email": email })).await.is(200);
    let row = walk.rows().await.remove(0);
    assert_eq!((row.action.as_str(), row.account_id.unwrap().0.as_str()), ("completeFederatedSignIn", who.as_str()));
    walk.secrets.extend(abroad.secrets());
    walk.does("unlinkFederated", &newcomer, ("google", Sent::Nothing), own).await;

    let sessions = newcomer.get("/api/auth/sessions").await.is(200).json();
    let session = sessions.as_array().unwrap().iter().find(|one| one["isCurrent"] == false).unwrap()["id"].clone();
    walk.does("revokeSession", &newcomer, (session.as_str().unwrap(), Sent::Nothing), own).await;
    walk.does("signOutEverywhere", &newcomer, ("", Sent::Nothing), own).await;
    let session = stranger.signs_in(email, PASSWORD).await.is(200);
    let newcomer = walk.with_session(&session);
    // Without a password a mailed code deletes it.
    let id = cms::common::id::AccountId(who.clone());
    let work = walk.guide.app.db.write(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update account set password_hash = null where id = $1").bind(id))?;
            Ok::<_, StoreError>(())
        })
    });
    work.await.unwrap();
    walk.does("requestDeletionCode", &newcomer, ("", Sent::Nothing), own).await;
    let code = crate::accounts::deletion_code(&walk.guide).await;
    let code = walk.secret(&code);
    walk.does("deleteAccount", &newcomer, ("", Sent::Form(json!({ "code": code }))), own).await;
}

async fn second_factor(walk: &mut Walk, admin: &Person) {
    let who = admin.id.clone().unwrap().0;
    let own = (Some(who.as_str()), About::The("user", &who));
    let sent = Sent::Form(json!({ "password": PASSWORD }));
    let offered = walk.does("beginSecondFactorEnrollment", admin, ("", sent), own).await.json();
    let secret = walk.secret(offered["secret"].as_str().unwrap());
    let totp = Builder::new().with_secret(Secret::try_from_base32(&secret).unwrap()).build().unwrap();
    let code = totp.generate(walk.guide.app.clock.now().seconds() as u64).to_string();
    let sent = Sent::Form(json!({ "code": code }));
    let confirmed = walk.does("confirmSecondFactor", admin, ("", sent), own).await.json();
    let codes = confirmed["recoveryCodes"].as_array().unwrap().iter();
    walk.secrets.extend(codes.map(|code| code.as_str().unwrap().to_owned()));
    let sent = Sent::Form(json!({ "currentPassword": PASSWORD }));
    walk.does("removeSecondFactor", admin, ("", sent), own).await;
}

#[rstest]
#[tokio::test]
async fn a_write_that_is_undone_leaves_no_row(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let (_, id) = guide.account("Linh Tran", Role::Viewer).await;
    let audit = AuditContext::command("test", guide.app.clock.now());
    let undone = guide.app.db.write(move |tx| {
        Box::pin(async move {
            let account = cms::identity::store::by_id(tx, &id).await?.unwrap();
            audit.log_touched(tx, &account).await?;
            Err::<(), _>(StoreError::NotFound)
        })
    });
    assert!(undone.await.is_err());
    assert!(list(&guide.app.db, &Find { limit: 10, ..Find::default() }).await.unwrap().items.is_empty());
}
