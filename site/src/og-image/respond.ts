import type { SocialImage } from "./socialImage";
import { drawSocialImage } from "./draw";

/**
 * The response with the SVG of a social image, 404 for a missing page. The server rasterizes `/places/x/social.svg` to
 * `/places/x/social.jpg`.
 */
export async function respondWithSocialImage(image: SocialImage | null): Promise<Response> {
  if (!image) return new Response(null, { status: 404 });
  return new Response(await drawSocialImage(image), {
    headers: { "content-type": "image/svg+xml; charset=utf-8" },
  });
}
