import { isolateBidi } from "@/lib/bidi";

/** Texts of the map (R59, R69). */
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
  dataSaver: "Your device saves data, so the map waits until you ask for it.",
  showAnyway: "Show the map (about 0.5 MB)",
  cluster: (count: number) => `${count} places here`,
  sharedPoint: "They share one point on the map. Where a place says so, its exact location is not known.",
  approximate: "Location approximate",
  closeCluster: "Close the list of places",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  findMe: "Find my location",
  listHere: "List places here",
  /** The label of the button that removes the map area filter. */
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
  locationRegion: (name: string) => `Map of ${isolateBidi(name)}`,
  unavailable: "Map unavailable",
} as const;
