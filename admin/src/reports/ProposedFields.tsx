import { Box, TextField, Typography } from "@mui/material";
import type { ProposedField } from "@karst/client";
import { fieldLabel } from "../history/kinds";
import { t } from "../messages/reports.gen";
import { isOutdated, isText, valueText, type Edits } from "./shape";

interface ProposedFieldsProps {
  fields: readonly ProposedField[];
  edits: Edits;
  /** Whether new values can be typed. */
  isEditable: boolean;
  onEdit: (field: string, text: string) => void;
}

/** The present value of each field, and beside it the new one, which can be edited before it is accepted. */
export function ProposedFields({ fields, edits, isEditable, onEdit }: ProposedFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <Box component="dl" aria-label={t("proposal")} sx={{ my: 1, maxWidth: 720, display: "grid", gap: 1.5 }}>
      {fields.map((item) => {
        const label = fieldLabel("businesses", item.field);
        const current = valueText(item.field, item.current) || t("empty");
        return (
          <Box key={item.field}>
            <Typography component="dt" variant="body2" sx={{ fontWeight: 600 }}>
              {label}
            </Typography>
            <Box
              component="dd"
              sx={{
                m: 0,
                display: "grid",
                gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
                columnGap: 2,
                rowGap: 1,
                alignItems: "center",
                overflowWrap: "anywhere",
              }}
            >
              <span dir="auto">{t("current", { value: current })}</span>
              <NewValue {...{ item, label, isEditable }} text={edits[item.field]} onEdit={onEdit} />
              {isOutdated(item) && (
                <Typography variant="body2" sx={{ gridColumn: "1 / -1", color: "warning.main" }}>
                  {t("outdated", { value: valueText(item.field, item.base) || t("empty") })}
                </Typography>
              )}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

interface NewValueProps {
  item: ProposedField;
  label: string;
  isEditable: boolean;
  /** The edited value; undefined if it was not edited. */
  text: string | undefined;
  onEdit: (field: string, text: string) => void;
}

function NewValue({ item, label, isEditable, text, onEdit }: NewValueProps) {
  const proposed = item.proposed === undefined ? null : valueText(item.field, item.proposed);
  if (isEditable && isText(item)) {
    return (
      <TextField
        size="small"
        label={t("newValue")}
        value={text ?? proposed ?? valueText(item.field, item.current)}
        onChange={({ target }) => onEdit(item.field, target.value)}
        slotProps={{ htmlInput: { "aria-label": t("newValueOf", { field: label }), dir: "auto" } }}
      />
    );
  }
  if (proposed === null) return null;
  return (
    <Box component="ins" dir="auto" sx={{ bgcolor: "primary.subtle", textDecoration: "underline" }}>
      {proposed || t("empty")}
    </Box>
  );
}
