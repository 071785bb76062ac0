import { settings } from "@/api/server";
import { siteImage } from "@/layout/siteImage";
import { answerCard } from "@/og-image/respond";

export const dynamic = "force-static";

/** The drawing of the guide's own card. */
export async function GET() {
  return answerCard(siteImage(await settings()));
}
