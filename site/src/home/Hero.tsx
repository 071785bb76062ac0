"use client";

import { useMemo, type MouseEvent } from "react";
import { ArrowDown, ArrowRight, Pause, Play } from "lucide-react";
import type { SettingsResponse } from "@karst/client";
import { homeTexts } from "@/texts/home";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import type { ImageSource } from "@/ui/imageSource";
import styles from "./Hero.module.css";
import { HeroPicture } from "./HeroPicture";
import { useTypewriter } from "./useTypewriter";

const SCROLL_DELAY_MS = 100;

type Props = {
  prompts: SettingsResponse["heroPrompts"];
  /** What the page is about, for ears and search engines: its first heading. */
  heading: string;
  /** Said above the prompt, for example how many places are verified. */
  eyebrow: string;
  /** The region's own picture; null for the drawn one. */
  picture: ImageSource | null;
  timeZone: string;
  /** Id of the section that 'Learn more' goes to. */
  learnMoreId: string;
};

/** The first thing one sees: the valley at its time of day, a sentence being typed, and a way to follow it. */
export function Hero({ prompts, heading, eyebrow, picture, timeZone, learnMoreId }: Props) {
  const sentences = useMemo(() => prompts.map(({ text }) => text), [prompts]);
  const typewriter = useTypewriter(sentences);
  const longest = sentences.reduce((best, text) => (text.length > best.length ? text : best), "");

  return (
    <section className={styles.hero}>
      <HeroPicture picture={picture} timeZone={timeZone} />
      <div className={styles.words}>
        <p className={styles.eyebrow}>{eyebrow}</p>
        <h1 className={styles.prompt}>
          <span className={prompts.length > 0 ? "visually-hidden" : undefined}>{heading}</span>
          {/* The longest prompt keeps the room that all of them need, so nothing below moves. */}
          {prompts.length > 0 && (
            <span className={styles.stage} data-longest={longest} aria-hidden>
              <span className={styles.typed} data-phase={typewriter.frame.phase}>
                {typewriter.frame.text}
              </span>
            </span>
          )}
        </h1>
        <ul className={styles.ways} aria-label={homeTexts.prompts}>
          {prompts.map((prompt, at) => (
            <li key={prompt.text} data-current={at === typewriter.frame.prompt || undefined}>
              <span className={styles.question}>{prompt.text} </span>
              <IntentLink
                href={prompt.href}
                className={button.accent}
                onFocusCapture={() => typewriter.pin(at)}
                onPointerMove={() => typewriter.pin(at)}
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
          onClick={(event) => learnMore(event, learnMoreId)}
        >
          {homeTexts.learnMore}
          <ArrowDown size={18} aria-hidden />
        </a>
      </div>
      {prompts.length > 1 && (
        <button
          type="button"
          className={styles.pause}
          aria-label={typewriter.isPaused ? homeTexts.play : homeTexts.pause}
          onClick={typewriter.togglePause}
        >
          {typewriter.isPaused ? <Play size={18} aria-hidden /> : <Pause size={18} aria-hidden />}
        </button>
      )}
    </section>
  );
}

/** Scrolls to the section about the guide, or one screen down when there is none (specification, sections 2 and 9). */
function learnMore(event: MouseEvent, id: string) {
  event.preventDefault();
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
  setTimeout(() => {
    const section = document.getElementById(id);
    if (!section) return window.scrollBy({ top: window.innerHeight, behavior });
    section.scrollIntoView({ behavior });
    section.focus({ preventScroll: true });
  }, SCROLL_DELAY_MS);
}
