//! What everybody sees of a place, ready to be sent: JSON that is kept in one column beside the place, so that a list
//! copies that column instead of reading fifty others and writing them anew.
//!
//! It is good while it is of the present age and of the place's own version. Whoever adds, changes or restores a place makes
//! it in the same transaction; what changes something else that it carries (a category, a picture, hours worked out anew)
//! makes it old. An old one is never sent: then the place itself is read, until [`run`] has made another.

use std::collections::HashMap;
use std::fmt::Write;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures_util::{FutureExt, StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use sqlx::{Postgres, Sqlite};

use super::dto::PlaceView;
use super::find::{Column, Cursor, Direction, Find, Scope, Sort};
use super::model::Place;
use super::search::in_order;
use super::{store, write};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, PlaceId};
use crate::common::page::Page;
use crate::common::text::fold;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::http::app::App;
use crate::http::cursor::Key;
use crate::identity::model::{Account, Act};
use crate::{execute, with_pool, with_tx};

/// The form that it has now. It grows with every change of [`PlaceView`]: then those of an earlier form are old.
const FORM: i64 = 4;
/// More than there will be.
const FORMS: i64 = 1_000;

/// Where the kept part ends: what follows is written when it is read, because it changes more often than the place, or is
/// not the same for everybody. These are the last fields of [`PlaceView`].
const REST: &str = ",\"isLiked\":";
/// About how long that is.
const REST_BYTES: usize = 40;

/// How often is looked whether any are old.
const PULSE: Duration = Duration::from_secs(5);
/// How many are looked up at a time, how many of those are made at a time, and how long others have the database to
/// themselves in between.
const AT_ONCE: usize = 50;
const TOGETHER: usize = 8;
const BREATH: Duration = Duration::from_millis(20);

const AGE: &str = "select n from tally where name = 'category_age'";

/// A place as its reader sees it, as JSON.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Whose.
    pub id: PlaceId,
    kept: String,
    like_count: i64,
    is_liked: bool,
}

/// What says where a place stands in a list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Standing {
    name: String,
    rating: Option<f64>,
    is_premium: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl Ready {
    fn of(view: &PlaceView) -> Self {
        Self { id: view.id, kept: kept(view), like_count: view.like_count, is_liked: view.is_liked }
    }

    /// Adds it to a text.
    fn push_to(&self, json: &mut String) {
        let Self { kept, like_count, is_liked, .. } = self;
        let _ = write!(json, "{kept}{REST}{is_liked},\"likeCount\":{like_count}}}");
    }

    fn json(&self) -> String {
        let mut json = String::with_capacity(self.kept.len() + REST_BYTES);
        self.push_to(&mut json);
        json
    }

    /// Where a page that ends with it goes on; nothing where the order has no cursor.
    pub fn cursor_after(&self, sort: Sort) -> Option<Cursor> {
        let standing = || serde_json::from_str::<Standing>(&self.json()).ok();
        let key = match sort {
            Sort::Best => {
                let Standing { rating, is_premium, created_at, .. } = standing()?;
                Key::Number(Place { rating, is_premium, ..Place::blank(created_at) }.rank())
            }
            Sort::By(Column::Id, _) => Key::Number(self.id.0),
            Sort::By(Column::Name, _) => Key::Text(fold(&standing()?.name)),
            Sort::By(Column::Rating, _) => {
                let Standing { rating, created_at, .. } = standing()?;
                Key::Number(Place { rating, ..Place::blank(created_at) }.rating_key())
            }
            Sort::By(Column::CreatedAt, _) => Key::Number(standing()?.created_at.0),
            Sort::By(Column::UpdatedAt, _) => Key::Number(standing()?.updated_at.0),
            Sort::Distance | Sort::Relevance => return None,
        };
        Some(Cursor { key, id: self.id.0 })
    }
}

/// These as a JSON array.
pub fn array(places: &[Ready]) -> String {
    let mut json = String::with_capacity(2 + places.iter().map(|place| place.kept.len() + REST_BYTES).sum::<usize>());
    json.push('[');
    for (at, place) in places.iter().enumerate() {
        if at > 0 {
            json.push(',');
        }
        place.push_to(&mut json);
    }
    json.push(']');
    json
}

/// These with the fields that are wanted alone.
pub fn only(fields: &[String], places: &[Ready]) -> Vec<serde_json::Map<String, serde_json::Value>> {
    let whole = places.iter().filter_map(|place| serde_json::from_str(&place.json()).ok());
    whole
        .map(|place: serde_json::Map<_, _>| place.into_iter().filter(|(name, _)| fields.contains(name)).collect())
        .collect()
}

/// A list of places as this caller sees them, and how many there are.
pub async fn list(db: &Db, find: &Find, caller: Option<&Account>) -> Result<Page<Ready>, StoreError> {
    let Read { items, has_more, total } = read(db, find, caller).await?;
    let total = match total {
        Some(total) => total,
        None => store::total(db, find).await?,
    };
    Ok(Page { items, total, has_more })
}

/// The places with the ids of a page as this caller sees them, in their order.
pub async fn page(db: &Db, scope: &Scope, ids: Page<i64>, caller: Option<&Account>) -> Result<Page<Ready>, StoreError> {
    let Page { items: ids, total, has_more } = ids;
    // In the order of their ids: for another one SQLite would go through all places that have it.
    let sort = Sort::By(Column::Id, Direction::Up);
    let find = Find { limit: ids.len() as i64, ids: Some(ids.clone()), sort, ..Find::all(scope.clone()) };
    let items = in_order(read(db, &find, caller).await?.items, &ids, |place| place.id);
    Ok(Page { items, total, has_more })
}

struct Read {
    items: Vec<Ready>,
    has_more: bool,
    /// How many there are in all, where that cost nothing.
    total: Option<i64>,
}

async fn read(db: &Db, find: &Find, caller: Option<&Account>) -> Result<Read, StoreError> {
    let sees_more = caller.is_some_and(|caller| caller.may(Act::CreatePlace));
    let mut read = if find.scope == Scope::Shown && !sees_more {
        read_kept(db, find).await?
    } else {
        let mut places = store::read(db, find).await?;
        let has_more = places.len() as i64 > find.limit;
        places.truncate(find.limit as usize);
        let ready = |place| Ready::of(&PlaceView::seen_by(caller, place));
        Read { items: places.into_iter().map(ready).collect(), has_more, total: None }
    };
    mark_liked(db, caller.map(|caller| &caller.id), &mut read.items).await?;
    Ok(read)
}

async fn mark_liked(db: &Db, account: Option<&AccountId>, places: &mut [Ready]) -> Result<(), StoreError> {
    if account.is_some() {
        let ids: Vec<i64> = places.iter().map(|place| place.id.0).collect();
        let liked = store::liked_among(db, account, &ids).await?;
        for place in places {
            place.is_liked = liked.contains(&place.id);
        }
    }
    Ok(())
}

/// What parts places, and the parts of each, in [`Find::select_ready`]: JSON has no control characters.
const SIGNS: [char; 2] = ['\u{1e}', '\u{1f}'];

/// A place of [`Find::select_ready`].
struct Kept {
    id: PlaceId,
    like_count: i64,
    /// Nothing where it is old.
    ready: Option<String>,
}

impl Kept {
    fn read(place: &str) -> Option<Self> {
        let mut parts = place.splitn(3, SIGNS[1]);
        let mut number = || parts.next()?.parse().ok();
        let (id, like_count) = (PlaceId(number()?), number()?);
        Some(Self { id, like_count, ready: parts.next().filter(|ready| !ready.is_empty()).map(str::to_owned) })
    }
}

async fn read_kept(db: &Db, find: &Find) -> Result<Read, StoreError> {
    let (age, total) = (present(), store::select_total(find));
    let (age, total) = (age.as_str(), total.as_deref());
    let (found, total): (String, Option<i64>) = match db {
        Db::Sqlite { pool, .. } => {
            find.select_ready::<Sqlite>(age, total, SIGNS).build_query_as().fetch_one(pool).await?
        }
        Db::Postgres { pool } => {
            find.select_ready::<Postgres>(age, total, SIGNS).build_query_as().fetch_one(pool).await?
        }
    };
    let mut found: Vec<Kept> = found.split(SIGNS[0]).filter_map(Kept::read).collect();
    let has_more = found.len() as i64 > find.limit;
    found.truncate(find.limit as usize);
    let old: Vec<i64> = found.iter().filter(|place| place.ready.is_none()).map(|place| place.id.0).collect();
    let mut anew: HashMap<PlaceId, Ready> = HashMap::new();
    if !old.is_empty() {
        let places = store::named(db, old).await?;
        anew.extend(places.into_iter().map(|place| (place.id, Ready::of(&PlaceView::public(place)))));
    }
    let ready = |Kept { id, like_count, ready }| match ready {
        Some(kept) => Some(Ready { id, kept, like_count, is_liked: false }),
        // What is no longer public by now falls out.
        None => anew.remove(&id),
    };
    Ok(Read { items: found.into_iter().filter_map(ready).collect(), has_more, total })
}

/// What `ready_age` must be, in SQL.
fn present() -> String {
    format!("select n * {FORMS} + {FORM} from tally where name = 'category_age'")
}

fn kept(view: &PlaceView) -> String {
    // A view has text, numbers and lists of them: JSON can say all of it.
    let mut json = serde_json::to_string(view).unwrap_or_default();
    json.truncate(json.rfind(REST).unwrap_or_default());
    json
}

/// Makes it for a place, after everything else of a write. Answers the place.
pub async fn make(tx: &mut Tx, id: PlaceId) -> Result<Place, StoreError> {
    // The age comes first: if a category changes at this moment, what is made here is old at once.
    let age: i64 = with_tx!(tx, |engine| sqlx::query_scalar(AGE).fetch_one(engine))?;
    let place = write::locked(tx, id).await?;
    let keep = "update place set ready = $1, ready_age = $2, ready_version = version where id = $3";
    let kept = kept(&PlaceView::public(place.clone()));
    execute!(tx, sqlx::query(keep).bind(kept).bind(age * FORMS + FORM).bind(id))?;
    Ok(place)
}

/// Replaces old ones until the database is closed. One in every process.
pub async fn run(app: App) {
    while !app.db.is_closed() {
        // A panic must not end this: lists would stay slow.
        let turned = AssertUnwindSafe(make_some(&app.db)).catch_unwind().await;
        match turned.unwrap_or(Err(StoreError::WriterStopped)) {
            Ok(AT_ONCE) => tokio::time::sleep(BREATH).await,
            Ok(_) => tokio::time::sleep(PULSE).await,
            Err(error) => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "places could not be made ready");
                tokio::time::sleep(PULSE).await;
            }
        }
    }
}

/// Replaces some old ones; answers how many. Those of a later form are a newer server's.
pub async fn make_some(db: &Db) -> Result<usize, StoreError> {
    let old = format!(
        "select id from place where ready_age < ({}) and deleted_at is null order by ready_age, id limit {AT_ONCE}",
        present()
    );
    let ids: Vec<PlaceId> = with_pool!(db, |engine| sqlx::query_scalar(sqlx::AssertSqlSafe(old)).fetch_all(engine))?;
    let count = ids.len();
    // Each in a transaction of its own: who holds one place and waits for nothing stands in nobody's way.
    let writes = ids.into_iter().map(|id| db.write(move |tx| Box::pin(make_if_old(tx, id))));
    stream::iter(writes).buffer_unordered(TOGETHER).try_collect::<()>().await?;
    Ok(count)
}

async fn make_if_old(tx: &mut Tx, id: PlaceId) -> Result<(), StoreError> {
    // Waits for another replica that is at it, and then finds nothing to do.
    let hold = format!(
        "update place set ready_age = ready_age where id = $1 and deleted_at is null and ready_age < ({})",
        present()
    );
    if execute!(tx, sqlx::query(sqlx::AssertSqlSafe(hold)).bind(id))? > 0 {
        make(tx, id).await?;
    }
    Ok(())
}
