//! Migrates the schema: each migration is one template that is rendered for the engine.

use std::fs::File;
use std::path::Path;

use sha2::{Digest, Sha256};
use sqlx::SqlSafeStr;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};

use super::engine::{Db, Tx, folder_of};

/// Version, name and template of every migration, oldest first. A released migration is never edited.
const MIGRATIONS: &[(i64, &str, &str)] = &[
    (100, "initial_schema", include_str!("../../../../migrations/0100_initial_schema.sql")),
    (101, "releases", include_str!("../../../../migrations/0101_releases.sql")),
    (102, "previews", include_str!("../../../../migrations/0102_previews.sql")),
    (103, "api_tokens", include_str!("../../../../migrations/0103_api_tokens.sql")),
    (104, "unpublish", include_str!("../../../../migrations/0104_unpublish.sql")),
    (105, "change_feed", include_str!("../../../../migrations/0105_change_feed.sql")),
    (106, "webhooks", include_str!("../../../../migrations/0106_webhooks.sql")),
    (107, "alerts", include_str!("../../../../migrations/0107_alerts.sql")),
    (108, "fact_checks", include_str!("../../../../migrations/0108_fact_checks.sql")),
    (109, "proposals", include_str!("../../../../migrations/0109_proposals.sql")),
    (110, "imports", include_str!("../../../../migrations/0110_imports.sql")),
    (111, "prices", include_str!("../../../../migrations/0111_prices.sql")),
    (112, "claims", include_str!("../../../../migrations/0112_claims.sql")),
    (113, "owner_replies", include_str!("../../../../migrations/0113_owner_replies.sql")),
    (114, "quality", include_str!("../../../../migrations/0114_quality.sql")),
    (115, "proposal_contact", include_str!("../../../../migrations/0115_proposal_contact.sql")),
];

/// The error message for databases and backups of version 0.1. README.md has the same sentence.
pub const UNSUPPORTED_SCHEMA_MESSAGE: &str =
    "Databases and backups of version 0.1 cannot be read by later versions: start with an empty database";

/// Runs the pending migrations. Safe to call at every start and from several processes. Fails with
/// [`UNSUPPORTED_SCHEMA_MESSAGE`] if version 0.1 created the database.
pub async fn run(db: &Db) -> anyhow::Result<()> {
    let migrator = Migrator::with_migrations(render_migrations(matches!(db, Db::Postgres { .. }))?);
    let result: Result<(), MigrateError> = match db {
        Db::Sqlite { pool, .. } => {
            // The connections of the pool are read-only, so migrations use another one.
            let options = pool.options().clone().read_only(false);
            // Without this lock, two processes could migrate at the same time: sqlx takes no lock on SQLite.
            let _lock = lock_database_folder(options.get_filename()).await?;
            let mut connection = <sqlx::SqliteConnection as sqlx::Connection>::connect_with(&options).await?;
            migrator.run(&mut connection).await
        }
        Db::Postgres { pool } => migrator.run(pool.session_pool()).await,
    };
    result.map_err(|error| match error {
        MigrateError::VersionMissing(version) if is_unsupported(version) => anyhow::anyhow!(UNSUPPORTED_SCHEMA_MESSAGE),
        other => other.into(),
    })
}

/// Waits until no other process migrates a database in the folder of `file`, and blocks other processes until the
/// returned handle is dropped.
///
/// Locks the folder and not the file. If this process closed a second handle of the file, it would lose the locks that
/// SQLite holds on the file.
async fn lock_database_folder(file: &Path) -> anyhow::Result<File> {
    let folder = folder_of(file).to_owned();
    let lock_task = tokio::task::spawn_blocking(move || {
        let folder = File::open(folder)?;
        folder.lock()?;
        Ok::<_, std::io::Error>(folder)
    });
    Ok(lock_task.await??)
}

/// Runs the pending migrations up to and including `version` on the connection of `tx`. On PostgreSQL, the migrations
/// are part of its transaction. On SQLite, no transaction may be open on the connection.
pub async fn run_up_to(tx: &mut Tx, version: i64) -> anyhow::Result<()> {
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

/// Whether this schema version is older than the first migration of this program. Version 0.1 of Karst created such
/// schemas.
pub fn is_unsupported(version: i64) -> bool {
    MIGRATIONS.first().is_some_and(|(first, ..)| version < *first)
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
        .map(|&(version, name, template)| {
            let rendered = sqlx::AssertSqlSafe(environment.render_str(template, variables.clone())?).into_sql_str();
            let mut migration = Migration::new(version, name.into(), MigrationType::Simple, rendered, false);
            // The checksum covers template and engine, not the rendered SQL: a newer template engine may render other
            // white space.
            let engine = if postgres { "postgres" } else { "sqlite" };
            migration.checksum = Sha256::digest(format!("{engine}\n{template}")).to_vec().into();
            Ok(migration)
        })
        .collect()
}
