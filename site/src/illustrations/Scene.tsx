/** The pictures of the guide: vector scenes in place of photographs that nobody has taken yet. */
import { memo } from "react";
import { compose } from "./compose";
import type { SceneKind } from "./kinds";

export type SceneProps = {
  kind: SceneKind;
  /** Usually the place's id: it sets the time of day, the ridge line and the foreground. */
  seed: number;
  /** Says what the picture stands for; without it the scene is decoration and hidden from screen readers. */
  title?: string;
  className?: string;
};

/**
 * One scene as an inline SVG of 800 by 600 that fills its box, cropping like `object-fit: cover`.
 *
 * The same kind and seed give the same picture on the server and in the browser. Under 6 kB each.
 */
export const Scene = memo(function Scene({ kind, seed, title, className }: SceneProps) {
  return (
    <svg
      className={className}
      viewBox="0 0 800 600"
      preserveAspectRatio="xMidYMid slice"
      {...(title ? { role: "img", "aria-label": title } : { "aria-hidden": true })}
      dangerouslySetInnerHTML={{ __html: compose(kind, seed) }}
    />
  );
});
