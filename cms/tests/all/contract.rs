//! The committed contract is the one that the program serves.

use crate::world::{Guide, Sqlite};

#[test]
fn the_committed_contract_is_current() {
    let committed = include_str!("../../../openapi.json");
    let printed = serde_json::to_string_pretty(&cms::api::contract()).unwrap();
    assert!(committed.trim_end() == printed, "openapi.json is stale: run `make contract`");
}

#[tokio::test]
async fn docs_work_without_a_network() {
    let guide = Guide::open(Sqlite).await.unwrap();
    let page = guide.visitor().get("/docs/").await.is(200);
    assert!(page.text.contains("Swagger UI"));
    let document = guide.visitor().get("/api/openapi.json").await.is(200).json();
    assert_eq!(document, cms::api::contract());
    // Everything that the page names is on this server.
    for part in page.text.split(['"', '\'']).filter(|part| part.ends_with(".js") || part.ends_with(".css")) {
        assert!(!part.contains("//"), "{part} is somewhere else");
        guide.visitor().get(&format!("/docs/{}", part.trim_start_matches("./"))).await.is(200);
    }
}

#[test]
fn every_operation_has_an_id_of_its_own_a_tag_and_a_summary() {
    let contract = cms::api::contract();
    let mut ids = Vec::new();
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            ids.push(operation["operationId"].as_str().unwrap().to_owned());
            assert!(operation["tags"][0].is_string(), "{method} {path} has no tag");
            assert!(operation["summary"].is_string(), "{method} {path} has no summary");
        }
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn what_may_be_left_out_has_no_example_that_the_documentation_would_send() {
    let contract = cms::api::contract();
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let is_prefilled = parameter["example"] != serde_json::Value::Null
                    || ["example", "examples", "default"].iter().any(|word| !parameter["schema"][word].is_null());
                let is_needed = parameter["required"] == true;
                assert!(is_needed || !is_prefilled, "{method} {path}: {} is filled in", parameter["name"]);
            }
        }
    }
}
