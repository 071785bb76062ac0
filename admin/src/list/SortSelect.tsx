import { MenuItem, TextField } from "@mui/material";
import { useListContext } from "react-admin";
import { t } from "../messages/list.gen";

/** The order of a list. `orders` are the API's words for them (a leading minus is descending) and what they say. */
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
