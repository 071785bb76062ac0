import { getSettings } from "@/api/server";
import { respondWithSocialImage } from "@/og-image/respond";
import { siteImage } from "@/layout/siteImage";

export const dynamic = "force-static";

/** The SVG of the guide's social image. */
export async function GET() {
  return respondWithSocialImage(siteImage(await getSettings()));
}
