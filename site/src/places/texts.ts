/** Words of the places' room that not every page needs. */
export const placesTexts = {
  /** Among what the list is filtered by, in a sentence; alone, on a button. */
  inArea: "this part of the map",
  area: "This part of the map",
  removeArea: "Look everywhere again, not only in this part of the map",
  areaUnknown: "Where the places are could not be loaded.",
  inStory: "Places in this story",
} as const;
