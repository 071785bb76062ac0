//! Modules import lower layers only, and use only tables that they own or that are listed with a reason. See
//! docs/architecture.md, "Layers".

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Each module with its layer and the modules of the same layer that it may import. A module may also import lower
/// layers, and modules of its own folder on its layer. A folder with parts on several layers has several lines.
const LAYERS: &[(&str, u8, &[&str])] = &[
    ("common", 1, &[]),
    ("db", 1, &["common"]),
    ("config", 1, &["common"]),
    ("idempotency", 2, &[]),
    ("integrations", 2, &[]),
    ("places::index", 2, &[]),
    ("audit::log", 3, &[]),
    ("audit::undo", 3, &[]),
    ("jobs", 3, &[]),
    ("auth::domain", 4, &[]),
    ("http", 5, &[]),
    ("articles", 6, &["media", "drafts::store", "revisions::store"]),
    ("audit", 6, &[]),
    ("auth", 6, &[]),
    ("categories", 6, &["drafts::store", "revisions::store"]),
    ("media", 6, &[]),
    ("changes", 8, &[]),
    ("changes::store", 6, &[]),
    ("drafts::store", 6, &["revisions::store"]),
    ("revisions::store", 6, &[]),
    ("places::prices", 6, &[]),
    ("settings", 6, &["media", "drafts::store", "places::prices", "revisions::store"]),
    ("spam", 6, &[]),
    ("contact", 6, &["settings", "spam"]),
    ("stats", 6, &[]),
    ("users", 6, &["auth"]),
    ("places", 7, &[]),
    ("backup", 7, &["places"]),
    ("alerts", 8, &[]),
    ("claims", 8, &["proposals"]),
    ("enquiries", 8, &[]),
    ("guestbook", 8, &[]),
    ("imports", 8, &["records"]),
    ("invalid_values", 8, &["guestbook"]),
    ("likes", 8, &[]),
    ("owner_reminders", 8, &[]),
    ("proposals", 8, &[]),
    ("quality", 8, &["owner_reminders", "proposals"]),
    ("records", 8, &[]),
    ("render_failures", 8, &[]),
    ("drafts", 8, &["records"]),
    ("releases", 8, &["drafts", "records", "revisions"]),
    ("previews", 8, &["records"]),
    ("webhooks", 8, &[]),
    ("revisions", 8, &["records"]),
    ("schedule", 8, &[]),
    ("api", 9, &[]),
    ("mcp", 10, &[]),
    ("site_proxy", 10, &[]),
    ("metrics", 10, &["site_proxy"]),
    ("commands", 11, &[]),
    ("main", 12, &[]),
];
/// The folders of the server's crates, relative to `cms`.
const CRATE_FOLDERS: &[&str] = &["core", "content", "community", "editorial", "."];
/// The layers of the domains and of `api`. `site_proxy` may not import modules of these layers.
const DOMAIN_AND_API_LAYERS: std::ops::RangeInclusive<u8> = 6..=9;

/// The macros of the server's crates. Imports of macros are not checked: every macro is exported at the crate root.
const MACROS: &[&str] =
    &["account_columns", "execute", "insert_row", "is_valid_subject", "traced", "update_row", "with_pool", "with_tx"];

/// The entry of [`LAYERS`] for a module path: of the names that are prefixes of the path, the longest one.
fn layer_entry(path: &str) -> (&'static str, u8, &'static [&'static str]) {
    let is_prefix = |name: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
    let entry = LAYERS.iter().filter(|(name, ..)| is_prefix(name)).max_by_key(|(name, ..)| name.len());
    *entry.unwrap_or_else(|| panic!("the module {path} is on no layer: add it to LAYERS"))
}

fn first_segment(path: &str) -> &str {
    path.split("::").next().unwrap()
}

/// The reason why the module `path` may not import `target`; `None` if it may.
fn import_violation(path: &str, target: &str) -> Option<String> {
    let ((_, path_layer, peers), (target_module, target_layer, _)) = (layer_entry(path), layer_entry(target));
    let is_same_folder = first_segment(path) == first_segment(target);
    if !(target_layer < path_layer || peers.contains(&target_module) || (is_same_folder && target_layer == path_layer))
    {
        return Some(format!("{path} imports {target}: layer {path_layer} may only import lower layers"));
    }
    if is_same_folder {
        return None;
    }
    if target_module == "config" && !["commands", "main"].contains(&first_segment(path)) {
        return Some(format!("{path} imports config: settings are handed in by commands"));
    }
    if first_segment(path) == "site_proxy" && DOMAIN_AND_API_LAYERS.contains(&target_layer) {
        return Some(format!("{path} imports {target}: the site proxy imports no domain"));
    }
    let is_model = path == format!("{}::model", first_segment(path)) && DOMAIN_AND_API_LAYERS.contains(&path_layer);
    if is_model && !(target_module == "common" || DOMAIN_AND_API_LAYERS.contains(&target_layer)) {
        return Some(format!("{path} imports {target}: a model knows only common and models below"));
    }
    None
}

/// The paths of a use tree: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn use_tree_paths(tree: &str) -> Vec<String> {
    let Some((prefix, group)) = tree.split_once('{') else { return vec![tree.trim().to_owned()] };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let (mut paths, mut depth, mut start) = (Vec::new(), 0, 0);
    for (index, character) in group.char_indices().chain([(group.len(), ',')]) {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                paths
                    .extend(use_tree_paths(&group[start..index]).iter().map(|path| format!("{}{path}", prefix.trim())));
                start = index + 1;
            }
            _ => {}
        }
    }
    paths
}

/// The paths after `crate::` or `super::` in the source of the module `path`, without `crate::`. Macros and unit tests
/// are left out.
fn imported_paths(path: &str, source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let parent = |path: &str| path.rsplit_once("::").map_or(String::new(), |(parent, _)| parent.to_owned());
    let absolute = |path: &str| if path.is_empty() { "crate::".to_owned() } else { format!("crate::{path}::") };
    let (folder_of_file, outer_folder) = (absolute(&parent(path)), absolute(&parent(&parent(path))));
    let code = code.replace("super::super::", &outer_folder).replace("super::", &folder_of_file);
    let mut targets = Vec::new();
    for (index, _) in code.match_indices("crate::") {
        let rest = &code[index + "crate::".len()..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_:".contains(c)).unwrap_or(rest.len());
        let end = if rest[end..].starts_with('{') { rest.find(';').unwrap_or(end) } else { end };
        targets.extend(use_tree_paths(&rest[..end]));
    }
    targets.retain(|target| !target.is_empty() && !MACROS.contains(&first_segment(target)));
    targets
}

/// The folder `cms`.
fn package_folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files of the crates except `lib.rs`: for each, its path as module names, and its content.
fn source_files() -> Vec<(Vec<String>, String)> {
    let (mut files, mut folders) = (Vec::new(), Vec::new());
    for name in CRATE_FOLDERS {
        let src = package_folder().join(name).join("src");
        folders.push(src.clone());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let relative_path = path.strip_prefix(&src).unwrap().with_extension("");
                    let parts: Vec<_> = relative_path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                    if parts != ["lib"] {
                        files.push((parts, std::fs::read_to_string(&path).unwrap()));
                    }
                }
            }
        }
    }
    assert!(files.len() > 250, "only {} files were read", files.len());
    files
}

#[test]
fn modules_import_lower_layers_only() {
    let mut violations = Vec::new();
    for (parts, source) in source_files() {
        let path = parts.join("::");
        for target in imported_paths(&path, &source) {
            violations.extend(import_violation(&path, &target));
        }
    }
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

#[test]
fn imports_are_found_and_only_forbidden_ones_are_violations() {
    assert!(import_violation("common::text", "db::engine").is_some());
    assert!(import_violation("categories::store", "places::store").is_some());
    assert!(import_violation("site_proxy::pages", "places::store").is_some());
    assert!(import_violation("places::model", "http::app").is_some());
    assert!(import_violation("http::app", "config").is_some());
    assert!(import_violation("audit::log", "audit::routes").is_some());
    assert!(import_violation("http::app", "auth::pages::layout").is_some());
    assert!(import_violation("audit::routes", "audit::log").is_none());
    assert!(import_violation("http::app", "auth::domain::accounts").is_none());
    assert!(import_violation("places::store", "categories").is_none());
    let source = "use crate::db::engine::Db;\nuse crate::{execute, with_pool, places::{self, dto}};\ncrate::api::all()";
    assert_eq!(imported_paths("users::store", source), ["db::engine::Db", "places::self", "places::dto", "api::all"]);
    assert_eq!(
        imported_paths("audit::log", "use super::{model, routes::list};"),
        ["audit::model", "audit::routes::list"]
    );
    assert_eq!(imported_paths("users::store", "super::super::places::path()"), ["places::path"]);
}

/// Each module with the tables that it owns, separated by spaces.
const TABLE_OWNERS: &[(&str, &str)] = &[
    ("alerts", "alert alert_place"),
    ("articles", "article article_slug article_tag"),
    ("audit", "audit_event bulk_change deleted_record"),
    ("categories", "category category_alias"),
    ("claims", "claim"),
    ("contact", "contact_message"),
    ("db", "counter"),
    ("enquiries", "enquiry"),
    ("guestbook", "guestbook_comment guestbook_entry guestbook_post_log moderation_log"),
    ("idempotency", "idempotency_key"),
    (
        "auth",
        "account api_token federated_identity rate_limit recovery_code second_factor session sign_in_flow signing_key",
    ),
    ("auth", "ticket used_refresh_token"),
    ("imports", "import_job import_mapping import_row place_source_ref"),
    ("jobs", "change_log email_outbox"),
    ("likes", "place_like"),
    ("media", "image image_use"),
    ("owner_reminders", "owner_confirmation owner_reminder"),
    ("proposals", "proposal proposal_report report_key"),
    ("quality", "link_check link_use"),
    ("changes", "public_record"),
    ("drafts", "draft"),
    ("releases", "release release_record"),
    ("previews", "preview"),
    ("webhooks", "webhook webhook_delivery"),
    ("revisions", "revision"),
    (
        "places",
        "fact_check name_deletion name_word place place_category place_fts_prefix place_fts_trigram place_name_suffix",
    ),
    ("places", "place_slug place_tag tag traveler_check"),
    ("settings", "feed setting static_page"),
    ("spam", "spam_word"),
];

/// Each module that uses tables of other modules, with these tables, separated by spaces, and the reason.
const FOREIGN_TABLES: &[(&str, &str, &str)] = &[
    ("alerts", "account category place place_category place_slug", "who created an alert; its places and category"),
    ("articles", "change_log image_use", "when a change is live; the article texts that use an image"),
    ("backup", "webhook", "a restored guide sends nothing"),
    ("categories", "counter place_category", "the list cache becomes stale; the number of places"),
    ("changes", "article category counter place place_category setting static_page", "what is public"),
    ("claims", "account place", "the place and the account of a claim"),
    ("commands", "article category place setting", "a seed fills only an empty database"),
    ("db", "place", "the full-text index of places"),
    ("enquiries", "account place", "the recipient of an enquiry"),
    ("guestbook", "account counter place", "the author and the place of an entry; the number of entries"),
    ("imports", "account", "who uploaded a file"),
    ("jobs", "enquiry", "the delivery of an enquiry's email"),
    ("likes", "place", "the liked place and its count of likes"),
    ("owner_reminders", "account email_outbox fact_check place", "the owners and places that are due"),
    ("owner_reminders", "proposal revision", "what silent owners have not changed"),
    ("proposals", "account place", "the place of a proposal; the address of a deleted account"),
    ("media", "article guestbook_entry place place_slug", "the uses of an image; the list cache becomes stale"),
    ("places", "account category change_log counter guestbook_entry image_use place_like setting", "joins of a list"),
    ("places", "alert alert_place", "the current alerts of a place"),
    ("quality", "article counter fact_check place", "links; which replica checks them; whether a place has changed"),
    ("render_failures", "article place", "the names of pages that fail"),
    ("auth", "audit_event claim email_outbox enquiry guestbook_comment guestbook_entry", "the export of an account"),
    (
        "auth",
        "category place place_like setting",
        "the export of an account; limits of API tokens; the name of the guide",
    ),
    ("drafts", "account article category deleted_record place release setting static_page", "the records, who saved"),
    ("releases", "account article category draft place setting static_page", "the records and who changed"),
    ("previews", "account", "who made a preview"),
    ("revisions", "account category deleted_record", "who saved; categories that can still be restored"),
    ("schedule", "account article place release", "what is scheduled, and who scheduled it"),
    ("settings", "counter", "the list cache becomes stale after a change of the country"),
    ("stats", "account article category counter fact_check guestbook_entry place", "the statistics"),
    ("users", "account", "the API of accounts"),
    ("webhooks", "account counter", "who created a webhook and gets its email; the end of the change feed"),
];

/// The words in a source file that may be table names, because they follow `from`, `join`, `into` or `update`.
fn possible_table_names(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let words = lines.flat_map(|line| line.split(|c: char| c.is_whitespace() || c == '"'));
    let words: Vec<&str> = words.map(|word| word.trim_start_matches('(')).filter(|word| !word.is_empty()).collect();
    let is_before_table = |word: &str| ["from", "join", "into", "update"].contains(&word.to_lowercase().as_str());
    let name_end = |word: &&str| word.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(word.len());
    words.windows(2).filter(|pair| is_before_table(pair[0])).map(|pair| &pair[1][..name_end(&pair[1])]).collect()
}

#[test]
fn modules_use_their_own_tables_and_the_listed_ones() {
    let migrations =
        std::fs::read_dir(package_folder().join("../migrations")).unwrap().map(|file| file.unwrap().path());
    let migrations = migrations.filter(|path| path.extension().is_some_and(|extension| extension == "sql"));
    let schema = migrations.map(|path| std::fs::read_to_string(path).unwrap()).collect::<String>();
    let created_tables = schema.lines().filter_map(|line| {
        let rest = line.strip_prefix("create table ").or_else(|| line.strip_prefix("create virtual table "))?;
        rest.split_whitespace().next()
    });
    let created_tables: BTreeSet<&str> = created_tables.collect();
    let owners: BTreeMap<&str, &str> = TABLE_OWNERS
        .iter()
        .flat_map(|(module, tables)| tables.split_whitespace().map(move |table| (table, *module)))
        .collect();
    assert_eq!(
        owners.keys().copied().collect::<BTreeSet<_>>(),
        created_tables,
        "each table has one owner in TABLE_OWNERS"
    );
    let files = source_files();
    let mut foreign_uses = BTreeSet::new();
    for (parts, source) in &files {
        let module = &parts[0];
        let tables = possible_table_names(source).into_iter().filter_map(|table| owners.get_key_value(table));
        let foreign_tables =
            tables.filter(|(_, owner)| **owner != module.as_str()).map(|(table, _)| (module.clone(), *table));
        foreign_uses.extend(foreign_tables.collect::<Vec<_>>());
    }
    let listed_uses: BTreeSet<(String, &str)> = FOREIGN_TABLES
        .iter()
        .flat_map(|(module, tables, _)| tables.split_whitespace().map(|table| ((*module).to_owned(), table)))
        .collect();
    let unlisted_uses: Vec<_> = foreign_uses.difference(&listed_uses).collect();
    assert!(
        unlisted_uses.is_empty(),
        "uses of another module's table that are not in FOREIGN_TABLES: {unlisted_uses:?}"
    );
    let unused_entries: Vec<_> = listed_uses.difference(&foreign_uses).collect();
    assert!(unused_entries.is_empty(), "listed in FOREIGN_TABLES but not used: {unused_entries:?}");
}

#[test]
fn tables_are_found_in_statements() {
    let source = "/// from place\nlet a = \"select 1 from place join\n place_tag on true\";\n let b = \"update \
                  account set x\";\n#[cfg(test)]\n\"from session\"";
    assert_eq!(possible_table_names(source), ["place", "place_tag", "account"]);
}
