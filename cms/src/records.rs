//! The records that have a history and drafts, by kind and id: who may change them, and the change itself.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::articles::form::ArticleChanges;
use crate::audit::log::{AuditContext, Fields, Kind};
use crate::auth::domain::accounts::{Account, Permission, Role};
use crate::auth::domain::api_token::scope::Scope;
use crate::categories::dto::CategoryChanges;
use crate::common::id::{AccountId, ArticleId, CategoryId, PlaceId};
use crate::http::api_token_layer;
use crate::http::app::App;
use crate::http::caller::forbidden;
use crate::http::input::query_string::choice;
use crate::http::input::update::{ChangeMode, IfMatch, Update};
use crate::http::problem::{Code, Problem};
use crate::places::form::PlaceChanges;
use crate::revisions::store::RecordKey;
use crate::settings::form::SettingsChanges;
use crate::settings::pages::dto::{About, GettingHere, Help, Privacy};
use crate::settings::pages::form::StandingPage;
use crate::{articles, categories, places, settings};

/// The kinds of these records, by their names in URLs.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "named as in the other URLs")]
pub enum RecordKind {
    Businesses,
    Articles,
    Categories,
    Pages,
    Settings,
}

impl From<RecordKind> for Kind {
    fn from(kind: RecordKind) -> Self {
        match kind {
            RecordKind::Businesses => Self::Place,
            RecordKind::Articles => Self::Article,
            RecordKind::Categories => Self::Category,
            RecordKind::Pages => Self::Page,
            RecordKind::Settings => Self::Settings,
        }
    }
}

/// The record in `/api/{kind}/{id}/…`, and the `{number}` of a revision, if the path has one. Anything that no record can
/// have is a 404.
pub struct RecordPath {
    /// The record.
    pub key: RecordKey,
    /// The number, or 0.
    pub number: i64,
}

impl FromRequestParts<App> for RecordPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| missing())?;
        let value = |name: &str| params.iter().find(|(param, _)| *param == name).map(|(_, value)| value);
        let kind = value("kind").and_then(choice::<RecordKind>).ok_or_else(missing)?;
        let id = value("id").filter(|id| is_canonical(id)).ok_or_else(missing)?;
        let number = value("number").map_or(Ok(0), str::parse).map_err(|_| missing())?;
        Ok(Self { key: RecordKey::new(kind.into(), id), number })
    }
}

/// Whether an id is written as the API writes it. Otherwise `07` would be another key than `7`.
fn is_canonical(id: &str) -> bool {
    let is_number = id.parse::<i64>().is_ok_and(|number| number > 0 && number.to_string() == id);
    is_number || id.starts_with(|first: char| first.is_ascii_lowercase())
}

fn missing() -> Problem {
    Problem::not_found("This record does not exist")
}

/// A record that the caller may change.
#[derive(Debug)]
pub struct Access {
    /// The record.
    pub key: RecordKey,
    /// The caller, if they may change the place only as its owner.
    pub owner: Option<AccountId>,
}

impl Access {
    /// Errors: 403 without the right to change the record, 404 if it does not exist or is in the trash.
    pub async fn check(app: &App, caller: &Account, key: RecordKey) -> Result<Self, Problem> {
        let id = key.id.parse::<i64>().unwrap_or_default();
        let (permission, exists) = match key.kind {
            Kind::Place => {
                let place = places::store::one(&app.db, PlaceId(id)).await?;
                let owner = place.as_ref().and_then(|place| place.owner_id.as_ref());
                if !caller.may(Permission::EditPlace(owner)) {
                    let sentence = "You can only edit your own places";
                    return Err(match caller.has_role(Role::BusinessOwner) {
                        true => Problem::forbidden(Code::NotYourPlace, sentence),
                        false => forbidden(caller, sentence),
                    });
                }
                if let Some(place) = &place {
                    places::token_limits::ensure(caller, place)?;
                }
                let is_admin = caller.may(Permission::ManagePlaceFlags);
                let access = Self { key, owner: (!is_admin).then(|| caller.id.clone()) };
                return place.map(|_| access).ok_or_else(missing);
            }
            Kind::Article => {
                let is_there = articles::store::one(&app.db, ArticleId(id)).await?.is_some();
                (Permission::ManageArticles, is_there)
            }
            Kind::Category => {
                let all = categories::store::all(&app.db).await?;
                (Permission::ManageCategories, all.iter().any(|category| category.id.0 == id))
            }
            Kind::Settings => (Permission::ManageSettings, id == 1),
            _ => {
                let path = format!("/{}", key.id);
                (Permission::ManageSettings, settings::pages::service::PATHS.contains(&path.as_str()))
            }
        };
        if !caller.may(permission) {
            return Err(forbidden(caller, "You need admin privileges to do this."));
        }
        if exists { Ok(Self { key, owner: None }) } else { Err(missing()) }
    }

    /// Whether the caller is an admin.
    pub fn is_admin(&self) -> bool {
        self.owner.is_none()
    }

    /// 403 if the caller is an API token without the scope that changes the record: a draft can become public by itself.
    pub fn ensure_token_may_publish(&self, caller: &Account) -> Result<(), Problem> {
        let Some(token) = &caller.token else { return Ok(()) };
        let scope = match self.key.kind {
            Kind::Place => Scope::PlacesWrite,
            Kind::Article => Scope::ArticlesWrite,
            Kind::Category => Scope::CategoriesWrite,
            _ => return Err(api_token_layer::not_allowed()),
        };
        if token.scopes.contains(&scope) { Ok(()) } else { Err(api_token_layer::scope_missing(scope)) }
    }

    /// 403 unless the caller is an admin.
    pub fn require_admin(&self) -> Result<(), Problem> {
        if self.is_admin() {
            return Ok(());
        }
        Err(Problem::forbidden(Code::Forbidden, "You need admin privileges to do this."))
    }
}

/// The name of the schema of changes of the record.
pub fn changes_schema(key: &RecordKey) -> String {
    let name = match (key.kind, key.id.as_str()) {
        (Kind::Place, _) => PlaceChanges::name(),
        (Kind::Article, _) => ArticleChanges::name(),
        (Kind::Category, _) => CategoryChanges::name(),
        (Kind::Settings, _) => SettingsChanges::name(),
        (_, "getting-here") => <GettingHere as StandingPage>::Changes::name(),
        (_, "about") => <About as StandingPage>::Changes::name(),
        (_, "help") => <Help as StandingPage>::Changes::name(),
        _ => <Privacy as StandingPage>::Changes::name(),
    };
    name.into_owned()
}

/// The fields that only admins set and that the caller would change. Errors: 404, or 422 if the fields cannot be read.
pub async fn refused_fields(app: &App, access: &Access, fields: &Fields) -> Result<Vec<&'static str>, Problem> {
    let body = || Value::Object(fields.clone());
    match access.key.kind {
        Kind::Place => {
            let (changes, _) = app.schemas.read_update::<PlaceChanges>(&changes_schema(&access.key), body())?;
            if access.is_admin() {
                return Ok(Vec::new());
            }
            let id = PlaceId(access.key.id.parse().unwrap_or_default());
            let current = places::store::one(&app.db, id).await?.ok_or_else(missing)?;
            return Ok(places::service::admin_only_changes(&current, &changes));
        }
        Kind::Article => drop(app.schemas.read_update::<ArticleChanges>(&changes_schema(&access.key), body())?),
        Kind::Category => drop(app.schemas.read_update::<CategoryChanges>(&changes_schema(&access.key), body())?),
        _ => drop(app.schemas.read_update::<Map<String, Value>>(&changes_schema(&access.key), body())?),
    }
    Ok(Vec::new())
}

/// Changes the record as its `PUT` does. Returns its version. Errors: those of `PUT`.
pub async fn change(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (key, fields): (&RecordKey, Fields),
    (if_match, mode): (IfMatch, ChangeMode),
) -> Result<i64, Problem> {
    let id: i64 = key.id.parse().unwrap_or_default();
    let body = Value::Object(fields.clone());
    let version = match (key.kind, key.id.as_str()) {
        (Kind::Place, _) => {
            let update = Update::read(app, body, if_match)?;
            places::service::change(app, caller, audit, PlaceId(id), update, mode).await?.version
        }
        (Kind::Article, _) => {
            let update = Update::read(app, body, if_match)?;
            articles::service::change(app, audit, ArticleId(id), update, mode).await?.version
        }
        (Kind::Category, _) => {
            let update = Update::read(app, body, if_match)?;
            categories::service::change(app, audit, CategoryId(id), update, mode).await?.version
        }
        (Kind::Settings, _) => settings::service::change(app, audit, if_match, fields, mode).await?.version,
        (_, "getting-here") => page::<GettingHere>(app, audit, if_match, fields, mode).await?,
        (_, "about") => page::<About>(app, audit, if_match, fields, mode).await?,
        (_, "help") => page::<Help>(app, audit, if_match, fields, mode).await?,
        _ => page::<Privacy>(app, audit, if_match, fields, mode).await?,
    };
    Ok(version)
}

async fn page<T: StandingPage>(
    app: &App,
    audit: AuditContext,
    if_match: IfMatch,
    fields: Fields,
    mode: ChangeMode,
) -> Result<i64, Problem> {
    Ok(settings::pages::service::change::<T>(app, audit, if_match, fields, mode).await?.version)
}
