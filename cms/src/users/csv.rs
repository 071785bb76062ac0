//! The file of accounts for spreadsheets.

use super::ask::{Find, MOST};
use super::store;
use crate::db::engine::Db;
use crate::db::error::StoreError;
use crate::identity::model::{Account, Role};

/// The first line. Source: specification, section 9.
const HEADER: [&str; 7] = ["ID", "Email", "First Name", "Last Name", "Role", "Active", "Created At"];

/// What tells spreadsheets that the text is UTF-8: without it some of them spoil every Vietnamese name.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Every account that `find` asks for, whatever its limits, as CSV (RFC 4180); and how many there are.
pub async fn whole(db: &Db, mut find: Find) -> Result<(String, i64), StoreError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(MARK.to_vec());
    let mut written = 0;
    // Into memory, and so it cannot fail; an answer that could would not be half a file.
    let _ = writer.write_record(HEADER);
    find.limit = MOST;
    loop {
        let page = store::list(db, &find).await?;
        for account in &page.items {
            let _ = writer.write_record(cells(account));
            written += 1;
        }
        // Not by counting: who is added or deleted meanwhile would push somebody twice or never into the file.
        find.after = page.items.last().map(|last| store::cursor_after(last, find.sort));
        if !page.has_more {
            break;
        }
    }
    let bytes = writer.into_inner().unwrap_or_default();
    Ok((String::from_utf8(bytes).unwrap_or_default(), written))
}

fn cells(account: &Account) -> [String; 7] {
    let role = match account.role {
        Role::Viewer => "viewer",
        Role::BusinessOwner => "business_owner",
        Role::Admin => "admin",
    };
    [
        safe(&account.id.0),
        safe(&account.email),
        safe(&account.first_name),
        safe(&account.last_name),
        role.to_owned(),
        if account.is_active { "Yes" } else { "No" }.to_owned(),
        account.created_at.to_string(),
    ]
}

/// Text that a spreadsheet takes for text (threat D16). What it would take for a formula gets an apostrophe: also after
/// white space, which some of them drop, and in the wide forms that others fold.
fn safe(text: &str) -> String {
    let is_formula = text.starts_with(['\t', '\r', '\n'])
        || text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '|', '%']);
    if is_formula { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn d16_no_cell_is_a_formula() {
        for nasty in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "  =1",
            "\u{a0}=1",
            "＝1",
            "=cmd|' /C calc'!A0",
            "|calc",
        ] {
            assert_eq!(safe(nasty), format!("'{nasty}"));
        }
        for plain in ["Linh", "O'Brien", "a=b", "linh+guide@example.org", "", "Jean-Luc"] {
            assert_eq!(safe(plain), plain);
        }
    }
}
