import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Typography } from "@mui/material";
import type { AdminCommentResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { DeleteComment, OwnerReplyChip } from "../guestbook/Comments";
import type { Decision } from "../guestbook/shape";
import { Age } from "../list/Age";
import { Records } from "../list/Records";
import { useSelection } from "../list/useSelection";
import { t as tCommon } from "../messages/common.gen";
import { t as tGuestbook } from "../messages/guestbook.gen";
import { t } from "../messages/moderation.gen";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { DecisionButtons } from "./DecisionButtons";
import { QueueList } from "./QueueList";
import { COMMENT_COMMANDS, useQueue, type Command } from "./useQueue";
import { BulkDecisions } from "./BulkDecisions";
import { useBulkDecision } from "./useBulkDecision";

const DECISION: Partial<Record<Command, Decision>> = {
  approve: "approved",
  reject: "rejected",
  spam: "spam",
};
const NO_COMMENTS: AdminCommentResponse[] = [];

/** Pending comments. A decision on one or several can be undone for ten minutes. */
export function CommentQueue() {
  const { data = NO_COMMENTS } = useListContext<AdminCommentResponse>();
  const [commentToDelete, setCommentToDelete] = useState<AdminCommentResponse | null>(null);
  const ids = data.map(({ id }) => id);
  const queue = useQueue({ ids, onCommand: command, commands: COMMENT_COMMANDS });
  const selection = useSelection();
  const bulk = useBulkDecision("comments");

  function command(key: Command, id: number | null) {
    const decision = DECISION[key];
    if (decision && selection.ids.length > 0) return void bulk.decide(decision);
    const comment = data.find((item) => item.id === id);
    if (comment && key === "select") selection.toggle(comment.id, false);
    if (comment && decision) void bulk.decideOne(comment.id, decision);
  }

  return (
    <>
      <Records<AdminCommentResponse>
        label={t("queue")}
        texts={{
          loading: tGuestbook("loading"),
          failed: t("fetchCommentsFailed"),
          none: { title: t("none.comments.title"), text: t("none.comments.text") },
        }}
      >
        {(comments) => (
          <>
            <QueueList
              items={comments}
              label={t("queue")}
              nameOf={({ authorName }) => authorName || tGuestbook("anonymous")}
              current={queue.current}
              onFocusItem={queue.select}
              isSelectable
            >
              {(comment) => (
                <CommentReview
                  comment={comment}
                  isBusy={bulk.isBusy}
                  onDecide={(decision) => void bulk.decideOne(comment.id, decision)}
                  onDelete={() => setCommentToDelete(comment)}
                />
              )}
            </QueueList>
            <BulkDecisions isBusy={bulk.isBusy} onDecide={(decision) => void bulk.decide(decision)} />
          </>
        )}
      </Records>
      <DeleteComment comment={commentToDelete} onClose={() => setCommentToDelete(null)} />
    </>
  );
}

interface CommentReviewProps {
  comment: AdminCommentResponse;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
  onDelete: () => void;
}

function CommentReview({ comment, isBusy, onDecide, onDelete }: CommentReviewProps) {
  const name = comment.authorName || tGuestbook("anonymous");
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.25, rowGap: 0.5 }}>
        <Typography component="h2" variant="h3" sx={{ overflowWrap: "anywhere" }}>
          <bdi>{name}</bdi>
        </Typography>
        <SpamBadge percent={comment.spamScore} />
        <OwnerReplyChip place={comment.replyPlaceName} />
      </Box>
      <Typography component="div" variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        {comment.authorEmail} <Age time={comment.createdAt} /> ·{" "}
        <bdi>{t("commentOn", { message: comment.entryMessage })}</bdi>
      </Typography>
      <Typography
        dir="auto"
        sx={{ my: 1, whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
      >
        {comment.comment}
      </Typography>
      <SpamReasons reasons={comment.spamReasons} />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <DecisionButtons author={name} isBusy={isBusy} onDecide={onDecide} />
        <Button
          color="error"
          startIcon={<DeleteOutlined aria-hidden />}
          aria-label={tGuestbook("deleteFor", { name })}
          onClick={onDelete}
        >
          {tCommon("delete")}
        </Button>
      </Box>
    </>
  );
}
