import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import { PLACES_SOURCE, canSplit, placeLayers, placesSource } from "./markers";
import { beyond, grid } from "./coverage";
import { pixels } from "./locationMap";
import { ATTRIBUTION, ATTRIBUTION_HTML, BASE_PREFIX, blankStyle, builtInStyle } from "./style";
import { MAX_ZOOM } from "./view";

const ELSEWHERE = { latitude: 20.25, longitude: 105.93 };

describe.each(["light", "dark"] as const)("the built-in style, %s", (theme) => {
  const style = builtInStyle(theme, "Be Vietnam Pro");

  it("is a valid style, our places on it included", () => {
    const whole = {
      ...style,
      sources: { ...style.sources, [PLACES_SOURCE]: placesSource([]) },
      layers: [...style.layers, ...placeLayers(theme, "Be Vietnam Pro")],
    };
    expect(validateStyleMin(whole)).toEqual([]);
  });

  it("asks no other origin for anything, and no glyph server at all", () => {
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    expect(JSON.stringify(style)).not.toMatch(/https?:|\/\//);
  });

  it("marks every source of the basemap as such", () => {
    for (const name of Object.keys(style.sources)) expect(name.startsWith(BASE_PREFIX)).toBe(true);
  });

  it("sets every name in the page's own font", () => {
    const symbols = [...style.layers, ...placeLayers(theme, "Be Vietnam Pro")].filter(
      ({ type }) => type === "symbol",
    );
    expect(symbols.length).toBeGreaterThan(5);
    for (const layer of symbols) expect(JSON.stringify(layer.layout)).toContain('"Be Vietnam Pro"');
  });
});

describe.each(["light", "dark"] as const)("the blank style of another region, %s", (theme) => {
  const style = blankStyle(theme, ELSEWHERE);

  it("is a valid style, our places on it included", () => {
    const whole = {
      ...style,
      sources: { ...style.sources, [PLACES_SOURCE]: placesSource([]) },
      layers: [...style.layers, ...placeLayers(theme, "Be Vietnam Pro")],
    };
    expect(validateStyleMin(whole)).toEqual([]);
  });

  it("draws a grid on whole tenths around the region, and asks nobody for anything", () => {
    const { data } = style.sources["base-grid"] as { data: ReturnType<typeof grid> };
    const ends = data.geometry.coordinates.flat();
    expect(Math.min(...ends.map(([x]) => x!))).toBe(104);
    expect(Math.max(...ends.map(([, y]) => y!))).toBe(22);
    expect(JSON.stringify(style)).not.toMatch(/https?:|basemap/);
  });
});

describe("the attribution", () => {
  it("says the same with links as without", () => {
    expect(ATTRIBUTION_HTML.replace(/<[^>]+>/g, "")).toBe(ATTRIBUTION);
  });
});

describe("the places' clusters", () => {
  it("open by zooming as far as the map goes, and fan out beyond", () => {
    expect(canSplit(MAX_ZOOM)).toBe(true);
    expect(canSplit(MAX_ZOOM + 1)).toBe(false);
  });

  it("hold together at every zoom, because some places share one point", () => {
    expect(placesSource([])).toMatchObject({
      cluster: true,
      clusterMaxZoom: MAX_ZOOM,
      maxzoom: MAX_ZOOM + 1,
    });
  });
});

describe("the sheet", () => {
  it("has grid lines inside its edges only", () => {
    const lines = grid([105.6, 17, 107, 18.2], 0.1).geometry.coordinates;
    expect(lines).toHaveLength(13 + 11);
  });

  it("has a blank around it with the sheet as its hole", () => {
    const [outer, hole] = beyond([105.6, 17, 107, 18.2]).geometry.coordinates;
    expect(outer).toHaveLength(5);
    expect(hole).toContainEqual([105.6, 18.2]);
  });
});

describe("the soft circle", () => {
  it("keeps its size on the ground", () => {
    // At 17.5 degrees north a pixel of zoom 15 is 2.28 m.
    expect(pixels(250, 17.5, 15)).toBeCloseTo(109.7, 1);
    expect(pixels(250, 17.5, 16)).toBeCloseTo(2 * pixels(250, 17.5, 15));
  });
});
