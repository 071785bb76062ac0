import { grouped } from "@/lib/text";

export const homeTexts = {
  pause: "Pause the animation",
  play: "Play the animation",
  learnMore: "Learn more",
  prompts: "Where to begin",
  verified: (count: number) => `${grouped(count)}+ verified places`,
  cards: "Ways in",
  featured: "Featured Places",
  featuredIntro: "The sights a first visit is about, chosen by our editors.",
  exploreMore: "Explore More",
  noFeatured: "No premium places available at the moment.",
  stories: "Newest Stories",
  storiesIntro: "What to know before you go, and what to read on the way.",
  allStories: "All Stories",
  quote: "From the guestbook",
  quoteMore: "Read the guestbook",
} as const;
