import Search from "@mui/icons-material/Search";
import { Box, Chip, InputAdornment, MenuItem, TextField, useMediaQuery, type Theme } from "@mui/material";
import type { CategoryView } from "@karst/client";
import { useEffect, useRef, useState } from "react";
import { useGetList, useListContext } from "react-admin";
import { texts } from "../texts";
import { SortSelect } from "./SortSelect";

const words = texts.businesses;

interface Filters {
  q?: string;
  category?: string;
  premium?: boolean;
  verified?: boolean;
}

/** Search by name, and the narrowings that the API knows. "/" puts the focus into the search. */
export function BusinessFilters() {
  const { filterValues, setFilters } = useListContext();
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up("lg"));
  const filters = filterValues as Filters;
  const set = (change: Filters, debounce: boolean) =>
    setFilters(kept({ ...filters, ...change }), {}, debounce);
  const toggle = (field: "premium" | "verified") =>
    set({ [field]: filters[field] ? undefined : true }, false);
  return (
    <Box
      role="search"
      sx={{
        display: "flex",
        flexWrap: "wrap",
        gap: 1.5,
        p: 2,
        alignItems: "center",
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <NameSearch value={filters.q ?? ""} onChange={(q) => set({ q }, true)} />
      <CategorySelect value={filters.category ?? ""} onChange={(category) => set({ category }, false)} />
      {!isWide && <SortSelect />}
      {(["premium", "verified"] as const).map((field) => (
        <Chip
          key={field}
          label={words.filter[field]}
          onClick={() => toggle(field)}
          aria-pressed={filters[field] === true}
          color={filters[field] ? "primary" : "default"}
          variant={filters[field] ? "filled" : "outlined"}
          sx={{ minHeight: 44, px: 0.5, borderRadius: 999 }}
        />
      ))}
    </Box>
  );
}

function NameSearch({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  // The address may change the search too (back, "clear"), but never under somebody's fingers.
  useEffect(() => {
    if (document.activeElement !== input.current) setTyped(value);
  }, [value]);
  useEffect(() => {
    const jump = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key !== "/" || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", jump);
    return () => window.removeEventListener("keydown", jump);
  }, []);
  return (
    <TextField
      type="search"
      label={words.search}
      value={typed}
      inputRef={input}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value);
      }}
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search aria-hidden fontSize="small" />
            </InputAdornment>
          ),
        },
        htmlInput: { maxLength: 100, "aria-keyshortcuts": "/" },
      }}
      sx={{ flex: "1 1 260px" }}
    />
  );
}

function CategorySelect({ value, onChange }: { value: string; onChange: (slug: string) => void }) {
  const { data = [] } = useGetList<CategoryView>("categories", { pagination: { page: 1, perPage: 1000 } });
  const isKnown = data.some((category) => category.slug === value);
  return (
    <TextField
      select
      label={words.filter.category}
      value={isKnown ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      sx={{ flex: { xs: "1 1 140px", sm: "0 1 210px" }, minWidth: 140 }}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    >
      <MenuItem value="">{words.filter.all}</MenuItem>
      {data.map(({ slug, name }) => (
        <MenuItem key={slug} value={slug}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Only what narrows: react-admin keeps these in the address. */
function kept(filters: Filters): Filters {
  return Object.fromEntries(
    Object.entries(filters).filter(([, value]) => value !== undefined && value !== ""),
  );
}
