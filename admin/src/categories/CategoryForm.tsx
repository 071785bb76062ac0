import { Box, Typography } from "@mui/material";
import type { CategoryRequest as Form, CategoryResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { TextInput } from "react-admin";
import type { Drafting } from "../drafts/drafting";
import { DialogForm } from "../form/DialogForm";
import { Columns, Wide } from "../form/Group";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { HistoryButton } from "../history/HistoryButton";
import { t } from "../messages/categories.gen";
import { t as tCommon } from "../messages/common.gen";
import { ColorInput } from "./ColorInput";
import { IconInput } from "./IconInput";
import { toForm, type CategoryText } from "./shape";

interface CategoryFormProps {
  title: string;
  /** The stored category; undefined for a new one. */
  category?: CategoryResponse;
  start: CategoryText;
  stored?: CategoryText;
  drafting?: Drafting;
  form: FormName;
  save: (form: Form) => Promise<Outcome>;
  /** Called with the stored category after a restore. */
  onRestored?: (category: CategoryResponse) => void;
  onClose: () => void;
}

/** A category in a dialog. */
export function CategoryForm({ title, category, onRestored, onClose, ...options }: CategoryFormProps) {
  const state = useRecordForm({ ...options, shape: toForm });
  return (
    <DialogForm title={title} state={state} saveLabel={tCommon("save")} onClose={onClose}>
      {category && onRestored && (
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 1 }}>
          <Typography sx={{ color: "text.secondary" }}>
            {t("places", { count: category.placeCount })}
          </Typography>
          <HistoryButton kind="categories" id={category.id} name={category.name} onRestored={onRestored} />
        </Box>
      )}
      <Fields isNew={!category} />
    </DialogForm>
  );
}

function Fields({ isNew }: { isNew: boolean }) {
  return (
    <Columns>
      <TextInput
        source="name"
        label={t("fields.name")}
        helperText={t("hints.name")}
        required
        autoFocus
        autoComplete="off"
      />
      <TextInput source="emoji" label={t("fields.emoji")} helperText={t("hints.emoji")} autoComplete="off" />
      <Wide>
        <TextInput
          source="slug"
          label={t("fields.slug")}
          helperText={isNew ? t("hints.newSlug") : t("hints.slug")}
          autoComplete="off"
        />
      </Wide>
      <ColorInput />
      <IconInput />
      <Wide>
        <TextInput
          source="aliases"
          label={t("fields.aliases")}
          helperText={t("hints.aliases")}
          autoComplete="off"
        />
      </Wide>
    </Columns>
  );
}
