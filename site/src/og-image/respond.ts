import type { SocialImage } from "./socialImage";
import { drawSocialImage } from "./draw";

/**
 * The drawing of a page's card, 404 where there is no such page. It lies beside the address of the picture that the
 * server rasterizes from it: `/places/x/social.svg` for `/places/x/social.jpg`.
 */
export async function respondWithSocialImage(card: SocialImage | null): Promise<Response> {
  if (!card) return new Response(null, { status: 404 });
  return new Response(await drawSocialImage(card), { headers: { "content-type": "image/svg+xml; charset=utf-8" } });
}
