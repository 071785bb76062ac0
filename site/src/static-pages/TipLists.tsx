import { Check } from "lucide-react";
import type { StandingPages } from "@karst/client";
import styles from "./TipLists.module.css";

/** Practical tips: a list under each heading (R95). */
export function TipLists({ tips }: { tips: StandingPages["getting-here"]["tips"] }) {
  return (
    <div className={styles.tips}>
      {tips.map(({ title, items }, index) => (
        <div key={index}>
          <h3>{title}</h3>
          <ul>
            {items.map((item, index) => (
              <li key={index}>
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
