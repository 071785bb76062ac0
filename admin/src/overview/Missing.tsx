import { useQuery } from "@tanstack/react-query";
import { useAccount } from "../identity/useAccount";
import { dateIn } from "../kit/zone";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/overview.gen";
import { scheduledArticles } from "../resources";
import { useAsk } from "../useAsk";
import { TaskList } from "./TaskList";
import { listAt, useTotal } from "./useTotal";

const UNDESCRIBED = { view: "undescribed" };

/** Counts of records that lack something, with links to the filtered lists of the console. */
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

const MAX_SHOWN = 10;

/** The articles that become public later, the next one first. */
export function Scheduled() {
  const zone = useSettings()?.timeZone;
  const ask = useAsk();
  const { data = [], ...query } = useQuery({
    queryKey: ["articles", "scheduled"],
    queryFn: () => ask(() => scheduledArticles(Date.now())),
  });
  const more = data.length - MAX_SHOWN;
  return (
    <TaskList
      id="scheduled"
      title={t("scheduled.title")}
      failed={t("scheduled.failed")}
      queries={[query]}
      tasks={[
        ...data.slice(0, MAX_SHOWN).map(({ id, title, publicationDate }) => ({
          count: 1,
          text: t("scheduled.item", { title, date: dateIn(zone, publicationDate) }),
          to: `/articles/${id}`,
        })),
        { count: Math.max(more, 0), text: t("scheduled.more", { count: more }), to: "/drafts" },
      ]}
    />
  );
}
