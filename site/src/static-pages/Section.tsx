import { useId, type ReactNode } from "react";
import type { PageSection } from "@karst/client";
import type { field } from "@/preview/field";
import styles from "./Section.module.css";

type FieldProps = ReturnType<typeof field>;

/** A section of a standing page, as wide as the page. */
export function Section({
  title,
  note,
  children,
  ...field
}: { title: string; note?: string; children: ReactNode } & FieldProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} {...field}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note && <p>{note}</p>}
      </div>
      {children}
    </section>
  );
}

/** A long passage in a column for reading. */
export function TextSection({
  passage: { title, paragraphs },
  ...field
}: { passage: PageSection } & FieldProps) {
  return (
    <Section title={title} {...field}>
      <div className={styles.column}>
        {paragraphs.map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    </Section>
  );
}
