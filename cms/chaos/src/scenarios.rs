//! Scenarios for two replicas under load, run one after the other.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::load_clients::{LoadClients, LoadStats};
use crate::testbed::Testbed;

/// systemd restarts a crashed service after this time (docs/deploy).
const RESTART_DELAY: Duration = Duration::from_secs(2);
/// The maximum time from the acknowledgment of a change until its page shows it everywhere, after a scenario.
const MAX_FRESHNESS: Duration = Duration::from_secs(2);
/// How long requests still count for a scenario after the change that follows it is visible.
const OBSERVATION_PERIOD: Duration = Duration::from_secs(2);

/// The result of one scenario.
#[derive(Clone, Debug)]
pub struct ScenarioResult {
    /// What happens in the scenario, as the report describes it.
    pub name: &'static str,
    /// Which requests may fail, as the report describes it.
    pub expectation: &'static str,
    /// The results of the requests of the load clients.
    pub load_stats: LoadStats,
    /// The time from the start of the scenario until its event was over and the replicas were ready again.
    pub ready_after: Duration,
    /// The time from the acknowledgment of a change after the scenario until its page shows it at both replicas and
    /// through nginx.
    pub fresh_after: Duration,
    /// Whether the expectation and [`MAX_FRESHNESS`] are met.
    pub is_met: bool,
}

/// Which requests may fail in a scenario.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expectation {
    /// No request fails.
    NoFailedRequest,
    /// No read fails; writes may fail.
    NoFailedRead,
    /// Requests may fail, but the system recovers by itself.
    Recovers,
}

impl Expectation {
    fn label(self) -> &'static str {
        match self {
            Self::NoFailedRequest => "no failed request",
            Self::NoFailedRead => "no failed read",
            Self::Recovers => "recovers by itself",
        }
    }

    fn is_met(self, load_stats: &LoadStats) -> bool {
        match self {
            Self::NoFailedRequest => load_stats.failed_and_all_reads.0 + load_stats.failed_and_all_writes.0 == 0,
            Self::NoFailedRead => load_stats.failed_and_all_reads.0 == 0,
            Self::Recovers => true,
        }
    }
}

/// Runs all scenarios. A standby of the database is created in `folder`.
pub async fn run(testbed: &mut Testbed, load: &LoadClients, folder: &Path) -> anyhow::Result<Vec<ScenarioResult>> {
    let mut scenarios = Vec::new();
    scenarios.push(
        run_scenario("nothing, for comparison", Expectation::NoFailedRequest, testbed, load, async |_| {
            tokio::time::sleep(Duration::from_secs(5)).await;
            Ok(())
        })
        .await?,
    );
    for (number, name) in [(0, "the first replica is restarted"), (1, "the second replica is restarted")] {
        scenarios.push(
            run_scenario(name, Expectation::NoFailedRequest, testbed, load, async move |testbed: &mut Testbed| {
                testbed.replicas[number].stop().await?;
                testbed.replicas[number].ensure_started_and_ready().await?;
                Ok(())
            })
            .await?,
        );
    }
    for (number, name) in [(0, "`kill -9` of the first replica"), (1, "`kill -9` of the second replica")] {
        scenarios.push(
            run_scenario(name, Expectation::NoFailedRead, testbed, load, async move |testbed: &mut Testbed| {
                testbed.replicas[number].kill().await?;
                tokio::time::sleep(RESTART_DELAY).await;
                testbed.replicas[number].ensure_started_and_ready().await?;
                Ok(())
            })
            .await?,
        );
    }
    scenarios.push(
        run_scenario(
            "PostgreSQL is restarted, `-m immediate`",
            Expectation::Recovers,
            testbed,
            load,
            async |testbed| {
                testbed.postgres.restart_immediate().await?;
                for replica in &mut testbed.replicas {
                    replica.wait_for_ok("/readyz").await?;
                }
                Ok(())
            },
        )
        .await?,
    );
    scenarios.push(
        run_scenario(
            "`kill -9` of the first replica's renderer",
            Expectation::NoFailedRead,
            testbed,
            load,
            async |testbed| {
                anyhow::ensure!(testbed.replicas[0].kill_renderer()?, "the first replica has no renderer");
                // The page shows this change once a new renderer has started.
                let text = testbed.edit_place().await?;
                testbed.wait_until_visible_everywhere(&text, Instant::now()).await?;
                Ok(())
            },
        )
        .await?,
    );
    let standby = testbed.postgres.start_standby(&folder.join("standby")).await?;
    let name = "PostgreSQL's primary is lost, its standby is promoted, the replicas are restarted";
    scenarios.push(
        run_scenario(name, Expectation::Recovers, testbed, load, async |testbed| testbed.fail_over(standby).await)
            .await?,
    );
    Ok(scenarios)
}

/// Runs `action` and measures how soon a change is visible afterwards, while the load goes on.
async fn run_scenario(
    name: &'static str,
    expectation: Expectation,
    testbed: &mut Testbed,
    load: &LoadClients,
    action: impl AsyncFnOnce(&mut Testbed) -> anyhow::Result<()>,
) -> anyhow::Result<ScenarioResult> {
    println!("  {name}");
    let since = Instant::now();
    action(testbed).await?;
    let ready_after = since.elapsed();
    let fresh_after = testbed.measure_freshness().await?;
    tokio::time::sleep(OBSERVATION_PERIOD).await;
    let load_stats = load.stats_since(since);
    let is_met = expectation.is_met(&load_stats) && fresh_after <= MAX_FRESHNESS;
    println!("    {load_stats:?}, ready after {ready_after:?}, fresh after {fresh_after:?}");
    Ok(ScenarioResult { name, expectation: expectation.label(), load_stats, ready_after, fresh_after, is_met })
}
