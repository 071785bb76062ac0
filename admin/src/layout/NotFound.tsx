import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import { t } from "../messages/layout.gen";
import { Page } from "./Page";

/** The page for an unknown path of the console. */
export function NotFound() {
  return (
    <Page title={t("notFound.title")} lead={t("notFound.text")}>
      <Button component={Link} to="/" variant="contained">
        {t("notFound.back")}
      </Button>
    </Page>
  );
}
