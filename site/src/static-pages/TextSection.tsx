import type { Passage } from "@karst/client";
import { Section } from "./Section";
import styles from "./TextSection.module.css";

/** A passage told at length, in a column for reading. */
export function TextSection({ passage: { title, paragraphs } }: { passage: Passage }) {
  return (
    <Section title={title}>
      <div className={styles.told}>
        {paragraphs.map((paragraph, at) => (
          <p key={at}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}
