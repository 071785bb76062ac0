import type { ArticleResponse } from "@karst/client";
import { LiveMark } from "../live/LiveMark";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/articles.gen";
import { statusOf } from "./shape";

/** The publication status of an article: live since a time, going live at a time, or not public. */
export function PublishStatus({ article }: { article: ArticleResponse }) {
  const zone = useSettings()?.timeZone;
  if (statusOf(article, Date.parse(article.updatedAt)) === "scheduled")
    return t("scheduledFor", { time: dateIn(zone, article.publicationDate) });
  return <LiveMark place={article} resource="articles" />;
}
