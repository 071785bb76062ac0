//! Tracks whether the handler is waiting for the request body, so that a timeout is reported as 408 (slow client) and
//! not as 503 (slow server).

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Request;
use hyper::body::{Frame, SizeHint};

/// The progress of a body that a handler reads.
#[derive(Clone, Debug, Default)]
pub struct BodyProgress(Arc<AtomicBool>);

impl BodyProgress {
    /// The request with a body whose progress is tracked.
    pub fn watch(request: Request<Body>) -> (Request<Body>, Self) {
        let progress = Self::default();
        if request.body().is_end_stream() {
            return (request, progress);
        }
        let is_pending = progress.0.clone();
        (request.map(|body| Body::new(WatchedBody { body, is_pending })), progress)
    }

    /// Whether the handler has read everything that has arrived and waits for more.
    pub fn is_waiting_for_client(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct WatchedBody {
    body: Body,
    is_pending: Arc<AtomicBool>,
}

impl Drop for WatchedBody {
    /// Dropping the body ends the wait, even if the last frame was not read.
    fn drop(&mut self) {
        self.is_pending.store(false, Ordering::Relaxed);
    }
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(context);
        self.is_pending.store(frame.is_pending(), Ordering::Relaxed);
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures_util::{poll, stream};
    use http_body_util::BodyExt;
    use tokio::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn it_is_awaited_only_while_somebody_waits_for_more() {
        let (send, sent) = mpsc::channel::<Bytes>(1);
        let next = |mut sent: mpsc::Receiver<Bytes>| async { Some((Ok::<_, Infallible>(sent.recv().await?), sent)) };
        let body = Body::from_stream(stream::unfold(sent, next));
        let (request, progress) = BodyProgress::watch(Request::new(body));
        let mut body = request.into_body();
        assert!(!progress.is_waiting_for_client(), "no handler has read the body yet");
        let mut frame = Box::pin(body.frame());
        assert!(poll!(&mut frame).is_pending());
        assert!(progress.is_waiting_for_client());
        send.send(Bytes::from_static(b"half")).await.expect("a reader");
        frame.await.expect("a frame").expect("no fault");
        assert!(!progress.is_waiting_for_client(), "a handler that processes what has arrived does not wait");
        drop(send);
        assert!(body.frame().await.is_none());
        assert!(!progress.is_waiting_for_client());
    }

    #[tokio::test]
    async fn who_lets_go_of_a_body_waits_no_more() {
        let body = Body::from_stream(stream::pending::<Result<Bytes, Infallible>>());
        let (request, progress) = BodyProgress::watch(Request::new(body));
        let mut body = request.into_body();
        assert!(poll!(Box::pin(body.frame())).is_pending() && progress.is_waiting_for_client());
        drop(body);
        assert!(!progress.is_waiting_for_client());
    }

    #[test]
    fn a_request_without_a_body_is_not_watched() {
        let (request, progress) = BodyProgress::watch(Request::new(Body::empty()));
        assert!(request.body().is_end_stream() && !progress.is_waiting_for_client());
    }
}
