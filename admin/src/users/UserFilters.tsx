import { MenuItem, TextField } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { FilterBar } from "../list/FilterBar";
import { narrowing, SearchBox } from "../list/SearchBox";
import { SortSelect } from "../list/SortSelect";
import { ROLES } from "./RoleMark";
import { words } from "./words";

interface Filters {
  q?: string;
  role?: UserResponse["role"];
}

/** Search by name or e-mail, one role or all, and the order. */
export function UserFilters() {
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as Filters;
  const set = (change: Filters) => setFilters(narrowing({ ...filters, ...change }), {}, false);
  return (
    <FilterBar>
      <SearchBox label={words.search} value={filters.q ?? ""} onChange={(q) => set({ q })} />
      <RoleSelect value={filters.role} onChange={(role) => set({ role })} />
      <SortSelect orders={words.orders} />
    </FilterBar>
  );
}

interface RoleSelectProps {
  value: Filters["role"];
  onChange: (role: Filters["role"]) => void;
}

function RoleSelect({ value, onChange }: RoleSelectProps) {
  const chosen = value && ROLES.includes(value) ? value : "";
  return (
    <TextField
      select
      label={words.role.label}
      value={chosen}
      onChange={({ target }) => onChange((target.value || undefined) as Filters["role"])}
      sx={{ flex: { xs: "1 1 140px", sm: "0 1 210px" }, minWidth: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{words.role.all}</MenuItem>
      {ROLES.map((role) => (
        <MenuItem key={role} value={role}>
          {words.roles[role]}
        </MenuItem>
      ))}
    </TextField>
  );
}
