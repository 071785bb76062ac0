import { expect, it } from "vitest";
import { articles } from "../src/resources/articles";
import { businesses } from "../src/resources/businesses";
import { allDrafts } from "../src/resources/drafts";
import { aDraft, answering } from "./things";

const PAGE = { limit: 25, offset: 0 };
const respond = (body: unknown[], total = body.length) =>
  Response.json(body, { headers: { "X-Total-Count": String(total) } });
const paths = (seen: { what: string }[]) =>
  seen.map(({ what }) => decodeURIComponent(what.replace(/^.*\/api/, "")));

it("all pages of drafts are read", async () => {
  const pages = [
    respond(
      Array.from({ length: 100 }, () => aDraft()),
      101,
    ),
    respond([aDraft()], 101),
  ];
  const seen = answering(() => pages.shift()!);
  expect(await allDrafts()).toHaveLength(101);
  expect(paths(seen)).toEqual(["/drafts?limit=100&offset=0", "/drafts?limit=100&offset=100"]);
});

it("a list with drafts only asks for their records by id", async () => {
  const drafts = [aDraft(), aDraft({ recordId: "9" }), aDraft({ kind: "article", recordId: "3" })];
  const pages = [respond(drafts), respond([]), respond(drafts), respond([])];
  const seen = answering(() => pages.shift()!);
  await businesses.list({ ...PAGE, filter: { draft: true, active: true } });
  await articles.list({ ...PAGE, filter: { draft: true } });
  expect(paths(seen)[1]).toContain("ids=7,9");
  expect(paths(seen)[1]).toContain("active=true");
  expect(paths(seen)[1]).not.toContain("draft=");
  expect(paths(seen)[3]).toContain("ids=3");
});

it("a list with drafts only is empty without drafts", async () => {
  const seen = answering(() => respond([]));
  expect(await businesses.list({ ...PAGE, filter: { draft: true } })).toEqual({ data: [], total: 0 });
  expect(seen).toHaveLength(1);
});
