import { Alert, AlertTitle, Box, Link } from "@mui/material";
import type { RecordProblem } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { formPath, keyOf, nameOf } from "../drafts/draft";
import { fieldLabel } from "../history/kinds";
import { t } from "../messages/releases.gen";
import type { Refusal } from "./useReleaseActions";

/** The records that prevented a publication or an undo, with the reasons. */
export function Refused({ refusal: { action, records } }: { refusal: Refusal }) {
  return (
    <Alert severity="error" sx={{ mb: 2 }}>
      <AlertTitle>{t(`refused.${action}`)}</AlertTitle>
      {t("refused.text", { count: records.length })}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: "anywhere" }}>
        {records.map((record) => (
          <li key={`${record.kind}/${record.recordId}`}>
            <Link component={RouterLink} to={formPath(keyOf(record))} color="inherit">
              <bdi>{nameOf(record)}</bdi>
            </Link>{" "}
            {reason(record)}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

function reason({ code, errors = [], ...record }: RecordProblem): string {
  if (errors.length === 0) return t("refused.reason", { code });
  const { kind } = keyOf(record);
  return errors
    .map(({ field, message }) =>
      t("refused.field", { field: fieldLabel(kind, field.split(".")[0]!), message }),
    )
    .join("; ");
}
