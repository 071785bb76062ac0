"use client";

import { useDeferredValue, useEffect, useId, useMemo, useState, type KeyboardEvent } from "react";
import { Tag } from "lucide-react";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { exploreTexts } from "@/texts/explore";
import { SearchBox } from "@/ui/SearchBox";
import type { Suggestion } from "./suggest";
import styles from "./SearchAutocomplete.module.css";

type Props = {
  words: string;
  onWords: (words: string) => void;
  onSettle: () => void;
  onIntent: () => void;
  /** What these words may mean. */
  suggest: (words: string) => Suggestion[];
  onChoose: (suggestion: Suggestion) => void;
  categoryBySlug: ReadonlyMap<string, Category>;
};

/**
 * A search box that says what may be meant while somebody types: a combobox with a list of options, as WAI-ARIA's
 * authoring practices have it. The list below follows each letter all the same, so nobody needs to choose.
 */
export function SuggestBox({ words, onWords, onSettle, onIntent, suggest, onChoose, categoryBySlug }: Props) {
  const id = useId();
  // Typing opens it; an address that brings words does not.
  const [isWanted, setWanted] = useState(false);
  /** The option that the arrows are at: by what it is, because the list may change under it. */
  const [chosen, setChosen] = useState<string | null>(null);
  const typed = useDeferredValue(isWanted ? words : "");
  const options = useMemo(() => suggest(typed), [suggest, typed]);
  const active = options.findIndex((option) => keyOf(option) === chosen);
  const isOpen = isWanted && options.length > 0;
  const optionId = (at: number) => `${id}-${at}`;

  const moveTo = (at: number) => setChosen(options[at] ? keyOf(options[at]) : null);
  const close = () => {
    setWanted(false);
    setChosen(null);
  };
  const choose = (option: Suggestion) => {
    close();
    onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && words.trim()) {
      event.preventDefault();
      setWanted(true);
      // One more than there are options: the field itself stands between the last and the first.
      const round = options.length + 1;
      moveTo(isOpen ? ((active + 1 + step + round) % round) - 1 : -1);
    } else if (event.key === "Enter" && isOpen) {
      const option = options[active];
      if (option) {
        event.preventDefault();
        choose(option);
      } else close();
    } else if (event.key === "Escape" && isWanted) {
      event.preventDefault(); // a browser would empty the field
      close();
    }
  };
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  return (
    <div className={styles.suggest}>
      <SearchBox
        value={words}
        onChange={(next) => {
          setWanted(next.trim() !== "");
          setChosen(null);
          onWords(next);
        }}
        onCommit={onSettle}
        onIntent={onIntent}
        inputProps={{
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-expanded": isOpen,
          "aria-controls": isOpen ? id : undefined,
          "aria-activedescendant": isOpen && active >= 0 ? optionId(active) : undefined,
          onKeyDown,
          onBlur: close,
        }}
        texts={exploreTexts}
      />
      <p className="visually-hidden" role="status">
        {isOpen && exploreTexts.suggested(options.length)}
      </p>
      {isOpen && (
        <ul className={styles.options} id={id} role="listbox" aria-label={exploreTexts.suggestions}>
          {options.map((option, at) => (
            <li
              key={keyOf(option)}
              id={optionId(at)}
              role="option"
              aria-selected={at === active}
              // The focus stays in the field, so that leaving it is not mistaken for choosing nothing.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <Option option={option} categoryBySlug={categoryBySlug} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function keyOf(option: Suggestion): string {
  if (option.kind === "place") return `place ${option.place.id}`;
  return option.kind === "category" ? `category ${option.category.id}` : `tag ${option.tag}`;
}

function Option({
  option,
  categoryBySlug,
}: {
  option: Suggestion;
  categoryBySlug: ReadonlyMap<string, Category>;
}) {
  if (option.kind === "place") {
    const { name, localName, categories } = option.place;
    const category = categoryBySlug.get(categories[0] ?? "");
    return (
      <>
        <span className={styles.name}>
          <bdi>{name}</bdi>
          {localName && (
            <span className={styles.localName} lang="vi">
              {" "}
              <bdi>{localName}</bdi>
            </span>
          )}
        </span>
        <span className={styles.kind}>{category && <CategoryLabel category={category} />}</span>
      </>
    );
  }
  const isTag = option.kind === "tag";
  return (
    <>
      <span className={styles.name}>
        {isTag ? <bdi>{option.tag}</bdi> : <CategoryLabel category={option.category} />}
      </span>
      <span className={styles.kind}>
        {isTag && <Tag size={14} aria-hidden />}
        {isTag ? exploreTexts.suggestedTag : exploreTexts.suggestedCategory(option.category.placeCount)}
      </span>
    </>
  );
}
