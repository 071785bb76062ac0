import { isolateBidi } from "@/lib/bidi";
import { counted, grouped } from "@/lib/text";

export const exploreTexts = {
  title: "Explore",
  heading: (region: string) => (region ? `Explore ${region}` : "Explore"),
  description: (region: string) =>
    `Caves, food, places to stay and things to do around ${region}, as a list and on a map.`,
  search: "Search places...",
  searchLabel: "Search places",
  clearSearch: "Clear search",
  suggestions: "Suggestions",
  /** For screen readers: the list appears beside the focused field. */
  suggested: (count: number) => `${counted(count, "suggestion")}, choose with up and down`,
  suggestedTag: "Tag",
  suggestedCategory: (count: number) => counted(count, "place"),
  categories: "Categories",
  all: "All",
  filters: "Filters",
  found: (count: number) => `${counted(count, "place")} found`,
  filteredBy: (what: string) => `Filtered by ${what}`,
  removeTag: (tag: string) => `Remove the filter ${isolateBidi(tag)}`,
  sort: "Sort by",
  sorts: { best: "Best", distance: "Nearest", name: "Name" },
  nearest: {
    why: "To put the nearest first, this page asks your device where you are. It is not sent anywhere.",
    use: "Use my position",
    asking: "Asking your device where you are...",
    own: "Nearest first, from where you are, as the crow flies.",
    centre: "Nearest first, from the center of the guide's map, as the crow flies.",
    again: "Try again",
    useCentre: "Measure from the center of the map",
    unloaded: "The distances could not be loaded.",
    failed: {
      denied:
        "Your browser does not let this page know where you are. You can allow it in the settings of the browser.",
      unavailable: "Your device does not know where it is right now.",
      late: "Your device took too long to find out where it is.",
      insecure: "Browsers tell a page where you are only over a secure connection (https), and this is none.",
    },
  },
  list: "List",
  map: "Map",
  mapRegion: "Map of the places found",
  listRegion: "Places found",
  carouselRegion: "Places on the map",
  none: "No places found",
  noneHint: "Try adjusting your search or filters",
  clear: "Show all places",
  loading: "Loading businesses...",
  loadingMap: "Loading map...",
  incomplete: (count: number, total: number) =>
    `These are ${grouped(count)} of ${counted(total, "place")}. The others could not be loaded.`,
  retry: "Try again",
  /** `inArea` is part of a sentence about the filters; `area` is the label of a button. */
  inArea: "this part of the map",
  area: "This part of the map",
  removeArea: "Look everywhere again, not only in this part of the map",
  areaFailed: "Where the places are could not be loaded.",
} as const;
