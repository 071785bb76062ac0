import { MenuItem, TextField } from "@mui/material";
import { useListContext } from "react-admin";
import { texts } from "../texts";

const words = texts.businesses;

/** The orders as the API names them: a leading minus is descending. */
const ORDERS = Object.keys(words.orders) as (keyof typeof words.orders)[];

/** The order of the list, where there are no column heads to press. */
export function SortSelect() {
  const { sort, setSort } = useListContext();
  const current = `${sort.order === "DESC" ? "-" : ""}${sort.field}`;
  const isKnown = (ORDERS as string[]).includes(current);
  return (
    <TextField
      select
      label={words.sortBy}
      value={isKnown ? current : ORDERS[0]}
      onChange={({ target }) => {
        const order = target.value.startsWith("-") ? "DESC" : "ASC";
        setSort({ field: target.value.replace("-", ""), order });
      }}
      sx={{ flex: { xs: "1 1 140px", sm: "0 1 210px" }, minWidth: 140 }}
    >
      {ORDERS.map((order) => (
        <MenuItem key={order} value={order}>
          {words.orders[order]}
        </MenuItem>
      ))}
    </TextField>
  );
}
