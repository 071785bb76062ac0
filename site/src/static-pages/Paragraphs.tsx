import type { PageSection } from "@karst/client";
import styles from "./Paragraphs.module.css";

/**
 * Short passages with headings, side by side; `isNumbered` if people refer to them by number. Editors may write the same
 * text twice, so the keys are indexes. The other lists of standing pages do the same.
 */
export function Paragraphs({ passages, isNumbered }: { passages: PageSection[]; isNumbered?: boolean }) {
  const List = isNumbered ? "ol" : "ul";
  return (
    <List className={isNumbered ? styles.numbered : styles.passages}>
      {passages.map(({ title, paragraphs }, index) => (
        <li key={index}>
          <h3>{title}</h3>
          {paragraphs.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </li>
      ))}
    </List>
  );
}
