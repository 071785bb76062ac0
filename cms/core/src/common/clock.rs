//! The clock, and its timestamps in whole milliseconds. Both engines store whole milliseconds exactly, so a timestamp
//! that is read from the database equals the one that was written.

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use time::{OffsetDateTime, format_description::well_known::Rfc3339, macros::format_description};
use utoipa::{PartialSchema, ToSchema};

/// The undo window of decisions, bulk changes and deletions, in seconds (R227, R429).
pub const UNDO_WINDOW_S: i64 = 600;

/// Milliseconds since 1970 (UTC). Serialized as RFC 3339 with exactly three decimals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type)]
#[sqlx(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The timestamp `seconds` later, or earlier if negative.
    pub fn plus_seconds(self, seconds: i64) -> Self {
        Self(self.0 + seconds * 1000)
    }

    /// The timestamp `months` calendar months earlier, in UTC. If that month has no such day, its last day. The same
    /// timestamp if the result is out of range.
    pub fn minus_months(self, months: u32) -> Self {
        let moment = chrono::DateTime::from_timestamp_millis(self.0);
        let earlier = moment.and_then(|moment| moment.checked_sub_months(chrono::Months::new(months)));
        earlier.map_or(self, |moment| Self(moment.timestamp_millis()))
    }

    /// Parses RFC 3339 with any UTC offset, and ignores white space around it. Fractions of a millisecond are dropped.
    /// `None` if `text` is not a valid time.
    pub fn parse(text: &str) -> Option<Self> {
        let moment = OffsetDateTime::parse(text.trim(), &Rfc3339).ok()?;
        i64::try_from(moment.unix_timestamp_nanos() / 1_000_000).ok().map(Self)
    }

    /// Parses a time in RFC 3339, or a date such as `2026-05-31`. A date becomes midnight in UTC. `None` if `text` is
    /// neither.
    pub fn parse_time_or_date(text: &str) -> Option<Self> {
        Self::parse(text).or_else(|| Self::parse(&format!("{text}T00:00:00Z")))
    }

    /// The date in UTC: `2026-05-31`.
    pub fn date(self) -> String {
        self.to_string().chars().take_while(|character| *character != 'T').collect()
    }

    /// The year in UTC. 1970 if the timestamp is out of range.
    pub fn year(self) -> i64 {
        OffsetDateTime::from_unix_timestamp(self.unix_seconds()).map_or(1970, |moment| i64::from(moment.year()))
    }

    /// Seconds since 1970, rounded down.
    pub fn unix_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
        let text = OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000)
            .ok()
            .and_then(|moment| moment.format(format).ok());
        f.write_str(text.as_deref().unwrap_or("1970-01-01T00:00:00.000Z"))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("not a time like 2026-11-21T08:00:00.000Z"))
    }
}

impl PartialSchema for Timestamp {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::DateTime)))
            .examples([serde_json::json!("2026-11-21T08:00:00.000Z")])
            .into()
    }
}
impl ToSchema for Timestamp {
    fn name() -> std::borrow::Cow<'static, str> {
        std::borrow::Cow::Borrowed("Moment")
    }
}

/// The source of the current time: the system clock, or in tests a frozen clock.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    frozen_millis: Option<Arc<AtomicI64>>,
}

impl Clock {
    /// A clock for tests. Its time only changes when [`Clock::advance`] is called.
    pub fn frozen_at(moment: Timestamp) -> Self {
        Self { frozen_millis: Some(Arc::new(AtomicI64::new(moment.0))) }
    }

    /// Moves a frozen clock and its clones forward by `seconds`. Has no effect on the system clock.
    pub fn advance(&self, seconds: i64) {
        if let Some(millis) = &self.frozen_millis {
            millis.fetch_add(seconds * 1000, Ordering::SeqCst);
        }
    }

    /// The current time.
    pub fn now(&self) -> Timestamp {
        let system_millis = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64;
        Timestamp(self.frozen_millis.as_ref().map_or_else(system_millis, |millis| millis.load(Ordering::SeqCst)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_is_rfc_3339_in_utc_with_whole_milliseconds() {
        let moment = Timestamp(1_795_248_000_007);
        assert_eq!(moment.to_string(), "2026-11-21T08:00:00.007Z");
        let parsed_timestamp: Timestamp =
            serde_json::from_str("\"2026-11-21T15:00:00.007+07:00\"").expect("an RFC 3339 time");
        assert_eq!(parsed_timestamp, moment);
    }

    #[test]
    fn minus_months_keeps_the_day_or_returns_the_last_day_of_a_shorter_month() {
        let earlier = |text: &str, months| Timestamp::parse(text).expect("a time").minus_months(months).to_string();
        assert_eq!(earlier("2028-11-21T08:00:00Z", 24), "2026-11-21T08:00:00.000Z");
        assert_eq!(earlier("2026-05-31T08:00:00Z", 3), "2026-02-28T08:00:00.000Z");
    }
}
