import { unwrap } from "@karst/client";
import type { ArticleQuery, ArticleRequest, ArticleResponse, ArticleTrashItem } from "@karst/client";
import { fold } from "@karst/client/fold";
import { karst } from "../api";
import { idsWithDraft } from "./drafts";
import { paginateFiltered } from "./paginateFiltered";
import { byId, byKey, byVersion, listed, searchWords } from "./resource";
import type { Listed, ListQuery, Resource } from "./resource";

/** The maximum number of articles in one response. */
const MAX_ARTICLES = 100;

export const articles: Resource<ArticleResponse, ArticleRequest> = {
  async list({ filter, ...page }) {
    const { q, draft, ...rest } = filter as { q?: string; draft?: boolean; ids?: string };
    const ids = draft ? await idsWithDraft("article") : rest.ids;
    if (draft && !ids) return { data: [], total: 0 };
    const words = searchWords(q);
    const read = (limit: number, offset: number) =>
      pageOf({ ...page, limit, offset, filter: { q: words || undefined, ids } });
    if (!words) return read(Math.min(page.limit, MAX_ARTICLES), page.offset);
    // The API's search also looks into summaries; this list searches titles and authors only.
    const part = fold(q ?? "");
    const keeps = ({ title, author }: ArticleResponse) =>
      [title, author].some((one) => fold(one).includes(part));
    return paginateFiltered(read, keeps, page, MAX_ARTICLES);
  },
  one: (id) => unwrap(karst.GET("/api/articles/{id}", byId(id))),
  add: (body, key) => unwrap(karst.POST("/api/articles", { ...byKey(key), body })),
  change: (id, body, version) => unwrap(karst.PUT("/api/articles/{id}", { ...byVersion(id, version), body })),
  remove: (id) => karst.DELETE("/api/articles/{id}", byId(id)),
  forms: { add: "ArticleRequest", change: "ArticleChanges" },
};

export const deletedArticles: Resource<ArticleTrashItem> = {
  list: ({ limit, offset }) =>
    listed(karst.GET("/api/articles/trash", { params: { query: { limit, offset } } })),
};

export const restoreArticle = (id: number) => unwrap(karst.POST("/api/articles/{id}/restore", byId(id)));

type ScheduledArticle = Pick<ArticleResponse, "id" | "title" | "publicationDate" | "isActive">;

/** All articles that become public after `now` (milliseconds), the next one first. */
export async function scheduledArticles(now: number): Promise<ScheduledArticle[]> {
  const query = { fields: "id,title,publicationDate,isActive", sort: "-publicationDate", showAll: true };
  const found: ScheduledArticle[] = [];
  for (let offset = 0; ; offset += MAX_ARTICLES) {
    const page = { ...query, limit: MAX_ARTICLES, offset } as ArticleQuery;
    const { data } = await listed(karst.GET("/api/articles", { params: { query: page } }));
    const later = (data as ScheduledArticle[]).filter((one) => Date.parse(one.publicationDate) > now);
    found.push(...later);
    if (later.length < MAX_ARTICLES) return found.filter(({ isActive }) => isActive).reverse();
  }
}

/** One page of all articles, public or not. */
function pageOf({ limit, offset, sort, filter }: ListQuery) {
  const query = { ...filter, limit, offset, sort, showAll: true } as ArticleQuery;
  // Only a call with `fields` returns less than whole articles.
  return listed(karst.GET("/api/articles", { params: { query } })) as Promise<Listed<ArticleResponse>>;
}
