import { currentLocale } from "@karst/web/messages";

/** The first `most` characters of a text, as people count them; an ellipsis says that it goes on. */
export function excerpt(text: string, most: number): string {
  const characters = [...new Intl.Segmenter(currentLocale(), { granularity: "grapheme" }).segment(text)];
  if (characters.length <= most) return text;
  return `${characters
    .slice(0, most)
    .map(({ segment }) => segment)
    .join("")}…`;
}

/** The first character of a name, as people see it, in upper case. */
export function initial(name: string): string {
  const [first] = new Intl.Segmenter(currentLocale(), { granularity: "grapheme" }).segment(name.trim());
  return first?.segment.toLocaleUpperCase(currentLocale()) ?? "";
}
