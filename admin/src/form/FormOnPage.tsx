import { Box, Card, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { FormProvider, type FieldValues } from "react-hook-form";
import { FormButtons } from "../drafts/DraftActions";
import { DraftBanner } from "../drafts/DraftBanner";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { t } from "../messages/form.gen";
import { FormPreview, type PreviewOptions } from "../preview/FormPreview";
import { UnsavedNotice } from "./UnsavedNotice";
import type { RecordForm } from "./useRecordForm";
import { useSaveKey } from "./useSaveKey";

interface FormOnPageProps<Values extends FieldValues> {
  state: RecordForm<Values>;
  /** The accessible name. */
  title: string;
  saveLabel?: string;
  /** More actions, before Save. */
  actions?: ReactNode;
  maxWidth?: number | "none";
  /** Without space around the content. */
  isBare?: boolean;
  /** Options of the preview, if the site can show the record with its draft. */
  preview?: PreviewOptions;
  children: ReactNode;
}

/** A long form on one page. Its foot, with the state and Save, stays in the window. */
export function FormOnPage<Values extends FieldValues>({
  state,
  title,
  saveLabel = t("saveChanges"),
  actions,
  maxWidth = 960,
  isBare = false,
  preview,
  children,
}: FormOnPageProps<Values>) {
  const { form, submit, isDirty, isUnreached, isUnsaved, copy, forget, faults } = state;
  const formRef = useSaveKey(submit);
  const count = faults.length;
  const failed = count > 0 ? t("save.invalid", { count }) : isUnreached ? t("save.offline") : null;
  return (
    <FormProvider {...form}>
      <FormPreview state={state} options={preview}>
        {(previewButton) => (
          <Card
            component="form"
            ref={formRef}
            noValidate
            onSubmit={submit}
            aria-label={title}
            // Keeps a focused field and its error above the foot and the phone's own bar.
            sx={{ overflow: "clip", maxWidth, "& :focus": { scrollMarginBlock: "76px 132px" } }}
          >
            <DraftBanner state={state} />
            <UnsavedNotice copy={copy} />
            <Box sx={isBare ? undefined : { p: { xs: 2, md: 3 } }}>{children}</Box>
            <Box sx={footSx}>
              <Typography
                role="status"
                variant="body2"
                sx={{ flexGrow: 1, color: failed ? "error.main" : "text.secondary" }}
              >
                {failed ?? (isDirty ? t("save.unsaved") : "")}
              </Typography>
              {previewButton}
              {actions}
              {!previewButton && (
                <Typography
                  variant="caption"
                  aria-hidden
                  sx={{ color: "text.secondary", display: { xs: "none", md: "block" } }}
                >
                  {t("save.shortcut")}
                </Typography>
              )}
              <FormButtons state={state} saveLabel={saveLabel} />
            </Box>
          </Card>
        )}
      </FormPreview>
      <UnsavedGuard isUnsaved={isUnsaved} onDiscard={forget} />
    </FormProvider>
  );
}

const footSx = {
  position: "sticky",
  bottom: 0,
  zIndex: 2,
  display: "flex",
  flexWrap: "wrap",
  columnGap: { xs: 0.5, sm: 2 },
  rowGap: 0.5,
  alignItems: "center",
  justifyContent: "flex-end",
  px: { xs: 2, md: 3 },
  py: 1.5,
  borderTop: 1,
  borderColor: "divider",
  bgcolor: "background.paper",
  // All buttons fit into one row of a phone.
  "@media (max-width: 599.95px)": { "& .MuiButton-root": { px: 1 } },
};
