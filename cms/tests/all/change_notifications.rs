//! Replicas learn of each other's writes at the commit, not at the next poll.

use std::time::{Duration, Instant};

use cms::db::engine::{Db, StoreError};
use cms::db::migrations;
use cms::jobs::change_log::{ChangeListener, lock_and_notify};
use rstest::rstest;
use sqlx::postgres::PgPool;
use tokio::sync::{mpsc, oneshot};

use crate::test_app::{Engine, PgBouncer, Postgres, TestApp, new_database_url};

/// The maximum wait for a notification. The limit is high, because a busy machine may be slow.
const NOTIFICATION_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the tests wait for a notification that must not arrive. One that was sent arrives in less time.
const QUIET_PERIOD: Duration = Duration::from_millis(300);

/// Two pools on one database, as two replicas have.
async fn two_pools() -> Option<(Db, Db)> {
    let folder = tempfile::tempdir().unwrap();
    let url = new_database_url(Postgres, folder.path()).await?;
    let (first_db, second_db) = (Db::open(&url).await.unwrap(), Db::open(&url).await.unwrap());
    migrations::run(&first_db).await.unwrap();
    Some((first_db, second_db))
}

fn postgres_pool(db: &Db) -> &PgPool {
    let Db::Postgres { pool } = db else { panic!("not PostgreSQL") };
    pool.underlying_pool()
}

/// Sends a notification within a write and waits for `end_signal`. Commits the write if the signal is true, and rolls
/// it back otherwise.
async fn notify_then_commit_or_roll_back(db: &Db, end_signal: oneshot::Receiver<bool>) {
    let written = db.write::<(), StoreError, _>(move |tx| {
        Box::pin(async move {
            lock_and_notify(tx).await?;
            if end_signal.await.unwrap() { Ok(()) } else { Err(StoreError::NotFound) }
        })
    });
    let _ = written.await;
}

async fn commit_notifying_write(db: &Db) {
    let (end_sender, end_signal) = oneshot::channel();
    end_sender.send(true).unwrap();
    notify_then_commit_or_roll_back(db, end_signal).await;
}

/// Spawns a task that forwards each notification of the listener to the returned channel.
fn spawn_notification_forwarder(mut listener: ChangeListener) -> mpsc::UnboundedReceiver<()> {
    let (sender, receiver) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        loop {
            listener.wait_for_notification().await;
            if sender.send(()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// Selects the process ids of the PostgreSQL backends that serve the listeners.
const SELECT_LISTENER_PIDS: &str =
    "select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%' and state = 'idle'";

#[tokio::test]
async fn notification_arrives_at_commit_and_never_for_a_rolled_back_write() {
    let Some((first_db, second_db)) = two_pools().await else { return };
    let mut notified = spawn_notification_forwarder(ChangeListener::listen(&second_db).await);
    for is_committed in [true, false, true, false, true] {
        let (end_sender, end_signal) = oneshot::channel();
        let writing = tokio::spawn({
            let first_db = first_db.clone();
            async move { notify_then_commit_or_roll_back(&first_db, end_signal).await }
        });
        assert!(tokio::time::timeout(QUIET_PERIOD, notified.recv()).await.is_err(), "notified before the commit");
        end_sender.send(is_committed).unwrap();
        writing.await.unwrap();
        if is_committed {
            tokio::time::timeout(NOTIFICATION_TIMEOUT, notified.recv())
                .await
                .expect("no notification of a write")
                .unwrap();
        }
    }
    assert!(tokio::time::timeout(QUIET_PERIOD, notified.recv()).await.is_err(), "notified of a rolled back write");
}

#[tokio::test]
async fn listener_reports_a_lost_connection_and_reconnects() {
    let Some((first_db, second_db)) = two_pools().await else { return };
    let mut notified = spawn_notification_forwarder(ChangeListener::listen(&second_db).await);
    for _ in 0..3 {
        let listeners: Vec<i32> =
            sqlx::query_scalar(SELECT_LISTENER_PIDS).fetch_all(postgres_pool(&first_db)).await.unwrap();
        assert_eq!(listeners.len(), 1);
        let end = "select pg_terminate_backend($1)";
        assert!(
            sqlx::query_scalar::<_, bool>(end).bind(listeners[0]).fetch_one(postgres_pool(&first_db)).await.unwrap()
        );
        tokio::time::timeout(NOTIFICATION_TIMEOUT, notified.recv())
            .await
            .expect("no report of the lost connection")
            .unwrap();
        let started = Instant::now();
        loop {
            let current_listeners: Vec<i32> =
                sqlx::query_scalar(SELECT_LISTENER_PIDS).fetch_all(postgres_pool(&first_db)).await.unwrap();
            if current_listeners.iter().any(|pid| *pid != listeners[0]) {
                break;
            }
            assert!(started.elapsed() < NOTIFICATION_TIMEOUT, "no listener connected again");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // The listener reports the lost connection and the reconnect. After these reports, no notification arrives
        // without a write.
        tokio::time::sleep(QUIET_PERIOD).await;
        while notified.try_recv().is_ok() {}
        assert!(tokio::time::timeout(QUIET_PERIOD, notified.recv()).await.is_err(), "notified without a write");
        commit_notifying_write(&first_db).await;
        tokio::time::timeout(NOTIFICATION_TIMEOUT, notified.recv())
            .await
            .expect("no notification of a later write")
            .unwrap();
    }
}

#[rstest]
#[tokio::test]
async fn write_is_visible_on_another_replica_before_its_next_poll(#[values(Postgres, PgBouncer)] engine: Engine) {
    let Some(first_server) = TestApp::start(engine).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let (admin, anonymous) = (first_server.admin().await, second_server.anonymous());
    let mut times = Vec::new();
    for round in 0..9 {
        let name = format!("Caves {round}");
        assert!(!anonymous.get("/api/categories").await.is(200).names().contains(&name));
        admin.add_category(&name).await;
        let started = Instant::now();
        while !anonymous.get("/api/categories").await.is(200).names().contains(&name) {
            assert!(started.elapsed() < NOTIFICATION_TIMEOUT, "{name} is never shown");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        times.push(started.elapsed());
    }
    // The replica also polls the change log once a second. Without notifications, the median would be about half a
    // second.
    times.sort();
    assert!(times[times.len() / 2] < Duration::from_millis(500), "{times:?}");
}
