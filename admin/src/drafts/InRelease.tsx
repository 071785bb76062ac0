import { Link, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { Link as RouterLink } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { bdi } from "../kit/bdi";
import { dateIn } from "../kit/zone";
import { t } from "../messages/drafts.gen";
import { releasePath } from "../releases/release";
import type { ListedDraft } from "./draft";

/** The release of a draft, and when it goes live. Owners do not see its name. Nothing without a release. */
export function InRelease({ draft }: { draft: ListedDraft }) {
  const zone = useZone();
  const { releaseId, releaseName, releasePublishAt } = draft;
  if (releaseId === null) return null;
  const link = (content: ReactNode) => (
    <Link key="link" component={RouterLink} to={releasePath(releaseId)} color="inherit">
      {content}
    </Link>
  );
  return (
    <Typography variant="body2" component="div">
      {releaseName === null ? t("release.ofAdmins") : t.rich("release.of", { name: releaseName, link, bdi })}{" "}
      {releasePublishAt && t("banner.goesLive", { time: dateIn(zone, releasePublishAt) })}
    </Typography>
  );
}
