import type { CategoryRequest, CategoryResponse } from "@karst/client";
import { listOf, listText, textOrNull } from "../kit/typed";

/** A category as the form holds it. */
export interface CategoryText {
  name: string;
  slug: string;
  color: string;
  icon: string;
  emoji: string;
  aliases: string;
}

/** A category for the form; without one, an empty form. */
export function toText(category?: Partial<CategoryResponse>): CategoryText {
  return {
    name: category?.name ?? "",
    slug: category?.slug ?? "",
    color: category?.color ?? "",
    icon: category?.icon ?? "",
    emoji: category?.emoji ?? "",
    aliases: listText(category?.aliases),
  };
}

/** The request body of the form. Omits a blank slug: the API then makes one from the name, or keeps the stored one. */
export function toForm({ name, slug, color, icon, emoji, aliases }: CategoryText): CategoryRequest {
  return {
    name: name.trim(),
    ...(slug.trim() && { slug: slug.trim() }),
    color: textOrNull(color),
    icon: textOrNull(icon),
    emoji: textOrNull(emoji),
    aliases: listOf(aliases),
  };
}

/** Whether the color picker can show the color. */
export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text.trim());

/** The path of a category's places on the site. */
export const sitePath = ({ slug }: Pick<CategoryResponse, "slug">): string =>
  `/explore?category=${encodeURIComponent(slug)}`;

/** The path of a category's places in the console. */
export const placesAddress = ({ slug }: Pick<CategoryResponse, "slug">) => ({
  pathname: "/businesses",
  search: new URLSearchParams({ filter: JSON.stringify({ category: slug }) }).toString(),
});
