//! The database that a command works on: said before anything is done to it, opened, and brought up to date.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::config::Storage;
use crate::db::engine::{Db, is_postgres_url};
use crate::db::migrations;

/// What to do where there is no database yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// Make one.
    Make,
    /// Refuse: who asks about people or letters means a guide that is there, not an empty one made for the question.
    Refuse,
}

/// Opens the database and brings its schema up to date.
pub async fn open(storage: &Storage, absent: Absent) -> anyhow::Result<Db> {
    let db = attach(storage, absent).await?;
    migrations::run(&db).await.context("the schema cannot be brought up to date")?;
    Ok(db)
}

/// Checks the schemes of both addresses.
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

/// The address at which a session is this process's own.
pub fn direct(storage: &Storage) -> anyhow::Result<String> {
    check(storage)?;
    Ok(storage.database_direct_url.clone().unwrap_or_else(|| storage.url()))
}

/// Opens the database as it is.
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

/// Whether this process may not write where a file is: SQLite says only that it could not open it.
fn is_forbidden(file: &Path) -> bool {
    let folder = file.parent().filter(|folder| folder.exists());
    folder.is_some_and(|folder| rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_err())
}

/// [`open`], after saying on standard error which database it is: a relative folder means another one elsewhere.
pub async fn open_aloud(storage: &Storage, absent: Absent) -> anyhow::Result<Db> {
    eprintln!("Database: {}", place(storage));
    open(storage, absent).await
}

/// Where the database is: an absolute path, or a server and its database's name, without user and password.
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

/// The file of an embedded database, from the root on.
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
