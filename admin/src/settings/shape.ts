import type { SettingsChanges, SettingsResponse } from "@karst/client";
import { atListInput, type PlaceViolation } from "@karst/web/contractResolver";
import { numberOrText, numberText, textOrNull } from "../kit/typed";

/** The settings as a record of react-admin, whose id is always the same. */
export type SettingsRecord = SettingsResponse & { id: number; updatedAt: string };

/** The social networks that a guide can link to. */
export const NETWORKS = ["facebook", "instagram", "youtube", "tiktok"] as const;

/** A sentence that Home shows as if it were typed, with its button. */
export type PromptText = SettingsResponse["heroPrompts"][number];
/** A card on Home that links to a part of the guide. */
export type HomeCardText = SettingsResponse["doors"][number];

/** The form values of the settings: nested parts as flat fields, numbers and lists of paragraphs as typed. */
export interface SettingsText extends Record<(typeof NETWORKS)[number], string> {
  brand: string;
  tagline: string;
  regionName: string;
  regionLine: string;
  timeZone: string;
  country: string;
  verifiedMonths: string;
  ownerReminders: boolean;
  imageUrl: string;
  latitude: string;
  longitude: string;
  zoom: string;
  contactEmail: string;
  analyticsId: string;
  heroPrompts: PromptText[];
  whatIsTitle: string;
  /** Paragraphs, with a blank line between. */
  whatIsText: string;
  doors: HomeCardText[];
}

/** The form values of the settings. */
export function toText(settings: Partial<SettingsResponse>): SettingsText {
  const { map, social, whatIs } = settings;
  return {
    brand: settings.brand ?? "",
    tagline: settings.tagline ?? "",
    regionName: settings.regionName ?? "",
    regionLine: settings.regionLine ?? "",
    timeZone: settings.timeZone ?? "",
    country: settings.country ?? "",
    verifiedMonths: numberText(settings.verifiedMonths ?? 24),
    ownerReminders: settings.ownerReminders ?? true,
    imageUrl: settings.imageUrl ?? "",
    latitude: numberText(map?.latitude),
    longitude: numberText(map?.longitude),
    zoom: numberText(map?.zoom),
    contactEmail: settings.contactEmail ?? "",
    facebook: social?.facebook ?? "",
    instagram: social?.instagram ?? "",
    youtube: social?.youtube ?? "",
    tiktok: social?.tiktok ?? "",
    analyticsId: settings.analyticsId ?? "",
    heroPrompts: settings.heroPrompts ?? [],
    whatIsTitle: whatIs?.title ?? "",
    whatIsText: (whatIs?.paragraphs ?? []).join("\n\n"),
    doors: settings.doors ?? [],
  };
}

/** The request body of the form. */
export function toForm(text: SettingsText): SettingsChanges {
  const form: { [Field in keyof SettingsChanges]: unknown } = {
    brand: text.brand.trim(),
    tagline: text.tagline.trim(),
    regionName: text.regionName.trim(),
    regionLine: text.regionLine.trim(),
    timeZone: text.timeZone.trim(),
    country: text.country.trim().toUpperCase(),
    verifiedMonths: numberOrText(text.verifiedMonths),
    ownerReminders: text.ownerReminders,
    imageUrl: textOrNull(text.imageUrl),
    map: {
      latitude: numberOrText(text.latitude),
      longitude: numberOrText(text.longitude),
      zoom: numberOrText(text.zoom),
    },
    contactEmail: text.contactEmail.trim(),
    social: Object.fromEntries(NETWORKS.map((network) => [network, text[network].trim()])),
    analyticsId: text.analyticsId.trim(),
    heroPrompts: text.heroPrompts.map(trimmed),
    whatIs: {
      title: text.whatIsTitle.trim(),
      paragraphs: text.whatIsText
        .split(/\n\s*\n/)
        .map((paragraph) => paragraph.trim())
        .filter(Boolean),
    },
    doors: text.doors.map(trimmed),
  };
  return form as SettingsChanges;
}

/** The form field for each nested part of the settings. */
const INPUTS: Record<string, keyof SettingsText> = {
  "whatIs.title": "whatIsTitle",
  "whatIs.paragraphs": "whatIsText",
};

/** Moves a violation of a field in the contract to the form's input. */
export const place: PlaceViolation = (fault) => {
  const { field, message } = fault;
  if (/^(heroPrompts|doors)\.\d+\./.test(field)) return fault;
  if (/^(heroPrompts|doors)$/.test(field)) return { field: `${field}.root`, message };
  const paragraph = /^whatIs\.paragraphs\.(\d+)$/.exec(field);
  if (paragraph) return atListInput({ field: `whatIsText.${paragraph[1]}`, message });
  return { field: INPUTS[field] ?? field.replace(/^(map|social)\./, ""), message };
};

function trimmed<Item extends object>(item: Item): Item {
  return Object.fromEntries(
    Object.entries(item).map(([name, text]) => [name, (text as string).trim()]),
  ) as Item;
}
