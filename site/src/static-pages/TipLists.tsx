import { Check } from "lucide-react";
import type { StandingPages } from "@karst/client";
import styles from "./TipLists.module.css";

/** Things to know, a list under each heading. */
export function TipLists({ tips }: { tips: StandingPages["getting-here"]["tips"] }) {
  return (
    <div className={styles.tips}>
      {tips.map(({ title, items }, at) => (
        <div key={at}>
          <h3>{title}</h3>
          <ul>
            {items.map((item, at) => (
              <li key={at}>
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
