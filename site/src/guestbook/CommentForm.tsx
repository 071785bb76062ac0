"use client";

import { entryTexts } from "@/texts/entry";
import { notify } from "@/ui/toast/toastStore";
import { Field } from "@/ui/Field";
import { FormFrame } from "./FormFrame";
import { postComment } from "./queries";
import { useEntryForm } from "./useEntryForm";

const words = entryTexts;
const EMPTY = { comment: "", leaveBlank: "" };

type Props = {
  entryId: number;
  /** The comment that is answered; null for one that stands by itself. */
  parentCommentId: number | null;
  label: string;
  /** Sent: the form begins anew, or is put away. */
  onSent: () => void;
  onCancel?: () => void;
};

/** A comment under an entry (row 114). */
export function CommentForm({ entryId, parentCommentId, label, onSent, onCancel }: Props) {
  const story = useEntryForm({
    rules: "NewComment",
    empty: EMPTY,
    order: ["comment"],
    read: ({ comment }: typeof EMPTY) => ({
      comment,
      ...(parentCommentId !== null && { parentCommentId }),
    }),
    post: async (comment) => {
      const { status } = await postComment(entryId, comment);
      notify({ title: words.done, ...(status !== "approved" && { text: words.held }) });
      onSent();
    },
    onRefused: ({ message, requestId }) =>
      notify({ title: words.failed, text: message, requestId, tone: "destructive" }),
    fallback: words.failedText,
  });
  const { input, error } = story.field("comment");
  return (
    <FormFrame label={label} story={story} submit={words.submit} onCancel={onCancel} isPlain>
      <Field label={label} error={error}>
        {(inputProps) => <textarea {...input} {...inputProps} rows={3} required />}
      </Field>
    </FormFrame>
  );
}
