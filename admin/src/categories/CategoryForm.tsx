import { Box, Typography } from "@mui/material";
import type { CategoryRequest as Form, CategoryResponse } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { DialogForm } from "../form/DialogForm";
import { TextInput } from "../form/TextInput";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { HistoryButton } from "../history/HistoryButton";
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
  /** Called with a stored category after a restore. */
  onRestored?: (category: CategoryResponse) => void;
  onClose: () => void;
}

/** A category in a dialog. */
export function CategoryForm(props: CategoryFormProps) {
  const { title, category, start, form, save, onRestored, onClose } = props;
  const state = useRecordForm({ start, form, shape: toForm, save });
  return (
    <DialogForm titleId={TITLE_ID} title={title} state={state} saveLabel={tCommon("save")} onClose={onClose}>
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
