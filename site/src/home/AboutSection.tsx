import type { SettingsResponse } from "@karst/client";
import styles from "./AboutSection.module.css";

/** The introduction to the guide from the settings, the target of "Learn more" (R22). */
export function AboutSection({ whatIs, id }: { whatIs: SettingsResponse["whatIs"]; id: string }) {
  return (
    <section id={id} tabIndex={-1} className={styles.about} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{whatIs.title}</h2>
      <div className={styles.text}>
        {whatIs.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}
