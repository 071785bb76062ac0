//! SQLite's one connection of a transaction, which knows what is to be run with its next statement, and which rows are only
//! wanted in the end: each word with its thread puts two threads to sleep and wakes them, so several statements are one word
//! where they can be.

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

/// A row to add, with the statement that adds such rows from `$1`, a JSON array of them.
type DeferredRow = (&'static str, Value);

/// The connection.
#[derive(Debug)]
pub struct BatchingConnection {
    connection: SqliteConnection,
    /// Statements to run before the next, each with its semicolon.
    prefix: &'static str,
    /// Rows to add before the commit.
    deferred: Vec<DeferredRow>,
    /// How many of them are of closures before the present one.
    earlier_jobs: usize,
    /// Rows of those closures that were added within the present one's savepoint.
    flushed_for_earlier_jobs: Vec<DeferredRow>,
    /// Whether a statement of this batch found the disk full.
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
    /// Runs these with the next statement, just before it, instead of what was to be run there: each with its semicolon
    /// and without anything bound. Where they fail, that statement does.
    pub fn set_prefix(&mut self, statements: &'static str) {
        self.prefix = statements;
    }

    /// Forgets everything about a batch. Answers whether a statement of it found the disk full.
    pub fn reset(&mut self) -> bool {
        (self.prefix, self.earlier_jobs) = ("", 0);
        self.deferred.clear();
        self.flushed_for_earlier_jobs.clear();
        std::mem::take(&mut self.disk_was_full)
    }

    /// Another closure begins.
    pub fn begin_job(&mut self) {
        self.earlier_jobs = self.deferred.len();
        self.flushed_for_earlier_jobs.clear();
    }

    /// The closure has failed: what it would have added is not added, and what others would have, is again to come.
    pub fn discard_job(&mut self) {
        self.deferred.truncate(self.earlier_jobs);
        let flushed = std::mem::take(&mut self.flushed_for_earlier_jobs);
        self.deferred.splice(..0, flushed);
    }

    /// Adds a row in the end. Nothing may read it before, and it must not be able to fail: it would take the whole batch
    /// with it.
    pub fn defer_insert(&mut self, statement: &'static str, row: Value) {
        self.deferred.push((statement, row));
    }

    /// Adds those rows now, and runs this behind them.
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

    /// The connection itself, for what is no single statement.
    pub fn connection(&mut self) -> &mut SqliteConnection {
        &mut self.connection
    }

    /// Ends it.
    pub async fn close(self) -> Result<(), Error> {
        self.connection.close().await
    }
}

/// A statement behind others.
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
    /// The statement behind those that come first, and how many those are.
    fn prefixed<'q, E>(&mut self, mut query: E) -> (PrefixedStatement, usize)
    where
        E: Execute<'q, Sqlite>,
    {
        let (is_persistent, arguments, mut sql) = (query.persistent(), query.take_arguments(), query.sql());
        // A statement with values that cannot be bound is not run, nor is what comes before it.
        let prefix = if arguments.is_ok() { std::mem::take(&mut self.prefix) } else { "" };
        if !prefix.is_empty() {
            sql = AssertSqlSafe(format!("{prefix} {}", sql.as_str())).into_sql_str();
        }
        (PrefixedStatement { sql, arguments, is_persistent }, prefix.matches(';').count())
    }
}

/// One statement.
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
        // What comes first answers first, and says how many rows a statement before it changed.
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
