import type { SettingsResponse, StandingPages } from "@karst/client";

/** Placeholder settings for pages rendered at build time, which are never served. */
export const BUILD_TIME_SETTINGS: SettingsResponse = {
  version: 0,
  updatedAt: null,
  uuid: "",
  brand: "Karst",
  tagline: "",
  regionName: "",
  regionLine: "",
  imageUrl: null,
  pictures: [],
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

/** Placeholder standing pages, likewise. */
export const BUILD_TIME_PAGES: StandingPages = {
  "getting-here": { title: "", intro: "", verified: "", cities: [], tips: [], around: [] },
  about: {
    title: "",
    intro: "",
    mission: { title: "", paragraphs: [] },
    story: { title: "", paragraphs: [] },
    values: [],
    future: { title: "", paragraphs: [] },
  },
  help: { title: "", intro: "", questions: [] },
  privacy: { title: "", updated: "1970-01-01", terms: [], policy: [] },
};
