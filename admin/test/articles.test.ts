import { createApiClient } from "@karst/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sitePath, statusOf, toForm, toText, type ArticleText } from "../src/articles/shape";
import { createDataProvider } from "../src/dataProvider";
import { contractResolver } from "@karst/web/contractResolver";
import { t } from "../src/messages/articles.gen";
import { resources } from "../src/resources";
import { anArticle, answering } from "./things";

vi.mock("../src/api", () => ({ karst: createApiClient({ origin: "http://guide.test" }) }));
afterEach(() => vi.unstubAllGlobals());

const provider = createDataProvider(resources as unknown as Parameters<typeof createDataProvider>[0]);
const article = anArticle();

describe("the form of an article", () => {
  /** The validation messages for `text`, by field. */
  async function validate(text: ArticleText) {
    const resolver = contractResolver<ArticleText>("ArticleRequest", toForm);
    const { errors } = await resolver(text, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]));
  }

  it("sends trailing white space in the content, and white space alone as empty", () => {
    const sent = (contentHtml: string) => toForm(toText(anArticle({ contentHtml }))).contentHtml;
    expect(sent("<p>By boat.</p>\n")).toBe("<p>By boat.</p>\n");
    expect(sent(" \n")).toBe("");
  });

  // R138
  it("requires title, author, summary, content, publication date and location", async () => {
    expect(await validate(toText())).toEqual({
      title: "Title is required",
      author: "Author is required",
      summary: "Summary is required",
      contentHtml: "Content is required",
      publicationDate: "Publication date is required",
      latitude: "Latitude is required",
      longitude: "Longitude is required",
    });
    expect(await validate(toText(article))).toEqual({});
  });

  // R138
  it("accepts only valid links and valid JSON as GeoJSON", async () => {
    expect(Object.keys(await validate({ ...toText(article), externalUrl: "nope" }))).toEqual(["externalUrl"]);
    expect(Object.keys(await validate({ ...toText(article), mainImageUrl: "cave.jpg" }))).toEqual([
      "mainImageUrl",
    ]);
    expect(Object.keys(await validate({ ...toText(article), mapOverlay: "{" }))).toEqual(["mapOverlay"]);
  });

  // R139
  it("returns every field unchanged", () => {
    const { title, author, summary, contentHtml, mainImageUrl, tags, publicationDate } = article;
    const { latitude, longitude, externalUrl, sources, mapOverlay, isFeatured, isActive, unpublishAt } =
      article;
    expect(toForm(toText(article))).toEqual({
      title,
      author,
      summary,
      contentHtml,
      mainImageUrl,
      tags,
      publicationDate,
      unpublishAt,
      latitude,
      longitude,
      externalUrl,
      sources,
      mapOverlay,
      isFeatured,
      isActive,
    });
  });

  it("sends one source per line, and reports the one that is too long", async () => {
    const typed = { ...toText(article), sources: ` A walk \n\n${"x".repeat(501)}` };
    expect(toForm(typed).sources).toEqual(["A walk", "x".repeat(501)]);
    expect(await validate(typed)).toEqual({ sources: "Source must be at most 500 characters (item 2)" });
    expect(toForm(toText()).sources).toEqual([]);
  });

  it("is active and not featured by default", () => {
    expect(toText()).toMatchObject({ isActive: true, isFeatured: false });
  });
});

describe("the status of an article", () => {
  const now = Date.parse("2026-11-21T08:00:00Z");

  // R206
  it("is inactive, scheduled until its publication date, and then live", () => {
    const status = (isActive: boolean, publicationDate: string) =>
      statusOf({ isActive, publicationDate }, now);
    expect(status(false, "2026-01-01T00:00:00Z")).toBe("inactive");
    expect(status(true, "2026-11-21T08:00:00.001Z")).toBe("scheduled");
    expect(status(true, "2026-11-21T08:00:00.000Z")).toBe("live");
  });

  it("has a path with its id and slug", () => {
    expect(sitePath(article)).toBe("/inspiration/3-which-cave-is-yours");
  });
});

// R171
describe("articles over the API", () => {
  it("are listed with those that are not public", async () => {
    const seen = answering(() => Response.json([article], { headers: { "X-Total-Count": "41" } }));
    const page = await provider.getList("articles", {
      pagination: { page: 2, perPage: 25 },
      sort: { field: "publicationDate", order: "DESC" },
      filter: {},
    });
    expect(page).toEqual({ data: [article], total: 41 });
    const query = new URLSearchParams(seen[0]?.what.split("?")[1]);
    expect(Object.fromEntries(query)).toEqual({
      limit: "25",
      offset: "25",
      sort: "-publicationDate",
      showAll: "true",
    });
  });

  // R137
  it("are found by title or author regardless of case and accents, and not by their summary", async () => {
    const others = [
      anArticle({ id: 4, title: "Xe đạp", author: "Trần Thị Đào" }),
      anArticle({ id: 5, title: "Boats", author: "Minh", summary: "By Dao's boat" }),
      // Eth instead of Đ, letters that Unicode does not take apart, and a soft hyphen.
      anArticle({ id: 6, title: "Ðộng Son\u00ad Doong", author: "Łukasz Weiß" }),
    ];
    answering(() => Response.json(others, { headers: { "X-Total-Count": "3" } }));
    const find = async (q: string) => {
      const page = await provider.getList("articles", {
        pagination: { page: 1, perPage: 25 },
        filter: { q },
      });
      return page.data.map(({ id }) => id as number);
    };
    expect(await find("TRAN THI DAO")).toEqual([4]);
    expect(await find("xe dap")).toEqual([4]);
    expect(await find("boat")).toEqual([5]);
    expect(await find("Dao's")).toEqual([]);
    expect(await find("dong son doong")).toEqual([6]);
    expect(await find("lukasz weiss")).toEqual([6]);
    expect(await find("Son\u200b Doong")).toEqual([6]);
  });

  it("send only the changed fields, with the version that was edited", async () => {
    const seen = answering(() => Response.json(anArticle({ version: 3 })));
    const data = toForm({ ...toText(article), title: " Which one? " });
    await provider.update("articles", { id: 3, data, previousData: article });
    expect(seen).toEqual([{ what: "PUT /api/articles/3", body: '{"title":"Which one?"}', ifMatch: '"2"' }]);
  });
});

// R140
describe("the messages of articles", () => {
  it("are those of the specification", () => {
    expect([t("done.create"), t("done.update"), t("done.delete")]).toEqual(
      ["created", "updated", "deleted"].map((what) => `Article ${what} successfully`),
    );
    expect([t("failed.create"), t("failed.update"), t("failed.delete")]).toEqual(
      ["create", "update", "delete"].map((what) => `Failed to ${what} article`),
    );
    expect(t("expired")).toBe("Your session has expired. Please refresh the page and sign in again.");
    expect([t("noneFound.title"), t("none.title")]).toEqual(["No articles found", "No articles found"]);
  });
});
