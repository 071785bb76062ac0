import { unwrap, type ImportDecisionsRequest, type ImportMapping, type ImportRow } from "@karst/client";
import { fileName } from "@karst/web/download";
import { karst } from "../api";
import { idsWithDraft } from "./drafts";
import { byId, byVersion, listed } from "./resource";

export type ImportAction = ImportRow["action"];

/** The imports, the newest first. There are at most 100. */
export const listImports = () => listed(karst.GET("/api/admin/imports", {}));

export const getImport = (id: number) => unwrap(karst.GET("/api/admin/imports/{id}", byId(id)));

/** Uploads a file. Its rows are then checked in the background. */
export function createImport(file: File) {
  const form = new FormData();
  form.append("file", file);
  return unwrap(karst.POST("/api/admin/imports", { body: { file: file.name }, bodySerializer: () => form }));
}

/** A page of the rows with this action. */
export const importRows = (id: number, action: ImportAction, offset: number, limit: number) =>
  listed(
    karst.GET("/api/admin/imports/{id}/rows", { params: { path: { id }, query: { action, offset, limit } } }),
  );

/** Changes the mapping, and checks all rows again. */
export const updateImportMapping = (id: number, body: ImportMapping, version: number) =>
  unwrap(karst.PUT("/api/admin/imports/{id}/mapping", { ...byVersion(id, version), body }));

export const decideImportRows = (id: number, body: ImportDecisionsRequest, version: number) =>
  unwrap(karst.PUT("/api/admin/imports/{id}/decisions", { ...byVersion(id, version), body }));

/** Starts to apply the import: all places are changed, or none. */
export const applyImport = (id: number, publishes: boolean, version: number) =>
  unwrap(karst.POST("/api/admin/imports/{id}/apply", { ...byVersion(id, version), body: { publishes } }));

export const undoImport = (id: number, version: number) =>
  unwrap(karst.POST("/api/admin/imports/{id}/undo", byVersion(id, version)));

/** Deletes the import. Its places stay as they are. */
export const deleteImport = (id: number, version: number) =>
  karst.DELETE("/api/admin/imports/{id}", byVersion(id, version));

/** All places that match the filters of the list, as a file that can be imported; `count` is their number. */
export async function exportedPlaces(filter: Record<string, unknown>, sort: string | undefined) {
  const { draft, ...rest } = filter;
  const ids = draft ? ((await idsWithDraft("place")) ?? "0") : undefined;
  const query = { ...rest, ...(ids !== undefined && { ids }), sort };
  const call = karst.GET("/api/admin/businesses.csv", { params: { query }, parseAs: "blob" });
  const { headers } = (await call).response;
  return {
    blob: await unwrap(call),
    name: fileName(headers.get("Content-Disposition"), "places.csv"),
    count: Number(headers.get("X-Total-Count")),
  };
}
