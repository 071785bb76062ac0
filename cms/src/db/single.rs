//! SQLite's one connection of a transaction, which knows what is to be run with its next statement, and which rows are only
//! wanted in the end: each word with its thread puts two threads to sleep and wakes them, so several statements are one word
//! where they can be.

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{FutureExt, StreamExt, TryStreamExt};
use serde_json::Value;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteQueryResult, SqliteRow, SqliteStatement, SqliteTypeInfo};
use sqlx::types::Json;
use sqlx::{
    AssertSqlSafe, Connection, Describe, Either, Error, Execute, Executor, SqlSafeStr, SqlStr, SqliteConnection,
};

use super::error::is_full;

/// The connection.
#[derive(Debug)]
pub struct Single {
    connection: SqliteConnection,
    /// Statements to run before the next, each with its semicolon.
    before: &'static str,
    /// Rows to add before the commit, each with the statement that adds such rows from an array of them, as JSON.
    later: Vec<(&'static str, Value)>,
    /// Whether a statement found the disk full since somebody asked.
    was_full: bool,
}

impl From<SqliteConnection> for Single {
    fn from(connection: SqliteConnection) -> Self {
        Self { connection, before: "", later: Vec::new(), was_full: false }
    }
}

impl Single {
    /// Runs these with the next statement, just before it, instead of what was to be run there: each with its semicolon
    /// and without anything bound. Where they fail, that statement does.
    pub fn first(&mut self, statements: &'static str) {
        self.before = statements;
    }

    /// Adds a row in the end: nothing reads it before. `statement` adds such rows from `$1`, a JSON array of them.
    pub fn later(&mut self, statement: &'static str, row: Value) {
        self.later.push((statement, row));
    }

    /// How many rows are to be added in the end.
    pub fn count_later(&self) -> usize {
        self.later.len()
    }

    /// Adds no more of those rows than the first `count`.
    pub fn forget_later(&mut self, count: usize) {
        self.later.truncate(count);
    }

    /// Adds those rows now, and runs this behind them.
    pub async fn add_later(&mut self, then: &'static str) -> Result<(), Error> {
        let mut all: Vec<(&str, Vec<Value>)> = Vec::new();
        for (statement, row) in std::mem::take(&mut self.later) {
            match all.last_mut() {
                Some((last, rows)) if *last == statement => rows.push(row),
                _ => all.push((statement, vec![row])),
            }
        }
        let Some((last, rows)) = all.pop() else {
            return if then.is_empty() { Ok(()) } else { sqlx::query(then).execute(self).await.map(drop) };
        };
        for (statement, rows) in all {
            sqlx::query(statement).bind(Json(rows)).execute(&mut *self).await?;
        }
        let last = AssertSqlSafe(format!("{last}; {then}"));
        sqlx::query(last).bind(Json(rows)).execute(self).await.map(drop)
    }

    /// Whether a statement has found the disk full since this was asked the last time.
    pub fn was_full(&mut self) -> bool {
        std::mem::take(&mut self.was_full)
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
struct Joined {
    sql: SqlStr,
    arguments: Result<Option<SqliteArguments>, BoxDynError>,
    is_persistent: bool,
}

impl Execute<'_, Sqlite> for Joined {
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

impl Single {
    /// The statement behind those that come first, and how many those are.
    fn joined<'q, E>(&mut self, mut query: E) -> (Joined, usize)
    where
        E: Execute<'q, Sqlite>,
    {
        let (before, is_persistent) = (std::mem::take(&mut self.before), query.persistent());
        let (arguments, mut sql) = (query.take_arguments(), query.sql());
        if !before.is_empty() {
            sql = AssertSqlSafe(format!("{before} {}", sql.as_str())).into_sql_str();
        }
        (Joined { sql, arguments, is_persistent }, before.matches(';').count())
    }
}

/// One statement.
impl<'c> Executor<'c> for &'c mut Single {
    type Database = Sqlite;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<SqliteQueryResult, SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let (query, skipped) = self.joined(query);
        let Single { connection, was_full, .. } = self;
        // What comes first answers first, and says how many rows a statement before it changed.
        let answers = connection.fetch_many(query).skip(skipped);
        answers.inspect_err(|error| *was_full |= is_full(error)).boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let (query, _) = self.joined(query);
        let Single { connection, was_full, .. } = self;
        let row = connection.fetch_optional(query);
        row.map(|row| row.inspect_err(|error| *was_full |= is_full(error))).boxed()
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
