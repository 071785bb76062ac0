import { Alert, Box, Button, DialogActions, DialogContent, DialogTitle, Typography } from "@mui/material";
import type { CategoryRequest as Form, CategoryResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { FormProvider } from "react-hook-form";
import { HistoryLink } from "../audit/HistoryLink";
import { TextInput } from "../form/TextInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { useSaveKey } from "../form/useSaveKey";
import { UnsavedGuard } from "../layout/UnsavedGuard";
import { t } from "../messages/categories.gen";
import { t as tCommon } from "../messages/common.gen";
import { ColorInput } from "./ColorInput";
import { IconInput } from "./IconInput";
import { toForm, type CategoryText } from "./shape";
import { TITLE_ID } from "./titleId";

interface CategoryFormProps {
  title: string;
  /** The stored category; undefined for a new one. */
  category?: CategoryResponse;
  start: CategoryText;
  form: FormName;
  save: (form: Form) => Promise<Outcome>;
  onClose: () => void;
}

/** A category in a dialog. */
export function CategoryForm({ title, category, start, form: rules, save, onClose }: CategoryFormProps) {
  const { form, submit, isSubmitting, isUnreached, isUnsaved } = useRecordForm({
    start,
    form: rules,
    shape: toForm,
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
        <DialogTitle id={TITLE_ID}>{title}</DialogTitle>
        <DialogContent sx={{ flexGrow: 1 }}>
          {category && (
            <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
              <Typography sx={{ color: "text.secondary" }}>
                {t("places", { count: category.placeCount })}
              </Typography>
              <HistoryLink kind="category" id={category.id} />
            </Box>
          )}
          <Fields isNew={!category} />
          {isUnreached && (
            <Alert severity="error" role="status" sx={{ mt: 2 }}>
              {t("unreachable")}
            </Alert>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5, flexWrap: "wrap", gap: 0.5 }}>
          <Button onClick={onClose}>{tCommon("cancel")}</Button>
          <Button
            type="submit"
            variant="contained"
            disabled={isSubmitting}
            aria-keyshortcuts="Control+S"
            sx={{ flexShrink: 0 }}
          >
            {isSubmitting ? t("saving") : isUnreached ? tCommon("tryAgain") : tCommon("save")}
          </Button>
        </DialogActions>
      </Box>
      <UnsavedGuard
        isUnsaved={isUnsaved}
        words={{
          title: t("leave.title"),
          text: t("leave.text"),
          yes: t("leave.discard"),
          no: t("leave.stay"),
        }}
      />
    </FormProvider>
  );
}

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <Box
      sx={{
        display: "grid",
        gap: 2,
        pt: 1,
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
        alignItems: "start",
        "& > .wide": { gridColumn: "1 / -1" },
      }}
    >
      <TextInput
        source="name"
        label={t("fields.name")}
        hint={t("hints.name")}
        required
        autoFocus
        autoComplete="off"
      />
      <TextInput source="emoji" label={t("fields.emoji")} hint={t("hints.emoji")} autoComplete="off" />
      <Box className="wide">
        <TextInput
          source="slug"
          label={t("fields.slug")}
          hint={isNew ? t("hints.newSlug") : t("hints.slug")}
          autoComplete="off"
          fullWidth
        />
      </Box>
      <ColorInput />
      <IconInput />
      <Box className="wide">
        <TextInput
          source="aliases"
          label={t("fields.aliases")}
          hint={t("hints.aliases")}
          autoComplete="off"
          fullWidth
        />
      </Box>
    </Box>
  );
}
