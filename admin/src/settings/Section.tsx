import type { ReactNode } from "react";
import { FoldingGroup } from "../form/Group";
import { t } from "../messages/settings.gen";
import { NETWORKS, type SettingsText } from "./shape";

/** The sections and their fields, in the order of the screen. */
export const SECTIONS = {
  guide: ["brand", "tagline"],
  region: ["regionName", "regionLine", "timeZone", "country", "verifiedMonths", "ownerReminders", "imageUrl"],
  map: ["latitude", "longitude", "zoom"],
  contact: ["contactEmail", ...NETWORKS],
  prompts: ["heroPrompts"],
  about: ["whatIsTitle", "whatIsText"],
  cards: ["doors"],
  analytics: ["analyticsId"],
} as const satisfies Record<string, readonly (keyof SettingsText)[]>;

interface SectionProps {
  name: keyof typeof SECTIONS;
  summary: ReactNode;
  startsOpen?: boolean;
  children: ReactNode;
}

/** A section of the form that folds. */
export function Section({ name, ...rest }: SectionProps) {
  return <FoldingGroup title={t(`group.${name}`)} fields={SECTIONS[name]} {...rest} />;
}
