import { Button } from "@mui/material";
import type { ReactNode } from "react";
import { useListContext, type RaRecord } from "react-admin";
import { focusMain } from "../layout/focusMain";
import { Empty, LoadFailed, RowsSkeleton } from "./ListStates";
import { Pager } from "./Pager";

interface RecordsProps<Item extends RaRecord> {
  /** The name of the list, for its pagination. Without it, all records are on one page. */
  label?: string;
  texts: {
    loading: string;
    failed: string;
    /** Shown if the list is empty without filters. */
    none: { title: string; text: string };
    /** Shown if no record matches the filters. Default: `none`. */
    noneFound?: { title: string; text: string; clear: string };
  };
  /** The filter that the tabs of the list set. It is not counted, and stays when the other filters are cleared. */
  tabFilter?: string;
  /** Replaces the usual placeholder while the records are loaded. */
  skeleton?: ReactNode;
  /** An action for an empty list. */
  emptyAction?: ReactNode;
  children: (records: Item[]) => ReactNode;
}

/**
 * The records of a list page, or the reason why there are none. react-admin's `List` shows nothing while records
 * are loading.
 */
export function Records<Item extends RaRecord>(props: RecordsProps<Item>) {
  const { label, texts, tabFilter = "", skeleton, emptyAction, children } = props;
  const { data, isPending, error, refetch, filterValues, setFilters } = useListContext<Item>();
  if (isPending) return skeleton ?? <RowsSkeleton label={texts.loading} />;
  if (error) return <LoadFailed title={texts.failed} error={error} onRetry={refetch} sx={{ m: 2 }} />;
  if (data && data.length > 0)
    return (
      <>
        {children(data)}
        {label && <Pager label={label} />}
      </>
    );
  const { [tabFilter]: tab, ...filters } = filterValues as Record<string, unknown>;
  if (texts.noneFound && Object.keys(filters).length > 0)
    return (
      <Empty title={texts.noneFound.title} text={texts.noneFound.text}>
        <Button
          onClick={() => {
            focusMain(); // The button disappears.
            setFilters(tab === undefined ? {} : { [tabFilter]: tab }, {}, false);
          }}
        >
          {texts.noneFound.clear}
        </Button>
      </Empty>
    );
  return (
    <Empty title={texts.none.title} text={texts.none.text}>
      {emptyAction}
    </Empty>
  );
}
