import { describe, expect, test } from "vitest";
import { explorePath, isActivePath, loginPath, placePath, readExploreQuery, whatIsId } from "./paths";

describe("Explore's address", () => {
  test.each([
    [{ category: null, tags: [] }, "/explore"],
    [{ category: "cave", tags: [] }, "/explore?category=cave"],
    [{ category: null, tags: ["beer", "river view"] }, "/explore?tags=beer,river%20view"],
    [{ category: "4", tags: ["beer"] }, "/explore?category=4&tags=beer"],
  ])("%j is %s and is read back", (query, path) => {
    expect(explorePath(query)).toBe(path);
    expect(readExploreQuery(new URL(path, "http://guide.test").searchParams)).toEqual(query);
  });

  test("blank values choose nothing", () => {
    expect(readExploreQuery(new URLSearchParams("category=&tags=,%20,"))).toEqual({
      category: null,
      tags: [],
    });
  });
});

test("Home is active only where it is, others also below", () => {
  expect(isActivePath("/", "/")).toBe(true);
  expect(isActivePath("/", "/explore")).toBe(false);
  expect(isActivePath("/explore", "/explore")).toBe(true);
  expect(isActivePath("/inspiration", "/inspiration/7-caves")).toBe(true);
  expect(isActivePath("/explore", "/explorers")).toBe(false);
});

test("paths escape what they carry", () => {
  expect(placePath("phong-nha-cave")).toBe("/places/phong-nha-cave");
  expect(placePath("a/b?c")).toBe("/places/a%2Fb%3Fc");
});

test("the section about the guide is named after it", () => {
  expect(whatIsId("Phong Nha Guide")).toBe("what-is-phong-nha-guide");
});

test("the sign-in page is told where to return to, whatever stands in the path", () => {
  expect(loginPath("/explore?category=cave&tags=a,b")).toBe(
    "/login?return=%2Fexplore%3Fcategory%3Dcave%26tags%3Da%2Cb",
  );
});
