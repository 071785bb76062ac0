//! Migrates the schema: each migration is one template that is rendered for the engine.

use std::fs::File;
use std::path::Path;

use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::engine::{Db, Tx};

/// Version, name and template of every migration, oldest first. A shipped migration is never edited.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (1, "guide", include_str!("../../../migrations/0001_guide.sql")),
    (2, "identity", include_str!("../../../migrations/0002_identity.sql")),
    (3, "federated", include_str!("../../../migrations/0003_federated.sql")),
    (4, "articles", include_str!("../../../migrations/0004_articles.sql")),
    (5, "guestbook", include_str!("../../../migrations/0005_guestbook.sql")),
    (6, "contact", include_str!("../../../migrations/0006_contact.sql")),
    (7, "pages", include_str!("../../../migrations/0007_pages.sql")),
    (10, "attempts", include_str!("../../../migrations/0010_attempts.sql")),
    (11, "pictures", include_str!("../../../migrations/0011_pictures.sql")),
    (12, "search", include_str!("../../../migrations/0012_search.sql")),
    (13, "opening", include_str!("../../../migrations/0013_opening.sql")),
    (14, "audit", include_str!("../../../migrations/0014_audit.sql")),
    (15, "bulk", include_str!("../../../migrations/0015_bulk.sql")),
    (16, "ready", include_str!("../../../migrations/0016_ready.sql")),
    (17, "shown", include_str!("../../../migrations/0017_shown.sql")),
    (18, "words", include_str!("../../../migrations/0018_words.sql")),
    (19, "trash", include_str!("../../../migrations/0019_trash.sql")),
    (20, "aside", include_str!("../../../migrations/0020_aside.sql")),
    (21, "changed", include_str!("../../../migrations/0021_changed.sql")),
    (22, "rating_source", include_str!("../../../migrations/0022_rating_source.sql")),
    (23, "idempotency", include_str!("../../../migrations/0023_idempotency.sql")),
    (24, "decision_email", include_str!("../../../migrations/0024_decision_email.sql")),
    (25, "enquiries", include_str!("../../../migrations/0025_enquiries.sql")),
    (29, "feed_ids", include_str!("../../../migrations/0029_feed_ids.sql")),
    (30, "fact_check", include_str!("../../../migrations/0030_fact_check.sql")),
    (32, "handed_links", include_str!("../../../migrations/0032_handed_links.sql")),
];

/// Runs the pending migrations. Safe to call at every start and from several processes.
pub async fn run(db: &Db) -> anyhow::Result<()> {
    let migrator = Migrator::with_migrations(render_migrations(matches!(db, Db::Postgres { .. }))?);
    let result: Result<(), MigrateError> = match db {
        Db::Sqlite { .. } => {
            // The connections of the pool are read-only, so migrations use another one.
            let Db::Sqlite { pool, .. } = db else { unreachable!() };
            let options = pool.options().clone().read_only(false);
            // sqlx takes no lock on SQLite, so two processes could migrate at the same time.
            let _lock = lock_data_dir(options.get_filename()).await?;
            let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect_with(&options).await?;
            migrator.run(&mut connection).await
        }
        Db::Postgres { pool } => migrator.run(pool.sessions()).await,
    };
    Ok(result?)
}

/// Waits until no other process migrates a database in the folder of `file`, and blocks other processes until the
/// returned handle is dropped.
///
/// Locks the folder and not the file: closing another handle of the file would release SQLite's own locks.
async fn lock_data_dir(file: &Path) -> anyhow::Result<File> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned();
    let locked = tokio::task::spawn_blocking(move || {
        let folder = File::open(folder)?;
        folder.lock()?;
        Ok::<_, std::io::Error>(folder)
    });
    Ok(locked.await??)
}

/// Runs the migrations up to `version` on the connection of `tx`. On PostgreSQL they are part of its transaction; on
/// SQLite no transaction may be open.
pub(super) async fn run_in_transaction(tx: &mut Tx, version: i64) -> anyhow::Result<()> {
    let migrator = Migrator::with_migrations(render_migrations(matches!(tx, Tx::Postgres(_)))?);
    let result: Result<(), MigrateError> = match tx {
        Tx::Sqlite(connection) => migrator.run_to(version, connection.connection()).await,
        Tx::Postgres(transaction) => migrator.run_to(version, transaction.connection()).await,
    };
    Ok(result?)
}

/// The version of the last migration of this program.
pub fn latest_version() -> i64 {
    MIGRATIONS.last().map_or(0, |(version, ..)| *version)
}

/// Whether this program has a migration with this version.
pub fn is_known(version: i64) -> bool {
    MIGRATIONS.iter().any(|(known, ..)| *known == version)
}

fn render_migrations(postgres: bool) -> anyhow::Result<Vec<Migration>> {
    let variables = minijinja::context! {
        postgres,
        id => if postgres { "bigint generated by default as identity primary key" } else { "integer primary key autoincrement" },
        json => if postgres { "jsonb" } else { "text" },
        time => "bigint",
    };
    let mut environment = minijinja::Environment::new();
    environment.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
    MIGRATIONS
        .iter()
        .map(|&(version, name, text)| {
            let rendered = sqlx::AssertSqlSafe(environment.render_str(text, variables.clone())?).into_sql_str();
            let mut migration = Migration::new(version, name.into(), MigrationType::Simple, rendered, false);
            // The checksum covers template and engine, not the rendered SQL: a newer template engine may render other
            // white space.
            let engine = if postgres { "postgres" } else { "sqlite" };
            migration.checksum = checksum(&format!("{engine}\n{text}")).into();
            Ok(migration)
        })
        .collect()
}

fn checksum(text: &str) -> Vec<u8> {
    use sha2::{Digest, Sha256};
    Sha256::digest(text.as_bytes()).to_vec()
}
