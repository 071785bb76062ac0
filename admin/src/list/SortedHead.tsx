import { Children, cloneElement, isValidElement, type ReactNode } from "react";
import { DataTableHead, useListContext, type DataTableColumnProps } from "react-admin";

/** The head of a DataTable shows the order only as an icon. This one also announces it to screen readers. */
export function SortedHead({ children }: { children?: ReactNode }) {
  const { sort } = useListContext();
  return (
    <DataTableHead>
      {Children.map(children, (column) =>
        isValidElement<DataTableColumnProps>(column) && column.props.source === sort.field
          ? cloneElement(column, { sortDirection: sort.order === "DESC" ? "desc" : "asc" })
          : column,
      )}
    </DataTableHead>
  );
}
