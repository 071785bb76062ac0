"use client";

import { useMemo, type MouseEvent } from "react";
import { ArrowDown, ArrowRight, Pause, Play } from "lucide-react";
import type { SettingsResponse } from "@karst/client";
import { t } from "@/messages/hero.gen";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import type { ImageSource } from "@/ui/imageSource";
import styles from "./Hero.module.css";
import { HeroImage } from "./HeroImage";
import { useTypewriter } from "./useTypewriter";

const SCROLL_DELAY_MS = 100;

type Props = {
  prompts: SettingsResponse["heroPrompts"];
  /** The page's heading, for screen readers and search engines. */
  heading: string;
  /** The line above the prompt, for example the number of verified places. */
  eyebrow: string;
  /** The region's own image; null for the illustration. */
  image: ImageSource | null;
  timeZone: string;
  /** The id of the section that "Learn more" scrolls to. */
  learnMoreId: string;
};

/** The top of Home: an image for the time of day, typed prompts, and a button for each prompt (R15 to R21). */
export function Hero({ prompts, heading, eyebrow, image, timeZone, learnMoreId }: Props) {
  const promptTexts = useMemo(() => prompts.map(({ text }) => text), [prompts]);
  const typewriter = useTypewriter(promptTexts);
  const longest = promptTexts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");

  return (
    <section className={styles.hero}>
      <HeroImage image={image} timeZone={timeZone} />
      <div className={styles.content}>
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h1 className={styles.prompt}>
          <span className={prompts.length > 0 ? "visually-hidden" : undefined}>{heading}</span>
          {/* The longest prompt reserves the height for all of them, so the layout does not shift. */}
          {prompts.length > 0 && (
            <span className={styles.placeholder} data-longest={longest} aria-hidden>
              <span className={styles.typed} data-phase={typewriter.frame.phase}>
                {typewriter.frame.text}
              </span>
            </span>
          )}
        </h1>
        <ul className={styles.prompts} aria-label={t("prompts")}>
          {prompts.map((prompt, index) => (
            <li key={prompt.text} data-current={index === typewriter.frame.prompt || undefined}>
              <span className={styles.question}>{prompt.text} </span>
              <IntentLink
                href={prompt.href}
                className={button.accent}
                onFocusCapture={() => typewriter.pin(index)}
                onPointerMove={() => typewriter.pin(index)}
                onBlur={typewriter.release}
                onPointerLeave={typewriter.release}
              >
                {prompt.button}
                <ArrowRight size={18} aria-hidden />
              </IntentLink>
            </li>
          ))}
        </ul>
        <a
          className={styles.more}
          href={`#${learnMoreId}`}
          onClick={(event) => scrollToSection(event, learnMoreId)}
        >
          {t("learnMore")}
          <ArrowDown size={18} aria-hidden />
        </a>
      </div>
      {prompts.length > 1 && (
        <button
          type="button"
          className={styles.pause}
          aria-label={typewriter.isPaused ? t("play") : t("pause")}
          onClick={typewriter.togglePause}
        >
          {typewriter.isPaused ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
        </button>
      )}
    </section>
  );
}

/** Scrolls to the section, or by one screen if it is missing (R21). */
function scrollToSection(event: MouseEvent, id: string) {
  event.preventDefault();
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  setTimeout(() => {
    const section = document.getElementById(id);
    if (!section) return window.scrollBy({ top: window.innerHeight, behavior });
    section.scrollIntoView({ behavior });
    section.focus({ preventScroll: true });
  }, SCROLL_DELAY_MS);
}
