import { placeBySlug, settings } from "@/api/server";
import { placeImage } from "@/places/placeImage";
import { answerCard } from "@/og-image/respond";

export const dynamic = "force-static";

/** As the page: no place is known when the site is built. */
export function generateStaticParams() {
  return [];
}

/** The drawing of a place's card. */
export async function GET(_request: Request, { params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const [place, region] = await Promise.all([placeBySlug(slug), settings()]);
  return answerCard(place?.slug === slug ? placeImage(place, region) : null);
}
