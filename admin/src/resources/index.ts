import { alerts } from "./alerts";
import { articles, deletedArticles } from "./articles";
import { audit } from "./audit";
import { businesses, deletedPlaces } from "./businesses";
import { categories } from "./categories";
import { claims } from "./claims";
import { contact, enquiries } from "./contact";
import { comments, guestbook } from "./guestbook";
import { media } from "./media";
import { pages } from "./pages";
import { proposals } from "./proposals";
import { settingsRecord } from "./settings";
import { users } from "./users";
import { webhooks } from "./webhooks";

export * from "./articles";
export * from "./businesses";
export * from "./categories";
export * from "./contact";
export * from "./guestbook";
export * from "./media";
export * from "./overview";
export * from "./proposals";
export { settings } from "./settings";
export * from "./users";

/**
 * Every resource of the console. All API paths are in this folder, except those of sign-in (api.ts) and of the
 * signed-in account (account/calls.ts).
 */
export const resources = {
  alerts,
  businesses,
  "businesses/trash": deletedPlaces,
  categories,
  users,
  articles,
  "articles/trash": deletedArticles,
  guestbook,
  comments,
  proposals,
  claims,
  contact,
  enquiries,
  media,
  audit,
  settings: settingsRecord,
  webhooks,
  ...pages,
};
