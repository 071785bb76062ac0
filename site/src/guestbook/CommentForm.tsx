"use client";

import { t } from "@/messages/entryDialog.gen";
import { notify } from "@/ui/toast/toastStore";
import { Field } from "@/ui/Field";
import { FormFrame } from "./FormFrame";
import { postComment } from "./queries";
import { useEntryForm } from "./useEntryForm";

const EMPTY = { comment: "", leaveBlank: "" };

type Props = {
  entryId: number;
  /** The comment that this one answers; null for a top-level comment. */
  parentCommentId: number | null;
  label: string;
  /** Called after the comment was stored. */
  onSent: () => void;
  onCancel?: () => void;
};

/** The form for a comment on an entry (R114). */
export function CommentForm({ entryId, parentCommentId, label, onSent, onCancel }: Props) {
  const form = useEntryForm({
    formName: "NewComment",
    emptyValues: EMPTY,
    toPayload: ({ comment }: typeof EMPTY) => ({
      comment,
      ...(parentCommentId !== null && { parentCommentId }),
    }),
    send: async (comment) => {
      const { status } = await postComment(entryId, comment);
      notify({
        title: t("comment.done.title"),
        ...(status !== "approved" && { text: t("comment.done.text") }),
      });
      onSent();
    },
    onError: ({ message, requestId }) =>
      notify({ title: t("comment.failed.title"), text: message, requestId, tone: "destructive" }),
    fallbackMessage: t("comment.failed.text"),
  });
  const { input, error } = form.field("comment");
  return (
    <FormFrame label={label} form={form} submit={t("comment.submit")} onCancel={onCancel} isPlain>
      <Field label={label} error={error}>
        {(inputProps) => <textarea {...input} {...inputProps} rows={3} required />}
      </Field>
    </FormFrame>
  );
}
