//! What every handler can reach.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRef;
use futures_util::future::BoxFuture;
use ipnet::IpNet;

use super::http_metrics::HttpMetrics;
use super::operations::Operations;
use super::response_cache::ResponseCache;
use super::validation::JsonSchemas;
use crate::common::clock::{Clock, Timestamp};
use crate::common::id::{AccountId, PictureId};
use crate::common::keyed_semaphore::KeyedSemaphore;
use crate::common::worker_pool::WorkerPool;
use crate::db::candidate_cache::CandidateCache;
use crate::db::engine::{Db, Tx};
use crate::db::error::StoreError;
use crate::db::locks::{self, Lock};
use crate::db::place_index::{IndexSnapshot, PlaceIndex};
use crate::identity::builtin::attempts::Attempts;
use crate::identity::builtin::provider::Builtin;
use crate::identity::federated::providers::Providers;
use crate::identity::firebase::driver::Firebase;
use crate::identity::store;
use crate::integrations::blob_store::BlobStore;
use crate::jobs::changes::{self, AppliedSeq, ChangeNotifier, Tag};
use crate::jobs::letters::Outbox;
use crate::jobs::render_failures::RenderFailures;

/// What a room does, in the same write, when an account goes for good. Answers what that touched.
pub type AccountDeletionHook =
    for<'t> fn(&'t mut Tx, AccountId, Timestamp) -> BoxFuture<'t, Result<Vec<Tag>, StoreError>>;

/// What a room does, in the same write, when a picture of this id gets another key: the old one and the new one. It puts
/// the new one wherever it shows the old. Answers what that touched.
pub type PictureReplacedHook =
    for<'t> fn(&'t mut Tx, (PictureId, String, String), Timestamp) -> BoxFuture<'t, Result<Vec<Tag>, StoreError>>;

/// The program's parts, shared by all requests. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<AppState>);

const DAY_S: i64 = 24 * 3600;

/// See [`App`].
pub struct AppState {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The forms of the contract, ready to check.
    pub schemas: JsonSchemas,
    /// What the contract calls each call.
    pub operations: Operations,
    /// The built-in identity provider.
    pub identity: Builtin,
    /// Others whose accounts sign in to ours.
    pub federated: Providers,
    /// Who keeps the accounts in place of the built-in provider, if anybody does.
    pub firebase: Option<Firebase>,
    /// How often somebody writes to the team.
    pub message_attempts: Attempts,
    /// CachedResponse responses.
    pub cache: ResponseCache,
    /// What was answered.
    pub http_metrics: HttpMetrics,
    /// Which places have which words, in memory.
    pub place_index: PlaceIndex,
    /// What searches look through, in memory.
    pub candidate_cache: CandidateCache,
    /// Wakes whoever follows the change log.
    pub change_notifier: ChangeNotifier,
    /// How far this process has come in following it.
    pub applied_seq: AppliedSeq,
    /// Pages that cannot be rendered.
    pub render_failures: RenderFailures,
    /// Letters on their way out.
    pub outbox: Outbox,
    /// How much one account may post within an hour; 0 for no limit.
    pub posts_per_hour: i64,
    /// How many days the trash keeps what was deleted; 0 for ever.
    pub trash_days: i64,
    /// How many days a check of a place's location holds; 0 for ever.
    pub verified_days: i64,
    /// What the rooms do when an account goes.
    pub on_account_deleted: Vec<AccountDeletionHook>,
    /// What the rooms do when a picture is replaced.
    pub on_picture_replaced: Vec<PictureReplacedHook>,
    /// Where the files of pictures are.
    pub files: BlobStore,
    /// Who makes them.
    pub image_workers: WorkerPool,
    /// Limits concurrent image uploads, in total and per account.
    pub upload_limiter: KeyedSemaphore,
    /// Whose word about where a request comes from is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// The address that travellers see, without a trailing slash.
    pub public_url: String,
    /// Style address of another map than the built-in one.
    pub map_style_url: Option<String>,
    /// The origins that such a map is read from.
    pub map_origins: BTreeSet<String>,
}

impl std::ops::Deref for App {
    type Target = AppState;
    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl App {
    /// Puts the parts together.
    pub fn new(state: AppState) -> Self {
        Self(Arc::new(state))
    }

    /// From when on what was deleted at that time may be gone for good; nothing where the trash keeps for ever.
    pub fn purge_at(&self, deleted_at: Option<Timestamp>) -> Option<Timestamp> {
        deleted_at.filter(|_| self.trash_days > 0).map(|at| at.plus_seconds(self.trash_days * DAY_S))
    }

    /// Before when what was deleted is no longer kept; nothing where the trash keeps for ever.
    pub fn purge_cutoff(&self) -> Option<Timestamp> {
        (self.trash_days > 0).then(|| self.clock.now().plus_seconds(-self.trash_days * DAY_S))
    }

    /// Before when a check no longer holds; `None` where checks hold for ever.
    pub fn checks_hold_since(&self) -> Option<Timestamp> {
        (self.verified_days > 0).then(|| self.clock.now().plus_seconds(-self.verified_days * DAY_S))
    }

    /// Writes, then makes the change known: responses that it touched are dropped before this returns, so the next
    /// read on this replica shows it, and the follower of the change log is woken.
    ///
    /// `work` appends to the change log itself and answers the tags it appended.
    pub async fn publish<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<(T, Vec<Tag>), E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let (value, tags) = self.db.write(work).await?;
        self.cache.invalidate_tags(&tags);
        self.change_notifier.notify();
        Ok(value)
    }

    /// As [`App::publish`], but for a dry run: then what `work` did is undone and nothing is made known. Returns what it
    /// would have returned.
    pub async fn publish_unless<T, E, F>(&self, is_dry_run: bool, work: F) -> Result<T, E>
    where
        F: for<'t> FnOnce(&'t mut Tx) -> BoxFuture<'t, Result<(T, Vec<Tag>), E>> + Send + 'static,
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        if !is_dry_run {
            return self.publish(work).await;
        }
        let undone: Result<Infallible, Undone<T, E>> = self
            .db
            .write(move |tx| {
                Box::pin(async move {
                    Err(match work(tx).await {
                        Ok((value, _)) => Undone::Value(value),
                        Err(error) => Undone::Refused(error),
                    })
                })
            })
            .await;
        match undone {
            Ok(never) => match never {},
            Err(Undone::Value(value)) => Ok(value),
            Err(Undone::Refused(error)) => Err(error),
        }
    }

    /// All places and the names of categories, for a search, as true as kept responses are: with every write that was
    /// acknowledged here, and those of other replicas as soon as they are heard of.
    pub async fn place_snapshot(&self) -> Result<Arc<IndexSnapshot>, StoreError> {
        let epoch = self.cache.epoch();
        let tags = ["places", "categories"].map(Tag::from);
        match self.place_index.last_snapshot() {
            // Before the log is followed nobody says what others write.
            Some((snapshot, at)) if self.applied_seq.get().is_some() && !self.cache.is_stale(&tags, at) => Ok(snapshot),
            _ => self.place_index.snapshot(&self.db, epoch).await,
        }
    }

    /// Deletes an account, inside a write that is published: its likes end, what it wrote stays under an abbreviated
    /// name, its places lose their owner. Answers what that touched; it is in the change log already. Whoever calls this
    /// holds the account and [`store::hold_admins`].
    pub async fn remove_account(&self, tx: &mut Tx, id: &AccountId) -> Result<Vec<Tag>, StoreError> {
        let (mut tags, now) = (Vec::new(), self.clock.now());
        // Before any row: likes and entries are held here, and then their places.
        locks::lock_shared(tx, Lock::Places).await?;
        for hook in &self.on_account_deleted {
            tags.extend(hook(tx, id.clone(), now).await?);
        }
        store::remove(tx, id).await?;
        if !tags.is_empty() {
            changes::append(tx, tags.clone(), now).await?;
        }
        Ok(tags)
    }
}

impl FromRef<App> for JsonSchemas {
    fn from_ref(app: &App) -> Self {
        app.schemas.clone()
    }
}

/// The outcome of a write that is undone: an error in the eyes of the database.
enum Undone<T, E> {
    Value(T),
    Refused(E),
}

impl<T, E: From<StoreError>> From<StoreError> for Undone<T, E> {
    fn from(error: StoreError) -> Self {
        Self::Refused(error.into())
    }
}
