import type { Passage } from "@karst/client";
import styles from "./Passages.module.css";

/** Short passages side by side, each under its own heading; `numbered` where people refer to them. */
export function Passages({ passages, numbered }: { passages: Passage[]; numbered?: boolean }) {
  const List = numbered ? "ol" : "ul";
  return (
    <List className={numbered ? styles.numbered : styles.passages}>
      {passages.map(({ title, paragraphs }) => (
        <li key={title}>
          <h3>{title}</h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </li>
      ))}
    </List>
  );
}
