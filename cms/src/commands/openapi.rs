//! `cms openapi`: prints the contract. `make contract` writes it into the repository.

/// Prints the document, two spaces deep, ending in a line break.
pub fn run() -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(&crate::api::contract())?);
    Ok(())
}
