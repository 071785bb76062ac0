import { describe, expect, it } from "vitest";
import categories from "../../../cms/seeds/categories.json";
import { DEFAULT_MARKER_COLOR, MARKER_ICONS } from "@karst/client/markers";
import { ICON_NAMES, iconShapes } from "./icons";
import { markerImageId, parseImageId } from "./markers";
import { DEFAULT_ICON, iconColorOn, luminance, markerColor } from "./markerStyle";

const CANVAS_TAGS = ["path", "circle", "ellipse", "rect", "line", "polyline", "polygon"];

describe("the icons of categories", () => {
  // R55
  it("exist for every category of the starter content", () => {
    const slugs =
      "accommodation adventure attractions cave food-drink street-food kiting surf things-to-do atm medical market " +
      "supermarket mechanic phone-repair gym massage recreation waterfall pharmacy mobile-phone transport";
    expect(categories.map(({ slug }) => slug).sort()).toEqual(slugs.split(" ").sort());
    expect(ICON_NAMES).toEqual(expect.arrayContaining([...categories.map(({ icon }) => icon), DEFAULT_ICON]));
  });

  it("are the ones that editors can choose", () => {
    expect(ICON_NAMES.toSorted()).toEqual([...MARKER_ICONS]);
  });

  it.each(ICON_NAMES)("have shapes that a canvas can draw: %s", (icon) => {
    expect(iconShapes(icon).length).toBeGreaterThan(0);
    for (const [tag] of iconShapes(icon)) expect(CANVAS_TAGS).toContain(tag);
  });

  it("are a pin if the name is unknown", () => {
    expect(iconShapes("unicorn")).toEqual(iconShapes("map-pin"));
    expect(iconShapes("constructor")).toEqual(iconShapes("map-pin"));
  });

  it("are gray if the color is invalid", () => {
    expect(markerColor("#78350f")).toBe("#78350F");
    for (const invalid of [null, undefined, "", "red", "#abc", "#78350F;"])
      expect(markerColor(invalid)).toBe(DEFAULT_MARKER_COLOR);
  });

  it("have a contrast of at least 3:1 on any color", () => {
    for (const color of ["#78350F", "#EA580C", "#F2B134", "#FFFFFF", "#000000", DEFAULT_MARKER_COLOR]) {
      const [light, dark] = [luminance(color), luminance(iconColorOn(color))].sort((a, b) => b - a) as [
        number,
        number,
      ];
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("image ids", () => {
  it("contain the icon and color of a marker", () => {
    const id = markerImageId({ icon: "cave", color: "#78350F" });
    expect(parseImageId(id)).toEqual({ kind: "marker", icon: "cave", color: "#78350F", alert: null });
  });

  // R492
  it("contain the level of an alert", () => {
    const id = markerImageId({ icon: "cave", color: "#78350F", alert: "closed" });
    expect(parseImageId(id)).toMatchObject({ kind: "marker", color: "#78350F", alert: "closed" });
    expect(parseImageId("marker/cave/#78350F/unknown")).toMatchObject({ alert: null });
  });

  it("of other styles are ignored", () => {
    expect(parseImageId("cluster/m")).toEqual({ kind: "cluster", size: "m" });
    for (const foreign of ["airport-15", "cluster/xl", "dot/large", "marker/cave", "ref", ""])
      expect(parseImageId(foreign)).toBeNull();
  });
});
