//! The common parts of contact messages and enquiries, which anyone can send with a form: the rate limit, the spam
//! score, and the queries of their tables.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder};

use crate::auth::domain::builtin::rate_limit::{RateLimitError, RateLimitKey, RetryAfter};
use crate::common::clock::Timestamp;
use crate::db::dialect::Dialect;
use crate::db::engine::{Db, StoreError};
use crate::http::app::App;
use crate::http::caller::Client;
use crate::http::input::pagination::{ColumnValue, Page, PageParams};
use crate::http::problem::{Code, Problem};
use crate::spam::score::{SpamScore, Submission};
use crate::spam::{self, words};
use crate::with_pool;

/// The time in seconds within which a second submission of the same text by the same sender is a duplicate. A double
/// click or a lost response can cause one.
pub const DEDUP_WINDOW_S: i64 = 600;
/// How long equal texts of all senders are counted for the spam score: 30 days.
const SAME_TEXT_WINDOW_S: i64 = 30 * 24 * 3600;

/// A table of texts that were submitted with a form.
pub struct SubmissionTable {
    /// The name of the table.
    pub table: &'static str,
    /// The columns of a record, as the list of a `select`.
    pub columns: &'static str,
    /// The condition for rows that are not deleted.
    pub not_deleted_condition: &'static str,
    /// The plural of the word for a record, for the error message of a 429.
    pub plural_name: &'static str,
}

/// The filter of a list. A record must contain all of the folded words, and have the given value in each of the
/// columns.
pub type SubmissionFilter = (Vec<String>, Vec<(&'static str, ColumnValue)>);

/// A record of a [`SubmissionTable`], read from either engine.
pub trait SubmissionRecord:
    for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin + 'static
{
}

/// The problem of an attempt that is refused: 429 if the quota is used up, otherwise that of the database.
/// `plural_name` is the word for what was sent too often, such as `messages`.
pub fn rate_limit_problem(error: RateLimitError, plural_name: &str) -> Problem {
    match error {
        RateLimitError::RetryAfter(RetryAfter(seconds)) => {
            let sentence = format!("Too many {plural_name}. Please wait a few minutes and try again.");
            Problem::too_many_requests(Code::RateLimited, sentence, seconds)
        }
        RateLimitError::Store(cause) => cause.into(),
    }
}

impl SubmissionTable {
    /// Counts a text toward the rate limits of `client` and of `email`, and computes its spam score and fingerprint.
    ///
    /// Errors: 429 if the mailbox or the client address has sent too many texts.
    pub async fn check_rate_limit_and_score(
        &self,
        app: &App,
        (client, email): (&Client, &str),
        submission: Submission<'_>,
        now: Timestamp,
    ) -> Result<(SpamScore, String), Problem> {
        let limit_key = RateLimitKey::Email(email);
        let attempt = app.limits.contact_and_enquiries.count_attempt(&app.db, limit_key, client.address, now).await;
        attempt.map_err(|error| rate_limit_problem(error, self.plural_name))?;
        let fingerprint = words::fingerprint(submission.text);
        let count = self.select("count(*)", "fingerprint = $1 and created_at > $2");
        let since = now.plus_seconds(-SAME_TEXT_WINDOW_S);
        let same_text_count =
            with_pool!(&app.db, |engine| sqlx::query_scalar(count).bind(&fingerprint).bind(since).fetch_one(engine))
                .map_err(StoreError::from)?;
        let score = spam::score(&app.db, &Submission { same_text_count, ..submission }).await?;
        Ok((score, fingerprint))
    }

    /// The statement that selects `columns` of the records that are not deleted and for which `condition` is true.
    pub fn select(&self, columns: &str, condition: &str) -> AssertSqlSafe<String> {
        let Self { table, not_deleted_condition, .. } = self;
        AssertSqlSafe(format!("select {columns} from {table} where {not_deleted_condition} and {condition}"))
    }

    /// The record with this id. `None` if it does not exist or is deleted.
    pub async fn find<T: SubmissionRecord>(&self, db: &Db, id: i64) -> Result<Option<T>, StoreError> {
        let select = self.select(self.columns, "id = $1");
        Ok(with_pool!(db, |engine| sqlx::query_as(select).bind(id).fetch_optional(engine))?)
    }

    /// One page of records, newest first, and the number of all records that `filter` selects.
    pub async fn list<T: SubmissionRecord>(
        &self,
        db: &Db,
        filter: &SubmissionFilter,
        page: PageParams,
    ) -> Result<Page<T>, StoreError> {
        let items: Vec<T> =
            with_pool!(db, |pool, D| self.select_page::<D>(filter, page).build_query_as().fetch_all(pool))?;
        let total =
            with_pool!(db, |pool, D| self.filtered::<D>("count(*)", filter).build_query_scalar().fetch_one(pool))?;
        Ok(page.page(items, total))
    }

    fn select_page<D: Dialect>(&self, filter: &SubmissionFilter, page: PageParams) -> QueryBuilder<D> {
        let mut statement = self.filtered(self.columns, filter);
        statement.push(" order by created_at desc, id desc");
        D::push_limit_and_offset(&mut statement, page.limit, page.offset);
        statement
    }

    fn filtered<D: Dialect>(&self, columns: &str, (words, values): &SubmissionFilter) -> QueryBuilder<D> {
        let mut statement = QueryBuilder::new(self.select(columns, "true").0);
        D::push_contains_all(&mut statement, "search", words);
        for (column, value) in values {
            statement.push(format_args!(" and {column} = "));
            match value {
                ColumnValue::Number(number) => D::push_number(&mut statement, *number),
                ColumnValue::Text(text) => D::push_text(&mut statement, text.clone()),
            }
        }
        statement
    }
}
