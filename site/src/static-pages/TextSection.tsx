import type { Passage } from "@karst/client";
import { Section } from "./Section";
import styles from "./TextSection.module.css";

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
