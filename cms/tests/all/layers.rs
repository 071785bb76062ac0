//! Modules import lower layers only. See docs/architecture.md, "Layers".

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

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

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The Rust files below `src` except lib.rs: the path of each as module names, and its content.
fn files(src: &Path) -> Vec<(Vec<String>, String)> {
    let (mut files, mut folders) = (Vec::new(), vec![src.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let inside = path.strip_prefix(src).unwrap().with_extension("");
                let parts: Vec<_> = inside.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                if parts != ["lib"] {
                    files.push((parts, std::fs::read_to_string(&path).unwrap()));
                }
            }
        }
    }
    assert!(files.len() > 30, "only {} files were read", files.len());
    files
}

#[test]
fn modules_import_lower_layers_only() {
    let mut violations = Vec::new();
    for (parts, source) in files(&src()) {
        let file = parts[1..].join("::");
        for target in targets(&source) {
            violations.extend(violation(&parts[0], &file, &target));
        }
    }
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

/// The tables of the schema by the module that owns them.
const TABLE_OWNERS: &[(&str, &str)] = &[
    ("articles", "article article_slug article_tag"),
    ("audit_log", "audit_event bulk_change deleted_record"),
    ("categories", "category category_alias"),
    ("contact", "contact_message"),
    ("db", "counter place_fts_prefix place_fts_trigram"),
    ("enquiries", "enquiry"),
    ("guestbook", "guestbook_comment guestbook_entry guestbook_post_log moderation_log"),
    ("idempotency", "idempotency_key"),
    ("identity", "account federated_identity rate_limit recovery_code second_factor session sign_in_flow signing_key"),
    ("identity", "ticket used_refresh_token"),
    ("jobs", "change_log email_outbox"),
    ("likes", "place_like"),
    ("media", "image image_use"),
    ("places", "fact_check name_deletion name_word place place_category place_name_suffix place_slug place_tag tag"),
    ("settings", "feed setting static_page"),
    ("spam", "spam_word"),
];

/// The statements of a module that use tables of other modules: the module, the tables, the reason.
const FOREIGN_TABLES: &[(&str, &str, &str)] = &[
    ("articles", "change_log image_use", "when a change is live; the article texts that use an image"),
    ("audit", "audit_event", "its API and retention; events are written in a lower layer"),
    ("categories", "counter place_category", "the list cache becomes stale; the number of places"),
    ("commands", "article category place setting", "a seed fills only an empty database"),
    ("db", "category change_log place place_category place_tag", "the place index"),
    ("enquiries", "account place", "the recipient of an enquiry"),
    ("guestbook", "account counter place", "the author and the place of an entry; the number of entries"),
    ("jobs", "enquiry", "the delivery of an enquiry's email"),
    ("likes", "place", "the liked place and its count of likes"),
    ("media", "article guestbook_entry place place_slug", "the uses of an image; the list cache becomes stale"),
    ("places", "account category change_log counter guestbook_entry image_use place_like setting", "joins of a list"),
    ("render_failures", "article place", "the names of pages that fail"),
    (
        "signin",
        "account audit_event email_outbox enquiry guestbook_comment guestbook_entry",
        "the export of an account",
    ),
    ("signin", "place place_like setting", "the export of an account; the name of the guide"),
    ("stats", "account article category counter fact_check guestbook_entry place", "the statistics"),
    ("users", "account", "the API of accounts"),
];

/// The words of the SQL statements in a source that may be table names.
fn named_tables(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words: Vec<&str> =
        lines.flat_map(str::split_whitespace).map(|word| word.trim_start_matches(['"', '('])).collect();
    let is_before_table = |word: &str| ["from", "join", "into", "update"].contains(&word.to_lowercase().as_str());
    let name = |word: &&str| word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
    words.windows(2).filter(|pair| is_before_table(pair[0])).map(|pair| &pair[1][..name(&pair[1])]).collect()
}

#[test]
fn modules_use_their_own_tables_and_the_listed_ones() {
    let schema = include_str!("../../../migrations/0100_initial_schema.sql");
    let created = schema.lines().filter_map(|line| {
        let rest = line.strip_prefix("create table ").or_else(|| line.strip_prefix("create virtual table "))?;
        rest.split_whitespace().next()
    });
    let created: BTreeSet<&str> = created.collect();
    let owner: BTreeMap<&str, &str> = TABLE_OWNERS
        .iter()
        .flat_map(|(module, tables)| tables.split_whitespace().map(move |table| (table, *module)))
        .collect();
    assert_eq!(owner.keys().copied().collect::<BTreeSet<_>>(), created, "each table has one owner in TABLE_OWNERS");
    let files = files(&src());
    let mut foreign = BTreeSet::new();
    for (parts, source) in &files {
        let module = &parts[0];
        let tables = named_tables(source).into_iter().filter_map(|table| owner.get_key_value(table));
        let others = tables.filter(|(_, owner)| **owner != module.as_str()).map(|(table, _)| (module.clone(), *table));
        foreign.extend(others.collect::<Vec<_>>());
    }
    let listed: BTreeSet<(String, &str)> = FOREIGN_TABLES
        .iter()
        .flat_map(|(module, tables, _)| tables.split_whitespace().map(|table| ((*module).to_owned(), table)))
        .collect();
    let unlisted: Vec<_> = foreign.difference(&listed).collect();
    assert!(unlisted.is_empty(), "uses of another module's table that are not in FOREIGN_TABLES: {unlisted:?}");
    let unused: Vec<_> = listed.difference(&foreign).collect();
    assert!(unused.is_empty(), "listed in FOREIGN_TABLES but not used: {unused:?}");
}

#[test]
fn tables_are_found_in_statements() {
    let source = "/// from place\nlet a = \"select 1 from place join\n place_tag on true\";\n let b = \"update \
                  account set x\";\n#[cfg(test)]\n\"from session\"";
    assert_eq!(named_tables(source), ["place", "place_tag", "account"]);
}
