import type { Passage } from "@karst/client";
import styles from "./Paragraphs.module.css";

/**
 * Short passages side by side, each under its own heading; `numbered` where people refer to them. Nothing keeps an editor
 * from writing the same words twice, so what tells them apart is their place; so in the other lists of such pages.
 */
export function Paragraphs({ passages, numbered }: { passages: Passage[]; numbered?: boolean }) {
  const List = numbered ? "ol" : "ul";
  return (
    <List className={numbered ? styles.numbered : styles.passages}>
      {passages.map(({ title, paragraphs }, at) => (
        <li key={at}>
          <h3>{title}</h3>
          {paragraphs.map((paragraph, at) => (
            <p key={at}>{paragraph}</p>
          ))}
        </li>
      ))}
    </List>
  );
}
