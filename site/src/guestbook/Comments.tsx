"use client";

import { useRef, useState } from "react";
import type { CommentResponse } from "@karst/client";
import { AccountGate } from "@/auth/AccountGate";
import { SignInLink } from "@/auth/SignInLink";
import { isolateBidi } from "@/lib/bidi";
import { t as tEntry } from "@/messages/entry.gen";
import { t } from "@/messages/entryDialog.gen";
import button from "@/ui/button.module.css";
import { hidden } from "@/ui/hidden";
import { useFocusWithin } from "@/ui/useFocusWithin";
import { Byline } from "./Byline";
import { CommentForm } from "./CommentForm";
import styles from "./Comments.module.css";
import { PendingLabel } from "./PendingLabel";
import { groupThreads } from "./threads";

type Props = {
  entryId: number;
  /** Oldest first; undefined while they load and after a failure. */
  comments: readonly CommentResponse[] | undefined;
  isLoading: boolean;
  canReply: boolean;
};

/** The comments on an entry with one level of replies, and the forms to add some (R114). */
export function Comments({ entryId, comments, isLoading, canReply }: Props) {
  /** Counts the sent comments: as a key it gives each one a new form. */
  const [sentCount, setSentCount] = useState(0);
  const [replyingTo, setReplyingTo] = useState<number | null>(null);
  const threads = groupThreads(comments ?? []);

  return (
    <section className={styles.comments} aria-label={t("comments.title")}>
      <h3>{t("comments.title")}</h3>
      {threads.length > 0 ? (
        <ul className={styles.threads}>
          {threads.map(({ comment, replies }) => (
            <li key={comment.id} className={styles.thread}>
              <Comment comment={comment} />
              {replies.length > 0 && (
                <ul className={styles.replies}>
                  {replies.map((reply) => (
                    <li key={reply.id}>
                      <Comment comment={reply} />
                    </li>
                  ))}
                </ul>
              )}
              {canReply && comment.status === "approved" && (
                <Reply
                  entryId={entryId}
                  to={comment}
                  isOpen={replyingTo === comment.id}
                  onOpen={() => setReplyingTo(comment.id)}
                  onClose={() => setReplyingTo(null)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.note} role="status">
          {t(comments ? "comments.none" : isLoading ? "comments.loading" : "comments.failed")}
        </p>
      )}
      <AccountGate
        signedOut={
          <p>
            <SignInLink className={button.secondary}>{t("comments.signIn")}</SignInLink>
          </p>
        }
        signedIn={() => (
          <CommentForm
            key={sentCount}
            entryId={entryId}
            parentCommentId={null}
            label={t("comment.label")}
            onSent={() => setSentCount(sentCount + 1)}
          />
        )}
      />
    </section>
  );
}

function Comment({ comment }: { comment: CommentResponse }) {
  return (
    <article className={styles.comment}>
      {comment.status !== "approved" && <PendingLabel />}
      <p className={styles.text} dir="auto">
        {comment.comment}
      </p>
      <Byline {...comment} />
    </article>
  );
}

type ReplyProps = {
  entryId: number;
  to: CommentResponse;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/** A button that the reply form replaces while it is open. When the form closes, the button gets the focus. */
function Reply({ entryId, to, isOpen, onOpen, onClose }: ReplyProps) {
  const author = isolateBidi(to.authorName || tEntry("anonymous"));
  const wasOpen = useRef(false);
  const focusField = useFocusWithin("textarea");
  if (isOpen) {
    return (
      <div ref={focusField} className={styles.replies}>
        <CommentForm
          entryId={entryId}
          parentCommentId={to.id}
          label={t("comment.replyLabel", { author })}
          onSent={onClose}
          onCancel={onClose}
        />
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`${button.text} ${styles.reply}`}
      ref={(element) => {
        if (wasOpen.current) element?.focus();
        wasOpen.current = false;
      }}
      onClick={() => {
        wasOpen.current = true;
        onOpen();
      }}
    >
      {t.rich("comments.reply", {
        author,
        hidden,
      })}
    </button>
  );
}
