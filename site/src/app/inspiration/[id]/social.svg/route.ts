import { articleAt, settings } from "@/api/server";
import { articleImage } from "@/articles/articleImage";
import { articlePath } from "@/lib/paths";
import { answerCard } from "@/og-image/respond";

export const dynamic = "force-static";

/** As the page: no article is known when the site is built. */
export function generateStaticParams() {
  return [];
}

/** The drawing of an article's card. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [article, region] = await Promise.all([articleAt(id), settings()]);
  return answerCard(
    article && articlePath(article) === `/inspiration/${id}` ? articleImage(article, region) : null,
  );
}
