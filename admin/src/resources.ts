import {
  bodyOf,
  type CategoryView,
  type PlaceForm,
  type PlaceQuery,
  type PlaceView,
  type UserForm,
  type UserQuery,
  type UserView,
} from "@karst/client";
import type { FormName } from "@karst/client/check";
import type { Identifier } from "react-admin";
import { karst } from "./api";
import { fileName, type NamedFile } from "./kit/download";
import { fold } from "./kit/text";
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
  add?(form: Form): Promise<Item>;
  /** `version` becomes If-Match; without it whatever is there is overwritten. */
  change?(id: Id, form: Partial<Form>, version?: number): Promise<Item>;
  remove?(id: Id): Promise<unknown>;
  /** The forms of the contract that say which fields may be sent. */
  forms?: { add: FormName; change: FormName };
}

const businesses: Resource<PlaceView, PlaceForm> = {
  async list(query) {
    const { ownerId, q, ...filter } = query.filter as { ownerId?: string; q?: string };
    const words = searchWords(q);
    const read = (limit: number, offset: number) => {
      return placesFor({ ...query, filter: { ...filter, ...(words && { q: words }) }, limit, offset });
    };
    if (ownerId === undefined && !words) return read(query.limit, query.offset);
    // The API's search also looks into descriptions and categories, and knows no owner: what it finds is sieved.
    const name = fold(q ?? "");
    const keeps = (place: PlaceView) =>
      (ownerId === undefined || place.ownerId === ownerId) &&
      [place.name, place.localName ?? ""].some((one) => fold(one).includes(name));
    return sieved(read, keeps, query);
  },
  one: (id) => bodyOf(karst.GET("/api/businesses/{id}", { params: { path: { id } } })),
  add: (body) => bodyOf(karst.POST("/api/businesses", { body })),
  change: (id, body, version) =>
    bodyOf(karst.PUT("/api/businesses/{id}", { params: { path: { id }, header: ifMatch(version) }, body })),
  remove: (id) => karst.DELETE("/api/businesses/{id}", { params: { path: { id } } }),
  forms: { add: "PlaceForm", change: "PlaceChanges" },
};

const categories: Resource<CategoryView> = {
  // A guide has a few dozen categories: the API sends them all.
  async list() {
    return listed(await karst.GET("/api/categories"));
  },
};

const users: Resource<UserView, UserForm, string> = {
  async list({ filter, ...page }) {
    const query = { ...filter, ...page } as UserQuery;
    return listed(await karst.GET("/api/admin/users", { params: { query } }));
  },
  one: (id) => bodyOf(karst.GET("/api/admin/users/{id}", { params: { path: { id } } })),
  add: (body) => bodyOf(karst.POST("/api/admin/users", { body })),
  change: (id, body, version) =>
    bodyOf(karst.PUT("/api/admin/users/{id}", { params: { path: { id }, header: ifMatch(version) }, body })),
  remove: (id) => karst.DELETE("/api/admin/users/{id}", { params: { path: { id } } }),
  forms: { add: "UserForm", change: "UserChanges" },
};

/**
 * Every resource of the console. The only file with addresses, beside api.ts, which knows those of the sign-in, and
 * account/calls.ts with those of one's own account.
 */
export const resources = { businesses, categories, users };

/** The counts of the overview: all for an admin, their own for an owner. */
export const stats = () => bodyOf(karst.GET("/api/admin/stats"));

/** The region's brand and map. */
export const settings = () => bodyOf(karst.GET("/api/settings"));

/** How one signs in here, and whether letters reach their people. */
export const signInConfig = () => bodyOf(karst.GET("/api/firebase-config"));

/** How many users there are, of each role. */
export const userCounts = () => bodyOf(karst.GET("/api/admin/users/counts"));

/** All users that the filter leaves as a file, made by the server; `count` says how many are in it. */
export async function exportedUsers(filter: Record<string, unknown>): Promise<NamedFile & { count: number }> {
  const query = filter as Pick<UserQuery, "q" | "role">;
  const answer = karst.GET("/api/admin/users.csv", { params: { query }, parseAs: "blob" });
  const { headers } = (await answer).response;
  return {
    blob: await bodyOf(answer),
    name: fileName(headers.get("Content-Disposition"), "users-export.csv"),
    count: Number(headers.get("X-Total-Count")),
  };
}

/** One page of all places that the caller may see at the desk: an owner sees their own and the active ones. */
async function placesFor({ limit, offset, sort, filter }: ListQuery): Promise<Listed<PlaceView>> {
  const query = { ...filter, limit, offset, sort, showAll: true } as PlaceQuery;
  const { data, total } = listed(await karst.GET("/api/businesses", { params: { query } }));
  // Only a call with `fields` gets less than whole places, and this one has none.
  return { data: data as PlaceView[], total };
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
