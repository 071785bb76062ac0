import { Button } from "@mui/material";
import { Link } from "react-router-dom";
import { texts } from "../texts";
import { Page } from "./Page";

/** An address of the console that leads nowhere. */
export function NotFound() {
  const words = texts.portal.notFound;
  return (
    <Page title={words.title} lead={words.text}>
      <Button component={Link} to="/" variant="contained">
        {words.back}
      </Button>
    </Page>
  );
}
