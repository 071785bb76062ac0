//! The CSV export of accounts.

use super::query::{ListQuery, MAX_LIMIT};
use super::store;
use crate::auth::domain::model::{Account, Role};
use crate::common::csv_export::{CsvCell, CsvWriter};
use crate::db::engine::Db;
use crate::db::error::StoreError;

/// The header line (R159).
const HEADER: [&str; 7] = ["ID", "Email", "First Name", "Last Name", "Role", "Active", "Created At"];

/// All accounts that match the filters of `query`, as CSV (RFC 4180), and their number.
pub async fn export(db: &Db, mut query: ListQuery) -> Result<(String, i64), StoreError> {
    let mut csv = CsvWriter::with_header(HEADER);
    let mut count = 0;
    query.limit = MAX_LIMIT;
    loop {
        let page = store::list(db, &query).await?;
        for account in &page.items {
            csv.write_row(cells(account).map(CsvCell::from));
            count += 1;
        }
        // With a cursor, because an offset would repeat or skip accounts when others are added or deleted meanwhile.
        query.after = page.items.last().map(|last| store::cursor_after(last, query.sort));
        if !page.has_more {
            break;
        }
    }
    Ok((csv.into_text(), count))
}

fn cells(account: &Account) -> [String; 7] {
    let role = match account.role {
        Role::Viewer => "viewer",
        Role::BusinessOwner => "business_owner",
        Role::Admin => "admin",
    };
    [
        account.id.0.clone(),
        account.email.clone(),
        account.first_name.clone(),
        account.last_name.clone(),
        role.to_owned(),
        if account.is_active { "Yes" } else { "No" }.to_owned(),
        account.created_at.to_string(),
    ]
}
