import { isolateBidi } from "@/lib/bidi";

export const experiencesTexts = {
  title: "Recent Experiences",
  loading: "Loading experiences...",
  none: "No experiences shared yet",
  first: (place: string) => `Be the first to share your experience at ${isolateBidi(place)}`,
  prompt: (place: string) => `Sign in to share your experience at ${isolateBidi(place)}`,
  signIn: "Sign In to Share",
  invite: (place: string) => `Have you been there? Share your experience at ${isolateBidi(place)}`,
  share: "Share Your Experience",
  form: (place: string) => `Your experience at ${isolateBidi(place)}`,
  submit: "Share Experience",
  hint: "At least 10 characters",
  done: {
    title: "Thank you!",
    text: "Your experience has been shared and will appear after review.",
  },
  failed: { title: "Error", text: "Failed to share your experience. Please try again." },
  all: "View Guestbook",
  back: "Close & Continue Reading",
} as const;
