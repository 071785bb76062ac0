//! The check of an import: what each row would do. Rows are compared with a list of all places in memory, which has
//! only their ids, slugs, names and positions. All fields are loaded only for the places that rows are about, in
//! batches.

use std::collections::HashMap;
use std::panic::catch_unwind;

use serde_json::{Map, Value, json};

use super::cells::MessageWithCode;
use super::comparison::{fault_message, has_refusal, image_errors, is_equal, unreadable_hours_message};
use super::dto::CategoryValue;
use super::fields::FOREIGN_ID;
use super::row::{CandidatePlace, CheckedRow, DuplicateDecision, FieldChange, RefusalOrWarning, RowAction};
use super::row_reader::{CategoryFinder, RowReader, RowValues, is_optional, left_out_message};
use super::row_store::{LinkedObjects, RowToCheck};
use crate::common::clock::Timestamp;
use crate::common::id::{CategoryId, PlaceId};
use crate::http::input::validation::RequestBodySchemas;
use crate::http::problem::{Code, CodeWithParams, FieldError, Problem};
use crate::media::model::{Image, image_keys_in};
use crate::places::dto::PlaceResponse;
use crate::places::matching::PlaceMatcher;
use crate::places::model::Place;
use crate::places::opening_hours::schedule;
use crate::places::prices;

/// The maximum number of category values that are listed for an import.
const MAX_CATEGORY_VALUES: usize = 200;
/// The maximum number of validations of a row. A validation reports at most 50 errors. Their values are left out, and
/// the next validation finds further errors.
const MAX_VALIDATION_ROUNDS: usize = 3;

/// Checks rows. Contains the data with which all rows of a file are compared.
pub struct ImportChecker {
    /// How the cells of a row are read.
    pub row_reader: RowReader,
    /// Finds the category of a category value.
    pub categories: CategoryFinder,
    /// All places, to find the place that a row is about.
    pub places: PlaceMatcher,
    /// The objects of the data set that are linked to places.
    pub linked_objects: LinkedObjects,
    /// The JSON schemas with the rules of places.
    pub schemas: RequestBodySchemas,
    /// The time of the check.
    pub now: Timestamp,
    /// The places and objects that earlier rows are about, with the numbers of these rows.
    pub seen_targets: SeenTargets,
    earlier_rows: PlaceMatcher,
    opening_errors: HashMap<String, Option<String>>,
    category_values: HashMap<String, CategoryValue>,
}

/// The ids of the places and objects that rows are about, each with the number of the first row about it.
#[derive(Debug, Default)]
#[allow(missing_docs, reason = "the number of the row by the id")]
pub struct SeenTargets {
    pub places: HashMap<i64, i64>,
    pub objects: HashMap<String, i64>,
}

/// A row after the search for its place, and before the comparison with that place.
#[derive(Debug)]
pub struct IdentifiedRow {
    number: i64,
    values: RowValues,
    /// The existing place that the row is about. `None` if none was found.
    pub target: Option<PlaceId>,
    /// The action, if it is known without a comparison.
    action: Option<RowAction>,
    candidates: Vec<CandidatePlace>,
}

impl IdentifiedRow {
    /// The keys of this guide's images in the values of the row.
    pub fn image_keys(&self) -> Vec<String> {
        let images = ["imageUrl", "gallery"].iter().filter_map(|field| self.values.body.get(*field));
        images.flat_map(|value| image_keys_in(&value.to_string())).collect()
    }
}

impl ImportChecker {
    /// Creates a checker for the rows of a file.
    pub fn new(
        row_reader: RowReader,
        categories: CategoryFinder,
        (places, linked_objects): (PlaceMatcher, LinkedObjects),
        (schemas, now): (RequestBodySchemas, Timestamp),
    ) -> Self {
        Self {
            row_reader,
            categories,
            places,
            linked_objects,
            schemas,
            now,
            seen_targets: SeenTargets::default(),
            earlier_rows: PlaceMatcher::default(),
            opening_errors: HashMap::new(),
            category_values: HashMap::new(),
        }
    }

    /// The category values of the rows that were checked so far, at most 200, the most frequent first.
    pub fn category_values(&self) -> Vec<CategoryValue> {
        let mut values: Vec<CategoryValue> = self.category_values.values().cloned().collect();
        values.sort_by(|one, other| other.row_count.cmp(&one.row_count).then_with(|| one.value.cmp(&other.value)));
        values.truncate(MAX_CATEGORY_VALUES);
        values
    }

    /// Reads a row. Finds the place that the row is about, or the places that may be the same.
    pub fn identify(&mut self, row: RowToCheck) -> IdentifiedRow {
        let mut values = self.row_reader.read(&row.cells.0);
        let number = row.number;
        if let Some(hours) = values.text("operatingHours").map(schedule::normalize_opening_hours) {
            values.body.insert("operatingHours".to_owned(), json!(hours));
        }
        if let Some(fault) = row.fault {
            values.reasons.push(RefusalOrWarning::refusal(None, fault_message(&fault.0)));
        }
        let mut identified = IdentifiedRow { number, values, target: None, action: None, candidates: Vec::new() };
        if row.decision == Some(DuplicateDecision::Skip) {
            identified.action = Some(RowAction::Skip);
            return identified;
        }
        match self.find_referenced_place(&identified.values) {
            Err(reason) => identified.values.reasons.push(reason),
            Ok(target) => identified.target = target,
        }
        if identified.target.is_none() && !has_refusal(&identified.values.reasons) {
            self.find_candidates_and_apply_decision(&mut identified, (row.decision, row.decided_place_id));
        }
        self.refuse_if_repeated(&mut identified);
        identified
    }

    /// The place that the row names by id, by the object in the data set, or by slug, in this order. `None` if the row
    /// names no place. Errors: there is no place with the id, or the slug belongs to a place in the trash.
    fn find_referenced_place(&self, values: &RowValues) -> Result<Option<PlaceId>, RefusalOrWarning> {
        if let Some(id) = values.id {
            let unknown_id_reason = || {
                let sentence = format!("There is no place with the ID {id}: clear the cell to create one");
                RefusalOrWarning::refusal(values.column("id"), (Code::PlaceUnknown.into(), sentence))
            };
            return self.places.by_id(id).map(|place| Some(place.id)).ok_or_else(unknown_id_reason);
        }
        let known = values.foreign_id.as_ref().and_then(|object| self.linked_objects.place_of(object));
        if let Some(place) = known.filter(|id| self.places.by_id(id.0).is_some()) {
            return Ok(Some(place));
        }
        let Some(id) = values.text("slug").and_then(|slug| self.places.id_of_slug(slug)) else {
            return Ok(None);
        };
        let in_trash_reason = || {
            let sentence = "A place in the trash has this page address".to_owned();
            RefusalOrWarning::refusal(values.column("slug"), (Code::SlugTaken.into(), sentence))
        };
        self.places.by_id(id.0).map(|place| Some(place.id)).ok_or_else(in_trash_reason)
    }

    /// Finds the candidates of a row that names no place: places nearby with similar names. Applies the decision about
    /// the row, if there is one. Adds a warning to a row for a new place if an earlier row may be about the same place.
    fn find_candidates_and_apply_decision(
        &mut self,
        row: &mut IdentifiedRow,
        (decision, decided_place_id): (Option<DuplicateDecision>, Option<PlaceId>),
    ) {
        let Some(point) = row.values.point() else { return };
        let names = ["name", "localName"].map(|field| row.values.text(field).map(str::to_owned));
        let names = names.each_ref().map(Option::as_deref);
        let candidates = self.places.similar_places(names, point);
        row.candidates = candidates
            .into_iter()
            .map(|one| CandidatePlace { place_id: PlaceId(one.id), name: one.name, distance_m: one.distance_m })
            .collect();
        match (decision, decided_place_id) {
            (Some(DuplicateDecision::Link), Some(id)) if self.places.by_id(id.0).is_some() => row.target = Some(id),
            (Some(DuplicateDecision::Create), _) => {}
            _ if !row.candidates.is_empty() => row.action = Some(RowAction::Duplicate),
            _ => {}
        }
        if row.target.is_none() && row.action.is_none() {
            if let Some(earlier) = self.earlier_rows.similar_places(names, point).first() {
                let sentence = format!("Row {} may be about the same place", earlier.id);
                let message = (Code::RowSimilar.with("row", earlier.id), sentence);
                row.values.reasons.push(RefusalOrWarning::warning(None, message));
            }
            self.earlier_rows.add_row(row.number, names, point);
        }
    }

    /// Refuses a row if an earlier row is about the same place or object.
    fn refuse_if_repeated(&mut self, row: &mut IdentifiedRow) {
        let earlier_row_by_place = row.target.map(|id| *self.seen_targets.places.entry(id.0).or_insert(row.number));
        let object = row.values.foreign_id.clone();
        let object = object.map(|object| *self.seen_targets.objects.entry(object).or_insert(row.number));
        let mut earlier_rows = earlier_row_by_place.into_iter().chain(object);
        if let Some(earlier) = earlier_rows.find(|earlier| *earlier != row.number) {
            let message = (Code::RowRepeated.with("row", earlier), format!("Row {earlier} is about the same place"));
            row.values.reasons.push(RefusalOrWarning::refusal(None, message));
        }
    }

    /// Determines what a row does. `places` contains the place that the row is about. `images` contains this guide's
    /// images that the values of the row name.
    pub fn check(
        &mut self,
        mut row: IdentifiedRow,
        places: &HashMap<i64, Place>,
        images: &HashMap<String, Image>,
    ) -> CheckedRow {
        let before = row.target.and_then(|id| places.get(&id.0));
        if row.target.is_some() && before.is_none() {
            let message = (Code::PlaceUnknown.into(), "Its place was just deleted".to_owned());
            row.values.reasons.push(RefusalOrWarning::refusal(None, message));
        }
        self.set_categories_or_refuse(&mut row, before);
        let changes = match before {
            _ if row.action == Some(RowAction::Skip) => Vec::new(),
            Some(place) => self.changed_fields(&mut row, place),
            None => self.new_place_fields(&mut row),
        };
        let stored_images = before.map(Place::image_urls).unwrap_or_default();
        for message in image_errors(&row.values.body, &stored_images, images) {
            self.leave_out_or_refuse(&mut row, message);
        }
        let is_kept = |change: &FieldChange| change.field == FOREIGN_ID || row.values.body.contains_key(&change.field);
        let changes: Vec<FieldChange> = changes.into_iter().filter(is_kept).collect();
        let action = match row.action {
            Some(RowAction::Skip) => RowAction::Skip,
            _ if has_refusal(&row.values.reasons) => RowAction::Refuse,
            Some(action) => action,
            None if before.is_none() => RowAction::Create,
            None if changes.is_empty() => RowAction::Same,
            None => RowAction::Change,
        };
        let name = row.values.text("name").map(str::to_owned);
        CheckedRow {
            number: row.number,
            action,
            name: name.or_else(|| before.map(|place| place.name.clone())).unwrap_or_default(),
            place: before.map(|place| (place.id, place.version)),
            changes,
            reasons: row.values.reasons,
            candidates: row.candidates,
        }
    }

    /// Sets `categoryIds` from the category values of the row. Without a default category, a row of a CSV file is
    /// refused if one of its values has no category. A row of a JSON file is then refused only if its new place gets no
    /// category.
    fn set_categories_or_refuse(&mut self, row: &mut IdentifiedRow, before: Option<&Place>) {
        let (mut ids, mut unknown) = (Vec::new(), None);
        for value in &row.values.categories {
            let found = self.categories.find(value);
            let new = || CategoryValue { value: value.clone(), row_count: 0, category_id: found };
            self.category_values.entry(value.clone()).or_insert_with(new).row_count += 1;
            match found {
                Some(id) if !ids.contains(&id) => ids.push(id),
                Some(_) => {}
                None => unknown = unknown.or(Some(value)),
            }
        }
        let states_all = self.row_reader.replaces_categories();
        if let (Some(value), None) = (unknown, self.categories.default)
            && (states_all || (ids.is_empty() && before.is_none()))
        {
            let sentence = format!("There is no category “{value}”: choose one for this value");
            let message = (Code::CategoryUnknown.with("name", value.as_str()), sentence);
            row.values.reasons.push(RefusalOrWarning::refusal(row.values.column("categoryIds"), message));
            return;
        }
        if ids.is_empty() && before.is_none() {
            ids.extend(self.categories.default);
        }
        // If the place has all categories of the OpenStreetMap tags, its other categories stay: editors have chosen
        // them.
        let has = |place: &Place, id: &CategoryId| place.categories.iter().any(|category| category.id == *id);
        let keeps_others = !states_all && before.is_some_and(|place| ids.iter().all(|id| has(place, id)));
        if !ids.is_empty() && !keeps_others {
            row.values.body.insert("categoryIds".to_owned(), json!(ids));
        }
    }

    /// The fields that the row sets in a new place.
    fn new_place_fields(&mut self, row: &mut IdentifiedRow) -> Vec<FieldChange> {
        let is_empty = |value: &Value| value.is_null() || value.as_array().is_some_and(Vec::is_empty);
        row.values.body.retain(|_, value| !is_empty(value));
        let body = self.valid_values(row, "PlaceRequest");
        let fields = body.into_iter().map(|(field, after)| FieldChange { field, before: Value::Null, after });
        fields.chain(row.values.foreign_id.as_ref().map(|object| foreign_id_change(None, object))).collect()
    }

    /// The fields whose values differ from those of the place. Refuses the row if its slug belongs to another place.
    fn changed_fields(&mut self, row: &mut IdentifiedRow, place: &Place) -> Vec<FieldChange> {
        let stored = serde_json::to_value(PlaceResponse::for_admin(place.clone())).unwrap_or_default();
        let stored = self.schemas.normalize_body("PlaceChanges", stored);
        let sent = self.schemas.normalize_body("PlaceChanges", Value::Object(std::mem::take(&mut row.values.body)));
        let Value::Object(sent) = sent else { return Vec::new() };
        let differs = |(field, value): &(String, Value)| !is_equal(field, value, stored.get(field));
        row.values.body = sent.into_iter().filter(differs).collect();
        let place_with_slug = row.values.text("slug").and_then(|slug| self.places.id_of_slug(slug));
        if place_with_slug.is_some_and(|id| id != place.id) {
            let sentence = "Another place uses this page address or used it before".to_owned();
            let message = (Code::SlugTaken.into(), sentence);
            row.values.reasons.push(RefusalOrWarning::refusal(row.values.column("slug"), message));
        }
        let body = self.valid_values(row, "PlaceChanges");
        let fields = body.into_iter().map(|(field, after)| {
            let before = stored.get(&field).cloned().unwrap_or_default();
            FieldChange { field, before, after }
        });
        let known = self.linked_objects.object_of(place.id);
        let object = row.values.foreign_id.as_ref().filter(|object| known != Some(object.as_str()));
        fields.chain(object.map(|object| foreign_id_change(known, object))).collect()
    }

    /// The normalized values of a row that follow the rules of the schema `schema_name`. An invalid value is left out,
    /// or the row is refused. Empty if the row is refused or has no value to change.
    fn valid_values(&mut self, row: &mut IdentifiedRow, schema_name: &str) -> Map<String, Value> {
        let hours = row.values.text("operatingHours").map(str::to_owned);
        if let Some(sentence) = hours.and_then(|hours| self.opening_error(hours)) {
            self.leave_out_or_refuse(row, FieldError::new(Code::OpeningHoursInvalid, "operatingHours", sentence));
        }
        for _ in 0..MAX_VALIDATION_ROUNDS {
            if schema_name == "PlaceChanges" && row.values.body.is_empty() {
                return Map::new();
            }
            let errors = match self.schemas.validate_body(schema_name, Value::Object(row.values.body.clone())) {
                Ok(Value::Object(mut body)) => {
                    if let Some(list) = body.get_mut(prices::PRICES_FIELD) {
                        *list = prices::prices_as_stored(list);
                    }
                    row.values.body = body.clone();
                    let errors = prices::request_errors(body.get(prices::PRICES_FIELD), self.now);
                    if errors.is_empty() {
                        return body;
                    }
                    errors
                }
                Ok(_) => Vec::new(),
                Err(Problem { errors, .. }) => errors,
            };
            let count = row.values.body.len();
            for error in errors {
                self.leave_out_or_refuse(row, error);
            }
            if row.values.body.len() == count {
                break;
            }
        }
        Map::new()
    }

    /// Leaves out the field of `error` with a warning if the mapping allows it and the field is optional. Otherwise
    /// refuses the row.
    fn leave_out_or_refuse(&self, row: &mut IdentifiedRow, error: FieldError) {
        let field = error.field.split('.').next().unwrap_or_default().to_owned();
        let column = row.values.column(&field);
        let message: MessageWithCode = (CodeWithParams { code: error.code, params: error.params }, error.message);
        if self.row_reader.leaves_out_invalid && is_optional(&field) && row.values.body.remove(&field).is_some() {
            row.values.reasons.push(RefusalOrWarning::warning(column, left_out_message(message)));
        } else {
            row.values.reasons.push(RefusalOrWarning::refusal(column, message));
        }
    }

    fn opening_error(&mut self, hours: String) -> Option<String> {
        let now = self.now;
        let entry = self.opening_errors.entry(hours);
        let hours = entry.key().clone();
        // If the parser panics, the text counts as unreadable.
        let unreadable = |_| Err(unreadable_hours_message());
        let compute = || catch_unwind(|| schedule::compute_schedule(&hours, now)).unwrap_or_else(unreadable);
        entry.or_insert_with(|| compute().err()).clone()
    }
}

fn foreign_id_change(before: Option<&str>, after: &str) -> FieldChange {
    FieldChange { field: FOREIGN_ID.to_owned(), before: json!(before), after: json!(after) }
}
