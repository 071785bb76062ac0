import type { ReactNode } from "react";
import {
  ListBase,
  ListContextProvider,
  useListContext,
  useRecordSelection,
  type ListBaseProps,
  type RaRecord,
} from "react-admin";

/** The records of a resource. Its content shows a failed request, with a button to try again. */
export function RecordList<Item extends RaRecord>({ children, ...props }: ListBaseProps<Item>) {
  return (
    <ListBase<Item> perPage={25} queryOptions={{ onError: () => {} }} exporter={false} {...props}>
      <OwnSelection>{children}</OwnSelection>
    </ListBase>
  );
}

/** Keeps the selection out of react-admin's store, where it would outlive a reload and be shared with other tabs. */
function OwnSelection({ children }: { children: ReactNode }) {
  const list = useListContext();
  const [selectedIds, { select, clearSelection }] = useRecordSelection({ disableSyncWithStore: true });
  return (
    <ListContextProvider value={{ ...list, selectedIds, onSelect: select, onUnselectItems: clearSelection }}>
      {children}
    </ListContextProvider>
  );
}
