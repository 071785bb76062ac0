//! The file of accounts for spreadsheets.

use super::query::{Find, MOST};
use super::store;
use crate::common::csv_export::{CsvCell, CsvWriter};
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::identity::model::{Account, Role};

/// The header line (R159).
const HEADER: [&str; 7] = ["ID", "Email", "First Name", "Last Name", "Role", "Active", "Created At"];

/// Every account that `find` asks for, whatever its limits, as CSV (RFC 4180); and how many there are.
pub async fn whole(db: &Db, mut find: Find) -> Result<(String, i64), StoreError> {
    let mut csv = CsvWriter::with_header(HEADER);
    let mut written = 0;
    find.limit = MOST;
    loop {
        let page = store::list(db, &find).await?;
        for account in &page.items {
            csv.write_row(cells(account).map(CsvCell::from));
            written += 1;
        }
        // Not by counting: who is added or deleted meanwhile would push somebody twice or never into the file.
        find.after = page.items.last().map(|last| store::cursor_after(last, find.sort));
        if !page.has_more {
            break;
        }
    }
    Ok((csv.into_text(), written))
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
