import { getArticle, getSettings } from "@/api/server";
import { articleImage } from "@/articles/articleImage";
import { articlePath } from "@/lib/paths";
import { respondWithSocialImage } from "@/og-image/respond";

export const dynamic = "force-static";

/** No article exists at build time. */
export function generateStaticParams() {
  return [];
}

/** The SVG of an article's social image. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [article, region] = await Promise.all([getArticle(id), getSettings()]);
  return respondWithSocialImage(
    article && articlePath(article) === `/inspiration/${id}` ? articleImage(article, region) : null,
  );
}
