//! The HTTP client of the tests, and functions that create accounts for it.

use cms::auth::domain::accounts::{self, NewAccount, Role};
use cms::common::id::AccountId;
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::contract_conformance;
use crate::test_app::TestApp;

pub const PASSWORD: &str = "a boat on the Son";

/// A client of one server, with an access token or without.
pub struct TestClient {
    origin: String,
    client: reqwest::Client,
    pub token: Option<String>,
    pub id: Option<AccountId>,
}

/// A response with its complete body. Invalid UTF-8 is replaced in `text` only.
#[derive(Debug)]
pub struct TestResponse {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl TestResponse {
    /// The body, decompressed with Brotli.
    pub fn brotli_decompressed_body(&self) -> std::io::Result<String> {
        std::io::read_to_string(brotli::Decompressor::new(&*self.bytes, 4096))
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {} {}", self.status, self.text))
    }

    /// The value of a header. Empty if the header is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// The invalid fields of a problem, in the order of the response. Panics if the response is no problem.
    pub fn fields(&self) -> Vec<String> {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        let errors = self.json()["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().map(|error| error["field"].as_str().unwrap().to_owned()).collect()
    }

    /// The errors of a problem as a JSON array. Each has the field and the message, without the code.
    pub fn errors(&self) -> Value {
        let errors = self.json()["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().map(|error| json!({ "field": error["field"], "message": error["message"] })).collect()
    }

    /// The names of the records in a list.
    pub fn names(&self) -> Vec<String> {
        let list = self.json();
        list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Asserts the status and returns the response.
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }
}

impl TestClient {
    /// A client without a session for the server at `origin`.
    pub fn new(origin: &str) -> Self {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { origin: origin.to_owned(), client, token: None, id: None }
    }
}

impl TestApp {
    /// A client without a session.
    pub fn anonymous(&self) -> TestClient {
        TestClient::new(&self.url(""))
    }

    /// A signed-in client with a new viewer account.
    pub async fn viewer(&self, name: &str) -> TestClient {
        self.client_with_role(name, Role::Viewer).await
    }

    /// A signed-in client with a new business owner account.
    pub async fn owner(&self, name: &str) -> TestClient {
        self.client_with_role(name, Role::BusinessOwner).await
    }

    /// A signed-in client with a new admin account.
    pub async fn admin(&self) -> TestClient {
        self.client_with_role("Admin One", Role::Admin).await
    }

    /// Signs in an account with [`PASSWORD`] again. Tests need this after they advanced the clock, because an access
    /// token is valid for one hour.
    pub async fn sign_in_again(&self, email: &str) -> TestClient {
        let anonymous = self.anonymous();
        let session = anonymous.sign_in(email, PASSWORD).await.is(200);
        anonymous.with_token(&crate::sign_in::access_token_of(&session))
    }

    /// A signed-in client with a new account of this role.
    pub async fn client_with_role(&self, name: &str, role: Role) -> TestClient {
        let mut client = self.anonymous();
        let (email, id) = self.add_account(name, role).await;
        let session = client.post("/api/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await.is(200);
        client.token = Some(session.json()["token"].as_str().unwrap().to_owned());
        client.id = Some(id);
        client
    }

    /// Creates an account with [`PASSWORD`]. Returns its email address and its id.
    pub async fn add_account(&self, name: &str, role: Role) -> (String, AccountId) {
        let (first, last) = name.split_once(' ').unwrap_or((name, ""));
        let email = format!("{}@example.org", cms::common::text::slug(name));
        let new = NewAccount {
            email: email.clone(),
            first_name: first.to_owned(),
            last_name: last.to_owned(),
            role,
            is_active: true,
            password_hash: Some(low_cost_password_hash()),
            is_email_verified: true,
        };
        let now = self.app.clock.now();
        let account_id = self.app.db.write(move |tx| Box::pin(async move { accounts::add(tx, new, now).await })).await;
        (email, account_id.unwrap())
    }
}

/// An argon2id hash of [`PASSWORD`] with the lowest cost, to save time.
fn low_cost_password_hash() -> String {
    use argon2::password_hash::PasswordHasher;
    let lowest_cost = argon2::Params::new(8, 1, 1, None).unwrap();
    let argon2 = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, lowest_cost);
    argon2.hash_password(PASSWORD.as_bytes()).unwrap().to_string()
}

impl TestClient {
    /// Sends a request and checks the response against the contract.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Vec<u8>>,
    ) -> TestResponse {
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.origin));
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.body(body);
        }
        let response = request.send().await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.bytes().await.unwrap().to_vec();
        let response = TestResponse { status, headers, text: String::from_utf8_lossy(&bytes).into_owned(), bytes };
        contract_conformance::assert_conforms(&method, path, &response);
        response
    }

    pub async fn send_json(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Value) -> TestResponse {
        let headers = [&[("content-type", "application/json")], headers].concat();
        self.send(method, path, &headers, Some(body.to_string().into_bytes())).await
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(Method::GET, path, &[], None).await
    }

    pub async fn get_with_headers(&self, path: &str, headers: &[(&str, &str)]) -> TestResponse {
        self.send(Method::GET, path, headers, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send_json(Method::POST, path, &[], body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> TestResponse {
        self.send_json(Method::PUT, path, &[], body).await
    }

    pub async fn put_with_headers(&self, path: &str, headers: &[(&str, &str)], body: Value) -> TestResponse {
        self.send_json(Method::PUT, path, headers, body).await
    }

    pub async fn delete(&self, path: &str) -> TestResponse {
        self.send(Method::DELETE, path, &[], None).await
    }

    pub async fn delete_with_body(&self, path: &str, body: Value) -> TestResponse {
        self.send_json(Method::DELETE, path, &[], body).await
    }

    pub async fn post_with_headers(&self, path: &str, headers: &[(&str, &str)], body: Value) -> TestResponse {
        self.send_json(Method::POST, path, headers, body).await
    }

    /// The same client with this token.
    pub fn with_token(&self, token: &str) -> Self {
        let (origin, client) = (self.origin.clone(), self.client.clone());
        Self { origin, client, token: Some(token.to_owned()), id: self.id.clone() }
    }

    /// The same client without a token.
    pub fn without_token(&self) -> Self {
        Self { origin: self.origin.clone(), client: self.client.clone(), token: None, id: None }
    }

    /// The same client, which sends this address as `X-Forwarded-For` with every request.
    pub fn with_forwarded_for(self, address: &str) -> Self {
        let headers = header::HeaderMap::from_iter([(
            header::HeaderName::from_static("x-forwarded-for"),
            header::HeaderValue::from_str(address).unwrap(),
        )]);
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).default_headers(headers);
        Self { client: client.build().unwrap(), ..self }
    }

    /// The same client with the same token, for another server.
    pub fn on_server(&self, guide: &TestApp) -> Self {
        Self { origin: guide.url(""), client: self.client.clone(), token: self.token.clone(), id: self.id.clone() }
    }

    /// Sends a file, given as name and content, and text fields as `multipart/form-data`.
    pub async fn upload(
        &self,
        method: Method,
        path: &str,
        file: (&str, &[u8]),
        text_fields: &[(&str, &str)],
    ) -> TestResponse {
        let (name, bytes) = file;
        let mut body = Vec::new();
        for (field, text) in text_fields {
            let part = format!("--edge\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{text}\r\n");
            body.extend(part.as_bytes());
        }
        let head = format!("--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat());
        self.send(method, path, &[("content-type", "multipart/form-data; boundary=edge")], Some(body)).await
    }

    /// Adds an image with this text alternative to the library and returns it.
    pub async fn add_image(&self, alt: &str) -> Value {
        let file = ("boat.png", &*crate::fixtures::png_image(700, 500));
        self.upload(Method::POST, "/api/media", file, &[("alt", alt)]).await.is(201).json()
    }

    /// Uploads a photo for a guestbook entry and returns the id of the image.
    pub async fn upload_photo(&self, alt: &str) -> i64 {
        let text_fields = [("purpose", "entry"), ("alt", alt)];
        let file = ("photo.png", &*crate::fixtures::png_image(400, 300));
        let image = self.upload(Method::POST, "/api/media", file, &text_fields).await.is(201).json();
        image["id"].as_i64().unwrap()
    }

    /// Creates a place and returns it.
    pub async fn add_place(&self, place: Value) -> Value {
        self.post("/api/businesses", place).await.is(201).json()
    }

    /// Creates a category and returns its id.
    pub async fn add_category(&self, name: &str) -> i64 {
        self.post("/api/categories", json!({ "name": name })).await.is(201).json()["id"].as_i64().unwrap()
    }
}
