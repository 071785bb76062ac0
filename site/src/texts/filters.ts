import { counted } from "@/lib/text";

export const filtersTexts = {
  title: "Filters",
  description: "Choose one category to narrow the list and the map.",
  legend: "Categories",
  state: "Hours and location",
  open: "Open now",
  openHint: "of the places whose hours we know",
  verified: "Location verified",
  tags: "Tags",
  allTags: (count: number) => `All ${count} tags`,
  clear: "Clear filters",
  close: "Close filters",
  show: (count: number) => `Show ${counted(count, "place")}`,
} as const;
