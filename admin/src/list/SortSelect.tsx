import { MenuItem, TextField } from "@mui/material";
import { useListContext } from "react-admin";
import { t } from "../messages/list.gen";

/**
 * Selects the order of a list. `orders` maps the API's values (descending with a leading minus) to labels. react-admin's
 * `SortButton` is an icon on phones, and reverses the order only if its field is selected again.
 */
export function SortSelect({ orders }: { orders: Record<string, string> }) {
  const { sort, setSort } = useListContext();
  const current = `${sort.order === "DESC" ? "-" : ""}${sort.field}`;
  return (
    <TextField
      select
      label={t("sortBy")}
      value={current in orders ? current : Object.keys(orders)[0]}
      onChange={({ target }) => {
        const order = target.value.startsWith("-") ? "DESC" : "ASC";
        setSort({ field: target.value.replace("-", ""), order });
      }}
      sx={{ flex: { xs: "1 1 140px", sm: "0 1 210px" }, minWidth: 140 }}
    >
      {Object.entries(orders).map(([order, label]) => (
        <MenuItem key={order} value={order}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
