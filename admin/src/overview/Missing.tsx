import type { ArticleResponse } from "@karst/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useGetList } from "react-admin";
import { useAccount } from "../identity/useAccount";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/overview.gen";
import { missingFacts } from "../resources";
import { useAsk } from "../useAsk";
import { TaskList } from "./TaskList";
import { listAt, useTotal } from "./useTotal";

const UNDESCRIBED = { view: "undescribed" };
/** In a large guide, the count reads many pages of places. */
const COUNT_AGAIN_MS = 300_000;

/** What records lack: of those that a list of the console can be narrowed to. */
export function Missing() {
  const { account, may } = useAccount();
  const ownerId = may("listAll") ? undefined : account?.uid;
  const ask = useAsk();
  const { data, isPending, error, refetch } = useQuery({
    // Under the key of the list, so that a change of a place renews both.
    queryKey: ["businesses", "getList", "missing", ownerId],
    queryFn: () => ask(() => missingFacts(ownerId)),
    enabled: !!account,
    staleTime: COUNT_AGAIN_MS,
  });
  const places = (missing: "image" | "hours" | "contact") => {
    const count = data?.[missing] ?? 0;
    return { count, text: t(`missing.${missing}`, { count }), to: listAt("businesses", { missing }) };
  };
  const undescribed = useTotal("media", UNDESCRIBED);
  return (
    <TaskList
      id="missing"
      title={t("missing.title")}
      failed={t("missing.failed")}
      nothing={t("missing.nothing")}
      queries={[{ isLoading: isPending, error, refetch }, undescribed]}
      tasks={[
        places("image"),
        places("hours"),
        places("contact"),
        {
          count: undescribed.total,
          text: t("missing.undescribed", { count: undescribed.total ?? 0 }),
          to: listAt("media", UNDESCRIBED),
        },
      ]}
    />
  );
}

const MAX_SCHEDULED = 10;

/** The articles that appear by themselves later. They are not counted: no filter of the list leaves only them. */
export function Scheduled() {
  const zone = useSettings()?.timeZone;
  const [now] = useState(Date.now);
  const { data = [], ...query } = useGetList<ArticleResponse>("articles", {
    pagination: { page: 1, perPage: MAX_SCHEDULED },
    sort: { field: "publicationDate", order: "DESC" },
  });
  return (
    <TaskList
      id="scheduled"
      title={t("scheduled.title")}
      failed={t("scheduled.failed")}
      queries={[query]}
      tasks={data
        .filter(({ isActive, publicationDate }) => isActive && Date.parse(publicationDate) > now)
        .reverse()
        .map(({ id, title, publicationDate }) => ({
          count: 1,
          text: t("scheduled.item", { title, date: dateIn(zone, publicationDate) }),
          to: `/articles/${id}`,
        }))}
    />
  );
}
