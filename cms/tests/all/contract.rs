//! The committed contract equals the served one, and its operations have ids, descriptions and valid examples.

use cms::http::input::validation::{RequestBodySchemas, bundle_schema};
use cms::http::problem::{CODES, CodeInfo};
use serde_json::{Value, json};

use crate::test_app::{Sqlite, TestApp};

#[test]
fn committed_contract_equals_the_served_one() {
    let committed = include_str!("../../../openapi.json");
    let printed = serde_json::to_string_pretty(&cms::api::contract()).unwrap();
    assert!(committed.trim_end() == printed, "openapi.json is stale: run `make contract`");
}

#[tokio::test]
async fn api_docs_load_nothing_from_other_hosts() {
    let guide = TestApp::start(Sqlite).await.unwrap();
    let page = guide.anonymous().get("/docs/").await.is(200);
    assert!(page.text.contains("Swagger UI"));
    let document = guide.anonymous().get("/api/openapi.json").await.is(200).json();
    assert_eq!(document, cms::api::contract());
    // All scripts and style sheets of the page are on this server.
    for part in page.text.split(['"', '\'']).filter(|part| part.ends_with(".js") || part.ends_with(".css")) {
        assert!(!part.contains("//"), "{part} is on another host");
        guide.anonymous().get(&format!("/docs/{}", part.trim_start_matches("./"))).await.is(200);
    }
}

/// Each operation of the contract, named by its method and path, such as `get /api/articles`.
fn contract_operations(contract: &Value) -> impl Iterator<Item = (String, &Value)> {
    let paths = contract["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, operations)| {
        operations.as_object().unwrap().iter().map(move |(method, operation)| (format!("{method} {path}"), operation))
    })
}

fn is_sentence(text: &Value, min_bytes: usize) -> bool {
    text.as_str().is_some_and(|text| text.trim().len() >= min_bytes && text.trim_end().ends_with(['.', '`']))
}

#[test]
fn every_operation_has_a_unique_id_a_tag_and_descriptions() {
    let contract = cms::api::contract();
    let mut ids = Vec::new();
    for (name, operation) in contract_operations(&contract) {
        ids.push(operation["operationId"].as_str().unwrap().to_owned());
        assert!(operation["tags"][0].is_string(), "{name} has no tag");
        assert!(is_sentence(&operation["summary"], 8), "{name} has no summary");
        assert!(is_sentence(&operation["description"], 20), "{name} has no description");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            assert!(is_sentence(&parameter["description"], 8), "{name}: {} is not described", parameter["name"]);
        }
        for (status, response) in operation["responses"].as_object().unwrap() {
            assert!(is_sentence(&response["description"], 8), "{name}: {status} is not described");
        }
    }
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

#[test]
fn every_schema_of_a_request_body_compiles() {
    let contract = cms::api::contract();
    let schemas = RequestBodySchemas::from_contract(&contract);
    let all = contract["components"]["schemas"].as_object().unwrap().iter();
    let closed_schemas: Vec<&String> =
        all.filter(|(_, schema)| schema["additionalProperties"] == false).map(|(n, _)| n).collect();
    assert!(closed_schemas.len() > 50);
    for name in closed_schemas {
        // A compiled schema refuses an array with 400. A schema that cannot be compiled causes an internal error.
        assert_eq!(schemas.validate_body(name, json!([])).unwrap_err().status, 400, "{name}");
    }
}

#[test]
fn every_request_and_response_body_has_a_valid_example() {
    let contract = cms::api::contract();
    let schemas = RequestBodySchemas::from_contract(&contract);
    for (name, operation) in contract_operations(&contract) {
        let responses =
            operation["responses"].as_object().unwrap().iter().filter(|(status, _)| status.starts_with('2'));
        let bodies = responses
            .map(|(status, response)| (status.as_str(), response))
            .chain([("request", &operation["requestBody"])]);
        for (which, body) in bodies {
            for (kind, body) in body["content"].as_object().into_iter().flatten() {
                let (body_name, schema) = (format!("{name}, {which} as {kind}"), &body["schema"]);
                if kind == "multipart/form-data" {
                    continue;
                }
                assert!(!body["example"].is_null(), "{body_name}: no example");
                if let Some(fault) = validator(schema, &contract).iter_errors(&body["example"]).next() {
                    panic!("{body_name}: the example breaks the schema at {}: {fault}", fault.instance_path());
                }
                if which == "request" {
                    let schema_name = schema["$ref"].as_str().unwrap().rsplit('/').next().unwrap();
                    let checked = schemas.validate_body(schema_name, body["example"].clone());
                    assert!(
                        checked.is_ok(),
                        "{body_name}: the form refuses its example: {:?}",
                        checked.err().unwrap().errors
                    );
                }
            }
        }
    }
}

#[test]
fn every_error_response_has_a_valid_example() {
    let contract = cms::api::contract();
    let mut example_count = 0;
    for (name, operation) in contract_operations(&contract) {
        for (status, response) in operation["responses"].as_object().unwrap() {
            let Some(body) = response.pointer("/content/application~1problem+json") else { continue };
            let example_ref =
                body["examples"]["refused"]["$ref"].as_str().unwrap_or_else(|| panic!("{name}, {status}: none"));
            let example = &contract.pointer(example_ref.trim_start_matches('#')).unwrap()["value"];
            assert_eq!(&example["status"].to_string(), status, "{name}");
            if let Some(fault) = validator(&body["schema"], &contract).iter_errors(example).next() {
                panic!("{name}, {status}: the example breaks the schema at {}: {fault}", fault.instance_path());
            }
            example_count += 1;
        }
    }
    assert!(example_count > 500, "only {example_count} error responses are in the contract");
}

// R448
#[test]
fn every_error_code_is_documented() {
    let api_docs = include_str!("../../../docs/api.md");
    let section = api_docs.split("### Codes").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let row = |info: &CodeInfo| {
        let params: Vec<String> = info.params.iter().map(|name| format!("`{name}`")).collect();
        format!("| `{}` | {} | {} |", info.name(), info.meaning, params.join(", "))
    };
    assert_eq!(rows, CODES.iter().map(row).collect::<Vec<_>>());
}

fn validator(schema: &Value, contract: &Value) -> jsonschema::Validator {
    jsonschema::validator_for(&bundle_schema(schema, contract)).unwrap()
}

#[test]
fn contract_does_not_name_the_region_of_the_starter_content() {
    let contract = cms::api::contract().to_string();
    for name in ["Phong", "Nha", "Quảng", "Quang Binh", "Kẻ Bàng", "Đồng Hới", "Dong Hoi"] {
        assert!(!contract.contains(name), "the contract names {name}");
    }
}

#[test]
fn optional_parameters_have_no_examples() {
    let contract = cms::api::contract();
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                let is_prefilled = parameter["example"] != Value::Null
                    || ["example", "examples", "default"].iter().any(|word| !parameter["schema"][word].is_null());
                let is_needed = parameter["required"] == true;
                assert!(is_needed || !is_prefilled, "{method} {path}: {} has an example", parameter["name"]);
            }
        }
    }
}
