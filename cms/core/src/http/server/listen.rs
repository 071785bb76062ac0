//! Accepts connections until shutdown, then drains the open ones.
//!
//! Closing a connection while a request is in transit loses the request, and a proxy cannot safely retry a write.
//! During shutdown, requests on open connections therefore still get responses, with `Connection: close`. The server
//! itself closes only idle connections.

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

/// The maximum number of connections. Further connections wait in the queue of the operating system.
const MAX_CONNECTIONS: usize = 8192;
/// The maximum number of queued connections that are accepted after the signal to stop.
const MAX_CONNECTIONS_AFTER_STOP: usize = 1024;
/// The time limit of requests that are still open after [`DRAIN_DELAY`].
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// How long clients can still send requests on open connections after the signal to stop. The delay ends early if all
/// connections are closed.
const DRAIN_DELAY: Duration = Duration::from_millis(1500);

/// Handles requests on `listener` until the future `stop` completes, and then drains the open connections. A client has
/// `header_timeout` to send its headers. On Linux, a client that acknowledges no data for twice that time is
/// disconnected. This limit is generous because mobile clients stall during handover.
pub async fn serve<A, F>(listener: TcpListener, handler: A, header_timeout: Duration, stop: impl Future<Output = ()>)
where
    A: Fn(Request<Body>, SocketAddr) -> F + Clone + Send + 'static,
    F: Future<Output = Result<Response, Infallible>> + Send + 'static,
{
    let graceful = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let is_stopping = Arc::new(AtomicBool::new(false));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(header_timeout).max_buf_size(64 << 10);
    let spawn_connection = |(stream, peer, permit): AcceptedConnection| {
        let _ = stream.set_nodelay(true);
        set_acknowledgment_timeout(&stream, header_timeout * 2);
        let (handler, is_stopping) = (handler.clone(), is_stopping.clone());
        let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            let (response, is_stopping) = (handler(request.map(Body::new), peer), is_stopping.clone());
            async move {
                let mut response = response.await?;
                if is_stopping.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<_, Infallible>(response)
            }
        });
        let connection = graceful.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A client that disconnects early is not an error.
            let _ = connection.await;
            drop(permit);
        });
    };
    tokio::pin!(stop);
    loop {
        tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = accept(&listener, &permits) => accepted.into_iter().for_each(&spawn_connection),
        }
    }
    // Accepts the connections that were queued before the signal to stop. The limit prevents a flood of new connections
    // from delaying the shutdown.
    for _ in 0..MAX_CONNECTIONS_AFTER_STOP {
        let Some(accepted) = accept(&listener, &permits).now_or_never() else { break };
        accepted.into_iter().for_each(&spawn_connection);
    }
    drop(listener);
    is_stopping.store(true, Ordering::Relaxed);
    tokio::select! {
        _ = permits.acquire_many(MAX_CONNECTIONS as u32) => {}
        () = tokio::time::sleep(DRAIN_DELAY) => {}
    }
    tokio::select! {
        () = graceful.shutdown() => {}
        () = tokio::time::sleep(SHUTDOWN_TIMEOUT) => tracing::warn!("requests were still open at the end of the shutdown"),
    }
}

/// Makes the kernel close a connection whose client acknowledges no data for `timeout`; a slow reader stays connected.
/// Only Linux has this socket option (`TCP_USER_TIMEOUT`).
#[cfg(target_os = "linux")]
fn set_acknowledgment_timeout(stream: &tokio::net::TcpStream, timeout: Duration) {
    let timeout_ms = u32::try_from(timeout.as_millis()).unwrap_or(u32::MAX);
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, timeout_ms);
}

#[cfg(not(target_os = "linux"))]
fn set_acknowledgment_timeout(_stream: &tokio::net::TcpStream, _timeout: Duration) {}

type AcceptedConnection = (tokio::net::TcpStream, std::net::SocketAddr, tokio::sync::OwnedSemaphorePermit);

async fn accept(listener: &TcpListener, permits: &Arc<Semaphore>) -> Option<AcceptedConnection> {
    let permit = permits.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, permit)),
        Err(error) => {
            // The process has probably run out of file descriptors. The pause prevents a busy loop.
            tracing::warn!(%error, "failed to accept a connection");
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}
