import { Box, Checkbox, FormControlLabel, Typography } from "@mui/material";
import { visuallyHidden } from "@mui/utils";
import { useMemo, type ReactNode } from "react";
import { Picture } from "../form/Picture";
import { SideBySide } from "../form/SideBySide";
import { t } from "../messages/history.gen";
import { areShort, compareTexts, type Difference, type Part } from "./compare";
import type { NamedImage } from "./values";

interface FieldDifferenceProps {
  difference: Difference;
  /** The names of the older and of the newer version. */
  names: [string, string];
  /** Whether long texts are shown beside each other. */
  isSideBySide: boolean;
  /** Whether the field is selected for a restore; undefined if it cannot be restored. */
  isSelected?: boolean;
  onSelect: (isSelected: boolean) => void;
  /** Why the field cannot be restored. */
  hint?: string;
  /** The level of the label. Default: 4. */
  heading?: "h3" | "h4";
}

/** A field that differs: short values beside each other, long texts word by word, images as thumbnails. */
export function FieldDifference(props: FieldDifferenceProps) {
  const { difference, names, isSideBySide, isSelected, onSelect, hint, heading } = props;
  const label = difference.isUnused ? t("unused", { label: difference.label }) : difference.label;
  return (
    <SideBySide
      heading={heading}
      label={
        isSelected === undefined ? (
          <>
            {label}
            {hint && (
              <Typography
                component="span"
                variant="caption"
                sx={{ display: "block", color: "text.secondary" }}
              >
                {hint}
              </Typography>
            )}
          </>
        ) : (
          <FormControlLabel
            label={label}
            control={
              <Checkbox
                checked={isSelected}
                onChange={(_, checked) => onSelect(checked)}
                slotProps={{ input: { "aria-label": t("restore.field", { label }) } }}
              />
            }
            slotProps={{ typography: { variant: "body2", sx: { fontWeight: 600 } } }}
            sx={{ minHeight: 44 }}
          />
        )
      }
      versions={useVersions(difference, names, isSideBySide)}
    />
  );
}

function useVersions({ texts, images }: Difference, names: [string, string], isSideBySide: boolean) {
  const [before, after] = texts;
  const isShort = areShort(texts);
  const parts = useMemo(() => (isShort ? [] : compareTexts([before, after])), [isShort, before, after]);
  const both = (first: ReactNode, second: ReactNode): [string, ReactNode][] => [
    [names[0], first || t("noneOf")],
    [names[1], second || t("noneOf")],
  ];
  if (images) {
    const shown = images.map((side) => side.length > 0 && <Images images={side} />);
    return both(shown[0], shown[1]);
  }
  if (before === after) return [[t("inline"), t("onlyFormatting")]] satisfies [string, string][];
  if (isShort) return both(before, after);
  if (!parts) {
    return [[t("inline"), t("tooDifferent")], ...both(before, after)] satisfies [string, ReactNode][];
  }
  if (!isSideBySide) return [[t("inline"), <Marked parts={parts} />]] satisfies [string, ReactNode][];
  return both(
    before && <Marked parts={parts.filter(({ change }) => change !== "added")} />,
    after && <Marked parts={parts.filter(({ change }) => change !== "removed")} />,
  );
}

const MARKS = {
  added: {
    tag: "ins",
    sx: { textDecoration: "underline", bgcolor: "primary.subtle", color: "text.primary" },
  },
  removed: { tag: "del", sx: { textDecoration: "line-through", color: "error.main" } },
} as const;

/** A text whose added and removed parts are marked, also for screen readers. */
export function Marked({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ text, change }, at) => {
    if (change === "none") return text;
    const { tag, sx } = MARKS[change];
    return (
      <Box key={at} component={tag} sx={{ ...sx, position: "relative" }}>
        <span style={visuallyHidden}>{t(change)} </span>
        {text}
      </Box>
    );
  });
}

function Images({ images }: { images: readonly NamedImage[] }) {
  return (
    <Box
      component="ul"
      sx={{
        listStyle: "none",
        m: 0,
        p: 0,
        display: "grid",
        gap: 1,
        gridTemplateColumns: "repeat(auto-fill, minmax(96px, 1fr))",
      }}
    >
      {images.map(({ url, name }, at) => (
        <li key={at}>
          <Picture address={url} />
          <Typography variant="caption" dir="auto" sx={{ display: "block" }}>
            {name}
          </Typography>
        </li>
      ))}
    </Box>
  );
}
