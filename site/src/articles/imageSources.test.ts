import { expect, test } from "vitest";
import { articleImageSources } from "./imageSources";

test("an article's own picture is tried before the drawn one", () => {
  expect(articleImageSources({ id: 7, tags: ["cave"], mainImageUrl: " /media/ab/640.webp " })).toEqual([
    "/media/ab/640.webp",
    "/scenes/cave-40007.svg",
  ]);
});

test.each([null, "", "https://maps.app.goo.gl/x", "javascript:alert(1)"])(
  "%j is no picture",
  (mainImageUrl) => {
    expect(articleImageSources({ id: 7, tags: ["cave"], mainImageUrl })).toEqual(["/scenes/cave-40007.svg"]);
  },
);

test.each([
  [["planning", "cave"], "cave"],
  [["Street Food", "cave"], "streetFood"],
  [["food"], "food"],
  [["history"], "road"],
  [["planning"], "karst"],
  [["constructor"], "karst"],
  [[], "karst"],
])("the scene of %j is %s", (tags, kind) => {
  expect(articleImageSources({ id: 1, tags, mainImageUrl: null })).toEqual([`/scenes/${kind}-40001.svg`]);
});
