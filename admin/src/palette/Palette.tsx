import { Alert, Box, Button, Dialog, DialogTitle, InputBase, useMediaQuery, type Theme } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { lazy, Suspense, useEffect, useState } from "react";
import { useKeys } from "../keys/useKeys";
import { t as tCommon } from "../messages/common.gen";
import { t as tKeys } from "../messages/keys.gen";
import { t as tLayout } from "../messages/layout.gen";
import { t } from "../messages/palette.gen";
import { MAX_LENGTH, palette } from "./palette";
import { useRemember } from "./recent";

const close = () => palette.set(false);

// Outside of the error boundary of screens, a failed import would make the whole console disappear.
const PaletteSearch = lazy(() => import("./PaletteSearch").catch(() => ({ default: Broken })));

/** In rich text, the shortcut makes links. */
const isInRichText = () => !!document.activeElement?.closest('[contenteditable="true"]');

/** Ctrl+K, and the dialog that it opens. The search itself is loaded when it is first opened. */
export function Palette() {
  const isOpen = palette.useIsOpen();
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  const [text, setText] = useState("");
  useRemember();
  useEffect(() => close, []);
  useKeys(tKeys("group.everywhere"), [
    {
      key: "Mod+k",
      does: tKeys("palette"),
      run: () => palette.set(!isOpen),
      isEnabled: () => !isInRichText(),
    },
  ]);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      fullWidth
      fullScreen={isNarrow}
      slotProps={{
        transition: { onExited: () => setText("") },
        paper: { sx: isNarrow ? {} : { alignSelf: "flex-start", mt: "10vh" } },
      }}
    >
      <DialogTitle style={visuallyHidden}>{t("open")}</DialogTitle>
      <Suspense fallback={<Loading text={text} onType={setText} />}>
        <PaletteSearch text={text} onType={setText} onClose={close} />
      </Suspense>
    </Dialog>
  );
}

/** Keeps the typed text until the search has loaded. */
function Loading({ text, onType }: { text: string; onType: (text: string) => void }) {
  return (
    <Box sx={{ display: "flex", gap: 1, p: 1, pl: 2.5 }}>
      <InputBase
        fullWidth
        autoFocus
        value={text}
        onChange={({ target }) => onType(target.value)}
        placeholder={t("loading")}
        inputProps={{ "aria-label": t("placeholder"), maxLength: MAX_LENGTH }}
      />
      <CloseButton />
    </Box>
  );
}

function Broken() {
  return (
    <Alert
      severity="error"
      action={
        <>
          <Button onClick={() => window.location.reload()}>{tLayout("broken.reload")}</Button>
          <CloseButton />
        </>
      }
    >
      {t("broken")}
    </Alert>
  );
}

/** On phones, the dialog fills the screen, so it needs a button to close it. */
function CloseButton() {
  return <Button onClick={close}>{tCommon("close")}</Button>;
}
