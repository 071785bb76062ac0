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

export type Stored = {
  place?: Partial<PlaceResponse>;
  article?: Partial<ArticleResponse>;
  entry?: Partial<EntryResponse>;
};

/** The API with one place, one article and one entry that hold these values. */
export function store({ place = {}, article = {}, entry = {} }: Stored): void {
  const [onePlace, oneArticle, oneEntry] = [aPlace(place), anArticle(article), anEntry(entry)];
  const settings = { ...BUILD_TIME_SETTINGS, publicUrl: "https://guide.test", regionName: "Phong Nha" };
  vi.stubEnv("CMS_ORIGIN", "http://api.test");
  vi.stubGlobal("fetch", async (address: string) => {
    const path = new URL(address).pathname.replace("/api/", "");
    const answer = ((): unknown => {
      if (path === "settings") return settings;
      if (path === "categories") return [{ ...onePlace.category, aliases: [], placeCount: 1 }];
      if (path.endsWith("guestbook")) return [oneEntry];
      if (path === "businesses") return [onePlace];
      if (path === "articles") return [oneArticle];
      return path.startsWith("articles/") ? oneArticle : onePlace;
    })();
    return Response.json(answer, { headers: { "x-total-count": "1" } });
  });
}

export const place = { params: Promise.resolve({ slug: "phong-nha-cave" }) };
export const article = { params: Promise.resolve({ id: "7-which-cave-is-yours" }) };
export const PAGES: Record<string, () => Promise<ReactElement>> = {
  place: () => PlacePage(place),
  article: () => ArticlePage(article),
  home: HomePage,
  explore: ExplorePage,
  inspiration: InspirationPage,
  guestbook: GuestbookPage,
};

/** The HTML of a page of PAGES, without the layout. */
export const htmlOf = async (page: string) =>
  renderToString(<AuthProvider>{await PAGES[page]!()}</AuthProvider>);
