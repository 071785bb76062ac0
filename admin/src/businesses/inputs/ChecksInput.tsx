import { Box, Button, FormHelperText, Typography } from "@mui/material";
import type { FactGroup } from "@karst/client";
import { useImperativeHandle, useRef, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { useZone } from "../../audit/useZone";
import { calendarDateIn } from "../../kit/zone";
import { t } from "../../messages/placeForm.gen";
import {
  checkOfNow,
  checksJson,
  checksOf,
  GROUPS,
  OWNER_GROUPS,
  stateText,
  withCheck,
  type Check,
} from "../checks";
import type { PlaceText } from "../shape";
import { useMaySetAdminFields } from "./adminFields";
import { CheckFields } from "./CheckFields";
import { focusFault } from "./focusFault";

/** The last check of each group of facts, with a button to record a check today (R500). */
export function ChecksInput() {
  const isAdmin = useMaySetAdminFields();
  const { field, fieldState } = useController<PlaceText, "checks">({ name: "checks" });
  const { setValue } = useFormContext<PlaceText>();
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle(field.ref, () => ({ focus: () => focusFault(box.current) }));
  const checks = checksOf(field.value);

  function set(group: FactGroup, check: Check | null) {
    field.onChange(checksJson(withCheck(checks, group, check)));
    // The check of the location is the badge.
    if (group === "position" && check) setValue("isVerified", true, { shouldDirty: true });
  }

  return (
    <Box ref={box} role="group" aria-label={t("fields.checks")} onBlur={field.onBlur}>
      {GROUPS.map((group) => (
        <GroupRow
          key={group}
          group={group}
          check={checks.find((one) => one.group === group)}
          mayCheck={isAdmin || OWNER_GROUPS.includes(group)}
          mayEdit={isAdmin}
          onChange={(check) => set(group, check)}
        />
      ))}
      {fieldState.error ? (
        <FormHelperText error>{fieldState.error.message}</FormHelperText>
      ) : (
        <FormHelperText>{t("hints.checks")}</FormHelperText>
      )}
    </Box>
  );
}

interface GroupRowProps {
  group: FactGroup;
  check: Check | undefined;
  mayCheck: boolean;
  mayEdit: boolean;
  onChange: (check: Check | null) => void;
}

function GroupRow({ group, check, mayCheck, mayEdit, onChange }: GroupRowProps) {
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  const name = t("checks.group", { group });
  // An outdated check is repeated, not corrected.
  const canEdit = mayEdit && check && !check.recheckReason;
  const source = [check?.source, check?.sourceUrl].filter(Boolean).join(" · ");
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{ display: "grid", gap: 1.5, py: 1, borderBottom: 1, borderColor: "divider" }}
    >
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 0.5 }}>
        <Box sx={{ flex: "1 1 220px", minWidth: 0 }}>
          <Typography variant="subtitle2" component="p">
            {name}
          </Typography>
          <Typography
            variant="body2"
            role="status"
            sx={{ color: check?.recheckReason ? "warning.main" : "text.secondary", overflowWrap: "anywhere" }}
          >
            {check ? stateText(check, (time) => calendarDateIn(zone, time)) : t("checks.none")}
          </Typography>
          {source && (
            <Typography variant="body2" dir="auto" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
              {source}
            </Typography>
          )}
        </Box>
        {canEdit && (
          <Button
            aria-expanded={isOpen}
            aria-label={t(isOpen ? "checks.closeOf" : "checks.editOf", { group: name })}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? "checks.close" : "checks.edit")}
          </Button>
        )}
        {mayCheck && (
          <Button
            variant="outlined"
            aria-label={t("checks.todayOf", { group: name })}
            onClick={() => onChange(checkOfNow(group, mayEdit, check))}
          >
            {t("checks.today")}
          </Button>
        )}
      </Box>
      {canEdit && isOpen && <CheckFields check={check} zone={zone} onChange={onChange} />}
    </Box>
  );
}
