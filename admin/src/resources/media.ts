import { unwrap, type MediaChanges, type MediaResponse } from "@karst/client";
import { sendImage } from "@karst/client/upload";
import { karst, session } from "../api";
import { byId, byVersion, listed, searchWords, type Resource } from "./resource";

/** The filters behind the tabs of the library. */
const VIEWS: Record<string, { described?: boolean; used?: boolean }> = {
  all: {},
  undescribed: { described: false },
  unused: { used: false },
};

export const media: Resource<MediaResponse, MediaChanges> = {
  list({ filter, limit, offset }) {
    const { view = "all", q } = filter as { view?: string; q?: string };
    const words = searchWords(q);
    const query = { ...VIEWS[view], ...(words && { q: words }), limit, offset };
    return listed(karst.GET("/api/media", { params: { query } }));
  },
  one: (id) => unwrap(karst.GET("/api/media/{id}", byId(Number(id)))),
  change: (id, body, version) => unwrap(karst.PUT("/api/media/{id}", { ...byVersion(id, version), body })),
  forms: { add: "MediaChanges", change: "MediaChanges" },
};

/** A page of the library for choosing. */
export const libraryPage = (q: string, limit: number, offset: number) =>
  media.list({ filter: { q }, limit, offset });

/** Adds an image to the library. `onProgress` gets the share that is uploaded, from 0 to 1. */
export async function addImage(file: File, onProgress: (part: number) => void): Promise<MediaResponse> {
  return sendImage({ file, token: await currentToken(), fields: { purpose: "library" }, onProgress });
}

/** Replaces the file of an image. */
export async function replaceImage({ id }: MediaResponse, file: File): Promise<MediaResponse> {
  return sendImage({ file, token: await currentToken(), path: `/api/media/${id}/file`, method: "PUT" });
}

/** Deletes an image; with `force` also one that is in use. */
export const removeImage = (id: number, force: boolean) =>
  karst.DELETE("/api/media/{id}", { params: { path: { id }, query: { force } } });

export const restoreImage = (id: number) => unwrap(karst.POST("/api/media/{id}/restore", byId(id)));

/** The records that show an image. */
export const pictureUses = (id: number) => unwrap(karst.GET("/api/media/{id}/uses", byId(id)));

/** An object URL of a file that waits for review; the caller revokes it. */
export async function heldFile(path: string): Promise<string> {
  const response = await fetch(path, { headers: { Authorization: `Bearer ${await currentToken()}` } });
  if (!response.ok) throw new Error(`${response.status}: ${response.statusText}`);
  return URL.createObjectURL(await response.blob());
}

const currentToken = async () => (await session.current())?.token ?? "";
