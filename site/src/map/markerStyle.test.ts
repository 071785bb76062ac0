import { describe, expect, it } from "vitest";
import categories from "../../../cms/seeds/categories.json";
import { MARKER_GREY, MARKER_ICONS } from "@karst/client/markers";
import { ICON_NAMES, iconShapes } from "./icons";
import { markerImage, parseImage } from "./markers";
import { DEFAULT_ICON, inkOn, luminance, markerColor } from "./markerStyle";

const CANVAS_TAGS = ["path", "circle", "ellipse", "rect", "line", "polyline", "polygon"];

describe("the signs of the categories", () => {
  it("stand beside every category of the starter content (row 55), and each has a drawing", () => {
    const slugs =
      "accommodation adventure attractions cave food-drink street-food kiting surf things-to-do atm medical market " +
      "supermarket mechanic phone-repair gym massage recreation waterfall pharmacy mobile-phone transport";
    expect(categories.map(({ slug }) => slug).sort()).toEqual(slugs.split(" ").sort());
    expect(ICON_NAMES).toEqual(expect.arrayContaining([...categories.map(({ icon }) => icon), DEFAULT_ICON]));
  });

  it("has a drawing for each icon that an editor is offered", () => {
    expect(ICON_NAMES.toSorted()).toEqual([...MARKER_ICONS]);
  });

  it.each(ICON_NAMES)("can draw %s", (icon) => {
    expect(iconShapes(icon).length).toBeGreaterThan(0);
    for (const [tag] of iconShapes(icon)) expect(CANVAS_TAGS).toContain(tag);
  });

  it("draws a pin for an icon it does not know", () => {
    expect(iconShapes("unicorn")).toEqual(iconShapes("map-pin"));
    expect(iconShapes("constructor")).toEqual(iconShapes("map-pin"));
  });

  it("falls back to grey for what is not a colour", () => {
    expect(markerColor("#78350f")).toBe("#78350F");
    for (const odd of [null, undefined, "", "red", "#abc", "#78350F;"])
      expect(markerColor(odd)).toBe(MARKER_GREY);
  });

  it("strokes the icon so that it stands out 3 to 1, whatever colour an editor chooses", () => {
    for (const color of ["#78350F", "#EA580C", "#F2B134", "#FFFFFF", "#000000", MARKER_GREY]) {
      const [light, dark] = [luminance(color), luminance(inkOn(color))].sort((a, b) => b - a) as [
        number,
        number,
      ];
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("image names", () => {
  it("say how to draw a marker", () => {
    const name = markerImage({ icon: "cave", color: "#78350F" });
    expect(parseImage(name)).toEqual({ kind: "marker", icon: "cave", color: "#78350F" });
  });

  it("are ours or nothing", () => {
    expect(parseImage("cluster/m")).toEqual({ kind: "cluster", size: "m" });
    expect(parseImage("dot/large")).toEqual({ kind: "dot", size: "large" });
    expect(parseImage("ref")).toEqual({ kind: "ref" });
    for (const foreign of ["airport-15", "cluster/xl", "marker/cave", ""])
      expect(parseImage(foreign)).toBeNull();
  });
});
