import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Typography } from "@mui/material";
import type { AdminCommentResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { DeleteComment } from "../guestbook/Comments";
import type { Decision } from "../guestbook/shape";
import { words as entryWords } from "../guestbook/words";
import { Age } from "../list/Age";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { useSelection } from "../list/useSelection";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { DecisionButtons } from "./Deciding";
import { QueueList } from "./QueueList";
import { ON_COMMENTS, useQueue, type Command } from "./useQueue";
import { BulkDecisions } from "./BulkDecisions";
import { useBulkDecision } from "./useBulkDecision";
import { words } from "./words";

const DECISION: Partial<Record<Command, Decision>> = {
  approve: "approved",
  reject: "rejected",
  spam: "spam",
};
const NOBODY: AdminCommentResponse[] = [];

/** Waiting comments. What is decided, on one or on many, can be taken back for ten minutes. */
export function CommentQueue() {
  const { data = NOBODY, isPending, error } = useListContext<AdminCommentResponse>();
  const [doomed, setDoomed] = useState<AdminCommentResponse | null>(null);
  const ids = data.map(({ id }) => id);
  const queue = useQueue({ ids, onCommand: command, commands: ON_COMMENTS });
  const selection = useSelection(ids);
  const many = useBulkDecision("comments", selection);

  function command(key: Command, id: number | null) {
    const decision = DECISION[key];
    if (decision && selection.ids.length > 0) return void many.judge(decision);
    const comment = data.find((one) => one.id === id);
    if (comment && key === "select") selection.toggle(comment.id, false);
    if (comment && decision) void many.judgeOne(comment.id, decision);
  }

  if (isPending) return <RowsSkeleton label={entryWords.loading} />;
  if (error) return <ListFailed title={words.commentFailed} error={error} />;
  return (
    <>
      {data.length === 0 ? (
        <Empty title={words.none.comments} text={words.noneText.comments} />
      ) : (
        <>
          <QueueList items={data} current={queue.current} onTakeUp={queue.takeUp} selection={selection}>
            {(comment) => (
              <CommentReview
                comment={comment}
                isBusy={many.isBusy}
                onJudge={(decision) => void many.judgeOne(comment.id, decision)}
                onDelete={() => setDoomed(comment)}
              />
            )}
          </QueueList>
          <Pager label={words.queue} />
          <BulkDecisions
            selection={selection}
            isBusy={many.isBusy}
            onJudge={(decision) => void many.judge(decision)}
          />
        </>
      )}
      <DeleteComment comment={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

interface CommentReviewProps {
  comment: AdminCommentResponse;
  isBusy: boolean;
  onJudge: (decision: Decision) => void;
  onDelete: () => void;
}

function CommentReview({ comment, isBusy, onJudge, onDelete }: CommentReviewProps) {
  const name = comment.authorName || entryWords.anonymous;
  return (
    <>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.25, rowGap: 0.5 }}>
        <Typography component="h2" variant="h3" sx={{ overflowWrap: "anywhere" }}>
          <bdi>{name}</bdi>
        </Typography>
        <SpamBadge percent={comment.spamScore} />
      </Box>
      <Typography component="div" variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        {comment.authorEmail} <Age time={comment.createdAt} /> ·{" "}
        <bdi>{words.under(comment.entryMessage)}</bdi>
      </Typography>
      <Typography
        dir="auto"
        sx={{ my: 1, whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
      >
        {comment.comment}
      </Typography>
      <SpamReasons reasons={comment.spamReasons} />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <DecisionButtons author={name} isBusy={isBusy} onJudge={onJudge} />
        <Button
          color="error"
          startIcon={<DeleteOutlined aria-hidden />}
          aria-label={entryWords.of(entryWords.delete, name)}
          onClick={onDelete}
        >
          {entryWords.delete}
        </Button>
      </Box>
    </>
  );
}
