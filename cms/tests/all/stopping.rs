//! The end of a server: whatever is under way, it comes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::time::Duration;

use cms::integrations::renderer_client::RendererClient;
use cms::page_proxy::page_request::PageRequest;
use cms::page_proxy::render_service::RenderService;
use futures_util::FutureExt;
use tokio::sync::watch;

use crate::world::{Guide, Sqlite};

#[test]
fn a_page_that_is_asked_for_at_the_very_end_does_not_hold_up_the_end() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let guide = runtime.block_on(Guide::open(Sqlite)).unwrap();
    let presence = watch::Sender::default();
    let renderings =
        RenderService::new(guide.app.clone(), RendererClient::new("secret").unwrap(), presence.subscribe());
    let ((begin, told), (came, coming), (done, ended)) = (channel(), channel(), channel());
    runtime.spawn(async move {
        came.send(()).unwrap();
        told.recv().unwrap();
        let _ = renderings.get(&PageRequest::document("/explore"), &[], false).now_or_never();
        done.send(()).unwrap();
    });
    coming.recv().unwrap();
    runtime.shutdown_background();
    // Long enough for the other worker to close the list of tasks, after which none can begin.
    std::thread::sleep(Duration::from_millis(200));
    begin.send(()).unwrap();
    assert!(ended.recv_timeout(Duration::from_secs(10)).is_ok(), "it waits for its own lock");
}

/// Asks on a kept connection; answers the status and what it says of the connection. Nothing where it was closed.
fn asks(stream: &mut TcpStream) -> Option<(String, String)> {
    stream.write_all(b"GET /api/categories HTTP/1.1\r\nhost: guide.example\r\n\r\n").ok()?;
    let mut lines = BufReader::new(stream);
    let (mut status, mut connection, mut length) = (String::new(), String::new(), 0);
    lines.read_line(&mut status).ok().filter(|read| *read > 0)?;
    loop {
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        match line.trim().split_once(": ") {
            Some(("connection", said)) => connection = said.to_owned(),
            Some(("content-length", said)) => length = said.parse().unwrap(),
            Some(_) => {}
            None => break,
        }
    }
    lines.read_exact(&mut vec![0; length]).unwrap();
    Some((status.split(' ').nth(1).unwrap().to_owned(), connection))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_on_a_kept_connection_is_answered_at_the_end_too() {
    let mut guide = Guide::open(Sqlite).await.unwrap();
    let mut kept = TcpStream::connect(guide.address).unwrap();
    assert_eq!(asks(&mut kept), Some(("200".into(), String::new())));
    guide.ends();
    // It is a proxy's to choose the moment: ours may be just after we have decided to end.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(TcpStream::connect(guide.address).is_err(), "nobody new is let in");
    assert_eq!(asks(&mut kept), Some(("200".into(), "close".into())));
    assert_eq!(kept.read(&mut [0]).unwrap(), 0);
}
