//! `cms openapi`: prints the contract. `make contract` writes it to `openapi.json`.

/// Prints the document, indented by two spaces and with a final line break.
pub fn run() -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(&crate::api::contract())?);
    Ok(())
}
