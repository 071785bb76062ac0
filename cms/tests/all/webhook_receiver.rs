//! A receiver of webhooks for tests. It stores requests, and responds with a given status or redirect after a given
//! delay.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// A running receiver.
pub struct WebhookReceiver {
    address: SocketAddr,
    state: Arc<ReceiverState>,
}

#[derive(Default)]
struct ReceiverState {
    requests: Mutex<Vec<ReceivedRequest>>,
    request_arrived: Notify,
    configured_response: Mutex<(u16, String, Option<String>)>,
    delay: Mutex<Duration>,
}

/// A request that the receiver got.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    pub headers: HeaderMap,
    pub body: String,
}

impl ReceivedRequest {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }
}

impl WebhookReceiver {
    /// Starts a receiver on a free port.
    pub async fn spawn() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let receiver = Self { address, state: Arc::default() };
        receiver.respond_with_status(200);
        let routes = Router::new().fallback(receive).with_state(receiver.state.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        receiver
    }

    pub fn url(&self) -> String {
        format!("http://{}/hooks", self.address)
    }

    pub fn respond_with_status(&self, status: u16) {
        self.respond_with_text(status, "");
    }

    pub fn respond_with_text(&self, status: u16, text: &str) {
        *self.state.configured_response.lock().unwrap() = (status, text.to_owned(), None);
    }

    pub fn redirect_to(&self, url: &str) {
        *self.state.configured_response.lock().unwrap() = (307, String::new(), Some(url.to_owned()));
    }

    pub fn set_delay(&self, delay: Duration) {
        *self.state.delay.lock().unwrap() = delay;
    }

    /// Removes the stored requests and returns them, oldest first.
    pub fn take_requests(&self) -> Vec<ReceivedRequest> {
        std::mem::take(&mut *self.state.requests.lock().unwrap())
    }

    /// Waits for a request and returns it. All other stored requests are discarded.
    pub async fn next_request(&self) -> ReceivedRequest {
        self.state.request_arrived.notified().await;
        self.take_requests().remove(0)
    }
}

async fn receive(State(state): State<Arc<ReceiverState>>, headers: HeaderMap, body: String) -> Response {
    state.requests.lock().unwrap().push(ReceivedRequest { headers, body });
    state.request_arrived.notify_one();
    let delay = *state.delay.lock().unwrap();
    tokio::time::sleep(delay).await;
    let (status, text, location) = state.configured_response.lock().unwrap().clone();
    let mut response = (StatusCode::from_u16(status).unwrap(), text).into_response();
    if let Some(location) = location {
        response.headers_mut().insert(header::LOCATION, location.parse().unwrap());
    }
    response
}
