//! `/api/admin/invalid-values`: lists stored values that a request could no longer set, because a rule was added or
//! tightened. The values are not changed: admins look at the list and decide.

use axum::Json;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::audit::log::{AuditDescription, AuditRecordKind, AuditSubject};
use crate::db::engine::StoreError;
use crate::http::app::App;
use crate::http::caller::Admin;
use crate::http::input::pagination::{PageParams, next_link};
use crate::http::input::query_string::Query;
use crate::http::input::validation::RequestBodySchemas;
use crate::http::problem::{Code, FieldError, Problem};
use crate::settings::pages::dto::{About, GettingHere, Help, Privacy, StandingPageResponse};
use crate::settings::pages::requests::StandingPage;
use crate::settings::pages::service as pages;
use crate::{articles, categories, guestbook, media, places, settings, users};

/// The maximum number of records that one call checks.
const MAX_CHECKED_RECORDS: i64 = 1000;
/// The maximum length of a value in the list, in characters.
const MAX_VALUE_CHARS: usize = 300;

/// A stored value that breaks a rule.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvalidValue {
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record; null for the settings.
    #[schema(required, example = "7")]
    pub id: Option<String>,
    /// The name of the record.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// The name of the field. An element of a list has its index, such as `gallery.0`.
    #[schema(example = "gallery.0")]
    pub field: String,
    /// The value as text, at most 300 characters. Do not show it as a link: it may lead anywhere.
    #[schema(example = "https://example.com:99999/cave.jpg")]
    pub value: String,
    /// The message of the broken rule, as an update would return it.
    #[schema(example = "Image URL must be a valid URL or relative path starting with /")]
    pub message: String,
}

/// List stored values that break current rules.
///
/// Admins only. A value that was stored before a rule was added or tightened remains, and an update that does not
/// change it succeeds. Each call checks `limit` records, most of which usually break no rule. `Link` with `rel="next"`
/// is the URL of the next check, until all records are checked. Places and articles in the trash and guestbook entries
/// that are not public are not checked.
#[utoipa::path(
    get, path = "/api/admin/invalid-values", tag = "Console",
    params(
        ("limit" = Option<i64>, Query, minimum = 1, maximum = 1000, description = "The maximum number of records to check; 1000 by default."),
        ("cursor" = Option<String>, Query, description = "The cursor from the `Link` of an earlier response."),
    ),
    responses(
        (status = 200, body = Vec<InvalidValue>, headers(
            ("link" = Option<String>, description = "The URL of the next check, as `rel=\"next\"`; absent after the last one."),
        )),
    ),
)]
pub async fn list_invalid_values(
    State(app): State<App>,
    _caller: Admin,
    mut query: Query,
    uri: Uri,
) -> Result<impl IntoResponse, Problem> {
    let limit = query.int("limit", 1..=MAX_CHECKED_RECORDS).unwrap_or(MAX_CHECKED_RECORDS);
    let position = query
        .parse("cursor", Code::CursorInvalid, "This cursor is not valid", InvalidValuesCursor::parse)
        .unwrap_or_default();
    query.finish()?;
    let (invalid_values, next) = find_invalid_values(&app, position, limit).await?;
    let link = next.map(|next| (header::LINK, next_link(&uri, ("cursor", next.format()))));
    Ok((link.map(|link| AppendHeaders([link])), Json(invalid_values)))
}

/// Where a check continues: the index of a record group (see [`check_group`]), and how many of its records were already
/// checked.
#[derive(Clone, Copy, Default)]
struct InvalidValuesCursor {
    group: usize,
    offset: i64,
}

impl InvalidValuesCursor {
    fn parse(text: &str) -> Option<Self> {
        let (group, offset) = text.split_once('-')?;
        let (group, offset) = (group.parse().ok()?, offset.parse().ok()?);
        (group < GROUP_COUNT && (0..=i64::from(u32::MAX)).contains(&offset)).then_some(Self { group, offset })
    }

    fn format(self) -> String {
        format!("{}-{}", self.group, self.offset)
    }
}

/// The number of record groups that [`check_group`] distinguishes.
const GROUP_COUNT: usize = 7;

/// Checks at most `limit` records from `position` on. Returns the invalid values and, unless all records were checked,
/// where to continue.
async fn find_invalid_values(
    app: &App,
    mut position: InvalidValuesCursor,
    limit: i64,
) -> Result<(Vec<InvalidValue>, Option<InvalidValuesCursor>), StoreError> {
    let (mut found, mut remaining_limit) = (Vec::new(), limit);
    while position.group < GROUP_COUNT {
        if remaining_limit == 0 {
            return Ok((found, Some(position)));
        }
        let page = PageParams { limit: remaining_limit, offset: position.offset };
        let checked_count = check_group(app, position.group, page, &mut found).await?;
        if checked_count < remaining_limit {
            position = InvalidValuesCursor { group: position.group + 1, offset: 0 };
        } else {
            position.offset += checked_count;
        }
        remaining_limit -= checked_count;
    }
    Ok((found, None))
}

/// Checks those records of a record group that `page` selects. Adds their invalid values to `found`. Returns the number
/// of checked records.
async fn check_group(
    app: &App,
    group: usize,
    page: PageParams,
    found: &mut Vec<InvalidValue>,
) -> Result<i64, StoreError> {
    let (db, schemas) = (&app.db, &app.schemas);
    let PageParams { limit, offset } = page;
    Ok(match group {
        0 => {
            use places::search::place_query::{PlaceQuery, PlaceScope, Sort};
            let query = PlaceQuery { sort: Sort::BY_ID, limit, offset, ..PlaceQuery::unfiltered(PlaceScope::All) };
            let places = places::store::list(db, &query).await?.items;
            for place in &places {
                let mut errors = schemas.check_stored_record("PlaceChanges", place.describe().fields);
                errors.extend(places::service::last_seen_year_error(place, app.clock.now()));
                push_invalid_values(place, errors, found);
            }
            places.len() as i64
        }
        1 => {
            use articles::query::{ArticleSubset, Column, ListQuery, Sort};
            let sort = Sort { column: Column::Id, is_descending: false };
            let query = ListQuery { subset: ArticleSubset::OutsideTrash, sort, limit, offset, ..ListQuery::default() };
            check_records(schemas, &["ArticleChanges"], &articles::store::list(db, &query).await?.items, found)
        }
        2 => {
            let all = categories::store::all(db).await?;
            let first = usize::try_from(offset).unwrap_or(usize::MAX).min(all.len());
            let last = first.saturating_add(usize::try_from(limit).unwrap_or(0)).min(all.len());
            check_records(schemas, &["CategoryChanges"], &all[first..last], found)
        }
        3 => {
            use users::list::{Column, ListQuery, Sort};
            let sort = Sort { column: Column::Id, is_descending: false };
            let query = ListQuery { words: Vec::new(), role: None, sort, limit, after: None, offset };
            let accounts = users::list::list(db, &query).await?.items;
            check_records(schemas, &["UserChanges", "ProfileChanges"], &accounts, found)
        }
        4 => {
            use media::store::{ImageListQuery, list};
            let words = Vec::new();
            let query = ImageListQuery { words, is_used: None, is_described: None, uploader_id: None, page };
            check_records(schemas, &["MediaChanges"], &list(db, &query).await?.items, found)
        }
        5 => {
            use guestbook::model::Status;
            use guestbook::store::{ListQuery, Reader, list};
            let (reader, status) = (Reader::Moderator, Status::Approved);
            let query = ListQuery { reader, status, place: None, words: Vec::new(), page_params: page };
            check_records(schemas, &["EntryChanges"], &list(db, &query).await?.items, found)
        }
        6 if offset == 0 => {
            check_records(schemas, &["SettingsChanges"], &[settings::store::current(db).await?.settings], found);
            check_standing_page::<GettingHere>(app, "GettingHereChanges", found).await?;
            check_standing_page::<About>(app, "AboutChanges", found).await?;
            check_standing_page::<Help>(app, "HelpChanges", found).await?;
            check_standing_page::<Privacy>(app, "PrivacyChanges", found).await?;
            1
        }
        _ => 0,
    })
}

async fn check_standing_page<T: StandingPage>(
    app: &App,
    schema: &str,
    found: &mut Vec<InvalidValue>,
) -> Result<(), StoreError> {
    if let Some(StandingPageResponse { page, .. }) = pages::find::<T>(&app.db).await? {
        let mut errors = app.schemas.check_stored_record(schema, page.describe().fields);
        errors.extend(page.errors(&T::default(), app.clock.now()));
        push_invalid_values(&page, errors, found);
    }
    Ok(())
}

/// Adds the values of `records` that break a rule of one of the schemas `names`. Returns the number of records.
fn check_records<S: AuditSubject>(
    schemas: &RequestBodySchemas,
    names: &[&str],
    records: &[S],
    found: &mut Vec<InvalidValue>,
) -> i64 {
    for record in records {
        let fields = record.describe().fields;
        let errors = names.iter().flat_map(|name| schemas.check_stored_record(name, fields.clone()));
        push_invalid_values(record, errors, found);
    }
    records.len() as i64
}

/// Adds one invalid value to `found` for each field of `record` that has an error, with the first error of the field.
fn push_invalid_values<S: AuditSubject>(
    record: &S,
    errors: impl IntoIterator<Item = FieldError>,
    found: &mut Vec<InvalidValue>,
) {
    let first = found.len();
    for FieldError { field, message, .. } in errors {
        if found[first..].iter().any(|value| value.field == field) {
            continue;
        }
        let AuditDescription { id, name, fields } = record.describe();
        let value = truncated_text_at(&fields, &field);
        found.push(InvalidValue { kind: S::KIND, id, name, field, value, message });
    }
}

fn truncated_text_at(record: &Value, field: &str) -> String {
    let value = record.pointer(&format!("/{}", field.replace('.', "/"))).unwrap_or(&Value::Null);
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match text.char_indices().nth(MAX_VALUE_CHARS - 1) {
        Some((end, last)) if end + last.len_utf8() < text.len() => format!("{}…", &text[..end]),
        _ => text,
    }
}
