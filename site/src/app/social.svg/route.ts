import { settings } from "@/api/server";
import { siteImage } from "@/layout/siteImage";
import { answerCard } from "@/og-image/respond";

export const dynamic = "force-static";

/** The SVG of the guide's social image. */
export async function GET() {
  return answerCard(siteImage(await settings()));
}
