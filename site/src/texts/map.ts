import { isolateBidi } from "@/lib/bidi";

/** Every word of the map room. Source: rows 59 and 69, product specification §8 "Maps" and "Loading texts". */
export const mapTexts = {
  region: "Map of places",
  canvas: "Map. Arrow keys move it, plus and minus zoom.",
  sameAsList: "The list has the same places as this map.",
  loading: "Loading map...",
  initializing: "Initializing map...",
  failed: "Failed to load map",
  failedHint: "Please check your internet connection",
  failedDrawing: "This browser cannot draw the map. The list has the same places.",
  tryAgain: "Try again",
  sparing: "Your device saves data, so the map waits until you ask for it.",
  showAnyway: "Show the map (about 0.5 MB)",
  cluster: (count: number) => `${count} places here`,
  sharedPoint: "They share one point on the map. Where a place says so, its exact location is not known.",
  approximate: "Location approximate",
  closeFan: "Close the list of places",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  findMe: "Find my location",
  listHere: "List places here",
  /** Stands on the button that looks everywhere again. */
  listed: (count: number) =>
    count === 0 ? "No places here" : count === 1 ? "1 place here" : `${count} places here`,
  listEverywhere: "(look everywhere again)",
  locationUnavailable: "Your location is not available",
  outsideMap: "You are outside the area of this map",
  attribution: "Map sources",
  cooperative: {
    windows: "Use Ctrl + scroll to zoom the map",
    mac: "Use ⌘ + scroll to zoom the map",
    touch: "Use two fingers to move the map",
  },
  spotRegion: (name: string) => `Map of ${isolateBidi(name)}`,
  unavailable: "Map unavailable",
} as const;
