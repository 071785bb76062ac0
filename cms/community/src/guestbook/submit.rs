//! Submission of entries: checks the rate limit, computes the spam score and stores the entry for review. Comments and
//! owner replies have the same rate limit and the same spam score, and each of these three texts is a post.

use std::collections::HashMap;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use super::model::{Comment, Entry, Status};
use super::requests::NewEntry;
use super::store;
use crate::audit::log::AuditContext;
use crate::auth::domain::accounts::{self, Account, SignedTokenSubject};
use crate::common::clock::Timestamp;
use crate::common::id::{AccountId, ImageId, PlaceId};
use crate::common::rate_limit_state::{RateLimitState, RateLimitStates};
use crate::db::dialect::Dialect;
use crate::db::engine::{StoreError, Tx};
use crate::db::write::Mergeable;
use crate::http::app::App;
use crate::http::input::update::WriteError;
use crate::http::problem::{Code, Problem};
use crate::media::{self, model::RecordWithImages};
use crate::spam::classifier::{ModeratedWordCounts, push_moderated_word_counts, spam_word_keys};
use crate::spam::score::{SpamScore, Submission, TextFeatures};
use crate::spam::words::fingerprint;
use crate::{execute, with_tx};

const HOUR_S: i64 = 3600;
const DAY_S: i64 = 24 * HOUR_S;
/// The maximum number of posts within an hour by an account that is younger than a day and has no approved entry. If
/// the limit for all accounts is lower, that limit applies.
const MAX_NEWCOMER_POSTS_PER_HOUR: i64 = 3;
/// The time within which an identical text counts as a copy, in seconds: a week.
const COPY_WINDOW_S: i64 = 7 * DAY_S;
/// The minimum length, in characters, at which an identical text by another author counts as a copy. Shorter texts may
/// be identical by coincidence, and count only if the text of the other author is spam.
const MIN_COPY_LEN: usize = 60;

const DELETE_OLD_LOGGED_POSTS: &str = "delete from guestbook_post_log where account_id = $1 and created_at <= $2";

const LOG_POST: &str = "insert into guestbook_post_log (account_id, created_at) values ($1, $2)";

const SELECT_RECENT_POST_STATS: &str = concat!(
    "select case when account.created_at > $4
        and not exists (select 1 from guestbook_entry where author_id = account.id and status = 'approved')
    then (select created_at from guestbook_post_log where account_id = account.id order by created_at desc
        limit 1 offset $5)
    else (select created_at from guestbook_post_log where account_id = account.id order by created_at desc
        limit 1 offset $6) end,
    account.created_at > $4
        and not exists (select 1 from guestbook_entry where author_id = account.id and status = 'approved'),
    (select count(*) from guestbook_post_log where account_id = account.id),
    (select min(created_at) from guestbook_post_log where account_id = account.id)
from account where ",
    crate::is_valid_subject!("$1", "$2", "$3")
);

/// A submitted entry, comment or owner reply: the text with its analysis, its author, and how it was submitted.
pub struct Post {
    /// The author, from a token that may have been revoked; see [`SignedTokenSubject`].
    pub author: SignedTokenSubject,
    /// The time of submission.
    pub now: Timestamp,
    /// The maximum number of posts of an account within an hour; 0 for no limit.
    max_posts_per_hour: i64,
    message: String,
    location: Option<String>,
    /// Whether the honeypot field, which people do not see, was filled in.
    is_honeypot_filled: bool,
    /// How long the form was open, if the client sent it.
    elapsed_ms: Option<i64>,
    features: TextFeatures,
    /// A fingerprint of the text, by which copies are found.
    text_fingerprint: String,
    /// The list of rate limit states that the response reports. It belongs to the task of the request. The write runs
    /// in another task, so the list is fetched before the write.
    rate_limit_states: RateLimitStates,
}

/// What [`SELECT_RECENT_POST_STATS`] returns about an account and its posts in the last hour:
///
/// 1. `None` if the account may post now. Otherwise, it may post again an hour after this time.
/// 2. Whether the account is younger than a day and has no approved entry.
/// 3. The number of posts.
/// 4. The time of the oldest post.
type RecentPostStats = (Option<Timestamp>, bool, i64, Option<Timestamp>);

/// An author, with the facts about earlier posts on which the spam score depends.
#[derive(sqlx::FromRow)]
pub struct AuthorHistory {
    /// The account.
    #[sqlx(flatten)]
    pub author: Account,
    /// The number of approved entries.
    approved: i64,
    /// The number of copies of the text within a week.
    copies: i64,
    training_data: ModeratedWordCounts,
    /// The index of the post in its batch. One query reads the histories for all posts of the batch.
    post_index: i64,
}

impl Post {
    /// Analyzes the text, which is most of the work of a submission. Must be called before the transaction that stores
    /// the text, because other writes wait while a transaction runs.
    pub fn new(
        app: &App,
        author: SignedTokenSubject,
        (message, location): (&str, Option<&str>),
        (leave_blank, elapsed_ms): (Option<&str>, Option<i64>),
    ) -> Self {
        Self {
            author,
            now: app.clock.now(),
            max_posts_per_hour: app.limits.posts_per_hour,
            message: message.to_owned(),
            location: location.map(str::to_owned),
            is_honeypot_filled: leave_blank.is_some_and(|text| !text.trim().is_empty()),
            elapsed_ms,
            features: TextFeatures::parse(message),
            text_fingerprint: fingerprint(message),
            rate_limit_states: RateLimitStates::current(),
        }
    }

    /// Locks the author's account until the commit, so that posts of one account are counted sequentially. 401 if the
    /// token is no longer valid.
    pub async fn lock_author(&self, tx: &mut Tx) -> Result<(), WriteError> {
        let is_valid = accounts::lock_subject_account(tx, &self.author, self.now).await?;
        if is_valid { Ok(()) } else { Err(Problem::unauthorized().into()) }
    }

    /// 429 with the time to wait if the account has posted too much within an hour, 401 if the token is no longer
    /// valid. The database counts the posts, so the limit applies to all replicas together. Posts are counted by
    /// account alone: nothing else in a request changes the count (R311).
    pub async fn check_rate_limit(&self, tx: &mut Tx) -> Result<(), WriteError> {
        let (author, now, max_posts_per_hour) = (&self.author, self.now, self.max_posts_per_hour);
        if max_posts_per_hour == 0 {
            return Ok(());
        }
        execute!(tx, sqlx::query(DELETE_OLD_LOGGED_POSTS).bind(&author.account).bind(now.plus_seconds(-HOUR_S)))?;
        let recent: Option<RecentPostStats> = with_tx!(tx, |engine| sqlx::query_as(SELECT_RECENT_POST_STATS)
            .bind(&author.account)
            .bind(&author.session)
            .bind(now)
            .bind(now.plus_seconds(-DAY_S))
            .bind(max_posts_per_hour.min(MAX_NEWCOMER_POSTS_PER_HOUR) - 1)
            .bind(max_posts_per_hour - 1)
            .fetch_optional(engine))?;
        let (blocking_post_at, is_newcomer, post_count, oldest_post_at) = recent.ok_or_else(Problem::unauthorized)?;
        let quota = if is_newcomer { max_posts_per_hour.min(MAX_NEWCOMER_POSTS_PER_HOUR) } else { max_posts_per_hour };
        let wait_s = |posted_at: Timestamp| (posted_at.plus_seconds(HOUR_S).0 - now.0 + 999) / 1000;
        self.rate_limit_states.record(RateLimitState {
            limit_name: "posts",
            quota,
            window_s: HOUR_S,
            remaining: (quota - post_count - 1).max(0),
            reset_s: wait_s(blocking_post_at.or(oldest_post_at).unwrap_or(now)),
        });
        if let Some(blocking_post_at) = blocking_post_at {
            let sentence = "You've posted a lot recently. Please try again later.";
            return Err(Problem::too_many_requests(Code::RateLimited, sentence, wait_s(blocking_post_at)).into());
        }
        Ok(())
    }

    /// Counts the post for the rate limit.
    pub async fn record_for_rate_limit(&self, tx: &mut Tx) -> Result<(), StoreError> {
        if self.max_posts_per_hour > 0 {
            execute!(tx, sqlx::query(LOG_POST).bind(&self.author.account).bind(self.now))?;
        }
        Ok(())
    }

    /// The author's history. [`Self::lock_author`] must be called before. 401 if the token is no longer valid.
    pub async fn history(&self, tx: &mut Tx) -> Result<AuthorHistory, WriteError> {
        histories(tx, &[self]).await?.pop().flatten().ok_or_else(|| Problem::unauthorized().into())
    }

    /// Scores the text. The history must be loaded in the transaction that stores the text, so that copies submitted at
    /// the same time are found.
    pub fn score(&self, history: &AuthorHistory) -> SpamScore {
        let submission = Submission {
            text: &self.message,
            name: &history.author.display_name(),
            location: self.location.as_deref(),
            is_honeypot_filled: self.is_honeypot_filled,
            elapsed_ms: self.elapsed_ms,
            account_age_s: Some((self.now.0 - history.author.created_at.0) / 1000),
            approved_text_count: history.approved,
            same_text_count: history.copies,
        };
        self.features.score(&submission, &history.training_data)
    }

    /// A comment on `entry` with the text of this post. The caller adds its status, the comment
    /// that it replies to, and the fields of an owner reply.
    pub fn comment_on(&self, entry: Entry, history: &AuthorHistory) -> Comment {
        let SpamScore { total_points, reasons } = self.score(history);
        Comment {
            entry_id: entry.id,
            entry_message: entry.message,
            entry_status: entry.status,
            entry_place_id: entry.place_id,
            author_name: history.author.display_name(),
            author_id: Some(history.author.id.clone()),
            message: self.message.trim().to_owned(),
            spam_score: total_points,
            spam_reasons: Json(reasons),
            created_at: self.now,
            ..Comment::default()
        }
    }
}

/// The histories for several posts, in the order of the posts; `None` for a post whose token is no longer valid. The
/// authors must be locked.
async fn histories(tx: &mut Tx, posts: &[&Post]) -> Result<Vec<Option<AuthorHistory>>, StoreError> {
    let rows: Vec<AuthorHistory> = with_tx!(tx, |engine| select_histories(posts).build_query_as().fetch_all(engine))?;
    let mut histories: HashMap<i64, AuthorHistory> = rows.into_iter().map(|row| (row.post_index, row)).collect();
    Ok((0..).zip(posts).map(|(index, _)| histories.remove(&index)).collect())
}

fn select_histories<D: Dialect>(posts: &[&Post]) -> QueryBuilder<D> {
    let mut query = QueryBuilder::new(
        "with asked (post_index, account, session, now, since, text_fingerprint, is_long, words) as (values ",
    );
    for (post_index, Post { author, now, message, features, text_fingerprint, .. }) in posts.iter().enumerate() {
        query.push(if post_index == 0 { "(" } else { "), (" });
        D::push_number(&mut query, i64::try_from(post_index).unwrap_or(i64::MAX));
        query.push(", ");
        D::push_text(&mut query, author.account.0.clone());
        query.push(", ");
        D::push_text(&mut query, author.session.as_ref().map(|session| session.0.clone()));
        for number in [now.0, now.plus_seconds(-COPY_WINDOW_S).0] {
            query.push(", ");
            D::push_number(&mut query, number);
        }
        query.push(", ");
        D::push_text(&mut query, text_fingerprint.clone());
        query.push(", ");
        D::push_number(&mut query, i64::from(message.chars().count() >= MIN_COPY_LEN));
        query.push(", ");
        D::push_text_list(&mut query, &spam_word_keys(&features.token_names));
    }
    query.push(concat!(
        ")) select asked.post_index, ",
        crate::account_columns!(),
        ", (select count(*) from guestbook_entry where author_id = account.id and status = 'approved') as approved, "
    ));
    for (separator, table) in [("(", "guestbook_entry"), (") + (", "guestbook_comment")] {
        // Copies by other authors count only if they are spam or long, because many people write "Great cave!".
        query.push(format!(
            "{separator}select count(*) from {table} where deleted_at is null and text_fingerprint = asked.text_fingerprint
            and created_at > asked.since and (asked.is_long = 1 or status = 'spam' or author_id = account.id)"
        ));
    }
    query.push(") as copies, ");
    push_moderated_word_counts(&mut query, |query| {
        query.push("asked.words");
    });
    query.push(concat!(
        " as training_data from asked cross join account where ",
        crate::is_valid_subject!("asked.account", "asked.session", "asked.now"),
        // `order by` makes the database compute all rows before it returns the first one.
        " order by asked.post_index"
    ));
    query
}

/// Stores an entry for review, or as spam if its score is above 70. Until a decision, only its author and admins see
/// the entry.
///
/// 401 if the author's token is no longer valid. 422 if `relatedPlaceId` is not a public place, or `pictureIds` has a
/// photo that the author did not upload or that an entry already uses. 429 if the author has posted too much.
pub async fn submit_entry(
    app: &App,
    author: SignedTokenSubject,
    audit: AuditContext,
    new: NewEntry,
) -> Result<Entry, Problem> {
    let text = (new.message.as_str(), new.location.as_deref());
    let post = Post::new(app, author, text, (new.leave_blank.as_deref(), new.elapsed_ms));
    let entry = new.entry(Some(post.author.account.clone()), post.now);
    Ok(app.db.write_merged(EntryWrite { post, audit, entry, photos: new.picture_ids }).await?)
}

struct EntryWrite {
    post: Post,
    audit: AuditContext,
    /// The entry without the fields that depend on the author's history.
    entry: Entry,
    photos: Vec<ImageId>,
}

impl Mergeable for EntryWrite {
    type Output = Entry;
    type Error = WriteError;

    /// Entries of different authors with different texts do not affect each other's rate limit and spam score.
    fn is_independent_of(&self, other: &Self) -> bool {
        self.post.author.account != other.post.author.account
            && self.post.text_fingerprint != other.post.text_fingerprint
    }

    fn write<'t>(tx: &'t mut Tx, all: &'t [Self]) -> BoxFuture<'t, Result<Vec<Result<Entry, WriteError>>, WriteError>> {
        write_entries(tx, all).boxed()
    }
}

async fn write_entries(tx: &mut Tx, writes: &[EntryWrite]) -> Result<Vec<Result<Entry, WriteError>>, WriteError> {
    let posts: Vec<&Post> = writes.iter().map(|write| &write.post).collect();
    for post in &posts {
        post.lock_author(tx).await?;
    }
    let histories = histories(tx, &posts).await?;
    let (mut results, mut checked_writes, mut entries) = (Vec::new(), Vec::new(), Vec::new());
    for (index, (write, history)) in writes.iter().zip(histories).enumerate() {
        match write.check_rate_limit_place_and_photos(tx, history).await {
            Ok(history) => {
                entries.push(write.scored_entry(&history));
                checked_writes.push((index, write, history.author));
            }
            Err(WriteError::Problem(problem)) => results.push((index, Err(WriteError::Problem(problem)))),
            Err(error) => return Err(error),
        }
    }
    let ids = store::add_all(tx, &entries).await?;
    for ((index, write, author), (entry, id)) in checked_writes.into_iter().zip(entries.into_iter().zip(ids)) {
        write.post.record_for_rate_limit(tx).await?;
        let audit = write.audit.clone().with_actor(&author);
        let entry = if entry.place_id.is_none() && write.photos.is_empty() {
            Entry { id, author_email: Some(author.email), ..entry }
        } else {
            // `set_uses` ignores a photo that `pictureIds` has already listed.
            media::store::set_uses(tx, RecordWithImages::Entry(id), &write.photos).await?;
            store::get_for_update(tx, id).await?
        };
        audit.log_created(tx, &entry).await?;
        results.push((index, Ok(entry)));
    }
    results.sort_unstable_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

impl EntryWrite {
    /// Checks whether the entry may be stored, without counting it for the rate limit. Returns the author's history.
    async fn check_rate_limit_place_and_photos(
        &self,
        tx: &mut Tx,
        history: Option<AuthorHistory>,
    ) -> Result<AuthorHistory, WriteError> {
        let history = history.ok_or_else(Problem::unauthorized)?;
        self.post.check_rate_limit(tx).await?;
        check_place(tx, self.entry.place_id, true).await?;
        check_photos(tx, &history.author.id, &self.photos).await?;
        Ok(history)
    }

    fn scored_entry(&self, history: &AuthorHistory) -> Entry {
        let SpamScore { total_points, reasons } = self.post.score(history);
        Entry {
            status: Status::initial_for_entry(total_points),
            author_name: history.author.display_name(),
            spam_score: total_points,
            spam_reasons: Json(reasons),
            ..self.entry.clone()
        }
    }
}

/// 422 for a photo that does not exist, is in the image library, was uploaded by another account, or is already used.
async fn check_photos(tx: &mut Tx, author: &AccountId, photos: &[ImageId]) -> Result<(), WriteError> {
    for photo in photos {
        let found = media::store::find_within(tx, *photo).await?;
        let is_own = found.is_some_and(|photo| {
            !photo.in_library && photo.uploader_id.as_ref() == Some(author) && photo.use_count == 0
        });
        if !is_own {
            return Err(Problem::invalid_field(Code::PhotoUnknown, "pictureIds", "This photo does not exist").into());
        }
    }
    Ok(())
}

/// 422 if the place does not exist or is in the trash. With `must_be_public`, also 422 if the place is not public.
/// Without a place, the check succeeds.
pub async fn check_place(tx: &mut Tx, place: Option<PlaceId>, must_be_public: bool) -> Result<(), WriteError> {
    const SELECT: &str = "select is_public from place where id = $1 and deleted_at is null";
    let Some(id) = place else { return Ok(()) };
    let is_public: Option<bool> = with_tx!(tx, |engine| sqlx::query_scalar(SELECT).bind(id).fetch_optional(engine))?;
    if is_public.is_none_or(|is_public| must_be_public && !is_public) {
        return Err(Problem::invalid_field(Code::PlaceUnknown, "relatedPlaceId", "This place does not exist").into());
    }
    Ok(())
}
