import { Tab, Tabs } from "@mui/material";
import { t } from "../messages/list.gen";

interface CountTabsProps<Value extends string> {
  label: string;
  /** The label of each value, in the order of the tabs. */
  tabs: Record<Value, string>;
  /** The number of records of each tab; undefined while unknown. */
  counts: Partial<Record<Value, number>> | undefined;
  value: Value;
  onChange: (value: Value) => void;
  /** The id of the panel below, which shows the selected list. */
  panel: string;
}

/** Tabs for several lists, each with the number of its records. */
export function CountTabs<Value extends string>({
  label,
  tabs,
  counts,
  value,
  onChange,
  panel,
}: CountTabsProps<Value>) {
  return (
    <Tabs
      value={value}
      onChange={(_, chosen: Value) => onChange(chosen)}
      variant="scrollable"
      scrollButtons={false}
      aria-label={label}
      sx={{ borderBottom: 1, borderColor: "divider", px: { xs: 0, md: 1 } }}
    >
      {(Object.keys(tabs) as Value[]).map((one) => {
        const count = counts?.[one];
        return (
          <Tab
            key={one}
            value={one}
            id={`${panel}-${one}`}
            aria-controls={panel}
            label={count === undefined ? tabs[one] : t("tab", { label: tabs[one], count })}
          />
        );
      })}
    </Tabs>
  );
}
