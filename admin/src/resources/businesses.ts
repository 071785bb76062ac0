import { unwrap } from "@karst/client";
import type {
  PlaceBulkChanges,
  PlaceQuery,
  PlaceRequest,
  PlaceResponse,
  PlaceTrashItem,
} from "@karst/client";
import { fold } from "@karst/client/fold";
import { karst } from "../api";
import { idsWithDraft } from "./drafts";
import { paginateFiltered } from "./paginateFiltered";
import { byId, byKey, byVersion, listed, searchWords } from "./resource";
import type { Listed, ListQuery, Resource } from "./resource";

export const businesses: Resource<PlaceResponse, PlaceRequest> = {
  async list(query) {
    const { q, draft, ...rest } = query.filter as { q?: string; draft?: boolean };
    const ids = draft ? await idsWithDraft("place") : undefined;
    if (draft && !ids) return { data: [], total: 0 };
    const filter = ids ? { ...rest, ids } : rest;
    const words = searchWords(q);
    if (!words) return places({ ...query, filter });
    // The API's search also looks into descriptions and categories; this list searches names only.
    const read = (limit: number, offset: number) =>
      places({ ...query, filter: { ...filter, q: words }, limit, offset });
    const name = fold(q ?? "");
    const keeps = (place: PlaceResponse) =>
      [place.name, place.localName ?? ""].some((one) => fold(one).includes(name));
    return paginateFiltered(read, keeps, query);
  },
  one: (id) => unwrap(karst.GET("/api/businesses/{id}", byId(id))),
  add: (body, key) => unwrap(karst.POST("/api/businesses", { ...byKey(key), body })),
  change: (id, body, version) =>
    unwrap(karst.PUT("/api/businesses/{id}", { ...byVersion(id, version), body })),
  remove: (id) => karst.DELETE("/api/businesses/{id}", byId(id)),
  forms: { add: "PlaceRequest", change: "PlaceChanges" },
};

/** The latest deletion comes first: a trash has one order. */
export const deletedPlaces: Resource<PlaceTrashItem> = {
  list: ({ limit, offset }) =>
    listed(karst.GET("/api/businesses/trash", { params: { query: { limit, offset } } })),
};

export const restorePlace = (id: number) => unwrap(karst.POST("/api/businesses/{id}/restore", byId(id)));

/** Changes many places at once. */
export const updatePlaces = (body: PlaceBulkChanges) =>
  unwrap(karst.POST("/api/admin/businesses/bulk", { body }));

export const undoUpdatePlaces = (id: number) =>
  unwrap(karst.POST("/api/admin/businesses/bulk/{id}/undo", byId(id)));

/** A few places whose name has these words, active or not. */
export async function placesNamed(q: string): Promise<Pick<PlaceResponse, "id" | "name">[]> {
  const query = { q: searchWords(q) || undefined, limit: 20, fields: "id,name", showAll: true } as PlaceQuery;
  const { data } = await listed(karst.GET("/api/businesses", { params: { query } }));
  return data as Pick<PlaceResponse, "id" | "name">[];
}

/** One page of all places that the caller may edit or read: owners see their own and the active ones. */
function places({ limit, offset, sort, filter }: ListQuery) {
  const query = { ...filter, limit, offset, sort, showAll: true } as PlaceQuery;
  // Only a call with `fields` returns less than whole places.
  return listed(karst.GET("/api/businesses", { params: { query } })) as Promise<Listed<PlaceResponse>>;
}
