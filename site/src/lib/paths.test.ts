import { describe, expect, test } from "vitest";
import {
  type ExploreQuery,
  DEFAULT_EXPLORE_QUERY,
  parseArticleId,
  articlePath,
  explorePath,
  isActivePath,
  loginPath,
  placePath,
  parseExploreQuery,
  parseTopic,
  topicPath,
  aboutSectionId,
} from "./paths";

describe("the path of Explore", () => {
  test.each<[Partial<ExploreQuery>, string]>([
    [{}, "/explore"],
    [{ category: "cave" }, "/explore?category=cave"],
    [{ tags: ["beer", "river view"] }, "/explore?tags=beer,river%20view"],
    [{ category: "4", tags: ["beer"] }, "/explore?category=4&tags=beer"],
    [{ search: "động & cold beer" }, "/explore?q=%C4%91%E1%BB%99ng%20%26%20cold%20beer"],
    [{ view: "map" }, "/explore?view=map"],
    [{ area: [105.9, 17.25, 106.4, 17.8] }, "/explore?area=105.9,17.25,106.4,17.8"],
    [{ area: [-0.5, -1, 0, 0.001] }, "/explore?area=-0.5,-1,0,0.001"],
    [{ area: [179.9, -17, -179.9, -16] }, "/explore?area=179.9,-17,-179.9,-16"],
    [{ isOpen: true, isVerified: true }, "/explore?open=now&verified=true"],
    [{ goodIn: 3 }, "/explore?goodIn=3"],
    [{ sort: "distance" }, "/explore?sort=distance"],
    [{ sort: "best" }, "/explore"],
    [{ category: "cave", search: "en", view: "map" }, "/explore?category=cave&q=en&view=map"],
  ])("%j becomes %s and is parsed back", (query, path) => {
    expect(explorePath(query)).toBe(path);
    expect(parseExploreQuery(new URL(path, "http://guide.test").searchParams)).toEqual({
      ...DEFAULT_EXPLORE_QUERY,
      ...query,
    });
  });

  test("blank and invalid values are ignored", () => {
    expect(
      parseExploreQuery(
        new URLSearchParams("category=&tags=,%20,&q=%20&open=&verified=1&goodIn=13&sort=price&view="),
      ),
    ).toEqual(DEFAULT_EXPLORE_QUERY);
  });
});

test.each([
  "105.9,17.3,106.4",
  "105.9,17.3,106.4,17.8,1",
  "106.4,17.3,106.4,17.8",
  "105.9,17.8,106.4,17.3",
  "105.9,17.3,181,17.8",
  "-181,17.3,105.9,17.8",
  "105.9,-91,106.4,17.8",
  "a,b,c,d",
  ",,,",
  "1e2,17.3,106.4,17.8",
  "NaN,17.3,106.4,Infinity",
])("the area %j is invalid", (area) => {
  expect(parseExploreQuery(new URLSearchParams({ area })).area).toBeNull();
});

describe("the path of an article", () => {
  test("has its id and slug", () => {
    expect(articlePath({ id: 7, slug: "which-cave-is-yours" })).toBe("/inspiration/7-which-cave-is-yours");
  });

  test.each([
    ["7", 7],
    ["7-which-cave-is-yours", 7],
    ["7-", 7],
    ["07", null],
    ["7th-heaven", null],
    ["-7", null],
    ["which-cave", null],
    ["99999999999999999999", null],
    ["", null],
  ])("%j has the id %s", (segment, id) => {
    expect(parseArticleId(segment)).toBe(id);
  });
});

test.each([
  [null, "/inspiration"],
  ["cave", "/inspiration?topic=cave"],
  ["food & drink", "/inspiration?topic=food%20%26%20drink"],
])("the topic %j becomes %s and is parsed back", (topic, path) => {
  expect(topicPath(topic)).toBe(path);
  expect(parseTopic(new URL(path, "http://guide.test").searchParams)).toBe(topic);
});

test("a blank topic is ignored", () => {
  expect(parseTopic(new URLSearchParams("topic=%20"))).toBeNull();
});

test("Home is active by its exact path, other links by their prefix", () => {
  expect(isActivePath("/", "/")).toBe(true);
  expect(isActivePath("/", "/explore")).toBe(false);
  expect(isActivePath("/explore", "/explore")).toBe(true);
  expect(isActivePath("/inspiration", "/inspiration/7-caves")).toBe(true);
  expect(isActivePath("/explore", "/explorers")).toBe(false);
});

test("slugs are encoded", () => {
  expect(placePath("phong-nha-cave")).toBe("/places/phong-nha-cave");
  expect(placePath("a/b?c")).toBe("/places/a%2Fb%3Fc");
});

test("the id of the section about the guide has its name", () => {
  expect(aboutSectionId("Phong Nha Guide")).toBe("what-is-phong-nha-guide");
});

test("the path of the sign-in page has the encoded path to return to", () => {
  expect(loginPath("/explore?category=cave&tags=a,b")).toBe(
    "/login?return=%2Fexplore%3Fcategory%3Dcave%26tags%3Da%2Cb",
  );
});

test("lone surrogates are replaced", () => {
  expect(topicPath("cave \ud83c")).toBe("/inspiration?topic=cave%20%EF%BF%BD");
  expect(placePath("\udffe")).toBe("/places/%EF%BF%BD");
});
