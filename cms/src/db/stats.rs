//! Statistics of the connections and files of the database, without a query.

use std::path::{Path, PathBuf};

use super::engine::Db;

/// Statistics at one time.
#[derive(Clone, Copy, Debug)]
pub struct DbStats {
    /// Open connections: of the read pool on SQLite, of the whole pool on PostgreSQL.
    pub connections: u32,
    /// Open connections that are not in use.
    pub idle: usize,
    /// The size limit of the pool.
    pub max_connections: u32,
    /// Writes that wait for the writer. `None` on PostgreSQL.
    pub queued_writes: Option<usize>,
    /// The size of the SQLite file. `None` on PostgreSQL.
    pub file_bytes: Option<u64>,
    /// The size of the write-ahead log. `None` on PostgreSQL.
    pub wal_bytes: Option<u64>,
}

impl Db {
    /// The current statistics.
    pub fn stats(&self) -> DbStats {
        match self {
            Self::Sqlite { pool, writer } => {
                let file = pool.options().get_filename().to_owned();
                let (connections, idle, max) = pool.count();
                let mut wal = file.clone().into_os_string();
                wal.push("-wal");
                DbStats {
                    connections: connections as u32,
                    idle,
                    max_connections: max as u32,
                    queued_writes: Some(writer.waiting()),
                    file_bytes: size(&file),
                    // The log does not exist after the last connection was closed.
                    wal_bytes: Some(size(Path::new(&wal)).unwrap_or(0)),
                }
            }
            Self::Postgres { pool } => DbStats {
                connections: pool.connections().size(),
                idle: pool.connections().num_idle(),
                max_connections: pool.connections().options().get_max_connections(),
                queued_writes: None,
                file_bytes: None,
                wal_bytes: None,
            },
        }
    }

    /// The folder of the SQLite file. `None` on PostgreSQL.
    pub fn folder(&self) -> Option<PathBuf> {
        let Self::Sqlite { pool, .. } = self else { return None };
        let file = std::path::absolute(pool.options().get_filename()).ok()?;
        file.parent().map(Path::to_owned)
    }
}

fn size(file: &Path) -> Option<u64> {
    std::fs::metadata(file).ok().map(|file| file.len())
}
