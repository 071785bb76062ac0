/** What stands on the card of a place, and wherever a place is named with how far it is. */
export const cardTexts = {
  rating: "Rating",
  ratingOf: (rating: number) => `${rating.toFixed(1)} out of 5`,
  /** Points shared by a whole village are no distance apart on the map; that is not "0 m". */
  away: (km: number) =>
    km < 0.1 ? "close by" : km < 1 ? `${Math.round(km * 10) * 100} m` : `${km.toFixed(km < 10 ? 1 : 0)} km`,
  /** Points are not all exact, and distances to them neither: a village may lend its own to a cave far behind it. */
  distanceOf: (km: number, isApproximate: boolean): string =>
    !isApproximate ? cardTexts.away(km) : km < 1 ? "in the area" : `about ${cardTexts.away(km)}`,
  distance: "Distance",
} as const;
