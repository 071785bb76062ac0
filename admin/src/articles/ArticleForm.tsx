import { Box, Button, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import type { ArticleRequest as Form, ArticleResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { lazy, Suspense, useState } from "react";
import { FormProvider } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { DraftNotice } from "../form/DraftNotice";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { useSaveKey } from "../form/useSaveKey";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { texts } from "../texts";
import { ArticleFields } from "./ArticleFields";
import { toForm, type ArticleText } from "./shape";
import { StandingBadge } from "./StandingBadge";
import { TITLE_ID } from "./titleId";
import { words } from "./words";

const ArticlePreview = lazy(() => import("./ArticlePreview"));

interface ArticleFormProps {
  title: string;
  /** The article as it is stored; a new one without. */
  article?: ArticleResponse;
  start: ArticleText;
  form: FormName;
  save: (form: Partial<Form>) => Promise<Outcome>;
  saveLabel: string;
  onClose: () => void;
}

/** An article in a dialog: its fields, a preview of what stands in them, and Save. */
export function ArticleForm({
  title,
  article,
  start,
  form: rules,
  save,
  saveLabel,
  onClose,
}: ArticleFormProps) {
  const { form, submit, isDirty, isSubmitting, isUnreached, isUnsaved, draft, forget, faults } =
    useRecordForm({
      start,
      form: rules,
      shape: toForm,
      save,
      draftName: `articles/${article?.id ?? "new"}`,
    });
  const [previewed, setPreviewed] = useState<ArticleText | null>(null);
  const formRef = useSaveKey(submit);
  const failed = faults.length > 0 ? words.form.invalid(faults.length) : isUnreached && texts.save.unreached;
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
        <Box sx={{ display: "flex", alignItems: "center", gap: 1.5, pr: 3 }}>
          <DialogTitle id={TITLE_ID} sx={{ pr: 0 }}>
            {title}
          </DialogTitle>
          {article && <StandingBadge article={article} />}
        </Box>
        <DialogContent sx={{ flexGrow: 1 }}>
          <DraftNotice draft={draft} />
          <ArticleFields />
        </DialogContent>
        <DialogActions
          sx={{ px: 3, py: 1.5, flexWrap: "wrap", gap: 0.5, borderTop: 1, borderColor: "divider" }}
        >
          <Button onClick={() => setPreviewed(form.getValues())}>{words.form.preview}</Button>
          {article && <HistoryLink kind="article" id={article.id} />}
          <Typography
            role="status"
            variant="body2"
            sx={{ mr: "auto", color: failed ? "error.main" : "text.secondary" }}
          >
            {failed || (isDirty && words.form.unsaved)}
          </Typography>
          <Button onClick={onClose}>{words.form.cancel}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting}
            aria-keyshortcuts="Control+S"
            sx={{ flexShrink: 0 }}
          >
            {isSubmitting ? words.form.saving : isUnreached ? texts.save.again : saveLabel}
          </Button>
        </DialogActions>
      </Box>
      {previewed && (
        <Suspense>
          <ArticlePreview article={previewed} onClose={() => setPreviewed(null)} />
        </Suspense>
      )}
      <UnsavedGuard isUnsaved={isUnsaved} onDiscard={forget} words={words.leave} />
    </FormProvider>
  );
}
