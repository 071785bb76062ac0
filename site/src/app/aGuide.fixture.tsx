import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { vi } from "vitest";
import type { ArticleResponse, EntryResponse, PlaceResponse } from "@karst/client";
import { BUILD_TIME_SETTINGS } from "@/api/buildTimeContent";
import { anArticle } from "@/articles/anArticle.fixture";
import { anEntry } from "@/guestbook/anEntry.fixture";
import { AuthProvider } from "@/auth/AuthProvider";
import { aPlace } from "@/places/aPlace.fixture";
import ExplorePage from "@/app/explore/page";
import GuestbookPage from "@/app/guestbook/page";
import ArticlePage from "@/app/inspiration/[id]/page";
import InspirationPage from "@/app/inspiration/page";
import HomePage from "./page";
import PlacePage from "@/app/places/[slug]/page";
import PreviewPage from "@/app/preview/[ticket]/page";

export type StoredValues = {
  place?: Partial<PlaceResponse>;
  article?: Partial<ArticleResponse>;
  entry?: Partial<EntryResponse>;
};

const PREVIEW = { recordId: "7", errors: [], publishAt: null };

/** Stubs the API with one place, one article and one entry that have these values. */
export function stubApi(values: StoredValues): void {
  const [place, article, entry] = [aPlace(values.place), anArticle(values.article), anEntry(values.entry)];
  const settings = { ...BUILD_TIME_SETTINGS, publicUrl: "https://guide.test", regionName: "Phong Nha" };
  vi.stubEnv("CMS_ORIGIN", "http://api.test");
  vi.stubGlobal("fetch", async (url: string) => {
    const path = new URL(url).pathname.replace("/api/", "");
    const body = ((): unknown => {
      if (path === "settings") return settings;
      if (path === "alerts") return [];
      if (path === "preview/place") return { ...PREVIEW, kind: "place", record: place };
      if (path === "preview/article") return { ...PREVIEW, kind: "article", record: article };
      if (path === "categories") return [{ ...place.category, aliases: [], placeCount: 1 }];
      if (path.endsWith("guestbook")) return [entry];
      if (path === "businesses") return [place];
      if (path === "articles") return [article];
      return path.startsWith("articles/") ? article : place;
    })();
    return Response.json(body, { headers: { "x-total-count": "1" } });
  });
}

export const placeProps = { params: Promise.resolve({ slug: "phong-nha-cave" }) };
export const articleProps = { params: Promise.resolve({ id: "7-which-cave-is-yours" }) };
export const PAGES: Record<string, () => Promise<ReactElement>> = {
  place: () => PlacePage(placeProps),
  article: () => ArticlePage(articleProps),
  home: HomePage,
  explore: ExplorePage,
  inspiration: InspirationPage,
  guestbook: GuestbookPage,
  "place preview": () => PreviewPage({ params: Promise.resolve({ ticket: "place" }) }),
  "article preview": () => PreviewPage({ params: Promise.resolve({ ticket: "article" }) }),
};

/** The HTML of a page of PAGES, without the layout. */
export const renderPage = async (page: string) =>
  renderToString(<AuthProvider>{await PAGES[page]!()}</AuthProvider>);
