//! What befalls two replicas under load, one thing after the other.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::load_clients::{LoadClients, LoadStats};
use crate::testbed::Scene;

/// Systemd starts what has fallen after so long (docs/deploy).
const RESTART_AFTER: Duration = Duration::from_secs(2);
/// Pages are this fresh once all is well again.
const FRESH: Duration = Duration::from_secs(2);
/// How long each thing is watched after it is over.
const AFTERWARDS: Duration = Duration::from_secs(2);

/// What became of one event.
#[derive(Clone, Debug)]
pub struct Event {
    /// What happened.
    pub name: &'static str,
    /// What is asked of the guide meanwhile.
    pub asked: &'static str,
    /// What the crowd noticed.
    pub noticed: LoadStats,
    /// From the beginning until everything was ready again.
    pub back: Duration,
    /// From an acknowledged change afterwards to its page, everywhere.
    pub fresh: Duration,
    /// Whether it is as asked.
    pub is_met: bool,
}

/// What is asked of an event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    /// No request fails.
    Nothing,
    /// Reads go on; what was being written may fail.
    Reads,
    /// It may show, and passes by itself.
    Recovery,
}

impl Asked {
    fn words(self) -> &'static str {
        match self {
            Self::Nothing => "no failed request",
            Self::Reads => "no failed read",
            Self::Recovery => "recovers by itself",
        }
    }

    fn is_met(self, noticed: &LoadStats) -> bool {
        match self {
            Self::Nothing => noticed.reads.0 + noticed.writes.0 == 0,
            Self::Reads => noticed.reads.0 == 0,
            Self::Recovery => true,
        }
    }
}

/// Has everything happen. A standby of the database gets its place in `folder`.
pub async fn run(scene: &mut Scene, crowd: &LoadClients, folder: &Path) -> anyhow::Result<Vec<Event>> {
    let mut events = Vec::new();
    events.push(
        watched("nothing, for comparison", Asked::Nothing, scene, crowd, async |_| {
            tokio::time::sleep(Duration::from_secs(5)).await;
            Ok(())
        })
        .await?,
    );
    for (number, name) in [(0, "the first replica is restarted"), (1, "the second replica is restarted")] {
        events.push(
            watched(name, Asked::Nothing, scene, crowd, async move |scene: &mut Scene| {
                scene.replicas[number].stop().await?;
                scene.replicas[number].wait_until_ready().await?;
                Ok(())
            })
            .await?,
        );
    }
    for (number, name) in [(0, "`kill -9` of the first replica"), (1, "`kill -9` of the second replica")] {
        events.push(
            watched(name, Asked::Reads, scene, crowd, async move |scene: &mut Scene| {
                scene.replicas[number].kill().await?;
                tokio::time::sleep(RESTART_AFTER).await;
                scene.replicas[number].wait_until_ready().await?;
                Ok(())
            })
            .await?,
        );
    }
    events.push(
        watched("PostgreSQL is restarted, `-m immediate`", Asked::Recovery, scene, crowd, async |scene| {
            scene.postgres.restart_immediate().await?;
            for replica in &mut scene.replicas {
                replica.wait_for_ok("/readyz").await?;
            }
            Ok(())
        })
        .await?,
    );
    events.push(
        watched("`kill -9` of the first replica's renderer", Asked::Reads, scene, crowd, async |scene| {
            anyhow::ensure!(scene.replicas[0].kill_renderer()?, "the first replica has no renderer");
            // A change while it is away: it is on the page once there is another.
            let words = scene.edit().await?;
            scene.shows(&words, Instant::now()).await?;
            Ok(())
        })
        .await?,
    );
    let standby = scene.postgres.start_standby(&folder.join("standby")).await?;
    let name = "PostgreSQL's primary is lost, its standby is promoted, the replicas are restarted";
    events.push(
        watched(name, Asked::Recovery, scene, crowd, async |scene| scene.loses_the_primary(standby).await).await?,
    );
    Ok(events)
}

/// Has one thing happen while the crowd looks.
async fn watched(
    name: &'static str,
    asked: Asked,
    scene: &mut Scene,
    crowd: &LoadClients,
    happens: impl AsyncFnOnce(&mut Scene) -> anyhow::Result<()>,
) -> anyhow::Result<Event> {
    println!("  {name}");
    let since = Instant::now();
    happens(scene).await?;
    let back = since.elapsed();
    let fresh = scene.freshness().await?;
    tokio::time::sleep(AFTERWARDS).await;
    let noticed = crowd.stats_since(since);
    let is_met = asked.is_met(&noticed) && fresh <= FRESH;
    println!("    {noticed:?}, back after {back:?}, fresh after {fresh:?}");
    Ok(Event { name, asked: asked.words(), noticed, back, fresh, is_met })
}
