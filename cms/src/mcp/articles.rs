//! The tools about articles.

use serde_json::{Map, Value};

use super::api_client::ToolError;
use super::article_text::markdown;
use super::result::{self, MAX_ITEMS, UNTRUSTED_FIELD};
use super::tools::Call;
use crate::articles::pages;
use crate::common::id::ArticleId;

/// The path that lists articles.
pub const LIST_PATH: &str = "/api/articles";
/// The path of the call that reads an article, as in the contract.
pub const RECORD_PATH: &str = "/api/articles/{id}";
/// The path that lists topics.
pub const TOPICS_PATH: &str = "/api/articles/topics";

/// The fields of an article in the results of `search_articles` and `get_article`.
const ITEM_FIELDS: [&str; 6] = ["id", "title", "author", "publicationDate", "tags", "updatedAt"];
/// Further fields of an article in the result of `get_article`.
const DETAIL_FIELDS: [&str; 4] = ["latitude", "longitude", "externalUrl", "sources"];

/// The tool `search_articles`.
pub async fn search(call: Call) -> Result<Value, ToolError> {
    let mut query = call.arguments.query(&["q", "tag", "featured", "offset"]);
    query.push(("fields", [&ITEM_FIELDS[..], &["slug", "summary"]].concat().join(",")));
    query.push(("limit", MAX_ITEMS.to_string()));
    let response = call.api.get(LIST_PATH, &query).await?;
    let offset: usize = call.arguments.get("offset").and_then(|offset| offset.parse().ok()).unwrap_or(0);
    let articles = response.body.as_array().into_iter().flatten();
    let items = articles.map(|article| article_item(&call, article)).collect();
    let mut data = Map::new();
    result::add_list_page(&mut data, ("articles", items), offset, response.total);
    Ok(result::complete_and_shorten(&call.app.public_url, "/inspiration", data))
}

fn article_item(call: &Call, article: &Value) -> Value {
    let mut data = result::pick_fields(article, &ITEM_FIELDS);
    data.insert("url".to_owned(), format!("{}{}", call.app.public_url, page_path(article)).into());
    data.insert(UNTRUSTED_FIELD.to_owned(), result::pick_fields(article, &["summary"]).into());
    Value::Object(data)
}

/// The tool `get_article`.
pub async fn get(call: Call) -> Result<Value, ToolError> {
    let article = call.get_record(LIST_PATH).await?;
    let mut data = result::pick_fields(&article, &[&ITEM_FIELDS[..], &DETAIL_FIELDS[..]].concat());
    let mut texts = result::pick_fields(&article, &["summary"]);
    let html = article["contentHtml"].as_str().unwrap_or_default();
    texts.insert("text".to_owned(), markdown(html, &call.app.public_url).into());
    data.insert(UNTRUSTED_FIELD.to_owned(), texts.into());
    Ok(result::complete_and_shorten(&call.app.public_url, &page_path(&article), data))
}

/// The tool `list_article_topics`.
pub async fn list_topics(call: Call) -> Result<Value, ToolError> {
    let topics = call.api.get(TOPICS_PATH, &[]).await?.body;
    let data = Map::from_iter([("topics".to_owned(), topics)]);
    Ok(result::complete_and_shorten(&call.app.public_url, "/inspiration", data))
}

/// The path of the page of an article.
pub fn page_path(article: &Value) -> String {
    pages::path(ArticleId(article["id"].as_i64().unwrap_or_default()), article["slug"].as_str().unwrap_or_default())
}
