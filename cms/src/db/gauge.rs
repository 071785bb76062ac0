//! How busy the database is, seen from this process and without asking the database.

use std::path::{Path, PathBuf};

use super::engine::Db;

/// What the gauge shows.
#[derive(Clone, Copy, Debug)]
pub struct Gauge {
    /// Open connections for reading; on PostgreSQL for everything.
    pub connections: u32,
    /// Those of them that nobody uses.
    pub idle: usize,
    /// How many there may be.
    pub most: u32,
    /// How many writes wait for SQLite's one writer.
    pub waiting_writes: Option<usize>,
    /// How large SQLite's file is, in bytes.
    pub file_bytes: Option<u64>,
    /// How large its write-ahead log is.
    pub wal_bytes: Option<u64>,
}

impl Db {
    /// Reads the gauge.
    pub fn gauge(&self) -> Gauge {
        match self {
            Self::Sqlite { pool, writer } => {
                let file = pool.options().get_filename().to_owned();
                let (connections, idle, most) = pool.count();
                let mut wal = file.clone().into_os_string();
                wal.push("-wal");
                Gauge {
                    connections: connections as u32,
                    idle,
                    most: most as u32,
                    waiting_writes: Some(writer.waiting()),
                    file_bytes: size(&file),
                    // Whoever closes the file last takes its log away.
                    wal_bytes: Some(size(Path::new(&wal)).unwrap_or(0)),
                }
            }
            Self::Postgres { pool } => Gauge {
                connections: pool.connections().size(),
                idle: pool.connections().num_idle(),
                most: pool.connections().options().get_max_connections(),
                waiting_writes: None,
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
