//! The shutdown of the server with requests in progress.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::channel;
use std::time::Duration;

use cms::integrations::renderer_client::RendererClient;
use cms::site_proxy::page_request::PageRequest;
use cms::site_proxy::render::RenderService;
use futures_util::FutureExt;
use tokio::sync::watch;

use crate::test_app::{Sqlite, TestApp};

#[test]
fn page_request_during_runtime_shutdown_does_not_block() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let guide = runtime.block_on(TestApp::start(Sqlite)).unwrap();
    let presence = watch::Sender::default();
    let render_service =
        RenderService::new(guide.app.clone(), RendererClient::new("secret").unwrap(), presence.subscribe());
    let ((begin_tx, begin_rx), (ready_tx, ready_rx), (done_tx, done_rx)) = (channel(), channel(), channel());
    runtime.spawn(async move {
        ready_tx.send(()).unwrap();
        begin_rx.recv().unwrap();
        let _ = render_service.get(&PageRequest::document("/explore"), &[], false).now_or_never();
        done_tx.send(()).unwrap();
    });
    ready_rx.recv().unwrap();
    runtime.shutdown_background();
    // Gives tokio time to begin its shutdown. After that, `tokio::spawn` drops a new task instead of running it.
    std::thread::sleep(Duration::from_millis(200));
    begin_tx.send(()).unwrap();
    assert!(done_rx.recv_timeout(Duration::from_secs(10)).is_ok(), "the call blocks on its own lock");
}

/// Requests the categories on an open connection. Returns the status and the `Connection` header, which is empty if the
/// response lacks it. `None` if the server has closed the connection.
fn request_status_and_connection_header(stream: &mut TcpStream) -> Option<(String, String)> {
    stream.write_all(b"GET /api/categories HTTP/1.1\r\nhost: guide.example\r\n\r\n").ok()?;
    let mut lines = BufReader::new(stream);
    let (mut status, mut connection_header, mut content_length) = (String::new(), String::new(), 0);
    lines.read_line(&mut status).ok().filter(|read| *read > 0)?;
    loop {
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        match line.trim().split_once(": ") {
            Some(("connection", value)) => connection_header = value.to_owned(),
            Some(("content-length", value)) => content_length = value.parse().unwrap(),
            Some(_) => {}
            None => break,
        }
    }
    lines.read_exact(&mut vec![0; content_length]).unwrap();
    Some((status.split(' ').nth(1).unwrap().to_owned(), connection_header))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn request_on_a_keep_alive_connection_is_served_during_shutdown() {
    let mut guide = TestApp::start(Sqlite).await.unwrap();
    let mut connection_stream = TcpStream::connect(guide.address).unwrap();
    assert_eq!(request_status_and_connection_header(&mut connection_stream), Some(("200".into(), String::new())));
    guide.begin_shutdown();
    // A proxy may send a request on its open connection shortly after the shutdown begins.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(TcpStream::connect(guide.address).is_err(), "new connections are refused");
    assert_eq!(request_status_and_connection_header(&mut connection_stream), Some(("200".into(), "close".into())));
    assert_eq!(connection_stream.read(&mut [0]).unwrap(), 0);
}
