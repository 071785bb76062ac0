import { Tab, Tabs } from "@mui/material";
import { t } from "../messages/list.gen";

interface CountTabsProps<Value extends string> {
  label: string;
  /** value → what it says; the order is theirs. */
  tabs: Record<Value, string>;
  /** How many there are behind each; left out while that is not known. */
  counts: Partial<Record<Value, number>> | undefined;
  value: Value;
  onChange: (value: Value) => void;
  /** The id of the panel below, which shows the chosen one. */
  panel: string;
}

/** Lists side by side, each with how much is in it. */
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
