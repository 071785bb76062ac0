//! Accepts connections until it is told to stop, then lets the open ones finish.
//!
//! A connection that is closed while a request is on its way to it loses that request, and a proxy must not send a write
//! twice. So at the end whoever has connected is still answered, with `Connection: close`, and only what nobody has used
//! for a moment is closed by us.

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderValue, Request, header};
use axum::response::Response;
use futures_util::FutureExt;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::service::HttpService;

/// Connections at a time; more wait in the system's queue.
const CONNECTIONS: usize = 8192;
/// How many of those are let in after the signal to stop.
const BACKLOG: usize = 1024;
/// How long open requests may go on after the signal to stop.
const GRACE: Duration = Duration::from_secs(10);
/// How long kept connections may still bring requests after that signal.
const LINGER: Duration = Duration::from_millis(1500);

/// Serves `door` on `listener` until `stop` ends. A client has as long as `patience` to send its headers, and may take
/// nothing of its answer for twice as long: a phone between two masts comes back later than one would think.
pub async fn serve(listener: TcpListener, service: HttpService, patience: Duration, stop: impl Future<Output = ()>) {
    let answer = move |request, peer| service.clone().answer(request, peer);
    serve_by(listener, answer, patience, stop).await;
}

/// The same for whoever answers without a door.
pub async fn serve_by<A, F>(listener: TcpListener, answer: A, patience: Duration, stop: impl Future<Output = ()>)
where
    A: Fn(Request<Body>, SocketAddr) -> F + Clone + Send + 'static,
    F: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let is_ending = Arc::new(AtomicBool::new(false));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience).max_buf_size(64 << 10);
    let let_in = |(stream, peer, place): Accepted| {
        let _ = stream.set_nodelay(true);
        bound_unread(&stream, patience * 2);
        let (answer, is_ending) = (answer.clone(), is_ending.clone());
        let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let (answer, is_ending) = (answer(request.map(Body::new), peer), is_ending.clone());
            async move {
                let mut response = answer.await?;
                if is_ending.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A client that goes away in the middle is its own business.
            let _ = connection.await;
            drop(place);
        });
    };
    tokio::pin!(stop);
    loop {
        tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = accept(&listener, &places) => accepted.into_iter().for_each(&let_in),
        }
    }
    // Who has connected before the end is let in; whoever floods us does not keep us from ending.
    for _ in 0..BACKLOG {
        let Some(accepted) = accept(&listener, &places).now_or_never() else { break };
        accepted.into_iter().for_each(&let_in);
    }
    drop(listener);
    is_ending.store(true, Ordering::Relaxed);
    tokio::select! {
        _ = places.acquire_many(CONNECTIONS as u32) => {}
        () = tokio::time::sleep(LINGER) => {}
    }
    tokio::select! {
        () = graceful.shutdown() => {}
        () = tokio::time::sleep(GRACE) => tracing::warn!("some requests were still open at the end"),
    }
}

/// Has the system end a connection whose other side takes nothing of what was sent for so long; whoever reads slowly
/// keeps it. Other systems than Linux know no such bound.
#[cfg(target_os = "linux")]
fn bound_unread(stream: &tokio::net::TcpStream, most: Duration) {
    let most_ms = u32::try_from(most.as_millis()).unwrap_or(u32::MAX);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, most_ms);
}

#[cfg(not(target_os = "linux"))]
fn bound_unread(_stream: &tokio::net::TcpStream, _most: Duration) {}

type Accepted = (tokio::net::TcpStream, std::net::SocketAddr, tokio::sync::OwnedSemaphorePermit);

async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<Accepted> {
    let place = places.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, place)),
        Err(error) => {
            // Out of file descriptors, most likely: wait for some to come back rather than spin.
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}
