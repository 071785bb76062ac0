//! How busy the database is, seen from this process and without asking the database.

use std::path::{Path, PathBuf};

use super::engine::Db;

/// What the gauge shows.
#[derive(Clone, Copy, Debug)]
pub struct DbStats {
    /// Open connections for reading; on PostgreSQL for everything.
    pub connections: u32,
    /// Those of them that nobody uses.
    pub idle: usize,
    /// How many there may be.
    pub max_connections: u32,
    /// How many writes wait for SQLite's one writer.
    pub queued_writes: Option<usize>,
    /// How large SQLite's file is, in bytes.
    pub file_bytes: Option<u64>,
    /// How large its write-ahead log is.
    pub wal_bytes: Option<u64>,
}

impl Db {
    /// Reads the gauge.
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
                    // Whoever closes the file last takes its log away.
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

    /// The folder of SQLite's file.
    pub fn folder(&self) -> Option<PathBuf> {
        let Self::Sqlite { pool, .. } = self else { return None };
        let file = std::path::absolute(pool.options().get_filename()).ok()?;
        file.parent().map(Path::to_owned)
    }
}

fn size(file: &Path) -> Option<u64> {
    std::fs::metadata(file).ok().map(|file| file.len())
}
