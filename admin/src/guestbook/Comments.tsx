import { Box, Button, Chip, Typography } from "@mui/material";
import type { AdminEntryResponse } from "@karst/client";
import { truncate } from "@karst/web/text";
import { useState } from "react";
import { DeleteRecord } from "../form/DeleteRecord";
import { Age } from "../list/Age";
import { useRestoring } from "../list/useRestoring";
import { Quote } from "./Quote";
import { wayBack } from "./wayBack";
import { words } from "./words";

type Comment = AdminEntryResponse["comments"][number];

/** How many comments are shown at first (R144). */
const SHOWN = 2;

/** What was written under an entry: the first two, and the others on demand. */
export function Comments({ comments, total }: { comments: Comment[]; total: number }) {
  const [isWhole, setWhole] = useState(false);
  const [doomed, setDoomed] = useState<Comment | null>(null);
  if (comments.length === 0) return null;
  const hidden = total - SHOWN;
  return (
    <Box sx={{ mt: 1.5, pl: 2, borderLeft: 2, borderColor: "divider" }}>
      <Box
        component="ul"
        aria-label={words.comments(total)}
        sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}
      >
        {(isWhole ? comments : comments.slice(0, SHOWN)).map((comment) => (
          <Box component="li" key={comment.id}>
            <Typography component="div" variant="body2" sx={{ color: "text.secondary" }}>
              <strong dir="auto">{comment.authorName || words.anonymous}</strong> ·{" "}
              <Age time={comment.createdAt} />
              {comment.status !== "approved" && (
                <Chip
                  size="small"
                  variant="outlined"
                  label={words.commentStatus[comment.status]}
                  sx={{ ml: 1, height: 20 }}
                />
              )}
              <Button
                size="small"
                color="error"
                aria-label={words.of(words.delete, truncate(comment.comment, 40))}
                onClick={() => setDoomed(comment)}
                sx={{ minHeight: 32, px: 1, ml: 0.5 }}
              >
                {words.delete}
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
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          sx={{ ml: -1, mt: 0.5, minHeight: 36 }}
        >
          {isWhole ? words.fewerComments : words.moreComments(hidden)}
        </Button>
      )}
      <DeleteComment comment={doomed} onClose={() => setDoomed(null)} />
    </Box>
  );
}

/** Asks before a comment is gone, and quotes it; brings it back if that was a slip. */
export function DeleteComment({
  comment,
  onClose,
}: {
  comment: Pick<Comment, "id" | "comment"> | null;
  onClose: () => void;
}) {
  const { confirmDeleteComment, done, failed } = words;
  const { restore } = useRestoring(wayBack.comment);
  return (
    <DeleteRecord
      resource="comments"
      record={comment}
      words={{ ...confirmDeleteComment, done: done.deleteComment, failed: failed.deleteComment }}
      onUndo={(gone) => void restore(gone)}
      onClose={onClose}
    >
      {comment && (
        <>
          <Quote text={comment.comment} />
          <Typography sx={{ mt: 1.5 }}>{confirmDeleteComment.text}</Typography>
        </>
      )}
    </DeleteRecord>
  );
}
