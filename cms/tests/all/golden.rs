//! The golden forms, also run by `cms/client`: server and browser refuse the same things in the same words.

use cms::http::forms::Forms;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Golden {
    form: String,
    value: Value,
    errors: Vec<Field>,
}

#[derive(Debug, Deserialize, PartialEq, PartialOrd, Eq, Ord)]
struct Field {
    field: String,
    message: String,
}

#[test]
fn golden_forms_are_judged_as_written() {
    let forms = Forms::read(&cms::api::contract()).unwrap();
    let golden: Vec<Golden> = serde_json::from_str(include_str!("../golden/forms.json")).unwrap();
    assert!(golden.len() >= 20);
    for Golden { form, value, mut errors } in golden {
        let mut found: Vec<Field> = match forms.check(&form, value.clone()) {
            Ok(_) => Vec::new(),
            Err(problem) => {
                problem.errors.into_iter().map(|one| Field { field: one.field, message: one.message }).collect()
            }
        };
        found.sort();
        errors.sort();
        assert_eq!(found, errors, "{form} {value}");
    }
}
