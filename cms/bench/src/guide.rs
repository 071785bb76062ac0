//! Generates databases with any number of places. Each run generates the same places; only their times differ.

use std::path::Path;

use cms::categories::store::{self as categories, CategorySummary};
use cms::commands::seed::{self, SeedContent};
use cms::common::cache_tag::CacheTag;
use cms::common::clock::{Clock, Timestamp};
use cms::common::text;
use cms::db::engine::{Db, StoreError};
use cms::db::migrations;
use cms::places::model::{CoordinateConfidence, Place};
use cms::places::store;
use cms::{execute, with_pool};

use crate::words::{COMMUNES, FIRST_WORDS, OTHER_FIRST_WORDS, SECOND_WORDS, SENTENCES, TAGS, THIRD_WORDS};

/// The number of generated places that one transaction inserts.
const BATCH_SIZE: usize = 2_000;

/// The maximum number of places that are generated one by one. All further places of a larger database are copies of
/// generated places, with other slugs.
const MAX_GENERATED_PLACES: usize = 20_000;

/// The tables that are copied with the places: name, columns, and values of the copied rows. In the values, `?` is the
/// difference between the ids of the copy and the original.
const COPIED_TABLES: [(&str, &str, &str); 4] = [
    (
        "place_category",
        "place_id, category_id, position, is_public, rank",
        "place_id + ?, category_id, position, is_public, rank",
    ),
    ("place_tag", "place_id, tag", "place_id + ?, tag"),
    ("place_slug", "place_id, slug", "place_id + ?, slug || '-' || ?"),
    ("place_name_suffix", "place_id, suffix, is_public, rank", "place_id + ?, suffix, is_public, rank"),
];

/// Creates the database with `count` places in the folder `data`. Region, categories and articles are those of the
/// starter content.
pub async fn generate_database(data: &Path, count: usize) -> anyhow::Result<()> {
    let db = Db::open(&format!("sqlite:{}", data.join("karst.db").display())).await?;
    let result = fill_database(&db, count).await;
    db.close().await;
    result
}

/// Gives each place of the database in `data` 50 revisions, each with the whole JSON of the place.
pub async fn add_place_revisions(data: &Path) -> anyhow::Result<()> {
    const INSERT_REVISIONS: &str = "
insert into revision (kind, record_id, number, created_at, action, changed_fields, snapshot)
with recursive number (n) as (select 1 union all select n + 1 from number where n < 50)
select 'place', cast(id as text), n, updated_at, 'updatePlace', '[\"description\"]', list_json || '}' from place, number
where true on conflict do nothing";
    let db = Db::open(&format!("sqlite:{}", data.join("karst.db").display())).await?;
    let result = db.write::<_, StoreError, _>(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("update place set version = 51"))?;
            Ok(execute!(tx, sqlx::query(INSERT_REVISIONS))?)
        })
    });
    let result = result.await;
    db.close().await;
    result?;
    Ok(())
}

async fn fill_database(db: &Db, count: usize) -> anyhow::Result<()> {
    migrations::run(db).await?;
    let clock = Clock::default();
    seed::seed_database(db, SeedContent { places: Vec::new(), ..SeedContent::bundled()? }, &clock).await?;
    let categories: Vec<CategorySummary> = categories::all(db).await?.into_iter().map(CategorySummary::from).collect();
    let (generated_count, now) = (count.min(MAX_GENERATED_PLACES), clock.now());
    for first in (0..generated_count).step_by(BATCH_SIZE) {
        let last = generated_count.min(first + BATCH_SIZE);
        let places: Vec<Place> = (first..last).map(|number| generate_place(number, &categories, now)).collect();
        db.write::<_, StoreError, _>(move |tx| {
            Box::pin(async move {
                // A page cache of half a gigabyte, so that SQLite does not read the same database pages again.
                execute!(tx, sqlx::query("pragma cache_size = -500000"))?;
                let mut ids = Vec::new();
                for place in &places {
                    let id = store::add(tx, place).await?;
                    store::refresh_list_json(tx, id).await?;
                    ids.push(id);
                }
                store::log_change(tx, &ids, &[CacheTag::Places], now).await
            })
        })
        .await?;
    }
    if count > generated_count {
        copy_places(db, generated_count, count).await?;
    }
    Ok(())
}

/// Copies the first `generated_count` places until the database has `count` places. In the
/// `list_json` of a copy, which begins with the id, id and slug are replaced by those of the copy.
async fn copy_places(db: &Db, generated_count: usize, count: usize) -> Result<(), StoreError> {
    let columns = "select name from pragma_table_info('place') where name not in ('id', 'slug', 'list_json')";
    let columns: Vec<String> = with_pool!(db, |engine| sqlx::query_scalar(columns).fetch_all(engine))?;
    let columns = columns.join(", ");
    let mut statements = Vec::new();
    for first in (generated_count..count).step_by(generated_count) {
        let copied_count = generated_count.min(count - first);
        statements.push(format!(
            "insert into place (id, slug, list_json, {columns}) select id + {first}, slug || '-' || {first},
                replace(replace(list_json, '{{\"id\":' || id || ',', '{{\"id\":' || (id + {first}) || ','),
                    '\"slug\":\"' || slug || '\"', '\"slug\":\"' || slug || '-' || {first} || '\"'), {columns}
             from place where id <= {copied_count}"
        ));
        for (table, columns, values) in COPIED_TABLES {
            let values = values.replace('?', &first.to_string());
            statements.push(format!(
                "insert into {table} ({columns}) select {values} from {table} where place_id <= {copied_count}"
            ));
        }
    }
    for index in ["place_fts_trigram", "place_fts_prefix"] {
        statements.push(format!(
            "insert into {index} (rowid, search) select id, search from place where id > {generated_count} order by id"
        ));
    }
    statements.push(
        "update counter set value = (select count(*) from place where deleted_at is null) where name = 'places'".into(),
    );
    statements.push(
        "update counter set value = (select count(*) from place where is_public) where name = 'places_public'".into(),
    );
    statements.push(
        "update counter set value = (select count(*) from place where is_public and is_verified)
         where name = 'places_public_verified'"
            .into(),
    );
    statements.push(
        "update category set place_count = (
             select count(*) from place_category where category_id = category.id and is_public)"
            .into(),
    );
    statements.push("update tag set place_count = (select count(*) from place_tag where tag = tag.name)".into());
    statements.push(format!("update name_word set place_count = place_count * {count} / {generated_count}"));
    db.write(move |tx| {
        Box::pin(async move {
            for statement in statements {
                execute!(tx, sqlx::query(sqlx::AssertSqlSafe(statement)))?;
            }
            Ok(())
        })
    })
    .await
}

/// Generates a place. `number` determines all of its values except its time.
fn generate_place(number: usize, categories: &[CategorySummary], now: Timestamp) -> Place {
    let mut rng = Rng(number as u64);
    let mut own_categories = vec![rng.choose(categories).clone()];
    for _ in 0..rng.next_below(3) {
        let category = rng.choose(categories);
        if !own_categories.contains(category) {
            own_categories.push(category.clone());
        }
    }
    let first_words = FIRST_WORDS
        .iter()
        .find(|(slug, _)| *slug == own_categories[0].slug)
        .map_or(OTHER_FIRST_WORDS, |(_, first_words)| first_words);
    let name = format!("{} {} {}", rng.choose(first_words), rng.choose(&SECOND_WORDS), rng.choose(&THIRD_WORDS));
    let mut place = Place::blank(Timestamp(now.0 - number as i64 * 60_000));
    place.slug = format!("{}-{}", text::slug(&name), number + 1);
    place.local_name = rng.one_in(2).then(|| name.clone());
    place.name = name;
    let first = rng.next_below(SENTENCES.len());
    // Steps of seven through the 32 sentences give four or five different sentences, about 300 characters.
    let sentences: Vec<&str> =
        (0..4 + rng.next_below(2)).map(|index| SENTENCES[(first + index * 7) % SENTENCES.len()]).collect();
    place.description = Some(sentences.join(" "));
    place.address = Some(format!("Thôn {}, {}", 1 + rng.next_below(12), rng.choose(&COMMUNES)));
    place.commune = Some((*rng.choose(&COMMUNES)).to_owned());
    place.phone = rng.one_in(2).then(|| format!("+84 232 {:07}", rng.next_below(10_000_000)));
    place.hours = rng.one_in(2).then(|| "Daily, 7 am to 9 pm".to_owned());
    place.latitude = 17.3 + rng.fraction() * 0.6;
    place.longitude = 105.9 + rng.fraction() * 0.8;
    if !rng.one_in(6) {
        place.rating = Some((30 + rng.next_below(21)) as f64 / 10.0);
        place.review_count = rng.next_below(400) as i64;
    }
    place.tags.0 = (0..2 + rng.next_below(3)).map(|_| (*rng.choose(&TAGS)).to_owned()).collect();
    place.tags.0.sort();
    place.tags.0.dedup();
    place.price_range = Some(["$", "$$", "$$$"][rng.next_below(3)].to_owned());
    place.amenities.0 = vec!["Parking".to_owned(), "Cash only".to_owned()];
    place.is_premium = rng.one_in(100);
    place.is_verified = rng.one_in(3);
    place.is_active = !rng.one_in(50);
    place.coordinate_confidence = Some(CoordinateConfidence::Approximate);
    place.categories = own_categories;
    place
}

/// The request body that creates a place, as the console sends it. `number` determines all values, and is in the name.
pub fn new_place_json(number: u64) -> serde_json::Value {
    let mut rng = Rng(number.wrapping_add(1 << 40));
    let name = format!("{} {} {}", rng.choose(OTHER_FIRST_WORDS), rng.choose(&SECOND_WORDS), rng.choose(&THIRD_WORDS));
    let first = rng.next_below(SENTENCES.len());
    let sentences: Vec<&str> = (0..4).map(|index| SENTENCES[(first + index * 7) % SENTENCES.len()]).collect();
    serde_json::json!({
        "name": format!("{name} {number}"), "description": sentences.join(" "), "address": rng.choose(&COMMUNES),
        "latitude": 17.3 + rng.fraction() * 0.6, "longitude": 105.9 + rng.fraction() * 0.8,
        "categoryIds": [1 + rng.next_below(22), 1 + rng.next_below(22)], "tags": [rng.choose(&TAGS), rng.choose(&TAGS)],
    })
}

/// A deterministic pseudo-random generator (SplitMix64).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn next_below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.next_below(times) == 0
    }

    /// A random number that is at least 0 and less than 1.
    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.next_below(items.len())]
    }
}
