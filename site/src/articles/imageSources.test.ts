import { expect, test } from "vitest";
import { articleImageSources } from "./imageSources";

test("an article's own image comes before the illustration", () => {
  expect(articleImageSources({ id: 7, tags: ["cave"], mainImageUrl: " /media/ab/640.webp " })).toEqual([
    "/media/ab/640.webp",
    "/scenes/cave-40007.svg",
  ]);
});

test.each([null, "", "https://maps.app.goo.gl/x", "javascript:alert(1)"])(
  "%j is not an image",
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
])("the tags %j select the scene %s", (tags, kind) => {
  expect(articleImageSources({ id: 1, tags, mainImageUrl: null })).toEqual([`/scenes/${kind}-40001.svg`]);
});
