/**
 * The types of the contract and the client. Forms are checked with `@karst/client/check`, which is a module of its own so
 * that a page without a form does not load the checker.
 */
import type { components, paths } from "./schema.gen";

type Schemas = components["schemas"];

export type PlaceResponse = Schemas["PlaceResponse"];
export type PlaceRequest = Schemas["PlaceRequest"];
export type PlaceChanges = Schemas["PlaceChanges"];
export type PlaceBulkChanges = Schemas["PlaceBulkChanges"];
export type BulkResponse = Schemas["BulkResponse"];
export type BulkUndoResponse = Schemas["BulkUndoResponse"];
export type AlertLevel = Schemas["AlertLevel"];
export type AlertRequest = Schemas["AlertRequest"];
export type AlertChanges = Schemas["AlertChanges"];
export type AlertResponse = Schemas["AlertResponse"];
export type PlaceAlert = Schemas["PlaceAlert"];
export type PlaceTrashItem = Schemas["PlaceTrashItem"];
export type Review = Schemas["Review"];
export type Price = Schemas["Price"];
export type PlaceCheckResponse = Schemas["PlaceCheckResponse"];
export type FactGroup = Schemas["FactGroup"];
export type CategoryResponse = Schemas["CategoryResponse"];
export type CategorySummary = Schemas["CategorySummary"];
export type CategoryRequest = Schemas["CategoryRequest"];
export type ArticleResponse = Schemas["ArticleResponse"];
export type ArticleTrashItem = Schemas["ArticleTrashItem"];
export type ArticleRequest = Schemas["ArticleRequest"];
export type ArticleChanges = Schemas["ArticleChanges"];
export type Topic = Schemas["Topic"];
export type EntryResponse = Schemas["EntryResponse"];
export type NewEntry = Schemas["NewEntry"];
export type NewExperience = Schemas["NewExperience"];
export type CommentResponse = Schemas["CommentResponse"];
export type NewComment = Schemas["NewComment"];
export type OwnerReplyRequest = Schemas["OwnerReplyRequest"];
export type OwnerReplyResponse = Schemas["OwnerReplyResponse"];
export type AdminEntryResponse = Schemas["AdminEntryResponse"];
export type AdminEntryRequest = Schemas["AdminEntryRequest"];
export type EntryChanges = Schemas["EntryChanges"];
export type AdminCommentResponse = Schemas["AdminCommentResponse"];
export type EntryCounts = Schemas["EntryCounts"];
export type ModerationRequest = Schemas["ModerationRequest"];
export type LikeResponse = Schemas["LikeResponse"];
export type ContactRequest = Schemas["ContactRequest"];
export type EnquiryRequest = Schemas["EnquiryRequest"];
export type EnquiryResponse = Schemas["EnquiryResponse"];
export type ReportRequest = Schemas["ReportRequest"];
export type ProposalResponse = Schemas["ProposalResponse"];
export type ClaimRequest = Schemas["ClaimRequest"];
export type ClaimResponse = Schemas["ClaimResponse"];
export type ClaimOptions = Schemas["ClaimOptions"];
export type ClaimCounts = Schemas["ClaimCounts"];
export type ProposalCounts = Schemas["ProposalCounts"];
export type ProposedField = Schemas["ProposedField"];
export type MessageResponse = Schemas["MessageResponse"];
export type MessageChanges = Schemas["MessageChanges"];
export type MessageCounts = Schemas["MessageCounts"];
export type ImageResponse = Schemas["ImageResponse"];
export type MediaResponse = Schemas["MediaResponse"];
export type MediaChanges = Schemas["MediaChanges"];
export type ImageUse = Schemas["ImageUse"];
export type SettingsResponse = Schemas["SettingsResponse"];
export type SettingsChanges = Schemas["SettingsChanges"];
export type Revision = Schemas["Revision"];
export type RevisionItem = Schemas["RevisionItem"];
export type RestoreResult = Schemas["RestoreResult"];
export type Draft = Schemas["Draft"];
export type DraftItem = Schemas["DraftItem"];
export type WebhookResponse = Schemas["WebhookResponse"];
export type WebhookWithSecret = Schemas["WebhookWithSecret"];
export type WebhookRequest = Schemas["WebhookRequest"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type DraftRequest = Schemas["DraftRequest"];
export type ScheduleItem = Schemas["ScheduleItem"];
export type ImportResponse = Schemas["ImportResponse"];
export type ImportRow = Schemas["ImportRow"];
export type ImportMapping = Schemas["ImportMapping"];
export type ImportColumn = Schemas["ImportColumn"];
export type ImportFieldChange = Schemas["ImportFieldChange"];
export type ImportDecisionsRequest = Schemas["ImportDecisionsRequest"];
export type Release = Schemas["Release"];
export type ReleaseItem = Schemas["ReleaseItem"];
export type ReleaseRecord = Schemas["ReleaseRecord"];
export type ReleaseChanges = Schemas["ReleaseChanges"];
export type RecordProblem = Schemas["RecordProblem"];
export type PreviewItem = Schemas["PreviewItem"];
export type PreviewRequest = Schemas["PreviewRequest"];
export type PreviewResponse = Schemas["PreviewResponse"];
export type PageSection = Schemas["PageSection"];
export type City = Schemas["City"];
export type Question = Schemas["Question"];
/** The standing pages by their path segments. */
export type StandingPages = {
  "getting-here": Schemas["GettingHere"];
  about: Schemas["About"];
  help: Schemas["Help"];
  privacy: Schemas["Privacy"];
};
/** The changes of each standing page, as the API accepts them. */
export type StandingPageChanges = {
  "getting-here": Schemas["GettingHereChanges"];
  about: Schemas["AboutChanges"];
  help: Schemas["HelpChanges"];
  privacy: Schemas["PrivacyChanges"];
};
export type SessionResponse = Schemas["SessionResponse"];
export type AccountResponse = Schemas["AccountResponse"];
export type ProfileResponse = Schemas["ProfileResponse"];
export type ProfileChanges = Schemas["ProfileChanges"];
export type SignInRequest = Schemas["SignInRequest"];
export type SignUpRequest = Schemas["SignUpRequest"];
export type PasswordChangeRequest = Schemas["PasswordChangeRequest"];
export type AccountDeletionRequest = Schemas["AccountDeletionRequest"];
export type ExportResponse = Schemas["ExportResponse"];
export type PasswordConfirmation = Schemas["PasswordConfirmation"];
export type SecondFactorCode = Schemas["SecondFactorCode"];
export type SecondFactorEnrollmentRequest = Schemas["SecondFactorEnrollmentRequest"];
export type SecondFactorResponse = Schemas["SecondFactorResponse"];
export type ApiTokenItem = Schemas["ApiTokenItem"];
export type ApiTokenRequest = Schemas["ApiTokenRequest"];
export type NewApiTokenResponse = Schemas["NewApiTokenResponse"];
export type SessionItem = Schemas["SessionItem"];
export type SignInConfigResponse = Schemas["SignInConfigResponse"];
export type UserResponse = Schemas["UserResponse"];
export type PasswordLinkResponse = Schemas["PasswordLinkResponse"];
export type UserRequest = Schemas["UserRequest"];
export type UserCounts = Schemas["UserCounts"];
export type AuditEvent = Schemas["AuditEvent"];
export type AuditKind = Schemas["AuditKind"];
export type InvalidValue = Schemas["InvalidValue"];
export type RenderFailure = Schemas["RenderFailure"];
export type QualityCount = Schemas["QualityCount"];
export type DuplicatePair = Schemas["DuplicatePair"];
export type DeadLink = Schemas["DeadLink"];
export type PlaceOfSilentOwner = Schemas["PlaceOfSilentOwner"];
export type Warning = Schemas["Warning"];
export type Stats = Schemas["Stats"];
/** The parameters a list of places takes. */
export type PlaceQuery = NonNullable<paths["/api/businesses"]["get"]["parameters"]["query"]>;
/** The parameters a list of articles takes. */
export type ArticleQuery = NonNullable<paths["/api/articles"]["get"]["parameters"]["query"]>;
/** The parameters a list of users takes. */
export type UserQuery = NonNullable<paths["/api/admin/users"]["get"]["parameters"]["query"]>;
/** The parameters the audit log takes. */
export type AuditQuery = NonNullable<paths["/api/admin/audit"]["get"]["parameters"]["query"]>;
export type { components, paths };

export { createApiClient, unwrap, type ApiClient, type ApiClientOptions } from "./client";
export { isProviderSessionOver, ProviderError } from "./provider";
export { ApiError, errorMessage, isUnauthorized, type FieldError, type Problem } from "./problem";
