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
export type SignInForm = Schemas["SignInForm"];
export type Stats = Schemas["Stats"];
/** The parameters a list of places takes. */
export type PlaceQuery = NonNullable<paths["/api/businesses"]["get"]["parameters"]["query"]>;
export type { components, paths };

export { bodyOf, createKarst, type Karst, type KarstOptions } from "./client";
export { detailOf, isUnauthorized, Refused, type Problem } from "./problem";
