/** The first `most` characters of a text, as people count them; an ellipsis says that it goes on. */
export function excerpt(text: string, most: number): string {
  const characters = [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most)
    .map(({ segment }) => segment)
    .join("")}…`;
}
