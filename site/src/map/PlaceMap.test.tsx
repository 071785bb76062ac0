// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CreateMapOptions } from "./createMap";
import type { FeedFeature } from "./feed";
import type { GestureHandlers } from "./gestures";
import { PlaceMap, type PlaceMapProps } from "./PlaceMap";
import { REFIT_DELAY_MS } from "./view";

/** A mock of the library: one map that records its movements, and the listeners of the component. */
const mapMock = vi.hoisted(() => ({
  options: null as CreateMapOptions | null,
  handlers: null as GestureHandlers | null,
  moves: [] as { zoom?: number; center?: unknown; bounds?: unknown; padding?: unknown }[],
  /** By default the whole region. */
  visibleBounds: [105.6, 17, 107, 18.2] as number[],
  onMoveStart: null as (() => void) | null,
  onMoveEnd: null as ((event: object) => void) | null,
  data: [] as number[][],
  removed: 0,
}));

vi.mock("./maplibreBundle", () => {
  class Control {
    on() {}
  }
  class Marker {
    constructor(readonly options: { element: HTMLElement }) {}
    setLngLat() {
      return this;
    }
    addTo() {
      document.body.append(this.options.element);
      return this;
    }
    remove() {
      this.options.element.remove();
    }
  }
  type Collection = { features: { id: number }[] };
  type Camera = (typeof mapMock.moves)[number] & { duration?: number };
  let camera = { center: [106.45, 17.48], zoom: 10 };
  const move = (next: Camera) => {
    mapMock.moves.push(next);
    mapMock.onMoveStart?.();
    camera = { ...camera, ...(next as typeof camera) };
  };
  const map = (container: HTMLElement) => ({
    getContainer: () =>
      Object.defineProperties(container, { clientWidth: { value: 768 }, clientHeight: { value: 800 } }),
    getCanvas: () => container,
    getZoom: () => camera.zoom,
    getCenter: () => ({ lng: camera.center[0], lat: camera.center[1] }),
    getBounds: () => ({
      getWest: () => mapMock.visibleBounds[0],
      getSouth: () => mapMock.visibleBounds[1],
      getEast: () => mapMock.visibleBounds[2],
      getNorth: () => mapMock.visibleBounds[3],
    }),
    on: (event: "movestart" | "moveend", listener: (event: object) => void) => {
      if (event === "movestart") mapMock.onMoveStart = () => listener({});
      else mapMock.onMoveEnd = listener;
      return { unsubscribe() {} };
    },
    addControl() {},
    getSource: () => ({
      setData: ({ features }: Collection) => mapMock.data.push(features.map(({ id }) => id)),
    }),
    cameraForBounds: (bounds: unknown, fit: { maxZoom?: number; padding?: unknown } = {}) => ({
      bounds,
      padding: fit.padding,
      zoom: fit.maxZoom,
    }),
    easeTo: move,
    jumpTo: move,
  });
  return {
    GeolocateControl: Control,
    NavigationControl: Control,
    ScaleControl: Control,
    Marker,
    PLACES_SOURCE: "places",
    toFeatures: (places: { id: number }[]): Collection => ({ features: places.map(({ id }) => ({ id })) }),
    pinElement: ({ name }: { name: string }, onOpen: () => void) => {
      const button = document.createElement("button");
      button.textContent = name;
      button.onclick = onOpen;
      return button;
    },
    createMap: (options: CreateMapOptions) => {
      mapMock.options = options;
      camera = { center: [options.center.longitude, options.center.latitude], zoom: options.zoom };
      return { map: map(options.container), remove: () => (mapMock.removed += 1) };
    },
    bindGestures: (_map: unknown, handlers: GestureHandlers) => {
      mapMock.handlers = handlers;
      return () => {};
    },
  };
});

const FEED: FeedFeature[] = [
  [1, "Phong Nha Cave", 106.28308, 17.58137],
  [2, "Bảo Ninh Beach", 106.63368, 17.47975],
].map(([id, name, longitude, latitude]) => ({
  type: "Feature",
  id: id as number,
  geometry: { type: "Point", coordinates: [longitude as number, latitude as number] },
  properties: {
    name: name as string,
    slug: `place-${id}`,
    category: "cave",
    color: null,
    premium: false,
    approximate: false,
    alert: null,
  },
}));

const props: PlaceMapProps = {
  center: { latitude: 17.48, longitude: 106.45 },
  zoom: 10,
  visibleIds: null,
  highlightedId: null,
  selectedId: null,
  onHighlight: vi.fn(),
  onOpen: vi.fn(),
  fitKey: 0,
  area: null,
  onAreaChange: vi.fn(),
  icons: {},
};

let isOffline = false;
let canHover = true;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(mapMock, {
    options: null,
    handlers: null,
    moves: [],
    data: [],
    removed: 0,
    onMoveStart: null,
    onMoveEnd: null,
  });
  mapMock.visibleBounds = [105.6, 17, 107, 18.2];
  isOffline = false;
  canHover = true;
  vi.stubGlobal("fetch", async () => {
    if (isOffline) throw new TypeError("Failed to fetch");
    return Response.json({ type: "FeatureCollection", features: FEED });
  });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("hover: none") && !canHover,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const advance = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Renders a map whose library and places have loaded. */
async function renderReady(initial: Partial<PlaceMapProps> = {}) {
  const view = render(<PlaceMap {...props} {...initial} />);
  await vi.dynamicImportSettled();
  await advance();
  act(() => mapMock.options!.onReady());
  return (next: Partial<PlaceMapProps>) => view.rerender(<PlaceMap {...props} {...initial} {...next} />);
}

describe("PlaceMap", () => {
  // R59, R210
  it("shows its loading states, and describes that the list has the same places", async () => {
    render(<PlaceMap {...props} />);
    expect(screen.getByText("Loading map...")).toBeTruthy();
    await vi.dynamicImportSettled();
    await advance();
    expect(screen.getByText("Initializing map...")).toBeTruthy();
    act(() => mapMock.options!.onReady());
    expect(screen.queryByText("Initializing map...")).toBeNull();
    const region = screen.getByRole("region", { name: "Map of places" });
    const note = document.getElementById(region.getAttribute("aria-describedby")!);
    expect(note?.textContent).toBe("The list shows the same places as this map.");
  });

  // R59
  it("offers a retry after a failure, and recovers", async () => {
    isOffline = true;
    await renderReady();
    expect(screen.getByRole("alert").textContent).toContain("Failed to load map");
    expect(screen.getByRole("alert").textContent).toContain("Please check your internet connection");
    isOffline = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await advance();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(mapMock.data.at(-1)).toEqual([1, 2]);
  });

  it("creates the map again after the basemap failed to load", async () => {
    await renderReady();
    act(() => mapMock.options!.onFailure());
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await advance();
    expect(mapMock.removed).toBe(1);
    expect(screen.getByText("Initializing map...")).toBeTruthy();
  });

  it("shows only the visible places", async () => {
    const rerender = await renderReady();
    rerender({ visibleIds: [2] });
    expect(mapMock.data.at(-1)).toEqual([2]);
  });

  // R57
  it("moves to a place that is highlighted in the list at zoom 14, and marks it", async () => {
    const rerender = await renderReady();
    rerender({ highlightedId: 1 });
    await advance(200);
    expect(mapMock.moves).toEqual([expect.objectContaining({ center: [106.28308, 17.58137], zoom: 14 })]);
    expect(screen.getByRole("button", { name: "Phong Nha Cave" })).toBeTruthy();
  });

  it("does not move for a pointer that only crosses the list", async () => {
    const rerender = await renderReady();
    rerender({ highlightedId: 1 });
    await advance(20);
    rerender({ highlightedId: null });
    await advance(500);
    expect(mapMock.moves).toEqual([]);
  });

  it("highlights the place under the pointer in the list, and does not move", async () => {
    const rerender = await renderReady();
    mapMock.handlers!.onMarkerHover(1);
    expect(props.onHighlight).toHaveBeenCalledWith(1);
    rerender({ highlightedId: 1 });
    await advance(500);
    expect(mapMock.moves).toEqual([]);
    mapMock.handlers!.onMarkerHover(null);
    expect(props.onHighlight).toHaveBeenLastCalledWith(null);
  });

  // R58
  it("moves to an open place at zoom 15", async () => {
    const rerender = await renderReady();
    rerender({ selectedId: 2 });
    await advance();
    expect(mapMock.moves).toEqual([expect.objectContaining({ center: [106.63368, 17.47975], zoom: 15 })]);
  });

  // R54, R58
  it("fits the visible places after a delay, at zoom 15 at most", async () => {
    const rerender = await renderReady();
    rerender({ visibleIds: [1], fitKey: 1 });
    await advance(REFIT_DELAY_MS - 10);
    expect(mapMock.moves).toEqual([]);
    await advance(20);
    expect(mapMock.moves).toEqual([
      expect.objectContaining({ bounds: [106.28308, 17.58137, 106.28308, 17.58137], zoom: 15 }),
    ]);
  });

  it("starts with bounds around most places if the region's view shows less than half of them", async () => {
    mapMock.visibleBounds = [106.31, 17.3, 106.59, 17.6];
    render(<PlaceMap {...props} bottomInset={92} />);
    await vi.dynamicImportSettled();
    await advance();
    expect(screen.getByText("Initializing map...")).toBeTruthy();
    expect(mapMock.moves).toEqual([
      expect.objectContaining({
        bounds: [106.28308, 17.47975, 106.63368, 17.58137],
        zoom: 15,
        padding: { top: 56, right: 56, bottom: 56 + 92, left: 56 },
      }),
    ]);
    act(() => mapMock.options!.onFailure());
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await advance();
    expect(mapMock.moves, "a map that is created again starts the same way").toHaveLength(2);
    act(() => mapMock.options!.onReady());
    await advance(REFIT_DELAY_MS);
    expect(mapMock.moves, "and does not move when it is ready").toHaveLength(2);
  });

  describe("limiting the list to the visible area", () => {
    const moveByHand = () => act(() => mapMock.onMoveEnd!({ originalEvent: {} }));

    it("is offered after the user has moved the map, not after the map moved itself", async () => {
      await renderReady();
      act(() => mapMock.onMoveEnd!({ byUser: false }));
      expect(screen.queryByRole("button", { name: "Search this area" })).toBeNull();
      moveByHand();
      mapMock.visibleBounds = [106.200049, 17.5, 106.4, 17.65];
      fireEvent.click(screen.getByRole("button", { name: "Search this area" }));
      expect(props.onAreaChange).toHaveBeenCalledWith([106.2, 17.5, 106.4, 17.65]);
      expect(screen.queryByRole("button", { name: "Search this area" })).toBeNull();
    });

    it("is offered after geolocation and after a click on a cluster", async () => {
      for (const cause of [{ geolocateSource: true }, { byUser: true }]) {
        await renderReady();
        act(() => mapMock.onMoveEnd!(cause));
        expect(screen.getByRole("button", { name: "Search this area" })).toBeTruthy();
        cleanup();
      }
    });

    it("keeps the view, shows the places around the area, and counts the ones in it", async () => {
      const rerender = await renderReady();
      mapMock.visibleBounds = [106.2, 17.5, 106.4, 17.65];
      rerender({ area: [106.2, 17.5, 106.4, 17.65], fitKey: 1 });
      await advance(REFIT_DELAY_MS);
      expect(mapMock.moves).toEqual([]);
      expect(mapMock.data.at(-1)).toEqual([1, 2]);
      fireEvent.click(screen.getByRole("button", { name: "1 place here (remove the map area filter)" }));
      expect(props.onAreaChange).toHaveBeenCalledWith(null);
    });

    it("starts with the area of the URL, and returns to it after another choice", async () => {
      const area: PlaceMapProps["area"] = [106.2, 17.5, 106.4, 17.65];
      const rerender = await renderReady({ area, visibleIds: [2] });
      expect(mapMock.moves).toEqual([expect.objectContaining({ bounds: area, padding: undefined })]);
      expect(
        screen.getByRole("button", { name: "No places here (remove the map area filter)" }),
      ).toBeTruthy();
      rerender({ visibleIds: [1], fitKey: 1 });
      await advance(REFIT_DELAY_MS);
      expect(mapMock.moves).toHaveLength(2);
      expect(mapMock.moves[1]).toMatchObject({ bounds: area, padding: undefined });
    });

    it("shows an area across the date line as a whole", async () => {
      const area: PlaceMapProps["area"] = [179.75, -17, -179.75, -16];
      const rerender = await renderReady({ area });
      expect(mapMock.moves).toEqual([expect.objectContaining({ bounds: [179.75, -17, 180.25, -16] })]);
      mapMock.visibleBounds = [-180.25, -17, -179.75, -16];
      rerender({ area, fitKey: 1 });
      await advance(REFIT_DELAY_MS);
      expect(mapMock.moves, "it is in view already").toHaveLength(1);
    });
  });

  it("keeps the region's view if it shows the places", async () => {
    await renderReady();
    await advance(REFIT_DELAY_MS);
    expect(mapMock.moves).toEqual([]);
  });

  it("keeps the region's view if the map library counts it beyond 180 degrees", async () => {
    mapMock.visibleBounds = [106 - 360, 17, 107 - 360, 18];
    await renderReady();
    await advance(REFIT_DELAY_MS);
    expect(mapMock.moves).toEqual([]);
  });

  it("returns to the view from before when a place is closed", async () => {
    const rerender = await renderReady();
    rerender({ highlightedId: 2 });
    await advance(200);
    rerender({ highlightedId: null, selectedId: 2 });
    await advance();
    expect(mapMock.moves.at(-1)).toMatchObject({ center: [106.63368, 17.47975], zoom: 15 });
    rerender({ selectedId: null });
    await advance();
    expect(mapMock.moves.at(-1)).toMatchObject({ center: [106.45, 17.48], zoom: 10 });
    const { length } = mapMock.moves;
    // The focus returns to the card of the place.
    rerender({ highlightedId: 2 });
    await advance(500);
    expect(mapMock.moves).toHaveLength(length);
    rerender({ highlightedId: 1 });
    await advance(500);
    expect(mapMock.moves.at(-1)).toMatchObject({ center: [106.28308, 17.58137], zoom: 14 });
  });

  it("returns to the view that the user moved to after the map had followed the list", async () => {
    const rerender = await renderReady();
    rerender({ highlightedId: 1 });
    await advance(200);
    mapMock.onMoveStart!(); // the user drags the map
    rerender({ highlightedId: null, selectedId: 2 });
    await advance();
    rerender({ selectedId: null });
    await advance();
    expect(mapMock.moves.at(-1)).toMatchObject({ center: [106.28308, 17.58137], zoom: 14 });
  });

  it("fits the places that were found while a place was open", async () => {
    const rerender = await renderReady();
    rerender({ selectedId: 2 });
    await advance();
    rerender({ selectedId: 2, visibleIds: [1], fitKey: 1 });
    await advance(REFIT_DELAY_MS);
    expect(mapMock.moves).toHaveLength(1);
    rerender({ selectedId: null, visibleIds: [1], fitKey: 1 });
    await advance();
    expect(mapMock.moves.at(-1)).toMatchObject({ bounds: [106.28308, 17.58137, 106.28308, 17.58137] });
  });

  it("returns to the region if no place is visible", async () => {
    const rerender = await renderReady();
    rerender({ visibleIds: [], fitKey: 1 });
    await advance(REFIT_DELAY_MS);
    expect(mapMock.moves).toEqual([expect.objectContaining({ center: [106.45, 17.48], zoom: 10 })]);
  });

  it("opens a place with a click", async () => {
    await renderReady();
    mapMock.handlers!.onMarkerClick(2);
    expect(props.onOpen).toHaveBeenCalledWith({ id: 2, slug: "place-2", name: "Bảo Ninh Beach" });
  });

  it("highlights a place with the first tap and opens it with the second on devices without hover", async () => {
    canHover = false;
    const rerender = await renderReady();
    mapMock.handlers!.onMarkerClick(2);
    expect(props.onOpen).not.toHaveBeenCalled();
    expect(props.onHighlight).toHaveBeenCalledWith(2);
    rerender({ highlightedId: 2 });
    await advance();
    mapMock.handlers!.onMarkerClick(2);
    expect(props.onOpen).toHaveBeenCalledTimes(1);
    mapMock.handlers!.onBackgroundClick();
    expect(props.onHighlight).toHaveBeenLastCalledWith(null);
  });
});
