import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { CategoryCreate } from "./CategoryCreate";
import { CategoryEdit } from "./CategoryEdit";
import { TITLE_ID } from "./titleId";

/** The form of a category over the list, while the address names one: `/categories/create`, `/categories/{id}`. */
export function CategoryDialog() {
  const { "*": named = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!named) return null;
  const close = () => void navigate({ pathname: "/categories", search });
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      {named === "create" ? (
        <CategoryCreate onClose={close} />
      ) : (
        <CategoryEdit key={named} id={named} onClose={close} />
      )}
    </Dialog>
  );
}
