//! An SQLite connection that sends several statements at once: it prefixes the next statement with others and defers
//! inserts until the commit. sqlx runs each connection on a thread of its own, and each message to it costs two context
//! switches.

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt, TryStreamExt, future};
use serde_json::Value;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo};
use sqlx::types::Json;
use sqlx::{
    AssertSqlSafe, Connection, Describe, Either, Error, Execute, Executor, SqlSafeStr, SqlStr, SqliteConnection,
};

use super::error::is_disk_full;

/// A row to insert, with the statement that inserts such rows from `$1`, a JSON array of rows.
type DeferredRow = (&'static str, Value);

/// The connection of the writer, of a snapshot or of a restored database.
#[derive(Debug)]
pub struct BatchingConnection {
    connection: SqliteConnection,
    /// Statements to run before the next one, each with its semicolon.
    prefix: &'static str,
    /// Rows to insert before the commit.
    deferred: Vec<DeferredRow>,
    /// The number of deferred rows of earlier jobs of the batch.
    earlier_jobs: usize,
    /// Rows of earlier jobs that were inserted within the savepoint of the current job.
    flushed_for_earlier_jobs: Vec<DeferredRow>,
    /// Whether a statement of this batch failed because the disk was full.
    disk_was_full: bool,
}

impl From<SqliteConnection> for BatchingConnection {
    fn from(connection: SqliteConnection) -> Self {
        Self {
            connection,
            prefix: "",
            deferred: Vec::new(),
            earlier_jobs: 0,
            flushed_for_earlier_jobs: Vec::new(),
            disk_was_full: false,
        }
    }
}

impl BatchingConnection {
    /// Runs these statements directly before the next one and replaces an earlier prefix. Each has a semicolon and no
    /// bound values. If one of them fails, the next statement fails.
    pub fn set_prefix(&mut self, statements: &'static str) {
        self.prefix = statements;
    }

    /// Resets the state of a batch. Returns whether a statement failed because the disk was full.
    pub fn reset(&mut self) -> bool {
        (self.prefix, self.earlier_jobs) = ("", 0);
        self.deferred.clear();
        self.flushed_for_earlier_jobs.clear();
        std::mem::take(&mut self.disk_was_full)
    }

    /// Marks the begin of the next job of the batch.
    pub fn begin_job(&mut self) {
        self.earlier_jobs = self.deferred.len();
        self.flushed_for_earlier_jobs.clear();
    }

    /// Drops the deferred rows of the current job, which has failed. Rows of earlier jobs that were inserted within its
    /// savepoint are deferred again.
    pub fn discard_job(&mut self) {
        self.deferred.truncate(self.earlier_jobs);
        let flushed = std::mem::take(&mut self.flushed_for_earlier_jobs);
        self.deferred.splice(..0, flushed);
    }

    /// Inserts a row before the commit. Nothing may read it before, and the insert must not be able to fail, because
    /// the whole batch would fail with it.
    pub fn defer_insert(&mut self, statement: &'static str, row: Value) {
        self.deferred.push((statement, row));
    }

    /// Inserts the deferred rows now, and runs `last` after them.
    pub async fn flush_deferred(&mut self, last: &'static str) -> Result<(), Error> {
        let mut deferred = std::mem::take(&mut self.deferred);
        self.flushed_for_earlier_jobs.extend_from_slice(&deferred[..self.earlier_jobs]);
        self.earlier_jobs = 0;
        while let Some((statement, _)) = deferred.first() {
            let (statement, end) = (*statement, deferred.iter().take_while(|(other, _)| other == statement).count());
            let rows: Vec<Value> = deferred.drain(..end).map(|(_, row)| row).collect();
            let sql = AssertSqlSafe(format!("{statement}; {}", if deferred.is_empty() { last } else { "" }));
            sqlx::query(sql).bind(Json(rows)).execute(&mut *self).await?;
            if deferred.is_empty() {
                return Ok(());
            }
        }
        if last.is_empty() { Ok(()) } else { sqlx::query(last).execute(self).await.map(drop) }
    }

    /// The underlying connection, for operations that are not a single statement.
    pub fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Closes the connection.
    pub async fn close(self) -> Result<(), Error> {
        self.connection.close().await
    }
}

/// A statement with others before it.
struct PrefixedStatement {
    sql: SqlStr,
    arguments: Result<Option<SqliteArguments>, BoxDynError>,
    is_persistent: bool,
}

impl Execute<'_, Sqlite> for PrefixedStatement {
    fn sql(self) -> SqlStr {
        self.sql
    }

    fn statement(&self) -> Option<&SqliteStatement> {
        None
    }

    fn take_arguments(&mut self) -> Result<Option<SqliteArguments>, BoxDynError> {
        std::mem::replace(&mut self.arguments, Ok(None))
    }

    fn persistent(&self) -> bool {
        self.is_persistent
    }
}

impl BatchingConnection {
    /// The statement with its prefix, and the number of statements in the prefix.
    fn prefixed<'q, E>(&mut self, mut query: E) -> (PrefixedStatement, usize)
    where
        E: Execute<'q, Sqlite>,
    {
        let (is_persistent, arguments, mut sql) = (query.persistent(), query.take_arguments(), query.sql());
        // A statement whose values cannot be bound does not run, nor does its prefix.
        let prefix = if arguments.is_ok() { std::mem::take(&mut self.prefix) } else { "" };
        if !prefix.is_empty() {
            sql = AssertSqlSafe(format!("{prefix} {}", sql.as_str())).into_sql_str();
        }
        (PrefixedStatement { sql, arguments, is_persistent }, prefix.matches(';').count())
    }
}

/// Runs one statement, after its prefix.
impl<'c> Executor<'c> for &'c mut BatchingConnection {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<SqliteQueryResult, SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let (query, mut skipped) = self.prefixed(query);
        let BatchingConnection { connection, disk_was_full, .. } = self;
        let results = connection.fetch_many(query).inspect_err(|error| *disk_was_full |= is_disk_full(error));
        // The statements of the prefix yield their results first.
        let belongs_to_query = move |result: &Result<_, Error>| {
            let belongs_to_query = skipped == 0 || result.is_err();
            skipped = skipped.saturating_sub(1);
            future::ready(belongs_to_query)
        };
        results.filter(belongs_to_query).boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let (query, _) = self.prefixed(query);
        let BatchingConnection { connection, disk_was_full, .. } = self;
        let row = connection.fetch_optional(query);
        row.map(|row| row.inspect_err(|error| *disk_was_full |= is_disk_full(error))).boxed()
    }

    fn prepare_with<'e>(self, sql: SqlStr, types: &'e [SqliteTypeInfo]) -> BoxFuture<'e, Result<SqliteStatement, Error>>
    where
        'c: 'e,
    {
        self.connection.prepare_with(sql, types)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Sqlite>, Error>>
    where
        'c: 'e,
    {
        self.connection.describe(sql)
    }
}
