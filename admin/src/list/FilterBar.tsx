import { Box } from "@mui/material";
import { useEffect, useRef, type ComponentProps, type ReactNode } from "react";
import { FilterLiveForm, getFilterFormValues, RecordContextProvider, useListContext } from "react-admin";
import { useFormContext } from "react-hook-form";

const DEBOUNCE_MS = 300;

/** The width of a filter. */
export const FILTER_WIDTH = { flex: { xs: "1 1 140px", sm: "0 1 210px" }, minWidth: 140 };

interface FilterBarProps {
  /** Inputs. The source of each is a filter of the list. */
  children: ReactNode;
  /** Content beside the filters, such as a button. */
  actions?: ReactNode;
}

/** The search and the filters above a list. */
export function FilterBar({ children, actions }: FilterBarProps) {
  const { filterValues } = useListContext();
  return (
    <Box sx={{ ...ROW, p: 2, borderBottom: 1, borderColor: "divider" }}>
      <FilterLiveForm debounce={DEBOUNCE_MS} formComponent={SearchForm}>
        {/* An input that appears later starts with its filter too. */}
        <RecordContextProvider value={filterValues}>{children}</RecordContextProvider>
      </FilterLiveForm>
      {actions}
    </Box>
  );
}

const ROW = { display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "center" };

function SearchForm(props: ComponentProps<"form">) {
  const form = useRef<HTMLFormElement>(null);
  const filters = JSON.stringify(useListContext().filterValues);
  const { getValues, reset } = useFormContext();
  // After an edit that was reverted, FilterLiveForm would ignore the next change from elsewhere, such as a saved
  // view.
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) return;
    reset(getFilterFormValues(getValues(), JSON.parse(filters) as object));
  }, [filters, getValues, reset]);
  return (
    <Box
      {...props}
      component="form"
      ref={form}
      role="search"
      autoComplete="off"
      sx={{ ...ROW, flex: "1 1 520px", minWidth: 0 }}
    />
  );
}
