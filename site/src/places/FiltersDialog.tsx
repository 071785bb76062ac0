"use client";

import { useState, type ReactNode } from "react";
import { X } from "lucide-react";
import { fold } from "@karst/client/fold";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { exploreTexts } from "@/texts/explore";
import { filtersTexts } from "@/texts/filters";
import button from "@/ui/button.module.css";
import { Chip } from "@/ui/Chip";
import { Dialog } from "@/ui/Dialog";
import styles from "./FiltersDialog.module.css";

const words = filtersTexts;

/** As many tags are offered at once. */
const FIRST_TAGS = 16;

type Props = {
  isOpen: boolean;
  onClose: () => void;
  categories: readonly Category[];
  /** How many places there are in all. */
  total: number;
  /** How many each category would leave, by slug; null where that is all that it has. */
  counts: ReadonlyMap<string, number> | null;
  /** What is chosen, what each choice would leave, and how to choose. */
  explore: {
    found: readonly unknown[];
    chosen: string | null;
    tags: readonly string[];
    isOpen: boolean;
    isVerified: boolean;
    countChoices: () => { open: number; verified: number; tags: { tag: string; count: number }[] };
    chooseCategory: (slug: string | null) => void;
    toggleTag: (tag: string) => void;
    chooseOpen: (isOpen: boolean) => void;
    chooseVerified: (isVerified: boolean) => void;
    clearFilters: () => void;
  };
};

/** All that the list can be narrowed by. It follows behind; the button only closes. */
export function FiltersDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={words.title} size="small">
      <div className={styles.head}>
        <h2 aria-hidden>{words.title}</h2>
        <button type="button" className={styles.close} aria-label={words.close} onClick={onClose}>
          <X aria-hidden />
        </button>
      </div>
      <Groups {...rest} onClose={onClose} />
    </Dialog>
  );
}

function Groups({ categories, total, counts: inCategories, explore, onClose }: Omit<Props, "isOpen">) {
  const counts = explore.countChoices();
  const isNarrowed =
    explore.chosen !== null || explore.tags.length > 0 || explore.isOpen || explore.isVerified;
  return (
    <>
      <div className={styles.groups}>
        <fieldset className={styles.choices}>
          <legend>{words.state}</legend>
          <Choice type="checkbox" isChosen={explore.isOpen} count={counts.open} onChoose={explore.chooseOpen}>
            <span>
              {words.open} <small>{words.openHint}</small>
            </span>
          </Choice>
          <Choice
            type="checkbox"
            isChosen={explore.isVerified}
            count={counts.verified}
            onChoose={explore.chooseVerified}
          >
            {words.verified}
          </Choice>
        </fieldset>
        <fieldset className={styles.choices}>
          <legend>{words.legend}</legend>
          <Choice
            type="radio"
            isChosen={explore.chosen === null}
            count={total}
            onChoose={() => explore.chooseCategory(null)}
          >
            {exploreTexts.all}
          </Choice>
          {categories.map((category) => (
            <Choice
              key={category.id}
              type="radio"
              isChosen={category.slug === explore.chosen}
              count={inCategories ? (inCategories.get(category.slug) ?? 0) : category.placeCount}
              onChoose={() => explore.chooseCategory(category.slug)}
            >
              <CategoryLabel category={category} />
            </Choice>
          ))}
        </fieldset>
        <Tags counts={counts.tags} chosen={explore.tags} onToggle={explore.toggleTag} />
      </div>
      <div className={styles.foot}>
        {isNarrowed && (
          <button type="button" className={button.secondary} onClick={explore.clearFilters}>
            {words.clear}
          </button>
        )}
        <button type="button" className={button.primary} onClick={onClose}>
          {words.show(explore.found.length)}
        </button>
      </div>
    </>
  );
}

type TagsProps = {
  counts: { tag: string; count: number }[];
  /** As the address says them, which may be parts of tags. */
  chosen: readonly string[];
  onToggle: (tag: string) => void;
};

/** The tags of the places that are left, the most frequent first. A place needs one of those that are chosen. */
function Tags({ counts, chosen, onToggle }: TagsProps) {
  const [isWhole, setWhole] = useState(false);
  const isChosen = (tag: string) => chosen.some((other) => fold(other) === fold(tag));
  const known = new Set(counts.map(({ tag }) => fold(tag)));
  const unlisted = chosen.filter((tag) => !known.has(fold(tag)));
  const offered = isWhole ? counts : counts.filter(({ tag }, at) => at < FIRST_TAGS || isChosen(tag));
  if (counts.length + unlisted.length === 0) return null;
  return (
    <fieldset className={styles.tags}>
      <legend>{words.tags}</legend>
      {unlisted.map((tag) => (
        <Chip key={tag} isPressed onPress={() => onToggle(tag)}>
          {tag}
        </Chip>
      ))}
      {offered.map(({ tag, count }) => (
        <Chip key={tag} isPressed={isChosen(tag)} count={count} onPress={() => onToggle(tag)}>
          {tag}
        </Chip>
      ))}
      {offered.length < counts.length && (
        <button type="button" className={button.text} onClick={() => setWhole(true)}>
          {words.allTags(counts.length)}
        </button>
      )}
    </fieldset>
  );
}

type ChoiceProps = {
  type: "radio" | "checkbox";
  isChosen: boolean;
  count: number;
  onChoose: (isChosen: boolean) => void;
  children: ReactNode;
};

function Choice({ type, isChosen, count, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type={type}
        name={type === "radio" ? "category" : undefined}
        checked={isChosen}
        onChange={({ target }) => onChoose(target.checked)}
      />
      {children}
      <span className={styles.count}>{count}</span>
    </label>
  );
}
