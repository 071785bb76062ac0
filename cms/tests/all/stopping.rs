//! The end of a server: whatever is under way, it comes.

use std::sync::mpsc::channel;
use std::time::Duration;

use cms::front::ask::Ask;
use cms::front::renderings::Renderings;
use cms::outside::site::Site;
use futures_util::FutureExt;
use tokio::sync::watch;

use crate::world::{Guide, Sqlite};

#[test]
fn a_page_that_is_asked_for_at_the_very_end_does_not_hold_up_the_end() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let guide = runtime.block_on(Guide::open(Sqlite)).unwrap();
    let presence = watch::Sender::default();
    let renderings = Renderings::new(guide.app.clone(), Site::new("secret").unwrap(), presence.subscribe());
    let ((begin, told), (came, coming), (done, ended)) = (channel(), channel(), channel());
    runtime.spawn(async move {
        came.send(()).unwrap();
        told.recv().unwrap();
        let _ = renderings.get(&Ask::document("/explore"), &[], false).now_or_never();
        done.send(()).unwrap();
    });
    coming.recv().unwrap();
    runtime.shutdown_background();
    // Long enough for the other worker to close the list of tasks, after which none can begin.
    std::thread::sleep(Duration::from_millis(200));
    begin.send(()).unwrap();
    assert!(ended.recv_timeout(Duration::from_secs(10)).is_ok(), "it waits for its own lock");
}
