//! Opens and migrates the database of a command, and prints which database it is.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::config::Storage;
use crate::db::engine::{Db, is_postgres_url};
use crate::db::migrations;

/// What to do if the database does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Create it.
    Make,
    /// Fail: commands about accounts or emails need an existing database.
    Refuse,
}

/// Opens and migrates the database.
pub async fn open(storage: &Storage, absent: Absent) -> anyhow::Result<Db> {
    let db = attach(storage, absent).await?;
    migrations::run(&db).await.context("failed to migrate the database schema")?;
    Ok(db)
}

/// Validates the schemes of both URLs.
fn check(storage: &Storage) -> anyhow::Result<()> {
    let url = storage.url();
    if file(&url).is_none() && !is_postgres_url(&url) {
        bail!("DATABASE_URL begins with neither postgres:// nor sqlite:");
    }
    let Some(direct) = &storage.database_direct_url else { return Ok(()) };
    if !is_postgres_url(direct) {
        bail!("DATABASE_DIRECT_URL does not begin with postgres://");
    }
    if !is_postgres_url(&url) {
        bail!("DATABASE_DIRECT_URL is for a DATABASE_URL that begins with postgres://, and this one is SQLite's");
    }
    Ok(())
}

/// The URL of a direct connection, which does not go through a pooler.
pub fn direct(storage: &Storage) -> anyhow::Result<String> {
    check(storage)?;
    Ok(storage.database_direct_url.clone().unwrap_or_else(|| storage.url()))
}

/// Opens the database without migrating it.
pub async fn attach(storage: &Storage, absent: Absent) -> anyhow::Result<Db> {
    check(storage)?;
    let url = storage.url();
    let file = file(&url);
    if absent == Absent::Refuse
        && let Some(file) = &file
        && !file.exists()
    {
        bail!(
            "there is no guide in {}. Run this where the guide is, or name its data folder with --data-dir (DATA_DIR); \
             `cms setup` makes a new guide",
            file.display()
        );
    }
    let opened = match &storage.database_direct_url {
        Some(direct) => Db::open_through_pooler(&url, direct).await,
        None => Db::open(&url).await,
    };
    opened.with_context(|| match file {
        Some(file) if is_forbidden(&file) => format!("{} is in a folder that this user may not write", file.display()),
        Some(file) => format!("{} cannot be opened", file.display()),
        None => "the database cannot be opened".to_owned(),
    })
}

/// Whether the folder of a file is not writable. SQLite reports only that it cannot open the file.
fn is_forbidden(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| folder.exists());
    folder.is_some_and(|folder| rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err())
}

/// Like [`open`], but prints the database to standard error first, because a relative path depends on the current
/// folder.
pub async fn open_aloud(storage: &Storage, absent: Absent) -> anyhow::Result<Db> {
    eprintln!("Database: {}", place(storage));
    open(storage, absent).await
}

/// The absolute path of the database, or its server and name without user and password.
pub fn place(storage: &Storage) -> String {
    let url = storage.url();
    match file(&url) {
        Some(file) => file.display().to_string(),
        None => {
            let (scheme, rest) = url.split_once("://").unwrap_or(("postgres", &url));
            let rest = rest.split('?').next().unwrap_or_default();
            format!("{scheme}://{}", rest.rsplit_once('@').map_or(rest, |(_, host)| host))
        }
    }
}

/// The absolute path of an SQLite database.
fn file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite:")?.split('?').next()?;
    let path = Path::new(path.strip_prefix("//").unwrap_or(path));
    Some(std::path::absolute(path).unwrap_or_else(|_| path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::PictureFiles;

    fn storage(database_url: Option<&str>) -> Storage {
        let (data_dir, database_url) = ("data".into(), database_url.map(str::to_owned));
        Storage { data_dir, database_url, database_direct_url: None, pictures: PictureFiles::default() }
    }

    #[test]
    fn a_folder_is_told_from_the_root_on_and_a_server_without_its_password() {
        let here = std::env::current_dir().expect("a folder");
        assert_eq!(place(&storage(None)), here.join("data/karst.db").display().to_string());
        assert_eq!(place(&storage(Some("sqlite:///srv/guide.db?mode=rwc"))), "/srv/guide.db");
        let server = "postgres://karst:p@ss@db.example:5432/guide?sslmode=require";
        assert_eq!(place(&storage(Some(server))), "postgres://db.example:5432/guide");
    }
}
