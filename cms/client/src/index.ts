/**
 * What site and console may use of the contract. Forms are checked with `@karst/client/check`, kept apart so that
 * a page without a form does not carry the checker.
 */
import type { components, paths } from "./schema.gen";

type Schemas = components["schemas"];

export type PlaceView = Schemas["PlaceView"];
export type PlaceForm = Schemas["PlaceForm"];
export type PlaceChanges = Schemas["PlaceChanges"];
export type Review = Schemas["Review"];
export type CategoryView = Schemas["CategoryView"];
export type CategoryRef = Schemas["CategoryRef"];
export type CategoryForm = Schemas["CategoryForm"];
export type SettingsView = Schemas["SettingsView"];
export type SessionView = Schemas["SessionView"];
export type AccountView = Schemas["AccountView"];
export type ProfileView = Schemas["ProfileView"];
export type ProfileForm = Schemas["ProfileForm"];
export type SignInForm = Schemas["SignInForm"];
export type SignUpForm = Schemas["SignUpForm"];
export type PasswordForm = Schemas["PasswordForm"];
export type LeaveForm = Schemas["LeaveForm"];
export type CodeForm = Schemas["CodeForm"];
export type SecondFactorView = Schemas["SecondFactorView"];
export type SessionItem = Schemas["SessionItem"];
export type ConfigView = Schemas["ConfigView"];
export type UserView = Schemas["UserView"];
export type UserForm = Schemas["UserForm"];
export type UserCounts = Schemas["UserCounts"];
export type Stats = Schemas["Stats"];
/** The parameters a list of places takes. */
export type PlaceQuery = NonNullable<paths["/api/businesses"]["get"]["parameters"]["query"]>;
/** The parameters a list of users takes. */
export type UserQuery = NonNullable<paths["/api/admin/users"]["get"]["parameters"]["query"]>;
export type { components, paths };

export { bodyOf, createKarst, type Karst, type KarstOptions } from "./client";
export { isProviderOver, ProviderError } from "./provider";
export { detailOf, isUnauthorized, Refused, type Problem } from "./problem";
