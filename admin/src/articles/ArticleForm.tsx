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
import { t } from "../messages/articles.gen";
import { t as tCommon } from "../messages/common.gen";
import { t as tForm } from "../messages/form.gen";
import { ArticleFields } from "./ArticleFields";
import { toForm, type ArticleText } from "./shape";
import { StatusBadge } from "./StatusBadge";
import { TITLE_ID } from "./titleId";

const ArticlePreview = lazy(() => import("./ArticlePreview"));

interface ArticleFormProps {
  title: string;
  /** The stored article; undefined for a new one. */
  article?: ArticleResponse;
  start: ArticleText;
  form: FormName;
  save: (form: Partial<Form>) => Promise<Outcome>;
  onClose: () => void;
}

/** The form of an article in a dialog, with a preview. */
export function ArticleForm({ title, article, start, form: rules, save, onClose }: ArticleFormProps) {
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
  const failed =
    faults.length > 0
      ? tForm("save.invalid", { count: faults.length })
      : isUnreached && tForm("save.offline");
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
          {article && <StatusBadge article={article} />}
        </Box>
        <DialogContent sx={{ flexGrow: 1 }}>
          <DraftNotice draft={draft} />
          <ArticleFields />
        </DialogContent>
        <DialogActions
          sx={{ px: 3, py: 1.5, flexWrap: "wrap", gap: 0.5, borderTop: 1, borderColor: "divider" }}
        >
          <Button onClick={() => setPreviewed(form.getValues())}>{t("preview.title")}</Button>
          {article && <HistoryLink kind="article" id={article.id} />}
          <Typography
            role="status"
            variant="body2"
            sx={{ mr: "auto", color: failed ? "error.main" : "text.secondary" }}
          >
            {failed || (isDirty && tForm("save.unsaved"))}
          </Typography>
          <Button onClick={onClose}>{tCommon("cancel")}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting}
            aria-keyshortcuts="Control+S"
            sx={{ flexShrink: 0 }}
          >
            {isSubmitting ? tForm("save.saving") : isUnreached ? tCommon("tryAgain") : tCommon("save")}
          </Button>
        </DialogActions>
      </Box>
      {previewed && (
        <Suspense>
          <ArticlePreview article={previewed} onClose={() => setPreviewed(null)} />
        </Suspense>
      )}
      <UnsavedGuard isUnsaved={isUnsaved} onDiscard={forget} />
    </FormProvider>
  );
}
