//! The tools that assistants can call. Two of them save drafts with the caller's token; the other tools only read. No
//! tool publishes or deletes.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value};

use super::api_client::{ApiClient, ToolError};
use super::drafts::{self, DraftTarget};
use super::schema::{self, Parameter};
use super::{articles, calendar, guide, places};
use crate::http::app::App;
use crate::http::problem::{Code, FieldError, Problem};

/// The maximum length of an argument, in bytes. It is sufficient for a search with twelve long words.
const MAX_ARGUMENT_BYTES: usize = 1000;

/// The description of a tool, and the function that runs it.
pub struct ToolSpec {
    /// The name.
    pub name: &'static str,
    /// The title, for people.
    pub title: &'static str,
    /// What the tool returns and when to use it, for assistants.
    pub description: &'static str,
    /// The path in the contract whose `GET` operation has the schemas of the tool's parameters.
    pub contract_path: &'static str,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// The kind of draft that the tool saves. Its fields are parameters too. `None` for a tool that only reads.
    pub draft_target: Option<&'static DraftTarget>,
    /// Runs the tool.
    pub run: fn(Call) -> BoxFuture<'static, Result<Value, ToolError>>,
}

/// A call of a tool.
pub struct Call {
    /// The shared state.
    pub app: App,
    /// Calls the API with the token of the caller.
    pub api: ApiClient,
    /// The validated arguments.
    pub arguments: Arguments,
}

impl Call {
    /// Reads the record below `list_path` that the argument `id` names.
    pub async fn get_record(&self, list_path: &str) -> Result<Value, ToolError> {
        self.api.get_record(list_path, self.arguments.get("id").unwrap_or_default()).await
    }
}

/// All tools, in the order in which they are listed.
pub const TOOLS: &[ToolSpec] = &[
    ToolSpec {
        name: "get_guide",
        title: "About the guide",
        description: "Which region the guide covers, its center, its time zone with the current local date and \
                      weekday, and current alerts about the whole guide such as a flood warning. Call it first.",
        contract_path: guide::SETTINGS_PATH,
        parameters: &[],
        draft_target: None,
        run: |call| Box::pin(guide::get_guide(call)),
    },
    ToolSpec {
        name: "search_places",
        title: "Search places",
        description: "Caves, food, stays, sights and services: at most 20, by text, category, tag, distance and \
                      opening hours. With `openAt`, places that are known to be closed, including by an alert, are left \
                      out; places whose hours the guide does not know are listed after the open ones and marked as \
                      `unknown`.",
        contract_path: places::LIST_PATH,
        parameters: &[
            Parameter::from_contract("q"),
            Parameter::with_note("category", "`list_categories` lists them."),
            Parameter::from_contract("tags"),
            Parameter::with_note("near", "Places are then sorted by their distance, which is in the result."),
            Parameter::from_contract("verified"),
            Parameter::from_contract("goodIn"),
            Parameter::tool_only(
                "openAt",
                "Only places that are not known to be closed then, in the region's local time: a date for any time of \
                 that day, `2026-12-06`, or a time, `2026-12-06T10:00`. `get_guide` has the current date.",
                calendar::DATE_OR_TIME_PATTERN,
            ),
            Parameter::from_contract("offset"),
        ],
        draft_target: None,
        run: |call| Box::pin(places::search(call)),
    },
    ToolSpec {
        name: "get_place",
        title: "Get a place",
        description: "All facts about one place: position, contacts, prices, hours, current alerts, sources, and its \
                      description.",
        contract_path: places::RECORD_PATH,
        parameters: &[Parameter::from_contract("id")],
        draft_target: None,
        run: |call| Box::pin(places::get(call)),
    },
    ToolSpec {
        name: "get_opening_hours",
        title: "Get opening hours",
        description: "The opening hours of one place for each day of a range, in the region's local time. `unknown` \
                      means that the guide does not know the hours, not that the place is closed.",
        contract_path: places::RECORD_PATH,
        parameters: &[
            Parameter::from_contract("id"),
            Parameter::tool_only("from", "The first day: `2026-12-06`; today by default.", calendar::DATE_PATTERN),
            Parameter::tool_only(
                "to",
                "The last day, at most 31 days in total; six days after `from` by default.",
                calendar::DATE_PATTERN,
            ),
        ],
        draft_target: None,
        run: |call| Box::pin(places::get_opening_hours(call)),
    },
    ToolSpec {
        name: "list_categories",
        title: "List categories",
        description: "The categories of places with their slugs, for the parameter `category` of `search_places`.",
        contract_path: guide::CATEGORIES_PATH,
        parameters: &[Parameter::from_contract("populated")],
        draft_target: None,
        run: |call| Box::pin(guide::list_categories(call)),
    },
    ToolSpec {
        name: "search_articles",
        title: "Search articles",
        description: "Articles of the guide, such as which cave suits whom and when to come: at most 20, the newest \
                      first, with their summaries.",
        contract_path: articles::LIST_PATH,
        parameters: &[
            Parameter::from_contract("q"),
            Parameter::with_note("tag", "`list_article_topics` lists them."),
            Parameter::from_contract("featured"),
            Parameter::from_contract("offset"),
        ],
        draft_target: None,
        run: |call| Box::pin(articles::search(call)),
    },
    ToolSpec {
        name: "get_article",
        title: "Get an article",
        description: "The text of one article as Markdown, with its sources.",
        contract_path: articles::RECORD_PATH,
        parameters: &[Parameter::from_contract("id")],
        draft_target: None,
        run: |call| Box::pin(articles::get(call)),
    },
    ToolSpec {
        name: "list_article_topics",
        title: "List article topics",
        description: "The topics of the articles, for the parameter `tag` of `search_articles`.",
        contract_path: articles::TOPICS_PATH,
        parameters: &[],
        draft_target: None,
        run: |call| Box::pin(articles::list_topics(call)),
    },
    ToolSpec {
        name: "get_getting_here",
        title: "Getting here",
        description: "How to get to the region and get around in it: buses, trains, flights, cars and motorbikes from \
                      each city with duration and price, when they were checked, and tips.",
        contract_path: guide::GETTING_HERE_PATH,
        parameters: &[Parameter::tool_only(
            "from",
            "Only the options from this city, by its name: `Hanoi`; all by default.",
            "",
        )],
        draft_target: None,
        run: |call| Box::pin(guide::get_getting_here(call)),
    },
    ToolSpec {
        name: "save_place_draft",
        title: "Save a draft of a place",
        description: "Saves changed facts or texts of one place as a draft. Nothing becomes public: a person reviews, \
                      publishes or discards the draft. Fields that are not sent stay as they are. Needs an API token with \
                      the scopes `read` and `drafts:write`.",
        contract_path: places::RECORD_PATH,
        parameters: &[Parameter::from_contract("id"), drafts::REPLACE_PARAMETER],
        draft_target: Some(&drafts::PLACE_DRAFT_TARGET),
        run: |call| Box::pin(drafts::save(call, &drafts::PLACE_DRAFT_TARGET)),
    },
    ToolSpec {
        name: "save_article_draft",
        title: "Save a draft of an article",
        description: "Saves changed texts of one article as a draft. Nothing becomes public: a person reviews, publishes \
                      or discards the draft. Fields that are not sent stay as they are. Needs an API token of an admin \
                      with the scopes `read` and `drafts:write`.",
        contract_path: articles::RECORD_PATH,
        parameters: &[Parameter::from_contract("id"), drafts::REPLACE_PARAMETER],
        draft_target: Some(&drafts::ARTICLE_DRAFT_TARGET),
        run: |call| Box::pin(drafts::save(call, &drafts::ARTICLE_DRAFT_TARGET)),
    },
];

impl ToolSpec {
    /// The tool, as the protocol lists it.
    pub fn tool(&self, contract: &Value) -> Tool {
        let input = schema::input_schema(contract, self);
        let annotations = ToolAnnotations::with_title(self.title)
            .read_only(self.draft_target.is_none())
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        Tool::new(self.name, self.description, input).with_title(self.title).with_annotations(annotations)
    }
}

/// The arguments of a call.
#[derive(Debug)]
pub struct Arguments {
    /// The values of the parameters as text, by the name of the parameter.
    texts: BTreeMap<&'static str, String>,
    /// The fields of a draft that the caller sent, by name.
    pub fields: Map<String, Value>,
}

impl Arguments {
    /// Reads the arguments of a tool. Errors: 400 that lists all unknown and invalid arguments. If there are none, 400
    /// for a missing `id`. Fields of a draft are not checked here.
    pub fn parse(spec: &ToolSpec, sent_arguments: JsonObject) -> Result<Self, Problem> {
        let (mut values, mut fields, mut errors) = (BTreeMap::new(), Map::new(), Vec::new());
        for (name, value) in sent_arguments {
            if spec.draft_target.is_some_and(|target| target.fields.contains(&name.as_str())) {
                fields.insert(name, value);
                continue;
            }
            let Some(parameter) = spec.parameters.iter().find(|parameter| parameter.name == name) else {
                let name: String = name.chars().take(60).collect();
                let sentence = format!("Unknown parameter: {name}");
                errors.push(FieldError::new(Code::UnknownParameter, name, sentence));
                continue;
            };
            match cell_text(value) {
                Ok(None) => {}
                Ok(Some(text)) if text.len() > MAX_ARGUMENT_BYTES => {
                    let code = Code::MaxLength.with("limit", MAX_ARGUMENT_BYTES);
                    let sentence = format!("{name} is longer than {MAX_ARGUMENT_BYTES} bytes");
                    errors.push(FieldError::new(code, name, sentence));
                }
                Ok(Some(text)) => drop(values.insert(parameter.name, text)),
                Err(()) => {
                    let sentence = format!("{name} must be a string, a number, true or false");
                    errors.push(FieldError::new(Code::Type.with("type", "string"), name, sentence));
                }
            }
        }
        // The only parameter that can be required is the id of a record.
        let is_missing = spec.parameters.iter().any(|parameter| parameter.name == "id") && !values.contains_key("id");
        if is_missing && errors.is_empty() {
            errors.push(FieldError::new(Code::Required, "id", "id is required"));
        }
        if errors.is_empty() { Ok(Self { texts: values, fields }) } else { Err(Problem::bad_request(errors)) }
    }

    /// An argument; `None` if it was not sent, or was null or blank.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// The arguments with these names, as query parameters of an API call. Arguments without a value are left out.
    pub fn query(&self, names: &[&'static str]) -> Vec<(&'static str, String)> {
        names.iter().filter_map(|name| Some((*name, self.texts.get(name)?.clone()))).collect()
    }
}

/// The text of an argument. `None` if the value is null or blank. Errors: the value is an array or an object.
fn cell_text(value: Value) -> Result<Option<String>, ()> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text).filter(|text| !text.trim().is_empty())),
        Value::Bool(_) | Value::Number(_) => Ok(Some(value.to_string())),
        Value::Array(_) | Value::Object(_) => Err(()),
    }
}
