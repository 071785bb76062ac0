//! The floor plan is a law: imports point down only. See docs/architecture.md.

use std::path::Path;

/// Rooms from the ground up. A room may import rooms of lower floors, and those named beside it.
const FLOORS: &[(&str, u8, &[&str])] = &[
    ("common", 1, &[]),
    ("db", 1, &["common"]),
    ("config", 1, &[]),
    ("idempotency", 2, &[]),
    ("integrations", 2, &[]),
    ("record", 3, &[]),
    ("identity", 3, &["record"]),
    ("jobs", 3, &[]),
    ("http", 4, &[]),
    ("articles", 5, &["media"]),
    ("audit", 5, &[]),
    ("categories", 5, &[]),
    ("media", 5, &[]),
    ("settings", 5, &["media"]),
    ("spam", 5, &[]),
    ("contact", 5, &["settings", "spam"]),
    ("signin", 5, &[]),
    ("stats", 5, &[]),
    ("users", 5, &[]),
    ("places", 6, &[]),
    ("recovery", 6, &[]),
    ("enquiries", 7, &[]),
    ("guestbook", 7, &[]),
    ("invalid_values", 7, &["guestbook"]),
    ("likes", 7, &[]),
    ("render_failures", 7, &[]),
    ("api", 8, &[]),
    ("front", 9, &[]),
    ("metrics", 9, &["front"]),
    ("commands", 10, &[]),
    ("main", 11, &[]),
];
/// Domains stand on the floors between these, and `front` knows none of them.
const DOMAINS: std::ops::RangeInclusive<u8> = 5..=8;

fn floor(room: &str) -> (u8, &'static [&'static str]) {
    let found = FLOORS.iter().find(|(name, ..)| *name == room);
    let (_, floor, beside) = found.unwrap_or_else(|| panic!("the room {room} is on no floor: add it to FLOORS"));
    (*floor, beside)
}

/// Why a file of `room` may not import `target`, if it may not.
fn objection(room: &str, file: &str, target: &str) -> Option<String> {
    let ((mine, beside), (theirs, _)) = (floor(room), floor(target));
    if room == target || (room == "config" && target == "config") {
        return None;
    }
    let stands_below = theirs < mine || beside.contains(&target);
    if !stands_below {
        return Some(format!("{room}::{file} imports {target}: floor {mine} may only use what is below it"));
    }
    if target == "config" && room != "commands" && room != "main" {
        return Some(format!("{room}::{file} imports config: settings are handed in by commands"));
    }
    if room == "front" && DOMAINS.contains(&theirs) {
        return Some(format!("front::{file} imports {target}: the front door knows no domain"));
    }
    if file == "model" && DOMAINS.contains(&mine) && !(target == "common" || DOMAINS.contains(&theirs)) {
        return Some(format!("{room}::model imports {target}: a model knows only common and models below"));
    }
    None
}

fn targets(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let mut targets = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let inside = &group[..group.find("};").unwrap_or(group.len())];
            let mut depth = 0;
            let mut name = String::new();
            for character in inside.chars().chain([',']) {
                match character {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        targets.push(name.trim().split("::").next().unwrap().to_owned());
                        name.clear();
                    }
                    other if depth == 0 => name.push(other),
                    _ => {}
                }
            }
        } else {
            targets.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    // Macros stand at the root, whatever room they are written in.
    targets.retain(|target| {
        !target.is_empty() && !["with_pool", "with_tx", "execute", "traced"].contains(&target.as_str())
    });
    targets
}

#[test]
fn imports_point_down_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut objections = Vec::new();
    let mut read = 0;
    let mut folders = vec![src.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.extension().is_none_or(|end| end != "rs") {
                continue;
            }
            let inside = path.strip_prefix(&src).unwrap().with_extension("");
            let parts: Vec<_> = inside.iter().map(|part| part.to_str().unwrap()).collect();
            if parts == ["lib"] {
                continue;
            }
            read += 1;
            let file = parts[1..].join("::");
            for target in targets(&std::fs::read_to_string(&path).unwrap()) {
                objections.extend(objection(parts[0], &file, &target));
            }
        }
    }
    assert!(read > 30, "only {read} files were read");
    assert!(objections.is_empty(), "{}", objections.join("\n"));
}

#[test]
fn the_law_objects_to_what_it_forbids() {
    assert!(objection("common", "text", "db").is_some());
    assert!(objection("categories", "store", "places").is_some());
    assert!(objection("front", "pages", "places").is_some());
    assert!(objection("places", "model", "http").is_some());
    assert!(objection("http", "app", "config").is_some());
    assert!(objection("places", "store", "categories").is_none());
    let source = "use crate::db::engine::Db;\nuse crate::{execute, with_pool, places::{self, keep}};";
    assert_eq!(targets(source), ["db", "places"]);
}
