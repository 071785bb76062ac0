import type { ArticleResponse } from "@karst/client";
import { useState } from "react";
import { useGetList } from "react-admin";
import { useAccount } from "../identity/useAccount";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/overview.gen";
import { TaskList } from "./TaskList";
import { listAt, useTotal } from "./useTotal";

const UNDESCRIBED = { view: "undescribed" };

/** What records lack: of those that a list of the console can be narrowed to. */
export function Missing() {
  const { account, may } = useAccount();
  const ownerId = may("listAll") ? undefined : account?.uid;
  const image = useTotal("businesses", { ownerId, missing: "image" });
  const hours = useTotal("businesses", { ownerId, missing: "hours" });
  const contact = useTotal("businesses", { ownerId, missing: "contact" });
  const places = (missing: "image" | "hours" | "contact", count = 0) => ({
    count,
    text: t(`missing.${missing}`, { count }),
    to: listAt("businesses", { missing }),
  });
  const undescribed = useTotal("media", UNDESCRIBED);
  return (
    <TaskList
      id="missing"
      title={t("missing.title")}
      failed={t("missing.failed")}
      nothing={t("missing.nothing")}
      queries={[image, hours, contact, undescribed]}
      tasks={[
        places("image", image.total),
        places("hours", hours.total),
        places("contact", contact.total),
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
