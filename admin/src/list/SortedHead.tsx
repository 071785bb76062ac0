import { Children, cloneElement, isValidElement, type ReactNode } from "react";
import { DataTableHead, useListContext, type DataTableColumnProps } from "react-admin";

/** The head of a DataTable, which shows by an icon alone what it is sorted by. Here, screen readers say it too. */
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
