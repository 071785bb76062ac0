import {
  unwrap,
  ApiError,
  type AdminCommentResponse,
  type AdminEntryRequest,
  type AdminEntryResponse,
  type ArticleRequest,
  type ArticleQuery,
  type ArticleTrashItem,
  type ArticleResponse,
  type AuditItem,
  type AuditQuery,
  type BulkChanges,
  type CategoryRequest,
  type CategoryResponse,
  type EnquiryResponse,
  type MediaChanges,
  type MediaResponse,
  type MessageChanges,
  type MessageResponse,
  type PlaceRequest,
  type PlaceQuery,
  type PlaceResponse,
  type SettingsChanges,
  type SettingsResponse,
  type StandingPageChanges,
  type TrashItem,
  type UserRequest,
  type UserQuery,
  type UserResponse,
  type InvalidValue,
} from "@karst/client";
import { fileName } from "@karst/web/download";
import type { FormName } from "@karst/client/check";
import { fold } from "@karst/client/fold";
import { sendImage } from "@karst/client/upload";
import type { Identifier } from "react-admin";
import { karst, session } from "./api";
import { moments, type AuditFilters } from "./audit/address";
import { blank, type PageName, type PageRecord } from "./pages/shape";
import type { SettingsRecord } from "./settings/shape";
import { sieved } from "./sieve";

/** What a list is asked for, in the API's own words. `limit` and `offset` count records. */
export interface ListQuery {
  limit: number;
  offset: number;
  /** A field, or a field with a leading minus for descending. */
  sort?: string;
  filter: Record<string, unknown>;
}

export interface Listed<Item> {
  data: Item[];
  total: number;
}

/** How react-admin's verbs on one resource become calls. Verbs that the API does not have are left out. */
export interface Resource<Item = never, Form = never, Id extends Identifier = number> {
  list(query: ListQuery): Promise<Listed<Item>>;
  one?(id: string): Promise<Item>;
  /** `key` is the Idempotency-Key: the same form sent again with the same key creates nothing twice. */
  add?(form: Form, key: string): Promise<Item>;
  /** `version` becomes If-Match; without it whatever is there is overwritten. */
  change?(id: Id, form: Partial<Form>, version?: number): Promise<Item>;
  remove?(id: Id): Promise<unknown>;
  /** The forms of the contract that say which fields may be sent. */
  forms?: { add: FormName; change: FormName };
}

const withKey = (key: string) => ({ header: { "Idempotency-Key": key } });

const businesses: Resource<PlaceResponse, PlaceRequest> = {
  async list(query) {
    const { q, ...filter } = query.filter as { q?: string };
    const words = searchWords(q);
    if (!words) return placesFor({ ...query, filter });
    // The API's search also looks into descriptions and categories: what it finds is sieved by name.
    const read = (limit: number, offset: number) =>
      placesFor({ ...query, filter: { ...filter, q: words }, limit, offset });
    const name = fold(q ?? "");
    const keeps = (place: PlaceResponse) =>
      [place.name, place.localName ?? ""].some((one) => fold(one).includes(name));
    return sieved(read, keeps, query);
  },
  one: (id) => unwrap(karst.GET("/api/businesses/{id}", { params: { path: { id } } })),
  add: (body, key) => unwrap(karst.POST("/api/businesses", { body, params: withKey(key) })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/businesses/{id}", { params: { path: { id }, header: ifMatch(version) }, body })),
  remove: (id) => karst.DELETE("/api/businesses/{id}", { params: { path: { id } } }),
  forms: { add: "PlaceRequest", change: "PlaceChanges" },
};

// What was deleted last comes first: a trash has one order.
const deletedPlaces: Resource<TrashItem> = {
  async list({ limit, offset }) {
    return listed(await karst.GET("/api/businesses/trash", { params: { query: { limit, offset } } }));
  },
};

const deletedArticles: Resource<ArticleTrashItem> = {
  async list({ limit, offset }) {
    return listed(await karst.GET("/api/articles/trash", { params: { query: { limit, offset } } }));
  },
};

const categories: Resource<CategoryResponse, CategoryRequest> = {
  // A guide has a few dozen categories: the API sends them all.
  async list() {
    return listed(await karst.GET("/api/categories"));
  },
  one: (id) => unwrap(karst.GET("/api/categories/{id}", { params: { path: { id: Number(id) } } })),
  add: (body, key) => unwrap(karst.POST("/api/categories", { body, params: withKey(key) })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/categories/{id}", { params: { path: { id }, header: ifMatch(version) }, body })),
  remove: (id) => karst.DELETE("/api/categories/{id}", { params: { path: { id } } }),
  forms: { add: "CategoryRequest", change: "CategoryChanges" },
};

const users: Resource<UserResponse, UserRequest, string> = {
  async list({ filter, ...page }) {
    const query = { ...filter, ...page } as UserQuery;
    return listed(await karst.GET("/api/admin/users", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/users/{id}", { params: { path: { id } } })),
  add: (body, key) => unwrap(karst.POST("/api/admin/users", { body, params: withKey(key) })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/admin/users/{id}", { params: { path: { id }, header: ifMatch(version) }, body })),
  remove: (id) => karst.DELETE("/api/admin/users/{id}", { params: { path: { id } } }),
  forms: { add: "UserRequest", change: "UserChanges" },
};

const articles: Resource<ArticleResponse, ArticleRequest> = {
  async list({ filter, ...page }) {
    const { q, ids } = filter as { q?: string; ids?: string };
    const words = searchWords(q);
    const read = (limit: number, offset: number) => {
      return articlesFor({ ...page, limit, offset, filter: words ? { q: words } : { ids } });
    };
    if (!words) return read(Math.min(page.limit, ARTICLES_AT_ONCE), page.offset);
    // The API's search also looks into summaries: what it finds is sieved by title and author.
    const part = fold(q ?? "");
    const keeps = ({ title, author }: ArticleResponse) =>
      [title, author].some((one) => fold(one).includes(part));
    return sieved(read, keeps, page, ARTICLES_AT_ONCE);
  },
  one: (id) => unwrap(karst.GET("/api/articles/{id}", { params: { path: { id } } })),
  add: (body, key) => unwrap(karst.POST("/api/articles", { body, params: withKey(key) })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/articles/{id}", { params: { path: { id }, header: ifMatch(version) }, body })),
  remove: (id) => karst.DELETE("/api/articles/{id}", { params: { path: { id } } }),
  forms: { add: "ArticleRequest", change: "ArticleChanges" },
};

type EntryStatus = AdminEntryResponse["status"];
type Narrowed = { limit: number; offset: number; q?: string };

/** Each status of entries has a list of its own. */
const ENTRIES = {
  pending: (query: Narrowed) => karst.GET("/api/admin/guestbook/pending", { params: { query } }),
  approved: (query: Narrowed) => karst.GET("/api/admin/guestbook/approved", { params: { query } }),
  spam: (query: Narrowed) => karst.GET("/api/admin/guestbook/spam", { params: { query } }),
  rejected: (query: Narrowed) => karst.GET("/api/admin/guestbook/rejected", { params: { query } }),
};

const guestbook: Resource<AdminEntryResponse, AdminEntryRequest> = {
  async list({ filter, limit, offset }) {
    const { status = "pending", q } = filter as { status?: EntryStatus; q?: string };
    return listed(await ENTRIES[status]({ limit, offset, q }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/guestbook/{id}", { params: { path: { id: Number(id) } } })),
  add: (body, key) => unwrap(karst.POST("/api/admin/guestbook", { body, params: withKey(key) })),
  change: (id, body, version) =>
    unwrap(
      karst.PUT("/api/admin/guestbook/{id}", { params: { path: { id }, header: ifMatch(version) }, body }),
    ),
  remove: (id) => karst.DELETE("/api/admin/guestbook/{id}", { params: { path: { id } } }),
  forms: { add: "AdminEntryRequest", change: "EntryChanges" },
};

const comments: Resource<AdminCommentResponse> = {
  async list({ filter, limit, offset }) {
    const { status } = filter as { status?: EntryStatus };
    return listed(await karst.GET("/api/admin/comments", { params: { query: { status, limit, offset } } }));
  },
  remove: (id) => karst.DELETE("/api/admin/comments/{id}", { params: { path: { id } } }),
};

const contact: Resource<MessageResponse, MessageChanges> = {
  async list({ filter, limit, offset }) {
    const query = { ...(filter as { status?: MessageResponse["status"]; q?: string }), limit, offset };
    return listed(await karst.GET("/api/admin/contact", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/contact/{id}", { params: { path: { id: Number(id) } } })),
  change: (id, body, version) =>
    unwrap(
      karst.PUT("/api/admin/contact/{id}", { params: { path: { id }, header: ifMatch(version) }, body }),
    ),
  remove: (id) => karst.DELETE("/api/admin/contact/{id}", { params: { path: { id } } }),
  forms: { add: "MessageChanges", change: "MessageChanges" },
};

const enquiries: Resource<EnquiryResponse> = {
  async list({ filter, limit, offset }) {
    const query = { ...(filter as { delivery?: string; q?: string }), limit, offset };
    return listed(await karst.GET("/api/admin/enquiries", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/admin/enquiries/{id}", { params: { path: { id: Number(id) } } })),
};

/** What the library is narrowed to. */
const VIEWS: Record<string, { described?: boolean; used?: boolean }> = {
  all: {},
  undescribed: { described: false },
  unused: { used: false },
};

const media: Resource<MediaResponse, MediaChanges> = {
  async list({ filter, limit, offset }) {
    const { view = "all", q } = filter as { view?: string; q?: string };
    const words = searchWords(q);
    const query = { ...VIEWS[view], ...(words && { q: words }), limit, offset };
    return listed(await karst.GET("/api/media", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/media/{id}", { params: { path: { id: Number(id) } } })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/media/{id}", { params: { path: { id }, header: ifMatch(version) }, body })),
  forms: { add: "MediaChanges", change: "MediaChanges" },
};

/** A page of the library for choosing. */
export const libraryPage = (q: string, limit: number, offset: number) =>
  media.list({ filter: { q }, limit, offset });

/** Adds a picture to the library, telling how much of it has gone. */
export async function addImage(file: File, onProgress: (part: number) => void): Promise<MediaResponse> {
  return sendImage({ file, token: await heldToken(), fields: { purpose: "library" }, onProgress });
}

/** Puts another file in the place of a picture's. */
export async function replaceImage({ id }: MediaResponse, file: File): Promise<MediaResponse> {
  return sendImage({ file, token: await heldToken(), path: `/api/media/${id}/file`, method: "PUT" });
}

/** Removes a picture; with `force` also one that is in use. */
export const removeImage = (id: number, force: boolean) =>
  karst.DELETE("/api/media/{id}", { params: { path: { id }, query: { force } } });

/** What shows a picture. */
export const pictureUses = (id: number) =>
  unwrap(karst.GET("/api/media/{id}/uses", { params: { path: { id } } }));

/** A file that waits for review, as an address of this page; the caller revokes it. */
export async function heldFile(path: string): Promise<string> {
  const answer = await fetch(path, { headers: { Authorization: `Bearer ${await heldToken()}` } });
  if (!answer.ok) throw new Error(`${answer.status}: ${answer.statusText}`);
  return URL.createObjectURL(await answer.blob());
}

async function heldToken(): Promise<string> {
  return (await session.current())?.token ?? "";
}

const audit: Resource<AuditItem> = {
  // It has one order: what was done last comes first.
  async list({ filter, limit, offset }) {
    const query: AuditQuery = { ...moments(filter as AuditFilters), limit, offset };
    return listed(await karst.GET("/api/admin/audit", { params: { query } }));
  },
};

/** The region's settings: one record, under the id 1. */
const settingsRecord: Resource<SettingsRecord, SettingsChanges> = {
  async list() {
    return { data: [recordOf(await settings())], total: 1 };
  },
  one: async () => recordOf(await settings()),
  change: async (_, body, version) =>
    recordOf(await unwrap(karst.PUT("/api/settings", { params: { header: ifMatch(version) }, body }))),
  forms: { add: "SettingsChanges", change: "SettingsChanges" },
};

const recordOf = (view: SettingsResponse): SettingsRecord => ({
  ...view,
  id: 1,
  updatedAt: view.updatedAt ?? "",
});

/** A page that stands by itself: one record under its own name, blank until it is written. */
function standingPage<Name extends PageName>(
  name: Name,
  form: FormName,
): Resource<PageRecord<Name>, StandingPageChanges[Name], Name> {
  const path = `/api/pages/${name}` as "/api/pages/help";
  const record = (page: object) => ({ ...page, id: name }) as PageRecord<Name>;
  const one = async () => {
    try {
      return record(await unwrap(karst.GET(path)));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return blank(name);
      throw error;
    }
  };
  return {
    list: async () => ({ data: [await one()], total: 1 }),
    one,
    change: async (_, body, version) =>
      record(await unwrap(karst.PUT(path, { params: { header: ifMatch(version) }, body: body as object }))),
    forms: { add: form, change: form },
  };
}

/**
 * Every resource of the console. The only file with addresses, beside api.ts, which knows those of the sign-in, and
 * account/calls.ts with those of one's own account.
 */
export const resources = {
  businesses,
  "businesses/trash": deletedPlaces,
  categories,
  users,
  articles,
  "articles/trash": deletedArticles,
  guestbook,
  comments,
  contact,
  enquiries,
  media,
  audit,
  settings: settingsRecord,
  "pages/getting-here": standingPage("getting-here", "GettingHereChanges"),
  "pages/about": standingPage("about", "AboutChanges"),
  "pages/help": standingPage("help", "HelpChanges"),
  "pages/privacy": standingPage("privacy", "PrivacyChanges"),
};

/** Changes many places at once. */
export const updatePlaces = (body: BulkChanges) => unwrap(karst.POST("/api/admin/businesses/bulk", { body }));

/** Makes them again what they were. */
export const undoUpdatePlaces = (id: number) =>
  unwrap(karst.POST("/api/admin/businesses/bulk/{id}/undo", { params: { path: { id } } }));

/** Takes a place out of the trash. */
export const restorePlace = (id: number) =>
  unwrap(karst.POST("/api/businesses/{id}/restore", { params: { path: { id } } }));

/** Takes an article out of the trash. */
export const restoreArticle = (id: number) =>
  unwrap(karst.POST("/api/articles/{id}/restore", { params: { path: { id } } }));

/** Brings back what was deleted less than ten minutes ago. */
export const restoreEntry = (id: number) =>
  unwrap(karst.POST("/api/admin/guestbook/{id}/restore", { params: { path: { id } } }));
export const restoreComment = (id: number) =>
  unwrap(karst.POST("/api/admin/comments/{id}/restore", { params: { path: { id } } }));
export const restoreCategory = (id: number) =>
  unwrap(karst.POST("/api/categories/{id}/restore", { params: { path: { id } } }));
export const restoreImage = (id: number) =>
  unwrap(karst.POST("/api/media/{id}/restore", { params: { path: { id } } }));
export const restoreMessage = (id: number) =>
  unwrap(karst.POST("/api/admin/contact/{id}/restore", { params: { path: { id } } }));

/** The counts of the overview: all for an admin, their own for an owner. */
export const stats = () => unwrap(karst.GET("/api/admin/stats"));

/** Pages that cannot be rendered. */
export const renderFailures = () => unwrap(karst.GET("/api/admin/render-failures"));

/** A part of the stored values that break today's rules, from `cursor` on, and where the next part begins. */
export async function invalidValues(cursor?: string): Promise<{ values: InvalidValue[]; next?: string }> {
  const answer = await karst.GET("/api/admin/invalid-values", { params: { query: { cursor } } });
  const next = /[?&]cursor=([\d-]+)/.exec(answer.response.headers.get("Link") ?? "")?.[1];
  return { values: answer.data ?? [], next };
}

/** The region's brand and map. */
export const settings = () => unwrap(karst.GET("/api/settings"));

/** How one signs in here, and whether letters reach their people. */
export const signInConfig = () => unwrap(karst.GET("/api/firebase-config"));

/** Makes a link to choose a password of this user's, to be handed over. Earlier ones end. */
export const createPasswordLink = (id: string) =>
  unwrap(karst.POST("/api/admin/users/{id}/password-link", { params: { path: { id } } }));

/** Emails a user without a password another invitation. Earlier links end. */
export const sendInvitation = (id: string) =>
  karst.POST("/api/admin/users/{id}/invitation", { params: { path: { id } } });

/** Emails the user a link to choose a password. */
export const emailPasswordLink = (email: string) =>
  karst.POST("/api/auth/password-reset", { body: { email } });

/** How many users there are, of each role. */
export const userCounts = () => unwrap(karst.GET("/api/admin/users/counts"));

/** All users that the filter leaves as a file, made by the server; `count` says how many are in it. */
export async function exportedUsers(filter: Record<string, unknown>) {
  const query = filter as Pick<UserQuery, "q" | "role">;
  const answer = karst.GET("/api/admin/users.csv", { params: { query }, parseAs: "blob" });
  const { headers } = (await answer).response;
  return {
    blob: await unwrap(answer),
    name: fileName(headers.get("Content-Disposition"), "users-export.csv"),
    count: Number(headers.get("X-Total-Count")),
  };
}

/** How many entries of the guestbook there are of each status, and how many comments wait. */
export const entryCounts = () => unwrap(karst.GET("/api/admin/guestbook/counts"));

/** A decision on an entry: the entry as it stands then. */
export const moderateEntry = (id: number, status: Exclude<EntryStatus, "pending">, notes?: string) =>
  unwrap(
    karst.POST("/api/admin/guestbook/{id}/moderate", { params: { path: { id } }, body: { status, notes } }),
  );

/** Takes the last decision on an entry back. */
export const undoModeration = (id: number) =>
  unwrap(karst.POST("/api/admin/guestbook/{id}/undo", { params: { path: { id } } }));

/** One decision on many entries or comments at once. */
export const moderateMany = {
  guestbook: (ids: number[], status: Exclude<EntryStatus, "pending">) =>
    unwrap(karst.POST("/api/admin/guestbook/bulk", { body: { ids, status } })),
  comments: (ids: number[], status: Exclude<EntryStatus, "pending">) =>
    unwrap(karst.POST("/api/admin/comments/bulk", { body: { ids, status } })),
};

/** Takes these decisions back. */
export const undoModerateMany = {
  guestbook: (id: number) =>
    unwrap(karst.POST("/api/admin/guestbook/bulk/{id}/undo", { params: { path: { id } } })),
  comments: (id: number) =>
    unwrap(karst.POST("/api/admin/comments/bulk/{id}/undo", { params: { path: { id } } })),
};

/** How many messages wait, how many too long, and how many of a hundred were answered in time. */
export const messageCounts = () => unwrap(karst.GET("/api/admin/contact/counts"));

/** A few places whose name has these words, active or not: id and name. */
export async function placesNamed(q: string): Promise<Pick<PlaceResponse, "id" | "name">[]> {
  const query = { q: searchWords(q) || undefined, limit: 20, fields: "id,name", showAll: true } as PlaceQuery;
  return listed(await karst.GET("/api/businesses", { params: { query } })).data as Pick<
    PlaceResponse,
    "id" | "name"
  >[];
}

/** The most articles of one answer. */
const ARTICLES_AT_ONCE = 100;

/** One page of all articles, public or not. */
async function articlesFor({ limit, offset, sort, filter }: ListQuery): Promise<Listed<ArticleResponse>> {
  const query = { ...filter, limit, offset, sort, showAll: true } as ArticleQuery;
  const { data, total } = listed(await karst.GET("/api/articles", { params: { query } }));
  // Only a call with `fields` gets less than whole articles, and this one has none.
  return { data: data as ArticleResponse[], total };
}

/** One page of all places that the caller may see at the desk: an owner sees their own and the active ones. */
async function placesFor({ limit, offset, sort, filter }: ListQuery): Promise<Listed<PlaceResponse>> {
  const query = { ...filter, limit, offset, sort, showAll: true } as PlaceQuery;
  const { data, total } = listed(await karst.GET("/api/businesses", { params: { query } }));
  // Only a call with `fields` gets less than whole places, and this one has none.
  return { data: data as PlaceResponse[], total };
}

/** The part of a name search that the API can narrow by: it takes eight words. */
function searchWords(q: string | undefined): string {
  return fold(q ?? "")
    .split(" ")
    .slice(0, 8)
    .map((word) => word.slice(0, 60))
    .join(" ");
}

function ifMatch(version: number | undefined) {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}

function listed<Item>({ data = [], response }: { data?: Item[]; response: Response }): Listed<Item> {
  const total = Number(response.headers.get("X-Total-Count") ?? data.length);
  return { data, total };
}
