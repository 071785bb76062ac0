import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import {
  ATTRIBUTION_HTML,
  BASE_PREFIX,
  blankStyle,
  builtInStyle,
  gridLines,
  maskAround,
  metersToPixels,
} from "@karst/web/map-style";
import { PLACES_SOURCE, canSplit, placeLayers, placesSource } from "./markers";
import { MAX_ZOOM } from "./view";

const OTHER_REGION = { latitude: 20.25, longitude: 105.93 };

// R238
describe.each(["light", "dark"] as const)("the built-in %s style", (theme) => {
  const style = builtInStyle(theme, "Be Vietnam Pro");

  it("is valid together with the layers of places", () => {
    const styleWithPlaces = {
      ...style,
      sources: { ...style.sources, [PLACES_SOURCE]: placesSource([]) },
      layers: [...style.layers, ...placeLayers(theme, "Be Vietnam Pro")],
    };
    expect(validateStyleMin(styleWithPlaces)).toEqual([]);
  });

  it("loads nothing from other origins, and no glyphs", () => {
    expect(style.glyphs).toBeUndefined();
    expect(style.sprite).toBeUndefined();
    expect(JSON.stringify(style)).not.toMatch(/https?:|\/\//);
  });

  it("prefixes every source of the basemap", () => {
    for (const name of Object.keys(style.sources)) expect(name.startsWith(BASE_PREFIX)).toBe(true);
  });

  it("sets every label in the page's own font", () => {
    const symbols = [...style.layers, ...placeLayers(theme, "Be Vietnam Pro")].filter(
      ({ type }) => type === "symbol",
    );
    expect(symbols.length).toBeGreaterThan(5);
    for (const layer of symbols) expect(JSON.stringify(layer.layout)).toContain('"Be Vietnam Pro"');
  });
});

describe.each(["light", "dark"] as const)("the blank %s style of another region", (theme) => {
  const style = blankStyle(theme, OTHER_REGION);

  it("is valid together with the layers of places", () => {
    const styleWithPlaces = {
      ...style,
      sources: { ...style.sources, [PLACES_SOURCE]: placesSource([]) },
      layers: [...style.layers, ...placeLayers(theme, "Be Vietnam Pro")],
    };
    expect(validateStyleMin(styleWithPlaces)).toEqual([]);
  });

  it("has a grid on tenths of degrees around the region, and loads nothing", () => {
    const { data } = style.sources["base-grid"] as { data: ReturnType<typeof gridLines> };
    const ends = data.geometry.coordinates.flat();
    expect(Math.min(...ends.map(([x]) => x!))).toBe(104);
    expect(Math.max(...ends.map(([, y]) => y!))).toBe(22);
    expect(JSON.stringify(style)).not.toMatch(/https?:|basemap/);
  });
});

describe("the attribution", () => {
  it("names every licensor", () => {
    expect(ATTRIBUTION_HTML.replace(/<[^>]+>/g, "")).toBe(
      "© OpenStreetMap contributors (ODbL) · Natural Earth · GeoNames (CC BY 4.0)",
    );
  });
});

describe("clusters", () => {
  it("split up to the maximum zoom of the map", () => {
    expect(canSplit(MAX_ZOOM)).toBe(true);
    expect(canSplit(MAX_ZOOM + 1)).toBe(false);
  });

  it("exist at every zoom, because places may share a point", () => {
    expect(placesSource([])).toMatchObject({
      cluster: true,
      clusterMaxZoom: MAX_ZOOM,
      maxzoom: MAX_ZOOM + 1,
    });
  });
});

describe("the coverage of the basemap", () => {
  it("has grid lines only inside its edges", () => {
    const lines = gridLines([105.6, 17, 107, 18.2], 0.1).geometry.coordinates;
    expect(lines).toHaveLength(13 + 11);
  });

  it("is the hole of the mask around it", () => {
    const [outer, hole] = maskAround([105.6, 17, 107, 18.2]).geometry.coordinates;
    expect(outer).toHaveLength(5);
    expect(hole).toContainEqual([105.6, 18.2]);
  });
});

describe("the circle of an approximate location", () => {
  it("keeps its size on the ground", () => {
    // At 17.5 degrees north a pixel of zoom 15 is 2.28 m.
    expect(metersToPixels(250, 17.5, 15)).toBeCloseTo(109.7, 1);
    expect(metersToPixels(250, 17.5, 16)).toBeCloseTo(2 * metersToPixels(250, 17.5, 15));
  });
});
