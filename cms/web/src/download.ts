/** The browser reads a file after the click. */
const READ_TIMEOUT_MS = 60_000;

/** Starts a browser download of a file. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_TIMEOUT_MS);
}

/** The file name in a `Content-Disposition` header, or `fallback` if it has none or one with a path. */
export function fileName(disposition: string | null, fallback: string): string {
  return /filename="([^"/\\]+)"/.exec(disposition ?? "")?.[1] ?? fallback;
}
