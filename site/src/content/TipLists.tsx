import { Check } from "lucide-react";
import type { StandingPages } from "@karst/client";
import styles from "./TipLists.module.css";

/** Things to know, a list under each heading. */
export function TipLists({ tips }: { tips: StandingPages["getting-here"]["tips"] }) {
  return (
    <div className={styles.tips}>
      {tips.map(({ title, items }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {items.map((item) => (
              <li key={item}>
                <Check size={20} aria-hidden />
                <span>{item}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
