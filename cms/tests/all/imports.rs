//! Imports of places from files: the check of a file, its application, and its undo.

use cms::imports::task::process_due_imports;
use reqwest::Method;
use rstest::rstest;
use serde_json::{Value, json};

use crate::fixtures::{place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

const IMPORTS_PATH: &str = "/api/admin/imports";

/// A CSV file with one new place. It is in the category with the id 1.
pub fn csv_of_one_place() -> Vec<u8> {
    b"name,latitude,longitude,categories\nLantern Cave,16.58137,107.28308,1\n".to_vec()
}

/// Uploads a CSV file and checks it. Returns the import.
pub async fn upload_and_check_csv(guide: &TestApp, admin: &TestClient, file: &[u8]) -> Value {
    upload_and_check(guide, admin, ("places.csv", file)).await
}

async fn upload_and_check(guide: &TestApp, admin: &TestClient, file: (&str, &[u8])) -> Value {
    let created = admin.upload(Method::POST, IMPORTS_PATH, file, &[]).await.is(201).json();
    assert_eq!(created["state"], "checking");
    process_due_imports(&guide.app).await.unwrap();
    read_import(admin, &created).await
}

pub async fn read_import(admin: &TestClient, import: &Value) -> Value {
    admin.get(&import_path(import)).await.is(200).json()
}

pub fn import_path(import: &Value) -> String {
    format!("{IMPORTS_PATH}/{}", import["id"])
}

async fn rows(admin: &TestClient, import: &Value, query: &str) -> Vec<Value> {
    admin.get(&format!("{}/rows?{query}", import_path(import))).await.is(200).json().as_array().unwrap().clone()
}

/// Changes the mapping and checks the file again.
async fn update_mapping(guide: &TestApp, admin: &TestClient, import: &Value, changes: Value) -> Value {
    let mapping = with_changes(import["mapping"].clone(), changes);
    admin.put(&format!("{}/mapping", import_path(import)), mapping).await.is(200);
    process_due_imports(&guide.app).await.unwrap();
    read_import(admin, import).await
}

async fn apply_import(guide: &TestApp, admin: &TestClient, import: &Value) -> Value {
    admin.post(&format!("{}/apply", import_path(import)), json!({})).await.is(200);
    process_due_imports(&guide.app).await.unwrap();
    read_import(admin, import).await
}

async fn undo_import(guide: &TestApp, admin: &TestClient, import: &Value) -> Value {
    admin.post(&format!("{}/undo", import_path(import)), json!({})).await.is(200);
    process_due_imports(&guide.app).await.unwrap();
    read_import(admin, import).await
}

/// Each action with the number of its rows, such as `create=2`. Actions without rows are left out.
pub fn action_counts(import: &Value) -> String {
    let counts = import["counts"].as_object().unwrap().iter().filter(|(_, count)| **count != 0);
    counts.map(|(action, count)| format!("{action}={count}")).collect::<Vec<_>>().join(" ")
}

/// The column and the code of each reason of a row. The column is empty if the reason is about the whole row.
fn reason_columns_and_codes(row: &Value) -> Vec<(String, String)> {
    let reasons = row["reasons"].as_array().unwrap().iter();
    reasons
        .map(|reason| (reason["column"].as_str().unwrap_or_default().into(), reason["code"].as_str().unwrap().into()))
        .collect()
}

pub async fn places(admin: &TestClient) -> Vec<Value> {
    admin.get("/api/businesses?showAll=true&sort=id").await.is(200).json().as_array().unwrap().clone()
}

pub fn without_version_and_live_since(mut place: Value) -> Value {
    place.as_object_mut().unwrap().retain(|field, _| field != "version" && field != "liveSince");
    place
}

/// An extract of OpenStreetMap with `count` places, as the Overpass API returns it.
fn openstreetmap_extract(count: i64) -> Value {
    let kinds = [("tourism", "hotel"), ("amenity", "cafe"), ("natural", "cave_entrance"), ("shop", "convenience")];
    let elements = (1..=count).map(|number| {
        let (key, value) = kinds[number as usize % kinds.len()];
        let (latitude, longitude) = (16.5 + number as f64 * 0.003, 107.2);
        let name = format!("Qua\u{301}n {number}");
        let tags = json!({
            "name": name, "name:en": format!("House {number}"), key: value, "phone": format!("+84 232 000 {number:04}"),
            "opening_hours": "Mo-Su 7:00-22:00", "addr:street": "Wharf Road", "addr:city": "Lantern Bay", "fixme": "check",
        });
        match number % 3 {
            0 => json!({ "type": "way", "id": number, "center": { "lat": latitude, "lon": longitude }, "tags": tags }),
            _ => json!({ "type": "node", "id": number, "lat": latitude, "lon": longitude, "tags": tags }),
        }
    });
    json!({ "version": 0.6, "elements": elements.collect::<Vec<_>>() })
}

async fn upload_and_check_extract(guide: &TestApp, admin: &TestClient, extract: &Value) -> Value {
    upload_and_check(guide, admin, ("extract.json", extract.to_string().as_bytes())).await
}

/// Applies an extract of three places. The server remembers its mapping.
pub async fn import_openstreetmap_extract(guide: &TestApp, admin: &TestClient) {
    let import = upload_and_check_extract(guide, admin, &openstreetmap_extract(3)).await;
    let category = admin.add_category("Imported").await;
    let import = update_mapping(guide, admin, &import, json!({ "defaultCategoryId": category })).await;
    assert_eq!(apply_import(guide, admin, &import).await["state"], "applied");
}

// R520
#[rstest]
#[tokio::test]
async fn import_of_an_export_reports_every_row_as_same(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Odd, things").await;
    let image = admin.add_image("A boat").await;
    let odd_fields = json!({
        "name": "=SUM(A1)", "localName": "'@Hang", "description": "-1 \"boat\",\r\n\t+2; 'x'\n= end", "phone": "+84 232 000 111",
        "website": "https://a.example/?q=1,2", "tags": ["=x", "river"], "gallery": [image["url"], "https://a.example/a,b.jpg"],
        "rating": 4.0, "ratingSource": "guide", "reviewCount": 3, "isActive": false, "priceRange": "$$",
        "prices": [{ "label": "=Boat; \"big\"", "amount": 150_000, "amountTo": 300_000, "checkedAt": "2026-03" }],
        "reviews": [{ "author": "Linh", "rating": 5, "text": "=Good" }], "operatingHours": "Mo-Su 07:00-17:00",
        "latitude": 17.123_456_789_012_345, "longitude": -106.0, "enquiryFormEnabled": true,
    });
    admin.add_place(with_changes(place_json("Odd", category), odd_fields)).await;
    let export = admin.get("/api/admin/businesses.csv").await.is(200);
    let count = places(&admin).await.len();
    assert_eq!(export.header("x-total-count"), count.to_string());
    let import = upload_and_check_csv(&guide, &admin, &export.bytes).await;
    assert_eq!(
        action_counts(&import),
        format!("same={count}"),
        "{:#?}",
        rows(&admin, &import, "limit=3&action=change").await
    );
    let ignored = import["mapping"]["columns"].as_array().unwrap().iter().filter(|column| column["field"].is_null());
    let ignored: Vec<&str> = ignored.map(|column| column["column"].as_str().unwrap()).collect();
    assert_eq!(ignored[..4], ["isActive", "isPremium", "isVerified", "isRecommended"]);
    assert_eq!(
        admin.post(&format!("{}/apply", import_path(&import)), json!({})).await.is(409).json()["code"],
        "import_empty"
    );
    let filtered_export = admin.get("/api/admin/businesses.csv?q=sum(&active=false").await.is(200);
    assert_eq!((filtered_export.header("x-total-count"), filtered_export.text.contains("'=SUM(A1)")), ("1", true));
    assert_eq!(admin.get("/api/admin/businesses.csv?limit=1").await.is(400).fields(), ["limit"]);
}

// R521, R523
#[rstest]
#[tokio::test]
async fn vietnamese_spreadsheet_is_read_and_damaged_cells_are_named(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    admin.add_category("Caves").await;
    // In Windows-1258, these bytes are the line "Tên;Điện thoại;Vĩ độ;Kinh độ;Loại hình;Ghi chú".
    let header =
        b"T\xean;\xd0i\xea\xf2n thoa\xf2i;Vi\xde \xf0\xf4\xf2;Kinh \xf0\xf4\xf2;Loa\xf2i hi\xccnh;Ghi chu\xec\n";
    let lines = "A;0912 345 678;16,5;107,2;Caves;x\nB;8.49E+10;16.6;107.2;caves;\nC;912345678;16.7;107.2;cave;\n\
                 ;1;16.8;107.2;cave;\nD;;#N/A;107.2;Lakes;\nE;;16.9;107.2;cave;;;9\nF;=1+1;17;107.2;Caves;@x\n";
    let file = [header.as_slice(), lines.as_bytes()].concat();
    let import = upload_and_check_csv(&guide, &admin, &file).await;
    assert_eq!((&import["encoding"], &import["separator"]), (&json!("windows-1258"), &json!(";")));
    let columns = import["mapping"]["columns"].as_array().unwrap();
    let columns: Vec<String> =
        columns.iter().map(|column| format!("{}={}", column["column"], column["field"])).collect();
    let expected = [
        ("Tên", "name"),
        ("Điện thoại", "phone"),
        ("Vĩ độ", "latitude"),
        ("Kinh độ", "longitude"),
        ("Loại hình", "categories"),
    ];
    for (column, (name, field)) in columns.iter().zip(expected) {
        assert_eq!(*column, format!("\"{name}\"=\"{field}\""));
    }
    assert_eq!(columns[5], "\"Ghi chú\"=null");
    assert_eq!(action_counts(&import), "create=3 refuse=4");
    let rows = rows(&admin, &import, "").await;
    let number_and_reasons = |row: usize| (rows[row]["number"].as_i64().unwrap(), reason_columns_and_codes(&rows[row]));
    let expected_reasons = |column: &str, code: &str| vec![(column.to_owned(), code.to_owned())];
    assert_eq!(number_and_reasons(0), (2, vec![]));
    assert_eq!(number_and_reasons(1), (3, expected_reasons("Điện thoại", "cell_mangled")));
    assert_eq!(number_and_reasons(2), (4, expected_reasons("Điện thoại", "leading_zero_lost")));
    assert_eq!(number_and_reasons(3), (5, expected_reasons("", "required")));
    assert_eq!(
        number_and_reasons(4).1[..2],
        [expected_reasons("Vĩ độ", "cell_mangled"), expected_reasons("Loại hình", "category_unknown")].concat()
    );
    assert_eq!(number_and_reasons(5), (7, expected_reasons("", "row_too_long")));
    let value_after = |row: usize, field: &str| {
        rows[row]["changes"].as_array().unwrap().iter().find(|change| change["field"] == field).unwrap()["after"]
            .clone()
    };
    assert_eq!(
        (value_after(6, "phone"), value_after(0, "latitude")),
        (json!("=1+1"), json!(16.5)),
        "formulas are text"
    );

    // A file with the same columns in another order gets the stored mapping.
    let mapping = with_changes(import["mapping"].clone(), json!({ "source": "The office", "clearsEmpty": true }));
    admin.put(&format!("{}/mapping", import_path(&import)), mapping).await.is(200);
    process_due_imports(&guide.app).await.unwrap();
    let reordered_file = "Ghi chú,Tên,Điện thoại,Vĩ độ,Kinh độ,Loại hình\nx,G,,17,107,cave\n";
    let reordered_import = upload_and_check_csv(&guide, &admin, reordered_file.as_bytes()).await;
    assert_eq!(
        (&reordered_import["mapping"]["source"], action_counts(&reordered_import).as_str()),
        (&json!("The office"), "create=1")
    );
    let invalid_mapping = json!({ "columns": [{ "column": "Tel", "field": "phone" }], "defaultCategoryId": 99 });
    let refused = admin.put(&format!("{}/mapping", import_path(&import)), invalid_mapping).await.is(422);
    assert_eq!(refused.fields(), ["columns.0.column", "defaultCategoryId"]);
    let refused_workbook = admin.upload(Method::POST, IMPORTS_PATH, ("a.xlsx", b"PK\x03\x04"), &[]).await.is(422);
    assert_eq!(
        (refused_workbook.fields(), &refused_workbook.json()["errors"][0]["code"]),
        (vec!["file".into()], &json!("file_format_unknown"))
    );
}

// R522, R524, R526
#[rstest]
#[tokio::test]
async fn extract_of_300_places_is_applied_once_and_undone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category_ids = [admin.add_category("Accommodation").await, admin.add_category("Food").await];
    admin.add_category("Caves").await;
    let mut extract = openstreetmap_extract(300);
    extract["elements"][9]["tags"]["opening_hours"] = json!("whenever");
    let import = upload_and_check_extract(&guide, &admin, &extract).await;
    assert_eq!((&import["format"], &import["rowCount"]), (&json!("overpass"), &json!(300)));
    assert_eq!(action_counts(&import), "create=225 refuse=75", "shops have no category");
    let values = import["categoryValues"].as_array().unwrap();
    let shop = values.iter().find(|category_value| category_value["value"] == "shop=convenience").unwrap();
    assert_eq!((&shop["rowCount"], &shop["categoryId"]), (&json!(75), &Value::Null));
    let chosen_categories = json!([{ "value": "shop=convenience", "categoryId": category_ids[1] }]);
    let import = update_mapping(&guide, &admin, &import, json!({ "categories": chosen_categories })).await;
    assert_eq!(action_counts(&import), "create=300");
    let rows_with_warnings = rows(&admin, &import, "warnings=true").await;
    assert_eq!(
        (rows_with_warnings.len(), reason_columns_and_codes(&rows_with_warnings[0])[0].1.as_str()),
        (1, "opening_hours_invalid")
    );

    let import = apply_import(&guide, &admin, &import).await;
    assert_eq!((&import["state"], &import["doneCount"]), (&json!("applied"), &json!(300)), "{}", import["problem"]);
    let all = places(&admin).await;
    assert_eq!(all.len(), 300);
    let house = &all[0];
    assert_eq!((&house["name"], &house["localName"]), (&json!("House 1"), &json!("Quán 1")));
    assert_eq!(
        (&house["isActive"], &house["ownerId"], &house["isVerified"]),
        (&json!(false), &Value::Null, &json!(false))
    );
    assert_eq!(
        (&house["address"], &house["operatingHours"]),
        (&json!("Wharf Road, Lantern Bay"), &json!("Mo-Su 07:00-22:00"))
    );
    assert_eq!(guide.anonymous().get("/api/businesses").await.json(), json!([]), "none is public");
    let license = "select count(*) from place_source_ref where source = 'OpenStreetMap' and license = 'ODbL-1.0'";
    let refs: i64 = cms::with_pool!(&guide.app.db, |engine| sqlx::query_scalar(license).fetch_one(engine)).unwrap();
    assert_eq!(refs, 300);

    // A later extract is matched by the ids of the OpenStreetMap objects, even if an object has another position.
    extract["elements"][4]["tags"]["phone"] = json!("+84 232 000 999");
    extract["elements"][5]["center"]["lat"] = json!(16.4);
    extract["elements"][6]["tags"]["name:en"] = json!("Another name");
    let later_import = upload_and_check_extract(&guide, &admin, &extract).await;
    assert_eq!(
        action_counts(&later_import),
        "change=3 same=297",
        "{:#?}",
        rows(&admin, &later_import, "action=change&limit=2").await
    );
    let change = &rows(&admin, &later_import, "action=change").await[0];
    assert_eq!(
        change["changes"],
        json!([{ "field": "phone", "before": "+84 232 000 0005", "after": "+84 232 000 999" }])
    );

    let undone_import = undo_import(&guide, &admin, &import).await;
    assert_eq!((&undone_import["state"], &undone_import["leftAloneCount"]), (&json!("undone"), &json!(0)));
    assert!(places(&admin).await.is_empty());
    let repeated_import = upload_and_check_extract(&guide, &admin, &extract).await;
    assert_eq!(action_counts(&repeated_import), "create=300");
}

// R525
#[rstest]
#[tokio::test]
async fn likely_duplicate_waits_for_a_decision(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    let position = json!({ "latitude": 16.5, "longitude": 107.2 });
    let cave = admin.add_place(with_changes(place_json("Hang Đèn Lồng", category), position)).await;
    let file = "name,latitude,longitude,categories,phone\nHang den long,16.5005,107.2,cave,+84 232 000 111\n\
                Den Long Cave,16.5,107.2001,cave,2\nHang Đèn Lồng 2,16.5,107.2002,cave,3\nFar Cave,16.6,107.2,cave,4\n\
                Far cave,16.6,107.2003,cave,5\n";
    let import = upload_and_check_csv(&guide, &admin, file.as_bytes()).await;
    assert_eq!(action_counts(&import), "create=2 duplicate=3");
    let rows_of = async |action: &str| rows(&admin, &import, &format!("action={action}")).await;
    let duplicates = rows_of("duplicate").await;
    assert_eq!(
        duplicates[0]["candidates"],
        json!([{ "placeId": cave["id"], "name": "Hang Đèn Lồng", "distanceM": 56 }])
    );
    assert_eq!(reason_columns_and_codes(&rows_of("create").await[1]), [(String::new(), "row_similar".to_owned())]);
    let apply_path = format!("{}/apply", import_path(&import));
    assert_eq!(admin.post(&apply_path, json!({})).await.is(409).json()["code"], "import_undecided");

    let decisions_path = format!("{}/decisions", import_path(&import));
    let link_decision = |row: i64| json!({ "row": row, "decision": "link", "placeId": cave["id"] });
    let invalid_decisions = json!({ "decisions": [link_decision(5), { "row": 2, "decision": "link", "placeId": 99 }] });
    assert_eq!(
        admin.put(&decisions_path, invalid_decisions).await.is(422).fields(),
        ["decisions.0.row", "decisions.1.placeId"]
    );
    admin.put_with_headers(&decisions_path, &[("if-match", "\"99\"")], json!({ "remaining": "skip" })).await.is(412);
    let body = json!({ "decisions": [link_decision(2), { "row": 3, "decision": "skip" }], "remaining": "create" });
    let decided_import = admin.put(&decisions_path, body).await.is(200).json();
    assert_eq!(action_counts(&decided_import), "change=1 create=3 skip=1");
    // Two rows cannot change the same place.
    let doubly_linked_import =
        admin.put(&decisions_path, json!({ "decisions": [link_decision(4)] })).await.is(200).json();
    assert_eq!(action_counts(&doubly_linked_import), "change=1 create=2 refuse=1 skip=1");
    admin.put(&decisions_path, json!({ "decisions": [{ "row": 4, "decision": "create" }] })).await.is(200);
    let import = apply_import(&guide, &admin, &import).await;
    assert_eq!(import["state"], "applied");
    assert_eq!(places(&admin).await.len(), 4);
    let changed = admin.get(&format!("/api/businesses/{}", cave["id"])).await.json();
    assert_eq!((&changed["phone"], &changed["name"]), (&json!("+84 232 000 111"), &json!("Hang den long")));
}

// R526
#[rstest]
#[tokio::test]
async fn row_that_fails_leaves_every_place_as_it_was(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    let mut caves = Vec::new();
    for name in ["Dark Cave", "Bright Cave"] {
        caves.push(admin.add_place(place_json(name, category)).await);
    }
    let (dark, bright) = (&caves[0]["id"], &caves[1]["id"]);
    // The file has more rows than an import can apply in one write.
    let new_lines: String = (1..=170).map(|number| format!(",Cave number {number},{number},1,caves,\n")).collect();
    let file =
        format!("id,name,longitude,latitude,categories,phone\n{dark},,,,,1\n{new_lines}{bright},,,,,2\n99,,,,,3\n");
    let import = upload_and_check_csv(&guide, &admin, file.as_bytes()).await;
    assert_eq!(action_counts(&import), "change=2 create=170 refuse=1");
    guide.app.clock.advance(60);
    admin.put(&format!("/api/businesses/{bright}"), json!({ "hours": "By day" })).await.is(200);
    let before: Vec<Value> = places(&admin).await.into_iter().map(without_version_and_live_since).collect();
    let import = apply_import(&guide, &admin, &import).await;
    assert_eq!((&import["state"], &import["problem"]["row"]), (&json!("ready"), &json!(173)));
    assert_eq!(import["problem"]["code"], "precondition_failed");
    let after: Vec<Value> = places(&admin).await.into_iter().map(without_version_and_live_since).collect();
    assert_eq!(after, before);
    // The rows were checked again, so the import can be applied now.
    assert_eq!(apply_import(&guide, &admin, &import).await["state"], "applied");
}

// R526
#[rstest]
#[tokio::test]
async fn undo_restores_values_and_leaves_later_changes_alone(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let category = admin.add_category("Caves").await;
    let mut caves = Vec::new();
    for name in ["Dark Cave", "Bright Cave"] {
        let verified_place = with_changes(place_json(name, category), json!({ "isVerified": true, "phone": "0" }));
        caves.push(admin.add_place(verified_place).await);
    }
    let (dark, bright) = (&caves[0]["id"], &caves[1]["id"]);
    let columns = "id,name,latitude,longitude,categories,phone,isVerified,ownerId,isPremium";
    let file = format!(
        "{columns}\n{dark},,17.6,106.3,,1,no,x,yes\n{bright},,,,,2,no,x,yes\n,New,1,1,cave,,yes,x,yes\n,Other,2,2,cave,,,,\n"
    );
    let before: Vec<Value> = places(&admin).await.into_iter().map(without_version_and_live_since).collect();
    let import = upload_and_check_csv(&guide, &admin, file.as_bytes()).await;
    assert_eq!(action_counts(&import), "change=2 create=2");
    let import = apply_import(&guide, &admin, &import).await;
    assert!(import["canUndoUntil"].is_string(), "{}", import["problem"]);
    let all = places(&admin).await;
    // A new position from a file is not a check, so the place loses its badge and waits for a recheck.
    assert_eq!((&all[0]["isVerified"], &all[0]["recheckReason"]), (&json!(false), &json!("changed")));
    assert_eq!((&all[1]["isVerified"], &all[1]["phone"]), (&json!(true), &json!("2")));
    assert_eq!(
        (&all[2]["isVerified"], &all[2]["isPremium"], &all[2]["ownerId"]),
        (&json!(false), &json!(false), &Value::Null)
    );
    let revision = &admin.get(&format!("/api/businesses/{dark}/revisions")).await.json()[0];
    assert_eq!((&revision["action"], &revision["accountName"]), (&json!("applyImport"), &json!("Admin One")));

    guide.app.clock.advance(60);
    admin.put(&format!("/api/businesses/{bright}"), json!({ "hours": "By day" })).await.is(200);
    admin.put(&format!("/api/businesses/{}", all[3]["id"]), json!({ "hours": "By night" })).await.is(200);
    let undone_import = undo_import(&guide, &admin, &import).await;
    assert_eq!((&undone_import["state"], &undone_import["leftAloneCount"]), (&json!("undone"), &json!(2)));
    let after = places(&admin).await;
    assert_eq!(without_version_and_live_since(after[0].clone()), before[0], "with its badge");
    assert_eq!((&after[1]["phone"], after.len()), (&json!("2"), 3));
    assert_eq!(
        admin.post(&format!("{}/undo", import_path(&import)), json!({})).await.is(409).json()["code"],
        "undo_expired"
    );
}

// R526
#[tokio::test]
async fn import_of_a_dead_process_is_continued_and_old_imports_are_deleted() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let admin = guide.admin().await;
    admin.add_category("Caves").await;
    let import = upload_and_check_csv(&guide, &admin, &csv_of_one_place()).await;
    admin.post(&format!("{}/apply", import_path(&import)), json!({})).await.is(200);
    let lease_end = guide.app.clock.now().plus_seconds(30);
    let is_leased = cms::imports::job_store::lease_import(
        &guide.app.db,
        cms::common::id::ImportId(import["id"].as_i64().unwrap()),
        guide.app.clock.now(),
        lease_end,
    );
    assert!(is_leased.await.unwrap());
    process_due_imports(&guide.app).await.unwrap();
    assert_eq!(read_import(&admin, &import).await["state"], "applying");
    assert_eq!(admin.delete(&import_path(&import)).await.is(409).json()["code"], "import_busy");
    guide.app.clock.advance(31);
    process_due_imports(&guide.app).await.unwrap();
    assert_eq!(read_import(&admin, &import).await["state"], "applied");
    guide.app.clock.advance(24 * 3600);
    let admin = guide.sign_in_again("admin-one@example.org").await;
    assert_eq!(
        admin.post(&format!("{}/undo", import_path(&import)), json!({})).await.is(409).json()["code"],
        "undo_expired"
    );
    guide.app.clock.advance(30 * 24 * 3600);
    cms::commands::cleanup::delete_expired_records(&guide.app).await.unwrap();
    let admin = guide.sign_in_again("admin-one@example.org").await;
    admin.get(&import_path(&import)).await.is(404);
    assert_eq!(places(&admin).await.len(), 1);
}
