import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { ArticleCreate } from "./ArticleCreate";
import { ArticleEdit } from "./ArticleEdit";
import { TITLE_ID } from "./titleId";

/** The form of an article over the list, at `/articles/create` and `/articles/{id}`. */
export function ArticleDialog() {
  const { "*": named = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("md"));
  if (!named) return null;
  const close = () => void navigate({ pathname: "/articles", search });
  return (
    <Dialog
      open
      // Not by a click on the backdrop, which is easily made beside a long form.
      onClose={(_, reason) => reason === "escapeKeyDown" && close()}
      maxWidth="md"
      fullWidth
      fullScreen={isSmall}
      aria-labelledby={TITLE_ID}
    >
      {named === "create" ? (
        <ArticleCreate onClose={close} />
      ) : (
        <ArticleEdit key={named} id={named} onClose={close} />
      )}
    </Dialog>
  );
}
