import { Box, Button, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { MediaChanges, MediaResponse } from "@karst/client";
import { useRef, useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { ConflictDialog } from "../form/ConflictDialog";
import { useCloseAfterSave } from "../form/EditInDialog";
import { SwitchInput } from "../form/SwitchInput";
import { TextArea } from "../form/TextArea";
import { TextInput } from "../form/TextInput";
import { useEditing } from "../form/useEditing";
import { useRecordForm } from "../form/useRecordForm";
import { useSaveKey } from "../form/useSaveKey";
import { Confirm } from "../layout/Confirm";
import { useToast } from "../layout/Toasts";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { useRestoring, type WayBack } from "../list/useRestoring";
import { removeImage, replaceImage, restoreImage } from "../resources";
import { useRenew } from "../useRenew";
import { FocalPoint } from "./FocalPoint";
import { nameOf, toChanges, toText, type MediaText } from "./shape";
import { Uses } from "./Uses";
import { words } from "./words";

export const TITLE_ID = "picture-title";
const { fields } = words;

/** For ten minutes. What shows it shows it again. */
const WAY_BACK: WayBack = {
  restore: restoreImage,
  renews: [["media"], ["businesses"], ["articles"]],
  words: { done: words.done.restore, failed: words.failed.restore },
};

/** One picture: what it shows, how it is cut, where it is used; another file in its place, or none. */
export function PictureForm({ picture, onClose }: { picture: MediaResponse; onClose: () => void }) {
  const toast = useToast();
  const renew = useRenew();
  const refresh = () => renew(["media"]);
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict, settle } = useEditing<MediaResponse, MediaText, MediaChanges>({
    resource: "media",
    record: picture,
    toText,
    toForm: toChanges,
    failed: words.failed.update,
    onSaved: () => {
      toast.done(words.done.update);
      void refresh();
      closeAfterSave();
    },
  });
  const { form, submit, isDirty, isSubmitting, isUnsaved } = useRecordForm({
    start,
    form: "MediaChanges",
    shape: toChanges,
    save,
  });
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
        <DialogTitle id={TITLE_ID}>{words.form.title}</DialogTitle>
        <DialogContent sx={{ flexGrow: 1 }}>
          <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
            <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
              <bdi>{base.name}</bdi> · {words.size(base.width, base.height)}
            </Typography>
            <HistoryLink kind="image" id={base.id} />
          </Box>
          <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { md: "1fr 1fr" } }}>
            <FocalPoint picture={base} />
            <Box sx={{ display: "grid", gap: 2, alignContent: "start" }}>
              <Alt />
              <SwitchInput source="isDecorative" {...fields.isDecorative} />
              <TextInput source="caption" {...fields.caption} Field={TextArea} />
              <TextInput source="credit" {...fields.credit} />
              <TextInput source="licence" {...fields.licence} />
            </Box>
          </Box>
          <Uses id={base.id} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5, "&& > *": { ml: 0 } }}>
          <Delete
            picture={base}
            onDeleted={() => {
              // Not all of it: what is asked for this picture would be asked again, and is gone.
              void renew(["media", "getList"], ["media", "pick"]);
              onClose();
            }}
          />
          <Replace picture={base} onReplaced={() => void refresh()} />
          <Button onClick={onClose} sx={{ ml: "auto !important" }}>
            {words.form.close}
          </Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting || !isDirty}
            aria-keyshortcuts="Control+S"
          >
            {isSubmitting ? words.form.saving : words.form.save}
          </Button>
        </DialogActions>
      </Box>
      <UnsavedGuard isUnsaved={isUnsaved} words={words.leave} />
      {conflict && (
        <ConflictDialog
          title={words.conflict}
          conflict={conflict}
          labelOf={(field) => fields[field].label}
          {...settle}
        />
      )}
    </FormProvider>
  );
}

function Alt() {
  const isDecorative = useWatch<MediaText, "isDecorative">({ name: "isDecorative" });
  return <TextInput source="alt" {...fields.alt} disabled={isDecorative} Field={TextArea} autoFocus />;
}

function Replace({ picture, onReplaced }: { picture: MediaResponse; onReplaced: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  async function send(file: File | undefined) {
    if (!file) return;
    setBusy(true);
    try {
      await replaceImage(picture, file);
      toast.done(words.done.replace);
      onReplaced();
    } catch (error) {
      toast.failed(words.failed.replace, error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        {isBusy ? words.form.replacing : words.form.replace}
      </Button>
      <input
        ref={input}
        style={visuallyHidden}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={words.form.replace}
        onChange={({ currentTarget }) => {
          void send(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}

function Delete({ picture, onDeleted }: { picture: MediaResponse; onDeleted: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const { restore } = useRestoring(WAY_BACK);
  const told = words.confirmDelete;
  async function remove() {
    setBusy(true);
    try {
      await removeImage(picture.id, picture.useCount > 0);
      toast.undoable(words.done.delete, () => void restore(picture));
      onDeleted();
    } catch (error) {
      toast.failed(words.failed.delete, error);
    } finally {
      setBusy(false);
      setAsked(false);
    }
  }
  return (
    <>
      <Button color="error" onClick={() => setAsked(true)}>
        {words.form.delete}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={told.title}
        yes={told.yes}
        no={told.no}
        isDestructive
        isBusy={isBusy}
        onYes={() => void remove()}
        onNo={() => setAsked(false)}
      >
        {picture.useCount > 0 ? told.used(nameOf(picture), picture.useCount) : told.text(nameOf(picture))}
      </Confirm>
    </>
  );
}
