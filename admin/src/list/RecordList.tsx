import type { ReactNode } from "react";
import {
  ListBase,
  ListContextProvider,
  removeEmpty,
  shallowEqual,
  useListContext,
  useRecordSelection,
  type ListBaseProps,
  type RaRecord,
} from "react-admin";

/** The records of a resource. Its content shows a failed request, with a button to try again. */
export function RecordList<Item extends RaRecord>({ children, ...props }: ListBaseProps<Item>) {
  return (
    <ListBase<Item> perPage={25} queryOptions={{ onError: () => {} }} exporter={false} {...props}>
      <OwnContext>{children}</OwnContext>
    </ListBase>
  );
}

/**
 * Keeps the selection out of react-admin's store, where it would outlive a reload and be shared with other tabs. Setting the
 * same filters again does nothing: react-admin would go to the first page.
 */
function OwnContext({ children }: { children: ReactNode }) {
  const list = useListContext();
  const setFilters: typeof list.setFilters = (filters, ...rest) => {
    if (!shallowEqual(removeEmpty(filters), list.filterValues)) list.setFilters(filters, ...rest);
  };
  const [selectedIds, { select, clearSelection }] = useRecordSelection({ disableSyncWithStore: true });
  return (
    <ListContextProvider
      value={{ ...list, setFilters, selectedIds, onSelect: select, onUnselectItems: clearSelection }}
    >
      {children}
    </ListContextProvider>
  );
}
