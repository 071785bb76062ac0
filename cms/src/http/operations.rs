//! Looks up the `operationId` of a request in the contract, so that no handler repeats it.

use std::collections::HashMap;

use serde_json::Value;

/// The `operationId` of each method and path.
#[derive(Clone, Debug, Default)]
pub struct Operations(HashMap<String, String>);

impl Operations {
    /// The operations of the contract. `forms` maps the paths of HTML forms to the calls that they stand for, as in
    /// `POST /api/contact`.
    pub fn read(contract: &Value, forms: &[(&str, &str)]) -> Self {
        let mut names = HashMap::new();
        for (path, operations) in contract["paths"].as_object().into_iter().flatten() {
            for (method, operation) in operations.as_object().into_iter().flatten() {
                let Some(id) = operation["operationId"].as_str() else { continue };
                names.insert(key(&method.to_ascii_uppercase(), path), id.to_owned());
            }
        }
        for (form, call) in forms {
            names.extend(names.get(*call).cloned().map(|id| (key("POST", form), id)));
        }
        Self(names)
    }

    /// The `operationId` of a call, or method and path if it is not in the contract.
    pub fn name(&self, method: &str, path: &str) -> String {
        let key = key(method, path);
        self.0.get(&key).cloned().unwrap_or(key)
    }
}

fn key(method: &str, path: &str) -> String {
    format!("{method} {path}")
}
