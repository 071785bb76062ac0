import ArrowBack from "@mui/icons-material/ArrowBack";
import { Button } from "@mui/material";
import { Link, useLocation } from "react-router-dom";
import { t } from "../messages/articles.gen";

/** A link to the list of articles with its previous search and order. */
export function BackToArticles() {
  const { search } = useLocation();
  return (
    <Button
      component={Link}
      to={{ pathname: "/articles", search }}
      size="small"
      startIcon={<ArrowBack aria-hidden />}
      sx={{ ml: -1, mb: 1, color: "text.secondary" }}
    >
      {t("title")}
    </Button>
  );
}
