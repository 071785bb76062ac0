import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { TITLE_ID } from "./titleId";
import { UserCreate } from "./UserCreate";
import { UserEdit } from "./UserEdit";

/** The form of a user in a dialog over the list, at `/users/create` and `/users/{id}`. */
export function UserDialog() {
  const { "*": id = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!id) return null;
  const close = () => void navigate({ pathname: "/users", search });
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      {id === "create" ? <UserCreate onClose={close} /> : <UserEdit key={id} id={id} onClose={close} />}
    </Dialog>
  );
}
