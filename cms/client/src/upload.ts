import type { MediaResponse } from "./index";
import { Refused } from "./problem";

interface Upload {
  file: Blob;
  /** What the file is called, where the blob does not say. */
  name?: string;
  /** Words beside it: `purpose`, `alt`. */
  words?: Record<string, string>;
  /** The bearer token of whoever sends it. */
  token: string;
  /** `/api/media`, or `/api/media/{id}/file` with PUT to replace one. */
  path?: string;
  method?: "POST" | "PUT";
  /** Hears how much of it has gone, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a picture, and tells how far it has come, which `fetch` does not. Fails with [`Refused`] when the server does
 * not take it, with a `TypeError` as `fetch` does when it is not reached, and with an `AbortError` when it was given up.
 */
export function sendImage(upload: Upload): Promise<MediaResponse> {
  const { file, name, words = {}, token, path = "/api/media", method = "POST", onProgress, signal } = upload;
  const body = new FormData();
  for (const [field, text] of Object.entries(words)) body.append(field, text);
  // The words come first: a server that refuses them need not wait for the file.
  if (name === undefined) body.append("file", file);
  else body.append("file", file, name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.setRequestHeader("Accept", "application/json");
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(total ? loaded / total : 0),
    );
    request.addEventListener("load", () => {
      const { status, statusText, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as MediaResponse);
      else reject(new Refused(status, responseText, statusText));
    });
    request.addEventListener("error", () => reject(new TypeError("The server was not reached")));
    request.addEventListener("timeout", () => reject(new TypeError("The server was not reached")));
    request.addEventListener("abort", () => reject(new DOMException("Given up", "AbortError")));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
