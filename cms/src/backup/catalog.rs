//! Reads the tables from the database's own catalog, so that backups include tables that later migrations add.

use std::collections::BTreeMap;

use anyhow::{Context, bail};

use crate::db::engine::Tx;
use crate::with_tx;

const SELECT_SQLITE_TABLES: &str = "select name from pragma_table_list
where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!'";
const SELECT_SQLITE_COLUMNS: &str =
    "select name, lower(type), lower(type) = 'integer' from pragma_table_info($1) order by cid";
const SELECT_SQLITE_PARENTS: &str = "select distinct \"table\" from pragma_foreign_key_list($1)";

const SELECT_POSTGRES_TABLES: &str = "select table_name::text from information_schema.tables
where table_schema = current_schema() and table_type = 'BASE TABLE'";
const SELECT_POSTGRES_COLUMNS: &str = "select column_name::text, data_type::text, is_identity = 'YES'
from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position";
const SELECT_POSTGRES_PARENTS: &str = "select distinct parent.relname::text from pg_constraint
join pg_class parent on parent.oid = pg_constraint.confrelid
where pg_constraint.contype = 'f' and pg_constraint.conrelid = quote_ident($1)::regclass";

/// The table in which sqlx records the migrations that have run. It is not part of a backup.
pub(crate) const MIGRATIONS_TABLE: &str = "_sqlx_migrations";

/// The type of a column, as far as a backup distinguishes types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnType {
    Text,
    Integer,
    Real,
    Boolean,
    /// PostgreSQL only. SQLite and backups store JSON as text.
    Json,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) column_type: ColumnType,
}

/// A table with the guide's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the table.
    pub name: String,
    /// The columns in the order in which migrations added them. The order is the same on both engines.
    pub(crate) columns: Vec<Column>,
    /// The column whose values the database generates, if the table has one.
    pub(crate) identity_column: Option<String>,
}

impl Table {
    /// The names of the columns, in order.
    pub fn column_names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }
}

/// The names of all tables, including those that do not belong to the guide, in alphabetical order. Views and the
/// full-text tables of SQLite (`place_fts_trigram`) are not included.
pub(crate) async fn table_names(tx: &mut Tx) -> Result<Vec<String>, sqlx::Error> {
    let select = if matches!(tx, Tx::Sqlite(_)) { SELECT_SQLITE_TABLES } else { SELECT_POSTGRES_TABLES };
    let mut names: Vec<String> = with_tx!(tx, |engine| sqlx::query_scalar(select).fetch_all(engine))?;
    names.sort();
    Ok(names)
}

/// All tables that [`table_names`] returns, except [`MIGRATIONS_TABLE`]. Each is after the tables that it references.
/// The order is the same on both engines. The full-text tables of SQLite are not included: they are derived data.
pub(crate) async fn describe_data_tables(tx: &mut Tx) -> anyhow::Result<Vec<Table>> {
    let names = table_names(tx).await?.into_iter().filter(|name| name != MIGRATIONS_TABLE).collect();
    describe_tables(tx, names).await
}

/// Like [`describe_data_tables`], for the tables with these names only. Fails if a column has a type that backups do
/// not support, or if the foreign keys form a cycle.
pub(crate) async fn describe_tables(tx: &mut Tx, names: Vec<String>) -> anyhow::Result<Vec<Table>> {
    let (select_columns, select_parents) = match tx {
        Tx::Sqlite(_) => (SELECT_SQLITE_COLUMNS, SELECT_SQLITE_PARENTS),
        Tx::Postgres(_) => (SELECT_POSTGRES_COLUMNS, SELECT_POSTGRES_PARENTS),
    };
    // Each table with the names of the tables that it references.
    let mut unsorted_tables: BTreeMap<String, (Table, Vec<String>)> = BTreeMap::new();
    for name in names {
        let columns: Vec<(String, String, bool)> =
            with_tx!(tx, |engine| sqlx::query_as(select_columns).bind(&name).fetch_all(engine))?;
        let parents: Vec<String> =
            with_tx!(tx, |engine| sqlx::query_scalar(select_parents).bind(&name).fetch_all(engine))?;
        unsorted_tables.insert(name.clone(), (table(name, columns)?, parents));
    }
    let mut tables = Vec::new();
    while !unsorted_tables.is_empty() {
        let next = unsorted_tables.iter().find(|(name, (_, parents))| {
            parents.iter().all(|parent| parent == *name || !unsorted_tables.contains_key(parent))
        });
        let name = next.map(|(name, _)| name.clone()).context("the foreign keys of the tables form a cycle")?;
        tables.extend(unsorted_tables.remove(&name).map(|(table, _)| table));
    }
    Ok(tables)
}

/// Builds a table from the columns in the catalog. Each item of `catalog_columns` is the name of a column, its type,
/// and whether the database generates its values.
fn table(name: String, catalog_columns: Vec<(String, String, bool)>) -> anyhow::Result<Table> {
    let (mut columns, mut identity_column) = (Vec::new(), None);
    for (column, column_type, is_identity) in catalog_columns {
        let column_type = match column_type.as_str() {
            "text" => ColumnType::Text,
            "bigint" | "integer" => ColumnType::Integer,
            "double precision" => ColumnType::Real,
            "boolean" => ColumnType::Boolean,
            "jsonb" => ColumnType::Json,
            other => bail!("the column {name}.{column} has a type that backups do not support: {other}"),
        };
        if is_identity {
            identity_column = Some(column.clone());
        }
        columns.push(Column { name: column, column_type });
    }
    Ok(Table { name, columns, identity_column })
}

/// Quotes the name of a table or column for SQL. Names come from the database's catalog, never from a file.
pub(crate) fn quote_identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
