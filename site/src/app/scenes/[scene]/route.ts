import { sceneFile } from "@/illustrations/file";

/**
 * An illustration as an SVG file: `/scenes/{kind}-{seed}.svg` for a place, `/scenes/hero-{time}.svg` for Home. Browsers
 * load a file lazily and cache it for all pages. Inline markup would be in every page twice, in HTML and payload.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ scene: string }> }) {
  const scene = sceneFile((await params).scene);
  if (scene === null) return new Response(null, { status: 404 });
  return new Response(scene.svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      // The content of a name changes only with a release.
      "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
