//! The input schemas of the tools. Descriptions, types and limits of parameters are those of the contract, so that a
//! tool cannot disagree with the call that it makes.

use serde_json::{Map, Value, json};

use super::tools::ToolSpec;

/// A parameter of a tool.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, in the tool and in the contract.
    pub name: &'static str,
    /// Where its schema comes from.
    pub schema_source: SchemaSource,
}

/// Where the schema of a parameter comes from.
#[derive(Clone, Copy, Debug)]
pub enum SchemaSource {
    /// The schema of the parameter with the same name in the contract. The text in this variant is appended to the
    /// description of the schema; it may be empty.
    Contract(&'static str),
    /// The parameter is not in the contract. Its schema is a string with this description and pattern.
    ToolOnly {
        /// What the value means.
        description: &'static str,
        /// The regular expression of the value; empty for any text.
        pattern: &'static str,
    },
}

impl Parameter {
    /// A parameter with the schema of the contract, unchanged.
    pub const fn from_contract(name: &'static str) -> Self {
        Self { name, schema_source: SchemaSource::Contract("") }
    }

    /// A parameter with the schema of the contract. `note` is appended to its description.
    pub const fn with_note(name: &'static str, note: &'static str) -> Self {
        Self { name, schema_source: SchemaSource::Contract(note) }
    }

    /// A parameter that only the tool has. It is never required.
    pub const fn tool_only(name: &'static str, description: &'static str, pattern: &'static str) -> Self {
        Self { name, schema_source: SchemaSource::ToolOnly { description, pattern } }
    }

    /// The JSON Schema of the parameter, and whether it is required. `operation` is the `GET` of the tool's path in the
    /// contract.
    fn schema(&self, operation: &Value) -> (Value, bool) {
        match self.schema_source {
            SchemaSource::ToolOnly { description, pattern: "" } => {
                (json!({ "type": "string", "description": description }), false)
            }
            SchemaSource::ToolOnly { description, pattern } => {
                (json!({ "type": "string", "description": description, "pattern": pattern }), false)
            }
            SchemaSource::Contract(note) => {
                let mut parameters = operation["parameters"].as_array().into_iter().flatten();
                let parameter = parameters.find(|found| found["name"] == self.name).cloned().unwrap_or_default();
                let mut schema = parameter["schema"].clone();
                let description = parameter["description"].as_str().unwrap_or_default();
                schema["description"] = format!("{description} {note}").trim_end().into();
                (schema, parameter["required"] == true)
            }
        }
    }
}

/// The input schema of a tool: its parameters, and the fields of the draft that the tool may change.
pub fn input_schema(contract: &Value, tool: &ToolSpec) -> Map<String, Value> {
    let operation = &contract["paths"][tool.contract_path]["get"];
    let mut properties = Map::new();
    let mut required = Vec::new();
    for parameter in tool.parameters {
        let (schema, is_required) = parameter.schema(operation);
        properties.insert(parameter.name.to_owned(), schema);
        if is_required {
            required.push(parameter.name);
        }
    }
    if let Some(target) = tool.draft_target {
        let contract_properties = &contract["components"]["schemas"][target.changes_schema]["properties"];
        properties.extend(target.fields.iter().map(|field| ((*field).to_owned(), contract_properties[*field].clone())));
    }
    let schema = json!({
        "type": "object", "properties": properties, "required": required, "additionalProperties": false,
    });
    schema.as_object().cloned().unwrap_or_default()
}
