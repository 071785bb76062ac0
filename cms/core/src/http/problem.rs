//! Error responses: every error is sent as a problem document (RFC 9457). Its texts are English. A client can show its
//! own texts in another language, which it chooses by the codes of the problem and of its `errors`.
//!
//! This file has more than 400 lines, because it contains the table of all codes.

use std::num::NonZeroU32;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};

use crate::audit::log::AuditRecordKind;
use crate::db::engine::StoreError;

/// The `Retry-After` of responses with 507. It is long, because an operator must first free space on the disk.
const DISK_FULL_RETRY_AFTER_S: u32 = 60;
/// The messages of fifty invalid fields would be too long for a log line.
const MAX_LOG_REASON_CHARS: usize = 300;

tokio::task_local! {
    /// The id of the request that this task handles.
    pub static REQUEST_ID: String;
}

/// An invalid field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    /// The name of the field in the request. The path of a field in a list contains the index: `reviews.0.rating`.
    #[schema(example = "name")]
    pub field: String,
    /// The message to show beside the field.
    #[schema(example = "Business name is required")]
    pub message: String,
    /// The code of the broken rule, one of `x-codes` of `Problem`. The code of a rule of JSON Schema is its keyword in
    /// snake case, such as `max_length`.
    #[schema(value_type = String, example = "required")]
    pub code: Code,
    /// The values in `message`, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = params_schema)]
    pub params: MessageParams,
}

impl FieldError {
    /// An error of `field`, with a message for people.
    pub fn new(code: impl Into<CodeWithParams>, field: impl Into<String>, message: impl Into<String>) -> Self {
        let CodeWithParams { code, params } = code.into();
        Self { field: field.into(), message: message.into(), code, params }
    }
}

fn params_schema() -> RefOr<Schema> {
    let value = ObjectBuilder::new().schema_type(SchemaType::Array(vec![Type::String, Type::Number]));
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some("The values in the message, by name, from which a client can build its own message."))
        .additional_properties(Some(value))
        .examples([json!({ "limit": 200 })])
        .into()
}

/// A warning about an accepted value. It does not prevent the change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// The name of the field in the request.
    #[schema(example = "operatingHours")]
    pub field: &'static str,
    /// The code of this kind of warning.
    #[schema(example = "night_cut")]
    pub code: &'static str,
    /// The message to show beside the field.
    #[schema(example = "We off closes the place at midnight in the night from Tuesday to Wednesday.")]
    pub message: String,
    /// A value for the field without the effects that the message names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, example = "Mo,Tu,Th-Su 17:00-02:00")]
    pub suggestion: Option<String>,
}

/// A record that prevents a change to several records.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordProblem {
    /// The kind of the record.
    pub kind: AuditRecordKind,
    /// The id of the record; for a standing page, its name; for the settings, `1`.
    #[schema(example = "7")]
    pub record_id: String,
    /// The name or title of the record.
    #[schema(example = "Lantern Cave")]
    pub name: String,
    /// What prevents the change, for people.
    #[schema(value_type = String, example = "Someone else has changed this since you opened it")]
    pub detail: Box<str>,
    /// The code of what prevents the change, one of `x-codes` of `Problem`.
    #[schema(value_type = String, example = "precondition_failed")]
    pub code: Code,
    /// The invalid fields, one entry for each broken rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
}

/// The records that prevent a change.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RecordProblems(Vec<RecordProblem>);

/// The reason of an error, for the log. It is an extension of the error response.
#[derive(Clone, Debug)]
pub struct LoggableErrorReason(pub String);

/// A problem document (RFC 9457), the body of every error response.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The type of the problem, a URI reference; `about:blank` if the status is sufficient.
    #[serde(rename = "type")]
    #[schema(example = "about:blank")]
    pub kind: &'static str,
    /// The name of the status.
    #[schema(example = "Unprocessable Content")]
    pub title: &'static str,
    /// The HTTP status.
    #[schema(value_type = u16, example = 422)]
    #[serde(serialize_with = "serialize_status")]
    pub status: StatusCode,
    /// An explanation of this error, for people.
    #[schema(value_type = String, example = "Business name is required")]
    pub detail: Box<str>,
    /// The code of this kind of error, one of `x-codes`. More codes may be added: treat an unknown one like its status.
    #[schema(value_type = String, example = "validation_failed")]
    pub code: Code,
    /// The values in `detail`, by name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, schema_with = params_schema)]
    pub params: MessageParams,
    /// The request id, as in the `X-Request-Id` header of the response and in the server log.
    #[schema(value_type = String, example = "0198c6a1f0e27d4c")]
    pub request_id: Box<str>,
    /// The invalid fields or parameters, one entry for each broken rule.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldError>,
    /// With status 412: the record as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, required = false)]
    pub current: Option<Box<Value>>,
    /// For a change to several records: those that prevent it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<RecordProblem>, required = false)]
    pub records: Option<Box<RecordProblems>>,
    /// The value of `Retry-After`, in seconds. If it is `None`, a response with 503 has a default value, and other
    /// responses have no `Retry-After`.
    #[serde(skip)]
    #[schema(ignore)]
    pub retry_after_s: Option<NonZeroU32>,
}

fn serialize_status<S: serde::Serializer>(status: &StatusCode, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u16(status.as_u16())
}

impl Problem {
    /// A problem with this status and code. `detail` is a sentence for people.
    pub fn new(status: StatusCode, code: impl Into<CodeWithParams>, detail: impl Into<String>) -> Self {
        let CodeWithParams { code, params } = code.into();
        Self {
            kind: "about:blank",
            title: title(status),
            status,
            detail: detail.into().into_boxed_str(),
            code,
            params,
            request_id: Box::default(),
            errors: Vec::new(),
            current: None,
            records: None,
            retry_after_s: None,
        }
    }

    /// Sets the type of the problem, a URI reference such as `/problems/second-factor-required`.
    pub fn with_type(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    /// Sets the records that prevent the change.
    pub fn with_records(self, records: Vec<RecordProblem>) -> Self {
        Self { records: Some(Box::new(RecordProblems(records))), ..self }
    }

    /// 429 with `Retry-After`: `retry_after_s` seconds, but at least 1.
    pub fn too_many_requests(code: impl Into<CodeWithParams>, detail: impl Into<String>, retry_after_s: i64) -> Self {
        let retry_after_s = NonZeroU32::new(u32::try_from(retry_after_s.max(1)).unwrap_or(u32::MAX));
        Self { retry_after_s, ..Self::new(StatusCode::TOO_MANY_REQUESTS, code, detail) }
    }

    /// 400: the request is malformed.
    pub fn bad_request(errors: Vec<FieldError>) -> Self {
        Self::with_errors(StatusCode::BAD_REQUEST, Code::MalformedRequest, errors)
    }

    /// 422: the request is well-formed and breaks a rule.
    pub fn invalid(errors: Vec<FieldError>) -> Self {
        Self::with_errors(StatusCode::UNPROCESSABLE_ENTITY, Code::ValidationFailed, errors)
    }

    /// 422: one field breaks a rule.
    pub fn invalid_field(
        code: impl Into<CodeWithParams>,
        field: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        Self::invalid(vec![FieldError::new(code, field, message)])
    }

    /// 422: the id in the body is not that of the record.
    pub fn id_mismatch() -> Self {
        Self::invalid_field(Code::IdMismatch, "id", "The ID must match the one in the URL")
    }

    /// 401: the token is missing or no longer valid.
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "Please sign in")
    }

    /// 403: the caller may not do this.
    pub fn forbidden(code: impl Into<CodeWithParams>, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, detail)
    }

    /// 404: the record or page does not exist.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotFound, detail)
    }

    /// 409: the request conflicts with the current state.
    pub fn conflict(code: impl Into<CodeWithParams>, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    /// 500. The cause is in the log.
    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::InternalError, "Something went wrong on our side")
    }

    /// 503: a retry may succeed.
    pub fn unavailable(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, detail)
    }

    /// 503: the email outbox is full.
    pub fn outbox_full() -> Self {
        let sentence = "Too many emails are waiting to be sent. Please try again later.";
        let problem = Self::new(StatusCode::SERVICE_UNAVAILABLE, Code::OutboxFull, sentence);
        Self { retry_after_s: NonZeroU32::new(60), ..problem }
    }

    /// 507: the disk is full. Reads still work.
    pub fn disk_full() -> Self {
        let sentence = "There is not enough storage space to save this. Please try again later.";
        let problem = Self::new(StatusCode::INSUFFICIENT_STORAGE, Code::InsufficientStorage, sentence);
        Self { retry_after_s: NonZeroU32::new(DISK_FULL_RETRY_AFTER_S), ..problem }
    }

    /// 412 with the record as it is now.
    pub fn precondition_failed(current: impl Serialize) -> Self {
        let sentence = "Someone else has changed this since you opened it";
        let current = serde_json::to_value(current).ok().map(Box::new);
        Self { current, ..Self::new(StatusCode::PRECONDITION_FAILED, Code::PreconditionFailed, sentence) }
    }

    /// The reason of this error, for the log. For a malformed request, it is a fixed sentence: `detail` may quote the
    /// request, which may contain a password.
    pub fn loggable_error_reason(&self) -> LoggableErrorReason {
        match self.status {
            StatusCode::BAD_REQUEST => LoggableErrorReason("The request could not be read".to_owned()),
            _ => LoggableErrorReason(self.detail.chars().take(MAX_LOG_REASON_CHARS).collect()),
        }
    }

    fn with_errors(status: StatusCode, code: Code, errors: Vec<FieldError>) -> Self {
        let detail = errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ");
        Self { errors, ..Self::new(status, code, detail) }
    }
}

fn title(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNPROCESSABLE_ENTITY => "Unprocessable Content",
        StatusCode::PAYLOAD_TOO_LARGE => "Content Too Large",
        other => other.canonical_reason().unwrap_or("Error"),
    }
}

impl IntoResponse for Problem {
    fn into_response(mut self) -> Response {
        // The request id is set only here, because a problem may be created in the writer task. That task has no
        // request id.
        self.request_id = REQUEST_ID.try_with(|id| id.as_str().into()).unwrap_or_default();
        let default_s = (self.status == StatusCode::SERVICE_UNAVAILABLE).then_some(2);
        let retry_after_s = self.retry_after_s.map(NonZeroU32::get).or(default_s);
        if let Some(seconds) = retry_after_s {
            self.params.get_or_insert_default().insert("retryAfter".to_owned(), seconds.into());
        }
        let (reason, body) = (self.loggable_error_reason(), serde_json::to_vec(&self).unwrap_or_default());
        let mut response = (self.status, body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = retry_after_s {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(reason);
        response
    }
}

/// Failures of the database are logged with their cause, which the response does not contain.
impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => Self::not_found("This record does not exist"),
            StoreError::UniqueViolation => Self::conflict(Code::Conflict, "This value is already in use"),
            StoreError::ForeignKeyViolation => Self::conflict(
                Code::Conflict,
                "A related record was just changed or removed. Please reload and try again.",
            ),
            StoreError::DiskFull => {
                tracing::error!("the database's disk is full");
                Self::disk_full()
            }
            StoreError::Database(_) | StoreError::Aborted => {
                tracing::error!(error = %crate::common::error_chain::display(&error), "the database failed");
                Self::unavailable("The guide is unavailable right now. Please try again.")
            }
        }
    }
}

macro_rules! codes {
    ($($code:ident [$($param:literal),*] $meaning:literal,)+) => {
        /// Why a request failed, or which rule a field breaks.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Code {
            $(#[doc = $meaning] $code,)+
        }

        /// All codes, sorted by their names. `docs/api.md` has the same table.
        pub const CODES: &[CodeInfo] =
            &[$(CodeInfo { code: Code::$code, params: &[$($param),*], meaning: $meaning }),+];
    };
}

/// A code as the documentation lists it.
#[derive(Debug)]
pub struct CodeInfo {
    /// The code.
    pub code: Code,
    /// The names of its params.
    pub params: &'static [&'static str],
    /// Its meaning.
    pub meaning: &'static str,
}

codes! {
    AccountHasNoPassword [] "The account has no password: sign in to it first.",
    AccountInactive [] "The account is not active.",
    AccountUnknown [] "The account does not exist.",
    AdditionalProperties [] "The object does not have this field.",
    AddressPrivate [] "The address is in a network that the guide sends no requests to.",
    AdminOnly [] "Only an admin can change this field.",
    AlertsFull ["limit"] "There are too many alerts that have not ended.",
    AlreadyDecided ["names"] "The record was already decided on.",
    AltRequired [] "The image requires alternative text.",
    BboxInvalid [] "The value is not west,south,east,north in degrees.",
    BodyIncomplete [] "The body ended before it was complete.",
    BodyUnreadable [] "The body cannot be read.",
    CategoryAddedAndRemoved [] "A category is both added and removed.",
    CategoryInUse [] "The category still has places.",
    CategoryNameTaken ["name"] "Another category has this slug or alias.",
    CategoryUnknown ["name"] "The category does not exist.",
    CellDateLike ["value"] "The spreadsheet may have turned the value into a date.",
    CellMangled ["value"] "The spreadsheet has damaged the value.",
    CellTooLong ["column", "limit", "row"] "The cell of the file is too long.",
    CheckGroupNeedsFilter [] "`checkGroup` requires `missing=check` or `checkedBefore`.",
    ClaimClosed [] "The claim is no longer open.",
    ClaimExpired [] "The claim has expired, or the published contact of the place has changed since the claim began.",
    ClaimMethodUnavailable [] "The place cannot be claimed in this way.",
    ClaimProofMissing [] "The website does not show the proof of the claim.",
    CodeIncorrect [] "The code is incorrect, expired or already used.",
    ColumnUnknown [] "The file has no such column, or it is mapped twice.",
    CommentUnknown [] "The comment does not exist.",
    CommentsClosed [] "The entry accepts comments only once it is approved.",
    Conflict [] "The request conflicts with the current state.",
    CoordinatesInvalid [] "The value is not latitude,longitude in degrees.",
    CountryUnknown [] "The country does not exist.",
    CrossSiteRequest [] "The request came from another site.",
    CursorExpired [] "The cursor may have missed a deletion: begin again without it.",
    CursorInvalid [] "The cursor is not from an earlier response of this list.",
    CursorWithOffset [] "`offset` cannot be used with `cursor`.",
    DailyImageLimit ["limit", "retryAfter"] "The account has reached its daily image limit.",
    DateInFuture [] "The date is in the future.",
    DateInPast [] "The date is in the past.",
    DateInvalid [] "The value is not a date or time in the described format.",
    DecisionInvalid [] "A moderator cannot set this status.",
    DepartureBeforeArrival [] "The departure is before the arrival.",
    DraftInRelease ["name"] "The draft is in a release, which sets its time.",
    DraftScheduled [] "The draft has a time of its own.",
    DuplicateParameter [] "The parameter is given more than once.",
    EmailInUse [] "Another account already uses this email address.",
    EmailMissing [] "The identity provider returned no email address.",
    EmailUnverified [] "The email address of the account is not verified.",
    EncodingInvalid [] "The parameter is not valid percent-encoded UTF-8, or has a null character.",
    EndBeforeStart [] "The end is not after the start.",
    Enum ["options"] "The value is not one of the options.",
    ExternalAccounts [] "Firebase manages the accounts of this guide.",
    FactsChanged [] "The facts have changed since they were seen.",
    FileEmpty [] "The file is empty.",
    FileFormatUnknown [] "The file is neither CSV nor GeoJSON nor Overpass JSON.",
    FileInvalid ["column", "row"] "The file cannot be read.",
    Forbidden [] "The account may not do this.",
    Format ["format"] "The text does not match the format.",
    GeometryUnsupported ["geometry"] "The object of the file is not a point.",
    HtmlInvalid [] "The HTML cannot be processed.",
    HttpsRequired [] "The address does not begin with https://.",
    IdMismatch [] "The id in the body is not the one in the URL.",
    IdempotencyKeyInvalid [] "The key is not one value of 8 to 128 visible ASCII characters.",
    IdempotencyKeyReused [] "The key belongs to another request.",
    IdentityMismatch [] "The token belongs to another account.",
    IdsInvalid ["limit"] "The value is not a list of integers, or has too many.",
    IdsUnknown ["ids"] "There are no records with these ids.",
    ImageCorrupt [] "The image is damaged or incomplete.",
    ImageInUse ["titles"] "The image is in use.",
    ImageSideTooLong ["height", "limit", "width"] "A side of the image has too many pixels.",
    ImageTooComplex [] "Decoding the image would take too much memory or time.",
    ImageTooManyPixels ["limit", "megapixels"] "The image has too many megapixels.",
    ImageUndescribed [] "The image in the library has no alternative text.",
    ImageUnknown [] "The image is not in the library.",
    ImportApplied [] "The import was already applied.",
    ImportBusy [] "The import is being processed.",
    ImportEmpty [] "The import changes nothing.",
    ImportTooLarge ["limit"] "The import changes too many places at once.",
    ImportUndecided ["count"] "Rows of the import are waiting for a decision.",
    InsufficientStorage ["retryAfter"] "The disk is full.",
    InternalError [] "The server failed.",
    Invalid [] "The value breaks another rule of its schema.",
    InvalidCredentials [] "The email address or the password is incorrect.",
    JsonInvalid ["column", "line"] "The body is not JSON.",
    JsonNotObject [] "The body is not a JSON object.",
    LastAdmin [] "No admin who can sign in would remain.",
    LeadingZeroLost ["value"] "The phone number may have lost its leading zero.",
    LinkChecksOff [] "The guide checks no links.",
    LinkInvalid [] "The link in the email was already used or has expired.",
    MalformedRequest [] "The request cannot be read; see `errors`.",
    MapOverlayInvalid [] "The GeoJSON cannot be drawn on a map.",
    MaxItems ["limit"] "The list has too many items.",
    MaxLength ["limit"] "The text is too long.",
    Maximum ["limit"] "The number is too large.",
    MethodNotAllowed ["method"] "The URL does not support this method.",
    MinItems ["limit"] "The list has too few items.",
    MinLength ["limit"] "The text is too short.",
    Minimum ["limit"] "The number is too small.",
    MonthGoodAndClosed [] "A month is both good and closed.",
    MultipartInvalid [] "The body is not `multipart/form-data`, or ended too early.",
    MultipleOf ["step"] "The number is not a multiple of the step.",
    NotAnImage [] "The file is not an image.",
    NotFound [] "The record or page does not exist.",
    NotYourEntry [] "The entry belongs to another account.",
    NotYourPlace [] "The place belongs to another account.",
    NothingToUndo [] "There is no decision to undo.",
    NulCharacter [] "The text has a NUL character.",
    OnlySignInMethod [] "It is the account's only way to sign in.",
    OpeningHoursInvalid [] "The opening hours cannot be read.",
    OutboxFull ["retryAfter"] "Too many emails are waiting to be sent.",
    OwnAccount [] "The account is the caller's own.",
    OwnPlace [] "The caller already owns the place.",
    OwnerReplyExists [] "The entry already has a reply from the owner of its place.",
    PasswordExists [] "The account already has a password.",
    PasswordIncorrect [] "The password is incorrect.",
    PasswordTooLong ["limit"] "The password has too many bytes.",
    PasswordTooShort ["limit"] "The password has too few characters.",
    Pattern [] "The text does not match the pattern.",
    PayloadTooLarge ["limit"] "The body is larger than the limit in bytes.",
    PhotoUnknown [] "The caller has no such photo, or another entry uses it.",
    PlaceUnknown [] "The place does not exist.",
    PlacesWithTooManyCategories ["limit", "names"] "Places would have too many categories.",
    PlacesWithoutCategory ["names"] "Places would have no category.",
    PreconditionFailed [] "The record was changed; see `current`.",
    Range ["maximum", "minimum"] "The value is not an integer in the range.",
    RateLimited ["retryAfter"] "Too many requests.",
    RatingSourceRequired [] "A rating requires its source.",
    RecentSignInRequired [] "The account has no password, and the sign-in is too old for this.",
    ReleaseEmpty [] "The release has no drafts.",
    ReleaseFull ["limit"] "The release has too many drafts.",
    ReleaseNotOpen [] "The release was already published or canceled.",
    ReleaseNotPublished [] "The release is not published, or was already undone.",
    ReleaseRefused [] "Some records prevent the change; see `records`.",
    ReplyToReply [] "A reply cannot be replied to.",
    RequestInProgress ["retryAfter"] "An earlier request with this key is not finished.",
    RequestTimeout [] "The request did not arrive in time.",
    Required [] "The value is missing or blank.",
    ResponseLost [] "The response of an earlier request with this key was lost.",
    RevisionIsNewest [] "The newest revision is the record itself.",
    RowRepeated ["row"] "An earlier row of the file is about the same place.",
    RowSimilar ["row"] "An earlier row of the file may be about the same place.",
    RowTooLong [] "The row of the file has more cells than the header.",
    RowUnknown [] "The row does not exist, or is not waiting for a decision.",
    ScopeMissing ["scope"] "The API token does not have this scope.",
    SearchTooLong ["characters", "words"] "The search has too many words, or words that are too long.",
    SecondFactorExists [] "The account already has a second factor.",
    SecondFactorInvalid [] "The code of the second factor is incorrect or was already used.",
    SecondFactorMissing [] "The account must set up a second factor first.",
    SecondFactorRequired [] "The password is correct; a code of the second factor is required.",
    SecondFactorUnavailable [] "The guide or the account does not use second factors.",
    SlugNeedsLetter [] "The slug contains no letter.",
    SlugRequired [] "A slug must be chosen: too many places have this name.",
    SlugTaken [] "Another place uses or used this slug.",
    SortNeedsNear [] "This order requires `near`.",
    SortNeedsQuery [] "This order requires `q`.",
    SubjectNeedsKind [] "`subject` requires `kind`.",
    TimeZoneUnknown [] "The time zone does not exist.",
    TokenInUrl [] "The URL has a token: send it in the `Authorization` header.",
    TokenInvalid [] "The API token is not valid, has expired or was revoked.",
    TokenLimited [] "The API token is limited to other places.",
    TokenNotAllowed [] "This call does not accept API tokens.",
    TooFewReports ["minimum"] "Too few accounts or networks have sent the same report.",
    TooManyAliases ["limit"] "The category would have too many aliases.",
    TooManyClaims ["limit"] "The account has too many open claims.",
    TooManyColumns ["limit"] "The file has too many columns.",
    TooManyImages ["limit", "retryAfter"] "Too many images of the account are not in an entry.",
    TooManyImports ["limit"] "There are too many imports.",
    TooManyPreviews ["limit"] "The record has too many shared previews.",
    TooManyRows ["limit"] "The file has too many rows.",
    TooManyTokens ["limit"] "The account has too many API tokens.",
    TooManyWebhooks ["limit"] "There are too many webhooks.",
    Type ["type"] "The value has the wrong type.",
    Unauthorized [] "The token is missing or no longer valid.",
    Unavailable ["retryAfter"] "The server or a part of it is temporarily unavailable.",
    UndoExpired [] "The change was already undone, or the undo window is over.",
    UnknownField ["name"] "The field does not exist.",
    UnknownParameter [] "The parameter does not exist.",
    UnsupportedImageFormat ["format"] "Images of this format are not supported.",
    UnsupportedMediaType [] "The content type of the body is not supported.",
    UriTooLong ["limit"] "The URL is longer than the limit in bytes.",
    ValidationFailed [] "The request breaks rules; see `errors`.",
    YearInFuture [] "The year is later than this year.",
}

/// The values in the message of a code, by name: texts and numbers. `None` if the message has no values. The map is
/// boxed to keep [`Problem`] small, because functions return problems by value.
pub type MessageParams = Option<Box<Map<String, Value>>>;

/// A code with its params.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeWithParams {
    /// The code.
    pub code: Code,
    /// The values in its message.
    pub params: MessageParams,
}

impl From<Code> for CodeWithParams {
    fn from(code: Code) -> Self {
        Self { code, params: None }
    }
}

impl CodeWithParams {
    /// Adds a param.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.params.get_or_insert_default().insert(name.to_owned(), value.into());
        self
    }
}

impl Code {
    /// The code with a param.
    pub fn with(self, name: &str, value: impl Into<Value>) -> CodeWithParams {
        CodeWithParams::from(self).with(name, value)
    }

    /// The name in JSON.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// The code of a keyword of JSON Schema. [`Code::Invalid`] for a keyword without a code of its own.
    pub fn from_keyword(keyword: &str) -> Self {
        match keyword {
            "additionalProperties" => Self::AdditionalProperties,
            "enum" => Self::Enum,
            "format" => Self::Format,
            "maxItems" => Self::MaxItems,
            "maxLength" => Self::MaxLength,
            "maximum" => Self::Maximum,
            "minItems" => Self::MinItems,
            "minLength" => Self::MinLength,
            "minimum" => Self::Minimum,
            "multipleOf" => Self::MultipleOf,
            "pattern" => Self::Pattern,
            "required" => Self::Required,
            "type" => Self::Type,
            _ => Self::Invalid,
        }
    }
}

impl CodeInfo {
    /// The name of the code in JSON.
    pub fn name(&self) -> String {
        self.code.name()
    }
}

/// The meanings of all codes by their names, for the contract.
pub fn code_meanings() -> Map<String, Value> {
    CODES.iter().map(|info| (info.name(), info.meaning.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // R448
    #[test]
    fn codes_and_params_are_sorted_and_meanings_are_sentences() {
        let names: Vec<String> = CODES.iter().map(CodeInfo::name).collect();
        assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
        for name in names {
            let is_snake_case =
                name.split('_').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase()));
            assert!(is_snake_case, "{name}");
        }
        for CodeInfo { params, meaning, .. } in CODES {
            assert!(params.is_sorted_by(|one, next| one < next), "{params:?}");
            assert!(meaning.ends_with('.'), "{meaning}");
        }
    }
}
