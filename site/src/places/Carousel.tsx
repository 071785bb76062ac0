"use client";

import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { texts } from "@/texts";
import { Picture } from "@/ui/Picture";
import styles from "./Carousel.module.css";

type Props = {
  name: string;
  /** Two photographs or more. */
  photos: readonly string[];
  /** What stands in for one that is broken. */
  scene: readonly string[];
};

/** A smooth movement from one picture to the next takes less. */
const LATE_MS = 800;

/** Photographs in a row that scrolls sideways, by hand, by buttons and by the arrow keys; it goes round (row 61). */
export function Carousel({ name, photos, scene }: Props) {
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const words = texts.place;

  /** The picture that a press leads to, while the row is on its way there. */
  const wanted = useRef<number | null>(null);
  const late = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(late.current), []);

  function go(step: number) {
    const list = row.current;
    if (!list) return;
    const to = (at + step + photos.length) % photos.length;
    wanted.current = to;
    // A second press counts from where the first leads, also while the row still moves.
    setAt(to);
    list.scrollTo({ left: to * list.clientWidth });
    clearTimeout(late.current);
    // Browsers give a smooth movement up when another begins on a busy machine.
    late.current = setTimeout(() => {
      if (wanted.current !== null)
        list.scrollTo({ left: wanted.current * list.clientWidth, behavior: "instant" });
    }, LATE_MS);
  }

  function onScroll(list: HTMLElement) {
    const seen = Math.round(list.scrollLeft / list.clientWidth);
    if (wanted.current !== null && wanted.current !== seen) return;
    wanted.current = null;
    setAt(seen);
  }

  /** The row follows the hand again. */
  const letGo = () => {
    wanted.current = null;
  };

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  }

  return (
    <div className={styles.carousel}>
      <ul
        ref={row}
        className={styles.row}
        aria-label={words.pictures(name)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => onScroll(currentTarget)}
        onPointerDown={letGo}
        onWheel={letGo}
      >
        {photos.map((photo, index) => (
          <li key={photo} className={styles.frame}>
            <Picture
              sources={[photo, ...scene]}
              alt={`${name}, ${index + 1} / ${photos.length}`}
              isFirst={index === 0}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.previous}
        aria-label={words.previousPicture}
        onClick={() => go(-1)}
      >
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className={styles.next} aria-label={words.nextPicture} onClick={() => go(1)}>
        <ChevronRight aria-hidden />
      </button>
      <p className={styles.count} role="status">
        {at + 1} / {photos.length}
      </p>
    </div>
  );
}
