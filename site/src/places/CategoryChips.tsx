"use client";

import { useLayoutEffect, useRef } from "react";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { texts } from "@/texts";
import { Chip } from "@/ui/Chip";
import styles from "./CategoryChips.module.css";

type Props = {
  categories: readonly Category[];
  /** Slug of the chosen one; null for all. */
  chosen: string | null;
  /** How many places there are in all. */
  total: number;
  onChoose: (slug: string | null) => void;
};

/** Categories in one row that scrolls sideways. Those without a place are left to the Filters dialog. */
export function CategoryChips({ categories, chosen, total, onChoose }: Props) {
  const row = useRef<HTMLUListElement>(null);
  // Before painting: the row is never seen to jump.
  useLayoutEffect(() => {
    const pressed = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row.current || !pressed) return;
    // Only the row scrolls; scrollIntoView would also move the page.
    const middle = pressed.offsetLeft + pressed.offsetWidth / 2 - row.current.clientWidth / 2;
    row.current.scrollTo({ left: middle });
  }, [chosen]);
  return (
    <ul ref={row} className={styles.row} aria-label={texts.explore.categories}>
      <li>
        <Chip isPressed={chosen === null} onPress={() => onChoose(null)} count={total}>
          {texts.explore.all}
        </Chip>
      </li>
      {categories
        .filter(({ placeCount, slug }) => placeCount > 0 || slug === chosen)
        .map((category) => (
          <li key={category.id}>
            <Chip
              isPressed={category.slug === chosen}
              onPress={() => onChoose(category.slug === chosen ? null : category.slug)}
              count={category.placeCount}
            >
              <CategoryLabel category={category} />
            </Chip>
          </li>
        ))}
    </ul>
  );
}
