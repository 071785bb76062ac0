import { counted } from "@/lib/text";

/** Texts that both entry forms and all views of an entry share. */
export const storyTexts = {
  anonymous: "Anonymous",
  recently: "Recently",
  justNow: "just now",
  stars: (rating: number) => `${rating} out of 5`,
  ratings: { 5: "Excellent", 4: "Very Good", 3: "Good", 2: "Fair", 1: "Poor" },
  pending: "Waiting for review",
  pendingCount: (count: number) => `${counted(count, "entry", "entries")} waiting for review`,
  show: "Show",
  hide: "Hide",
  pendingHint: "Only you can see this until our team has read it.",
  fields: {
    message: "Your experience",
    rating: "Your rating",
    nationality: "Where you are from",
    location: "Where it was",
    relatedPlaceId: "Which place",
    comment: "Your comment",
  },
  optional: (label: string) => `${label} (optional)`,
  locationHint: "A few words, or a link to a map",
  noRating: "No rating",
  noPlace: "No particular place",
  position: {
    add: "Add my current position",
    asking: "Looking for you...",
    at: (latitude: number, longitude: number) => `Shown with your entry: ${latitude}, ${longitude}`,
    remove: "Remove position",
    failed: "Your position could not be found.",
  },
  photos: {
    label: "Photos",
    add: "Add photos",
    hint: "Up to 3. Where they were taken is not kept.",
    alt: (nth: number) => `What does photo ${nth} show? (required)`,
    altHint: "For travelers who cannot see it",
    needsAlt: "Please say in a few words what the photo shows",
    remove: (nth: number) => `Remove photo ${nth}`,
    sending: (nth: number) => `Photo ${nth} is being sent`,
    failed: "The photo could not be sent. Please try again.",
  },
  /** The label of the honeypot field, which people do not see. */
  honeypot: "Leave this field empty",
  cancel: "Cancel",
  sending: "Sending...",
} as const;
