//! A bucket of an S3-compatible store. The crate `object_store` sends its requests through the connector of
//! `http_client`. The program therefore needs only one TLS stack and sets the timeouts itself.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::TryStreamExt;
use http_body_util::BodyExt;
use hyper_rustls::HttpsConnector;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as TcpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse, HttpResponseBody,
    HttpService,
};
use object_store::path::Path;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig};

use super::http_client;

/// The time limit of a request until its response begins. No retry begins later than this after the first attempt.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum number of retries of a request, after a connection failure or a server error.
const MAX_RETRIES: usize = 2;

/// The configuration of a bucket.
#[derive(Clone, Debug)]
pub struct BucketConfig {
    /// `s3://bucket` or `s3://bucket/folder`.
    pub url: String,
    /// The address of the store, as in `https://s3.example.org`. `None` for Amazon S3.
    pub endpoint: Option<String>,
    /// The region of the bucket.
    pub region: String,
    /// The id of the access key.
    pub access_key_id: String,
    /// The secret of the access key.
    pub secret: String,
}

/// A failed request to the bucket. The cause is for the log.
#[derive(Debug, thiserror::Error)]
#[error("a request to the bucket failed")]
pub struct BucketError(#[source] Box<object_store::Error>);

impl From<object_store::Error> for BucketError {
    fn from(error: object_store::Error) -> Self {
        Self(Box::new(error))
    }
}

/// A bucket, or a folder in one. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Bucket {
    store: Arc<AmazonS3>,
    folder: Path,
}

impl Bucket {
    /// Creates the client; sends no request. Fails if the configuration is invalid.
    pub fn new(config: &BucketConfig) -> anyhow::Result<Self> {
        let path = config.url.strip_prefix("s3://").unwrap_or(&config.url);
        let (bucket, folder) = path.split_once('/').unwrap_or((path, ""));
        anyhow::ensure!(!bucket.is_empty(), "MEDIA_URL must look like s3://bucket or s3://bucket/folder");
        let retry = RetryConfig { max_retries: MAX_RETRIES, retry_timeout: REQUEST_TIMEOUT, ..RetryConfig::default() };
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(bucket)
            .with_region(&config.region)
            .with_access_key_id(&config.access_key_id)
            .with_secret_access_key(&config.secret)
            .with_retry(retry)
            .with_http_connector(S3Connector);
        if let Some(endpoint) = &config.endpoint {
            // Operators with their own store decide themselves whether its network is safe for plain HTTP.
            builder = builder.with_endpoint(endpoint.trim_end_matches('/')).with_allow_http(true);
        }
        Ok(Self { store: Arc::new(builder.build()?), folder: Path::from(folder) })
    }

    fn path_of(&self, name: &str) -> Path {
        self.folder.clone().join(name)
    }

    /// Checks that the bucket exists and responds.
    pub async fn check_access(&self) -> Result<(), BucketError> {
        self.store.list(Some(&self.folder)).try_next().await?;
        Ok(())
    }

    /// Stores a file.
    pub async fn put(&self, name: &str, bytes: Bytes) -> Result<(), BucketError> {
        self.store.put(&self.path_of(name), PutPayload::from_bytes(bytes)).await?;
        Ok(())
    }

    /// Reads a file. `None` if it does not exist.
    pub async fn read(&self, name: &str) -> Result<Option<Bytes>, BucketError> {
        match self.store.get(&self.path_of(name)).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes a file, if it exists.
    pub async fn delete(&self, name: &str) -> Result<(), BucketError> {
        match self.store.delete(&self.path_of(name)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The names of the files that were last modified at or before this time.
    pub async fn names_older_than(&self, cutoff: SystemTime) -> Result<Vec<String>, BucketError> {
        let all: Vec<_> = self.store.list(Some(&self.folder)).try_collect().await?;
        let old_files = all.into_iter().filter(|file| SystemTime::from(file.last_modified) <= cutoff);
        Ok(old_files.filter_map(|file| file.location.filename().map(str::to_owned)).collect())
    }
}

#[derive(Debug)]
struct S3Connector;

impl HttpConnector for S3Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let connector = http_client::connector()
            .map_err(|error| object_store::Error::Generic { store: "S3", source: error.into() })?;
        let client = Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector);
        Ok(HttpClient::new(S3HttpService(client)))
    }
}

#[derive(Debug)]
struct S3HttpService(Client<HttpsConnector<TcpConnector>, HttpRequestBody>);

#[async_trait::async_trait]
impl HttpService for S3HttpService {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let timeout_error = |error| HttpError::new(HttpErrorKind::Timeout, error);
        let result = tokio::time::timeout(REQUEST_TIMEOUT, self.0.request(request)).await.map_err(timeout_error)?;
        let response = result.map_err(|error| {
            let kind = if error.is_connect() { HttpErrorKind::Connect } else { HttpErrorKind::Interrupted };
            HttpError::new(kind, error)
        })?;
        let interrupted_error = |error| HttpError::new(HttpErrorKind::Interrupted, error);
        Ok(response.map(|body| HttpResponseBody::new(body.map_err(interrupted_error))))
    }
}
