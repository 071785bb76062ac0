import { settings } from "@/api/server";
import { guideCard } from "@/shell/card";
import { answerCard } from "@/social/answer";

export const dynamic = "force-static";

/** The drawing of the guide's own card. */
export async function GET() {
  return answerCard(guideCard(await settings()));
}
