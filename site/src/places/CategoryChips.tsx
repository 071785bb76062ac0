import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { t } from "@/messages/explore.gen";
import { Chip } from "@/ui/Chip";
import { ChipRow } from "@/ui/ChipRow";

type Props = {
  categories: readonly Category[];
  /** The slug of the selected category; null means all. */
  selected: string | null;
  /** The number of places that All would leave. */
  total: number;
  /** The number of places that each category would leave, by slug; null means its `placeCount`. */
  counts: ReadonlyMap<string, number> | null;
  onSelect: (slug: string | null) => void;
};

/** The categories that have places; the filter dialog has all of them. */
export function CategoryChips({ categories, selected, total, counts, onSelect }: Props) {
  return (
    <ChipRow label={t("categories")} selected={selected}>
      <li>
        <Chip isPressed={selected === null} onPress={() => onSelect(null)} count={total}>
          {t("all")}
        </Chip>
      </li>
      {categories
        .filter(({ placeCount, slug }) => placeCount > 0 || slug === selected)
        .map((category) => (
          <li key={category.id}>
            <Chip
              isPressed={category.slug === selected}
              onPress={() => onSelect(category.slug === selected ? null : category.slug)}
              count={counts ? (counts.get(category.slug) ?? 0) : category.placeCount}
            >
              <CategoryLabel category={category} />
            </Chip>
          </li>
        ))}
    </ChipRow>
  );
}
