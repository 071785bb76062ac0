import MailOutlined from "@mui/icons-material/MailOutlined";
import {
  Box,
  Button,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormHelperText,
  Link,
  Typography,
} from "@mui/material";
import type { MessageChanges, MessageResponse } from "@karst/client";
import { useRef, useState, type FormEvent, type ReactNode } from "react";
import { FormProvider } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { ConflictDialog } from "../form/ConflictDialog";
import { DeleteRecord } from "../form/DeleteRecord";
import { TextInput } from "../form/TextInput";
import { useEditing } from "../form/useEditing";
import { useRecordForm } from "../form/useRecordForm";
import { useSaveKey } from "../form/useSaveKey";
import { longDate } from "../kit/dates";
import { useToast } from "../layout/Toasts";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { useRestoring, type WayBack } from "../list/useRestoring";
import { restoreMessage } from "../resources";
import { SpamBadge, SpamReasons } from "../spam/SpamScore";
import { useRenew } from "../useRenew";
import { PromiseMark } from "./PromiseMark";
import { answerTo, toChanges, toText, type MessageStatus, type MessageText } from "./shape";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

/** For ten minutes after it was deleted. */
const WAY_BACK: WayBack = {
  restore: restoreMessage,
  renews: [["contact"], ["stats"]],
  words: { done: words.done.restore, failed: words.failed.restore },
};

const STATUSES: readonly MessageStatus[] = ["answered", "closed", "spam", "new"];

/** One message whole: what was asked, the answer's way out, a note, and where it stands. */
export function Message({ message, onClose }: { message: MessageResponse; onClose: () => void }) {
  const { form, base, submit, mark, isDirty, isSubmitting, isUnsaved, conflict, settle } =
    useMessage(message);
  const [isDoomed, setDoomed] = useState(false);
  const { restore } = useRestoring(WAY_BACK);
  const formRef = useSaveKey(submit);
  return (
    <FormProvider {...form}>
      <Box
        component="form"
        ref={formRef}
        noValidate
        onSubmit={submit}
        aria-labelledby={TITLE_ID}
        sx={{ display: "flex", flexDirection: "column", minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle id={TITLE_ID} sx={{ overflowWrap: "anywhere" }}>
          <bdi>{base.subject}</bdi>
        </DialogTitle>
        <DialogContent sx={{ flexGrow: 1 }}>
          <Facts message={base} />
          <HistoryLink kind="message" id={base.id} />
          <Typography
            dir="auto"
            sx={{ my: 2, whiteSpace: "pre-line", overflowWrap: "anywhere", maxWidth: "72ch" }}
          >
            {base.message}
          </Typography>
          <Button
            variant="contained"
            href={answerTo(base)}
            startIcon={<MailOutlined aria-hidden />}
            aria-describedby="answer-hint"
          >
            {words.answer}
          </Button>
          <FormHelperText id="answer-hint" sx={{ mb: 2 }}>
            {words.answerHint}
          </FormHelperText>
          <TextInput
            source="note"
            label={words.note.label}
            hint={words.note.hint}
            multiline
            minRows={2}
            maxRows={8}
          />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5, "&& > *": { ml: 0 } }}>
          {STATUSES.filter((status) => status !== base.status).map((status) => (
            <Button
              key={status}
              variant={status === "answered" ? "outlined" : "text"}
              color={status === "spam" ? "error" : "primary"}
              disabled={isSubmitting}
              onClick={() => mark(status)}
            >
              {words.mark[status]}
            </Button>
          ))}
          <Button color="error" onClick={() => setDoomed(true)} sx={{ mr: "auto" }}>
            {words.dialog.delete}
          </Button>
          <Button onClick={onClose}>{words.dialog.close}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting || !isDirty}
            aria-keyshortcuts="Control+S"
            sx={{ flexShrink: 0 }}
          >
            {isSubmitting ? words.dialog.saving : words.dialog.save}
          </Button>
        </DialogActions>
      </Box>
      <UnsavedGuard isUnsaved={isUnsaved} words={words.leave} />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => words.fields[field]}
          {...settle}
        />
      )}
      <DeleteRecord
        resource="contact"
        record={isDoomed ? base : null}
        words={{ ...words.confirmDelete, done: words.done.delete, failed: words.failed.delete }}
        onUndo={(gone) => void restore(gone)}
        onClose={() => setDoomed(false)}
        onDeleted={onClose}
      >
        {words.confirmDelete.text(base.subject)}
      </DeleteRecord>
    </FormProvider>
  );
}

/** A message being worked on: its note is typed, its status is pressed; both are saved for the version one looked at. */
function useMessage(message: MessageResponse) {
  const toast = useToast();
  const renew = useRenew();
  const pressed = useRef<MessageStatus | null>(null);
  const { base, start, save, conflict, settle } = useEditing<MessageResponse, MessageText, MessageChanges>({
    resource: "contact",
    record: message,
    toText,
    toForm: toChanges,
    failed: words.failed.update,
    onSaved: () => {
      toast.done(words.done[pressed.current ?? "note"]);
      void renew(["contact", "getList"]);
    },
  });
  const record = useRecordForm({ start, form: "MessageChanges", shape: toChanges, save });

  function send(status: MessageStatus | null, event?: FormEvent) {
    pressed.current = status;
    // What was pressed before and refused is not saved with a note.
    record.form.setValue("status", status ?? base.status);
    record.submit(event);
  }

  return { ...record, base, conflict, settle, submit: (event?: FormEvent) => send(null, event), mark: send };
}

function Facts({ message }: { message: MessageResponse }) {
  const facts: [string, ReactNode][] = [
    [
      words.dialog.from,
      <>
        <bdi>{message.name}</bdi> ·{" "}
        <Link href={`mailto:${message.email}`} color="secondary">
          {message.email}
        </Link>
      </>,
    ],
    [words.dialog.sent, longDate(message.createdAt)],
    [words.dialog.type, words.types[message.type]],
    [words.fields.status, words.status[message.status]],
  ];
  if (message.answeredAt) facts.push([words.dialog.answered, longDate(message.answeredAt)]);
  return (
    <>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: "grid",
          gridTemplateColumns: "auto 1fr",
          columnGap: 2,
          rowGap: 0.5,
          "& dt": { color: "text.secondary" },
          "& dd": { m: 0, overflowWrap: "anywhere" },
        }}
      >
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: "contents" }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Box>
        ))}
      </Box>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1.5 }}>
        <PromiseMark message={message} />
        <SpamBadge percent={message.spamScore} />
      </Box>
      <SpamReasons reasons={message.spamReasons} />
    </>
  );
}
