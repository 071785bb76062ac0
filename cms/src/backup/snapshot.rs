//! A consistent read of the whole database during concurrent writes, in one read-only transaction. Rows are returned in
//! a form that does not depend on the engine: a JSON array of the columns, with JSON columns as text.

use anyhow::Context;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use serde_json::Value;
use sqlx::{Connection, Row};

use super::catalog::{self, ColumnType, Table, quoted};
use crate::db::engine::{Db, Tx};
use crate::db::migrations;
use crate::with_tx;

/// The state of the database at one time.
#[derive(Debug)]
pub struct Snapshot {
    /// For further queries on the same state.
    pub tx: Tx,
}

/// A row as a line of JSON, or the error of reading it.
macro_rules! line {
    ($row:expr, $table:expr) => {{
        let row = $row?;
        let value = |(at, column): (usize, &catalog::Column)| {
            Ok(match column.column_type {
                ColumnType::Text | ColumnType::Json => Value::from(row.try_get::<Option<String>, _>(at)?),
                ColumnType::Integer => Value::from(row.try_get::<Option<i64>, _>(at)?),
                ColumnType::Real => Value::from(row.try_get::<Option<f64>, _>(at)?),
                ColumnType::Boolean => Value::from(row.try_get::<Option<bool>, _>(at)?),
            })
        };
        let values: Result<Vec<Value>, sqlx::Error> = $table.columns.iter().enumerate().map(value).collect();
        Ok(Value::from(values?).to_string())
    }};
}

impl Snapshot {
    /// Begins a snapshot of what is committed now. It blocks no other transaction.
    pub async fn take(db: &Db) -> Result<Self, sqlx::Error> {
        let mut tx = match db {
            Db::Sqlite { pool, .. } => {
                let mut connection = sqlx::SqliteConnection::connect_with(pool.options()).await?;
                sqlx::query("begin").execute(&mut connection).await?;
                Tx::Sqlite(Box::new(connection.into()))
            }
            Db::Postgres { pool } => {
                Tx::Postgres(Box::new(pool.begin_with("begin isolation level repeatable read read only").await?))
            }
        };
        // The first read fixes the state that the transaction sees.
        catalog::table_names(&mut tx).await?;
        Ok(Self { tx })
    }

    /// The version of the schema.
    pub async fn schema(&mut self) -> anyhow::Result<i64> {
        anyhow::ensure!(
            catalog::table_names(&mut self.tx).await?.iter().any(|name| name == catalog::MIGRATIONS_TABLE),
            "there is no guide in this database"
        );
        let newest = "select max(version) from _sqlx_migrations where success";
        let found: Option<i64> = with_tx!(&mut self.tx, |engine| sqlx::query_scalar(newest).fetch_one(engine))?;
        found.context("there is no guide in this database")
    }

    /// The tables of the guide, each after the tables that it references, and the names of other tables in the
    /// database. Fails if a table differs from what the migrations create, because its backup could not be restored.
    pub async fn tables(&mut self) -> anyhow::Result<(Vec<Table>, Vec<String>)> {
        let version = self.schema().await?;
        if !migrations::is_known(version) {
            // The schema of a newer program: which tables belong to the guide is unknown here.
            return Ok((catalog::guide_tables(&mut self.tx).await?, Vec::new()));
        }
        let expected = expected_tables(version).await?;
        let is_own = |name: &String| expected.iter().any(|table| table.name == *name);
        let (own, mut others): (Vec<String>, Vec<String>) =
            catalog::table_names(&mut self.tx).await?.into_iter().partition(is_own);
        others.retain(|name| name != catalog::MIGRATIONS_TABLE);
        let tables = catalog::describe(&mut self.tx, own).await?;
        for table in &expected {
            let found = tables.iter().find(|found| found.name == table.name);
            let found = found.with_context(|| format!("the table {} is missing", table.name))?;
            let (columns, wanted) = (found.column_names().join(", "), table.column_names().join(", "));
            anyhow::ensure!(
                columns == wanted,
                "the table {} has the columns {columns}, and should have {wanted}",
                table.name
            );
        }
        Ok((tables, others))
    }

    /// The last id that the database generated for this table, even if its row was deleted. 0 without an identity
    /// column.
    pub async fn last_id(&mut self, table: &Table) -> Result<i64, sqlx::Error> {
        let Some(column) = &table.identity_column else { return Ok(0) };
        match &mut self.tx {
            Tx::Sqlite(connection) => {
                let last = "select coalesce(max(seq), 0) from sqlite_sequence where name = $1";
                sqlx::query_scalar(last).bind(&table.name).fetch_one(&mut **connection).await
            }
            Tx::Postgres(transaction) => {
                let last =
                    "select coalesce(pg_sequence_last_value(pg_get_serial_sequence(quote_ident($1), $2)::regclass), 0)";
                sqlx::query_scalar(last).bind(&table.name).bind(column).fetch_one(&mut **transaction).await
            }
        }
    }

    /// Streams the rows of a table, each as a line of JSON without the line break.
    pub fn lines<'a>(&'a mut self, table: &'a Table) -> BoxStream<'a, Result<String, sqlx::Error>> {
        let columns: Vec<String> = table.columns.iter().map(select_expression).collect();
        // The first column is the first of every primary key. In its order the rows are always the same, replies come
        // after the rows that they reply to, and no sort is needed.
        let sql = format!("select {} from {} order by 1", columns.join(", "), quoted(&table.name));
        let query = sqlx::AssertSqlSafe(sql);
        match &mut self.tx {
            Tx::Sqlite(connection) => sqlx::query(query).fetch(&mut **connection).map(|row| line!(row, table)).boxed(),
            Tx::Postgres(transaction) => {
                sqlx::query(query).fetch(&mut **transaction).map(|row| line!(row, table)).boxed()
            }
        }
    }
}

fn select_expression(column: &catalog::Column) -> String {
    let name = quoted(&column.name);
    if column.column_type == ColumnType::Json { format!("{name}::text") } else { name }
}

/// The tables that the migrations up to `version` create.
async fn expected_tables(version: i64) -> anyhow::Result<Vec<Table>> {
    let mut tx = Tx::Sqlite(Box::new(sqlx::SqliteConnection::connect("sqlite::memory:").await?.into()));
    migrations::run_in_transaction(&mut tx, version).await?;
    catalog::guide_tables(&mut tx).await
}
