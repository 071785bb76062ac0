/** Texts of place cards and distances. */
export const cardTexts = {
  rating: "Rating",
  ratingOf: (rating: number) => `${rating.toFixed(1)} out of 5`,
  /** Places with the position of their village have the same point, which is not "0 m". */
  exactDistance: (km: number) =>
    km < 0.1 ? "close by" : km < 1 ? `${Math.round(km * 10) * 100} m` : `${km.toFixed(km < 10 ? 1 : 0)} km`,
  /** Approximate positions give approximate distances: a cave may have the position of a village far away. */
  distanceOf: (km: number, isApproximate: boolean): string =>
    !isApproximate
      ? cardTexts.exactDistance(km)
      : km < 1
        ? "in the area"
        : `about ${cardTexts.exactDistance(km)}`,
  distance: "Distance",
} as const;
