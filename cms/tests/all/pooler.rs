//! An app whose database is behind PgBouncer in transaction mode: clients share the sessions of PostgreSQL, and each
//! transaction may use another session. Other modules run some tests through PgBouncer too (`Engine::PgBouncer`).

use std::collections::BTreeSet;
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use cms::auth::domain::accounts::Role;
use cms::common::error_chain;
use cms::db::engine::Db;
use cms::with_pool;
use futures_util::future::join_all;
use serde_json::json;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, Row};

use crate::server_process::ServerProcess;
use crate::test_app::{PgBouncer, TestApp, direct_url, new_database_url};

/// The pool size of PgBouncer for one database (`cms/tests/pgbouncer.sh`).
const PGBOUNCER_POOL_SIZE: usize = 3;
/// The longest time in which the app detects an outage or its end, or a process starts to listen. The app counts a
/// database server as unreachable after ten seconds without a response.
const DETECTION_TIMEOUT: Duration = Duration::from_secs(30);

async fn connect(url: &str) -> PgConnection {
    let options = PgConnectOptions::from_str(url).unwrap().extra_float_digits(None);
    PgConnection::connect_with(&options).await.unwrap()
}

/// Returns the first value of the first row. The statement is not prepared, so it works through a pooler.
async fn query_number(connection: &mut PgConnection, sql: &'static str) -> i64 {
    connection.fetch_one(sql).await.unwrap().get(0)
}

#[tokio::test]
async fn requests_on_two_servers_read_their_writes_and_leave_no_state_in_postgres_sessions() {
    let Some(first_server) = TestApp::start(PgBouncer).await else { return };
    let second_server = first_server.start_replica(&["--api-only"]).await;
    let admin = first_server.admin().await;
    let mut clients = Vec::new();
    for n in 0..24 {
        let name = format!("Guest{n} Tran");
        clients.push((n, [&first_server, &second_server][n % 2].client_with_role(&name, Role::Viewer).await));
    }
    join_all(clients.iter().map(async |(n, client)| {
        for round in 0..6 {
            let name = format!("Guest {n} in round {round}");
            client.put("/api/auth/account", json!({ "firstName": name })).await.is(200);
            let account = client.get("/api/auth/account").await.is(200).json();
            assert_eq!(
                (&account["firstName"], &account["email"]),
                (&json!(name), &json!(format!("guest{n}-tran@example.org")))
            );
            if n % 8 == 0 {
                admin.add_category(&format!("Category {n} {round}")).await;
            }
            second_server.anonymous().get("/api/businesses?q=cave&limit=5").await.is(200);
        }
    }))
    .await;
    let db = &second_server.app.db;
    let renamed_account_count_query = "select count(*) from account where first_name like '% in round 5'";
    let count = with_pool!(db, |engine| sqlx::query_scalar::<_, i64>(renamed_account_count_query).fetch_one(engine));
    assert_eq!(count.unwrap(), 24);
    let count =
        with_pool!(db, |engine| sqlx::query_scalar::<_, i64>("select count(*) from category").fetch_one(engine));
    assert_eq!(count.unwrap(), 18);

    // There are as many concurrent transactions as sessions, so that each transaction uses another session.
    let session_state_query = "select pg_backend_pid()::bigint * 1000 + (select count(*) from pg_prepared_statements)
        + (select count(*) from pg_listening_channels())
        + (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())";
    let (mut connections, mut session_states) = (Vec::new(), BTreeSet::new());
    for _ in 0..PGBOUNCER_POOL_SIZE {
        let mut connection = connect(&first_server.database_url).await;
        connection.execute("begin").await.unwrap();
        session_states.insert(query_number(&mut connection, session_state_query).await);
        connections.push(connection);
    }
    assert_eq!(session_states.len(), PGBOUNCER_POOL_SIZE);
    assert!(
        session_states.iter().all(|session_states| session_states % 1000 == 0),
        "a session kept state: {session_states:?}"
    );
}

#[tokio::test]
async fn commands_and_two_servers_work_through_the_pooler() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = new_database_url(PgBouncer, folder.path()).await else { return };
    let direct_address = direct_url(&url).unwrap();
    let settings = [("DATABASE_URL", &*url), ("DATABASE_DIRECT_URL", &*direct_address)];
    let cms = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cms"));
        let command = command.args(arguments).env("DATA_DIR", folder.path()).envs(settings).stdin(Stdio::null());
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert!(output.status.success(), "{arguments:?}: {text}");
        text
    };
    assert!(cms(&["setup"]).contains("The guide was empty: added 122 places"));
    cms(&["migrate"]);
    cms(&["user", "add", "--email", "linh@example.org", "--role", "admin"]);
    cms(&["user", "role", "--email", "linh@example.org", "--role", "viewer"]);

    let servers = [ServerProcess::start(folder.path(), &settings), ServerProcess::start(folder.path(), &settings)];
    for server in &servers {
        let get = async |path: &str| reqwest::get(format!("{}{path}", server.origin)).await.unwrap();
        assert_eq!(get("/readyz").await.status(), 200);
        assert_eq!(get("/api/businesses?limit=1").await.headers()["x-total-count"], "122");
    }
    // Each process listens for change notifications in its own session at the direct address.
    let listener_count_query =
        "select count(*) from pg_stat_activity where datname = current_database() and query ilike 'listen%'";
    let (mut database, started) = (connect(&direct_address).await, Instant::now());
    while query_number(&mut database, listener_count_query).await < 2 {
        assert!(started.elapsed() < DETECTION_TIMEOUT, "no listener connected");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    for server in servers {
        let log = server.kill_and_read_log();
        assert!(!log.contains("ERROR") && !log.contains("WARN"), "{log}");
    }
}

#[tokio::test]
async fn direct_address_through_a_pooler_or_of_another_database_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let Some(url) = new_database_url(PgBouncer, folder.path()).await else { return };
    let other_direct_address = direct_url(&new_database_url(PgBouncer, folder.path()).await.unwrap()).unwrap();
    let open_error = |opened: Result<Db, _>| error_chain::display(&opened.unwrap_err()).to_string();

    let missing_direct_address_error = open_error(Db::open(&url).await);
    assert!(
        missing_direct_address_error.contains("DATABASE_URL leads through a connection pooler"),
        "{missing_direct_address_error}"
    );
    assert!(missing_direct_address_error.contains("set DATABASE_DIRECT_URL"), "{missing_direct_address_error}");
    let pooler_as_direct_address_error = open_error(Db::open_through_pooler(&url, &url).await);
    assert!(
        pooler_as_direct_address_error.contains("DATABASE_DIRECT_URL leads through a connection pooler"),
        "{pooler_as_direct_address_error}"
    );
    let other_database_error = open_error(Db::open_through_pooler(&url, &other_direct_address).await);
    assert!(
        other_database_error.contains("DATABASE_DIRECT_URL leads to another database than DATABASE_URL"),
        "{other_database_error}"
    );
    let refused_connection_error = open_error(Db::open_through_pooler(&url, "postgres://127.0.0.1:9/karst").await);
    assert!(
        refused_connection_error.contains("DATABASE_DIRECT_URL")
            && refused_connection_error.contains("Connection refused"),
        "{refused_connection_error}"
    );

    let mut migrate = Command::new(env!("CARGO_BIN_EXE_cms"));
    let output = migrate.arg("migrate").env("DATABASE_URL", &url).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && text.contains("set DATABASE_DIRECT_URL"), "{text}");
    let table_count_query = "select count(*) from information_schema.tables where table_schema = 'public'";
    assert_eq!(query_number(&mut connect(&direct_url(&url).unwrap()).await, table_count_query).await, 0);
}

#[tokio::test]
async fn outage_behind_the_pooler_and_its_end_are_detected() {
    let Some(guide) = TestApp::start(PgBouncer).await else { return };
    let (admin, anonymous) = (guide.admin().await, guide.anonymous());
    let mut postgres = connect(&std::env::var("TEST_POSTGRES_URL").unwrap()).await;
    let database_name = guide.database_url.rsplit_once('/').unwrap().1.to_owned();
    let mut end_sessions_and_set_reachable = async |is_reachable: bool| {
        let allow_connections = format!("alter database {database_name} allow_connections {is_reachable}");
        postgres.execute(sqlx::AssertSqlSafe(allow_connections)).await.unwrap();
        let terminate_sessions =
            format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{database_name}'");
        postgres.execute(sqlx::AssertSqlSafe(terminate_sessions)).await.unwrap();
    };
    admin.add_category("Rivers").await;

    // This call ends all sessions and allows new ones at once, like a fast restart of PostgreSQL.
    end_sessions_and_set_reachable(true).await;
    let started = Instant::now();
    while admin.post("/api/categories", json!({ "name": "Caves" })).await.status != 201 {
        assert!(started.elapsed() < DETECTION_TIMEOUT, "the restart was not detected");
    }

    end_sessions_and_set_reachable(false).await;
    let outage_detected = async {
        while !error_chain::display(&guide.app.db.ping().await.unwrap_err())
            .to_string()
            .contains("the database server is unreachable")
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(DETECTION_TIMEOUT, outage_detected)
        .await
        .expect("the query still waits for an unreachable server");
    admin.post("/api/categories", json!({ "name": "Beaches" })).await.is(503);
    anonymous.get("/api/categories").await.is(503);

    end_sessions_and_set_reachable(true).await;
    let started = Instant::now();
    while admin.post("/api/categories", json!({ "name": "Beaches" })).await.status != 201 {
        assert!(started.elapsed() < DETECTION_TIMEOUT, "the server is reachable and was not detected");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    anonymous.get("/api/categories").await.is(200);
}
