import { Pagination, useListContext } from "react-admin";

const SIZES = [25, 50, 100];

/** The range of records on this page, and buttons for the other pages. `label` names the list. */
export function Pager({ label }: { label: string }) {
  const { perPage } = useListContext();
  return (
    <nav aria-label={label}>
      <Pagination
        rowsPerPageOptions={SIZES.includes(perPage) ? SIZES : [perPage, ...SIZES]}
        // Screen readers announce the range of another page.
        slotProps={{ displayedRows: { role: "status" } }}
      />
    </nav>
  );
}
