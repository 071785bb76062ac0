//! A transaction on PostgreSQL.

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Describe, Either, Error, Execute, Executor, PgConnection, Postgres, SqlStr, Transaction};

/// The transaction. It decides whether prepared statements may stay in the session.
#[derive(Debug)]
pub struct PostgresTransaction {
    transaction: Transaction<'static, Postgres>,
    /// A pooler gives the session to another client after the commit. A named prepared statement would outlive the
    /// transaction there, and another client that uses the same name would fail or run a foreign statement.
    is_shared: bool,
}

impl PostgresTransaction {
    pub(super) fn new(transaction: Transaction<'static, Postgres>, is_shared: bool) -> Self {
        Self { transaction, is_shared }
    }

    /// The underlying connection, for operations that are not a single statement. Not for shared sessions, because its
    /// statements have names.
    pub fn connection(&mut self) -> &mut PgConnection {
        &mut self.transaction
    }

    /// Commits the transaction.
    pub async fn commit(self) -> Result<(), Error> {
        self.transaction.commit().await
    }

    fn prepared<E>(&self, query: E) -> Prepared<E> {
        Prepared { query, may_be_named: !self.is_shared }
    }
}

/// A query whose prepared statement is named only if it may stay in the session.
struct Prepared<E> {
    query: E,
    may_be_named: bool,
}

impl<'q, E: Execute<'q, Postgres>> Execute<'q, Postgres> for Prepared<E> {
    fn sql(self) -> SqlStr {
        self.query.sql()
    }

    fn statement(&self) -> Option<&PgStatement> {
        self.query.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        self.query.take_arguments()
    }

    fn persistent(&self) -> bool {
        self.may_be_named && self.query.persistent()
    }
}

/// Runs one statement in the transaction.
impl<'c> Executor<'c> for &'c mut PostgresTransaction {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let query = self.prepared(query);
        self.transaction.fetch_many(query)
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let query = self.prepared(query);
        self.transaction.fetch_optional(query)
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'c: 'e,
    {
        self.transaction.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'c: 'e,
    {
        self.transaction.describe(sql)
    }
}
