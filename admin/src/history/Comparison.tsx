import ArrowBack from "@mui/icons-material/ArrowBack";
import {
  Box,
  Button,
  FormControlLabel,
  MenuItem,
  Skeleton,
  Switch,
  TextField,
  Typography,
} from "@mui/material";
import type { RevisionItem } from "@karst/client";
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from "react";
import { useStore } from "react-admin";
import { useZone } from "../audit/useZone";
import { useAccount } from "../identity/useAccount";
import { dateIn } from "../kit/zone";
import { LoadFailed } from "../list/ListStates";
import { t } from "../messages/history.gen";
import { useAccountName } from "../users/AccountSelect";
import { authorOf } from "./author";
import type { RecordKey } from "../resources/revisions";
import { areShort, differences } from "./compare";
import { FieldDifference } from "./FieldDifference";
import { isContent, isRestorable, type Fields } from "./kinds";
import { RestoreBar } from "./RestoreBar";
import { RevisionTools } from "./RevisionTools";
import { useRevision, type Current } from "./useHistory";

interface ComparisonProps {
  record: RecordKey;
  name: string;
  chosen: RevisionItem;
  /** All loaded revisions, the newest first. */
  items: readonly RevisionItem[];
  current: Current;
  onRestored: (saved: Current) => void;
  /** Returns to the list, on screens that hide it. */
  onBack?: () => void;
  onDeleted: () => void;
  onClose: () => void;
}

/** A revision compared with the current record or with another revision. */
export function Comparison(props: ComparisonProps) {
  const { record, name, chosen, items, current, onRestored, onBack, onDeleted, onClose } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const zone = useZone();
  const isAdmin = useAccount().may("manageHistory");
  const isNewest = chosen.number === items[0]?.number;
  // The newest revision hardly differs from the record, so it is compared with the one before it.
  const [otherNumber, setOtherNumber] = useState(isNewest ? (items[1]?.number ?? null) : null);
  const [isSideBySide, setSideBySide] = useStore("history.sideBySide", false);
  const [toggled, setToggled] = useState<Readonly<Record<string, boolean>>>({});
  const own = useRevision(record, chosen.number);
  const other = useRevision(record, otherNumber);
  const ownFields: Fields | undefined = own.data?.snapshot;
  const otherFields: Fields | undefined = otherNumber === null ? current : other.data?.snapshot;
  const isOlder = otherNumber === null || chosen.number < otherNumber;
  const older = isOlder ? ownFields : otherFields;
  const newer = isOlder ? otherFields : ownFields;
  const accountName = useOwnerNames(older, newer);
  const found = useMemo(
    () => older && newer && differences(record, [older, newer], current, { zone, accountName }),
    [record, older, newer, current, zone, accountName],
  );

  // Fields that others change while the dialog is open are not selected automatically.
  const [offered, setOffered] = useState<readonly string[]>();
  if (found && otherNumber === null && !offered) setOffered(found.map(({ field }) => field));

  // On phones, the button that opened the comparison is gone.
  const focusHeading = useEffectEvent(() => onBack && heading.current?.focus());
  useEffect(() => void focusHeading(), []);

  const nameOf = (number: number | null) => {
    const item = items.find((one) => one.number === number);
    return item ? dateIn(zone, item.createdAt) : t("current");
  };
  const names: [string, string] = isOlder
    ? [nameOf(chosen.number), nameOf(otherNumber)]
    : [nameOf(otherNumber), nameOf(chosen.number)];
  const mayRestore = (field: string) =>
    otherNumber === null && ownFields !== undefined && isRestorable(record.kind, field, isAdmin);
  const restorable = found?.filter(({ field, isUnused }) => !isUnused && mayRestore(field)) ?? [];
  const isSelected = (field: string) =>
    toggled[field] ?? (isContent(field) && offered?.includes(field) !== false);
  const error = own.error ?? other.error;

  return (
    <Box sx={{ display: "flex", flexDirection: "column", minHeight: 0 }}>
      <Box
        role="region"
        aria-labelledby={id}
        tabIndex={0}
        sx={{ flexGrow: 1, minHeight: 0, overflowY: "auto", px: { xs: 2, md: 3 }, py: 2 }}
      >
        {onBack && (
          <Button onClick={onBack} startIcon={<ArrowBack aria-hidden />} sx={{ ml: -1, mb: 1 }}>
            {t("back")}
          </Button>
        )}
        <Typography id={id} ref={heading} tabIndex={-1} variant="h3" sx={{ outline: 0 }}>
          {t("version", { time: dateIn(zone, chosen.createdAt) })}
        </Typography>
        <Typography dir="auto" sx={{ color: "text.secondary" }}>
          {authorOf(chosen, isAdmin)}
        </Typography>
        {isAdmin && <RevisionTools record={record} item={chosen} isNewest={isNewest} onDeleted={onDeleted} />}
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2, mt: 2 }}>
          <TextField
            select
            label={t("compareWith")}
            value={otherNumber ?? ""}
            onChange={({ target }) => setOtherNumber(target.value === "" ? null : Number(target.value))}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ maxWidth: 360 }}
          >
            <MenuItem value="">{t("current")}</MenuItem>
            {items
              .filter(({ number }) => number !== chosen.number)
              .map((item) => (
                <MenuItem key={item.number} value={item.number} sx={{ whiteSpace: "normal" }}>
                  {t("versionBy", { time: dateIn(zone, item.createdAt), author: authorOf(item, isAdmin) })}
                </MenuItem>
              ))}
          </TextField>
          {found?.some(({ texts, images }) => !images && !areShort(texts)) && (
            <FormControlLabel
              label={t("sideBySide")}
              control={<Switch checked={isSideBySide} onChange={(_, checked) => setSideBySide(checked)} />}
            />
          )}
        </Box>
        {error && (
          <LoadFailed
            title={t("failed.compare")}
            error={error}
            onRetry={() => void (own.error ? own : other).refetch()}
            sx={{ mt: 2 }}
          />
        )}
        {!found && !error && <Skeleton variant="rounded" height={240} sx={{ mt: 2 }} />}
        <Typography role="status" variant="body2" sx={{ mt: 2, color: "text.secondary" }}>
          {found ? t("count", { count: found.length }) : !error && t("loading")}
        </Typography>
        {found?.map((difference) => {
          const { field, isUnused } = difference;
          const canSelect = !isUnused && mayRestore(field);
          return (
            <FieldDifference
              key={field}
              difference={difference}
              names={names}
              isSideBySide={isSideBySide}
              isSelected={canSelect ? isSelected(field) : undefined}
              onSelect={(selected) => setToggled({ ...toggled, [field]: selected })}
              hint={otherNumber === null && !isUnused ? t(isAdmin ? "notRestored" : "adminOnly") : undefined}
            />
          );
        })}
      </Box>
      {ownFields && found && found.length > 0 && (
        <RestoreBar
          record={record}
          name={name}
          chosen={chosen}
          snapshot={ownFields}
          current={current}
          selected={restorable.filter(({ field }) => isSelected(field))}
          onCompareWithCurrent={otherNumber === null ? undefined : () => setOtherNumber(null)}
          onRestored={onRestored}
          onClose={onClose}
        />
      )}
    </Box>
  );
}

/** The names of the owners of a place in two versions. */
function useOwnerNames(...versions: (Fields | undefined)[]) {
  const [one = "", other = ""] = versions.map((fields) => String(fields?.ownerId ?? ""));
  const [oneName, otherName] = [useAccountName(one), useAccountName(other)];
  return useMemo(
    () => (id: string) => (id === one ? oneName : id === other ? otherName : undefined),
    [one, other, oneName, otherName],
  );
}
