import ChevronLeft from "@mui/icons-material/ChevronLeft";
import ChevronRight from "@mui/icons-material/ChevronRight";
import { Box, IconButton, MenuItem, TextField, Typography } from "@mui/material";
import { useListContext } from "react-admin";
import { t } from "../messages/list.gen";

const SIZES = [25, 50, 100];

/** Which records of a list these are, and the ways to the others. `label` names the list. */
export function Pager({ label }: { label: string }) {
  const { page, perPage, total = 0, setPage, setPerPage } = useListContext();
  const from = (page - 1) * perPage + 1;
  const to = Math.min(page * perPage, total);
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        justifyContent: "flex-end",
        gap: 1,
        px: 2,
        py: 1,
      }}
    >
      <TextField
        select
        variant="standard"
        value={SIZES.includes(perPage) ? perPage : SIZES[0]}
        onChange={({ target }) => setPerPage(Number(target.value))}
        slotProps={{
          htmlInput: { "aria-label": t("perPage") },
          input: { disableUnderline: true },
          select: { inputProps: { "aria-label": t("perPage") } },
        }}
        sx={{ width: "auto", mr: "auto" }}
      >
        {SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {t("size", { count: size })}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={{ display: "flex", alignItems: "center", gap: { sm: 1 } }}>
        <Typography variant="body2" role="status" sx={{ fontVariantNumeric: "tabular-nums" }}>
          {t("range", { from, to, total })}
        </Typography>
        <IconButton aria-label={t("previous")} disabled={page <= 1} onClick={() => setPage(page - 1)}>
          <ChevronLeft />
        </IconButton>
        <IconButton aria-label={t("next")} disabled={to >= total} onClick={() => setPage(page + 1)}>
          <ChevronRight />
        </IconButton>
      </Box>
    </Box>
  );
}
