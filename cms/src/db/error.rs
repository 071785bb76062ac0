//! What a store can answer besides what was asked for.

/// Why the database did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such row.
    #[error("there is no such row")]
    NotFound,
    /// A value that must be unique is in use.
    #[error("a value that must be unique is in use")]
    UniqueViolation,
    /// A row refers to what is not there (any more), or would leave others referring to nothing.
    #[error("what a row refers to is gone")]
    ForeignKeyViolation,
    /// The disk is full. Nothing of the write is kept.
    #[error("there is no room left on the database's disk")]
    DiskFull,
    /// The engine failed; the cause is for the log and never shown.
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
    /// The writer ended before it could answer.
    #[error("the database's writer has stopped")]
    WriterStopped,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::Database(cause) if cause.is_unique_violation() => Self::UniqueViolation,
            sqlx::Error::Database(cause) if cause.is_foreign_key_violation() => Self::ForeignKeyViolation,
            _ if is_disk_full(&error) => Self::DiskFull,
            _ => Self::Database(error),
        }
    }
}

/// What SQLite (13) and PostgreSQL (53100) call a full disk.
pub(super) fn is_disk_full(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(cause) = error else { return false };
    cause.code().is_some_and(|code| ["13", "53100"].contains(&&*code))
}
