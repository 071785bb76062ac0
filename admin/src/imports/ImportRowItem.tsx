import { Box, Button, Link, Typography } from "@mui/material";
import type { ImportRow } from "@karst/client";
import { Link as RouterLink } from "react-router-dom";
import { useZone } from "../audit/useZone";
import { SideBySide } from "../form/SideBySide";
import { t } from "../messages/imports.gen";
import { changeTexts, importFieldLabel } from "./shape";
import type { ImportActions } from "./useImportActions";
import { useCategories } from "./useImports";

interface ImportRowItemProps {
  row: ImportRow;
  /** Whether a decision about the row is still possible. */
  isOpen: boolean;
  actions: ImportActions;
}

/** A row of an import: its place, its errors, its changes, and the decision about it. */
export function ImportRowItem({ row, isOpen, actions }: ImportRowItemProps) {
  const { number, name, placeId, reasons, action, decision } = row;
  const title = name || t("rows.unnamed");
  const isDecidable = isOpen && (action === "duplicate" || decision !== null);
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: "divider" }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1, alignItems: "baseline" }}>
        {placeId === null ? (
          <Typography component="h2" dir="auto" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
            {title}
          </Typography>
        ) : (
          <Link
            component={RouterLink}
            to={`/businesses/${placeId}`}
            color="inherit"
            sx={{ fontWeight: 600, overflowWrap: "anywhere" }}
          >
            <bdi>{title}</bdi>
          </Link>
        )}
        <Typography variant="body2" sx={{ color: "text.secondary" }}>
          {t("rows.number", { number })}
        </Typography>
      </Box>
      {reasons.map(({ column, message, isWarning }, at) => (
        <Typography
          key={at}
          variant="body2"
          sx={{ color: isWarning ? "warning.main" : "error.main", overflowWrap: "anywhere" }}
        >
          {column === null ? message : t("rows.reason", { column, message })}
        </Typography>
      ))}
      {isDecidable && <Decisions row={row} actions={actions} />}
      <Changes row={row} />
    </Box>
  );
}

function Decisions({
  row: { number, name, candidates, decision },
  actions,
}: Omit<ImportRowItemProps, "isOpen">) {
  const decide = (decision: "link" | "create" | "skip", placeId: number | null = null) =>
    void actions.decide({ decisions: [{ row: number, decision, placeId }] });
  const props = {
    size: "small",
    variant: "outlined",
    disabled: actions.isBusy,
    sx: { minHeight: 44 },
  } as const;
  return (
    <Box
      role="group"
      aria-label={t("decide.of", { name })}
      sx={{ my: 1, display: "flex", flexWrap: "wrap", gap: 1 }}
    >
      {candidates.map(({ placeId, name: other, distanceM }) => (
        <Button key={placeId} {...props} onClick={() => decide("link", placeId)}>
          {t("decide.link", { name: other, distance: distanceM })}
        </Button>
      ))}
      <Button {...props} aria-pressed={decision === "create"} onClick={() => decide("create")}>
        {t("decide.create")}
      </Button>
      <Button {...props} aria-pressed={decision === "skip"} onClick={() => decide("skip")}>
        {t("decide.skip")}
      </Button>
    </Box>
  );
}

/** The maximum number of fields shown for a new place. */
const MAX_FIELDS = 8;

function Changes({ row: { changes, placeId, action } }: { row: ImportRow }) {
  const { data: categories = [] } = useCategories();
  const zone = useZone();
  if (action === "skip" || changes.length === 0) return null;
  // A new place has no earlier values: one line for each field is enough.
  if (placeId === null || action !== "change") {
    const shown = changes.slice(0, MAX_FIELDS).map((change) => {
      const [, after] = changeTexts(change, categories, { zone });
      return t("rows.field", { field: importFieldLabel(change.field), value: after.slice(0, 120) });
    });
    return (
      <Typography variant="body2" dir="auto" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
        {shown.join(" · ")}
      </Typography>
    );
  }
  return changes.map((change) => {
    const [before, after] = changeTexts(change, categories, { zone });
    return (
      <SideBySide
        key={change.field}
        label={importFieldLabel(change.field)}
        versions={[
          [t("rows.before"), before || t("rows.none")],
          [t("rows.after"), after || t("rows.none")],
        ]}
      />
    );
  });
}
