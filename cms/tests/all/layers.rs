//! Modules import lower layers only. See docs/architecture.md, "Layers".

use std::path::Path;

/// Modules from the lowest layer up. A module may import modules of lower layers, and the ones listed with it.
const LAYERS: &[(&str, u8, &[&str])] = &[
    ("common", 1, &[]),
    ("db", 1, &["common"]),
    ("config", 1, &[]),
    ("idempotency", 2, &[]),
    ("integrations", 2, &[]),
    ("audit_log", 3, &[]),
    ("identity", 3, &["audit_log"]),
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
    ("backup", 6, &[]),
    ("enquiries", 7, &[]),
    ("guestbook", 7, &[]),
    ("invalid_values", 7, &["guestbook"]),
    ("likes", 7, &[]),
    ("render_failures", 7, &[]),
    ("api", 8, &[]),
    ("page_proxy", 9, &[]),
    ("metrics", 9, &["page_proxy"]),
    ("commands", 10, &[]),
    ("main", 11, &[]),
];
/// The layers of the domains, none of which `page_proxy` may import.
const DOMAIN_LAYERS: std::ops::RangeInclusive<u8> = 5..=8;

fn layer(module: &str) -> (u8, &'static [&'static str]) {
    let found = LAYERS.iter().find(|(name, ..)| *name == module);
    let (_, layer, peers) = found.unwrap_or_else(|| panic!("the module {module} is on no layer: add it to LAYERS"));
    (*layer, peers)
}

/// The reason why a file of `module` may not import `target`; `None` if it may.
fn violation(module: &str, file: &str, target: &str) -> Option<String> {
    let ((mine, peers), (theirs, _)) = (layer(module), layer(target));
    if module == target || (module == "config" && target == "config") {
        return None;
    }
    let is_allowed = theirs < mine || peers.contains(&target);
    if !is_allowed {
        return Some(format!("{module}::{file} imports {target}: layer {mine} may only import lower layers"));
    }
    if target == "config" && module != "commands" && module != "main" {
        return Some(format!("{module}::{file} imports config: settings are handed in by commands"));
    }
    if module == "page_proxy" && DOMAIN_LAYERS.contains(&theirs) {
        return Some(format!("page_proxy::{file} imports {target}: the page proxy imports no domain"));
    }
    if file == "model" && DOMAIN_LAYERS.contains(&mine) && !(target == "common" || DOMAIN_LAYERS.contains(&theirs)) {
        return Some(format!("{module}::model imports {target}: a model knows only common and models below"));
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
    // Macros are exported at the crate root, wherever they are defined.
    targets.retain(|target| {
        !target.is_empty() && !["with_pool", "with_tx", "execute", "traced"].contains(&target.as_str())
    });
    targets
}

#[test]
fn modules_import_lower_layers_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut violations = Vec::new();
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
                violations.extend(violation(parts[0], &file, &target));
            }
        }
    }
    assert!(read > 30, "only {read} files were read");
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn forbidden_imports_are_violations() {
    assert!(violation("common", "text", "db").is_some());
    assert!(violation("categories", "store", "places").is_some());
    assert!(violation("page_proxy", "pages", "places").is_some());
    assert!(violation("places", "model", "http").is_some());
    assert!(violation("http", "app", "config").is_some());
    assert!(violation("places", "store", "categories").is_none());
    let source = "use crate::db::engine::Db;\nuse crate::{execute, with_pool, places::{self, keep}};";
    assert_eq!(targets(source), ["db", "places"]);
}
