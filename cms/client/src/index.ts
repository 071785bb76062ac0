/**
 * What site and console may use of the contract. Forms are checked with `@karst/client/check`, kept apart so that
 * a page without a form does not carry the checker.
 */
import type { components, paths } from "./schema.gen";

type Schemas = components["schemas"];

export type PlaceView = Schemas["PlaceView"];
export type PlaceForm = Schemas["PlaceForm"];
export type PlaceChanges = Schemas["PlaceChanges"];
export type BulkChanges = Schemas["BulkChanges"];
export type BulkView = Schemas["BulkView"];
export type BulkUndoView = Schemas["BulkUndoView"];
export type TrashItem = Schemas["TrashItem"];
export type Review = Schemas["Review"];
export type CategoryView = Schemas["CategoryView"];
export type CategoryRef = Schemas["CategoryRef"];
export type CategoryForm = Schemas["CategoryForm"];
export type ArticleView = Schemas["ArticleView"];
export type ArticleTrashItem = Schemas["ArticleTrashItem"];
export type ArticleForm = Schemas["ArticleForm"];
export type ArticleChanges = Schemas["ArticleChanges"];
export type Topic = Schemas["Topic"];
export type EntryView = Schemas["EntryView"];
export type NewEntry = Schemas["NewEntry"];
export type NewExperience = Schemas["NewExperience"];
export type CommentView = Schemas["CommentView"];
export type NewComment = Schemas["NewComment"];
export type AdminEntryView = Schemas["AdminEntryView"];
export type AdminEntryForm = Schemas["AdminEntryForm"];
export type EntryChanges = Schemas["EntryChanges"];
export type AdminCommentView = Schemas["AdminCommentView"];
export type EntryCounts = Schemas["EntryCounts"];
export type ModerationForm = Schemas["ModerationForm"];
export type LikeView = Schemas["LikeView"];
export type ContactForm = Schemas["ContactForm"];
export type EnquiryForm = Schemas["EnquiryForm"];
export type EnquiryView = Schemas["EnquiryView"];
export type MessageView = Schemas["MessageView"];
export type MessageChanges = Schemas["MessageChanges"];
export type MessageCounts = Schemas["MessageCounts"];
export type ImageView = Schemas["ImageView"];
export type MediaView = Schemas["MediaView"];
export type MediaChanges = Schemas["MediaChanges"];
export type ImageUse = Schemas["ImageUse"];
export type SettingsView = Schemas["SettingsView"];
export type SettingsChanges = Schemas["SettingsChanges"];
export type Passage = Schemas["Passage"];
export type City = Schemas["City"];
export type Question = Schemas["Question"];
/** The pages that stand by themselves, by their names in addresses. */
export type StandingPages = {
  "getting-here": Schemas["GettingHere"];
  about: Schemas["About"];
  help: Schemas["Help"];
  privacy: Schemas["Privacy"];
};
/** What may be sent of each. */
export type StandingPageChanges = {
  "getting-here": Schemas["GettingHereChanges"];
  about: Schemas["AboutChanges"];
  help: Schemas["HelpChanges"];
  privacy: Schemas["PrivacyChanges"];
};
export type SessionView = Schemas["SessionView"];
export type AccountView = Schemas["AccountView"];
export type ProfileView = Schemas["ProfileView"];
export type ProfileForm = Schemas["ProfileForm"];
export type SignInForm = Schemas["SignInForm"];
export type SignUpForm = Schemas["SignUpForm"];
export type PasswordForm = Schemas["PasswordForm"];
export type DeletionForm = Schemas["DeletionForm"];
export type ExportView = Schemas["ExportView"];
export type PasswordConfirmation = Schemas["PasswordConfirmation"];
export type SecondFactorCode = Schemas["SecondFactorCode"];
export type SecondFactorForm = Schemas["SecondFactorForm"];
export type SecondFactorView = Schemas["SecondFactorView"];
export type SessionItem = Schemas["SessionItem"];
export type ConfigView = Schemas["ConfigView"];
export type UserView = Schemas["UserView"];
export type PasswordLinkView = Schemas["PasswordLinkView"];
export type UserForm = Schemas["UserForm"];
export type UserCounts = Schemas["UserCounts"];
export type AuditItem = Schemas["AuditItem"];
export type AuditKind = Schemas["AuditKind"];
export type InvalidValue = Schemas["InvalidValue"];
export type RenderFailure = Schemas["RenderFailure"];
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

export { bodyOf, createKarst, type Karst, type KarstOptions } from "./client";
export { isProviderOver, ProviderError } from "./provider";
export { detailOf, isUnauthorized, Refused, type Problem } from "./problem";
