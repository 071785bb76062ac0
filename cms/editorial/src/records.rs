//! Changes to records that have revisions and drafts, whatever their kind: checks whether an account may change a
//! record, and makes the change.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Required, Schema, Type};
use utoipa::{IntoParams, ToSchema};

use crate::articles::requests::ArticleChanges;
use crate::audit::log::{AuditContext, AuditRecordKind, Fields};
use crate::auth::domain::accounts::{self, Account, Permission, Role};
use crate::auth::domain::api_token::scope::ApiTokenScope;
use crate::categories::dto::CategoryChanges;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ArticleId, CategoryId, PlaceId};
use crate::db::engine::{AdvisoryLock, StoreError, Tx};
use crate::http::app::App;
use crate::http::caller::{api_token_not_allowed, api_token_scope_missing, forbidden};
use crate::http::input::query_string::parse_variant;
use crate::http::input::update::{ChangeMode, IfMatch, Update, WriteError};
use crate::http::problem::{Code, Problem};
use crate::jobs::change_log;
use crate::places::check_dto;
use crate::places::requests::PlaceChanges;
use crate::revisions::store::{RecordKey, ReplacedState};
use crate::settings::pages::dto::{About, GettingHere, Help, Privacy};
use crate::settings::pages::requests::StandingPage;
use crate::settings::pages::service as pages;
use crate::settings::requests::SettingsChanges;
use crate::{articles, categories, places, settings};

/// The kinds of records that have drafts and revisions, by their names in URLs.
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

impl From<RecordKind> for AuditRecordKind {
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

/// The parameters in the path `/api/{kind}/{id}/…`: the record, and the `{number}` of a revision or the `{previewId}`,
/// if the path has one. The response is 404 for a kind, id or number that no record can have.
pub struct RecordPath {
    /// The record.
    pub key: RecordKey,
    /// The `{number}` or `{previewId}`; 0 if the path has neither.
    pub number: i64,
}

impl FromRequestParts<App> for RecordPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let params = RawPathParams::from_request_parts(parts, app).await.map_err(|_| record_not_found())?;
        let value = |name: &str| params.iter().find(|(param, _)| *param == name).map(|(_, value)| value);
        let key = parse_record_key(value("kind").unwrap_or_default(), value("id").unwrap_or_default())?;
        let number = value("number").or_else(|| value("previewId")).map_or(Ok(0), str::parse);
        Ok(Self { key, number: number.map_err(|_| record_not_found())? })
    }
}

/// Describes `{kind}` and `{id}` in the contract.
impl IntoParams for RecordPath {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let parameter = |name: &str, description: &str, schema: RefOr<Schema>| {
            let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
            parameter.description(Some(description)).schema(Some(schema))
        };
        let id =
            "The id of the record. For `pages`: `getting-here`, `about`, `help` or `privacy`; for `settings`: `1`.";
        let text = ObjectBuilder::new().schema_type(Type::String).into();
        let kind = Ref::from_schema_name(RecordKind::name()).into();
        vec![
            parameter("kind", "The kind of the record.", kind).build(),
            parameter("id", id, text).example(Some("7".into())).build(),
        ]
    }
}

/// Parses the kind and the id of a record in a path. Errors: 404 for a kind or id that no record can have.
pub fn parse_record_key(kind: &str, id: &str) -> Result<RecordKey, Problem> {
    let kind = parse_variant::<RecordKind>(kind).ok_or_else(record_not_found)?;
    if is_canonical(id) { Ok(RecordKey::new(kind.into(), id)) } else { Err(record_not_found()) }
}

/// Whether an id is a positive number as the API writes it, or begins like the name of a standing page. `07` is
/// neither: its key would differ from the key of `7`.
fn is_canonical(id: &str) -> bool {
    let is_number = id.parse::<i64>().is_ok_and(|number| number > 0 && number.to_string() == id);
    is_number || id.starts_with(|first: char| first.is_ascii_lowercase())
}

fn record_not_found() -> Problem {
    Problem::not_found("This record does not exist")
}

/// A record that the caller may change.
#[derive(Debug)]
pub struct RecordAccess {
    /// The record.
    pub key: RecordKey,
    /// The account of the caller, if the caller may change the place only as its owner. `None` for admins.
    pub acting_owner: Option<AccountId>,
}

impl RecordAccess {
    /// Checks that the caller may change the record. Errors: 403 if not; 404 if the record does not exist or is in the
    /// trash.
    pub async fn check(app: &App, caller: &Account, key: RecordKey) -> Result<Self, Problem> {
        let id = key.id.parse::<i64>().unwrap_or_default();
        let (permission, exists) = match key.kind {
            AuditRecordKind::Place => {
                let place = places::store::find(&app.db, PlaceId(id)).await?;
                let owner = place.as_ref().and_then(|place| place.owner_id.as_ref());
                if !caller.may(Permission::EditPlace(owner)) {
                    let sentence = "You can only edit your own places";
                    return Err(match caller.has_role(Role::BusinessOwner) {
                        true => Problem::forbidden(Code::NotYourPlace, sentence),
                        false => forbidden(caller, sentence),
                    });
                }
                if let Some(place) = &place {
                    places::permissions::ensure_token_allows(caller, place)?;
                }
                let is_admin = caller.may(Permission::AdministerPlaces);
                let access = Self { key, acting_owner: (!is_admin).then(|| caller.id.clone()) };
                return place.map(|_| access).ok_or_else(record_not_found);
            }
            AuditRecordKind::Article => {
                let is_there = articles::store::find(&app.db, ArticleId(id)).await?.is_some();
                (Permission::ManageArticles, is_there)
            }
            AuditRecordKind::Category => {
                let all = categories::store::all(&app.db).await?;
                (Permission::ManageCategories, all.iter().any(|category| category.id.0 == id))
            }
            AuditRecordKind::Settings => (Permission::ManageSettingsAndPages, id == 1),
            _ => {
                let path = format!("/{}", key.id);
                (Permission::ManageSettingsAndPages, pages::STANDING_PAGE_PATHS.contains(&path.as_str()))
            }
        };
        if !caller.may(permission) {
            return Err(forbidden(caller, "You need admin privileges to do this."));
        }
        if exists { Ok(Self { key, acting_owner: None }) } else { Err(record_not_found()) }
    }

    /// Whether the caller is an admin.
    pub fn is_admin(&self) -> bool {
        self.acting_owner.is_none()
    }

    /// Checks the scopes of the caller's API token, if the caller uses one. A scheduled draft is published with the
    /// rights of the account. A token must not gain these rights by saving a draft.
    ///
    /// Errors: 403 if the token lacks the scope for changes to the record. No scope allows changes to the settings and
    /// the standing pages.
    pub fn ensure_token_may_publish(&self, caller: &Account) -> Result<(), Problem> {
        let Some(token) = &caller.token else { return Ok(()) };
        let scope = match self.key.kind {
            AuditRecordKind::Place => ApiTokenScope::PlacesWrite,
            AuditRecordKind::Article => ApiTokenScope::ArticlesWrite,
            AuditRecordKind::Category => ApiTokenScope::CategoriesWrite,
            _ => return Err(api_token_not_allowed()),
        };
        if token.scopes.contains(&scope) { Ok(()) } else { Err(api_token_scope_missing(scope)) }
    }

    /// Errors: 403 if the caller is not an admin.
    pub fn require_admin(&self) -> Result<(), Problem> {
        if self.is_admin() {
            return Ok(());
        }
        Err(Problem::forbidden(Code::Forbidden, "You need admin privileges to do this."))
    }
}

/// The account with this id and its current rights. The server uses it for what the account began earlier, such as a
/// scheduled publication or a preview. `None` if the account does not exist or is not active.
pub async fn active_account_by_id(app: &App, id: &AccountId) -> Result<Option<Account>, StoreError> {
    let account = accounts::find(&app.db, id).await?.filter(|account| account.is_active);
    // With Firebase, only the token of a request states whether an account has a second factor. There is no request
    // here.
    Ok(account.map(|account| match app.auth.firebase {
        None => app.auth.builtin.policy().with_second_factor_requirement(account.has_second_factor, account),
        Some(_) => account,
    }))
}

/// The name of the schema in the contract for changes to the record.
pub fn changes_schema_name(key: &RecordKey) -> String {
    let name = match (key.kind, key.id.as_str()) {
        (AuditRecordKind::Place, _) => PlaceChanges::name(),
        (AuditRecordKind::Article, _) => ArticleChanges::name(),
        (AuditRecordKind::Category, _) => CategoryChanges::name(),
        (AuditRecordKind::Settings, _) => SettingsChanges::name(),
        (_, "getting-here") => <GettingHere as StandingPage>::Changes::name(),
        (_, "about") => <About as StandingPage>::Changes::name(),
        (_, "help") => <Help as StandingPage>::Changes::name(),
        _ => <Privacy as StandingPage>::Changes::name(),
    };
    name.into_owned()
}

/// The names of the changed fields that only admins may change. Empty if the caller is an admin. Errors: 404 if the
/// place does not exist; 400 or 422 if `fields` cannot be read as a change to the record.
pub async fn forbidden_fields(app: &App, access: &RecordAccess, fields: &Fields) -> Result<Vec<&'static str>, Problem> {
    let (schema_name, body) = (changes_schema_name(&access.key), Value::Object(fields.clone()));
    match access.key.kind {
        AuditRecordKind::Place => {
            let (changes, _) = app.schemas.read_update::<PlaceChanges>(&schema_name, body)?;
            if access.is_admin() {
                return Ok(Vec::new());
            }
            let id = PlaceId(access.key.id.parse().unwrap_or_default());
            let current = places::store::find(&app.db, id).await?.ok_or_else(record_not_found)?;
            return Ok(places::permissions::admin_only_changes(&current, &changes));
        }
        AuditRecordKind::Article => drop(app.schemas.read_update::<ArticleChanges>(&schema_name, body)?),
        AuditRecordKind::Category => drop(app.schemas.read_update::<CategoryChanges>(&schema_name, body)?),
        _ => drop(app.schemas.read_update::<Map<String, Value>>(&schema_name, body)?),
    }
    Ok(Vec::new())
}

/// If the fields to restore include `checks` of a place, replaces `checks` by the checks that the place has after the
/// restore. See [`check_dto::checks_after_restore`].
pub async fn replace_checks_to_restore(
    app: &App,
    key: &RecordKey,
    snapshot: &Fields,
    fields: &mut Fields,
) -> Result<(), StoreError> {
    if key.kind == AuditRecordKind::Place
        && fields.contains_key(check_dto::CHECKS_FIELD)
        && let Some(place) = places::store::find(&app.db, PlaceId(key.id.parse().unwrap_or_default())).await?
    {
        let checks = check_dto::checks_after_restore(place, snapshot, fields);
        fields.insert(check_dto::CHECKS_FIELD.to_owned(), checks);
    }
    Ok(())
}

/// A change to a record, with everything that is computed before the transaction begins.
pub enum PreparedRecordChange {
    /// A change to a place.
    Place(PlaceId, Box<places::service::PreparedChange>),
    /// A change to an article.
    Article(ArticleId, Box<articles::service::PreparedChange>),
    /// A change to a category.
    Category(CategoryId, Box<Update<CategoryChanges>>),
    /// A change to the settings or a standing page.
    Fields(RecordKey, (IfMatch, Fields)),
}

impl PreparedRecordChange {
    /// Reads the fields as the `PUT` of the record does. The fields of the settings and of standing pages are read
    /// later, by [`change_within`]. Errors: 400 or 422 if the fields cannot be read.
    pub async fn new(app: &App, key: &RecordKey, fields: Fields, if_match: IfMatch) -> Result<Self, Problem> {
        let id: i64 = key.id.parse().unwrap_or_default();
        let body = || Value::Object(fields.clone());
        Ok(match key.kind {
            AuditRecordKind::Place => {
                let update = Update::read(app, body(), if_match)?;
                let change = places::service::PreparedChange::new(app, update, app.clock.now()).await;
                Self::Place(PlaceId(id), Box::new(change))
            }
            AuditRecordKind::Article => {
                let change = articles::service::PreparedChange::new(Update::read(app, body(), if_match)?);
                Self::Article(ArticleId(id), Box::new(change))
            }
            AuditRecordKind::Category => Self::Category(CategoryId(id), Box::new(Update::read(app, body(), if_match)?)),
            _ => Self::Fields(key.clone(), (if_match, fields)),
        })
    }

    /// A change that restores the former values `fields`. It succeeds only if the record still has `version`. In
    /// places, articles and categories, the values may break current rules. Errors: 400 or 422 if the fields cannot be
    /// read.
    pub async fn for_undo(
        app: &App,
        key: &RecordKey,
        (replaced, fields): (&ReplacedState, Fields),
        version: i64,
    ) -> Result<Self, Problem> {
        let id: i64 = key.id.parse().unwrap_or_default();
        Ok(match key.kind {
            AuditRecordKind::Place => {
                let change = places::service::PreparedChange::for_undo(app, replaced, fields, version).await?;
                Self::Place(PlaceId(id), Box::new(change))
            }
            AuditRecordKind::Article => {
                let change = articles::service::PreparedChange::new(Update::for_restore(app, fields, version)?);
                Self::Article(ArticleId(id), Box::new(change))
            }
            AuditRecordKind::Category => {
                Self::Category(CategoryId(id), Box::new(Update::for_restore(app, fields, version)?))
            }
            _ => Self::Fields(key.clone(), (IfMatch(Some(vec![version])), fields)),
        })
    }
}

/// Changes the record as its `PUT` does. Returns the new version of the record. Errors: those of its `PUT`.
pub async fn change(
    app: &App,
    caller: &Account,
    audit: AuditContext,
    (key, fields): (&RecordKey, Fields),
    (if_match, mode): (IfMatch, ChangeMode),
) -> Result<i64, Problem> {
    let change = PreparedRecordChange::new(app, key, fields, if_match).await?;
    let (app_in_write, caller, key) = (app.clone(), caller.clone(), key.clone());
    let work = app.write_and_invalidate::<_, WriteError, _>(move |tx| {
        Box::pin(async move {
            if key.kind == AuditRecordKind::Place {
                tx.lock_shared(AdvisoryLock::Places).await?;
            }
            let (version, tags) = change_within(tx, &app_in_write, &caller, &audit, change, mode).await?;
            log_change(tx, &[key], &tags, app_in_write.clock.now()).await?;
            Ok((version, tags))
        })
    });
    Ok(work.await?)
}

/// Changes a record within a write. Returns its version and the cache tags to invalidate. There are no tags if the
/// record already had the values, or if all values wait for review. For a place, the calling function must hold
/// [`AdvisoryLock::Places`]. It must call [`log_change`] at the end. Errors: those of the `PUT` of the record.
pub async fn change_within(
    tx: &mut Tx,
    app: &App,
    caller: &Account,
    audit: &AuditContext,
    change: PreparedRecordChange,
    mode: ChangeMode,
) -> Result<(i64, Vec<CacheTag>), WriteError> {
    let mode_and_now = (mode, app.clock.now());
    match change {
        PreparedRecordChange::Place(id, change) => {
            let (place, tags) = places::service::change_within(tx, caller, audit, (id, *change), mode_and_now).await?;
            Ok((place.version, tags))
        }
        PreparedRecordChange::Article(id, change) => {
            let (article, tags) = articles::service::change_within(tx, &app.clock, audit, (id, *change), mode).await?;
            Ok((article.version, tags))
        }
        PreparedRecordChange::Category(id, update) => {
            let (category, tags) = categories::service::change_within(tx, audit, (id, *update), mode_and_now).await?;
            Ok((category.version, tags))
        }
        PreparedRecordChange::Fields(key, change) => match (key.kind, key.id.as_str()) {
            (AuditRecordKind::Settings, _) => {
                let (settings, tags) = settings::service::change_within(tx, app, audit, change, mode_and_now).await?;
                Ok((settings.version, tags))
            }
            (_, "getting-here") => change_standing_page::<GettingHere>(tx, app, audit, change, mode_and_now).await,
            (_, "about") => change_standing_page::<About>(tx, app, audit, change, mode_and_now).await,
            (_, "help") => change_standing_page::<Help>(tx, app, audit, change, mode_and_now).await,
            _ => change_standing_page::<Privacy>(tx, app, audit, change, mode_and_now).await,
        },
    }
}

async fn change_standing_page<T: StandingPage>(
    tx: &mut Tx,
    app: &App,
    audit: &AuditContext,
    change: (IfMatch, Fields),
    mode_and_now: (ChangeMode, Timestamp),
) -> Result<(i64, Vec<CacheTag>), WriteError> {
    let (page, tags) = pages::change_within::<T>(tx, &app.schemas, audit, change, mode_and_now).await?;
    Ok((page.version, tags))
}

/// Appends an entry with `tags` to the change log. Stores the number of the entry in those records of `keys` that are
/// places or articles. Does nothing if `tags` is empty.
pub async fn log_change(tx: &mut Tx, keys: &[RecordKey], tags: &[CacheTag], now: Timestamp) -> Result<(), StoreError> {
    if tags.is_empty() {
        return Ok(());
    }
    let seq = change_log::append(tx, tags, now).await?;
    let ids = |kind| keys.iter().filter(move |key| key.kind == kind).filter_map(|key| key.id.parse::<i64>().ok());
    places::store::set_change_seq(tx, &ids(AuditRecordKind::Place).map(PlaceId).collect::<Vec<_>>(), seq).await?;
    articles::store::set_change_seq(tx, &ids(AuditRecordKind::Article).map(ArticleId).collect::<Vec<_>>(), seq).await
}
