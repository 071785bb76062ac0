// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { MapPlan } from "./createMap";
import type { FeedFeature } from "./feed";
import type { Gestures } from "./gestures";
import { PlaceMap, type PlaceMapProps } from "./PlaceMap";
import { REFIT_DELAY_MS } from "./view";

/** The library as the test sees it: one map that notes where it is sent, and what the component listens to. */
const stage = vi.hoisted(() => ({
  plan: null as MapPlan | null,
  gestures: null as Gestures | null,
  moves: [] as { zoom?: number; center?: unknown; bounds?: unknown; padding?: unknown }[],
  /** What the map shows: by default the whole region. */
  sees: [105.6, 17, 107, 18.2] as number[],
  /** Tells that the map moves, by whatever hand. */
  onMoveStart: null as (() => void) | null,
  /** Tells that it has moved, and why. */
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
  type Camera = (typeof stage.moves)[number] & { duration?: number };
  let at = { center: [106.45, 17.48], zoom: 10 };
  const go = (camera: Camera) => {
    stage.moves.push(camera);
    stage.onMoveStart?.();
    at = { ...at, ...(camera as typeof at) };
  };
  const map = (container: HTMLElement) => ({
    getContainer: () =>
      Object.defineProperties(container, { clientWidth: { value: 768 }, clientHeight: { value: 800 } }),
    getCanvas: () => container,
    getZoom: () => at.zoom,
    getCenter: () => ({ lng: at.center[0], lat: at.center[1] }),
    getBounds: () => ({
      getWest: () => stage.sees[0],
      getSouth: () => stage.sees[1],
      getEast: () => stage.sees[2],
      getNorth: () => stage.sees[3],
    }),
    on: (event: "movestart" | "moveend", tell: (event: object) => void) => {
      if (event === "movestart") stage.onMoveStart = () => tell({});
      else stage.onMoveEnd = tell;
      return { unsubscribe() {} };
    },
    addControl() {},
    getSource: () => ({
      setData: ({ features }: Collection) => stage.data.push(features.map(({ id }) => id)),
    }),
    cameraForBounds: (bounds: unknown, fit: { maxZoom?: number; padding?: unknown } = {}) => ({
      bounds,
      padding: fit.padding,
      zoom: fit.maxZoom,
    }),
    easeTo: go,
    jumpTo: go,
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
    createMap: (plan: MapPlan) => {
      stage.plan = plan;
      at = { center: [plan.center.longitude, plan.center.latitude], zoom: plan.zoom };
      return { map: map(plan.container), remove: () => (stage.removed += 1) };
    },
    bindGestures: (_map: unknown, gestures: Gestures) => {
      stage.gestures = gestures;
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
  onArea: vi.fn(),
  icons: {},
};

let offline = false;
let hover = true;

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(stage, {
    plan: null,
    gestures: null,
    moves: [],
    data: [],
    removed: 0,
    onMoveStart: null,
    onMoveEnd: null,
  });
  stage.sees = [105.6, 17, 107, 18.2];
  offline = false;
  hover = true;
  vi.stubGlobal("fetch", async () => {
    if (offline) throw new TypeError("Failed to fetch");
    return Response.json({ type: "FeatureCollection", features: FEED });
  });
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("hover: none") && !hover,
    addEventListener() {},
    removeEventListener() {},
  }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** A map that has been drawn and knows its places. */
async function drawn(given: Partial<PlaceMapProps> = {}) {
  const view = render(<PlaceMap {...props} {...given} />);
  await vi.dynamicImportSettled();
  await settle();
  act(() => stage.plan!.onReady());
  return (next: Partial<PlaceMapProps>) => view.rerender(<PlaceMap {...props} {...given} {...next} />);
}

describe("the map of places", () => {
  it("says what it is waiting for, and then shows the map beside its list", async () => {
    render(<PlaceMap {...props} />);
    expect(screen.getByText("Loading map...")).toBeTruthy();
    await vi.dynamicImportSettled();
    await settle();
    expect(screen.getByText("Initializing map...")).toBeTruthy();
    act(() => stage.plan!.onReady());
    expect(screen.queryByText("Initializing map...")).toBeNull();
    const region = screen.getByRole("region", { name: "Map of places" });
    const note = document.getElementById(region.getAttribute("aria-describedby")!);
    expect(note?.textContent).toBe("The list has the same places as this map.");
  });

  it("fails with a way to try again, and recovers", async () => {
    offline = true;
    await drawn();
    expect(screen.getByRole("alert").textContent).toContain("Failed to load map");
    expect(screen.getByRole("alert").textContent).toContain("Please check your internet connection");
    offline = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await settle();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(stage.data.at(-1)).toEqual([1, 2]);
  });

  it("makes the map anew when the basemap was lost", async () => {
    await drawn();
    act(() => stage.plan!.onFailure());
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await settle();
    expect(stage.removed).toBe(1);
    expect(screen.getByText("Initializing map...")).toBeTruthy();
  });

  it("shows the visible places only", async () => {
    const rerender = await drawn();
    rerender({ visibleIds: [2] });
    expect(stage.data.at(-1)).toEqual([2]);
  });

  it("follows the list to zoom 14 and marks the place", async () => {
    const rerender = await drawn();
    rerender({ highlightedId: 1 });
    await settle(200);
    expect(stage.moves).toEqual([expect.objectContaining({ center: [106.28308, 17.58137], zoom: 14 })]);
    expect(screen.getByRole("button", { name: "Phong Nha Cave" })).toBeTruthy();
  });

  it("does not follow a pointer that only crosses the list", async () => {
    const rerender = await drawn();
    rerender({ highlightedId: 1 });
    await settle(20);
    rerender({ highlightedId: null });
    await settle(500);
    expect(stage.moves).toEqual([]);
  });

  it("tells the list what the pointer is on, and stays where it is", async () => {
    const rerender = await drawn();
    stage.gestures!.onPoint(1);
    expect(props.onHighlight).toHaveBeenCalledWith(1);
    rerender({ highlightedId: 1 });
    await settle(500);
    expect(stage.moves).toEqual([]);
    stage.gestures!.onPoint(null);
    expect(props.onHighlight).toHaveBeenLastCalledWith(null);
  });

  it("goes to an open place at zoom 15", async () => {
    const rerender = await drawn();
    rerender({ selectedId: 2 });
    await settle();
    expect(stage.moves).toEqual([expect.objectContaining({ center: [106.63368, 17.47975], zoom: 15 })]);
  });

  it("fits the visible places a moment after it was asked to, at zoom 15 at most", async () => {
    const rerender = await drawn();
    rerender({ visibleIds: [1], fitKey: 1 });
    await settle(REFIT_DELAY_MS - 10);
    expect(stage.moves).toEqual([]);
    await settle(20);
    expect(stage.moves).toEqual([
      expect.objectContaining({ bounds: [106.28308, 17.58137, 106.28308, 17.58137], zoom: 15 }),
    ]);
  });

  it("begins with most places where the region's own view would miss them, as on a phone, before it is drawn", async () => {
    stage.sees = [106.31, 17.3, 106.59, 17.6];
    render(<PlaceMap {...props} coveredBelow={92} />);
    await vi.dynamicImportSettled();
    await settle();
    expect(screen.getByText("Initializing map...")).toBeTruthy();
    expect(stage.moves).toEqual([
      expect.objectContaining({
        bounds: [106.28308, 17.47975, 106.63368, 17.58137],
        zoom: 15,
        padding: { top: 56, right: 56, bottom: 56 + 92, left: 56 },
      }),
    ]);
    act(() => stage.plan!.onFailure());
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await settle();
    expect(stage.moves, "a map that is made anew begins so too").toHaveLength(2);
    act(() => stage.plan!.onReady());
    await settle(REFIT_DELAY_MS);
    expect(stage.moves, "and is not moved when it is drawn").toHaveLength(2);
  });

  describe("listing what is in sight", () => {
    const byHand = () => act(() => stage.onMoveEnd!({ originalEvent: {} }));

    it("is offered once the traveller has moved the map, not when the map moved by itself", async () => {
      await drawn();
      act(() => stage.onMoveEnd!({ byTraveller: false }));
      expect(screen.queryByRole("button", { name: "List places here" })).toBeNull();
      byHand();
      stage.sees = [106.200049, 17.5, 106.4, 17.65];
      fireEvent.click(screen.getByRole("button", { name: "List places here" }));
      expect(props.onArea).toHaveBeenCalledWith([106.2, 17.5, 106.4, 17.65]);
      expect(screen.queryByRole("button", { name: "List places here" })).toBeNull();
    });

    it("also after 'find me' and after a cluster was opened", async () => {
      for (const cause of [{ geolocateSource: true }, { byTraveller: true }]) {
        await drawn();
        act(() => stage.onMoveEnd!(cause));
        expect(screen.getByRole("button", { name: "List places here" })).toBeTruthy();
        cleanup();
      }
    });

    it("stays where it is, still shows what lies around, and says how many it lists", async () => {
      const rerender = await drawn();
      stage.sees = [106.2, 17.5, 106.4, 17.65];
      rerender({ area: [106.2, 17.5, 106.4, 17.65], fitKey: 1 });
      await settle(REFIT_DELAY_MS);
      expect(stage.moves).toEqual([]);
      expect(stage.data.at(-1)).toEqual([1, 2]);
      fireEvent.click(screen.getByRole("button", { name: "1 place here (look everywhere again)" }));
      expect(props.onArea).toHaveBeenCalledWith(null);
    });

    it("an address with an area begins there; another choice comes back to it", async () => {
      const area: PlaceMapProps["area"] = [106.2, 17.5, 106.4, 17.65];
      const rerender = await drawn({ area, visibleIds: [2] });
      expect(stage.moves).toEqual([expect.objectContaining({ bounds: area, padding: undefined })]);
      expect(screen.getByRole("button", { name: "No places here (look everywhere again)" })).toBeTruthy();
      rerender({ visibleIds: [1], fitKey: 1 });
      await settle(REFIT_DELAY_MS);
      expect(stage.moves).toHaveLength(2);
      expect(stage.moves[1]).toMatchObject({ bounds: area, padding: undefined });
    });

    it("an area across the date line is shown whole, and listed as the map library counts it", async () => {
      const area: PlaceMapProps["area"] = [179.75, -17, -179.75, -16];
      const rerender = await drawn({ area });
      expect(stage.moves).toEqual([expect.objectContaining({ bounds: [179.75, -17, 180.25, -16] })]);
      stage.sees = [-180.25, -17, -179.75, -16];
      rerender({ area, fitKey: 1 });
      await settle(REFIT_DELAY_MS);
      expect(stage.moves, "it is in sight already").toHaveLength(1);
    });
  });

  it("keeps the region's own view where it shows the places", async () => {
    await drawn();
    await settle(REFIT_DELAY_MS);
    expect(stage.moves).toEqual([]);
  });

  it("keeps the region's own view where the map library counts it beyond 180 degrees", async () => {
    stage.sees = [106 - 360, 17, 107 - 360, 18];
    await drawn();
    await settle(REFIT_DELAY_MS);
    expect(stage.moves).toEqual([]);
  });

  it("comes back to the view from before when a place is closed, however it was come to", async () => {
    const rerender = await drawn();
    rerender({ highlightedId: 2 });
    await settle(200);
    rerender({ highlightedId: null, selectedId: 2 });
    await settle();
    expect(stage.moves.at(-1)).toMatchObject({ center: [106.63368, 17.47975], zoom: 15 });
    rerender({ selectedId: null });
    await settle();
    expect(stage.moves.at(-1)).toMatchObject({ center: [106.45, 17.48], zoom: 10 });
    const { length } = stage.moves;
    // The focus returns to the card that opened the place.
    rerender({ highlightedId: 2 });
    await settle(500);
    expect(stage.moves).toHaveLength(length);
    rerender({ highlightedId: 1 });
    await settle(500);
    expect(stage.moves.at(-1)).toMatchObject({ center: [106.28308, 17.58137], zoom: 14 });
  });

  it("comes back to where the traveller went himself after the map had followed the list", async () => {
    const rerender = await drawn();
    rerender({ highlightedId: 1 });
    await settle(200);
    stage.onMoveStart!(); // a hand on the map
    rerender({ highlightedId: null, selectedId: 2 });
    await settle();
    rerender({ selectedId: null });
    await settle();
    expect(stage.moves.at(-1)).toMatchObject({ center: [106.28308, 17.58137], zoom: 14 });
  });

  it("shows what was found meanwhile when a place is closed", async () => {
    const rerender = await drawn();
    rerender({ selectedId: 2 });
    await settle();
    rerender({ selectedId: 2, visibleIds: [1], fitKey: 1 });
    await settle(REFIT_DELAY_MS);
    expect(stage.moves).toHaveLength(1);
    rerender({ selectedId: null, visibleIds: [1], fitKey: 1 });
    await settle();
    expect(stage.moves.at(-1)).toMatchObject({ bounds: [106.28308, 17.58137, 106.28308, 17.58137] });
  });

  it("goes back to the region when nothing is left to fit", async () => {
    const rerender = await drawn();
    rerender({ visibleIds: [], fitKey: 1 });
    await settle(REFIT_DELAY_MS);
    expect(stage.moves).toEqual([expect.objectContaining({ center: [106.45, 17.48], zoom: 10 })]);
  });

  it("opens a place with a click", async () => {
    await drawn();
    stage.gestures!.onTap(2);
    expect(props.onOpen).toHaveBeenCalledWith({ id: 2, slug: "place-2", name: "Bảo Ninh Beach" });
  });

  it("highlights with a first tap and opens with the second where nothing can hover", async () => {
    hover = false;
    const rerender = await drawn();
    stage.gestures!.onTap(2);
    expect(props.onOpen).not.toHaveBeenCalled();
    expect(props.onHighlight).toHaveBeenCalledWith(2);
    rerender({ highlightedId: 2 });
    await settle();
    stage.gestures!.onTap(2);
    expect(props.onOpen).toHaveBeenCalledTimes(1);
    stage.gestures!.onGround();
    expect(props.onHighlight).toHaveBeenLastCalledWith(null);
  });
});
