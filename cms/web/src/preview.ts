/** The messages between the console and the preview of a draft in its frame. */

/** From the preview: it is shown, it was scrolled, or a part of the page was chosen. */
export type PreviewEvent =
  { preview: "ready" } | { preview: "scrolled"; top: number } | { preview: "field"; field: string };

/** To the preview: where to scroll. */
export type PreviewCommand = { preview: "scroll"; top: number };

/** A message of a preview; null for anything else. The caller checks the source. */
export function parsePreviewEvent(data: unknown): PreviewEvent | null {
  const { preview, top, field } = asRecord(data);
  if (preview === "ready") return { preview };
  if (preview === "scrolled" && isScrollTop(top)) return { preview, top };
  // The name of a field, never a path or a selector.
  if (preview === "field" && typeof field === "string" && /^[a-zA-Z]{1,40}$/.test(field))
    return { preview, field };
  return null;
}

/** A message of the console; null for anything else. The caller checks the source. */
export function parsePreviewCommand(data: unknown): PreviewCommand | null {
  const { preview, top } = asRecord(data);
  return preview === "scroll" && isScrollTop(top) ? { preview, top } : null;
}

const asRecord = (data: unknown): Record<string, unknown> =>
  typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};

const isScrollTop = (top: unknown): top is number => typeof top === "number" && Number.isFinite(top);
