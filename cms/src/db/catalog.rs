//! Which tables there are, as the database itself tells it: a copy of all of them forgets none that a later step adds.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail};

use super::batching_connection::BatchingConnection;
use super::engine::Tx;
use super::postgres_transaction::PostgresTransaction;

const SQLITE_TABLES: &str = "select name from pragma_table_list
where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!'";
const SQLITE_COLUMNS: &str =
    "select name, lower(type), lower(type) = 'integer' from pragma_table_info($1) order by cid";
const SQLITE_PARENTS: &str = "select distinct \"table\" from pragma_foreign_key_list($1)";

const POSTGRES_TABLES: &str = "select table_name::text from information_schema.tables
where table_schema = current_schema() and table_type = 'BASE TABLE'";
const POSTGRES_COLUMNS: &str = "select column_name::text, data_type::text, is_identity = 'YES'
from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position";
const POSTGRES_PARENTS: &str = "select distinct parent.relname::text from pg_constraint
join pg_class parent on parent.oid = pg_constraint.confrelid
where pg_constraint.contype = 'f' and pg_constraint.conrelid = quote_ident($1)::regclass";

/// Where the steps that a database has seen are noted: of the database and not of the guide.
pub(super) const MIGRATIONS_TABLE: &str = "_sqlx_migrations";

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Integer,
    Real,
    Boolean,
    /// On PostgreSQL alone: SQLite keeps it as text, and so does a copy.
    Json,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// A table of the guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it is called.
    pub name: String,
    /// In the order in which they were added, which is the same on both engines.
    pub(super) columns: Vec<Column>,
    /// The column whose values the database counts.
    pub(super) counted: Option<String>,
}

impl Table {
    /// The names of its columns.
    pub fn column_names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }
}

/// What the engines tell of one table.
struct Found {
    columns: Vec<(String, String, bool)>,
    parents: BTreeSet<String>,
}

/// The names of all tables, those that are not the guide's own included.
pub(super) async fn names(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let mut names: Vec<String> = match tx {
        Tx::Sqlite(connection) => sqlx::query_scalar(SQLITE_TABLES).fetch_all(&mut **connection).await?,
        Tx::Postgres(transaction) => sqlx::query_scalar(POSTGRES_TABLES).fetch_all(&mut **transaction).await?,
    };
    names.sort();
    Ok(names)
}

/// The guide's tables, each after those that it refers to: both engines tell the same tables in the same order. What SQLite
/// searches in (`place_search`) is no table but made from one.
pub(super) async fn tables(tx: &mut Tx) -> anyhow::Result<Vec<Table>> {
    let own = names(tx).await?.into_iter().filter(|name| name != MIGRATIONS_TABLE).collect();
    named(tx, own).await
}

/// The same of these tables alone.
pub(super) async fn named(tx: &mut Tx, names: Vec<String>) -> anyhow::Result<Vec<Table>> {
    let mut found = BTreeMap::new();
    for name in names {
        let told = match tx {
            Tx::Sqlite(connection) => of_sqlite(connection, &name).await?,
            Tx::Postgres(transaction) => of_postgres(transaction, &name).await?,
        };
        found.insert(name, told);
    }
    ordered(found)
}

async fn of_sqlite(connection: &mut BatchingConnection, name: &str) -> Result<Found, sqlx::Error> {
    let columns = sqlx::query_as(SQLITE_COLUMNS).bind(name).fetch_all(&mut *connection).await?;
    let parents: Vec<String> = sqlx::query_scalar(SQLITE_PARENTS).bind(name).fetch_all(&mut *connection).await?;
    Ok(Found { columns, parents: parents.into_iter().collect() })
}

async fn of_postgres(connection: &mut PostgresTransaction, name: &str) -> Result<Found, sqlx::Error> {
    let columns = sqlx::query_as(POSTGRES_COLUMNS).bind(name).fetch_all(&mut *connection).await?;
    let parents: Vec<String> = sqlx::query_scalar(POSTGRES_PARENTS).bind(name).fetch_all(&mut *connection).await?;
    Ok(Found { columns, parents: parents.into_iter().collect() })
}

fn ordered(mut found: BTreeMap<String, Found>) -> anyhow::Result<Vec<Table>> {
    let mut tables: Vec<Table> = Vec::new();
    while !found.is_empty() {
        let is_free = |(name, told): &(&String, &Found)| {
            told.parents.iter().all(|parent| parent == *name || !found.contains_key(parent))
        };
        let next = found.iter().find(is_free).map(|(name, _)| name.clone());
        let name = next.context("tables refer to each other in a circle")?;
        let Some(told) = found.remove(&name) else { continue };
        tables.push(table(name, told)?);
    }
    Ok(tables)
}

fn table(name: String, told: Found) -> anyhow::Result<Table> {
    let (mut columns, mut counted) = (Vec::new(), None);
    for (column, kind, is_counted) in told.columns {
        let kind = match kind.as_str() {
            "text" => Kind::Text,
            "bigint" | "integer" => Kind::Integer,
            "double precision" => Kind::Real,
            "boolean" => Kind::Boolean,
            "jsonb" => Kind::Json,
            other => bail!("the column {name}.{column} is of a kind that cannot be copied: {other}"),
        };
        if is_counted {
            counted = Some(column.clone());
        }
        columns.push(Column { name: column, kind });
    }
    Ok(Table { name, columns, counted })
}

/// A name as SQL has it. Names are the database's own, never those that a file brings.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
