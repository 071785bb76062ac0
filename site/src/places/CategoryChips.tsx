import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { exploreTexts } from "@/texts/explore";
import { Chip } from "@/ui/Chip";
import { ChipRow } from "@/ui/ChipRow";

type Props = {
  categories: readonly Category[];
  /** Slug of the chosen one; null for all. */
  chosen: string | null;
  /** How many places choosing All would leave. */
  total: number;
  /** How many each category would leave, by slug; null where that is all that it has. */
  counts: ReadonlyMap<string, number> | null;
  onChoose: (slug: string | null) => void;
};

/** Categories to choose from. Those without a place are left to the Filters dialog. */
export function CategoryChips({ categories, chosen, total, counts, onChoose }: Props) {
  return (
    <ChipRow label={exploreTexts.categories} selected={chosen}>
      <li>
        <Chip isPressed={chosen === null} onPress={() => onChoose(null)} count={total}>
          {exploreTexts.all}
        </Chip>
      </li>
      {categories
        .filter(({ placeCount, slug }) => placeCount > 0 || slug === chosen)
        .map((category) => (
          <li key={category.id}>
            <Chip
              isPressed={category.slug === chosen}
              onPress={() => onChoose(category.slug === chosen ? null : category.slug)}
              count={counts ? (counts.get(category.slug) ?? 0) : category.placeCount}
            >
              <CategoryLabel category={category} />
            </Chip>
          </li>
        ))}
    </ChipRow>
  );
}
