import { getArticle, getSettings } from "@/api/server";
import { articleCard } from "@/articles/articleImage";
import { articlePath } from "@/lib/paths";
import { respondWithSocialImage } from "@/og-image/respond";

export const dynamic = "force-static";

/** As the page: no article is known when the site is built. */
export function generateStaticParams() {
  return [];
}

/** The drawing of an article's card. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [article, region] = await Promise.all([getArticle(id), getSettings()]);
  return respondWithSocialImage(
    article && articlePath(article) === `/inspiration/${id}` ? articleCard(article, region) : null,
  );
}
