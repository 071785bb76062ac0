import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { TITLE_ID } from "./titleId";
import { UserCreate } from "./UserCreate";
import { UserEdit } from "./UserEdit";

/** The form of a user over the list, while the address names one: `/users/create`, `/users/{id}`. */
export function UserDialog() {
  const { "*": named = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!named) return null;
  const close = () => void navigate({ pathname: "/users", search });
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      {named === "create" ? (
        <UserCreate onClose={close} />
      ) : (
        <UserEdit key={named} id={named} onClose={close} />
      )}
    </Dialog>
  );
}
