import type { LayerSpecification, Map as GlMap } from "maplibre-gl";
import { expect, test, vi } from "vitest";
import { addOverlay, overlayLayers } from "@karst/web/map-style";

const route: GeoJSON.LineString = {
  type: "LineString",
  coordinates: [
    [106.28, 17.58],
    [106.22, 17.52],
  ],
};

test("an article's route becomes a source with layers for areas, lines and points", () => {
  const map = { addSource: vi.fn(), addLayer: vi.fn<(layer: LayerSpecification) => void>() };
  addOverlay(map as unknown as GlMap, route, "light");
  expect(map.addSource).toHaveBeenCalledExactlyOnceWith("overlay", { type: "geojson", data: route });
  expect(map.addLayer.mock.calls.map(([{ id }]) => id)).toEqual([
    "overlay-area",
    "overlay-outline",
    "overlay-line",
    "overlay-point",
  ]);
});

test("the layers follow the theme", () => {
  expect(overlayLayers("light")).not.toEqual(overlayLayers("dark"));
});
