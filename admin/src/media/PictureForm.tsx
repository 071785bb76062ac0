import { Box, Button, Typography } from "@mui/material";
import type { MediaChanges, MediaResponse } from "@karst/client";
import { useImperativeHandle, useState, type Ref } from "react";
import { TextInput } from "react-admin";
import { useWatch } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { ConflictDialog } from "../form/ConflictDialog";
import { DialogForm } from "../form/DialogForm";
import { useCloseAfterSave } from "../form/EditRecord";
import { SwitchInput } from "../form/SwitchInput";
import { useEditing } from "../form/useEditing";
import { useRecordForm } from "../form/useRecordForm";
import { Confirm } from "../layout/Confirm";
import { useToast } from "../layout/Toasts";
import { LeaveQuestion } from "../layout/UnsavedGuard";
import { useRestoring, type WayBack } from "../list/useRestoring";
import { t } from "../messages/media.gen";
import { t as tCommon } from "../messages/common.gen";
import { removeImage, replaceImage, restoreImage } from "../resources";
import { useRenew } from "../useRenew";
import { FocalPoint } from "./FocalPoint";
import { nameOf, toChanges, toText, type MediaText } from "./shape";
import { useFileInput } from "./useFileInput";
import { useRememberPicture } from "./usePicture";
import { Uses } from "./Uses";

/** How a deleted image is restored, within ten minutes. */
const imageRestore = (): WayBack => ({
  restore: restoreImage,
  renews: [["media"], ["businesses"], ["articles"]],
  words: { done: t("done.restore"), failed: t("failed.restore") },
});

interface PictureFormProps {
  picture: MediaResponse;
  /** Over a form that shows the image: it is replaced and removed there, and deleted in the library. */
  isInField?: boolean;
  /** In a dialog over another form: receives a function that asks before it closes with unsaved changes. */
  closer?: Ref<() => void>;
  onSaved?: (saved: MediaResponse) => void;
  onClose: () => void;
}

/** The form of an image: description, focal point and uses, with buttons to replace and delete it. */
export function PictureForm({ picture, isInField = false, closer, onSaved, onClose }: PictureFormProps) {
  const toast = useToast();
  const renew = useRenew();
  const remember = useRememberPicture();
  const refresh = () => renew(["media"]);
  const closeAfterSave = useCloseAfterSave(onClose);
  const { base, start, save, conflict } = useEditing<MediaResponse, MediaText, MediaChanges>({
    resource: "media",
    record: picture,
    toText,
    toForm: toChanges,
    failed: t("failed.update"),
    onSaved: (saved) => {
      toast.done(t("done.update"));
      void refresh();
      remember(saved);
      onSaved?.(saved);
      closeAfterSave();
    },
  });
  const state = useRecordForm({ start, form: "MediaChanges", shape: toChanges, save });
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (closer && state.isUnsaved() ? setLeaving(true) : onClose());
  useImperativeHandle(closer, () => close);
  return (
    <>
      <DialogForm
        title={t("edit")}
        state={state}
        actions={
          !isInField && (
            <>
              <Delete
                picture={base}
                onDeleted={() => {
                  // Only the lists: refetching the deleted image would fail.
                  void renew(["media", "getList"], ["media", "pick"]);
                  onClose();
                }}
              />
              <Replace picture={base} onReplaced={() => void refresh()} />
            </>
          )
        }
        saveLabel={tCommon("save")}
        isRecord
        onClose={close}
      >
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
          <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
            <bdi>{base.name}</bdi> · {t("size", { width: base.width, height: base.height })}
          </Typography>
          <HistoryLink kind="image" id={base.id} />
        </Box>
        <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: { md: "1fr 1fr" } }}>
          <FocalPoint picture={base} />
          <Box sx={{ display: "grid", gap: 2, alignContent: "start" }}>
            <Alt />
            <SwitchInput
              source="isDecorative"
              label={t("fields.isDecorative")}
              helperText={t("hints.isDecorative")}
            />
            <TextInput
              source="caption"
              label={t("fields.caption")}
              helperText={t("hints.caption")}
              multiline
            />
            <TextInput source="credit" label={t("fields.credit")} helperText={t("hints.credit")} />
            <TextInput source="licence" label={t("fields.licence")} helperText={t("hints.licence")} />
          </Box>
        </Box>
        <Uses id={base.id} />
      </DialogForm>
      <LeaveQuestion isOpen={isLeaving} onLeave={onClose} onStay={() => setLeaving(false)} />
      <ConflictDialog title={t("conflict")} conflict={conflict} labelOf={(field) => t(`fields.${field}`)} />
    </>
  );
}

function Alt() {
  const isDecorative = useWatch<MediaText, "isDecorative">({ name: "isDecorative" });
  return (
    <TextInput
      source="alt"
      label={t("fields.alt")}
      helperText={t("hints.alt")}
      readOnly={isDecorative}
      multiline
      autoFocus
    />
  );
}

function Replace({ picture, onReplaced }: { picture: MediaResponse; onReplaced: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const [fileInput, choose] = useFileInput({ onFiles: ([file]) => void (file && send(file)) });
  async function send(file: File) {
    setBusy(true);
    try {
      await replaceImage(picture, file);
      toast.done(t("done.replace"));
      onReplaced();
    } catch (error) {
      toast.failed(t("failed.replace"), error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button disabled={isBusy} onClick={choose}>
        {isBusy ? t("replacing") : t("replace")}
      </Button>
      {fileInput}
    </>
  );
}

function Delete({ picture, onDeleted }: { picture: MediaResponse; onDeleted: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const { restore } = useRestoring(imageRestore());
  async function remove() {
    setBusy(true);
    try {
      await removeImage(picture.id, picture.useCount > 0);
      toast.undoable(t("done.delete"), () => void restore(picture));
      onDeleted();
    } catch (error) {
      toast.failed(t("failed.delete"), error);
    } finally {
      setBusy(false);
      setConfirming(false);
    }
  }
  return (
    <>
      <Button color="error" onClick={() => setConfirming(true)}>
        {tCommon("delete")}
      </Button>
      <Confirm
        isOpen={isConfirming}
        title={t("confirmDelete.title")}
        yes={tCommon("delete")}
        isDestructive
        isBusy={isBusy}
        onYes={() => void remove()}
        onNo={() => setConfirming(false)}
      >
        {t("confirmDelete.text", { name: nameOf(picture), count: picture.useCount })}
      </Confirm>
    </>
  );
}
