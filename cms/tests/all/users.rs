//! The administration of users. At least one admin who can sign in always remains.

use cms::auth::domain::accounts::Role;
use cms::commands::user;
use rstest::rstest;
use serde_json::{Value, json};

use crate::sign_in::access_token_of;
use crate::test_app::{Engine, Postgres, Sqlite, TestApp, token_in};
use crate::test_client::{PASSWORD, TestClient};

const USERS_PATH: &str = "/api/admin/users";

fn user_json(email: &str) -> Value {
    json!({ "email": email, "firstName": "Linh", "lastName": "Tran" })
}

fn email_addresses(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["email"].as_str().unwrap()).collect()
}

#[rstest]
#[tokio::test]
async fn user_add_command_removes_invisible_characters_from_names(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let add = user::UserCommand::Add {
        email: "linh@example.org".into(),
        role: Role::Viewer,
        first_name: " Li\u{202e}nh\n\u{200b}".into(),
        last_name: "Nguye\u{302}\u{303}n \u{2066}Thi\u{323}".into(),
        password_stdin: false,
    };
    user::execute(&guide.app.db, add, guide.app.clock.now()).await.unwrap();
    let listed = admin.get(&format!("{USERS_PATH}?q=linh@example.org")).await.is(200).json();
    assert_eq!((&listed[0]["firstName"], &listed[0]["lastName"]), (&json!("Linh"), &json!("Nguyễn Thị")));
}

impl TestClient {
    /// The path of the client's own user record.
    fn own_user_path(&self) -> String {
        format!("{USERS_PATH}/{}", self.id.as_ref().unwrap().0)
    }
}

// R154, R155, R156
#[rstest]
#[tokio::test]
async fn users_are_listed_searched_and_counted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    for (name, role) in [
        ("Linh Trần", Role::Viewer),
        ("Đông Nguyễn", Role::BusinessOwner),
        ("Minh Le", Role::Viewer),
        ("Hoa Pham", Role::BusinessOwner),
    ] {
        guide.app.clock.advance(60);
        guide.add_account(name, role).await;
    }
    let all = admin.get(USERS_PATH).await.is(200);
    assert_eq!(all.header("x-total-count"), "5");
    let newest = "hoa-pham@example.org";
    assert_eq!(all.json()[0]["email"], newest);
    let mut fields: Vec<String> = all.json()[0].as_object().unwrap().keys().cloned().collect();
    fields.sort();
    assert_eq!(
        fields,
        [
            "createdAt",
            "email",
            "firstName",
            "hasPassword",
            "id",
            "invitedAt",
            "isActive",
            "isEmailVerified",
            "lastName",
            "role",
            "updatedAt",
            "version"
        ]
    );
    for (query, expected) in [
        ("q=tran", vec!["linh-tran@example.org"]),
        ("q=TR%E1%BA%A6N+linh", vec!["linh-tran@example.org"]),
        ("q=dong", vec!["dong-nguyen@example.org"]),
        ("q=hoa-pham@", vec![newest]),
        ("q=nobody", vec![]),
        ("q=%25", vec![]),
        ("role=business_owner", vec![newest, "dong-nguyen@example.org"]),
        ("role=business_owner&q=dong", vec!["dong-nguyen@example.org"]),
        ("sort=email&limit=2", vec!["admin-one@example.org", "dong-nguyen@example.org"]),
        ("sort=-email&limit=1", vec!["minh-le@example.org"]),
        ("sort=name&limit=2", vec!["admin-one@example.org", "dong-nguyen@example.org"]),
        ("sort=-role&limit=1", vec!["admin-one@example.org"]),
        ("sort=createdAt&limit=1", vec!["admin-one@example.org"]),
    ] {
        assert_eq!(
            email_addresses(&admin.get(&format!("{USERS_PATH}?{query}")).await.is(200).json()),
            expected,
            "{query}"
        );
    }
    let page = admin.get(&format!("{USERS_PATH}?role=viewer&limit=1")).await.is(200);
    assert_eq!(page.header("x-total-count"), "2");
    let next = page.header("link").strip_prefix('<').unwrap().strip_suffix(">; rel=\"next\"").unwrap().to_owned();
    assert!(next.starts_with(&format!("{USERS_PATH}?role=viewer&limit=1&cursor=")), "{next}");
    let last = admin.get(&next).await.is(200);
    assert_eq!((email_addresses(&last.json()), last.header("link")), (vec!["linh-tran@example.org"], ""));
    admin.get(&format!("{next}&offset=1")).await.is(400);
    let counts = admin.get(&format!("{USERS_PATH}/counts")).await.is(200).json();
    assert_eq!(counts, json!({ "total": 5, "admins": 1, "businessOwners": 2, "viewers": 2 }));
    for query in ["limit=0", "limit=1001", "offset=10001", "sort=passwordHash", "role=boss", "password=x", "q=a&q=b"] {
        admin.get(&format!("{USERS_PATH}?{query}")).await.is(400);
    }
}

// R158, R425
#[rstest]
#[tokio::test]
async fn new_user_is_invited_and_chooses_a_password(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let created = admin.post(USERS_PATH, user_json(" Linh@Example.org ")).await.is(201);
    let created_user = created.json();
    assert_eq!(created.header("location"), format!("{USERS_PATH}/{}", created_user["id"].as_str().unwrap()));
    assert_eq!(
        (
            &created_user["email"],
            &created_user["role"],
            &created_user["isActive"],
            &created_user["isEmailVerified"],
            &created_user["version"]
        ),
        (&json!("linh@example.org"), &json!("viewer"), &json!(true), &json!(false), &json!(1))
    );
    let link = guide.emailed_link("linh@example.org").await;
    assert!(link.starts_with(&guide.url("/login/reset?token=")), "{link}");
    guide.anonymous().sign_in("linh@example.org", "").await.is(422);
    guide.app.clock.advance(7 * 24 * 3600 - 1);
    let reset_request = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    guide.anonymous().post("/api/auth/password-reset/confirm", reset_request).await.is(204);
    guide.anonymous().sign_in("linh@example.org", "a ferry on the Son").await.is(200);

    let admin = guide
        .anonymous()
        .with_token(&access_token_of(&guide.anonymous().sign_in("admin-one@example.org", PASSWORD).await));
    let duplicate_response = admin.post(USERS_PATH, user_json("LINH@example.org")).await.is(422);
    assert_eq!(duplicate_response.errors(), json!([{ "field": "email", "message": "This email is already in use" }]));
    let invalid_response =
        admin.post(USERS_PATH, json!({ "email": "linh", "firstName": "", "role": "boss" })).await.is(422);
    assert_eq!(
        invalid_response.errors(),
        json!([
            { "field": "email", "message": "Valid email is required" },
            { "field": "firstName", "message": "First name is required" },
            { "field": "lastName", "message": "Last name is required" },
            { "field": "role", "message": "Role must be viewer, business_owner or admin" },
        ])
    );
    for field in ["passwordHash", "password", "providerUid"] {
        let mut user_request = user_json("minh@example.org");
        user_request[field] = json!("x");
        assert_eq!(admin.post(USERS_PATH, user_request).await.is(400).fields(), [field]);
    }
    // A user who is added as inactive is not invited before an admin activates them.
    let mut inactive_user = user_json("hoa@example.org");
    inactive_user["isActive"] = json!(false);
    let inactive_user = admin.post(USERS_PATH, inactive_user).await.is(201).json();
    let email_count = guide.emails().await.len();
    admin
        .put(&format!("{USERS_PATH}/{}", inactive_user["id"].as_str().unwrap()), json!({ "isActive": true }))
        .await
        .is(200);
    assert_eq!(guide.emails().await.len(), email_count + 1);
}

#[rstest]
#[tokio::test]
async fn user_update_with_an_outdated_version_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, client) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let record = client.own_user_path();
    let user_before_update = admin.get(&record).await.is(200).json();
    let version = format!("\"{}\"", user_before_update["version"]);
    let change = json!({ "lastName": "Trần", "role": "business_owner" });
    let changed = admin.put_with_headers(&record, &[("if-match", &version)], change).await.is(200).json();
    assert_eq!((&changed["lastName"], &changed["firstName"]), (&json!("Trần"), &json!("Linh")));
    let conflicting_change = json!({ "lastName": "Ly" });
    let refused = admin.put_with_headers(&record, &[("if-match", &version)], conflicting_change).await.is(412);
    assert_eq!(refused.json()["current"], changed);
    // An update may contain the whole record. It is refused if its id is not that of the record.
    admin.put(&record, changed.clone()).await.is(200);
    let mut record_with_other_id = changed;
    record_with_other_id["id"] = json!("another");
    assert_eq!(admin.put(&record, record_with_other_id).await.is(422).fields(), ["id"]);
    let taken_email_response = admin.put(&record, json!({ "email": "admin-one@example.org" })).await.is(422);
    assert_eq!(taken_email_response.fields(), ["email"]);
    for unknown_id in ["nobody", "00000000000000000000000000000000", "a%00b", "..%2f"] {
        let record = format!("{USERS_PATH}/{unknown_id}");
        admin.get(&record).await.is(404);
        admin.put(&record, json!({ "role": "admin" })).await.is(404);
        admin.delete(&record).await.is(404);
    }
}

// R309
#[rstest]
#[tokio::test]
async fn user_changes_by_an_admin_apply_to_the_next_request(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (second_admin, record) = {
        let second_admin = guide.client_with_role("Second Admin", Role::Admin).await;
        let record = second_admin.own_user_path();
        (second_admin, record)
    };
    second_admin.get(USERS_PATH).await.is(200);
    admin.put(&record, json!({ "role": "viewer" })).await.is(200);
    second_admin.get(USERS_PATH).await.is(403);
    admin.put(&record, json!({ "role": "admin" })).await.is(200);
    second_admin.get(USERS_PATH).await.is(200);
    admin.put(&record, json!({ "isActive": false })).await.is(200);
    second_admin.get(USERS_PATH).await.is(401);
    guide.anonymous().sign_in("second-admin@example.org", PASSWORD).await.is(401);
    admin.put(&record, json!({ "isActive": true })).await.is(200);
    second_admin.get(USERS_PATH).await.is(401);
    let new_session = guide.anonymous().sign_in("second-admin@example.org", PASSWORD).await.is(200);
    let new_session = guide.anonymous().with_token(&access_token_of(&new_session));
    admin.delete(&record).await.is(204);
    new_session.get(USERS_PATH).await.is(401);
    admin.get(&record).await.is(404);
}

#[rstest]
#[tokio::test]
async fn last_admin_is_never_deleted_deactivated_or_demoted(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let record = admin.own_user_path();
    let before = admin.get(&record).await.is(200).json();
    for change in [json!({ "role": "viewer" }), json!({ "role": "business_owner" }), json!({ "isActive": false })] {
        admin.put(&record, change).await.is(409);
    }
    admin.delete(&record).await.is(409);
    // The other admin is inactive, so the last active admin cannot be demoted.
    let (_, inactive_admin_id) = guide.add_account("Idle Admin", Role::Admin).await;
    admin.put(&format!("{USERS_PATH}/{}", inactive_admin_id.0), json!({ "isActive": false })).await.is(200);
    admin.put(&record, json!({ "role": "viewer" })).await.is(409);
    assert_eq!(admin.get(&record).await.is(200).json(), before, "nothing changed");
    // Other fields of the last admin can be changed.
    admin.put(&record, json!({ "lastName": "Two", "role": "admin", "isActive": true })).await.is(200);
}

#[rstest]
#[tokio::test]
async fn invited_admin_who_cannot_sign_in_does_not_count_as_a_remaining_admin(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let mut invited = user_json("hoa@example.org");
    invited["role"] = json!("admin");
    let invited = admin.post(USERS_PATH, invited).await.is(201).json();
    let refused = admin.put(&admin.own_user_path(), json!({ "role": "viewer" })).await.is(409).json();
    assert_eq!(refused["detail"], "This is the last admin who can sign in: make another user an admin first.");
    admin.put(&admin.own_user_path(), json!({ "isActive": false })).await.is(409);
    admin.delete(&admin.own_user_path()).await.is(409);
    admin.delete_with_body("/api/auth/account", json!({ "currentPassword": PASSWORD })).await.is(409);
    let demotion = user::UserCommand::Role { email: "admin-one@example.org".into(), role: Role::Viewer };
    let refused = user::execute(&guide.app.db, demotion, guide.app.clock.now()).await.unwrap_err().to_string();
    assert_eq!(refused, "there must be an admin who can sign in: admin-one@example.org is the last one");
    // After choosing a password, the invited admin is an admin who can sign in.
    let link = guide.emailed_link("hoa@example.org").await;
    let reset_request = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    guide.anonymous().post("/api/auth/password-reset/confirm", reset_request).await.is(204);
    admin.delete(&admin.own_user_path()).await.is(204);
    let session = guide.anonymous().sign_in("hoa@example.org", "a ferry on the Son").await.is(200);
    let hoa = guide.anonymous().with_token(&access_token_of(&session));
    hoa.delete(&format!("{USERS_PATH}/{}", invited["id"].as_str().unwrap())).await.is(409);
}

#[rstest]
#[tokio::test]
async fn concurrent_mutual_removal_of_two_admins_leaves_one(#[values(Sqlite, Postgres)] engine: Engine) {
    for round in 0..6 {
        let Some(guide) = TestApp::start(engine).await else { return };
        let one = guide.client_with_role("Admin One", Role::Admin).await;
        let two = guide.client_with_role("Admin Two", Role::Admin).await;
        // On PostgreSQL the second admin uses another replica. SQLite has only one process.
        let other_replica = if engine != Sqlite { Some(guide.start_replica(&["--api-only"]).await) } else { None };
        let two = other_replica.as_ref().map_or_else(|| two.on_server(&guide), |other| two.on_server(other));
        let (first_path, second_path) = (one.own_user_path(), two.own_user_path());
        let change = if round % 2 == 0 { json!({ "role": "viewer" }) } else { json!({ "isActive": false }) };
        let (a, b) = match round {
            4 | 5 => tokio::join!(one.delete(&second_path), two.delete(&first_path)),
            _ => tokio::join!(one.put(&second_path, change.clone()), two.put(&first_path, change.clone())),
        };
        // The later request is refused: its target is the last admin, or its caller is no longer an admin.
        let (a, b) = (a.status.as_u16(), b.status.as_u16());
        let success_count = [a, b].into_iter().filter(|status| [200, 204].contains(status)).count();
        assert!(success_count == 1 && [a, b].iter().all(|one| [200, 204, 401, 403, 409].contains(one)), "{a} {b}");
        let survivor = if a < 300 { one } else { two };
        survivor.get(USERS_PATH).await.is(200);
    }
}

// R308
#[rstest]
#[tokio::test]
async fn promotion_of_an_unverified_user_removes_the_password(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (attacker, _) = guide.sign_up("boss@example.org").await;
    let users = admin.get(&format!("{USERS_PATH}?q=boss")).await.is(200).json();
    let record = format!("{USERS_PATH}/{}", users[0]["id"].as_str().unwrap());
    admin.put(&record, json!({ "role": "admin" })).await.is(200);
    attacker.get("/api/auth/account").await.is(401);
    guide.anonymous().sign_in("boss@example.org", PASSWORD).await.is(401);
    let link = guide.emailed_link("boss@example.org").await;
    let reset_request = json!({ "token": token_in(&link), "password": "a ferry on the Son" });
    guide.anonymous().post("/api/auth/password-reset/confirm", reset_request).await.is(204);
    let boss = guide.anonymous().sign_in("boss@example.org", "a ferry on the Son").await.is(200);
    assert_eq!(boss.json()["user"]["role"], "admin");
    // A new email address is unverified, and links that were emailed to the former address are invalid.
    guide.anonymous().post("/api/auth/password-reset", json!({ "email": "boss@example.org" })).await.is(202);
    let former_link = guide.emailed_link("boss@example.org").await;
    let changed = admin.put(&record, json!({ "email": "chief@example.org" })).await.is(200).json();
    assert_eq!(changed["isEmailVerified"], false);
    let former_link_request = json!({ "token": token_in(&former_link), "password": "a thief's own" });
    guide.anonymous().post("/api/auth/password-reset/confirm", former_link_request).await.is(422);
    assert!(guide.emailed_link("chief@example.org").await.contains("/login/verify?token="));
}

// R159, R316
#[rstest]
#[tokio::test]
async fn user_export_has_all_filtered_users_and_no_formulas(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let mut user_request = user_json("=cmd@example.org");
    user_request["firstName"] = json!("=HYPERLINK(\"http://evil.example\")");
    user_request["lastName"] = json!("+1, \"quoted\"\u{202e}");
    user_request["role"] = json!("business_owner");
    user_request["isActive"] = json!(false);
    let created = admin.post(USERS_PATH, user_request).await.is(201).json();
    let file = admin.get("/api/admin/users.csv").await.is(200);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"users-export-2026-11-21.csv\"");
    assert_eq!(file.header("x-total-count"), "2");
    let lines: Vec<&str> = file.text.split_terminator("\r\n").collect();
    assert_eq!(lines[0], "\u{feff}ID,Email,First Name,Last Name,Role,Active,Created At");
    let expected = format!(
        "{},'=cmd@example.org,\"'=HYPERLINK(\"\"http://evil.example\"\")\",\"'+1, \"\"quoted\"\"\",business_owner,No,2026-11-21T08:00:00.000Z",
        created["id"].as_str().unwrap()
    );
    assert!(lines[1..].contains(&expected.as_str()), "{}", file.text);
    assert!(lines[1..].iter().any(|line| line.contains("admin-one@example.org,Admin,One,admin,Yes,")));
    let filtered = admin.get("/api/admin/users.csv?role=business_owner&q=cmd").await.is(200);
    assert_eq!((filtered.header("x-total-count"), filtered.text.lines().count()), ("1", 2));
    assert_eq!(admin.get("/api/admin/users.csv?role=viewer").await.is(200).text.lines().count(), 1);
    admin.get("/api/admin/users.csv?limit=1").await.is(400);
}

#[rstest]
#[tokio::test]
async fn user_export_contains_more_than_one_page(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let now = guide.app.clock.now();
    let work = guide.app.db.write(move |tx| {
        Box::pin(async move {
            for n in 0..1100 {
                let new = cms::auth::domain::accounts::NewAccount {
                    email: format!("guest{n}@example.org"),
                    first_name: "Guest".into(),
                    last_name: n.to_string(),
                    role: Role::Viewer,
                    is_active: true,
                    is_email_verified: false,
                    password_hash: None,
                };
                cms::auth::domain::accounts::add(tx, new, now).await?;
            }
            Ok::<_, cms::db::engine::StoreError>(())
        })
    });
    work.await.unwrap();
    let file = admin.get("/api/admin/users.csv").await.is(200);
    let mut lines: Vec<&str> = file.text.lines().collect();
    lines.sort();
    lines.dedup();
    assert_eq!((file.header("x-total-count"), lines.len()), ("1101", 1102));
    // The list can be read to its end too. Links to the next page contain a cursor, because an offset is limited to
    // 10,000.
    for sort in ["", "sort=name&", "sort=-email&", "sort=role&", "sort=-createdAt&", "sort=updatedAt&", "sort=-id&"] {
        let (mut path, mut seen_emails) = (format!("{USERS_PATH}?{sort}limit=400"), Vec::new());
        while !path.is_empty() {
            let page = admin.get(&path).await.is(200);
            assert_eq!(page.header("x-total-count"), "1101");
            seen_emails.extend(email_addresses(&page.json()).into_iter().map(str::to_owned));
            path = page.header("link").split(['<', '>']).nth(1).unwrap_or_default().to_owned();
            assert!(!path.contains("offset"), "{path}");
        }
        let emails_in_order = seen_emails.clone();
        seen_emails.sort();
        seen_emails.dedup();
        assert_eq!((emails_in_order.len(), seen_emails.len()), (1101, 1101), "{sort}");
        let long_page = admin.get(&format!("{USERS_PATH}?{sort}limit=1000")).await.is(200).json();
        assert_eq!(emails_in_order[..1000], email_addresses(&long_page), "{sort}");
    }
    let cursor_with_nul = "eyJrZXkiOiJcdTAwMDAiLCJpZCI6IngifQ"; // {"key":"\u0000","id":"x"}
    for cursor in ["x", "%25%25", "eyJrZXkiOiJhIn0", cursor_with_nul] {
        let refused = admin.get(&format!("{USERS_PATH}?sort=name&cursor={cursor}")).await.is(400);
        assert_eq!(refused.fields(), ["cursor"], "{cursor}");
    }
    assert_eq!(
        admin.get(&format!("{USERS_PATH}?sort=email&cursor=eyJrZXkiOjEsImlkIjoieCJ9")).await.fields(),
        ["cursor"]
    );
}
