import { isolateBidi } from "@/lib/bidi";

export const likesTexts = {
  /** The heart's name; whether it is pressed, it says itself. */
  save: (name: string) => `Save ${isolateBidi(name)}`,
  signIn: { title: "Please sign in", text: "You need to be signed in to like businesses" },
  failed: { title: "Error", text: "Failed to update favorite" },
} as const;
