import { isolateBidi } from "@/lib/bidi";
import { counted } from "@/lib/text";

export const savedTexts = {
  title: "Saved Places",
  description: "The places you saved, all in one list.",
  signInTitle: "Sign In Required",
  signInHint: "Your saved places are kept with your account, on every device.",
  signIn: "Sign In",
  count: (count: number) => `${counted(count, "place")} saved`,
  discover: "Discover More Places",
  none: "No Saved Places Yet",
  noneHint: "Press the heart on a place that you like, and find it here again.",
  start: "Start Exploring",
  list: "Your saved places",
  details: "View Details",
  detailsOf: (name: string) => `of ${isolateBidi(name)}`,
  website: "Visit Website",
  rating: "Rating",
  reviews: (count: number) => `(${counted(count, "review")})`,
  failed: "Your saved places could not be loaded",
  failedHint: "They are still there. Please check your internet connection.",
  retry: "Try again",
} as const;
