//! The shared state of all handlers.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::BoxFuture;
use ipnet::IpNet;
use parking_lot::Mutex;
use tokio::sync::Semaphore;
use tokio::sync::{Notify, watch};

use super::cache::ResponseCache;
use super::caller::OperationIds;
use super::input::validation::RequestBodySchemas;
use super::server::service::HttpMetrics;
use crate::audit::log::{AuditContext, Fields};
use crate::auth::domain::accounts;
use crate::auth::domain::api_token::quota::ApiTokenQuotas;
use crate::auth::domain::builtin::provider::BuiltinProvider;
use crate::auth::domain::builtin::rate_limit::RateLimiter;
use crate::auth::domain::federated::providers::FederatedProviderClients;
use crate::auth::domain::firebase::Firebase;
use crate::common::cache_tag::CacheTag;
use crate::common::clock::{Clock, Timestamp};
use crate::common::error_chain;
use crate::common::id::{AccountId, ChangeSeq, ImageId, PlaceId, WebhookId};
use crate::common::keyed_semaphore::KeyedSemaphore;
use crate::common::messages::Locale;
use crate::common::worker_pool::WorkerPool;
use crate::db::engine::{AdvisoryLock, Db, StoreError, Tx};
use crate::integrations::blob_store::BlobStore;
use crate::integrations::guarded_client::GuardedClient;
use crate::jobs::change_log::{self, AppliedSeq, ChangeListener, ChangeNotifier};
use crate::jobs::outbox::OutboxHandle;
use crate::jobs::render_failures::RenderFailures;
use crate::places::index::candidate_cache::CandidateCache;
use crate::places::index::place_index::{IndexSnapshot, PlaceIndex};

/// The future that a hook returns. Its output is the affected cache tags.
pub type HookFuture<'t> = BoxFuture<'t, Result<Vec<CacheTag>, StoreError>>;

/// Called in the write that deletes an account. A module deletes or anonymizes its data about the account.
pub type AccountDeletionHook = for<'t> fn(&'t mut Tx, AccountId, Timestamp) -> HookFuture<'t>;

/// Called in the write that replaces an image, with the id, the old key and the new key of the image. A module replaces
/// the old key in its records.
pub type ImageReplacedHook = for<'t> fn(&'t mut Tx, (ImageId, String, String), Timestamp) -> HookFuture<'t>;

/// The part of an owner's change to a place that becomes public only after a review.
pub struct OwnerProposal {
    /// The audit context of the request.
    pub audit: AuditContext,
    /// The owner.
    pub account: AccountId,
    /// The place.
    pub place: PlaceId,
    /// The version of the place before the change.
    pub version: i64,
    /// The values in that version, for the fields of `proposed`.
    pub base: Fields,
    /// The new values, by the name of their field.
    pub proposed: Fields,
}

/// Called in the write of an owner's change: stores the values that wait for review.
pub type OwnerProposalHook = for<'t> fn(&'t mut Tx, OwnerProposal, Timestamp) -> BoxFuture<'t, Result<(), StoreError>>;

/// The shared state. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<AppState>);

const DAY_S: i64 = 24 * 3600;

/// State that every module uses, and the state of individual modules.
pub struct AppState {
    /// The database.
    pub db: Db,
    /// The source of the time.
    pub clock: Clock,
    /// The public URL, without a trailing slash.
    pub public_url: String,
    /// The language of emails and pages.
    pub locale: Locale,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The schemas of the contract, compiled for validation.
    pub schemas: RequestBodySchemas,
    /// The `operationId`s of the contract.
    pub operations: OperationIds,
    /// Metrics of requests.
    pub http_metrics: HttpMetrics,
    /// The response cache.
    pub cache: ResponseCache,
    /// Wakes the change follower.
    pub change_notifier: ChangeNotifier,
    /// The newest change log entry that this process has applied.
    pub applied_seq: AppliedSeq,
    /// The newest change log entry that this process may report in the change feed.
    pub newest_feed_seq: watch::Sender<ChangeSeq>,
    /// Whether the server is stopping: requests that wait for a change then respond at once.
    pub is_stopping: watch::Sender<bool>,
    /// Pages that failed to render.
    pub render_failures: RenderFailures,
    /// The email outbox.
    pub outbox: OutboxHandle,
    /// Limits of requests, and the time until soft-deleted records are purged.
    pub limits: Limits,
    /// Functions of modules that run within the writes of other modules.
    pub hooks: Hooks,
    /// The identity providers, and the limits of API tokens.
    pub auth: AuthState,
    /// The state of the search for places and of their map.
    pub places: PlacesState,
    /// The state of images and uploads.
    pub media: MediaState,
    /// The state of the requests to webhooks.
    pub webhooks: WebhooksState,
    /// The state of link checks, and the likely duplicates.
    pub quality: QualityState,
    /// The checks of websites that prove a claim.
    pub claims: ClaimsState,
}

/// Limits of requests, and the time until soft-deleted records are purged.
pub struct Limits {
    /// How many guestbook entries and comments one account may post within an hour; 0 for no limit.
    pub posts_per_hour: i64,
    /// The rate limit of contact messages and inquiries.
    pub contact_and_enquiries: RateLimiter,
    /// The rate limit of reports about places.
    pub reports: RateLimiter,
    /// The rate limit of claims to places.
    pub claims: RateLimiter,
    /// The rate limit of requests for a preview with an invalid ticket.
    pub invalid_preview_tickets: RateLimiter,
    /// Limits concurrent reads of previews. They use the database writer, and clients with a preview link must not
    /// delay other writes.
    pub preview_reads: Semaphore,
    /// The number of days after which soft-deleted records are purged; 0 for never.
    pub trash_days: i64,
}

/// The hooks of the modules.
pub struct Hooks {
    /// Called when an account is deleted.
    pub account_deleted: Vec<AccountDeletionHook>,
    /// Called when an image is replaced.
    pub image_replaced: Vec<ImageReplacedHook>,
    /// Called when values of an owner's change must wait for review.
    pub store_owner_proposal: OwnerProposalHook,
}

/// The identity providers, and the limits of API tokens.
pub struct AuthState {
    /// The built-in provider.
    pub builtin: BuiltinProvider,
    /// The external providers.
    pub federated: FederatedProviderClients,
    /// Firebase, if it replaces the built-in provider.
    pub firebase: Option<Firebase>,
    /// The quotas of API tokens.
    pub api_token_quotas: ApiTokenQuotas,
    /// The rate limit of requests with an invalid API token.
    pub invalid_api_token_limiter: RateLimiter,
}

/// The state of places.
pub struct PlacesState {
    /// The place index.
    pub index: PlaceIndex,
    /// Cached candidates of searches.
    pub candidate_cache: CandidateCache,
    /// The URL of a map style that replaces the built-in one, if configured.
    pub map_style_url: Option<String>,
    /// The origins from which the map style of `map_style_url` loads its data.
    pub map_origins: BTreeSet<String>,
}

/// The state of images and uploads.
pub struct MediaState {
    /// The files of images.
    pub files: BlobStore,
    /// The workers that process images.
    pub workers: WorkerPool,
    /// Limits concurrent uploads, in total and per account.
    pub upload_permits: KeyedSemaphore,
}

/// The state of webhooks.
pub struct WebhooksState {
    /// Sends the requests to webhooks.
    pub client: GuardedClient,
    /// Limits concurrent requests, in total and per host.
    pub request_permits: KeyedSemaphore,
    /// The webhooks to which this process is sending.
    pub webhooks_with_running_batch: Mutex<BTreeSet<WebhookId>>,
    /// Wakes the background task.
    pub wake: Notify,
}

/// The state of the checks of websites that prove a claim.
pub struct ClaimsState {
    /// Sends the requests. The client cannot reach the private networks that are allowed for webhooks, because callers
    /// who are not admins make claims.
    pub client: GuardedClient,
    /// Limits concurrent checks, in total and per host.
    pub request_permits: KeyedSemaphore,
}

/// The state of the quality desk, the part of the console that lists missing and wrong data.
pub struct QualityState {
    /// Whether links are checked.
    pub checks_links: bool,
    /// Sends the requests of link checks.
    pub client: GuardedClient,
    /// Limits concurrent requests, in total and per host.
    pub request_permits: KeyedSemaphore,
    /// The pause between two requests to a host.
    pub host_pause: Duration,
    /// The likely duplicates that were computed last; `None` before the first computation. Locked while they are
    /// computed.
    pub duplicates: tokio::sync::Mutex<Option<CachedDuplicates>>,
}

/// Likely duplicates: the last change log entry that was considered, the time of the computation, and the pairs. A
/// pair has the ids of two places and their distance in meters.
pub type CachedDuplicates = (ChangeSeq, Timestamp, Arc<[(PlaceId, PlaceId, i64)]>);

impl std::ops::Deref for App {
    type Target = AppState;
    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl App {
    /// Wraps the state.
    pub fn new(state: AppState) -> Self {
        Self(Arc::new(state))
    }

    /// The time at which a record that was soft-deleted at `deleted_at` may be purged. `None` if the record is not
    /// soft-deleted, or if soft-deleted records are kept forever.
    pub fn purge_at(&self, deleted_at: Option<Timestamp>) -> Option<Timestamp> {
        deleted_at.filter(|_| self.limits.trash_days > 0).map(|at| at.plus_seconds(self.limits.trash_days * DAY_S))
    }

    /// The time before which a record must have been soft-deleted to be purged. `None` if soft-deleted records are kept
    /// forever.
    pub fn purge_cutoff(&self) -> Option<Timestamp> {
        (self.limits.trash_days > 0).then(|| self.clock.now().plus_seconds(-self.limits.trash_days * DAY_S))
    }

    /// Runs a write, invalidates the affected responses and wakes the change follower. The next read on this replica
    /// therefore shows the change.
    ///
    /// `work` appends to the change log itself and returns the appended tags.
    pub async fn write_and_invalidate<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<(T, Vec<CacheTag>), E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (value, tags) = self.db.write(work).await?;
        self.cache.invalidate_tags(&tags);
        self.change_notifier.notify();
        Ok(value)
    }

    /// [`App::write_and_invalidate`] with support for dry runs: a dry run is rolled back and invalidates nothing. It
    /// returns what the write would have returned.
    pub async fn write_and_invalidate_or_dry_run<T, E, F>(&self, is_dry_run: bool, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<(T, Vec<CacheTag>), E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if !is_dry_run {
            return self.write_and_invalidate(work).await;
        }
        let rolled_back: Result<Infallible, DryRunOutcome<T, E>> = self
            .db
            .write(move |tx| Box::pin(async move { Err(DryRunOutcome(work(tx).await.map(|(value, _)| value))) }))
            .await;
        let Err(DryRunOutcome(outcome)) = rolled_back;
        outcome
    }

    /// Follows the change log until the database is closed, and invalidates the responses that writes of other replicas
    /// affect. Only for a server without the site proxy. On other servers, the change follower of the site proxy does
    /// this.
    pub async fn follow_change_log(self) {
        let mut listener = ChangeListener::listen(&self.db).await;
        while !self.db.is_closed() {
            if let Err(error) = self.apply_changes().await {
                tracing::error!(error = %error_chain::display(&error), "failed to read the change log");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            self.change_notifier.wait(&mut listener).await;
        }
    }

    async fn apply_changes(&self) -> Result<(), StoreError> {
        let Some(mut seq) = self.applied_seq.get() else {
            let newest = change_log::newest_seq(&self.db).await?;
            // Responses cached before this point may be older than the entry from which the log is followed.
            self.cache.invalidate_all();
            self.applied_seq.set(newest);
            self.change_notifier.announce(newest);
            return Ok(());
        };
        loop {
            let batch = change_log::list_after(&self.db, seq).await?;
            let Some(last) = batch.last() else { return Ok(()) };
            seq = last.seq;
            for change in batch {
                self.cache.invalidate_tags(&change.tags);
            }
            self.applied_seq.set(seq);
            self.change_notifier.announce(seq);
        }
    }

    /// The snapshot of the place index for a search. The snapshot is as current as cached responses. It includes every
    /// write that this replica acknowledged. It includes writes of other replicas once this replica was notified of
    /// them.
    pub async fn place_index_snapshot(&self) -> Result<Arc<IndexSnapshot>, StoreError> {
        let epoch = self.cache.current_epoch();
        let tags = [CacheTag::Places, CacheTag::Categories];
        match self.places.index.last_snapshot() {
            // Until the change log is followed, writes of other replicas are unknown.
            Some((snapshot, snapshot_epoch))
                if self.applied_seq.get().is_some() && self.cache.is_fresh(&tags, snapshot_epoch) =>
            {
                Ok(snapshot)
            }
            _ => self.places.index.refreshed_snapshot(&self.db, epoch).await,
        }
    }

    /// Deletes an account within a write of [`App::write_and_invalidate`]. Its likes are deleted, its entries stay
    /// under an abbreviated name, and its places lose their owner. Appends the affected tags to the change log and
    /// returns them. The transaction must hold the lock of the account and that of [`accounts::lock_admins`].
    pub async fn remove_account(&self, tx: &mut Tx, id: &AccountId) -> Result<Vec<CacheTag>, StoreError> {
        let (mut tags, now) = (Vec::new(), self.clock.now());
        // This lock must be taken before any row is locked. The hooks lock likes and entries before the places that
        // these are about.
        tx.lock_shared(AdvisoryLock::Places).await?;
        for hook in &self.hooks.account_deleted {
            tags.extend(hook(tx, id.clone(), now).await?);
        }
        accounts::remove(tx, id).await?;
        change_log::append_unless_empty(tx, tags, now).await
    }
}

/// The outcome of a dry run, as an error so that the transaction is rolled back.
struct DryRunOutcome<T, E>(Result<T, E>);

impl<T, E: From<StoreError>> From<StoreError> for DryRunOutcome<T, E> {
    fn from(error: StoreError) -> Self {
        Self(Err(error.into()))
    }
}
