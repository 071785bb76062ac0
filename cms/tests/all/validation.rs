//! Invalid input is refused with a message for each field, and changes nothing.

use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{article_json, place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const JSON_HEADER: (&str, &str) = ("content-type", "application/json");

async fn assert_only_one_category_was_written(guide: &TestApp, admin: &TestClient) {
    assert_eq!(admin.get("/api/businesses?showAll=true").await.text, "[]");
    let last_seq = cms::jobs::change_log::newest_seq(&guide.app.db).await.unwrap().0;
    assert_eq!(last_seq, 1, "only the category was written");
}

// R130, R131, R132, R133, R134
#[rstest]
#[tokio::test]
async fn place_with_invalid_fields_gets_a_message_for_each(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let long = "x".repeat(1001);
    let image_url_message = "Image URL must be a valid URL or relative path starting with /";
    let cases = [
        (json!({ "name": "" }), "name", "Business name is required"),
        (json!({ "name": null }), "name", "Business name is required"),
        (json!({ "name": " \u{a0} " }), "name", "Business name is required"),
        (json!({ "latitude": "" }), "latitude", "Latitude is required"),
        (json!({ "longitude": null }), "longitude", "Longitude is required"),
        (json!({ "latitude": 91 }), "latitude", "Latitude must be between -90 and 90"),
        (json!({ "latitude": "91" }), "latitude", "Latitude must be between -90 and 90"),
        (json!({ "latitude": "north" }), "latitude", "Latitude must be a number"),
        (json!({ "longitude": -180.5 }), "longitude", "Longitude must be between -180 and 180"),
        (json!({ "categoryIds": [] }), "categoryIds", "At least one category is required"),
        (json!({ "categoryIds": [999] }), "categoryIds", "This category does not exist"),
        (json!({ "email": "nobody" }), "email", "Valid email is required"),
        (
            json!({ "website": "javascript:alert(1)" }),
            "website",
            "Website must be a valid URL starting with http:// or https://",
        ),
        (json!({ "affiliateLink": "ftp://x.y" }), "affiliateLink", "Affiliate link must be a valid URL"),
        (json!({ "bookingComUrl": "https://" }), "bookingComUrl", "Booking.com URL must be a valid URL"),
        (json!({ "agodaUrl": "agoda" }), "agodaUrl", "Agoda URL must be a valid URL"),
        (json!({ "googleMapsUrl": "http:// x" }), "googleMapsUrl", "Google Maps URL must be a valid URL"),
        (json!({ "imageUrl": format!("/{long}") }), "imageUrl", "Image URL must be less than 1000 characters"),
        (json!({ "imageUrl": "picture.jpg" }), "imageUrl", image_url_message),
        (json!({ "imageUrl": "//elsewhere.example/x.jpg" }), "imageUrl", image_url_message),
        (json!({ "imageUrl": "https://www.google.com/maps/search/?api=1&query=x" }), "imageUrl", image_url_message),
        (json!({ "gallery": ["data:image/png;base64,xx"] }), "gallery.0", image_url_message),
        (json!({ "bookingType": "maybe" }), "bookingType", "Booking type must be none, direct or affiliate"),
        (json!({ "rating": 5.1 }), "rating", "Rating must be between 1 and 5"),
        (json!({ "rating": 4.55 }), "rating", "Rating can have at most one decimal place"),
        (json!({ "reviewCount": -1 }), "reviewCount", "Review count must be 0 or more"),
        (json!({ "reviewCount": 1.5 }), "reviewCount", "Review count must be a whole number"),
        (json!({ "reviews": "[]" }), "reviews", "Reviews must be a list, each with an author, rating and text"),
        (json!({ "reviews": ["nice"] }), "reviews.0", "Reviews must be a list, each with an author, rating and text"),
        (json!({ "reviews": [{ "author": "A", "text": "B" }] }), "reviews.0.rating", "Review rating is required"),
        (json!({ "priceRange": "x".repeat(41) }), "priceRange", "Price range must be at most 40 characters"),
        (json!({ "ownerId": "nobody" }), "ownerId", "This account does not exist"),
        (
            json!({ "slug": "Not A Slug" }),
            "slug",
            "Page address may contain only lowercase letters, digits and hyphens",
        ),
    ];
    for (change, field, sentence) in cases {
        let refused =
            admin.post("/api/businesses", with_changes(place_json("Cave", cave), change.clone())).await.is(422);
        assert_eq!(refused.errors(), json!([{ "field": field, "message": sentence }]), "{change}");
        assert!(!refused.text.contains("javascript:"), "the rejected value is not repeated");
    }
    let nul_response = admin
        .post(
            "/api/businesses",
            with_changes(place_json("Cave", cave), json!({ "phone": "1\u{0}2", "tags": ["\u{0}"] })),
        )
        .await;
    assert_eq!(nul_response.is(422).fields(), ["phone", "tags.0"]);
    let missing_fields_response = admin.post("/api/businesses", json!({})).await.is(422);
    let mut fields = missing_fields_response.fields();
    fields.sort();
    assert_eq!(fields, ["categoryIds", "latitude", "longitude", "name"]);
    assert_only_one_category_was_written(&guide, &admin).await;
    // Values at the limits are accepted, as are numbers in strings and empty values of optional fields.
    for change in [
        json!({ "rating": 4.6, "reviewCount": 0, "email": "", "website": "", "imageUrl": "/" }),
        json!({ "rating": "4.7", "latitude": " 17.5 ", "imageUrl": format!("/{}", "x".repeat(999)) }),
        json!({ "rating": 1, "reviewCount": 3.0, "tags": [" beer ", "", "Động"], "latitude": -90, "longitude": 180 }),
    ] {
        admin.add_place(with_changes(place_json("Cave", cave), change)).await;
    }
}

#[rstest]
#[tokio::test]
async fn invalid_requests_get_problem_responses_and_change_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = place_json("Cave", cave).to_string();
    let post = async |headers: &[(&str, &str)], body: &[u8]| {
        admin.send(Method::POST, "/api/businesses", headers, Some(body.to_vec())).await
    };
    let unknown_field_response =
        admin.post("/api/businesses", with_changes(place_json("Cave", cave), json!({ "isAdmin": true }))).await.is(400);
    assert_eq!(unknown_field_response.fields(), ["isAdmin"]);
    assert_eq!(post(&[JSON_HEADER], b"{\"name\": ").await.is(400).fields(), [""]);
    assert_eq!(post(&[JSON_HEADER], b"[]").await.is(400).fields(), [""]);
    assert_eq!(post(&[JSON_HEADER], b"").await.is(400).fields(), [""]);
    let latin1_response = post(&[JSON_HEADER], b"{\"name\": \"caf\xe9\"}").await.is(400);
    assert_eq!(latin1_response.json()["detail"], "The body is not UTF-8");
    let deeply_nested_body = "[".repeat(100_000);
    post(&[JSON_HEADER], deeply_nested_body.as_bytes()).await.is(400);
    // The first body has a lone surrogate, and the second a number outside the range of a double.
    post(&[JSON_HEADER], b"{\"name\": \"a \\ud800 b\"}").await.is(400);
    post(&[JSON_HEADER], b"{\"latitude\": 1e999}").await.is(400);
    // If a field is repeated, its last value is validated, because that value would be stored.
    let body_with_repeated_field = place.replacen('{', "{\"isActive\": true, \"isActive\": \"perhaps\", ", 1);
    assert_eq!(post(&[JSON_HEADER], body_with_repeated_field.as_bytes()).await.is(422).fields(), ["isActive"]);
    post(&[], place.as_bytes()).await.is(415);
    post(&[("content-type", "text/plain")], place.as_bytes()).await.is(415);
    let too_large_body = format!("{{\"name\": \"{}\"}}", "x".repeat(5 << 20));
    post(&[JSON_HEADER], too_large_body.as_bytes()).await.is(413);
    admin.send(Method::PATCH, "/api/businesses", &[], None).await.is(405).fields();
    admin.get("/api/nothing").await.is(404).fields();
    admin.get("/api/businesses/99999999999999999999").await.is(404).fields();
    admin.get(&format!("/api/businesses?q={}", "x".repeat(5000))).await.is(414).fields();
    assert_only_one_category_was_written(&guide, &admin).await;
}

// R318
#[rstest]
#[tokio::test]
async fn problem_of_a_body_with_many_errors_reports_at_most_fifty(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let author = guide.viewer("Linh Tran").await;
    let lists = vec!["[]"; 80_000].join(",");
    let fields: Vec<String> = (0..20_000).map(|n| format!("\"f{n}\":0")).collect();
    let nuls = vec!["\"\\u0000\""; 25_000].join(",");
    for (body, status) in [
        (format!("{{\"message\": \"x\", \"pictureIds\": [{lists}]}}"), 422),
        (format!("{{{}}}", fields.join(",")), 400),
        (format!("{{\"message\": \"x\", \"pictureIds\": [{nuls}]}}"), 422),
    ] {
        let refused =
            author.send(Method::POST, "/api/guestbook", &[JSON_HEADER], Some(body.into_bytes())).await.is(status);
        assert!((1..=50).contains(&refused.fields().len()), "{} faults are refused", refused.fields().len());
    }
}

// R304, R305
#[rstest]
#[tokio::test]
async fn unlisted_list_parameters_are_refused_and_injections_have_no_effect(
    #[values(Sqlite, Postgres)] engine: Engine,
) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let anonymous = guide.anonymous();
    for sort in [
        "ownerId",
        "owner_id",
        "password_hash",
        "search",
        "changeSeq",
        "name desc",
        "id;drop table place",
        "1",
        "(select 1)",
    ] {
        let sort: String = sort.replace(' ', "%20");
        assert_eq!(anonymous.get(&format!("/api/businesses?sort={sort}")).await.is(400).fields(), ["sort"]);
    }
    anonymous.get("/api/businesses?ownerId=any").await.is(401);
    for name in [
        "owner_id",
        "owner",
        "email",
        "name[gt]",
        "filter",
        "where",
        "include",
        "$where",
        "name__startswith",
        "rating_gt",
    ] {
        assert_eq!(anonymous.get(&format!("/api/businesses?{name}=x")).await.is(400).fields(), [name]);
    }
    let fields = anonymous.get("/api/businesses?fields=name,passwordHash").await.is(400);
    assert_eq!(fields.fields(), ["fields"]);
    for attack in
        ["'", "''", "\"", "1 or 1=1", "1);--", "%00", "{{7*7}}", "../../x", "\\", "%27%20union%20select%201--"]
    {
        let attack =
            attack.replace(' ', "%20").replace('"', "%22").replace('{', "%7B").replace('}', "%7D").replace('\\', "%5C");
        for name in ["q", "category", "tags", "cursor", "ids", "slugs", "bbox", "near", "limit", "offset", "premium"] {
            let status = anonymous.get(&format!("/api/businesses?{name}={attack}")).await.status.as_u16();
            assert!(status == 200 || status == 400, "{name}={attack}: {status}");
        }
        let place_status = anonymous.get(&format!("/api/businesses/{attack}")).await.status.as_u16();
        assert!(place_status == 404 || place_status == 400, "{attack}: {place_status}");
    }
    assert_eq!(anonymous.get("/api/businesses").await.header("x-total-count"), "122");
}

// R304, R305
#[rstest]
#[tokio::test]
async fn list_parameter_outside_the_contract_is_refused(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    admin.add_place(place_json("Dark Cave", cave)).await;
    let state = async || {
        let (users, audit) = (admin.get("/api/admin/users").await.is(200), admin.get("/api/admin/audit").await.is(200));
        (users.text, audit.text, cms::jobs::change_log::newest_seq(&guide.app.db).await.unwrap().0)
    };
    let before = state().await;
    let contract = cms::api::contract();
    let mut tested_paths = Vec::new();
    for (path, operations) in contract["paths"].as_object().unwrap() {
        let parameters = operations["get"]["parameters"].as_array().cloned().unwrap_or_default();
        let parameter_names: Vec<&str> = parameters.iter().map(|one| one["name"].as_str().unwrap()).collect();
        if !parameter_names.contains(&"limit") {
            continue;
        }
        let list_path = path.replace("{kind}", "businesses").replace("{id}", "1");
        let assert_refused = async |name: &str, value: &str| {
            let refused =
                admin.get(&format!("{list_path}?{}={}", percent_encoded(name), percent_encoded(value))).await.is(400);
            assert!(refused.fields().contains(&name.to_owned()), "{list_path}?{name}={value}: {}", refused.text);
        };
        for name in [
            "passwordHash",
            "password_hash",
            "password_hash[gt]",
            "email[$ne]",
            "author.email",
            "email__startswith",
            "filter",
            "filter[email]",
            "where",
            "$where",
            "include",
            "expand",
            "order",
            "orderBy",
            "'",
            "\"",
            "limit;--",
            "limit'--",
            "id) or (1=1",
            "LIMIT",
        ] {
            assert_refused(name, "x").await;
        }
        // Invalid values of `sort` and `fields` are refused, even if this list does not have the parameter.
        for value in
            ["passwordHash", "password_hash", "-password_hash", "id;--", "id desc", "(select 1)", "'", "\"", "1"]
        {
            assert_refused("sort", value).await;
            assert_refused("fields", value).await;
        }
        // A typed parameter refuses these values. A free text parameter searches for them and finds nothing.
        for parameter in parameters.iter().filter(|one| one["in"] == "query") {
            let name = parameter["name"].as_str().unwrap();
            for value in ["'", "' or 1=1;--", "1;drop table account;--", "\"", "$1", "1)) or ((1=1"] {
                let response = admin.get(&format!("{list_path}?{name}={}", percent_encoded(value))).await;
                match response.status.as_u16() {
                    400 => {
                        assert!(
                            response.fields().contains(&name.to_owned()),
                            "{list_path}?{name}={value}: {}",
                            response.text
                        )
                    }
                    status => {
                        assert!(status == 200 && !response.text.contains("\"id\""), "{list_path}?{name}={value}");
                    }
                }
            }
        }
        tested_paths.push(path.as_str());
    }
    for path in [
        "/api/admin/audit",
        "/api/admin/comments",
        "/api/admin/contact",
        "/api/admin/guestbook/approved",
        "/api/admin/guestbook/pending",
        "/api/admin/guestbook/rejected",
        "/api/admin/guestbook/spam",
        "/api/admin/users",
        "/api/articles",
        "/api/businesses",
        "/api/guestbook",
        "/api/media",
    ] {
        assert!(tested_paths.contains(&path), "{path} is not among {tested_paths:?}");
    }
    assert_eq!(state().await, before, "nothing changed");
}

/// Percent-encodes every byte of the name or the value of a query parameter.
fn percent_encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[rstest]
#[tokio::test]
async fn invalid_list_parameters_are_refused_by_name(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("limit=ten", "limit"),
        ("offset=10001", "offset"),
        ("offset=-1", "offset"),
        ("bbox=1,2,3", "bbox"),
        ("bbox=106,18,107,17", "bbox"),
        ("near=91,0", "near"),
        ("sort=distance", "near"),
        ("ids=a", "ids"),
        ("premium=1", "premium"),
        ("showAll=yes", "showAll"),
        ("cursor=zzz", "cursor"),
        ("limit=5&limit=6", "limit"),
        ("premium=", "premium"),
        ("q=a%20b%20c%20d%20e%20f%20g%20h%20i%20j%20k%20l%20m", "q"),
        ("populated=true", "populated"),
    ] {
        assert_eq!(
            guide.anonymous().get(&format!("/api/businesses?{query}")).await.is(400).fields(),
            [field],
            "{query}"
        );
    }
    let long = format!("/api/businesses?q={}", "x".repeat(1001));
    assert_eq!(guide.anonymous().get(&long).await.is(400).fields(), ["q"]);
}

// R321
#[rstest]
#[tokio::test]
async fn calls_that_need_a_session_are_refused_without_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let anonymous = guide.anonymous();
    let contract = cms::api::contract();
    let mut call_count = 0;
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let is_private =
                operation["security"].as_array().is_some_and(|requirements| !requirements.contains(&json!({})));
            if !is_private && !path.starts_with("/api/admin") {
                continue;
            }
            call_count += 1;
            let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
            let path = path.replace("{id}", "1");
            let response = anonymous.send(method.clone(), &path, &[JSON_HEADER], Some(b"{}".to_vec())).await.is(401);
            assert_eq!(response.json()["title"], "Unauthorized", "{method} {path}");
            let forged_token_response = anonymous
                .send(method, &path, &[JSON_HEADER, ("authorization", "Bearer x.y.z")], Some(b"{}".to_vec()))
                .await;
            assert_eq!(forged_token_response.status.as_u16(), 401);
        }
    }
    assert!(call_count >= 7, "only {call_count} calls were tried");
    guide.viewer("Linh Tran").await.get("/api/admin/stats").await.is(403);
}

// R323
#[rstest]
#[tokio::test]
async fn public_reads_allow_any_origin_and_other_calls_allow_no_origin(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let origin = ("origin", "https://elsewhere.example");
    let allowed_origin =
        |response: &crate::test_client::TestResponse| response.header("access-control-allow-origin").to_owned();
    for path in
        ["/api/businesses", "/api/categories", "/api/businesses.geojson", "/api/businesses.csv", "/api/settings"]
    {
        let response = guide.anonymous().get_with_headers(path, &[origin]).await.is(200);
        assert_eq!(
            (allowed_origin(&response).as_str(), response.header("access-control-allow-credentials")),
            ("*", ""),
            "{path}"
        );
        let cached = guide.anonymous().get_with_headers(path, &[origin]).await;
        assert_eq!(allowed_origin(&cached), "*", "{path}, cached");
    }
    let admin = guide.admin().await;
    for path in ["/api/businesses", "/api/admin/stats"] {
        let response = admin.get_with_headers(path, &[origin]).await.is(200);
        assert_eq!(allowed_origin(&response), "", "{path} with a token");
    }
    let write_response = admin.post("/api/categories", json!({ "name": "Caves" })).await.is(201);
    assert_eq!(allowed_origin(&write_response), "");
    // Responses to preflight requests allow `If-None-Match` for public reads. For other requests they allow no origin.
    let preflight = async |method, path| {
        let preflight_headers = [origin, ("access-control-request-method", method)];
        guide.anonymous().send(Method::OPTIONS, path, &preflight_headers, None).await
    };
    let allowed = preflight("GET", "/api/businesses/1").await.is(204);
    assert_eq!(
        (allowed_origin(&allowed).as_str(), allowed.header("access-control-allow-headers")),
        ("*", "if-none-match")
    );
    assert_eq!(allowed.header("access-control-allow-methods"), "GET, HEAD");
    for (method, path) in
        [("PUT", "/api/businesses/1"), ("GET", "/api/admin/stats"), ("GET", "/api/auth/account"), ("GET", "/")]
    {
        assert_eq!(allowed_origin(&preflight(method, path).await), "", "{method} {path}");
    }
    let list_response = guide.anonymous().get("/api/businesses").await;
    assert_eq!(list_response.header("x-content-type-options"), "nosniff");
    assert_eq!(list_response.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    assert!(list_response.header("content-security-policy").contains("frame-ancestors 'none'"));
}

#[rstest]
#[tokio::test]
async fn every_response_has_a_request_id(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (first, second) = (guide.anonymous().get("/api/businesses").await, guide.anonymous().get("/api/nothing").await);
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
    assert_eq!(second.json()["requestId"], second.header("x-request-id"));
    // An error that is found in the transaction of a write has a request id too.
    let admin = guide.admin().await;
    let refused = admin.post("/api/businesses", place_json("Cave", 999)).await.is(422);
    assert_eq!(refused.json()["requestId"], refused.header("x-request-id"));
}

#[rstest]
#[tokio::test]
async fn write_with_an_unknown_parameter_is_refused_by_name(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Cave", cave)).await;
    let (place, category) = (format!("/api/businesses/{}", place["id"]), format!("/api/categories/{cave}"));
    let last_seq = cms::jobs::change_log::newest_seq(&guide.app.db).await.unwrap().0;
    for (method, path, body) in [
        (Method::POST, "/api/businesses", place_json("New Cave", cave)),
        (Method::PUT, &*place, json!({ "phone": "1" })),
        (Method::DELETE, &*place, json!({})),
        (Method::POST, &*format!("{place}/restore"), json!({})),
        (Method::POST, "/api/categories", json!({ "name": "Boats" })),
        (Method::PUT, &*category, json!({ "name": "Boats" })),
        (Method::DELETE, &*category, json!({})),
    ] {
        let path_and_query = format!("{path}?validateOnly=true");
        let refused =
            admin.send(method, &path_and_query, &[JSON_HEADER], Some(body.to_string().into_bytes())).await.is(400);
        assert_eq!(refused.fields(), ["validateOnly"], "{path_and_query}");
        assert!(refused.text.contains("Unknown parameter: validateOnly"), "{}", refused.text);
    }
    assert_eq!(cms::jobs::change_log::newest_seq(&guide.app.db).await.unwrap().0, last_seq);
    // A parameter whose value cannot be decoded is named too.
    for (value, fault) in [("%ff", "q is not valid UTF-8"), ("a%00", "q contains a null character (%00)")] {
        let refused = guide.anonymous().get(&format!("/api/businesses?q={value}")).await.is(400);
        assert_eq!(refused.errors(), json!([{ "field": "q", "message": fault }]));
    }
}

#[rstest]
#[tokio::test]
async fn values_accepted_by_validation_can_be_deserialized(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let changed = admin.put("/api/settings", json!({ "whatIs": { "title": "What it is" } })).await.is(200);
    assert_eq!(changed.json()["whatIs"], json!({ "title": "What it is", "paragraphs": [] }));
    // The largest integer that a double represents safely is a valid id, although no place has it.
    let bulk_change = json!({ "ids": [9_007_199_254_740_991.0_f64], "isActive": true });
    let bulk_response = admin.post("/api/admin/businesses/bulk", bulk_change).await;
    assert_ne!(bulk_response.json()["detail"], "The body cannot be read");
    let contact_request = with_changes(crate::contact::contact_message_json(), json!({ "elapsedMs": 1e300 }));
    assert_eq!(guide.anonymous().post("/api/contact", contact_request).await.is(422).fields(), ["elapsedMs"]);
}

/// Texts without visible characters.
const INVISIBLE_TEXTS: [&str; 6] =
    ["\u{3164}", "\u{2800}\u{2800}", "\u{200b}", "\u{ad}", "\u{202e}", " \u{feff}\u{2060} "];

#[rstest]
#[tokio::test]
async fn invisible_required_text_is_refused_like_a_blank_one(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, linh) = (guide.admin().await, guide.viewer("Linh Tran").await);
    let cave = admin.add_category("Caves").await;
    for name in INVISIBLE_TEXTS {
        let place = with_changes(place_json("Dark Cave", cave), json!({ "name": name }));
        assert_eq!(admin.post("/api/businesses", place).await.is(422).fields(), ["name"], "{name:?}");
        let article = with_changes(article_json("By boat"), json!({ "title": name }));
        assert_eq!(admin.post("/api/articles", article).await.is(422).fields(), ["title"], "{name:?}");
        let category = json!({ "name": name });
        assert_eq!(admin.post("/api/categories", category).await.is(422).fields(), ["name"], "{name:?}");
        let entry = json!({ "authorName": name, "message": "The boat slid into the dark." });
        assert_eq!(admin.post("/api/admin/guestbook", entry).await.is(422).fields(), ["authorName"], "{name:?}");
        let refused = linh.post("/api/guestbook", json!({ "message": name })).await.is(422);
        assert_eq!(refused.fields(), ["message"], "{name:?}");
        let contact_message =
            json!({ "name": name, "email": "a@example.org", "subject": name, "message": "Is there a boat?" });
        assert_eq!(
            guide.anonymous().post("/api/contact", contact_message).await.is(422).fields(),
            ["name", "subject"],
            "{name:?}"
        );
        let account = json!({
            "email": "new@example.org", "password": "seven-lanterns", "firstName": name, "lastName": "Tran",
        });
        assert_eq!(
            guide.anonymous().post("/api/auth/sign-up", account).await.is(422).fields(),
            ["firstName"],
            "{name:?}"
        );
    }
}

#[rstest]
#[tokio::test]
async fn bidirectional_control_characters_are_removed_from_short_texts(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let cave = admin.add_category("Caves").await;
    let place = admin
        .add_place(with_changes(
            place_json("\u{202e}Dark\u{2066} Cave", cave),
            json!({ "localName": "Hang \u{202d}Tối" }),
        ))
        .await;
    assert_eq!((&place["name"], &place["localName"]), (&json!("Dark Cave"), &json!("Hang Tối")));
    let text_with_control = "Phong\u{202e} Nha";
    let place_changes = json!({
        "commune": text_with_control, "phone": text_with_control, "hours": text_with_control, "priceRange": text_with_control, "featuredText": text_with_control,
        "directBookingContact": text_with_control, "tags": [text_with_control], "amenities": [text_with_control],
        "reviews": [{ "author": text_with_control, "rating": 4.5, "text": "Good" }],
    });
    let place = admin.put(&format!("/api/businesses/{}", place["id"]), place_changes.clone()).await.is(200).json();
    for (field, sent) in place_changes.as_object().unwrap() {
        let expected: Value = serde_json::from_str(&sent.to_string().replace('\u{202e}', "")).unwrap();
        assert_eq!(place[field], expected, "{field}");
    }
    let article = admin
        .add_article(with_changes(
            article_json("Which cave?"),
            json!({ "author": text_with_control, "tags": [text_with_control] }),
        ))
        .await;
    assert_eq!((&article["author"], &article["tags"]), (&json!("Phong Nha"), &json!(["Phong Nha"])));
    let settings = json!({ "brand": text_with_control, "tagline": text_with_control, "regionName": text_with_control, "regionLine": text_with_control });
    let settings = admin.put("/api/settings", settings).await.is(200).json();
    for field in ["brand", "tagline", "regionName", "regionLine"] {
        assert_eq!(settings[field], "Phong Nha", "{field}");
    }
}
