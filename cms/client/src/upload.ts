import type { MediaResponse } from "./index";
import { ApiError } from "./problem";

interface Upload {
  file: Blob;
  /** The file name, for blobs without one. */
  name?: string;
  /** Further form fields: `purpose`, `alt`. */
  fields?: Record<string, string>;
  /** The bearer token. */
  token: string;
  /** `/api/media`, or `/api/media/{id}/file` with PUT to replace one. */
  path?: string;
  method?: "POST" | "PUT";
  /** Called with the sent share, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads an image and reports the progress, which `fetch` does not. Rejects with [`ApiError`] if the server refuses it,
 * with a `TypeError` like `fetch` if the server is not reached, and with an `AbortError` if it was aborted.
 */
export function sendImage(upload: Upload): Promise<MediaResponse> {
  const { file, name, fields = {}, token, path = "/api/media", method = "POST", onProgress, signal } = upload;
  const body = new FormData();
  for (const [field, text] of Object.entries(fields)) body.append(field, text);
  // The fields come first, so that a server that refuses them need not wait for the file.
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
      else reject(new ApiError(status, responseText, statusText));
    });
    request.addEventListener("error", () => reject(new TypeError("The server was not reached")));
    request.addEventListener("timeout", () => reject(new TypeError("The server was not reached")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was aborted", "AbortError")));
    signal?.addEventListener("abort", () => request.abort());
    request.send(body);
  });
}
