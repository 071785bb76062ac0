import type { ArticleResponse } from "@karst/client";
import { LiveMark } from "../live/LiveMark";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { standingOf } from "./shape";
import { words } from "./words";

/** What a save means to the public: live since when, at which time by itself, or not at all. */
export function PublicMark({ article }: { article: ArticleResponse }) {
  const zone = useSettings()?.timeZone;
  if (standingOf(article, Date.parse(article.updatedAt)) === "scheduled")
    return words.standing.scheduledFor(dateIn(zone, article.publicationDate));
  return <LiveMark place={article} resource="articles" />;
}
