//! The audit log as admins read it: what differs, filters, pages, rights; what is forgotten, and when.

use cms::audit::retention::sweep;
use cms::commands::media::collect_garbage;
use cms::commands::user::{self, UserCommand};
use cms::identity::model::Role;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::people::{PASSWORD, Person};
use crate::things::{a_place, an_article, with};
use crate::world::{Engine, Guide, Postgres, Sqlite, token_in};

const AUDIT: &str = "/api/admin/audit";
const DAY_S: i64 = 24 * 3600;

impl Person {
    /// The rows that this asks for.
    pub async fn audits(&self, query: &str) -> Vec<Value> {
        self.get(&format!("{AUDIT}{query}")).await.is(200).json().as_array().unwrap().clone()
    }

    /// What was done, by the same question.
    async fn actions(&self, query: &str) -> Vec<String> {
        self.audits(query).await.iter().map(|row| row["action"].as_str().unwrap().to_owned()).collect()
    }
}

// R220
#[rstest]
#[tokio::test]
async fn audit_event_has_actor_action_time_address_and_differences(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.adds_category("Caves").await;
    let place = admin.adds(with(a_place("Hang En", category), json!({ "phone": "+84 1" }))).await;
    guide.app.clock.advance(60);
    let changes = json!({ "name": "Hang Én", "phone": null, "tags": ["cave"], "latitude": 17.58 });
    let path = format!("/api/businesses/{}", place["id"]);
    let answer = admin.put(&path, changes).await.is(200);
    let row = admin.audits("").await.remove(0);
    assert_eq!(
        row,
        json!({
            "id": row["id"], "createdAt": guide.app.clock.now(), "accountId": admin.id, "accountName": "Admin One",
            "accountEmail": "admin-one@example.org", "action": "updatePlace", "kind": "place",
            "subjectId": place["id"].to_string(), "subjectName": "Hang Én",
            "before": { "name": "Hang En", "phone": "+84 1", "tags": [] },
            "after": { "name": "Hang Én", "phone": null, "tags": ["cave"] },
            "address": "127.0.0.1", "requestId": answer.header("x-request-id"),
        })
    );
    // The same again changes nothing, and is noted.
    admin.put(&path, json!({ "phone": null })).await.is(200);
    let row = admin.audits("").await.remove(0);
    assert_eq!((&row["before"], &row["after"]), (&Value::Null, &Value::Null));
    admin.delete(&path).await.is(204);
    let row = admin.audits("").await.remove(0);
    assert_eq!(
        (&row["before"]["name"], &row["before"]["phone"], &row["after"]),
        (&json!("Hang Én"), &Value::Null, &Value::Null)
    );
    admin.post(&format!("{path}/restore"), json!({})).await.is(200);
    let row = admin.audits("").await.remove(0);
    assert_eq!((&row["before"], &row["after"]["name"]), (&Value::Null, &json!("Hang Én")));
}

#[rstest]
#[tokio::test]
async fn a_long_text_is_shortened_and_says_so(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let long = |end: &str| format!("<p>{} {end}</p>", "Boats leave early. ".repeat(1000));
    let story = with(an_article("By boat"), json!({ "contentHtml": long("Or late.") }));
    let id = admin.post("/api/articles", story).await.is(201).json()["id"].clone();
    admin.put(&format!("/api/articles/{id}"), json!({ "contentHtml": long("Or never.") })).await.is(200);
    let row = admin.audits("").await.remove(0);
    let told = |side: &str| row[side]["contentHtml"].as_str().unwrap().to_owned();
    assert!(told("before").ends_with("Or late.</p> [shortened: 19016 characters in all]"), "{}", told("before"));
    assert!(told("after").starts_with('…') && told("after").contains("Or never.</p>"), "{}", told("after"));
    assert!(told("after").len() < 300);
}

#[rstest]
#[tokio::test]
async fn filters_narrow_and_pages_go_on(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let owner = guide.owner("Minh Le").await;
    let category = admin.adds_category("Caves").await;
    let start = guide.app.clock.now();
    guide.app.clock.advance(600);
    let later = guide.app.clock.now();
    let ours = owner.adds(a_place("Hang Minh", category)).await["id"].clone();
    let theirs = admin.adds(a_place("Hang Én", category)).await["id"].clone();
    admin.put(&format!("/api/businesses/{ours}"), json!({ "isActive": true })).await.is(200);
    owner.put(&format!("/api/businesses/{ours}"), json!({ "phone": "1" })).await.is(200);
    let own = owner.id.as_ref().unwrap();
    for (query, expected) in [
        (format!("?account={own}"), vec!["updatePlace", "createPlace", "signIn"]),
        (format!("?account={own}&action=updatePlace"), vec!["updatePlace"]),
        ("?action=createPlace".into(), vec!["createPlace", "createPlace"]),
        ("?kind=category".into(), vec!["createCategory"]),
        (format!("?kind=place&subject={ours}"), vec!["updatePlace", "updatePlace", "createPlace"]),
        (format!("?kind=place&subject={theirs}"), vec!["createPlace"]),
        (format!("?kind=user&subject={own}"), vec!["signIn"]),
        (format!("?to={later}"), vec!["createCategory", "signIn", "signIn"]),
        (format!("?kind=place&from={later}"), vec!["updatePlace", "updatePlace", "createPlace", "createPlace"]),
        (format!("?from={start}&to={start}"), vec![]),
        ("?account=nobody".into(), vec![]),
    ] {
        assert_eq!(admin.actions(&query).await, expected, "{query}");
    }
    let all = admin.audits("").await;
    let (mut seen, mut path) = (Vec::new(), format!("{AUDIT}?limit=3"));
    loop {
        let page = admin.get(&path).await.is(200);
        assert!(page.header("x-total-count").parse::<usize>().unwrap() >= all.len());
        seen.extend(page.json().as_array().unwrap().clone());
        let Some((next, _)) = page.header("link").split_once('>') else { break };
        path = next.trim_start_matches('<').to_owned();
        // Who does something meanwhile pushes nobody twice onto a page.
        admin.put(&format!("/api/user/likes/{theirs}"), json!({})).await.is(200);
    }
    assert_eq!(seen, all);
    assert_eq!(admin.audits("?limit=2&offset=1").await.len(), 2);
    for (query, field) in [
        ("?kind=places", "kind"),
        ("?subject=7", "subject"),
        ("?from=yesterday", "from"),
        ("?cursor=x", "cursor"),
        ("?limit=101", "limit"),
        ("?who=linh", "who"),
    ] {
        assert_eq!(admin.get(&format!("{AUDIT}{query}")).await.is(400).fields(), [field], "{query}");
    }
}

#[rstest]
#[tokio::test]
async fn admins_alone_read_it(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    guide.visitor().get(AUDIT).await.is(401);
    guide.traveller("Linh Tran").await.get(AUDIT).await.is(403);
    guide.owner("Minh Le").await.get(AUDIT).await.is(403);
    guide.admin().await.get(AUDIT).await.is(200);
}

#[rstest]
#[tokio::test]
async fn what_is_older_than_the_guide_keeps_is_forgotten(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    guide.account("Admin One", Role::Admin).await;
    let visitor = guide.visitor();
    for _ in 0..3 {
        visitor.signs_in("admin-one@example.org", PASSWORD).await.is(200);
    }
    guide.app.clock.advance(10 * DAY_S);
    let admin = guide.again("admin-one@example.org").await;
    let now = guide.app.clock.now();
    assert_eq!(sweep(&guide.app.db, 10, now).await.unwrap(), 0, "to the day");
    assert_eq!(sweep(&guide.app.db, 10, now.plus_seconds(1)).await.unwrap(), 3);
    assert_eq!(admin.actions("").await, ["signIn"]);
}

#[rstest]
#[tokio::test]
async fn of_a_deleted_user_the_id_alone_stays(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let (linh, minh) = (guide.traveller("Linh Tran").await, guide.traveller("Minh Le").await);
    let user = |person: &Person| format!("/api/admin/users/{}", person.id.as_ref().unwrap());
    for person in [&linh, &minh] {
        person.put("/api/auth/account", json!({ "photoURL": "/me.jpg" })).await.is(200);
        person.posts("Mist on the river").await;
        let changes = json!({ "lastName": "Tran-Le", "role": "business_owner" });
        admin.put(&user(person), changes).await.is(200);
    }
    admin.delete(&user(&linh)).await.is(204);
    minh.delete_with("/api/auth/account", json!({ "currentPassword": PASSWORD })).await.is(204);
    for (person, last) in [(&linh, "deleteUser"), (&minh, "deleteAccount")] {
        let id = &person.id.as_ref().unwrap().0;
        let did = admin.audits(&format!("?account={id}")).await;
        assert!(did.len() >= 3, "{did:?}");
        let about = admin.audits(&format!("?kind=user&subject={id}")).await;
        assert_eq!(about[0]["action"], last);
        assert_eq!(about[0]["before"]["role"], "business_owner");
        let raised = about.iter().find(|row| row["action"] == "updateUser").unwrap();
        assert_eq!(
            (&raised["before"], &raised["after"]["role"]),
            (&json!({ "role": "viewer" }), &json!("business_owner"))
        );
        for row in did.iter().chain(&about).filter(|row| row["accountId"] == **id) {
            assert_eq!((&row["accountName"], &row["accountEmail"]), (&Value::Null, &Value::Null));
            assert_eq!(row["address"], "", "an address tells who it was");
        }
    }
    let log = Value::from(admin.audits("").await).to_string();
    for name in ["Tran", "Minh Le", "linh-tran@", "minh-le@", "me.jpg"] {
        assert!(!log.contains(name), "{name} still stands in the log: {log}");
    }
    assert!(log.contains("Admin One"), "others keep theirs");
}

#[rstest]
#[tokio::test]
async fn commands_and_forms_without_scripts_are_noted_too(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = Guide::open(engine).await else { return };
    let admin = guide.admin().await;
    let (email, db, now) = ("linh@example.org".to_owned(), &guide.app.db, guide.app.clock.now());
    let add = UserCommand::Add {
        email: email.clone(),
        role: Role::Viewer,
        first_name: "Linh".into(),
        last_name: "Tran".into(),
        password_stdin: false,
    };
    let said = user::execute(db, add, now).await.unwrap();
    let password = said.split("Password: ").nth(1).unwrap().lines().next().unwrap().to_owned();
    user::execute(db, UserCommand::Role { email: email.clone(), role: Role::BusinessOwner }, now).await.unwrap();
    user::execute(db, UserCommand::Password { email: email.clone(), password_stdin: false }, now).await.unwrap();
    collect_garbage(db, &guide.app.files, now).await.unwrap();
    let mut rows = admin.audits("").await;
    let swept = rows.remove(0);
    assert_eq!((&swept["action"], &swept["kind"]), (&json!("media gc"), &Value::Null));
    let told = rows.iter().map(|row| (row["action"].as_str().unwrap(), row["address"].as_str().unwrap()));
    let told: Vec<_> = told.take(3).collect();
    let place = "command line";
    assert_eq!(told, [("user password", place), ("user role", place), ("user add", place)]);
    assert_eq!(
        (&rows[1]["before"], &rows[1]["after"]),
        (&json!({ "role": "viewer" }), &json!({ "role": "business_owner" }))
    );
    assert_eq!((&rows[0]["accountId"], &rows[0]["subjectName"]), (&Value::Null, &json!("Linh Tran")));
    assert!(!Value::from(rows).to_string().contains(&password));
    // A last admin stays one, and nothing is noted.
    let last = UserCommand::Role { email: "admin-one@example.org".into(), role: Role::Viewer };
    user::execute(db, last, now).await.unwrap_err();
    assert_eq!(admin.actions("?action=user%20role").await.len(), 1);

    let visitor = guide.visitor();
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let posts = async |path: &str, form_text: String| {
        visitor.send(Method::POST, path, &form, Some(form_text.into_bytes())).await
    };
    posts("/login", "email=admin-one@example.org&password=a+guess".into()).await.is(401);
    posts("/login", format!("email=admin-one@example.org&password={}", PASSWORD.replace(' ', "+"))).await.is(303);
    posts("/login/forgot", format!("email={email}")).await.is(200);
    let token = token_in(&guide.link_to(&email).await);
    posts("/login/reset", format!("token={token}&password=a+raft+on+the+Chay")).await.is(303);
    let newcomer = "firstName=Hoa&lastName=Pham&email=hoa@example.org&password=a+raft+on+the+Chay";
    posts("/login/sign-up", newcomer.into()).await.is(303);
    let token = token_in(&guide.link_to("hoa@example.org").await);
    let sent = format!("token={token}&password=a+raft+on+the+Chay");
    posts("/api/auth/verification/form", sent).await.is(303);
    let expected = ["confirmVerification", "signUp", "confirmPasswordReset", "requestPasswordReset", "signIn"];
    assert_eq!(admin.actions("?limit=5").await, expected);
}
