import { Button, MenuItem, TextField } from "@mui/material";
import { Columns, Wide } from "../../form/Group";
import { t } from "../../messages/placeForm.gen";
import { dayIn, startOfDay, type Check } from "../checks";

interface CheckFieldsProps {
  check: Check;
  /** The time zone of the region. */
  zone: string;
  /** Null removes the check. */
  onChange: (check: Check | null) => void;
}

/** The date, the author and the source of a check. */
export function CheckFields({ check, zone, onChange }: CheckFieldsProps) {
  const { group, checkedAt, checkedBy, source, sourceUrl } = check;
  const change = (changes: Partial<Check>) => onChange({ ...check, ...changes });
  return (
    <Columns>
      <TextField
        label={t("checks.date")}
        type="date"
        value={dayIn(zone, checkedAt)}
        onChange={({ target }) => change({ checkedAt: startOfDay(zone, target.value) })}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { max: dayIn(zone, new Date().toISOString()) },
        }}
      />
      <TextField
        select
        label={t("checks.by")}
        value={checkedBy}
        onChange={({ target }) => change({ checkedBy: target.value as Check["checkedBy"] })}
      >
        <MenuItem value="team">{t("checks.team")}</MenuItem>
        <MenuItem value="owner">{t("checks.owner")}</MenuItem>
      </TextField>
      <TextField
        label={t("checks.source")}
        helperText={t("checks.sourceHint")}
        value={source ?? ""}
        onChange={({ target }) => change({ source: target.value || null })}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <TextField
        label={t("checks.sourceUrl")}
        type="url"
        value={sourceUrl ?? ""}
        onChange={({ target }) => change({ sourceUrl: target.value || null })}
      />
      {group !== "position" && (
        <Wide>
          <Button color="error" onClick={() => onChange(null)}>
            {t("checks.remove")}
          </Button>
        </Wide>
      )}
    </Columns>
  );
}
