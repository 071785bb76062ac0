import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import OpenInNew from "@mui/icons-material/OpenInNew";
import { Box, Button, Link, Typography } from "@mui/material";
import type { CategoryResponse } from "@karst/client";
import { DEFAULT_MARKER_COLOR } from "@karst/client/markers";
import { Link as RouterLink } from "react-router-dom";
import { t } from "../messages/categories.gen";
import { t as tCommon } from "../messages/common.gen";
import { placesAddress, sitePath } from "./shape";

interface CategoryRowsProps {
  categories: CategoryResponse[];
  onDelete: (category: CategoryResponse) => void;
}

/** All categories, one row each. */
export function CategoryRows({ categories, onDelete }: CategoryRowsProps) {
  return (
    <Box component="ul" aria-label={t("title")} sx={{ listStyle: "none", m: 0, p: 0 }}>
      {categories.map((category) => (
        <Row key={category.id} category={category} onDelete={() => onDelete(category)} />
      ))}
    </Box>
  );
}

function Row({ category, onDelete }: { category: CategoryResponse; onDelete: () => void }) {
  const { id, name, slug, aliases, placeCount } = category;
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "40px minmax(0, 1fr)", md: "40px minmax(0, 1fr) auto auto" },
        columnGap: 2,
        rowGap: 0.5,
        alignItems: "center",
        px: 2,
        py: 1.25,
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <Badge category={category} />
      <Box sx={{ minWidth: 0 }}>
        <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>
          <Link component={RouterLink} to={`/categories/${id}`} color="inherit" underline="hover">
            {name}
          </Link>
        </Typography>
        <Typography variant="body2" sx={{ color: "text.secondary", overflowWrap: "anywhere" }}>
          {aliases.length > 0 ? t("slugAndAliases", { slug, aliases: aliases.join(", ") }) : slug}
        </Typography>
      </Box>
      <Link
        component={RouterLink}
        to={placesAddress(category)}
        aria-label={t("placesIn", { count: placeCount, name })}
        variant="body2"
        sx={{ gridColumn: { xs: "2", md: "auto" }, fontVariantNumeric: "tabular-nums", py: 0.5 }}
      >
        {t("places", { count: placeCount })}
      </Link>
      <Buttons category={category} onDelete={onDelete} />
    </Box>
  );
}

/** A category's emoji in a circle of its color. */
function Badge({ category: { color, emoji } }: { category: CategoryResponse }) {
  return (
    <Box
      aria-hidden
      sx={{
        width: 40,
        height: 40,
        borderRadius: "50%",
        display: "grid",
        placeItems: "center",
        fontSize: "1.125rem",
        border: 3,
        borderColor: color ?? DEFAULT_MARKER_COLOR,
      }}
    >
      {emoji}
    </Box>
  );
}

function Buttons({ category, onDelete }: { category: CategoryResponse; onDelete: () => void }) {
  const { id, name } = category;
  return (
    <Box
      sx={{
        gridColumn: { xs: "1 / -1", md: "auto" },
        display: "flex",
        flexWrap: "wrap",
        ml: { xs: -1, md: 0 },
        "& .MuiButton-root": { px: 1.25 },
      }}
    >
      <Button
        href={sitePath(category)}
        target="_blank"
        rel="noopener"
        startIcon={<OpenInNew aria-hidden />}
        aria-label={t("viewOf", { name })}
      >
        {t("view")}
      </Button>
      <Button
        component={RouterLink}
        to={`/categories/${id}`}
        startIcon={<EditOutlined aria-hidden />}
        aria-label={t("editOf", { name })}
      >
        {t("editShort")}
      </Button>
      <Button
        color="error"
        startIcon={<DeleteOutlined aria-hidden />}
        aria-label={t("deleteOf", { name })}
        onClick={onDelete}
      >
        {tCommon("delete")}
      </Button>
    </Box>
  );
}
