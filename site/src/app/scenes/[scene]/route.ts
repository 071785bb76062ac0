import { sceneFile } from "@/illustrations/file";

/**
 * An illustration as a picture of its own: `/scenes/{kind}-{seed}.svg` for a place, `/scenes/hero-{time}.svg` for the
 * wide one of Home. As a file it is fetched when it is seen and once for all pages, where markup inside the page would
 * weigh on every one of them twice (HTML and payload).
 */
export async function GET(_request: Request, { params }: { params: Promise<{ scene: string }> }) {
  const scene = sceneFile((await params).scene);
  if (scene === null) return new Response(null, { status: 404 });
  return new Response(scene.svg, {
    headers: {
      "content-type": "image/svg+xml; charset=utf-8",
      // The same name is the same picture until a release redraws it.
      "cache-control": "public, max-age=604800, stale-while-revalidate=2592000",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}
