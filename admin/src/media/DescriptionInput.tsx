import { Box, Button, Checkbox, FormControlLabel, TextField } from "@mui/material";
import type { MediaResponse } from "@karst/client";
import { useEffect, useRef, useState } from "react";
import { useUpdate } from "react-admin";
import { notSaved } from "../form/useRecordForm";
import { Reason } from "../layout/Toasts";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/media.gen";

interface DescriptionInputProps {
  picture: MediaResponse;
  /** `hasFocus`: the focus is in this input, which goes away. */
  onSaved: (saved: MediaResponse, hasFocus: boolean) => void;
}

/** The input for the missing description of an image. It saves at once, without the form around it. */
export function DescriptionInput({ picture, onSaved }: DescriptionInputProps) {
  const [alt, setAlt] = useState("");
  const [error, setError] = useState<unknown>(null);
  const [update] = useUpdate<MediaResponse>();
  const group = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);

  useEffect(() => {
    if (mayTakeFocus(group.current)) input.current?.focus();
  }, []);

  async function save(changes: Partial<Pick<MediaResponse, "alt" | "isDecorative">>) {
    if (isBusy.current) return;
    isBusy.current = true;
    setError(null);
    try {
      const saved = await update(
        "media",
        { id: picture.id, data: changes, previousData: picture },
        { mutationMode: "pessimistic", returnPromise: true },
      );
      // After a sign-out, react-admin has opened the sign-in page, and nothing was saved.
      if (saved?.id) return onSaved(saved, group.current?.contains(document.activeElement) ?? false);
    } catch (failure) {
      setError(failure);
    }
    isBusy.current = false;
  }
  const saveAlt = () => void (alt.trim() !== "" && save({ alt: alt.trim() }));
  const outcome = error ? notSaved(error) : null;
  const fault = outcome?.isSaved === false ? outcome.sentences?.alt : undefined;

  return (
    <Box
      ref={group}
      data-description
      onBlur={({ target, relatedTarget }) => {
        // Another window or tab was opened; here, the focus stays.
        if (target === document.activeElement) return;
        if (!group.current?.contains(relatedTarget)) saveAlt();
      }}
    >
      <TextField
        label={t("field.description")}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          // Enter would submit the form around it.
          event.preventDefault();
          saveAlt();
        }}
        inputRef={input}
        required
        error={error !== null}
        helperText={error ? (fault ?? <Reason error={error} />) : t("hints.alt")}
        slotProps={{
          htmlInput: { "aria-label": t("field.descriptionOf", { name: picture.name }) },
          formHelperText: { component: "div" },
        }}
      />
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between" }}>
        <FormControlLabel
          label={t("fields.isDecorative")}
          control={<Checkbox checked={false} onChange={() => void save({ isDecorative: true })} />}
        />
        <Button
          disabled={alt.trim() === ""}
          aria-label={t("field.saveDescription", { name: picture.name })}
          onClick={saveAlt}
        >
          {tCommon("save")}
        </Button>
      </Box>
    </Box>
  );
}

/** Whether the focus may follow an upload to `element`: it is in the same field, and nothing is being typed. */
function mayTakeFocus(element: HTMLElement | null): boolean {
  const focused = document.activeElement ?? document.body;
  if (focused.matches("input, textarea, [contenteditable=true]")) return false;
  return focused.contains(element) || (focused.closest('[role="group"]')?.contains(element) ?? false);
}
