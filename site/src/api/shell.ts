import type { SettingsView } from "@karst/client";

/** What stands in for the region's settings in pages made at build time, which nobody is ever served. */
export const SHELL_SETTINGS: SettingsView = {
  version: 0,
  brand: "Karst",
  tagline: "",
  regionName: "",
  regionLine: "",
  publicUrl: "http://localhost:8080",
  map: { latitude: 0, longitude: 0, zoom: 1 },
  timeZone: "UTC",
  contactEmail: "",
  social: { facebook: "", instagram: "", youtube: "", tiktok: "" },
  analyticsId: "",
  heroPrompts: [],
  whatIs: { title: "", paragraphs: [] },
  doors: [],
  mapStyleUrl: null,
};
