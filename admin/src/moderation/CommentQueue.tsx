import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import { Box, Button, Typography } from "@mui/material";
import type { AdminCommentResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { DeleteComment } from "../guestbook/Comments";
import type { Verdict } from "../guestbook/shape";
import { words as entryWords } from "../guestbook/words";
import { Age } from "../list/Age";
import { Empty, ListFailed, RowsSkeleton } from "../list/ListStates";
import { Pager } from "../list/Pager";
import { useSelection } from "../list/useSelection";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { VerdictButtons } from "./Deciding";
import { QueueList } from "./QueueList";
import { ON_COMMENTS, useQueue, type Command } from "./useQueue";
import { BulkVerdicts } from "./BulkVerdicts";
import { useBulkVerdict } from "./useBulkVerdict";
import { words } from "./words";

const VERDICT: Partial<Record<Command, Verdict>> = { approve: "approved", reject: "rejected", spam: "spam" };
const NOBODY: AdminCommentResponse[] = [];

/** Waiting comments. What is decided, on one or on many, can be taken back for ten minutes. */
export function CommentQueue() {
  const { data = NOBODY, isPending, error } = useListContext<AdminCommentResponse>();
  const [doomed, setDoomed] = useState<AdminCommentResponse | null>(null);
  const ids = data.map(({ id }) => id);
  const queue = useQueue({ ids, onCommand: command, commands: ON_COMMENTS });
  const selection = useSelection(ids);
  const many = useBulkVerdict("comments", selection);

  function command(key: Command, id: number | null) {
    const verdict = VERDICT[key];
    if (verdict && selection.ids.length > 0) return void many.judge(verdict);
    const comment = data.find((one) => one.id === id);
    if (comment && key === "select") selection.toggle(comment.id, false);
    if (comment && verdict) void many.judgeOne(comment.id, verdict);
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
                onJudge={(verdict) => void many.judgeOne(comment.id, verdict)}
                onDelete={() => setDoomed(comment)}
              />
            )}
          </QueueList>
          <Pager label={words.queue} />
          <BulkVerdicts
            selection={selection}
            isBusy={many.isBusy}
            onJudge={(verdict) => void many.judge(verdict)}
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
  onJudge: (verdict: Verdict) => void;
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
        <VerdictButtons author={name} isBusy={isBusy} onJudge={onJudge} />
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
