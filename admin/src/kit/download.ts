/** A file that the server named. */
export interface NamedFile {
  blob: Blob;
  name: string;
}

/** The name that a `Content-Disposition` gives its file; `otherwise` when it gives none that could be one. */
export function fileName(disposition: string | null, otherwise: string): string {
  return /filename="([^"/\\]+)"/.exec(disposition ?? "")?.[1] ?? otherwise;
}

const READ_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function download({ blob, name }: NamedFile): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(address), READ_MS);
}
