import AddPhotoAlternateOutlined from "@mui/icons-material/AddPhotoAlternateOutlined";
import { Box, Button, Dialog, FormHelperText, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import type { MediaResponse } from "@karst/client";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { TextInput } from "react-admin";
import { flushSync } from "react-dom";
import { useController, useFormContext } from "react-hook-form";
import { isShowable } from "../form/Picture";
import { t } from "../messages/media.gen";
import { useRenew } from "../useRenew";
import { PickButton } from "./PickButton";
import { PictureTile } from "./PictureTile";
import { UploadList } from "./UploadList";
import { useDragSort } from "./useDragSort";
import { useFileDrop } from "./useFileDrop";
import { useFileInput } from "./useFileInput";
import { useFilePaste } from "./useFilePaste";
import { useRememberPicture, type KnownPicture } from "./usePicture";
import { useUploads } from "./useUploads";

const PictureEditor = lazy(() => import("./PictureEditor"));

interface PicturesFieldProps {
  /** The field of the form: addresses as text. */
  source: string;
  label: string;
  /** Where the images appear. */
  hint?: string;
  isMany: boolean;
  toList: (text: string) => string[];
}

/** Images of a form: uploaded, chosen from the library or typed as addresses. */
export function PicturesField({ source, label, hint, isMany, toList }: PicturesFieldProps) {
  const id = useId();
  const { field, fieldState } = useController<Record<string, string>>({ name: source });
  const { getValues, setValue, trigger } = useFormContext<Record<string, string>>();
  const renew = useRenew();
  const remember = useRememberPicture();
  const group = useRef<HTMLDivElement>(null);
  const picks = useRef(0);
  const [isText, setText] = useState(false);
  const [status, setStatus] = useState("");
  const [edited, setEdited] = useState<KnownPicture | null>(null);
  const closeEditor = useRef<() => void>(null);
  const endEdit = () => setEdited(null);
  const { uploads, add, dismiss } = useUploads(() => {});
  const addresses = toList(field.value);
  const showsText = isText || !addresses.every(isShowable);

  // The current values: an upload ends long after the render in which it began.
  const current = () => toList(getValues(source) ?? "");
  const write = (list: string[]) =>
    setValue(source, [...new Set(list)].join(", "), { shouldDirty: true, shouldValidate: true });
  const find = (selector: string) => group.current?.querySelector<HTMLElement>(selector);

  /** Adds images, in the place of `replaced` if it is still there. */
  function put(pictures: readonly MediaResponse[], replaced?: string) {
    pictures.forEach(remember);
    const list = isMany ? current() : [];
    const at = replaced === undefined ? -1 : list.indexOf(replaced);
    list.splice(at < 0 ? list.length : at, at < 0 ? 0 : 1, ...pictures.map(({ url }) => url));
    write(list);
  }

  function upload(files: File[], replaced?: string) {
    const picksBefore = picks.current;
    add(isMany && replaced === undefined ? files : files.slice(0, 1), (picture) => {
      // An image that was picked in the meantime stays.
      if (isMany || picks.current === picksBefore) put([picture], replaced);
      setStatus(t("add.done", { name: picture.name }));
      void renew(["media", "getList"], ["media", "pick"]);
    });
  }

  function move(from: number, to: number) {
    const list = current();
    list.splice(to, 0, ...list.splice(from, 1));
    write(list);
  }
  const announceMove = (at: number) =>
    setStatus(t("field.moved", { number: at + 1, count: current().length }));

  function remove(address: string, name: string) {
    write(current().filter((one) => one !== address));
    setStatus(t("field.removed", { name }));
    find("[data-add]")?.focus();
  }

  function onDescribed(saved: MediaResponse, hasFocus: boolean) {
    remember(saved);
    setStatus(t("field.described"));
    void renew(["media"]);
    // The server may have refused the image because it had no description.
    void trigger(source);
    if (hasFocus) (find("[data-description]:not(:focus-within) input") ?? find("[data-add]"))?.focus();
  }

  function openText() {
    flushSync(() => setText(true));
    find(`[name="${source}"]`)?.focus();
  }
  // The focus target of an invalid field: the missing description, or else the text of the addresses.
  useEffect(() =>
    field.ref({
      focus: () => {
        const description = find("[data-description] input");
        if (description) description.focus();
        else openText();
      },
    }),
  );

  const { held, start } = useDragSort(move, announceMove);
  const { isOver, dropHandlers } = useFileDrop(upload);
  useFilePaste(upload, (target) => group.current?.contains(target) ?? false);
  const [fileInput, choose] = useFileInput({ isMany, onFiles: upload });
  return (
    <Box
      ref={group}
      role="group"
      aria-labelledby={id}
      // A click gives it the focus, and a focused field receives pasted files.
      tabIndex={-1}
      {...dropHandlers}
      sx={{
        p: 1.5,
        border: 2,
        borderStyle: "dashed",
        borderColor: fieldState.invalid ? "error.main" : isOver ? "primary.main" : "divider",
        borderRadius: "12px",
        bgcolor: isOver ? "action.hover" : undefined,
      }}
    >
      <Typography id={id} variant="subtitle2" component="h3">
        {label}
      </Typography>
      {addresses.length > 0 && (
        <Box
          component="ul"
          aria-labelledby={id}
          sx={{
            listStyle: "none",
            m: 0,
            mt: 1,
            p: 0,
            display: "grid",
            gap: 1.5,
            alignItems: "start",
            gridTemplateColumns: "repeat(auto-fill, minmax(min(240px, 100%), 280px))",
          }}
        >
          {addresses.map((address, at) => (
            <PictureTile
              // The same address may be typed twice.
              key={`${address} ${addresses.slice(0, at).filter((one) => one === address).length}`}
              address={address}
              badge={isMany ? String(at + 1) : t("field.main")}
              sort={
                isMany
                  ? {
                      isFirst: at === 0,
                      isLast: at === addresses.length - 1,
                      isHeld: held === at,
                      onHold: (event) => start(event, at),
                    }
                  : undefined
              }
              onMove={(by) => {
                move(at, at + by);
                announceMove(at + by);
              }}
              onReplace={(file) => upload([file], address)}
              onRemove={(name) => remove(address, name)}
              onEdit={setEdited}
              onDescribed={onDescribed}
            />
          ))}
        </Box>
      )}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mt: 1 }}>
        <Button
          data-add
          startIcon={<AddPhotoAlternateOutlined aria-hidden />}
          aria-label={t("field.addFor", { isMany: String(isMany), field: label })}
          onClick={choose}
        >
          {t("field.add", { isMany: String(isMany) })}
        </Button>
        <PickButton
          label={label}
          isMany={isMany}
          onPick={(pictures) => {
            picks.current += 1;
            put(pictures);
          }}
        />
        <Button
          aria-label={t("field.asTextFor", { field: label })}
          aria-expanded={showsText}
          onClick={() => (isText ? setText(false) : openText())}
        >
          {t("field.asText")}
        </Button>
      </Box>
      {fileInput}
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {hint} {t("field.hint", { isMany: String(isMany) })}
      </Typography>
      {fieldState.invalid && !showsText && (
        <FormHelperText error role="alert">
          {fieldState.error?.message}
        </FormHelperText>
      )}
      <UploadList uploads={uploads} onDismiss={dismiss} />
      {/* Stays open once it is used: the text becomes a valid address while it is typed. */}
      <Box hidden={!showsText} onFocus={() => setText(true)} sx={{ mt: 2 }}>
        <TextInput
          source={source}
          label={label}
          helperText={t("field.textHint", { isMany: String(isMany) })}
          {...(isMany && { multiline: true, rows: 2 })}
        />
      </Box>
      <span role="status" style={visuallyHidden}>
        {status}
      </span>
      {edited && (
        <Dialog open onClose={() => (closeEditor.current ?? endEdit)()} maxWidth="md" fullWidth>
          <Suspense>
            <PictureEditor id={edited.id} isInField closer={closeEditor} onClose={endEdit} />
          </Suspense>
        </Dialog>
      )}
    </Box>
  );
}
