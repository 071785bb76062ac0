/** The words about how likely something is spam. */
export const words = {
  score: (percent: number) => `Spam Score: ${percent}%`,
  reasons: "Why this score",
  points: (points: number) => (points > 0 ? `+${points}` : String(points).replace("-", "−")),
};
