//! What API tokens may do: the scope that each call needs. A call that is missing from [`RULES`] accepts no API token.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What an API token may do, within the role of its account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[schema(as = TokenScope)]
pub enum Scope {
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

/// The names of the scopes, in the order of the variants of [`Scope`].
pub const SCOPE_NAMES: [&str; 8] = [
    "read",
    "places:write",
    "articles:write",
    "categories:write",
    "guestbook:moderate",
    "media:write",
    "drafts:write",
    "webhooks:manage",
];

impl Scope {
    /// The name in JSON.
    pub fn name(self) -> &'static str {
        SCOPE_NAMES[self as usize]
    }
}

/// The scope for changing a record, by the kind of the record in URLs. API tokens do not reach the history and the
/// drafts of other kinds, such as the settings.
const RECORD_SCOPES: [(&str, Scope); 3] =
    [("businesses", Scope::PlacesWrite), ("articles", Scope::ArticlesWrite), ("categories", Scope::CategoriesWrite)];

/// What an API token needs for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenRule {
    /// This scope.
    Needs(Scope),
    /// This scope, for the history or the draft of a place, an article or a category. For other kinds of records, the
    /// call accepts no API token.
    NeedsIfKindAllowed(Scope),
    /// The scope for changing the record: a place, an article or a category. For other kinds of records, the call
    /// accepts no API token.
    NeedsScopeOfRecord,
    /// The call accepts no API token.
    NoTokens,
}

impl TokenRule {
    /// The scope that a request needs. `kind` is the parameter `{kind}` of its path, if the path has one. `None` if the
    /// call accepts no API token.
    pub fn scope(self, kind: Option<&str>) -> Option<Scope> {
        let record_scope = || RECORD_SCOPES.iter().find(|(name, _)| Some(*name) == kind).map(|(_, scope)| *scope);
        match self {
            Self::Needs(scope) => Some(scope),
            Self::NeedsIfKindAllowed(scope) => record_scope().map(|_| scope),
            Self::NeedsScopeOfRecord => record_scope(),
            Self::NoTokens => None,
        }
    }

    /// The scopes that the call can need. A request needs one of them, depending on the `{kind}` in its path.
    pub fn scopes(self) -> Vec<Scope> {
        match self {
            Self::Needs(scope) | Self::NeedsIfKindAllowed(scope) => vec![scope],
            Self::NeedsScopeOfRecord => RECORD_SCOPES.iter().map(|(_, scope)| *scope).collect(),
            Self::NoTokens => Vec::new(),
        }
    }
}

/// The rule for the call with this `operationId`. `None` if [`RULES`] does not list the call, which then accepts no API
/// token.
pub fn rule_of(operation: &str) -> Option<TokenRule> {
    RULES.iter().find(|(_, operations)| operations.contains(&operation)).map(|(rule, _)| *rule)
}

/// The rules, each with the `operationId`s of its calls.
pub const RULES: &[(TokenRule, &[&str])] = &[
    (
        TokenRule::Needs(Scope::Read),
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
    (TokenRule::NeedsIfKindAllowed(Scope::Read), &["listRevisions", "getRevision"]),
    (
        TokenRule::Needs(Scope::PlacesWrite),
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
    (TokenRule::Needs(Scope::ArticlesWrite), &["createArticle", "updateArticle", "deleteArticle", "restoreArticle"]),
    (
        TokenRule::Needs(Scope::CategoriesWrite),
        &["createCategory", "updateCategory", "deleteCategory", "restoreCategory"],
    ),
    (
        TokenRule::Needs(Scope::GuestbookModerate),
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
    (TokenRule::Needs(Scope::MediaWrite), &["addImage", "updateImage", "replaceImage", "deleteImage", "restoreImage"]),
    (
        TokenRule::Needs(Scope::WebhooksManage),
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
    (TokenRule::NeedsIfKindAllowed(Scope::DraftsWrite), &["getDraft", "saveDraft", "deleteDraft"]),
    (TokenRule::NeedsScopeOfRecord, &["publishDraft", "restoreRevision"]),
    (
        TokenRule::NoTokens,
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
        for (index, name) in SCOPE_NAMES.iter().enumerate() {
            let scope: Scope = serde_json::from_value((*name).into()).expect("a scope");
            assert_eq!((scope as usize, scope.name()), (index, *name));
        }
    }

    // R476
    #[test]
    fn scope_of_a_record_follows_its_kind() {
        let publish = rule_of("publishDraft").expect("a rule");
        assert_eq!(publish.scope(Some("businesses")), Some(Scope::PlacesWrite));
        assert_eq!(publish.scope(Some("articles")), Some(Scope::ArticlesWrite));
        for kind in ["settings", "pages", "", "users"] {
            assert_eq!(publish.scope(Some(kind)), None, "{kind}");
            assert_eq!(rule_of("saveDraft").and_then(|rule| rule.scope(Some(kind))), None, "{kind}");
            assert_eq!(rule_of("getRevision").and_then(|rule| rule.scope(Some(kind))), None, "{kind}");
        }
        assert_eq!(rule_of("aNewCall"), None);
    }
}
