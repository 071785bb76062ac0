import { Box, Button, Chip, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { useState } from "react";
import { truncate } from "@karst/web/text";
import { DeleteRecord } from "../form/DeleteRecord";
import { Age } from "../list/Age";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/guestbook.gen";
import { restoreComment } from "../resources";
import { Quote } from "./Quote";
import { ENTRY_QUERIES } from "./useCounts";

type Comment = AdminEntryResponse["comments"][number];

/** The number of comments shown at first (R144). */
const INITIAL_COUNT = 2;

/** The comments on an entry: the first two, and the others on demand. */
export function Comments({ comments, total }: { comments: Comment[]; total: number }) {
  const [isExpanded, setExpanded] = useState(false);
  const [commentToDelete, setCommentToDelete] = useState<Comment | null>(null);
  if (comments.length === 0) return null;
  const hidden = total - INITIAL_COUNT;
  return (
    <Box sx={{ mt: 1.5, pl: 2, borderLeft: 2, borderColor: "divider" }}>
      <Box
        component="ul"
        aria-label={t("comments", { count: total })}
        sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}
      >
        {(isExpanded ? comments : comments.slice(0, INITIAL_COUNT)).map((comment) => (
          <Box component="li" key={comment.id}>
            <Typography component="div" variant="body2" sx={{ color: "text.secondary" }}>
              <strong dir="auto">{comment.authorName || t("anonymous")}</strong> ·{" "}
              <Age time={comment.createdAt} />
              <OwnerReplyChip place={comment.replyPlaceName} />
              {comment.status !== "approved" && (
                <Chip
                  size="small"
                  variant="outlined"
                  label={t(`commentStatus.${comment.status}`)}
                  sx={{ ml: 1, height: 20 }}
                />
              )}
              <Button
                size="small"
                color="error"
                aria-label={t("deleteFor", { name: truncate(comment.comment, 40) })}
                onClick={() => setCommentToDelete(comment)}
                sx={{ minHeight: 32, px: 1, ml: 0.5 }}
              >
                {tCommon("delete")}
              </Button>
            </Typography>
            <Typography variant="body2" dir="auto" sx={{ overflowWrap: "anywhere" }}>
              {comment.comment}
            </Typography>
          </Box>
        ))}
      </Box>
      {hidden > 0 && (
        <Button
          size="small"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          sx={{ ml: -1, mt: 0.5, minHeight: 36 }}
        >
          {isExpanded ? t("fewerComments") : t("moreComments", { count: hidden })}
        </Button>
      )}
      <DeleteComment comment={commentToDelete} onClose={() => setCommentToDelete(null)} />
    </Box>
  );
}

/** Marks the reply of the owner of a place. Readers see it under the name of the place. */
export function OwnerReplyChip({ place }: { place: string | null }) {
  if (!place) return null;
  return (
    <Chip
      size="small"
      color="primary"
      variant="outlined"
      label={<bdi>{t("ownerReply", { place })}</bdi>}
      sx={{ ml: 1, height: "auto", minHeight: 20, "& .MuiChip-label": { whiteSpace: "normal" } }}
    />
  );
}

/** Confirms the deletion of a comment, which is quoted; the toast offers Undo. */
export function DeleteComment({
  comment,
  onClose,
}: {
  comment: Pick<Comment, "id" | "comment"> | null;
  onClose: () => void;
}) {
  return (
    <DeleteRecord
      resource="comments"
      record={comment}
      words={{
        title: t("confirmDeleteComment.title"),
        done: t("done.deleteComment"),
        failed: t("failed.deleteComment"),
      }}
      wayBack={{
        restore: restoreComment,
        renews: ENTRY_QUERIES,
        words: { done: t("done.restoreComment"), failed: t("failed.restoreComment") },
      }}
      onClose={onClose}
    >
      {comment && (
        <>
          <Quote text={comment.comment} />
          <Typography sx={{ mt: 1.5 }}>{t("confirmDeleteComment.text")}</Typography>
        </>
      )}
    </DeleteRecord>
  );
}
