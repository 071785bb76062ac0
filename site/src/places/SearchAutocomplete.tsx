"use client";

import { useDeferredValue, useEffect, useId, useMemo, useState, type KeyboardEvent } from "react";
import { Tag } from "lucide-react";
import { AlertChip } from "@/alerts/AlertChip";
import { CategoryLabel } from "@/categories/CategoryLabel";
import type { Category } from "@/categories/find";
import { t } from "@/messages/explore.gen";
import { SearchBox } from "@/ui/SearchBox";
import type { Suggestion } from "./suggest";
import styles from "./SearchAutocomplete.module.css";

type Props = {
  text: string;
  onTextChange: (text: string) => void;
  /** The field is left, or Enter is pressed. */
  onCommit: () => void;
  /** The field has the focus. */
  onIntent: () => void;
  suggest: (text: string) => Suggestion[];
  onSelect: (suggestion: Suggestion) => void;
  categoryBySlug: ReadonlyMap<string, Category>;
};

/**
 * A search box with suggestions: a combobox with a list of options, as the WAI-ARIA authoring practices describe it. The
 * list of places is filtered with each keystroke too, so choosing a suggestion is optional. R203
 */
export function SearchAutocomplete({ text, onTextChange, onCommit, onSelect, ...props }: Props) {
  const { onIntent, suggest, categoryBySlug } = props;
  const id = useId();
  // Typing shows suggestions; a search in the URL does not.
  const [isEnabled, setEnabled] = useState(false);
  /** The key of the active option, because the options may change. */
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const deferredText = useDeferredValue(isEnabled ? text : "");
  const options = useMemo(() => suggest(deferredText), [suggest, deferredText]);
  const activeIndex = options.findIndex((option) => keyOf(option) === activeKey);
  const isOpen = isEnabled && options.length > 0;
  const optionId = (index: number) => `${id}-${index}`;

  const activate = (index: number) => setActiveKey(options[index] ? keyOf(options[index]) : null);
  const close = () => {
    setEnabled(false);
    setActiveKey(null);
  };
  const select = (option: Suggestion) => {
    close();
    onSelect(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && text.trim()) {
      event.preventDefault();
      setEnabled(true);
      // The cycle includes the field itself, between the last option and the first.
      const cycleLength = options.length + 1;
      activate(isOpen ? ((activeIndex + 1 + step + cycleLength) % cycleLength) - 1 : -1);
    } else if (event.key === "Enter" && isOpen) {
      const option = options[activeIndex];
      if (option) {
        event.preventDefault();
        select(option);
      } else close();
    } else if (event.key === "Escape" && isEnabled) {
      event.preventDefault(); // browsers clear the field otherwise
      close();
    }
  };
  useEffect(() => {
    if (activeIndex >= 0)
      document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: "nearest" });
  }, [id, activeIndex]);

  return (
    <div className={styles.suggest}>
      <SearchBox
        value={text}
        onChange={(next) => {
          setEnabled(next.trim() !== "");
          setActiveKey(null);
          onTextChange(next);
        }}
        onCommit={onCommit}
        onIntent={onIntent}
        inputProps={{
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-expanded": isOpen,
          "aria-controls": isOpen ? id : undefined,
          "aria-activedescendant": isOpen && activeIndex >= 0 ? optionId(activeIndex) : undefined,
          onKeyDown,
          onBlur: close,
        }}
        texts={{
          searchLabel: t("search.label"),
          search: t("search.placeholder"),
          clearSearch: t("search.clear"),
        }}
      />
      <p className="visually-hidden" role="status">
        {isOpen && t("suggestions.status", { count: options.length })}
      </p>
      {isOpen && (
        <ul className={styles.options} id={id} role="listbox" aria-label={t("suggestions.label")}>
          {options.map((option, index) => (
            <li
              key={keyOf(option)}
              id={optionId(index)}
              role="option"
              aria-selected={index === activeIndex}
              // The focus stays in the field, because its blur event closes the options.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => select(option)}
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
    const { name, localName, categories, alert } = option.place;
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
        <span className={styles.kind}>
          {alert && <AlertChip level={alert} />}
          {category && <CategoryLabel category={category} />}
        </span>
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
        {isTag ? t("suggestions.tag") : t("suggestions.places", { count: option.category.placeCount })}
      </span>
    </>
  );
}
