import { t } from "../messages/placeForm.gen";

/** The message of each `coordinateConfidence`; blank if it is not known. */
const MESSAGES = {
  "": "accuracy.unspecified",
  surveyed: "accuracy.surveyed",
  approximate: "accuracy.approximate",
  "village-level": "accuracy.villageLevel",
} as const;

export const ACCURACIES = Object.keys(MESSAGES);

/** The label of a `coordinateConfidence`. */
export function accuracyLabel(value: string): string {
  return value in MESSAGES ? t(MESSAGES[value as keyof typeof MESSAGES]) : value;
}
