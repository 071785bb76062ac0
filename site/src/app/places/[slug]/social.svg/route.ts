import { placeImage } from "@/places/placeImage";
import { getPlace, getSettings } from "@/api/server";
import { respondWithSocialImage } from "@/og-image/respond";

export const dynamic = "force-static";

/** No place exists at build time. */
export function generateStaticParams() {
  return [];
}

/** The SVG of a place's social image. */
export async function GET(_request: Request, { params }: { params: Promise<{ slug: string }> }) {
  const { slug } = await params;
  const [place, region] = await Promise.all([getPlace(slug), getSettings()]);
  return respondWithSocialImage(place?.slug === slug ? placeImage(place, region) : null);
}
