import { expect, test } from "vitest";
import { breadcrumbsJsonLd } from "./breadcrumbs";

test("breadcrumbs are numbered from one", () => {
  expect(breadcrumbsJsonLd([{ name: "Explore", href: "/explore" }], "https://guide.test")).toMatchObject({
    itemListElement: [{ position: 1, name: "Explore", item: "https://guide.test/explore" }],
  });
});
