"use client";

import { useId, useState, type ReactNode } from "react";
import { X } from "lucide-react";
import { fold } from "@karst/client/fold";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { MONTHS, monthName } from "@/lib/months";
import { t as tExplore } from "@/messages/explore.gen";
import { t } from "@/messages/filters.gen";
import button from "@/ui/button.module.css";
import { Chip } from "@/ui/Chip";
import { Dialog } from "@/ui/Dialog";
import { IconButton } from "@/ui/IconButton";
import styles from "./FiltersDialog.module.css";

/** The number of tags before "all tags" is chosen. */
const INITIAL_TAGS = 16;

type Props = {
  isOpen: boolean;
  onClose: () => void;
  categories: readonly Category[];
  filters: {
    categorySlug: string | null;
    tags: readonly string[];
    isOpen: boolean;
    isVerified: boolean;
    goodIn: number | null;
    selectCategory: (slug: string | null) => void;
    toggleTag: (tag: string) => void;
    setOpen: (isOpen: boolean) => void;
    setVerified: (isVerified: boolean) => void;
    setGoodIn: (month: number | null) => void;
    clearFilters: () => void;
  };
  foundCount: number;
  /** The number of places that all categories would leave. */
  total: number;
  /** The number of places that each category would leave, by slug; null means its `placeCount`. */
  categoryCounts: ReadonlyMap<string, number> | null;
  /** Counts the places that each other filter would leave. */
  countChoices: () => { open: number; verified: number; tags: { tag: string; count: number }[] };
};

/** All filters of the list. They apply immediately; the button only closes the dialog. R46 */
export function FiltersDialog({ isOpen, onClose, ...rest }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} label={t("title")} size="small">
      <div className={styles.head}>
        <h2 aria-hidden>{t("title")}</h2>
        <IconButton icon={X} label={t("close")} onClick={onClose} />
      </div>
      <FilterGroups {...rest} onClose={onClose} />
    </Dialog>
  );
}

function FilterGroups({ categories, filters, foundCount, total, ...props }: Omit<Props, "isOpen">) {
  const { categoryCounts, countChoices, onClose } = props;
  const counts = countChoices();
  const hasFilters =
    filters.categorySlug !== null ||
    filters.tags.length > 0 ||
    filters.isOpen ||
    filters.isVerified ||
    filters.goodIn !== null;
  return (
    <>
      <div className={styles.groups}>
        <fieldset className={styles.choices}>
          <legend>{t("state")}</legend>
          <Choice type="checkbox" isSelected={filters.isOpen} count={counts.open} onChange={filters.setOpen}>
            <span>
              {tExplore("filter.open")} <small>{t("openHint")}</small>
            </span>
          </Choice>
          <Choice
            type="checkbox"
            isSelected={filters.isVerified}
            count={counts.verified}
            onChange={filters.setVerified}
          >
            {tExplore("filter.verified")}
          </Choice>
          <MonthSelect month={filters.goodIn} onSelect={filters.setGoodIn} />
        </fieldset>
        <fieldset className={styles.choices}>
          <legend>{t("categories")}</legend>
          <Choice
            type="radio"
            isSelected={filters.categorySlug === null}
            count={total}
            onChange={() => filters.selectCategory(null)}
          >
            {tExplore("all")}
          </Choice>
          {categories.map((category) => (
            <Choice
              key={category.id}
              type="radio"
              isSelected={category.slug === filters.categorySlug}
              count={categoryCounts ? (categoryCounts.get(category.slug) ?? 0) : category.placeCount}
              onChange={() => filters.selectCategory(category.slug)}
            >
              <CategoryLabel category={category} />
            </Choice>
          ))}
        </fieldset>
        <Tags counts={counts.tags} selected={filters.tags} onToggle={filters.toggleTag} />
      </div>
      <div className={styles.foot}>
        {hasFilters && (
          <button type="button" className={button.secondary} onClick={filters.clearFilters}>
            {t("clear")}
          </button>
        )}
        <button type="button" className={button.primary} onClick={onClose}>
          {t("show", { count: foundCount })}
        </button>
      </div>
    </>
  );
}

type MonthProps = { month: number | null; onSelect: (month: number | null) => void };

/** The month in which the places are good to visit. R494 */
function MonthSelect({ month, onSelect }: MonthProps) {
  const id = useId();
  return (
    <p className={styles.month}>
      <label htmlFor={id}>{t("season")}</label>
      <select id={id} value={month ?? ""} onChange={({ target }) => onSelect(Number(target.value) || null)}>
        <option value="">{t("anyMonth")}</option>
        {MONTHS.map((one) => (
          <option key={one} value={one}>
            {tExplore("filter.goodIn", { month: monthName(one) })}
          </option>
        ))}
      </select>
    </p>
  );
}

type TagsProps = {
  counts: { tag: string; count: number }[];
  /** From the URL, so they may be parts of tags. */
  selected: readonly string[];
  onToggle: (tag: string) => void;
};

/** The tags of the matching places, most frequent first. A place must have one of the selected tags. R52 */
function Tags({ counts, selected, onToggle }: TagsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isSelected = (tag: string) => selected.some((other) => fold(other) === fold(tag));
  const listedTags = new Set(counts.map(({ tag }) => fold(tag)));
  const unlisted = selected.filter((tag) => !listedTags.has(fold(tag)));
  const visible = showsAll
    ? counts
    : counts.filter(({ tag }, index) => index < INITIAL_TAGS || isSelected(tag));
  if (counts.length + unlisted.length === 0) return null;
  return (
    <fieldset className={styles.tags}>
      <legend>{t("tags")}</legend>
      {unlisted.map((tag) => (
        <Chip key={tag} isPressed onPress={() => onToggle(tag)}>
          {tag}
        </Chip>
      ))}
      {visible.map(({ tag, count }) => (
        <Chip key={tag} isPressed={isSelected(tag)} count={count} onPress={() => onToggle(tag)}>
          {tag}
        </Chip>
      ))}
      {visible.length < counts.length && (
        <button type="button" className={button.text} onClick={() => setShowsAll(true)}>
          {t("allTags", { count: counts.length })}
        </button>
      )}
    </fieldset>
  );
}

type ChoiceProps = {
  type: "radio" | "checkbox";
  isSelected: boolean;
  count: number;
  onChange: (isSelected: boolean) => void;
  children: ReactNode;
};

function Choice({ type, isSelected, count, onChange, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type={type}
        name={type === "radio" ? "category" : undefined}
        checked={isSelected}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
      <span className={styles.count}>{count}</span>
    </label>
  );
}
