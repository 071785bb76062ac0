import { Chip, MenuItem, TextField, useMediaQuery, type Theme } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { useGetList, useListContext } from "react-admin";
import { useAccount } from "../identity/useAccount";
import { FilterBar } from "../list/FilterBar";
import { narrowing, SearchBox } from "../list/SearchBox";
import { SortSelect } from "../list/SortSelect";
import { t } from "../messages/businesses.gen";
import { t as tForm } from "../messages/placeForm.gen";
import { AccountSelect } from "../users/AccountSelect";
import { FACT_NAMES } from "./missing";
import { WAITING } from "./waiting";

interface Filters {
  q?: string;
  category?: string;
  active?: boolean;
  ownerId?: string;
  missing?: string;
  premium?: boolean;
  verified?: boolean;
  recheck?: boolean;
}

const STATUSES: Record<string, Filters> = {
  "": { active: undefined },
  true: { active: true },
  false: { active: false },
  waiting: WAITING,
};

const orders = () => ({
  name: t("orders.name"),
  "-name": t("orders.nameDescending"),
  "-updatedAt": t("orders.newest"),
  updatedAt: t("orders.oldest"),
  "-rating": t("orders.rating"),
});

/** Search by name, and the filters of the API. "/" focuses the search. */
export function BusinessFilters() {
  const { filterValues, setFilters } = useListContext();
  const { may } = useAccount();
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  const filters = filterValues as Filters;
  const set = (change: Filters) => setFilters(narrowing({ ...filters, ...change }), {}, false);
  const isWaiting = filters.ownerId === WAITING.ownerId;
  const flags = ["premium", "verified", ...(may("setStanding") ? (["recheck"] as const) : [])] as const;
  const toggle = (field: (typeof flags)[number]) => set({ [field]: filters[field] ? undefined : true });
  return (
    <FilterBar>
      <SearchBox label={t("search")} value={filters.q ?? ""} onChange={(q) => set({ q })} />
      <CategorySelect value={filters.category ?? ""} onChange={(category) => set({ category })} />
      <FilterSelect
        label={t("filter.status")}
        value={isWaiting ? "waiting" : String(filters.active ?? "")}
        onChange={(status) =>
          set({ ...STATUSES[status], ...(isWaiting && !STATUSES[status]?.ownerId && { ownerId: undefined }) })
        }
        options={{
          "": t("filter.anyStatus"),
          true: t("filter.active"),
          false: t("filter.inactive"),
          ...(may("setStanding") && { waiting: t("filter.waiting") }),
        }}
      />
      <FilterSelect
        label={t("filter.missing")}
        value={filters.missing ?? ""}
        onChange={(missing) => set({ missing })}
        options={{
          "": t("filter.nothingMissing"),
          ...Object.fromEntries(FACT_NAMES.map((fact) => [fact, tForm(`facts.${fact}`)])),
        }}
      />
      {may("manageUsers") && (
        <AccountSelect
          label={t("filter.owner")}
          placeholder={t("filter.anyOwner")}
          value={isWaiting ? "" : (filters.ownerId ?? "")}
          onChange={(ownerId) => set({ ownerId })}
          sx={{ flex: { xs: "1 1 140px", sm: "0 1 260px" }, minWidth: 140 }}
        />
      )}
      {!isWide && <SortSelect orders={orders()} />}
      {flags.map((field) => (
        <Chip
          key={field}
          label={t(`filter.${field}`)}
          onClick={() => toggle(field)}
          aria-pressed={filters[field] === true}
          color={filters[field] ? "primary" : "default"}
          variant={filters[field] ? "filled" : "outlined"}
          sx={{ minHeight: 44, px: 0.5, borderRadius: 999 }}
        />
      ))}
    </FilterBar>
  );
}

function CategorySelect({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
  const { data = [] } = useGetList<CategoryResponse>("categories", {
    pagination: { page: 1, perPage: 1000 },
  });
  return (
    <FilterSelect
      label={t("filter.category")}
      value={value}
      onChange={onChange}
      options={{
        "": t("filter.allCategories"),
        ...Object.fromEntries(data.map(({ slug, name }) => [slug, name])),
      }}
    />
  );
}

interface FilterSelectProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The labels of the values; the blank one does not filter. */
  options: Record<string, string>;
}

function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  return (
    <TextField
      select
      label={label}
      value={value in options ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      sx={{ flex: { xs: "1 1 140px", sm: "0 1 210px" }, minWidth: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      {Object.entries(options).map(([option, name]) => (
        <MenuItem key={option} value={option}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
