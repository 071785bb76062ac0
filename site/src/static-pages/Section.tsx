import { useId, type ReactNode } from "react";
import type { Passage } from "@karst/client";
import styles from "./Section.module.css";

/** A section of a standing page, as wide as the page. */
export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {children}
    </section>
  );
}

/** A long passage in a column for reading. */
export function TextSection({ passage: { title, paragraphs } }: { passage: Passage }) {
  return (
    <Section title={title}>
      <div className={styles.column}>
        {paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}
