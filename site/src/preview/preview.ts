import { cache } from "react";
import type {
  ArticleResponse,
  CategoryResponse,
  PlaceResponse,
  PreviewResponse,
  SettingsResponse,
  StandingPages,
} from "@karst/client";

type Of<Kind extends string, Record> = { kind: Kind; record: Record };
type OfPage = {
  [Name in keyof StandingPages]: { kind: "page"; recordId: Name; record: StandingPages[Name] };
}[keyof StandingPages];

/** A record with its draft. */
export type Preview = Pick<PreviewResponse, "errors" | "publishAt"> &
  (
    | Of<"place", PlaceResponse>
    | Of<"article", ArticleResponse>
    | Of<"category", CategoryResponse>
    | Of<"settings", SettingsResponse>
    | OfPage
  );

const TIMEOUT_MS = 10_000;

/** The draft that this ticket opens, null if it opens none. Read for each request, and never cached. */
export const getPreview = cache(async (ticket: string): Promise<Preview | null> => {
  const origin = process.env.CMS_ORIGIN;
  if (!origin) throw new Error("CMS_ORIGIN is not set");
  const response = await fetch(`${origin}/api/preview/${encodeURIComponent(ticket)}`, {
    cache: "no-store",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 404) return null;
  // The message is logged: it must not contain the ticket.
  if (!response.ok) throw new Error(`/api/preview returned ${response.status}`);
  return response.json() as Promise<Preview>;
});

/** The name of the record, for the title of the page. */
export function nameOf(preview: Preview): string {
  switch (preview.kind) {
    case "place":
    case "category":
      return preview.record.name;
    case "settings":
      return preview.record.brand;
    default:
      return preview.record.title;
  }
}
