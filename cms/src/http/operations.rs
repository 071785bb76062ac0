//! What the contract calls each call: nobody types the name of what they do.

use std::collections::HashMap;

use serde_json::Value;

/// The `operationId` of each method and path.
#[derive(Clone, Debug, Default)]
pub struct Operations(HashMap<String, String>);

impl Operations {
    /// Those of the contract. `forms` are addresses of forms on pages, each with the call that it stands for, as in
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

    /// What a call is called; for one that is not in the contract its method and path.
    pub fn name(&self, method: &str, path: &str) -> String {
        let key = key(method, path);
        self.0.get(&key).cloned().unwrap_or(key)
    }
}

fn key(method: &str, path: &str) -> String {
    format!("{method} {path}")
}
