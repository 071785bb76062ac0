import { compose } from "@/scenes/compose";
import { composeHero, HERO_HEIGHT, HERO_WIDTH } from "@/scenes/hero";
import { INKS, type Time } from "@/scenes/inks";
import type { SceneKind } from "@/scenes/kinds";

const KINDS: Record<SceneKind, true> = {
  cave: true,
  stay: true,
  food: true,
  streetFood: true,
  water: true,
  forest: true,
  road: true,
  services: true,
  karst: true,
};

/**
 * An illustration as a picture of its own: `/scenes/{kind}-{seed}.svg` for a place, `/scenes/hero-{time}.svg` for the
 * wide one of Home. As a file it is fetched when it is seen and once for all pages, where markup inside the page would
 * weigh on every one of them twice (HTML and payload).
 */
export async function GET(_request: Request, { params }: { params: Promise<{ scene: string }> }) {
  const svg = draw((await params).scene);
  if (svg === null) return new Response(null, { status: 404 });
  return new Response(svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      // The same name is the same picture until a release redraws it.
      "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

function draw(file: string): string | null {
  const [, kind, seed] = /^([a-zA-Z]+)-(\d{1,9})\.svg$/.exec(file) ?? [];
  if (kind && Object.hasOwn(KINDS, kind)) return picture(800, 600, compose(kind as SceneKind, Number(seed)));
  const [, time] = /^hero-([a-z]+)\.svg$/.exec(file) ?? [];
  if (time && Object.hasOwn(INKS, time)) return picture(HERO_WIDTH, HERO_HEIGHT, composeHero(time as Time));
  return null;
}

/** Width and height are said, because some browsers give a picture without them no natural size. */
function picture(width: number, height: number, markup: string): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${markup}</svg>`;
}
