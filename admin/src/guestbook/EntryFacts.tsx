import StarRounded from "@mui/icons-material/StarRounded";
import { Box, Link, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { targetName } from "@karst/client/brands";
import type { ReactNode } from "react";
import { bdi } from "../kit/bdi";
import { Age } from "../list/Age";
import { t } from "../messages/guestbook.gen";
import { EntryPhotos } from "./EntryPhotos";
import { isUrl } from "./shape";

type EntryContent = Pick<
  AdminEntryResponse,
  | "authorName"
  | "authorEmail"
  | "nationality"
  | "rating"
  | "createdAt"
  | "message"
  | "location"
  | "relatedPlace"
  | "pictures"
  | "status"
>;

/** Author, message, photos and place of an entry. `beside` follows the name, for example a badge. */
export function EntryFacts({ entry, beside }: { entry: EntryContent; beside?: ReactNode }) {
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.25, rowGap: 0.5 }}>
        <Typography component="h2" variant="h3" sx={{ overflowWrap: "anywhere" }}>
          <bdi>{entry.authorName || t("anonymous")}</bdi>
        </Typography>
        {beside}
      </Box>
      <Typography
        component="div"
        variant="body2"
        sx={{
          color: "text.secondary",
          display: "flex",
          flexWrap: "wrap",
          columnGap: 1.5,
          overflowWrap: "anywhere",
        }}
      >
        {entry.authorEmail && <span>{entry.authorEmail}</span>}
        <Age time={entry.createdAt} />
        {entry.nationality && <bdi>{entry.nationality}</bdi>}
        {entry.rating !== null && <Stars rating={entry.rating} />}
      </Typography>
      <Typography
        dir="auto"
        sx={{ my: 1, whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
      >
        {entry.message}
      </Typography>
      <EntryPhotos entry={entry} />
      <Typography
        component="div"
        variant="body2"
        sx={{
          color: "text.secondary",
          display: "flex",
          flexWrap: "wrap",
          columnGap: 2,
          overflowWrap: "anywhere",
        }}
      >
        {entry.relatedPlace && (
          <span>
            {t.rich("about", {
              name: entry.relatedPlace.name,
              link: (name: ReactNode) => (
                <Link
                  key="link"
                  href={`/places/${encodeURIComponent(entry.relatedPlace!.slug)}`}
                  target="_blank"
                  rel="noopener"
                  color="secondary"
                >
                  <bdi>{name}</bdi>
                </Link>
              ),
            })}
          </span>
        )}
        {entry.location && (
          <span>
            {isUrl(entry.location) ? (
              <Link
                href={entry.location}
                target="_blank"
                rel="noopener noreferrer nofollow"
                color="secondary"
              >
                {t("viewOn", { target: targetName(entry.location, "Google Maps") })}
              </Link>
            ) : (
              t.rich("location", { location: entry.location, bdi })
            )}
          </span>
        )}
      </Typography>
    </>
  );
}

function Stars({ rating }: { rating: number }) {
  return (
    <Box component="span" sx={{ display: "inline-flex", alignItems: "center", gap: 0.25 }}>
      <StarRounded aria-hidden sx={{ fontSize: 18, color: "warning.main" }} />
      {t("rating", { stars: rating })}
    </Box>
  );
}
