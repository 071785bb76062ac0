//! Search of places, articles, contact messages and users: diacritics, typos, order, pages, suggestions and indexes.

use cms::common::text::fold;
use cms::db::engine::{Db, StoreError};
use cms::places::search::fuzzy;
use cms::{execute, with_pool};
use rstest::rstest;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use crate::fixtures::{article_json, place_json, with_changes};
use crate::test_app::{Engine, Postgres, Sqlite, TestApp};
use crate::test_client::TestClient;

fn path_with_query(path: &str, pairs: &[(&str, &str)]) -> String {
    let url = reqwest::Url::parse_with_params("http://x/", pairs).unwrap();
    format!("{path}?{}", url.query().unwrap())
}

async fn names_of_found_places(anonymous: &TestClient, q: &str) -> Vec<String> {
    anonymous.get(&path_with_query("/api/businesses", &[("q", q), ("fields", "name")])).await.is(200).names()
}

/// The name with a typo in its longest word. `kind` modulo 3 selects two swapped letters, a missing letter or a wrong
/// letter. `None` if no word has at least four letters.
fn with_typo(name: &str, kind: usize) -> Option<String> {
    let letters: Vec<char> = name.nfc().collect();
    let mut words: Vec<(usize, usize)> = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        match words.last_mut() {
            Some((_, end)) if *end == at && letter.is_alphabetic() => *end += 1,
            _ if letter.is_alphabetic() => words.push((at, at + 1)),
            _ => {}
        }
    }
    let (start, end) = words.into_iter().rev().max_by_key(|(start, end)| end - start)?;
    if end - start < 4 {
        return None;
    }
    let middle = start + (end - start) / 2;
    let mut mistyped = letters.clone();
    match kind % 3 {
        0 => mistyped.swap(middle - 1, middle),
        1 => drop(mistyped.remove(middle)),
        _ => mistyped[middle] = if letters[middle].eq_ignore_ascii_case(&'x') { 'z' } else { 'x' },
    }
    Some(mistyped.into_iter().collect())
}

// R203
#[rstest]
#[tokio::test]
async fn search_finds_each_name_without_diacritics_and_with_a_typo(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let anonymous = guide.anonymous();
    let places = anonymous.get("/api/businesses?fields=name,localName").await.json();
    let names = places.as_array().unwrap().iter().flat_map(|place| {
        let (name, local) = (place["name"].as_str().unwrap(), place["localName"].as_str());
        local.into_iter().chain([name]).map(move |typed| (name.to_owned(), typed.to_owned()))
    });
    let (mut name_count, mut typo_count, mut missing_matches) = (0, 0, Vec::new());
    for (at, (place, name)) in names.enumerate() {
        name_count += 1;
        let forms = [Some(fold(&name)), Some(name.clone()), Some(name.nfd().collect()), with_typo(&name, at)];
        for typed in forms.into_iter().flatten() {
            typo_count += usize::from(fold(&typed) != fold(&name));
            let path = path_with_query("/api/businesses", &[("q", &typed), ("limit", "3"), ("fields", "name")]);
            let first = anonymous.get(&path).await.is(200).names();
            if !first.contains(&place) {
                missing_matches.push(format!("{typed} finds {first:?}, not {place}"));
            }
        }
    }
    assert!(name_count >= 200 && typo_count >= 180, "{name_count} names, {typo_count} of them mistyped");
    assert!(missing_matches.is_empty(), "{}", missing_matches.join("\n"));
}

// R203
#[rstest]
#[tokio::test]
async fn search_returns_the_best_matches_first(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let (cave, food) = (admin.add_category("Caves").await, admin.add_category("Food").await);
    for (name, category, extra_fields) in [
        ("Hang En Homestay", food, json!({ "rating": 5, "isPremium": true })),
        ("Wharf", food, json!({ "description": "The boat to the cave." })),
        ("Swallows", food, json!({ "localName": "Hang Én" })),
        ("Mud Bath", food, json!({ "tags": ["cave"] })),
        ("Tunnel", cave, json!({})),
        ("Dark Cave", food, json!({})),
        ("Cavern Bar", food, json!({ "rating": 4 })),
        // A query matches inside the words of place names, but not inside the words of category names.
        ("Burfoodle", cave, json!({})),
    ] {
        admin.add_place(with_changes(place_json(name, category), extra_fields)).await;
    }
    let anonymous = guide.anonymous();
    assert_eq!(names_of_found_places(&anonymous, "hang én").await, ["Swallows", "Hang En Homestay"]);
    assert_eq!(
        names_of_found_places(&anonymous, "HANG ÉN".nfd().collect::<String>().as_str()).await,
        ["Swallows", "Hang En Homestay"]
    );
    assert_eq!(names_of_found_places(&anonymous, "hang en home").await, ["Hang En Homestay"]);
    assert_eq!(names_of_found_places(&anonymous, "hagn en").await, ["Swallows", "Hang En Homestay"]);
    assert_eq!(
        names_of_found_places(&anonymous, "cave").await,
        ["Dark Cave", "Cavern Bar", "Tunnel", "Burfoodle", "Mud Bath", "Wharf"]
    );
    assert_eq!(names_of_found_places(&anonymous, "boat cave").await, ["Wharf"]);
    assert!(
        names_of_found_places(&anonymous, "food").await.contains(&"Burfoodle".to_owned()),
        "its word is a category's name too"
    );
    assert_eq!(names_of_found_places(&anonymous, "dakr").await, ["Dark Cave"]);
    // With another sort than relevance, the words of the query only filter the places.
    let by_name = anonymous.get("/api/businesses?q=cave&sort=-name").await.is(200).names();
    assert_eq!(by_name, ["Wharf", "Tunnel", "Mud Bath", "Dark Cave", "Cavern Bar", "Burfoodle"]);
    assert_eq!(anonymous.get("/api/businesses?q=cave&category=food").await.names()[..2], ["Dark Cave", "Cavern Bar"]);
    assert_eq!(anonymous.get("/api/businesses?q=hang&premium=true").await.names(), ["Hang En Homestay"]);
    assert_eq!(anonymous.get("/api/businesses?sort=relevance").await.is(400).fields(), ["q"]);
    assert_eq!(
        anonymous.get("/api/businesses?q=cave&cursor=eyJrZXkiOjEsImlkIjoxfQ").await.is(400).fields(),
        ["cursor"]
    );
}

// R203
#[rstest]
#[tokio::test]
async fn search_follows_changes_of_a_place(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let cave = admin.add_category("Caves").await;
    let place = admin.add_place(place_json("Dark Grotto", cave)).await;
    let other = admin.add_place(place_json("Dark Grotto Bar", cave)).await;
    let address = format!("/api/businesses/{}", place["id"]);
    assert_eq!(names_of_found_places(&anonymous, "grotot").await, ["Dark Grotto", "Dark Grotto Bar"]);
    // A place that becomes premium comes first among equal matches.
    admin.put(&format!("/api/businesses/{}", other["id"]), json!({ "isPremium": true })).await.is(200);
    assert_eq!(names_of_found_places(&anonymous, "dark").await, ["Dark Grotto Bar", "Dark Grotto"]);
    admin.put(&address, json!({ "name": "Hang Tối" })).await.is(200);
    assert_eq!(names_of_found_places(&anonymous, "grotot").await, ["Dark Grotto Bar"]);
    assert_eq!(names_of_found_places(&anonymous, "hang toi").await, ["Hang Tối"]);
    assert_eq!(names_of_found_places(&anonymous, "hnag tối").await, ["Hang Tối"]);
    admin.put(&address, json!({ "isActive": false })).await.is(200);
    assert!(
        names_of_found_places(&anonymous, "hang toi").await.is_empty()
            && names_of_found_places(&anonymous, "hnag toi").await.is_empty()
    );
    let staff = admin.get("/api/businesses?q=hnag+toi&showAll=true").await.is(200).names();
    assert_eq!(staff, ["Hang Tối"], "admins find it");
    admin.put(&address, json!({ "isActive": true })).await.is(200);
    admin.delete(&address).await.is(204);
    assert!(names_of_found_places(&anonymous, "hang toi").await.is_empty());
    admin.post(&format!("{address}/restore"), json!({})).await.is(200);
    assert_eq!(names_of_found_places(&anonymous, "hang toi").await, ["Hang Tối"]);
    // The index has no words of former names.
    admin.put(&address, json!({ "name": "Cave" })).await.is(200);
    let words: Vec<String> =
        with_pool!(&guide.app.db, |engine| sqlx::query_scalar("select word from name_word order by word")
            .fetch_all(engine))
        .unwrap();
    assert_eq!(words, ["bar", "cave", "dark", "grotto"]);
    let typos = "select count(*) from name_deletion where word not in (select word from name_word)";
    let typos: i64 = with_pool!(&guide.app.db, |engine| sqlx::query_scalar(typos).fetch_one(engine)).unwrap();
    assert_eq!(typos, 0);
}

/// Runs a query with a sort that uses the place index, and again sorted by name, which uses the database. Each result
/// is the names and the total count as one sorted list.
async fn index_and_database_results(client: &TestClient, list_query: &str) -> [Vec<String>; 2] {
    let mut results = Vec::new();
    for sort in [if list_query.starts_with("q=") { "relevance" } else { "best" }, "name"] {
        let response = client.get(&format!("/api/businesses?{list_query}&sort={sort}")).await.is(200);
        let mut names = response.names();
        names.push(response.header("x-total-count").to_owned());
        names.sort();
        results.push(names);
    }
    results.try_into().unwrap()
}

#[rstest]
#[tokio::test]
async fn places_near_a_point_or_in_a_box_across_the_date_line_are_found(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let islands = admin.add_category("Islands").await;
    for (name, longitude) in [("Far", 178.5), ("East", -179.95), ("Here", 179.98), ("West", 179.5)] {
        let place = json!({ "latitude": -17.0, "longitude": longitude });
        admin.add_place(with_changes(place_json(name, islands), place)).await;
    }
    let near = anonymous.get("/api/businesses?near=-17,179.99&sort=distance").await.is(200);
    assert_eq!(near.names(), ["Here", "East", "West", "Far"]);
    let boxed = index_and_database_results(&anonymous, "bbox=179.9,-18,-179.9,-16").await;
    assert_eq!(boxed, [["2", "East", "Here"], ["2", "East", "Here"]]);
    anonymous.get("/api/businesses?bbox=179.9,-16,-179.9,-18").await.is(400);
}

// R203
#[rstest]
#[tokio::test]
async fn place_index_follows_every_write_on_both_replicas(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let (admin, anonymous, replica_client) =
        (first_server.admin().await, first_server.anonymous(), second_server.anonymous());
    let (caves, bars) = (admin.add_category("Caves").await, admin.add_category("Bars").await);
    let create_place = async |name: &str, category: i64, text: &str| {
        let place = with_changes(place_json(name, category), json!({ "description": text }));
        admin.add_place(place).await["id"].as_i64().unwrap()
    };
    let (amber, bar) =
        (create_place("Amber Hall", caves, "An amber wall.").await, create_place("Raft", bars, "Amber beer.").await);
    for number in 0..3 {
        create_place(&format!("Hall {number}"), caves, "Amberlike stone; c++ is 5* here.").await;
    }
    let list_queries = [
        "q=amber",
        "q=caves",
        "q=amber+caves",
        "q=hall&verified=true",
        "q=amber&category=bars",
        "q=mber",
        "q=c%2B%2B",
        "q=am",
        "tags=riv",
        "tags=river,beer&verified=true",
        "bbox=106.2,17.5,106.3,17.6",
        "bbox=106.28,17.58,106.28,17.58&category=caves",
        "q=amber&bbox=106.2,17.5,106.3,17.6&tags=river",
        "tags=river&bbox=105,17,107,18&premium=false",
    ];
    let address = |id: i64| format!("/api/businesses/{id}");
    let assert_results_agree = async |last_change: &str| {
        for list_query in list_queries {
            for (client, list_query) in
                [(&anonymous, list_query.to_owned()), (&admin, format!("{list_query}&showAll=true"))]
            {
                let [from_index, from_database] = index_and_database_results(client, &list_query).await;
                assert_eq!(from_index, from_database, "{last_change}: {list_query}");
            }
            // The place index of the other replica has the change within five seconds.
            let expected = index_and_database_results(&anonymous, list_query).await[1].clone();
            let started_at = std::time::Instant::now();
            while index_and_database_results(&replica_client, list_query).await[0] != expected {
                assert!(started_at.elapsed().as_secs() < 5, "{last_change}: {list_query} there");
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        }
    };
    assert_results_agree("made").await;
    assert_eq!(
        index_and_database_results(&anonymous, "q=amber").await[0],
        ["5", "Amber Hall", "Hall 0", "Hall 1", "Hall 2", "Raft"]
    );
    let update_place = async |id: i64, change: serde_json::Value| admin.put(&address(id), change).await.is(200);
    update_place(amber, json!({ "description": "A grey wall.", "name": "Grey Hall" })).await;
    assert_results_agree("renamed").await;
    assert_eq!(index_and_database_results(&anonymous, "q=amber").await[0], ["4", "Hall 0", "Hall 1", "Hall 2", "Raft"]);
    update_place(amber, json!({ "isVerified": true })).await;
    assert_results_agree("verified").await;
    update_place(amber, json!({ "tags": ["River", "Beer garden"] })).await;
    assert_results_agree("with tags").await;
    assert_eq!(index_and_database_results(&anonymous, "tags=beer&bbox=105,17,107,18").await[0], ["1", "Grey Hall"]);
    update_place(amber, json!({ "latitude": 17.7, "tags": ["Riverside"] })).await;
    assert_results_agree("elsewhere").await;
    assert_eq!(index_and_database_results(&anonymous, "bbox=106.2,17.69,106.3,17.71").await[0], ["1", "Grey Hall"]);
    update_place(bar, json!({ "isActive": false })).await;
    assert_results_agree("hidden").await;
    update_place(bar, json!({ "isActive": true, "categoryIds": [caves] })).await;
    assert_results_agree("in another category").await;
    admin.delete(&address(amber)).await.is(204);
    assert_results_agree("in the trash").await;
    admin.post(&format!("{}/restore", address(amber)), json!({})).await.is(200);
    assert_results_agree("restored").await;
    let bulk = json!({ "ids": [amber, bar], "isVerified": true, "addCategoryIds": [bars] });
    let changed = admin.post("/api/admin/businesses/bulk", bulk).await.is(200).json();
    assert_results_agree("changed with others").await;
    admin.post(&format!("/api/admin/businesses/bulk/{}/undo", changed["undoId"]), json!({})).await.is(200);
    assert_results_agree("undone").await;
    admin.put(&format!("/api/categories/{caves}"), json!({ "name": "Grottoes" })).await.is(200);
    assert_results_agree("under another name").await;
    // The place index also finds a new category that was added after the index was built.
    let falls = admin.add_category("Waterfalls").await;
    create_place("Thác Bạc", falls, "It is loud.").await;
    assert_eq!(index_and_database_results(&anonymous, "q=waterfalls").await[0], ["1", "Thác Bạc"]);
    assert_results_agree("in a new category").await;
    let purged_id = create_place("Amber Nook", caves, "New.").await;
    admin.delete(&address(purged_id)).await.is(204);
    first_server.app.clock.advance(40 * 24 * 3600);
    assert_eq!(cms::commands::cleanup::delete_expired_records(&first_server.app).await.unwrap(), 1);
    let anonymous = first_server.anonymous();
    assert_eq!(index_and_database_results(&anonymous, "q=amber").await[0], ["4", "Hall 0", "Hall 1", "Hall 2", "Raft"]);
}

/// Reads all pages of a list. Returns the names and the total count. Asserts that the total is the same on every page.
async fn read_all_pages(anonymous: &TestClient, list_path: &str, limit: usize) -> (Vec<String>, String) {
    let (mut names, mut totals) = (Vec::new(), Vec::new());
    let mut next = Some(format!("{list_path}&limit={limit}"));
    while let Some(path) = next {
        let page = anonymous.get(&path).await.is(200);
        totals.push(page.header("x-total-count").to_owned());
        let link = page.header("link").to_owned();
        next = link.strip_prefix('<').map(|link| link.split('>').next().unwrap().to_owned());
        names.extend(page.names());
    }
    totals.dedup();
    assert_eq!(totals.len(), 1, "{list_path}: {totals:?}");
    (names, totals.remove(0))
}

// R203
#[rstest]
#[tokio::test]
async fn pages_of_a_filtered_list_have_each_place_once_in_order(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let anonymous = guide.anonymous();
    for filters in
        ["tags=river", "tags=a", "bbox=106.25,17.4,106.35,17.7", "bbox=106.25,17.4,106.35,17.7&category=food"]
    {
        // The database computes the default order of a request with `ids`. The place index must return the same order.
        let all = anonymous.get(&format!("/api/businesses?{filters}&sort=id")).await.is(200).json();
        let ids: Vec<String> = all.as_array().unwrap().iter().map(|place| place["id"].to_string()).collect();
        let expected = anonymous.get(&format!("/api/businesses?ids={}", ids.join(","))).await.names();
        assert!(expected.len() > 7, "{filters}");
        let (names, total) = read_all_pages(&anonymous, &format!("/api/businesses?{filters}"), 7).await;
        assert_eq!(names, expected, "{filters}");
        assert_eq!(total, names.len().to_string(), "{filters}");
    }
    for filters in ["q=phong", "q=phong&category=cave", "q=phong&bbox=106.25,17.4,106.35,17.7"] {
        let search_path = format!("/api/businesses?{filters}&sort=distance&near=17.585,106.283");
        let found_names = anonymous.get(&search_path).await.names();
        let other_filters = filters.replacen("q=phong", "", 1);
        let (mut names, _) = read_all_pages(
            &anonymous,
            &format!("/api/businesses?sort=distance&near=17.585,106.283{other_filters}"),
            20,
        )
        .await;
        names.retain(|name| found_names.contains(name));
        assert!(found_names.len() > 3, "{filters}");
        assert_eq!(names, found_names, "{filters}");
    }
}

// R203
#[rstest]
#[tokio::test]
async fn pages_of_a_search_have_each_place_once(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let anonymous = guide.anonymous();
    for q in ["nha", "cave", "phong nha", "a", "phogn", "hotel boat", "zz"] {
        let list_path = path_with_query("/api/businesses", &[("q", q), ("fields", "name")]);
        let unpaged_names = anonymous.get(&list_path).await.is(200).names();
        let (names, total) = read_all_pages(&anonymous, &list_path, 7).await;
        assert_eq!(names, unpaged_names, "{q}");
        assert_eq!(unpaged_names.len().to_string(), total, "{q}");
    }
    // A query without typos finds the same places, whether they are sorted by relevance or by name.
    for q in ["nha", "cave", "phong nha", "boat"] {
        let mut ranked = names_of_found_places(&anonymous, q).await;
        let mut by_name =
            anonymous.get(&path_with_query("/api/businesses", &[("q", q), ("sort", "name")])).await.names();
        ranked.sort();
        by_name.sort();
        assert_eq!(ranked, by_name, "{q}");
    }
}

#[rstest]
#[tokio::test]
async fn search_matches_joined_words_and_treats_punctuation_as_spaces(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let category = admin.add_category("Sights").await;
    for (name, local_name) in [
        ("Son Doong Cave", "Hang Sơn Đoòng"),
        ("Phong Nha - Ke Bang National Park", "Vườn quốc gia Phong Nha – Kẻ Bàng"),
        ("Phongnha Lodge", "Phongnha Lodge"),
        ("River B&B", "River B&B"),
        ("O'Neil’s Bar", "O'Neil’s Bar"),
        ("Paradise Cave", "\u{d0}ộng Thiên \u{d0}ường"),
        ("Nhat Le Beach", "Bãi biển Nhật Lệ"),
    ] {
        admin.add_place(with_changes(place_json(name, category), json!({ "localName": local_name }))).await;
    }
    for (typed, name) in [
        ("sondoong", "Son Doong Cave"),
        ("sondoo", "Son Doong Cave"),
        ("Son-Doong", "Son Doong Cave"),
        ("\"son doong\"", "Son Doong Cave"),
        ("(son doong)", "Son Doong Cave"),
        ("son do\u{ad}ong\u{200b}", "Son Doong Cave"),
        ("phong nha-ke bang", "Phong Nha - Ke Bang National Park"),
        ("phong nha lodge", "Phongnha Lodge"),
        ("b&b", "River B&B"),
        ("river b and b", "River B&B"),
        ("o’neil's", "O'Neil’s Bar"),
        ("oneils", "O'Neil’s Bar"),
        ("động thiên đường", "Paradise Cave"),
        ("\u{d0}ộng thien", "Paradise Cave"),
        ("nhat lee beach", "Nhat Le Beach"),
    ] {
        assert_eq!(names_of_found_places(&anonymous, typed).await.first().map(String::as_str), Some(name), "{typed}");
    }
    let joined_word_results = names_of_found_places(&anonymous, "phongnha").await;
    for name in ["Phongnha Lodge", "Phong Nha - Ke Bang National Park"] {
        assert!(joined_word_results.iter().any(|one| one == name), "{name}: {joined_word_results:?}");
    }
    assert!(names_of_found_places(&anonymous, "\"").await.is_empty(), "punctuation alone matches nothing");
    assert!(names_of_found_places(&anonymous, "lee").await.is_empty(), "a short word alone is not corrected");
    assert!(names_of_found_places(&anonymous, "nhat lee").await.is_empty(), "nor beside one other word");
}

#[rstest]
#[tokio::test]
async fn search_finds_names_and_tags_with_quotes_and_backslashes(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let (name, tag) = (r#"The "Easy" \ Tiger"#, r#"live "rock" \ jazz"#);
    let bars = admin.add_category(r#"Bars "late" \ open"#).await;
    let place =
        admin.add_place(with_changes(place_json(name, bars), json!({ "localName": name, "tags": [tag] }))).await;
    for description in ["It is loud.", "It is quiet."] {
        for pair in [("q", "easy tiger"), ("q", "easy tigre"), ("q", "bars late"), ("tags", tag)] {
            let found = anonymous.get(&path_with_query("/api/businesses", &[pair])).await.is(200).names();
            assert_eq!(found, [name], "{pair:?}");
        }
        // The next round searches again, because this change updates the index entries of the place.
        admin.put(&format!("/api/businesses/{}", place["id"]), json!({ "description": description })).await.is(200);
    }
}

#[rstest]
#[tokio::test]
async fn list_searches_match_joined_words_and_treat_punctuation_as_spaces(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let admin = guide.admin().await;
    let text = "Sơn Đoòng, a river B&B and O'Neil’s";
    admin.add_article(article_json(text)).await;
    admin.add_article(article_json("Nothing of it")).await;
    let message =
        json!({ "name": "Linh Tran", "email": "linh@example.org", "subject": text, "message": "Open on Monday?" });
    for subject in [text, "Nothing of it"] {
        guide
            .anonymous()
            .post("/api/contact", with_changes(message.clone(), json!({ "subject": subject })))
            .await
            .is(201);
    }
    let account = json!({ "email": "oneil@example.org", "firstName": "Sơn-Đoòng", "lastName": "O’Neil" });
    admin.post("/api/admin/users", with_changes(account, json!({ "role": "viewer" }))).await.is(201);
    for typed in ["Son-Doong", "\"son doong\"", "b&b", "b and b", "oneils", "o'neil's", "sondoong", "đo\u{ad}òng"] {
        for list in ["/api/articles", "/api/admin/contact"] {
            let found = admin.get(&path_with_query(list, &[("q", typed)])).await.is(200).json();
            assert_eq!(found.as_array().unwrap().len(), 1, "{list}: {typed}");
        }
    }
    for typed in ["son-doong o'neil", "ONEIL@example.org", "(Đoòng)"] {
        let found = admin.get(&path_with_query("/api/admin/users", &[("q", typed)])).await.is(200).json();
        assert_eq!(found.as_array().unwrap().len(), 1, "{typed}");
    }
}

// R203
#[rstest]
#[tokio::test]
async fn search_with_many_prefix_matches_omits_matches_inside_words(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let category = admin.add_category("Sights").await;
    admin.add_place(place_json("Highcave", category)).await;
    assert_eq!(names_of_found_places(&anonymous, "cave").await, ["Highcave"]);
    for number in 10..65 {
        admin.add_place(place_json(&format!("Cavern {number}"), category)).await;
    }
    let cave = admin.add_place(place_json("Cave, Dark", category)).await;
    // Punctuation separates the words of a name, even an underscore.
    admin.add_place(place_json("Dusk_cavern", category)).await;
    for prefix in ["cav", "ca", "c"] {
        let listed = anonymous.get(&format!("/api/businesses?q={prefix}&limit=100")).await.is(200);
        assert_eq!((listed.names().len(), listed.header("x-total-count")), (57, "57"), "{prefix}");
        assert!(!listed.names().contains(&"Highcave".to_owned()), "{prefix}");
    }
    assert_eq!(names_of_found_places(&anonymous, "ighcav").await, ["Highcave"]);
    // Punctuation in the query separates words too.
    for typed in ["cave,", "(cave) dark", "cave-dark"] {
        assert_eq!(names_of_found_places(&anonymous, typed).await[0], "Cave, Dark", "{typed}");
    }
    admin.delete(&format!("/api/businesses/{}", cave["id"])).await.is(204);
    assert_eq!(anonymous.get("/api/businesses?q=ca").await.is(200).header("x-total-count"), "56");
}

// R203
#[rstest]
#[tokio::test]
async fn places_without_an_index_are_indexed_at_start(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let write_future = guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("delete from place_name_suffix"))?;
            execute!(tx, sqlx::query("delete from name_word"))?;
            execute!(tx, sqlx::query("update place set index_version = 0, search = 'as it was'"))?;
            if matches!(tx, cms::db::engine::Tx::Sqlite(_)) {
                execute!(tx, sqlx::query("delete from place_fts_trigram; delete from place_fts_prefix"))?;
            }
            Ok::<_, StoreError>(())
        })
    });
    write_future.await.unwrap();
    let anonymous = guide.anonymous();
    assert!(names_of_found_places(&anonymous, "hnag én").await.is_empty());
    fuzzy::build_missing_search_indexes(&guide.app.db).await.unwrap();
    // A running replica would find the places only after the next change of a place. The test therefore starts another
    // replica.
    let guide = guide.start_replica(&[]).await;
    let anonymous = guide.anonymous();
    for q in ["hang én", "hang en", "hnag én"] {
        let places = anonymous.get(&path_with_query("/api/businesses", &[("q", q), ("limit", "9")])).await.names();
        assert!(places.contains(&"Hang En Cave".to_owned()), "{q}: {places:?}");
    }
    assert_eq!(stale_index_count(&guide.app.db).await, 0);
    // A place that is added after the start is indexed at once.
    let admin = guide.admin().await;
    let cave = admin.add_category("More caves").await;
    admin.add_place(place_json("Another Cave", cave)).await;
    assert_eq!(stale_index_count(&guide.app.db).await, 0);
    // Only SQLite has full-text indexes. They are empty in a database that is older than these indexes.
    if let Db::Sqlite { pool, .. } = &guide.app.db {
        let write_future = guide.app.db.write(|tx| {
            Box::pin(async move {
                execute!(tx, sqlx::query("delete from place_fts_trigram; delete from place_fts_prefix"))?;
                Ok::<_, StoreError>(())
            })
        });
        write_future.await.unwrap();
        fuzzy::build_missing_search_indexes(&guide.app.db).await.unwrap();
        let select_is_complete =
            "select exists (select 1 from place_fts_prefix where place_fts_prefix match 'another AND cave') and exists (
            select 1 from place_fts_trigram where place_fts_trigram match 'nother cav')
            and (select count(*) from place_fts_prefix) = (select count(*) from place)
            and (select count(*) from place_fts_trigram) = (select count(*) from place)";
        let is_complete: bool = sqlx::query_scalar(select_is_complete).fetch_one(pool).await.unwrap();
        assert!(is_complete);
    }
}

// R203
#[rstest]
#[tokio::test]
async fn indexing_an_indexed_place_again_changes_nothing(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start_seeded(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let before = (place_counts_by_word(&guide.app.db).await, names_of_found_places(&anonymous, "hnag én").await);
    // Places have an old index version after an upgrade, and after a replica of an earlier release changed them.
    let write_future = guide.app.db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update place set index_version = 0"))?;
            Ok::<_, StoreError>(())
        })
    });
    write_future.await.unwrap();
    // A place that is changed before it is indexed again is indexed with its current values.
    let place = anonymous.get("/api/businesses/hang-en-cave").await.is(200).json();
    let path = format!("/api/businesses/{}", place["id"]);
    admin.put(&path, json!({ "name": "Swallow Cave", "localName": null })).await.is(200);
    admin.put(&path, json!({ "name": place["name"], "localName": place["localName"] })).await.is(200);
    fuzzy::build_missing_search_indexes(&guide.app.db).await.unwrap();
    assert_eq!(stale_index_count(&guide.app.db).await, 0);
    assert_eq!((place_counts_by_word(&guide.app.db).await, names_of_found_places(&anonymous, "hnag én").await), before);
}

/// Each word of the name index with the number of places whose names have it, sorted by word.
async fn place_counts_by_word(db: &Db) -> Vec<(String, i64)> {
    let words = "select word, place_count from name_word order by word";
    with_pool!(db, |engine| sqlx::query_as(words).fetch_all(engine)).unwrap()
}

async fn stale_index_count(db: &Db) -> i64 {
    let stale_index_count = "select count(*) from place where index_version <> $1";
    with_pool!(db, |engine| sqlx::query_scalar(stale_index_count).bind(fuzzy::INDEX_VERSION).fetch_one(engine)).unwrap()
}

// R203
#[rstest]
#[tokio::test]
async fn suggestions_are_places_categories_and_tags(#[values(Sqlite, Postgres)] engine: Engine) {
    let Some(guide) = TestApp::start(engine).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let (cave, beach) = (admin.add_category("Caves").await, admin.add_category("Beaches").await);
    admin.add_category("Cavities").await;
    admin
        .add_place(with_changes(
            place_json("Swallow Cave", cave),
            json!({ "localName": "Hang Én", "tags": ["Cave swimming"] }),
        ))
        .await;
    admin
        .add_place(with_changes(place_json("Hang En Homestay", beach), json!({ "description": "Near a cave." })))
        .await;
    let hidden = with_changes(place_json("Hang Hidden", cave), json!({ "isActive": false, "tags": ["cave secrets"] }));
    admin.add_place(hidden).await;
    let suggestions_for =
        async |q: &str| anonymous.get(&path_with_query("/api/suggestions", &[("q", q)])).await.is(200).json();
    let names = |kind: &Value| -> Vec<String> {
        kind.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    let hang = suggestions_for("hang én").await;
    assert_eq!(
        hang["places"][0],
        json!({ "id": 1, "slug": "swallow-cave", "name": "Swallow Cave", "localName": "Hang Én", "category": "caves", "alert": null })
    );
    assert_eq!(names(&hang["places"]), ["Swallow Cave", "Hang En Homestay"]);
    let cav = suggestions_for("cav").await;
    assert_eq!(names(&cav["categories"]), ["Caves"], "a category without places is not suggested");
    assert_eq!(cav["categories"][0]["slug"], "caves");
    assert_eq!(cav["tags"], json!(["cave swimming"]), "tags of inactive places are not suggested");
    assert_eq!(names(&suggestions_for("beahces").await["categories"]), ["Beaches"]);
    let one = anonymous.get("/api/suggestions?q=hang&limit=1").await.is(200);
    assert_eq!(one.json()["places"].as_array().unwrap().len(), 1);
    assert_eq!(one.header("access-control-allow-origin"), "*");
    let etag = one.header("etag").to_owned();
    anonymous.get_with_headers("/api/suggestions?q=hang&limit=1", &[("if-none-match", &etag)]).await.is(304);
    admin.put("/api/businesses/1", json!({ "name": "Hang" })).await.is(200);
    assert_eq!(names(&suggestions_for("hang").await["places"])[0], "Hang", "the cached response follows a change");
    for (invalid_query, field) in [("", "q"), ("?q=%20", "q"), ("?q=a&limit=0", "limit"), ("?q=a&x=1", "x")] {
        assert_eq!(anonymous.get(&format!("/api/suggestions{invalid_query}")).await.is(400).fields(), [field]);
    }
}
