import { Button, Typography } from "@mui/material";
import type { ArticleResponse } from "@karst/client";
import { useFormContext, useWatch } from "react-hook-form";
import { dateIn } from "../kit/zone";
import { useNow } from "../kit/useNow";
import { useSettings } from "../layout/useSettings";
import { t } from "../messages/articles.gen";
import { statusOf, type ArticleText } from "./shape";

interface PublishingProps {
  /** The stored article; undefined for a new one. */
  article?: ArticleResponse;
  onPublish: () => void;
}

/** Explains how Save affects the article on the site. Offers Publish now if Save does not make it public. */
export function Publishing({ article, onPublish }: PublishingProps) {
  const { setValue } = useFormContext<ArticleText>();
  const [isActive, publicationDate] = useWatch<ArticleText, ["isActive", "publicationDate"]>({
    name: ["isActive", "publicationDate"],
  });
  const now = useNow(10_000);
  const zone = useSettings()?.timeZone;
  if (!publicationDate) return null;
  const after = statusOf({ isActive, publicationDate }, now);
  const wasLive = article !== undefined && statusOf(article, now) === "live";

  function publish() {
    setValue("isActive", true, { shouldDirty: true });
    // A date in the past stays: the article may have been public before.
    if (Date.parse(publicationDate) > Date.now())
      setValue("publicationDate", new Date().toISOString(), { shouldDirty: true });
    onPublish();
  }

  return (
    <>
      <Typography variant="body2" sx={{ flexBasis: { xs: "100%", md: "auto" } }}>
        {t("saveEffect", {
          after,
          wasLive: String(wasLive),
          time: after === "scheduled" ? dateIn(zone, publicationDate) : "",
        })}
      </Typography>
      {after !== "live" && (
        <Button variant="outlined" onClick={publish}>
          {t("publishNow")}
        </Button>
      )}
    </>
  );
}
