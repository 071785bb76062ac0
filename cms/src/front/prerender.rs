//! Asks for pages before a traveller does, so that the traveller finds them finished.

use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};

use super::ask::Ask;
use crate::http::door::Door;

/// Pages at a time: the other core stays with who is waiting.
const AT_A_TIME: usize = 2;

type Batch = (Vec<String>, oneshot::Sender<()>);

/// Two queues of pages to make: those that somebody may be waiting for, and the rest.
#[derive(Clone)]
pub struct PrerenderQueue {
    soon: mpsc::UnboundedSender<Batch>,
    later: mpsc::UnboundedSender<Batch>,
}

impl PrerenderQueue {
    /// Starts both queues before this door.
    pub fn start(door: &Door) -> Self {
        Self { soon: queue(door.clone(), AT_A_TIME), later: queue(door.clone(), 1) }
    }

    /// Makes the first `urgent` of these pages (paths as plain text) as soon as may be, the others in the background.
    /// Returns when the urgent ones were answered, with a page or without; the returned future ends when the others were.
    pub async fn enqueue(&self, mut addresses: Vec<String>, urgent: usize) -> impl Future<Output = ()> + Send + use<> {
        let others = addresses.split_off(urgent.min(addresses.len()));
        let (done, ended) = oneshot::channel();
        let _ = self.soon.send((addresses, done));
        let (done, others_ended) = oneshot::channel();
        if !others.is_empty() {
            let _ = self.later.send((others, done));
        }
        let _ = ended.await;
        async move {
            let _ = others_ended.await;
        }
    }
}

fn queue(door: Door, at_a_time: usize) -> mpsc::UnboundedSender<Batch> {
    let (sender, mut waiting) = mpsc::unbounded_channel::<Batch>();
    tokio::spawn(async move {
        while let Some((addresses, done)) = waiting.recv().await {
            // A page that is kept and still true costs a look; so the same page in many batches is made once.
            futures_util::stream::iter(addresses)
                .for_each_concurrent(at_a_time, |address| {
                    let door = door.clone();
                    async move { door.fill(&Ask::document(&address).path).await }
                })
                .await;
            let _ = done.send(());
        }
    });
    sender
}
