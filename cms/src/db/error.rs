//! What a store can answer besides what was asked for.

/// Why the database did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such row.
    #[error("there is no such row")]
    Missing,
    /// A value that must be unique is in use.
    #[error("a value that must be unique is in use")]
    Taken,
    /// A row refers to what is not there (any more), or would leave others referring to nothing.
    #[error("what a row refers to is gone")]
    Gone,
    /// The disk is full. Nothing of the write is kept.
    #[error("there is no room left on the database's disk")]
    Full,
    /// The engine failed; the cause is for the log and never shown.
    #[error("the database failed")]
    Engine(#[source] sqlx::Error),
    /// The writer ended before it could answer.
    #[error("the database's writer has stopped")]
    Stopped,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::RowNotFound => Self::Missing,
            sqlx::Error::Database(cause) if cause.is_unique_violation() => Self::Taken,
            sqlx::Error::Database(cause) if cause.is_foreign_key_violation() => Self::Gone,
            _ if is_full(&error) => Self::Full,
            _ => Self::Engine(error),
        }
    }
}

/// What SQLite (13) and PostgreSQL (53100) call a full disk.
pub(super) fn is_full(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(cause) = error else { return false };
    cause.code().is_some_and(|code| ["13", "53100"].contains(&&*code))
}
