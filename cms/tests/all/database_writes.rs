//! Writes to the database: atomic, acknowledged after the commit, isolated from failures of other writes. Also canceled
//! reads, migrations, and the database that a command opens.

use cms::audit::log::AuditContext;
use cms::common::cache_tag::CacheTag;
use cms::common::clock::Timestamp;
use cms::common::id::PlaceId;
use cms::db::engine::{Db, StoreError, Tx};
use cms::db::migrations;
use cms::db::write::Mergeable;
use cms::http::problem::Problem;
use cms::jobs::change_log;
use cms::{execute, with_pool};
use futures_util::future::BoxFuture;
use rstest::rstest;

use crate::test_app::{Engine, PgBouncer, Postgres, Sqlite, migrated_database, new_database_url, open_database};

async fn tag_names(db: &Db) -> Vec<String> {
    with_pool!(db, |engine| sqlx::query_scalar("select name from tag order by name").fetch_all(engine)).unwrap()
}

async fn audit_actions(db: &Db) -> Vec<String> {
    with_pool!(db, |engine| sqlx::query_scalar("select action from audit_event order by created_at, id")
        .fetch_all(engine))
    .unwrap()
}

#[rstest]
#[tokio::test]
async fn failed_or_panicked_write_leaves_nothing_and_later_writes_succeed(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    let writes = (0..30).map(|n| {
        let db = db.clone();
        tokio::spawn(async move {
            db.write::<(), StoreError, _>(move |tx| {
                Box::pin(async move {
                    let add = "insert into tag (name, place_count) values ($1, 1)";
                    let added = execute!(tx, sqlx::query(add).bind(format!("{n:02}")))?;
                    assert_eq!(added, 1, "deferred inserts do not change the result of a statement");
                    AuditContext::command(&format!("{n:02}"), Timestamp(n)).log_action(tx).await?;
                    match n % 3 {
                        0 => Ok(()),
                        1 => Err(StoreError::NotFound),
                        _ => panic!("on purpose"),
                    }
                })
            })
            .await
        })
    });
    let mut kept_names = Vec::new();
    for (n, write) in writes.collect::<Vec<_>>().into_iter().enumerate() {
        match write.await {
            Ok(Ok(())) => kept_names.push(format!("{n:02}")),
            Ok(Err(StoreError::NotFound)) => assert_eq!(n % 3, 1),
            // The write panicked. On PostgreSQL its task panics, and on SQLite the result is `Aborted`.
            _ => assert_eq!(n % 3, 2),
        }
    }
    assert_eq!(kept_names.len(), 10);
    assert_eq!(tag_names(&db).await, kept_names);
    assert_eq!(audit_actions(&db).await, kept_names, "the audit event is stored with its write or not at all");
}

/// A value whose serialization fails, so that it cannot be bound to a statement.
struct Unserializable;

impl serde::Serialize for Unserializable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("on purpose"))
    }
}

#[rstest]
#[tokio::test]
async fn failed_write_does_not_affect_others_in_its_batch(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    let writes = (0..12).map(|n: i64| {
        db.write::<(), StoreError, _>(move |tx| {
            Box::pin(async move {
                let (name, add) = (format!("{n:02}"), "insert into tag (name, place_count) values ($1, 1)");
                let audit = AuditContext::command(&name, Timestamp(n));
                if n % 4 == 1 {
                    // On SQLite, `flush_deferred` inserts the audit events of earlier writes within the savepoint of
                    // this write. The failure of this write must not remove them.
                    audit.log_action(tx).await?;
                    tx.flush_deferred().await?;
                    audit.log_action(tx).await?;
                    return Err(StoreError::NotFound);
                }
                if n % 4 == 2 {
                    let unwritable = execute!(tx, sqlx::query(add).bind(sqlx::types::Json(Unserializable)));
                    assert!(unwritable.is_err());
                    return Err(StoreError::NotFound);
                }
                assert_eq!(execute!(tx, sqlx::query(add).bind(name))?, 1);
                audit.log_action(tx).await
            })
        })
    });
    let kept = futures_util::future::join_all(writes).await;
    let kept: Vec<String> = (0..12).filter(|n| kept[*n].is_ok()).map(|n| format!("{n:02}")).collect();
    assert_eq!(kept, ["00", "03", "04", "07", "08", "11"]);
    assert_eq!(tag_names(&db).await, kept);
    assert_eq!(audit_actions(&db).await, kept);
}

/// Inserts a tag with this number. The write succeeds if the number is divisible by four. With the remainder 1 it is
/// rejected, with 2 it panics, and with 3 the whole merged write fails.
struct TagInsert(i64);

impl Mergeable for TagInsert {
    /// The number of tags that were merged into the write.
    type Output = usize;
    type Error = StoreError;

    /// Two tags are independent if their numbers are in different tens.
    fn is_independent_of(&self, other: &Self) -> bool {
        self.0 / 10 != other.0 / 10
    }

    fn write<'t>(tx: &'t mut Tx, all: &'t [Self]) -> BoxFuture<'t, Result<Vec<Result<usize, StoreError>>, StoreError>> {
        Box::pin(async move {
            let mut outcomes = Vec::new();
            for TagInsert(n) in all {
                if n % 4 == 1 {
                    outcomes.push(Err(StoreError::NotFound));
                    continue;
                }
                let add = "insert into tag (name, place_count) values ($1, 1)";
                execute!(tx, sqlx::query(add).bind(format!("{n:03}")))?;
                match n % 4 {
                    2 => panic!("on purpose"),
                    3 => return Err(StoreError::UniqueViolation),
                    _ => outcomes.push(Ok(all.len())),
                }
            }
            Ok(outcomes)
        })
    }
}

#[rstest]
#[tokio::test]
async fn merged_writes_have_the_results_of_single_writes(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    let outcomes = |numbers: Vec<i64>| {
        let writes = numbers.into_iter().map(|n| {
            let db = db.clone();
            tokio::spawn(async move { db.write_merged(TagInsert(n)).await })
        });
        futures_util::future::join_all(writes.collect::<Vec<_>>())
    };
    for (n, outcome) in (0..40).zip(outcomes((0..40).collect()).await) {
        match (n % 4, outcome) {
            (0, Ok(Ok(_))) | (1, Ok(Err(StoreError::NotFound))) | (3, Ok(Err(StoreError::UniqueViolation))) => {}
            // The write panicked. On PostgreSQL its task panics, and on SQLite the result is `Aborted`.
            (2, Ok(Err(StoreError::Aborted)) | Err(_)) => {}
            (_, outcome) => panic!("{n} ended as {outcome:?}"),
        }
    }
    assert_eq!(tag_names(&db).await, (0..40).step_by(4).map(|n| format!("{n:03}")).collect::<Vec<_>>());

    // These are 20 numbers, two of each ten, all divisible by four. Tags of the same ten are never merged, so at most
    // ten tags share a write. SQLite merges tags that wait while its writer inserts the first one. PostgreSQL merges
    // none.
    let tag_numbers = (10..20).flat_map(|ten| [ten * 10 + ten % 2 * 2, ten * 10 + 4 + ten % 2 * 2]).collect();
    let merged_counts: Vec<usize> =
        outcomes(tag_numbers).await.into_iter().map(|outcome| outcome.unwrap().unwrap()).collect();
    assert_eq!(tag_names(&db).await.len(), 10 + 20);
    let max_count = merged_counts.iter().max();
    assert!(
        if engine == Sqlite { max_count > Some(&1) && max_count <= Some(&10) } else { max_count == Some(&1) },
        "{merged_counts:?}"
    );
}

#[tokio::test]
async fn canceled_read_returns_its_connection() {
    let folder = tempfile::tempdir().unwrap();
    let db = migrated_database(Sqlite, folder.path()).await.unwrap();
    let count_up_to = async |to: i64| {
        let count =
            "with recursive n (i) as (select 1 union all select i + 1 from n where i < $1) select count(*) from n";
        with_pool!(&db, |engine| sqlx::query_scalar::<_, i64>(count).bind(to).fetch_one(engine))
    };
    let pool_size = db.stats().max_connections as usize;
    let read_concurrently = |to: i64| futures_util::future::join_all((0..pool_size * 3).map(move |_| count_up_to(to)));
    let limit = std::time::Duration::from_millis(30);
    assert!(
        tokio::time::timeout(limit, read_concurrently(2_000_000)).await.is_err(),
        "the reads ended before they could be cancelled"
    );
    for counted in read_concurrently(10).await {
        assert_eq!(counted.unwrap(), 10);
    }
    let all_idle = async {
        while db.stats().idle_connections < pool_size {
            tokio::time::sleep(limit).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), all_idle).await.unwrap();
    assert_eq!(db.stats().connections as usize, pool_size);
    db.close().await;
    assert!(matches!(count_up_to(1).await, Err(sqlx::Error::PoolClosed)));
}

#[rstest]
#[tokio::test]
async fn unique_violation_is_distinguished_from_other_errors(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    let add = async || {
        db.write(|tx| {
            Box::pin(async move {
                execute!(tx, sqlx::query("insert into tag (name, place_count) values ('a', 1)"))?;
                Ok::<(), StoreError>(())
            })
        })
        .await
    };
    add().await.unwrap();
    assert!(matches!(add().await, Err(StoreError::UniqueViolation)));
}

#[rstest]
#[tokio::test]
async fn change_log_reader_sees_every_entry_of_concurrent_writes(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    // The reader continues after the last entry that it saw. It must see every entry, whatever the order of the
    // commits.
    let reader = {
        let db = db.clone();
        tokio::spawn(async move {
            let (mut seen, mut last_seq) = (Vec::new(), cms::common::id::ChangeSeq(0));
            while seen.len() < 60 {
                for change in change_log::list_after(&db, last_seq).await.unwrap() {
                    last_seq = change.seq;
                    seen.push(change.tags.0[0].clone());
                }
                tokio::task::yield_now().await;
            }
            seen
        })
    };
    let writers: Vec<_> = (0..60)
        .map(|n| {
            let db = db.clone();
            tokio::spawn(async move {
                db.write(move |tx| {
                    Box::pin(async move { change_log::append(tx, &[CacheTag::Place(PlaceId(n))], Timestamp(n)).await })
                })
                .await
                .unwrap()
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    let mut seen = tokio::time::timeout(std::time::Duration::from_secs(20), reader).await.unwrap().unwrap();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 60);
}

async fn add_tag(db: &Db, name: String) -> Result<(), StoreError> {
    db.write(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("insert into tag (name, place_count) values ($1, 1)").bind(name))?;
            Ok(())
        })
    })
    .await
}

/// Limits SQLite's file to this number of pages. A write beyond the limit fails like a write on a full disk.
async fn limit_sqlite_pages(db: &cms::db::engine::Db, pages: i64) {
    let limit_write = db.write::<_, StoreError, _>(move |tx| {
        let pragma = sqlx::AssertSqlSafe(format!("pragma max_page_count = {pages}"));
        Box::pin(async move { Ok(execute!(tx, sqlx::query(pragma))?) })
    });
    limit_write.await.unwrap();
}

/// A tag name that fills about half a page of SQLite's file.
fn long_tag_name(n: usize) -> String {
    format!("{n:06}{}", "x".repeat(2000))
}

#[tokio::test]
async fn full_disk_is_reported_and_writes_continue_once_there_is_space() {
    let folder = tempfile::tempdir().unwrap();
    let db = migrated_database(Sqlite, folder.path()).await.unwrap();
    limit_sqlite_pages(&db, 1).await;
    let mut kept_count = 0;
    let refused = loop {
        match add_tag(&db, long_tag_name(kept_count)).await {
            Ok(()) => kept_count += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, StoreError::DiskFull), "{refused:?}");
    assert_eq!(tag_names(&db).await.len(), kept_count);
    let problem = cms::http::problem::Problem::from(refused);
    assert_eq!((problem.status.as_u16(), problem.retry_after_s.map(u32::from)), (507, Some(60)));
    limit_sqlite_pages(&db, 1_000_000).await;
    add_tag(&db, long_tag_name(kept_count)).await.unwrap();
    assert_eq!(tag_names(&db).await.len(), kept_count + 1);
}

#[tokio::test]
async fn concurrent_writes_on_full_disk_persist_exactly_the_acknowledged_ones() {
    let folder = tempfile::tempdir().unwrap();
    let db = migrated_database(Sqlite, folder.path()).await.unwrap();
    // The disk has space for some of the tags only, so it becomes full within a batch.
    let pages: i64 = with_pool!(&db, |engine| sqlx::query_scalar("pragma page_count").fetch_one(engine)).unwrap();
    limit_sqlite_pages(&db, pages + 40).await;
    let mut acknowledged = Vec::new();
    for round in 0..4 {
        let writes = (0..40).map(|n| long_tag_name(round * 40 + n)).map(|name| async {
            match add_tag(&db, name.clone()).await {
                Ok(()) => Some(name),
                Err(StoreError::DiskFull) => None,
                Err(other) => panic!("a full disk is reported as {other:?}"),
            }
        });
        acknowledged.extend(futures_util::future::join_all(writes).await.into_iter().flatten());
    }
    assert!(acknowledged.len() < 160, "the disk was never full");
    assert_eq!(tag_names(&db).await, acknowledged);
    limit_sqlite_pages(&db, 1_000_000).await;
    add_tag(&db, long_tag_name(999)).await.unwrap();
    assert_eq!(tag_names(&db).await.len(), acknowledged.len() + 1);
}

#[rstest]
#[tokio::test]
async fn migrations_can_run_twice(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    migrations::run(&db).await.unwrap();
    db.ping().await.unwrap();
}

/// The schema of a database and the versions of its migrations.
async fn schema_and_migrations(db: &Db) -> (Vec<String>, Vec<i64>) {
    let select_schema = match db {
        Db::Sqlite { .. } => "select type || ' ' || name || ' ' || coalesce(sql, '') from sqlite_master order by 1",
        Db::Postgres { .. } => {
            "select table_name || '.' || column_name || ' ' || data_type from information_schema.columns
             where table_schema = 'public'
             union all select indexdef from pg_indexes where schemaname = 'public' order by 1"
        }
    };
    let select_versions = "select version from _sqlx_migrations order by version";
    (
        with_pool!(db, |engine| sqlx::query_scalar(select_schema).fetch_all(engine)).unwrap(),
        with_pool!(db, |engine| sqlx::query_scalar(select_versions).fetch_all(engine)).unwrap(),
    )
}

#[rstest]
#[tokio::test]
async fn concurrent_migrations_of_an_empty_database_succeed(#[values(Sqlite, Postgres, PgBouncer)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(reference_db) = migrated_database(engine, folder.path()).await else { return };
    let expected = schema_and_migrations(&reference_db).await;
    assert_eq!(expected.1.last(), Some(&migrations::latest_version()));
    for round in 0..5 {
        let folder = tempfile::tempdir().unwrap();
        let url = new_database_url(engine, folder.path()).await.unwrap();
        let pools = [open_database(&url).await, open_database(&url).await];
        let runs = pools.each_ref().map(migrations::run);
        for outcome in futures_util::future::join_all(runs).await {
            assert!(outcome.is_ok(), "round {round}: {:?}", outcome.unwrap_err());
        }
        for db in pools {
            assert_eq!(schema_and_migrations(&db).await, expected, "round {round}");
            db.close().await;
        }
    }
}

fn run_cms(folder: &std::path::Path, arguments: &[&str]) -> (bool, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cms"));
    let command = command.args(arguments).current_dir(folder).env_remove("DATABASE_URL").env_remove("DATA_DIR");
    let process_output = command.stdin(std::process::Stdio::null()).output().unwrap();
    (process_output.status.success(), String::from_utf8(process_output.stderr).unwrap())
}

#[test]
fn command_prints_its_database_path_and_creates_no_missing_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = std::path::absolute(folder.path()).unwrap().join("data/karst.db");
    let first_line = format!("Database: {}", path.display());
    for arguments in [&["user", "role", "--email", "linh@example.org", "--role", "admin"][..], &["mail", "list"]] {
        let (is_success, text) = run_cms(folder.path(), arguments);
        assert!(!is_success, "{text}");
        assert_eq!(text.lines().next(), Some(&*first_line));
        assert!(text.contains(&format!("there is no guide in {}", path.display())), "{text}");
        assert!(text.contains("--data-dir") && !path.exists(), "{text}");
    }
    let (is_success, text) = run_cms(folder.path(), &["migrate"]);
    assert!(is_success && text.lines().next() == Some(&*first_line), "{text}");
    let (is_success, text) = run_cms(folder.path(), &["mail", "list"]);
    assert!(is_success, "{text}");
}

#[rstest]
#[tokio::test]
async fn foreign_key_violation_is_distinguished_from_other_errors(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(db) = migrated_database(engine, folder.path()).await else { return };
    let orphan = "insert into place_slug (slug, place_id) values ('nowhere', 4711)";
    let work = db.write::<(), StoreError, _>(move |tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query(orphan))?;
            Ok(())
        })
    });
    let refused = work.await.unwrap_err();
    assert!(matches!(refused, StoreError::ForeignKeyViolation), "{refused:?}");
    assert_eq!(Problem::from(refused).status, 409, "the message does not offer a retry");
}

#[rstest]
#[tokio::test]
async fn database_of_version_0_1_is_refused_unchanged(#[values(Sqlite, Postgres)] engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = new_database_url(engine, folder.path()).await else { return };
    let db = open_database(&url).await;
    migrations::run(&db).await.unwrap();
    let version_write = db.write::<_, StoreError, _>(|tx| {
        Box::pin(async move {
            execute!(tx, sqlx::query("delete from _sqlx_migrations where version > 100"))?;
            Ok(execute!(tx, sqlx::query("update _sqlx_migrations set version = 32"))?)
        })
    });
    version_write.await.unwrap();
    let before = schema_and_migrations(&db).await;
    let refused = migrations::run(&db).await.unwrap_err().to_string();
    assert_eq!(refused, migrations::UNSUPPORTED_SCHEMA_MESSAGE);
    assert_eq!(schema_and_migrations(&db).await, before);
    let readme = include_str!("../../../README.md");
    assert!(readme.split_whitespace().collect::<Vec<_>>().join(" ").contains(migrations::UNSUPPORTED_SCHEMA_MESSAGE));
    if engine == Sqlite {
        db.close().await;
        let (is_success, reported) =
            run_cms(folder.path(), &["--database-url", &url, "serve", "--api-only", "--listen", "127.0.0.1:0"]);
        assert!(!is_success && reported.contains(migrations::UNSUPPORTED_SCHEMA_MESSAGE), "{reported}");
    }
}
