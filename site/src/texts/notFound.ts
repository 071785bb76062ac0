export const notFoundTexts = {
  title: "404 Page Not Found",
  text: "I think you got lost in the jungle!?",
  home: "Back to Home",
  explore: "Explore the map",
} as const;
