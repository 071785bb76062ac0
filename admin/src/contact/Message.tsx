import MailOutlined from "@mui/icons-material/MailOutlined";
import { Box, Button, FormHelperText, Link, Typography } from "@mui/material";
import type { MessageChanges, MessageResponse } from "@karst/client";
import { useRef, useState, type FormEvent } from "react";
import { TextInput } from "react-admin";
import { HistoryLink } from "../audit/HistoryLink";
import { ConflictDialog } from "../form/ConflictDialog";
import { DeleteRecord } from "../form/DeleteRecord";
import { DialogForm } from "../form/DialogForm";
import { useEditing } from "../form/useEditing";
import { useRecordForm } from "../form/useRecordForm";
import { longDate } from "../kit/dates";
import { Facts } from "../kit/Facts";
import { deleteTexts } from "../kit/texts";
import { useToast } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/contact.gen";
import { restoreMessage } from "../resources";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { useRenew } from "../useRenew";
import { ResponseTimeBadge } from "./ResponseTimeBadge";
import { answerUrl, toChanges, toText, type MessageStatus, type MessageText } from "./shape";

const STATUSES: readonly MessageStatus[] = ["answered", "closed", "spam", "new"];

/** A message with its note, its status and a link to answer by email. */
export function Message({ message, onClose }: { message: MessageResponse; onClose: () => void }) {
  const { base, mark, conflict, ...state } = useMessage(message);
  const [isDeleting, setDeleting] = useState(false);
  return (
    <>
      <DialogForm
        title={base.subject}
        state={state}
        actions={
          <>
            {STATUSES.filter((status) => status !== base.status).map((status) => (
              <Button
                key={status}
                variant={status === "answered" ? "outlined" : "text"}
                color={status === "spam" ? "error" : "primary"}
                disabled={state.isSubmitting}
                onClick={() => mark(status)}
              >
                {t(`mark.${status}`)}
              </Button>
            ))}
            <Button color="error" onClick={() => setDeleting(true)}>
              {tCommon("delete")}
            </Button>
          </>
        }
        saveLabel={t("saveNote")}
        isRecord
        onClose={onClose}
      >
        <About message={base} />
        <HistoryLink kind="message" id={base.id} />
        <Typography
          dir="auto"
          sx={{ my: 2, whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
        >
          {base.message}
        </Typography>
        <Button
          variant="contained"
          href={answerUrl(base)}
          startIcon={<MailOutlined aria-hidden />}
          aria-describedby="answer-hint"
        >
          {t("answer")}
        </Button>
        <FormHelperText id="answer-hint" sx={{ mb: 2 }}>
          {t("answerHint")}
        </FormHelperText>
        <TextInput source="note" label={t("note")} helperText={t("noteHint")} multiline rows={2} />
      </DialogForm>
      <ConflictDialog
        title={t("conflict")}
        conflict={conflict}
        labelOf={(field) => t(field === "note" ? "note" : "statusLabel")}
      />
      <DeleteRecord
        resource="contact"
        record={isDeleting ? base : null}
        words={deleteTexts(t)}
        wayBack={{
          restore: restoreMessage,
          renews: [["contact"], ["stats"]],
          words: { done: t("done.restore"), failed: t("failed.restore") },
        }}
        onClose={() => setDeleting(false)}
        onDeleted={onClose}
      >
        {t("confirmDelete.text", { subject: base.subject })}
      </DeleteRecord>
    </>
  );
}

/** The form of a message. A status button saves at once, together with the note. */
function useMessage(message: MessageResponse) {
  const toast = useToast();
  const renew = useRenew();
  const pressedStatus = useRef<MessageStatus | null>(null);
  const { base, start, save, conflict } = useEditing<MessageResponse, MessageText, MessageChanges>({
    resource: "contact",
    record: message,
    toText,
    toForm: toChanges,
    failed: t("failed.update"),
    onSaved: () => {
      toast.done(t(`done.${pressedStatus.current ?? "note"}`));
      void renew(["contact", "getList"]);
    },
  });
  const record = useRecordForm({ start, form: "MessageChanges", shape: toChanges, save });

  function send(status: MessageStatus | null, event?: FormEvent) {
    pressedStatus.current = status;
    // Resets a status whose save failed, so that it is not saved with the note.
    record.form.setValue("status", status ?? base.status);
    record.submit(event);
  }

  return { ...record, base, conflict, submit: (event?: FormEvent) => send(null, event), mark: send };
}

function About({ message }: { message: MessageResponse }) {
  const sender = (
    <>
      <bdi>{message.name}</bdi> ·{" "}
      <Link href={`mailto:${message.email}`} color="secondary">
        {message.email}
      </Link>
    </>
  );
  return (
    <>
      <Facts
        facts={[
          [t("from"), sender],
          [t("sent"), longDate(message.createdAt)],
          [t("topic"), t(`types.${message.type}`)],
          [t("statusLabel"), t(`status.${message.status}`)],
          [t("answeredAt"), message.answeredAt && longDate(message.answeredAt)],
        ]}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <ResponseTimeBadge message={message} />
        <SpamBadge percent={message.spamScore} />
      </Box>
      <SpamReasons reasons={message.spamReasons} />
    </>
  );
}
