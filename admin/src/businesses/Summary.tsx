import { Box, Chip, Typography } from "@mui/material";
import { useId } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { t } from "../messages/placeForm.gen";
import type { Field } from "./fields";
import { useMaySetAdminFields } from "./inputs/adminFields";
import { FACT_NAMES, fieldOf, lacks } from "./missing";
import { toForm, type PlaceText } from "./shape";

interface SummaryProps {
  isNew: boolean;
  /** Moves the focus to the input of a field. */
  onGoTo: (field: Field) => void;
}

/** Shows whether travelers will see the place, and which facts it lacks. */
export function Summary({ isNew, onGoTo }: SummaryProps) {
  const id = useId();
  const place = useWatch<PlaceText>() as PlaceText;
  const maySetAdminFields = useMaySetAdminFields();
  const { defaultValues } = useFormState<PlaceText>();
  const isStored = !isNew && defaultValues?.isActive === place.isActive;
  const form = toForm(place);
  const missing = FACT_NAMES.filter((fact) => lacks(form, fact));
  const visibility = place.isActive
    ? isStored
      ? "public"
      : "publicOnceSaved"
    : !isStored && !isNew
      ? "hiddenOnceSaved"
      : maySetAdminFields
        ? "inactive"
        : "waiting";
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ px: { xs: 2, md: 3 }, py: 2, borderTop: 1, borderColor: "divider" }}
    >
      <Typography id={id} component="h2" variant="subtitle2">
        {t("summary.title")}
      </Typography>
      <Typography variant="body2" role="status">
        {t(`summary.${visibility}`)} {missing.length === 0 && t("summary.complete")}
      </Typography>
      {missing.length > 0 && (
        <Box
          role="group"
          aria-label={t("summary.missing")}
          sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", mt: 0.5 }}
        >
          <Typography variant="body2" aria-hidden>
            {t("summary.missing")}
          </Typography>
          {missing.map((fact) => (
            <Chip
              key={fact}
              variant="outlined"
              label={t(`facts.${fact}`)}
              onClick={() => onGoTo(fieldOf(fact))}
              sx={{ minHeight: 44, borderRadius: 999 }}
            />
          ))}
        </Box>
      )}
      {missing.includes("image") && (
        <Typography variant="body2" sx={{ color: "text.secondary", mt: 0.5 }}>
          {t("summary.illustration")}
        </Typography>
      )}
    </Box>
  );
}
