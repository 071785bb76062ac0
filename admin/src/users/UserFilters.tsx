import { MenuItem, TextField } from "@mui/material";
import type { UserResponse } from "@karst/client";
import { useListContext } from "react-admin";
import { FilterBar } from "../list/FilterBar";
import { narrowing, SearchBox } from "../list/SearchBox";
import { SortSelect } from "../list/SortSelect";
import { t } from "../messages/users.gen";
import { ROLES } from "./RoleBadge";

const ORDERS = ["-createdAt", "createdAt", "name", "-name", "email", "-role", "-updatedAt"] as const;

interface Filters {
  q?: string;
  role?: UserResponse["role"];
}

/** Search by name or email, role filter and order. */
export function UserFilters() {
  const { filterValues, setFilters } = useListContext();
  const filters = filterValues as Filters;
  const set = (change: Filters) => setFilters(narrowing({ ...filters, ...change }), {}, false);
  return (
    <FilterBar>
      <SearchBox label={t("search")} value={filters.q ?? ""} onChange={(q) => set({ q })} />
      <RoleSelect value={filters.role} onChange={(role) => set({ role })} />
      <SortSelect orders={Object.fromEntries(ORDERS.map((order) => [order, t(`orders.${order}`)]))} />
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
      label={t("fields.role")}
      value={chosen}
      onChange={({ target }) => onChange((target.value || undefined) as Filters["role"])}
      sx={{ flex: { xs: "1 1 140px", sm: "0 1 210px" }, minWidth: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{t("allRoles")}</MenuItem>
      {ROLES.map((role) => (
        <MenuItem key={role} value={role}>
          {t(`roles.${role}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}
