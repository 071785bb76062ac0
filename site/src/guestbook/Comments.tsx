"use client";

import { useRef, useState } from "react";
import { Hourglass } from "lucide-react";
import type { CommentResponse } from "@karst/client";
import { AccountGate } from "@/auth/AccountGate";
import { SignInLink } from "@/auth/SignInLink";
import { entryTexts } from "@/texts/entry";
import { storyTexts } from "@/texts/story";
import button from "@/ui/button.module.css";
import { useFocusWithin } from "@/ui/useFocusWithin";
import { Byline } from "./Byline";
import { CommentForm } from "./CommentForm";
import styles from "./Comments.module.css";
import { groupThreads } from "./threads";

const words = entryTexts;

type Props = {
  entryId: number;
  /** The oldest first; missing while they are read, or where they cannot be. */
  comments: readonly CommentResponse[] | undefined;
  isLoading: boolean;
  canReply: boolean;
};

/** What others say to an entry, with one level of replies, and the forms to join in (row 114). */
export function Comments({ entryId, comments, isLoading, canReply }: Props) {
  /** How many were sent: each is written into a form of its own. */
  const [sent, setSent] = useState(0);
  const [answered, setAnswered] = useState<number | null>(null);
  const threads = groupThreads(comments ?? []);

  return (
    <section className={styles.comments} aria-label={words.comments}>
      <h3>{words.comments}</h3>
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
                  isOpen={answered === comment.id}
                  onOpen={() => setAnswered(comment.id)}
                  onClose={() => setAnswered(null)}
                />
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.note} role="status">
          {comments ? words.noComments : isLoading ? words.loading : words.loadingFailed}
        </p>
      )}
      <AccountGate
        signedOut={
          <p>
            <SignInLink className={button.secondary}>{words.signIn}</SignInLink>
          </p>
        }
        signedIn={() => (
          <CommentForm
            key={sent}
            entryId={entryId}
            parentCommentId={null}
            label={words.comment}
            onSent={() => setSent(sent + 1)}
          />
        )}
      />
    </section>
  );
}

function Comment({ comment }: { comment: CommentResponse }) {
  return (
    <article className={styles.comment}>
      {comment.status !== "approved" && (
        <p className={styles.waiting}>
          <Hourglass size={16} aria-hidden />
          {storyTexts.waiting}
        </p>
      )}
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

/** A button that becomes the form it opens, and comes back with the focus. */
function Reply({ entryId, to, isOpen, onOpen, onClose }: ReplyProps) {
  const author = to.authorName || storyTexts.anonymous;
  const wasOpen = useRef(false);
  const field = useFocusWithin("textarea");
  if (isOpen) {
    return (
      <div ref={field} className={styles.replies}>
        <CommentForm
          entryId={entryId}
          parentCommentId={to.id}
          label={words.replying(author)}
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
      {words.reply} <span className="visually-hidden">{words.replyTo(author)}</span>
    </button>
  );
}
