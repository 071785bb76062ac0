//! `cms migrate`, and the functions with which the other commands open the database and the blob store.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::config::{MediaConfig, StorageConfig};
use crate::db::engine::{Db, is_postgres_url};
use crate::db::migrations;
use crate::integrations::blob_store::BlobStore;
use crate::integrations::bucket::{Bucket, BucketConfig};

/// What to do if the file of the SQLite database does not exist. A PostgreSQL database is never created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfDatabaseMissing {
    /// Create the database.
    Create,
    /// Fail. Commands such as `cms user` and `cms backup` need an existing guide.
    Fail,
}

/// Opens and migrates the database.
pub async fn open_and_migrate(storage: &StorageConfig, if_missing: IfDatabaseMissing) -> anyhow::Result<Db> {
    let db = open_without_migration(storage, if_missing).await?;
    migrations::run(&db).await.context("failed to migrate the database schema")?;
    Ok(db)
}

/// Checks the schemes of `DATABASE_URL` and `DATABASE_DIRECT_URL`. SQLite has no direct address.
fn check_urls(storage: &StorageConfig) -> anyhow::Result<()> {
    let url = storage.database_url_or_default();
    let is_valid = sqlite_path(&url).is_some() || is_postgres_url(&url);
    ensure!(is_valid, "DATABASE_URL begins with neither postgres:// nor sqlite:");
    let Some(direct_url) = &storage.database_direct_url else { return Ok(()) };
    ensure!(is_postgres_url(direct_url), "DATABASE_DIRECT_URL does not begin with postgres://");
    if !is_postgres_url(&url) {
        bail!("DATABASE_DIRECT_URL requires a DATABASE_URL that begins with postgres://, but this one is for SQLite");
    }
    Ok(())
}

/// The URL for connections without a connection pooler: `DATABASE_DIRECT_URL` or, if that is not set, `DATABASE_URL`.
/// Errors: a URL has a wrong scheme.
pub fn direct_url(storage: &StorageConfig) -> anyhow::Result<String> {
    check_urls(storage)?;
    Ok(storage.database_direct_url.clone().unwrap_or_else(|| storage.database_url_or_default()))
}

/// Opens the database without migrating it.
pub async fn open_without_migration(storage: &StorageConfig, if_missing: IfDatabaseMissing) -> anyhow::Result<Db> {
    check_urls(storage)?;
    let url = storage.database_url_or_default();
    let file = sqlite_path(&url);
    if if_missing == IfDatabaseMissing::Fail
        && let Some(file) = &file
        && !file.exists()
    {
        bail!(
            "there is no guide in {}. Run this where the guide is, or name its data folder with --data-dir (DATA_DIR); \
             `cms setup` makes a new guide",
            file.display()
        );
    }
    let result = match &storage.database_direct_url {
        Some(direct_url) => Db::open_through_pooler(&url, direct_url).await,
        None => Db::open(&url).await,
    };
    result.with_context(|| match file {
        Some(file) if is_in_read_only_folder(&file) => {
            format!("{} is in a folder that this user cannot write to", file.display())
        }
        Some(file) => format!("{} cannot be opened", file.display()),
        None => "the database cannot be opened".to_owned(),
    })
}

/// Whether the folder of `file` exists and this user cannot write to it. SQLite reports only that it cannot open the
/// file.
fn is_in_read_only_folder(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| folder.exists());
    folder.is_some_and(|folder| rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err())
}

/// Like [`open_and_migrate`], but prints the location of the database to standard error first, because a relative path
/// depends on the current folder.
pub async fn print_location_and_open(storage: &StorageConfig, if_missing: IfDatabaseMissing) -> anyhow::Result<Db> {
    eprintln!("Database: {}", location(storage));
    open_and_migrate(storage, if_missing).await
}

/// The absolute path of an SQLite database, or the URL of a PostgreSQL database without user, password and parameters.
pub fn location(storage: &StorageConfig) -> String {
    let url = storage.database_url_or_default();
    match sqlite_path(&url) {
        Some(file) => file.display().to_string(),
        None => {
            let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", &url));
            let rest = rest.split('?').next().unwrap_or_default();
            format!("{scheme}://{}", rest.rsplit_once('@').map_or(rest, |(_, host)| host))
        }
    }
}

/// The absolute path of an SQLite database. `None` for the URL of another engine.
fn sqlite_path(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?.split('?').next()?;
    let path = Path::new(path.strip_prefix("//").unwrap_or(path));
    Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

/// The blob store of `MEDIA_URL`; by default, the folder `media` in the data folder. Errors: `MEDIA_URL` has another
/// scheme than `s3`, or the bucket is not configured correctly.
pub fn blob_store(storage: &StorageConfig) -> anyhow::Result<BlobStore> {
    let MediaConfig { media_url, s3_endpoint, s3_region, s3_key_id, s3_secret } = storage.media.clone();
    match media_url {
        Some(url) if url.starts_with("s3://") => {
            let config = BucketConfig {
                url,
                endpoint: s3_endpoint,
                region: s3_region,
                access_key_id: s3_key_id,
                secret: s3_secret,
            };
            Ok(BlobStore::Bucket(Bucket::new(&config)?))
        }
        Some(url) if url.contains("://") => bail!("MEDIA_URL must be a folder or look like s3://bucket/folder"),
        Some(folder) => Ok(BlobStore::Folder(folder.into())),
        None => Ok(BlobStore::Folder(storage.data_dir.join("media"))),
    }
}

/// `cms migrate`: runs the pending migrations.
pub async fn migrate(storage: StorageConfig) -> anyhow::Result<()> {
    let db = print_location_and_open(&storage, IfDatabaseMissing::Create).await?;
    db.close().await;
    println!("The schema is up to date.");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn storage(database_url: Option<&str>) -> StorageConfig {
        let (data_dir, database_url) = ("data".into(), database_url.map(str::to_owned));
        StorageConfig { data_dir, database_url, database_direct_url: None, media: MediaConfig::default() }
    }

    #[test]
    fn location_is_an_absolute_path_or_a_server_without_password() {
        let current_folder = std::env::current_dir().expect("a folder");
        assert_eq!(location(&storage(None)), current_folder.join("data/karst.db").display().to_string());
        assert_eq!(location(&storage(Some("sqlite:///srv/guide.db?mode=rwc"))), "/srv/guide.db");
        let server_url = "postgres://karst:p@ss@db.example:5432/guide?sslmode=require";
        assert_eq!(location(&storage(Some(server_url))), "postgres://db.example:5432/guide");
    }
}
