import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { Box, Button, Dialog, useMediaQuery } from "@mui/material";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { RecordForm } from "../form/useRecordForm";
import { t } from "../messages/preview.gen";
import { focusField } from "./focusField";

const PreviewPane = lazy(() => import("./PreviewPane"));

/** The width of the window from which the preview is beside the form. */
const BESIDE = "(min-width: 1280px)";

/** The options of a form with a preview. */
export interface PreviewOptions {
  /** Makes a field reachable, such as in another tab. Default: opens the folds around it. */
  reveal?: (field: string) => void;
  /** Called when the preview is opened or closed. */
  onToggle?: (isOpen: boolean) => void;
}

interface FormPreviewProps<Values extends FieldValues> {
  state: RecordForm<Values>;
  options: PreviewOptions | undefined;
  /** The form. `button` opens the preview; null if there is none. */
  children: (button: ReactNode) => ReactNode;
}

/** A form with the preview of its record: beside it in wide windows, otherwise over it. */
export function FormPreview<Values extends FieldValues>({
  state,
  options,
  children,
}: FormPreviewProps<Values>) {
  const { drafting } = state;
  const [isOpen, setOpen] = useState(false);
  /** The field to focus once the dialog is closed, which returns the focus to its button first. */
  const chosen = useRef<string | null>(null);
  const isBeside = useMediaQuery(BESIDE);
  if (!drafting || !options) return children(null);

  function toggle(isNowOpen: boolean) {
    setOpen(isNowOpen);
    options?.onToggle?.(isNowOpen);
    // The preview shows a draft, so opening the preview creates one.
    if (isNowOpen && !drafting?.draft) void state.keep((body) => drafting!.keep(body));
  }

  const goTo = (field: string) => focusField(state.form, field, options.reveal);

  function choose(field: string) {
    if (isBeside) return goTo(field);
    chosen.current = field;
    toggle(false);
  }

  function goToChosen() {
    if (chosen.current) goTo(chosen.current);
    chosen.current = null;
  }

  const button = (
    <Button aria-label={t("open")} aria-expanded={isOpen} sx={buttonSx} onClick={() => toggle(!isOpen)}>
      <VisibilityOutlined aria-hidden fontSize="small" />
      <Box component="span" sx={{ display: { xs: "none", sm: "inline" } }}>
        {t("open")}
      </Box>
    </Button>
  );
  const pane = isOpen && (
    <Suspense>
      <PreviewPane
        // The pane treats the values as a whole.
        state={state as unknown as RecordForm<FieldValues>}
        drafting={drafting}
        onField={choose}
        onClose={() => toggle(false)}
      />
    </Suspense>
  );
  const isSplit = isOpen && isBeside;
  return (
    <Box data-beside-preview={isSplit || undefined} sx={isSplit ? besideSx : undefined}>
      {children(button)}
      {isBeside ? (
        pane && <Box sx={paneSx}>{pane}</Box>
      ) : (
        <Dialog
          open={isOpen}
          fullScreen
          onClose={() => toggle(false)}
          aria-labelledby="site-preview-title"
          slotProps={{ transition: { onExited: goToChosen } }}
        >
          {pane}
        </Dialog>
      )}
    </Box>
  );
}

/** On phones only the icon, so that all buttons of a form are in one row. */
const buttonSx = { gap: 1, minWidth: 44, px: { xs: 1, sm: 2 } };

const besideSx = {
  display: "grid",
  gap: 2,
  gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
  alignItems: "start",
};

const paneSx = {
  position: "sticky",
  top: 80,
  height: "calc(100vh - 96px)",
  border: 1,
  borderColor: "divider",
  borderRadius: "16px",
  overflow: "hidden",
};
