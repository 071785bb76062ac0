//! What one server writes the others hear at its commit, and not when they look the next time.

use std::time::{Duration, Instant};

use cms::db::change_notifications::{ChangeListener, notify_change};
use cms::db::engine::Db;
use cms::db::error::StoreError;
use cms::db::migrations;
use rstest::rstest;
use sqlx::postgres::PgPool;
use tokio::sync::{mpsc, oneshot};

use crate::world::{Engine, Guide, PgBouncer, Postgres, database_url};

/// Far more than a notice takes.
const PATIENCE: Duration = Duration::from_secs(10);
/// Long enough to hear what there is to hear.
const A_MOMENT: Duration = Duration::from_millis(300);

/// Two servers' ways to one database.
async fn two() -> Option<(Db, Db)> {
    let folder = tempfile::tempdir().unwrap();
    let url = database_url(Postgres, folder.path()).await?;
    let (here, there) = (Db::open(&url).await.unwrap(), Db::open(&url).await.unwrap());
    migrations::run(&here).await.unwrap();
    Some((here, there))
}

fn connections(db: &Db) -> &PgPool {
    let Db::Postgres { pool } = db else { panic!("not a server") };
    pool.connections()
}

/// Announces a write, and commits it once `may_end` says so: as it is meant, or as one that failed.
async fn writes(db: &Db, may_end: oneshot::Receiver<bool>) {
    let written = db.write::<(), StoreError, _>(move |tx| {
        Box::pin(async move {
            notify_change(tx).await?;
            if may_end.await.unwrap() { Ok(()) } else { Err(StoreError::NotFound) }
        })
    });
    let _ = written.await;
}

async fn has_written(db: &Db) {
    let (end, may_end) = oneshot::channel();
    end.send(true).unwrap();
    writes(db, may_end).await;
}

/// Waits for notices for ever, and tells of each answer.
fn listening(mut notices: ChangeListener) -> mpsc::UnboundedReceiver<()> {
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        loop {
            notices.next().await;
            if tell.send(()).is_err() {
                return;
            }
        }
    });
    told
}

/// The servers' processes that listen.
const EARS: &str =
    "select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%' and state = 'idle'";

#[tokio::test]
async fn a_write_is_heard_when_it_is_committed_and_not_before() {
    let Some((here, there)) = two().await else { return };
    let mut heard = listening(ChangeListener::listen(&there).await);
    for is_kept in [true, false, true, false, true] {
        let (end, may_end) = oneshot::channel();
        let writing = tokio::spawn({
            let here = here.clone();
            async move { writes(&here, may_end).await }
        });
        assert!(tokio::time::timeout(A_MOMENT, heard.recv()).await.is_err(), "heard of what may yet fail");
        end.send(is_kept).unwrap();
        writing.await.unwrap();
        if is_kept {
            tokio::time::timeout(PATIENCE, heard.recv()).await.expect("a write is heard").unwrap();
        }
    }
    assert!(tokio::time::timeout(A_MOMENT, heard.recv()).await.is_err(), "heard of what was never kept");
}

#[tokio::test]
async fn whose_ear_was_cut_off_looks_at_once_and_hears_again() {
    let Some((here, there)) = two().await else { return };
    let mut heard = listening(ChangeListener::listen(&there).await);
    for _ in 0..3 {
        let ears: Vec<i32> = sqlx::query_scalar(EARS).fetch_all(connections(&here)).await.unwrap();
        assert_eq!(ears.len(), 1);
        let end = "select pg_terminate_backend($1)";
        assert!(sqlx::query_scalar::<_, bool>(end).bind(ears[0]).fetch_one(connections(&here)).await.unwrap());
        tokio::time::timeout(PATIENCE, heard.recv()).await.expect("a lost ear is noticed").unwrap();
        let begun = Instant::now();
        loop {
            let now: Vec<i32> = sqlx::query_scalar(EARS).fetch_all(connections(&here)).await.unwrap();
            if now.iter().any(|pid| *pid != ears[0]) {
                break;
            }
            assert!(begun.elapsed() < PATIENCE, "nobody listens any more");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // Then there is silence: whoever waits is not kept busy.
        tokio::time::sleep(A_MOMENT).await;
        while heard.try_recv().is_ok() {}
        assert!(tokio::time::timeout(A_MOMENT, heard.recv()).await.is_err(), "there was nothing to hear");
        has_written(&here).await;
        tokio::time::timeout(PATIENCE, heard.recv()).await.expect("later writes are heard again").unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn what_is_written_here_is_shown_there_sooner_than_a_look_would_find_it(
    #[values(Postgres, PgBouncer)] engine: Engine,
) {
    let Some(here) = Guide::open(engine).await else { return };
    let there = here.beside(&["--api-only"]).await;
    let (admin, visitor) = (here.admin().await, there.visitor());
    let mut times = Vec::new();
    for round in 0..9 {
        let name = format!("Caves {round}");
        assert!(!visitor.get("/api/categories").await.is(200).names().contains(&name));
        admin.adds_category(&name).await;
        let begun = Instant::now();
        while !visitor.get("/api/categories").await.is(200).names().contains(&name) {
            assert!(begun.elapsed() < PATIENCE, "{name} is never shown");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        times.push(begun.elapsed());
    }
    // A look comes once in a second, and here a write comes right after one.
    times.sort();
    assert!(times[times.len() / 2] < Duration::from_millis(500), "{times:?}");
}
