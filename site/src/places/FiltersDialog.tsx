"use client";

import { X } from "lucide-react";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { texts } from "@/texts";
import button from "@/ui/button.module.css";
import { Dialog } from "@/ui/Dialog";
import styles from "./FiltersDialog.module.css";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  categories: readonly Category[];
  chosen: string | null;
  onChoose: (slug: string | null) => void;
  /** How many places there are in all, and how many pass the filter now. */
  total: number;
  found: number;
};

/** All categories at once, as one choice. The list behind follows; the button only closes. */
export function FiltersDialog({ isOpen, onClose, categories, chosen, onChoose, total, found }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={texts.filters.title} size="small">
      <div className={styles.head}>
        <h2 aria-hidden>{texts.filters.title}</h2>
        <button type="button" className={styles.close} aria-label={texts.filters.close} onClick={onClose}>
          <X aria-hidden />
        </button>
      </div>
      <fieldset className={styles.choices}>
        <legend>{texts.filters.legend}</legend>
        <Choice isChosen={chosen === null} count={total} onChoose={() => onChoose(null)}>
          {texts.explore.all}
        </Choice>
        {categories.map((category) => (
          <Choice
            key={category.id}
            isChosen={category.slug === chosen}
            count={category.placeCount}
            onChoose={() => onChoose(category.slug)}
          >
            <CategoryLabel category={category} />
          </Choice>
        ))}
      </fieldset>
      <div className={styles.foot}>
        <button type="button" className={button.primary} onClick={onClose}>
          {texts.filters.show(found)}
        </button>
      </div>
    </Dialog>
  );
}

type ChoiceProps = { isChosen: boolean; count: number; onChoose: () => void; children: React.ReactNode };

function Choice({ isChosen, count, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name="category" checked={isChosen} onChange={onChoose} />
      {children}
      <span className={styles.count}>{count}</span>
    </label>
  );
}
