import {
  Box,
  Button,
  Card,
  Checkbox,
  FormControlLabel,
  MenuItem,
  TextField,
  Typography,
} from "@mui/material";
import type { ImportColumn, ImportMapping, ImportResponse } from "@karst/client";
import { useState, type ReactNode } from "react";
import { t } from "../messages/imports.gen";
import { columnsOf, FIELDS, importFieldLabel, withCategory, withField } from "./shape";
import type { ImportActions } from "./useImportActions";
import { useCategories } from "./useImports";

interface MappingStepProps {
  of: ImportResponse;
  actions: ImportActions;
  onDone: () => void;
}

/** Maps the columns of the file to fields, and its values to categories. */
export function MappingStep({ of, actions, onDone }: MappingStepProps) {
  const [mapping, setMapping] = useState<ImportMapping>(of.mapping);
  const columns = columnsOf({ columns: of.columns, mapping: of.mapping });
  const fieldOf = (name: string) => mapping.columns.find(({ column }) => column === name)?.field ?? null;
  const unmapped = columns.filter(({ name }) => fieldOf(name) === null);

  async function finish() {
    if (mapping === of.mapping || (await actions.map(mapping))) onDone();
  }

  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        void finish();
      }}
    >
      <Part id="columns" title={t("columns.title")} lead={t("columns.lead")}>
        <Box component="ul" aria-labelledby="columns" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {columns.map((column) => (
            <ColumnRow
              key={column.name}
              column={column}
              field={fieldOf(column.name)}
              onField={(field) => setMapping(withField(mapping, column.name, field))}
            />
          ))}
        </Box>
        {unmapped.length > 0 && (
          <Typography role="status" sx={{ p: 2, color: "text.secondary", overflowWrap: "anywhere" }}>
            {t("columns.unmapped", {
              count: unmapped.length,
              names: unmapped.map(({ name }) => name).join(", "),
            })}
          </Typography>
        )}
      </Part>
      <Categories of={of} mapping={mapping} onMapping={setMapping} />
      <Options mapping={mapping} onMapping={setMapping} />
      <Button type="submit" variant="contained" disabled={actions.isBusy}>
        {t("columns.continue")}
      </Button>
    </Box>
  );
}

function Part({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead: string;
  children: ReactNode;
}) {
  return (
    <Card component="section" aria-labelledby={id} sx={{ mb: 3 }}>
      <Box sx={{ p: 2 }}>
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
          {lead}
        </Typography>
      </Box>
      {children}
    </Card>
  );
}

interface ColumnRowProps {
  column: ImportColumn;
  field: string | null;
  onField: (field: string | null) => void;
}

function ColumnRow({ column: { name, examples, filledCount }, field, onField }: ColumnRowProps) {
  return (
    <Row
      name={name}
      facts={[t("columns.filled", { count: filledCount }), ...examples].join(" · ")}
      label={t("columns.fieldOf", { column: name })}
      value={field ?? ""}
      onValue={(value) => onField(value || null)}
    >
      <MenuItem value="">{t("columns.none")}</MenuItem>
      {FIELDS.map((one) => (
        <MenuItem key={one} value={one}>
          {importFieldLabel(one)}
        </MenuItem>
      ))}
    </Row>
  );
}

interface RowProps {
  name: string;
  facts: string;
  label: string;
  value: string | number;
  onValue: (value: string) => void;
  children: ReactNode;
}

/** A name with facts about it, and a choice. */
function Row({ name, facts, label, value, onValue, children }: RowProps) {
  return (
    <Box
      component="li"
      sx={{
        px: 2,
        py: 1.25,
        borderTop: 1,
        borderColor: "divider",
        display: "grid",
        gap: 1,
        alignItems: "center",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 1fr) 260px" },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography dir="auto" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          {name}
        </Typography>
        <Typography variant="body2" dir="auto" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          {facts}
        </Typography>
      </Box>
      <TextField
        select
        size="small"
        value={value}
        onChange={({ target }) => onValue(target.value)}
        slotProps={{ htmlInput: { "aria-label": label }, select: { displayEmpty: true } }}
      >
        {children}
      </TextField>
    </Box>
  );
}

interface CategoriesProps {
  of: ImportResponse;
  mapping: ImportMapping;
  onMapping: (mapping: ImportMapping) => void;
}

/** The categories of the values in the file, those without one first. */
function Categories({ of: { categoryValues }, mapping, onMapping }: CategoriesProps) {
  const { data = [] } = useCategories();
  const known = new Map(mapping.categories.map(({ value, categoryId }) => [value, categoryId]));
  const values = [...categoryValues].sort(
    (one, other) => Number(one.categoryId !== null) - Number(other.categoryId !== null),
  );
  const choices = (none: string) => [
    <MenuItem key="" value="">
      {none}
    </MenuItem>,
    ...data.map(({ id, name }) => (
      <MenuItem key={id} value={id}>
        {name}
      </MenuItem>
    )),
  ];
  const id = (text: string) => (text === "" ? null : Number(text));
  return (
    <Part id="categories" title={t("categories.title")} lead={t("categories.lead")}>
      <Box component="ul" aria-labelledby="categories" sx={{ listStyle: "none", m: 0, p: 0 }}>
        <Row
          name={t("categories.default")}
          facts={t("categories.defaultHint")}
          label={t("categories.default")}
          value={mapping.defaultCategoryId ?? ""}
          onValue={(text) => onMapping({ ...mapping, defaultCategoryId: id(text) })}
        >
          {choices(t("categories.refuse"))}
        </Row>
        {values.map(({ value, rowCount, categoryId }) => (
          <Row
            key={value}
            name={value}
            facts={t("list.rows", { count: rowCount })}
            label={t("categories.of", { value })}
            value={known.get(value) ?? (known.has(value) ? "" : (categoryId ?? ""))}
            onValue={(text) => onMapping(withCategory(mapping, value, id(text)))}
          >
            {choices(t("categories.none"))}
          </Row>
        ))}
      </Box>
    </Part>
  );
}

interface OptionsProps {
  mapping: ImportMapping;
  onMapping: (mapping: ImportMapping) => void;
}

function Options({ mapping, onMapping }: OptionsProps) {
  const text = (field: "source" | "license") => (
    <TextField
      label={t(`options.${field}`)}
      helperText={t(`options.${field}Hint`)}
      value={mapping[field] ?? ""}
      onChange={({ target }) => onMapping({ ...mapping, [field]: target.value || null })}
      slotProps={{ htmlInput: { maxLength: 100 } }}
      fullWidth
    />
  );
  const flag = (field: "clearsEmpty" | "leavesOutInvalid") => (
    <FormControlLabel
      label={t(`options.${field}`)}
      control={
        <Checkbox
          checked={mapping[field]}
          onChange={(_, checked) => onMapping({ ...mapping, [field]: checked })}
        />
      }
      sx={{ minHeight: 44 }}
    />
  );
  return (
    <Part id="options" title={t("options.title")} lead={t("options.lead")}>
      <Box sx={{ px: 2, pb: 2, display: "grid", gap: 2 }}>
        {text("source")}
        {text("license")}
        {flag("clearsEmpty")}
        {flag("leavesOutInvalid")}
      </Box>
    </Part>
  );
}
