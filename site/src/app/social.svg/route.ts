import { getSettings } from "@/api/server";
import { guideCard } from "@/layout/siteImage";
import { respondWithSocialImage } from "@/og-image/respond";

export const dynamic = "force-static";

/** The drawing of the guide's own card. */
export async function GET() {
  return respondWithSocialImage(guideCard(await getSettings()));
}
