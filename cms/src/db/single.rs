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
type Row = (&'static str, Value);

/// The connection.
#[derive(Debug)]
pub struct Single {
    connection: SqliteConnection,
    /// Statements to run before the next, each with its semicolon.
    before: &'static str,
    /// Rows to add before the commit.
    later: Vec<Row>,
    /// How many of them are of closures before the present one.
    others: usize,
    /// Rows of those closures that were added within the present one's savepoint.
    risked: Vec<Row>,
    /// Whether a statement of this batch found the disk full.
    disk_was_full: bool,
}

impl From<SqliteConnection> for Single {
    fn from(connection: SqliteConnection) -> Self {
        Self { connection, before: "", later: Vec::new(), others: 0, risked: Vec::new(), disk_was_full: false }
    }
}

impl Single {
    /// Runs these with the next statement, just before it, instead of what was to be run there: each with its semicolon
    /// and without anything bound. Where they fail, that statement does.
    pub fn first(&mut self, statements: &'static str) {
        self.before = statements;
    }

    /// Forgets everything about a batch. Answers whether a statement of it found the disk full.
    pub fn forget(&mut self) -> bool {
        (self.before, self.others) = ("", 0);
        self.later.clear();
        self.risked.clear();
        std::mem::take(&mut self.disk_was_full)
    }

    /// Another closure begins.
    pub fn mark(&mut self) {
        self.others = self.later.len();
        self.risked.clear();
    }

    /// The closure has failed: what it would have added is not added, and what others would have, is again to come.
    pub fn take_back(&mut self) {
        self.later.truncate(self.others);
        let settled = std::mem::take(&mut self.risked);
        self.later.splice(..0, settled);
    }

    /// Adds a row in the end. Nothing may read it before, and it must not be able to fail: it would take the whole batch
    /// with it.
    pub fn later(&mut self, statement: &'static str, row: Value) {
        self.later.push((statement, row));
    }

    /// Adds those rows now, and runs this behind them.
    pub async fn add_later(&mut self, then: &'static str) -> Result<(), Error> {
        let mut later = std::mem::take(&mut self.later);
        self.risked.extend_from_slice(&later[..self.others]);
        self.others = 0;
        while let Some((statement, _)) = later.first() {
            let (statement, end) = (*statement, later.iter().take_while(|(other, _)| other == statement).count());
            let rows: Vec<Value> = later.drain(..end).map(|(_, row)| row).collect();
            let sql = AssertSqlSafe(format!("{statement}; {}", if later.is_empty() { then } else { "" }));
            sqlx::query(sql).bind(Json(rows)).execute(&mut *self).await?;
            if later.is_empty() {
                return Ok(());
            }
        }
        if then.is_empty() { Ok(()) } else { sqlx::query(then).execute(self).await.map(drop) }
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
        let (is_persistent, arguments, mut sql) = (query.persistent(), query.take_arguments(), query.sql());
        // A statement with values that cannot be bound is not run, nor is what comes before it.
        let before = if arguments.is_ok() { std::mem::take(&mut self.before) } else { "" };
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
        let (query, mut skipped) = self.joined(query);
        let Single { connection, disk_was_full, .. } = self;
        let answers = connection.fetch_many(query).inspect_err(|error| *disk_was_full |= is_disk_full(error));
        // What comes first answers first, and says how many rows a statement before it changed.
        let is_its_own = move |answer: &Result<_, Error>| {
            let is_its_own = skipped == 0 || answer.is_err();
            skipped = skipped.saturating_sub(1);
            future::ready(is_its_own)
        };
        answers.filter(is_its_own).boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<SqliteRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Sqlite>,
    {
        let (query, _) = self.joined(query);
        let Single { connection, disk_was_full, .. } = self;
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
