/** The wide picture behind the home page's first words. */
import { memo } from "react";
import { composeHero, HERO_HEIGHT, HERO_WIDTH } from "./hero";
import type { Time } from "./palettes";

/**
 * The valley at a time of day as an inline SVG of 1600 by 900; it covers its box and keeps the water in view when cropped.
 *
 * Sky, ridges and water are dark enough for white words (4.5:1), but not the sun. `veiled` darkens the foot too, for words that stand there
 * over the whole width, as on a phone. Decorative: screen readers pass it by.
 */
export const HeroScene = memo(function HeroScene({
  time,
  veiled = false,
  className,
}: {
  time: Time;
  veiled?: boolean;
  className?: string;
}) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${HERO_WIDTH} ${HERO_HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: composeHero(time) + (veiled ? foot(time) : "") }}
    />
  );
});

function foot(time: Time): string {
  const id = `hero${time}f`;
  return (
    `<linearGradient id="${id}" x2="0" y2="1"><stop offset=".25" stop-color="#061414" stop-opacity="0"/><stop offset=".6" stop-color="#061414" stop-opacity=".72"/><stop offset="1" stop-color="#061414" stop-opacity=".8"/></linearGradient>` +
    `<path fill="url(#${id})" d="M0 0h1600v900H0z"/>`
  );
}
