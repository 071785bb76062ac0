//! Errors that stores return.

/// Why a query or a write failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// No row matches.
    #[error("the row does not exist")]
    NotFound,
    /// A unique value is already in use.
    #[error("a unique value is already in use")]
    UniqueViolation,
    /// A row references a missing row, or other rows still reference the deleted one.
    #[error("a referenced row does not exist")]
    ForeignKeyViolation,
    /// The disk is full. The write was rolled back.
    #[error("the disk of the database is full")]
    DiskFull,
    /// The engine failed. The cause is logged and never sent to clients.
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
    /// The writer stopped before it acknowledged the write.
    #[error("the database writer has stopped")]
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

/// Whether the error code is that of a full disk: 13 on SQLite, 53100 on PostgreSQL.
pub(super) fn is_disk_full(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(cause) = error else { return false };
    cause.code().is_some_and(|code| ["13", "53100"].contains(&&*code))
}
