export const gettingHereTexts = {
  description: (region: string) =>
    `How to get to ${region} by bus, train, car or plane: times, prices and distances.`,
  cities: "Where do you come from?",
  from: (city: string) => `From ${city}`,
  km: (km: number) => `${km} km`,
  operators: "With",
  verified: (when: string) =>
    `Schedules and prices verified ${when}. A price with its own year is as old as that.`,
  tips: "Practical Travel Tips",
  distances: "Quick Distance Reference",
  distancesTo: (region: string) => `By road to ${region}`,
  city: "City",
  distance: "Distance",
  around: (region: string) => `Getting Around ${region}`,
} as const;
