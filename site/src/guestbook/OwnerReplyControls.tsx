"use client";

import { useRef, useState } from "react";
import type { EntryResponse } from "@karst/client";
import { isolateBidi } from "@/lib/bidi";
import { t } from "@/messages/ownerReply.gen";
import button from "@/ui/button.module.css";
import { Field } from "@/ui/Field";
import { notify, requestIdOf } from "@/ui/toast/toastStore";
import { useFocusWithin } from "@/ui/useFocusWithin";
import { FormFrame } from "./FormFrame";
import styles from "./OwnerReply.module.css";
import { deleteOwnerReply, sendOwnerReply } from "./queries";
import { useEntryForm } from "./useEntryForm";

type Props = { entry: Pick<EntryResponse, "id" | "relatedPlace" | "ownerReply" | "canReply"> };

/** What the owner of the place can do: reply once, change the reply before it is reviewed, and delete it. */
export function OwnerReplyControls({ entry: { id, relatedPlace, ownerReply, canReply } }: Props) {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const focusField = useFocusWithin("textarea");
  const own = ownerReply?.isOwn ? ownerReply : null;
  if (!canReply && !own) return null;
  const place = isolateBidi(own?.placeName ?? relatedPlace?.name ?? "");
  const focusContainer = () => container.current?.focus();
  const close = () => {
    setOpen(false);
    focusContainer();
  };
  return (
    // Focusable, so that the focus stays here when a form or a button disappears.
    <div ref={container} className={styles.controls} tabIndex={-1}>
      {isOpen ? (
        <div ref={focusField} className={styles.controls}>
          <ReplyForm entryId={id} place={place} text={own?.comment} onClose={close} />
        </div>
      ) : (
        <>
          {own?.status !== "approved" && (
            <button type="button" className={button.text} onClick={() => setOpen(true)}>
              {own ? t("change") : t("start", { place })}
            </button>
          )}
          {own && <DeleteReply entryId={id} onEnd={focusContainer} />}
        </>
      )}
    </div>
  );
}

type FormProps = {
  entryId: number;
  place: string;
  /** The text of the stored reply, if there is one. */
  text: string | undefined;
  onClose: () => void;
};

function ReplyForm({ entryId, place, text, onClose }: FormProps) {
  const emptyValues = { comment: text ?? "", leaveBlank: "" };
  const form = useEntryForm({
    formName: "OwnerReplyRequest",
    emptyValues,
    toPayload: ({ comment }: typeof emptyValues) => ({ comment }),
    send: async (reply) => {
      await sendOwnerReply(entryId, reply, text !== undefined);
      notify({ title: t("done.title"), text: t("done.text") });
      onClose();
    },
    onError: ({ message, requestId }) =>
      notify({ title: t("failed.title"), text: message, requestId, tone: "destructive" }),
    fallbackMessage: t("failed.text"),
  });
  const { input, error } = form.field("comment");
  const label = t("label", { place });
  return (
    <FormFrame label={label} form={form} submit={t("submit")} onCancel={onClose} isPlain>
      <Field label={label} hint={t("hint")} error={error}>
        {(inputProps) => <textarea {...input} {...inputProps} rows={3} required />}
      </Field>
    </FormFrame>
  );
}

/** Deletes the reply after a confirmation. `onEnd`: it was canceled, has failed or is done. */
function DeleteReply({ entryId, onEnd }: { entryId: number; onEnd: () => void }) {
  const [step, setStep] = useState<"idle" | "confirming" | "sending">("idle");
  const remove = async () => {
    setStep("sending");
    try {
      await deleteOwnerReply(entryId);
      notify({ title: t("delete.done") });
    } catch (error) {
      setStep("confirming");
      notify({ title: t("delete.failed"), requestId: requestIdOf(error), tone: "destructive" });
    }
    onEnd();
  };
  const cancel = () => {
    setStep("idle");
    onEnd();
  };
  if (step === "idle") {
    return (
      <button type="button" className={button.text} onClick={() => setStep("confirming")}>
        {t("delete.start")}
      </button>
    );
  }
  const isSending = step === "sending";
  return (
    <div className={styles.controls} role="group" aria-label={t("delete.start")}>
      <p>{t("delete.warning")}</p>
      <button
        type="button"
        autoFocus
        className={button.secondary}
        disabled={isSending}
        onClick={() => void remove()}
      >
        {t("delete.confirm")}
      </button>
      <button type="button" className={button.text} disabled={isSending} onClick={cancel}>
        {t("delete.cancel")}
      </button>
    </div>
  );
}
