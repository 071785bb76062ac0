//! The people of the stories and what they do.

use cms::common::id::AccountId;
use cms::identity::model::Role;
use cms::identity::store::{self, NewAccount};
use reqwest::{Method, StatusCode, header};
use serde_json::{Value, json};

use crate::promised;
use crate::world::Guide;

pub const PASSWORD: &str = "a boat on the Son";

/// Somebody with a browser: signed in or not.
pub struct Person {
    base: String,
    client: reqwest::Client,
    pub token: Option<String>,
    pub id: Option<AccountId>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    pub text: String,
    pub bytes: Vec<u8>,
}

impl Answer {
    /// The body, unpacked of Brotli.
    pub fn unpacked(&self) -> std::io::Result<String> {
        std::io::read_to_string(brotli::Decompressor::new(&*self.bytes, 4096))
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {} {}", self.status, self.text))
    }

    /// A header, empty when it is missing.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().unwrap()).unwrap_or_default()
    }

    /// The fields that a problem names, in order.
    pub fn fields(&self) -> Vec<String> {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text);
        let errors = self.json()["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().map(|error| error["field"].as_str().unwrap().to_owned()).collect()
    }

    /// The names in a list of things.
    pub fn names(&self) -> Vec<String> {
        let list = self.json();
        list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    }

    /// Asserts the status and goes on.
    #[track_caller]
    pub fn is(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self
    }
}

impl Person {
    /// Somebody whom the server at this address does not know.
    pub fn stranger(base: &str) -> Self {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        Self { base: base.to_owned(), client, token: None, id: None }
    }
}

impl Guide {
    /// A stranger.
    pub fn visitor(&self) -> Person {
        Person::stranger(&self.url(""))
    }

    /// A signed-in traveller.
    pub async fn traveller(&self, name: &str) -> Person {
        self.person(name, Role::Viewer).await
    }

    /// A business owner.
    pub async fn owner(&self, name: &str) -> Person {
        self.person(name, Role::BusinessOwner).await
    }

    /// An administrator.
    pub async fn admin(&self) -> Person {
        self.person("Admin One", Role::Admin).await
    }

    /// Somebody who has an account, signed in anew: a token lasts an hour.
    pub async fn again(&self, email: &str) -> Person {
        let visitor = self.visitor();
        let session = visitor.signs_in(email, PASSWORD).await.is(200);
        visitor.with_token(&crate::identity::token(&session))
    }

    /// Somebody new with an account and a password, signed in.
    pub async fn person(&self, name: &str, role: Role) -> Person {
        let mut person = self.visitor();
        let (email, id) = self.account(name, role).await;
        let session = person.post("/api/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await.is(200);
        person.token = Some(session.json()["token"].as_str().unwrap().to_owned());
        person.id = Some(id);
        person
    }

    /// An account that can sign in with [`PASSWORD`]; answers its e-mail and id.
    pub async fn account(&self, name: &str, role: Role) -> (String, AccountId) {
        let (first, last) = name.split_once(' ').unwrap_or((name, ""));
        let email = format!("{}@example.org", cms::common::text::slug(name));
        let new = NewAccount {
            email: email.clone(),
            first_name: first.to_owned(),
            last_name: last.to_owned(),
            role,
            is_active: true,
            password_hash: Some(cheap_hash()),
            is_email_verified: true,
        };
        let now = self.app.clock.now();
        let added = self.app.db.write(move |tx| Box::pin(async move { store::add(tx, new, now).await })).await;
        (email, added.unwrap())
    }
}

/// A true argon2id hash of [`PASSWORD`] with the least work: what is tested here is not how long it takes.
fn cheap_hash() -> String {
    use argon2::password_hash::PasswordHasher;
    let least = argon2::Params::new(8, 1, 1, None).unwrap();
    let argon2 = argon2::Argon2::new(argon2::Algorithm::Argon2id, argon2::Version::V0x13, least);
    argon2.hash_password(PASSWORD.as_bytes()).unwrap().to_string()
}

impl Person {
    /// Sends a request with these headers and this body. The answer is held to the contract.
    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Option<Vec<u8>>) -> Answer {
        let mut request = self.client.request(method.clone(), format!("{}{path}", self.base));
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
        let answer = Answer { status, headers, text: String::from_utf8_lossy(&bytes).into_owned(), bytes };
        promised::assert_kept(&method, path, &answer);
        answer
    }

    async fn send_json(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        let headers = [&[("content-type", "application/json")], headers].concat();
        self.send(method, path, &headers, Some(body.to_string().into_bytes())).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], None).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(Method::GET, path, headers, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send_json(Method::POST, path, &[], body).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send_json(Method::PUT, path, &[], body).await
    }

    pub async fn put_with(&self, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        self.send_json(Method::PUT, path, headers, body).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(Method::DELETE, path, &[], None).await
    }

    pub async fn delete_with(&self, path: &str, body: Value) -> Answer {
        self.send_json(Method::DELETE, path, &[], body).await
    }

    pub async fn post_with(&self, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        self.send_json(Method::POST, path, headers, body).await
    }

    /// The same person with this token.
    pub fn with_token(&self, token: &str) -> Self {
        let (base, client) = (self.base.clone(), self.client.clone());
        Self { base, client, token: Some(token.to_owned()), id: self.id.clone() }
    }

    /// The same person, not signed in.
    pub fn without_token(&self) -> Self {
        Self { base: self.base.clone(), client: self.client.clone(), token: None, id: None }
    }

    /// The same person behind a proxy which says that they come from there.
    pub fn coming_from(self, address: &str) -> Self {
        let headers = header::HeaderMap::from_iter([(
            header::HeaderName::from_static("x-forwarded-for"),
            header::HeaderValue::from_str(address).unwrap(),
        )]);
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).default_headers(headers);
        Self { client: client.build().unwrap(), ..self }
    }

    /// The same person, asking another server of the same guide.
    pub fn at(&self, guide: &Guide) -> Self {
        Self { base: guide.url(""), client: self.client.clone(), token: self.token.clone(), id: self.id.clone() }
    }

    /// Sends a file, and words beside it, as a browser's form does.
    pub async fn sends_file(&self, method: Method, path: &str, file: (&str, &[u8]), words: &[(&str, &str)]) -> Answer {
        let (name, bytes) = file;
        let mut body = Vec::new();
        for (field, text) in words {
            let part = format!("--edge\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{text}\r\n");
            body.extend(part.as_bytes());
        }
        let head = format!("--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        body.extend([head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat());
        self.send(method, path, &[("content-type", "multipart/form-data; boundary=edge")], Some(body)).await
    }

    /// Adds a picture to the library, described, and answers it.
    pub async fn adds_picture(&self, alt: &str) -> Value {
        let file = ("boat.png", &*crate::things::a_picture(700, 500));
        self.sends_file(Method::POST, "/api/media", file, &[("alt", alt)]).await.is(201).json()
    }

    /// Sends a photo for an entry and answers its id.
    pub async fn sends_photo(&self, alt: &str) -> i64 {
        let words = [("purpose", "entry"), ("alt", alt)];
        let file = ("photo.png", &*crate::things::a_picture(400, 300));
        let sent = self.sends_file(Method::POST, "/api/media", file, &words).await.is(201).json();
        sent["id"].as_i64().unwrap()
    }

    /// Adds a place and answers it.
    pub async fn adds(&self, place: Value) -> Value {
        self.post("/api/businesses", place).await.is(201).json()
    }

    /// Adds a category and answers its id.
    pub async fn adds_category(&self, name: &str) -> i64 {
        self.post("/api/categories", json!({ "name": name })).await.is(201).json()["id"].as_i64().unwrap()
    }
}
