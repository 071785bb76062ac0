import { ListBase, type ListBaseProps, type RaRecord } from "react-admin";

/** The records of a resource. Its content shows a failed request, with a button to try again. */
export function RecordList<Item extends RaRecord>(props: ListBaseProps<Item>) {
  return <ListBase<Item> perPage={25} queryOptions={{ onError: () => {} }} exporter={false} {...props} />;
}
