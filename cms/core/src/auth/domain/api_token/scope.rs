//! What API tokens may do: the scope that each call needs. A call that is missing from [`API_TOKEN_RULES`] accepts no
//! API token.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an API token may do, within the role of its account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = TokenScope)]
pub enum ApiTokenScope {
    /// Read the records that the account's role may read, including records that are not public. The scope does not
    /// include the account's own data.
    #[serde(rename = "read")]
    Read,
    /// Create, change, delete and restore places, and create, change and end alerts.
    #[serde(rename = "places:write")]
    PlacesWrite,
    /// Create, change, delete and restore articles.
    #[serde(rename = "articles:write")]
    ArticlesWrite,
    /// Create, change, delete and restore categories.
    #[serde(rename = "categories:write")]
    CategoriesWrite,
    /// Read and moderate guestbook entries and comments.
    #[serde(rename = "guestbook:moderate")]
    GuestbookModerate,
    /// Upload, change and delete images of the library.
    #[serde(rename = "media:write")]
    MediaWrite,
    /// Read, save and discard drafts. To publish a draft, a token needs the scope for changing the record.
    #[serde(rename = "drafts:write")]
    DraftsWrite,
    /// Create, change, delete and test webhooks, and read their deliveries.
    #[serde(rename = "webhooks:manage")]
    WebhooksManage,
}

/// The names of the scopes, in the order of the variants of [`ApiTokenScope`].
pub const API_TOKEN_SCOPE_NAMES: [&str; 8] = [
    "read",
    "places:write",
    "articles:write",
    "categories:write",
    "guestbook:moderate",
    "media:write",
    "drafts:write",
    "webhooks:manage",
];

impl ApiTokenScope {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        API_TOKEN_SCOPE_NAMES[self as usize]
    }
}

/// The scope for changing a record, by the kind of the record in URLs. API tokens do not reach the history and the
/// drafts of other kinds, such as the settings.
const RECORD_WRITE_SCOPES: [(&str, ApiTokenScope); 3] = [
    ("businesses", ApiTokenScope::PlacesWrite),
    ("articles", ApiTokenScope::ArticlesWrite),
    ("categories", ApiTokenScope::CategoriesWrite),
];

/// What an API token needs for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiTokenRule {
    /// This scope.
    NeedsScope(ApiTokenScope),
    /// This scope, for the history or the draft of a place, an article or a category. For other kinds of records, the
    /// call accepts no API token.
    NeedsScopeIfRecordHasWriteScope(ApiTokenScope),
    /// The scope for changing the record: a place, an article or a category. For other kinds of records, the call
    /// accepts no API token.
    NeedsWriteScopeOfRecord,
    /// The call accepts no API token.
    NoApiTokens,
}

impl ApiTokenRule {
    /// The scope that a request needs. `kind` is the parameter `{kind}` of its path, if the path has one. `None` if the
    /// call accepts no API token.
    pub fn needed_scope(self, kind: Option<&str>) -> Option<ApiTokenScope> {
        let record_scope = || RECORD_WRITE_SCOPES.iter().find(|(name, _)| Some(*name) == kind).map(|(_, scope)| *scope);
        match self {
            Self::NeedsScope(scope) => Some(scope),
            Self::NeedsScopeIfRecordHasWriteScope(scope) => record_scope().map(|_| scope),
            Self::NeedsWriteScopeOfRecord => record_scope(),
            Self::NoApiTokens => None,
        }
    }

    /// The scopes that the call can need. A request needs one of them, depending on the `{kind}` in its path.
    pub fn possible_scopes(self) -> Vec<ApiTokenScope> {
        match self {
            Self::NeedsScope(scope) | Self::NeedsScopeIfRecordHasWriteScope(scope) => vec![scope],
            Self::NeedsWriteScopeOfRecord => RECORD_WRITE_SCOPES.iter().map(|(_, scope)| *scope).collect(),
            Self::NoApiTokens => Vec::new(),
        }
    }
}

/// The rule for the call with this `operationId`. `None` if [`API_TOKEN_RULES`] does not list the call, which then
/// accepts no API token.
pub fn api_token_rule(operation: &str) -> Option<ApiTokenRule> {
    API_TOKEN_RULES.iter().find(|(_, operations)| operations.contains(&operation)).map(|(rule, _)| *rule)
}

/// The rules, each with the `operationId`s of its calls.
pub const API_TOKEN_RULES: &[(ApiTokenRule, &[&str])] = &[
    (
        ApiTokenRule::NeedsScope(ApiTokenScope::Read),
        &[
            "listPlaces",
            "getPlace",
            "listAlerts",
            "exportAlertsGeoJson",
            "exportAlertsAtom",
            "listAllAlerts",
            "getAlert",
            "exportPlacesGeoJson",
            "exportPlacesJson",
            "exportPlacesCsv",
            "exportArticlesJson",
            "exportArticlesCsv",
            "exportCategoriesJson",
            "exportCategoriesCsv",
            "listChanges",
            "getPreview",
            "listSuggestions",
            "parseOpeningHours",
            "listPlaceTrash",
            "listCategories",
            "getCategory",
            "listArticles",
            "getArticle",
            "listTopics",
            "listArticleTrash",
            "listEntries",
            "getEntry",
            "listPlaceEntries",
            "listImages",
            "getImage",
            "listImageUses",
            "getSettings",
            "getGettingHere",
            "getAbout",
            "getHelp",
            "getPrivacy",
            "getStats",
            "listRenderFailures",
        ],
    ),
    (ApiTokenRule::NeedsScopeIfRecordHasWriteScope(ApiTokenScope::Read), &["listRevisions", "getRevision"]),
    (
        ApiTokenRule::NeedsScope(ApiTokenScope::PlacesWrite),
        &[
            "createPlace",
            "updatePlace",
            "deletePlace",
            "restorePlace",
            "updatePlaces",
            "undoUpdatePlaces",
            "createAlert",
            "updateAlert",
            "endAlert",
        ],
    ),
    (
        ApiTokenRule::NeedsScope(ApiTokenScope::ArticlesWrite),
        &["createArticle", "updateArticle", "deleteArticle", "restoreArticle"],
    ),
    (
        ApiTokenRule::NeedsScope(ApiTokenScope::CategoriesWrite),
        &["createCategory", "updateCategory", "deleteCategory", "restoreCategory"],
    ),
    (
        ApiTokenRule::NeedsScope(ApiTokenScope::GuestbookModerate),
        &[
            "listPendingEntries",
            "listApprovedEntries",
            "listSpamEntries",
            "listRejectedEntries",
            "countEntries",
            "getAdminEntry",
            "createAdminEntry",
            "updateEntry",
            "deleteEntry",
            "restoreEntry",
            "moderateEntry",
            "undoModeration",
            "moderateEntries",
            "undoModerateEntries",
            "listComments",
            "moderateComment",
            "moderateComments",
            "undoModerateComments",
            "deleteComment",
            "restoreComment",
        ],
    ),
    (
        ApiTokenRule::NeedsScope(ApiTokenScope::MediaWrite),
        &["addImage", "updateImage", "replaceImage", "deleteImage", "restoreImage"],
    ),
    (
        ApiTokenRule::NeedsScope(ApiTokenScope::WebhooksManage),
        &[
            "listWebhooks",
            "createWebhook",
            "getWebhook",
            "updateWebhook",
            "deleteWebhook",
            "rotateWebhookSecret",
            "testWebhook",
            "listWebhookDeliveries",
            "redeliverWebhook",
        ],
    ),
    (
        ApiTokenRule::NeedsScopeIfRecordHasWriteScope(ApiTokenScope::DraftsWrite),
        &["getDraft", "saveDraft", "deleteDraft"],
    ),
    (ApiTokenRule::NeedsWriteScopeOfRecord, &["publishDraft", "restoreRevision"]),
    (
        ApiTokenRule::NoApiTokens,
        &[
            // The account itself, and what it writes and likes on the site.
            "getAccount",
            "updateAccount",
            "deleteAccount",
            "exportAccount",
            "requestDeletionCode",
            "listApiTokens",
            "createApiToken",
            "revokeApiToken",
            "createEntry",
            "deleteOwnEntry",
            "createComment",
            "createOwnerReply",
            "updateOwnerReply",
            "deleteOwnerReply",
            "listLikes",
            "toggleLike",
            "likePlace",
            "unlikePlace",
            // Signing in.
            "getSignInConfig",
            "getKeys",
            "signIn",
            "signUp",
            "signOut",
            "signOutEverywhere",
            "refreshSession",
            "syncIdentity",
            "changePassword",
            "requestPasswordReset",
            "confirmPasswordReset",
            "requestVerification",
            "confirmVerification",
            "listSessions",
            "revokeSession",
            "beginSecondFactorEnrollment",
            "confirmSecondFactor",
            "removeSecondFactor",
            "startFederatedSignIn",
            "completeFederatedSignIn",
            "unlinkFederated",
            // Other accounts.
            "listUsers",
            "countUsers",
            "exportUsers",
            "getUser",
            "createUser",
            "updateUser",
            "deleteUser",
            "createPasswordLink",
            "sendInvitation",
            "listUserTokens",
            "revokeUserToken",
            // Contact messages, inquiries and reports.
            "sendMessage",
            "listMessages",
            "countMessages",
            "getMessage",
            "updateMessage",
            "deleteMessage",
            "restoreMessage",
            "createEnquiry",
            "listEnquiries",
            "getEnquiry",
            "createReport",
            // The confirmation with the link of an owner reminder, which needs no sign-in.
            "answerOwnerReminder",
            // Proposals, such as changes by owners and reports by travelers.
            "listProposals",
            "countProposals",
            "getProposal",
            "acceptProposal",
            "declineProposal",
            "undoProposal",
            "listPlaceProposals",
            "withdrawProposal",
            // Claims to places.
            "getClaimOptions",
            "createClaim",
            "listOwnClaims",
            "withdrawClaim",
            "confirmClaim",
            "checkClaim",
            "listClaims",
            "countClaims",
            "approveClaim",
            "declineClaim",
            "revokeClaim",
            // The settings, the standing pages and the audit log. The lists of invalid values and of drafts are here
            // because they include the settings.
            "updateSettings",
            "updateGettingHere",
            "updateAbout",
            "updateHelp",
            "updatePrivacy",
            "listAudit",
            "listInvalidValues",
            "listDrafts",
            // Pinning and deleting revisions.
            "updateRevision",
            "deleteRevision",
            "deleteRevisions",
            // Spreadsheets and imports of places.
            "exportPlaceSheet",
            "listImports",
            "createImport",
            "getImport",
            "listImportRows",
            "updateImportMapping",
            "decideImportRows",
            "applyImport",
            "undoImport",
            "deleteImport",
            // The schedule, releases, and shared previews of drafts.
            "listSchedule",
            "listReleases",
            "createRelease",
            "getRelease",
            "updateRelease",
            "cancelRelease",
            "addReleaseDraft",
            "removeReleaseDraft",
            "publishRelease",
            "undoRelease",
            "createPreview",
            "listPreviews",
            "deletePreview",
            // Lists of likely faults: missing facts, duplicates, dead links and silent owners.
            "listQuality",
            "listDuplicates",
            "listDeadLinks",
            "listSilentOwners",
            "checkLink",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    // R476
    #[test]
    fn scopes_are_named_as_in_json() {
        for (index, name) in API_TOKEN_SCOPE_NAMES.iter().enumerate() {
            let scope: ApiTokenScope = serde_json::from_value((*name).into()).expect("a scope");
            assert_eq!((scope as usize, scope.name()), (index, *name));
        }
    }

    // R476
    #[test]
    fn scope_of_a_record_follows_its_kind() {
        let publish = api_token_rule("publishDraft").expect("a rule");
        assert_eq!(publish.needed_scope(Some("businesses")), Some(ApiTokenScope::PlacesWrite));
        assert_eq!(publish.needed_scope(Some("articles")), Some(ApiTokenScope::ArticlesWrite));
        for kind in ["settings", "pages", "", "users"] {
            assert_eq!(publish.needed_scope(Some(kind)), None, "{kind}");
            assert_eq!(api_token_rule("saveDraft").and_then(|rule| rule.needed_scope(Some(kind))), None, "{kind}");
            assert_eq!(api_token_rule("getRevision").and_then(|rule| rule.needed_scope(Some(kind))), None, "{kind}");
        }
        assert_eq!(api_token_rule("aNewCall"), None);
    }
}
