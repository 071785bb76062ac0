//! The rules of fields in request bodies: limits with a message for each, and the rules of fields that several bodies
//! share.
//!
//! A rule becomes a JSON Schema in the contract, with its messages in `x-messages` by keyword. Server, site and console
//! all validate with this schema.

use serde_json::{Map, Value};
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::schema::{AdditionalProperties, ArrayItems, SchemaType};
use utoipa::openapi::{ArrayBuilder, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};

/// The largest integer up to which JSON numbers are exact (RFC 8259, section 6).
pub const MAX_EXACT_INTEGER: f64 = ((1_u64 << 53) - 1) as f64;

/// The `format` of http(s) URLs in request schemas; see [`crate::common::text::is_http_url_or_empty`].
pub const HTTP_URL_FORMAT: &str = "http-url";
/// The `format` of [`Rule::email`] in request schemas.
pub const DELIVERABLE_EMAIL_FORMAT: &str = "deliverable-email";
/// The `format` of image URLs in request schemas; see [`crate::common::text::is_image_url_or_empty`].
pub const IMAGE_URL_FORMAT: &str = "image-url";

/// Implements `ToSchema` for request bodies, with the schemas of their rules.
#[macro_export]
macro_rules! rule_schemas {
    ($($body:ident => $rule:expr),+ $(,)?) => {$(
        impl utoipa::PartialSchema for $body {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $rule.schema()
            }
        }
        impl utoipa::ToSchema for $body {}
    )+};
}
pub use rule_schemas;

/// The rule of a field, built with chained methods. The parameter `sentence` is the message for breaking a limit.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    kind: ValueKind,
    description: &'static str,
    is_nullable: bool,
    is_read_only: bool,
    strips_direction_controls: bool,
    required: Option<&'static str>,
    min_limit: Option<f64>,
    max_limit: Option<f64>,
    step: Option<f64>,
    pattern: Option<String>,
    format: Option<&'static str>,
    options: Vec<&'static str>,
    default: Option<Value>,
    example: Option<Value>,
    messages: Map<String, Value>,
}

#[derive(Clone, Debug, Default)]
enum ValueKind {
    Text,
    Number,
    /// A number or a numeric string.
    NumberOrString,
    Integer,
    Boolean,
    List(Box<Rule>),
    ClosedObject(Vec<(&'static str, Rule)>),
    Object,
    #[default]
    Anything,
}

impl Rule {
    fn new(kind: ValueKind, description: &'static str) -> Self {
        Self { kind, description, ..Default::default() }
    }

    /// Text. Its length is counted in code points.
    pub fn text(description: &'static str) -> Self {
        Self::new(ValueKind::Text, description)
    }

    /// A number that may also be sent as a numeric string.
    pub fn number_or_string(description: &'static str) -> Self {
        Self::new(ValueKind::NumberOrString, description)
    }

    /// A number.
    pub fn number(description: &'static str) -> Self {
        Self::new(ValueKind::Number, description)
    }

    /// An integer.
    pub fn integer(description: &'static str) -> Self {
        Self::new(ValueKind::Integer, description)
    }

    /// The id of a record: an integer from 0 to [`MAX_EXACT_INTEGER`].
    pub fn id(description: &'static str) -> Self {
        let sentence = "This ID does not exist";
        Self::integer(description).min(0.0, sentence).max(MAX_EXACT_INTEGER, sentence)
    }

    /// A boolean.
    pub fn boolean(description: &'static str) -> Self {
        Self::new(ValueKind::Boolean, description)
    }

    /// A list whose items follow the rule `item`.
    pub fn list(description: &'static str, item: Rule) -> Self {
        Self::new(ValueKind::List(Box::new(item)), description)
    }

    /// An object with exactly these fields.
    pub fn closed_object(description: &'static str, fields: Vec<(&'static str, Rule)>) -> Self {
        Self::new(ValueKind::ClosedObject(fields), description)
    }

    /// An object with any fields.
    pub fn any_object(description: &'static str) -> Self {
        Self::new(ValueKind::Object, description)
    }

    /// A computed field: accepted from clients that send back complete records, and ignored.
    pub fn computed(description: &'static str) -> Self {
        Self { is_read_only: true, ..Self::new(ValueKind::Anything, description) }
    }

    /// Null is allowed, and blank text counts as null.
    pub fn nullable(self) -> Self {
        Self { is_nullable: true, ..self }
    }

    /// The field is required and must not be blank or empty.
    pub fn required(self, sentence: &'static str) -> Self {
        let rule = Self { required: Some(sentence), ..self }.with_message("required", sentence);
        match rule.kind {
            ValueKind::Text | ValueKind::List(_) => rule.min(1.0, sentence),
            _ => rule,
        }
    }

    /// The text is required and must have a visible character.
    pub fn required_text(self, sentence: &'static str) -> Self {
        self.required(sentence).pattern(r"\S", sentence)
    }

    /// The minimum of the number, or the minimum count of code points in the text or of items in the list.
    pub fn min(self, limit: f64, sentence: &'static str) -> Self {
        let keyword = self.limit_keyword(["minLength", "minItems", "minimum"]);
        Self { min_limit: Some(limit), ..self }.with_message(keyword, sentence)
    }

    /// The maximum of the number, or the maximum count of code points in the text or of items in the list.
    pub fn max(self, limit: f64, sentence: &'static str) -> Self {
        let keyword = self.limit_keyword(["maxLength", "maxItems", "maximum"]);
        Self { max_limit: Some(limit), ..self }.with_message(keyword, sentence)
    }

    /// The number must be a multiple of `step`.
    pub fn multiple_of(self, step: f64, sentence: &'static str) -> Self {
        Self { step: Some(step), ..self }.with_message("multipleOf", sentence)
    }

    /// The text must match this regular expression, in the syntax that JavaScript and Rust share.
    pub fn pattern(self, pattern: impl Into<String>, sentence: &'static str) -> Self {
        Self { pattern: Some(pattern.into()), ..self }.with_message("pattern", sentence)
    }

    /// The text must be empty or an http(s) address that the `URL` class of browsers accepts.
    pub fn http_url(self, sentence: &'static str) -> Self {
        self.with_format(HTTP_URL_FORMAT, sentence)
    }

    /// The text must be empty or an email address to which email can be sent.
    pub fn email(self, sentence: &'static str) -> Self {
        self.with_format(DELIVERABLE_EMAIL_FORMAT, sentence)
    }

    /// The text is shown in one line, so the server removes bidirectional control characters from it.
    pub fn strip_direction_controls(self) -> Self {
        Self { strips_direction_controls: true, ..self }
    }

    /// The text must be empty, a path on this site, or an http(s) address that is not a search in an online map.
    pub fn image_url(self, sentence: &'static str) -> Self {
        self.with_format(IMAGE_URL_FORMAT, sentence)
    }

    fn with_format(self, format: &'static str, sentence: &'static str) -> Self {
        Self { format: Some(format), ..self }.with_message("format", sentence)
    }

    /// The text must be one of `options`.
    pub fn one_of(self, options: &[&'static str], sentence: &'static str) -> Self {
        Self { options: options.to_vec(), ..self }.with_message("enum", sentence)
    }

    /// Sets the message for a value whose JSON type is wrong.
    pub fn type_message(self, sentence: &'static str) -> Self {
        self.with_message("type", sentence)
    }

    /// The default value of a field that is not sent.
    pub fn default(self, default: impl Into<Value>) -> Self {
        Self { default: Some(default.into()), ..self }
    }

    /// An example for the documentation.
    pub fn example(self, example: impl Into<Value>) -> Self {
        Self { example: Some(example.into()), ..self }
    }

    fn with_message(mut self, keyword: &str, sentence: &'static str) -> Self {
        self.messages.insert(keyword.to_owned(), sentence.into());
        self
    }

    fn limit_keyword(&self, [text, list, number]: [&'static str; 3]) -> &'static str {
        match self.kind {
            ValueKind::Text => text,
            ValueKind::List(_) => list,
            _ => number,
        }
    }

    fn schema_type(&self) -> SchemaType {
        let mut types = match self.kind {
            ValueKind::Text => vec![Type::String],
            ValueKind::Number => vec![Type::Number],
            ValueKind::NumberOrString => vec![Type::Number, Type::String],
            ValueKind::Integer => vec![Type::Integer],
            ValueKind::Boolean => vec![Type::Boolean],
            ValueKind::List(_) => vec![Type::Array],
            ValueKind::ClosedObject(_) | ValueKind::Object => vec![Type::Object],
            ValueKind::Anything => return SchemaType::AnyValue,
        };
        if self.is_nullable {
            types.push(Type::Null);
        }
        match <[Type; 1]>::try_from(types) {
            Ok([one]) => one.into(),
            Err(several) => SchemaType::Array(several),
        }
    }

    /// The schema of the rule.
    pub fn schema(&self) -> RefOr<Schema> {
        let mut extensions = ExtensionsBuilder::new();
        if !self.messages.is_empty() {
            extensions = extensions.add("x-messages", Value::Object(self.messages.clone()));
        }
        if self.strips_direction_controls {
            extensions = extensions.add("x-one-line", true);
        }
        let extensions = Some(extensions.build());
        if let ValueKind::List(item) = &self.kind {
            return ArrayBuilder::new()
                .schema_type(self.schema_type())
                .description(Some(self.description))
                .items(ArrayItems::RefOrSchema(Box::new(item.schema())))
                .min_items(self.min_limit.map(|least| least as usize))
                .max_items(self.max_limit.map(|most| most as usize))
                .default(self.default.clone())
                .examples(self.example.clone())
                .extensions(extensions)
                .into();
        }
        let mut object = ObjectBuilder::new()
            .schema_type(self.schema_type())
            .description(Some(self.description))
            .pattern(self.pattern.clone())
            .format(self.format.map(|format| SchemaFormat::Custom(format.to_owned())))
            .multiple_of(self.step)
            .default(self.default.clone())
            .examples(self.example.clone())
            .extensions(extensions);
        if self.is_read_only {
            object = object.read_only(true);
        }
        if !self.options.is_empty() {
            object = object.enum_values(Some(self.options.iter().copied()));
        }
        let properties = |is_open| Some(AdditionalProperties::<Schema>::FreeForm(is_open));
        object = match &self.kind {
            ValueKind::Text => object
                .min_length(self.min_limit.map(|least| least as usize))
                .max_length(self.max_limit.map(|most| most as usize)),
            ValueKind::Object => object.additional_properties(properties(true)),
            ValueKind::ClosedObject(fields) => {
                fields.iter().fold(object.additional_properties(properties(false)), |object, (name, rule)| {
                    let object = object.property(*name, rule.schema());
                    if rule.required.is_some() { object.required(*name) } else { object }
                })
            }
            _ => object.minimum(self.min_limit).maximum(self.max_limit),
        };
        object.into()
    }

    /// The rule of an object with all fields optional, for updates. A field that is sent must follow its own rule.
    pub fn all_optional(mut self) -> Self {
        if let ValueKind::ClosedObject(fields) = &mut self.kind {
            for (_, rule) in fields {
                rule.required = None;
            }
        }
        self
    }
}

/// An http(s) address of at most 1000 characters, or null.
pub fn optional_url(description: &'static str, sentence: &'static str) -> Rule {
    Rule::text(description).nullable().http_url(sentence).max(1000.0, "Link must be at most 1000 characters")
}

/// The URL of an image of at most 1000 characters: see [`Rule::image_url`].
pub fn image_url(description: &'static str) -> Rule {
    Rule::text(description)
        .max(1000.0, "Image URL must be less than 1000 characters")
        .image_url("Image URL must be a valid URL or relative path starting with /")
}

/// An item of a list that can also be typed as comma-separated text, such as a tag.
pub fn text_without_commas(description: &'static str) -> Rule {
    Rule::text(description)
        .strip_direction_controls()
        .max(60.0, "Each item must be at most 60 characters")
        .pattern("^[^,]*$", "Enter each item separately, without commas")
}

/// The sources of the facts in a record, each as free text.
pub fn sources(description: &'static str) -> Rule {
    Rule::list(description, Rule::text("A source.").max(500.0, "Source must be at most 500 characters"))
        .max(50.0, "At most 50 sources")
}

/// The slug of a record.
pub fn slug(description: &'static str) -> Rule {
    Rule::text(description)
        .pattern("^[a-z0-9]+(?:-[a-z0-9]+)*$", "Page address may contain only lowercase letters, digits and hyphens")
        .max(100.0, "Page address must be at most 100 characters")
}

/// Degrees north, required.
pub fn latitude(description: &'static str) -> Rule {
    Rule::number_or_string(description)
        .required("Latitude is required")
        .type_message("Latitude must be a number")
        .min(-90.0, "Latitude must be between -90 and 90")
        .max(90.0, "Latitude must be between -90 and 90")
        .example(16.58137)
}

/// Degrees east, required.
pub fn longitude(description: &'static str) -> Rule {
    Rule::number_or_string(description)
        .required("Longitude is required")
        .type_message("Longitude must be a number")
        .min(-180.0, "Longitude must be between -180 and 180")
        .max(180.0, "Longitude must be between -180 and 180")
        .example(107.28308)
}

/// The honeypot field `leaveBlank`.
pub fn leave_blank() -> Rule {
    Rule::text("The honeypot: leave it blank. The form hides this field, and a value raises the spam score.")
        .nullable()
        .max(2000.0, "Please leave this field blank")
}

/// The time for which the form was open, in milliseconds. The spam score uses it.
pub fn elapsed_ms() -> Rule {
    const SENTENCE: &str = "Elapsed time must be in milliseconds";
    Rule::integer("The time for which the form was open, in milliseconds.")
        .nullable()
        .type_message(SENTENCE)
        .min(0.0, SENTENCE)
        .max(1e15, SENTENCE)
        .example(42_000)
}
