import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { EntryCreate } from "./EntryCreate";
import { EntryEdit } from "./EntryEdit";
import { TITLE_ID } from "./titleId";

/** The form of an entry in a dialog over the list, at `{base}/create` and `{base}/{id}`. */
export function EntryDialog({ base }: { base: "/guestbook" | "/moderation" }) {
  const { "*": id = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!id) return null;
  const close = () => void navigate({ pathname: base, search });
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      {id === "create" ? <EntryCreate onClose={close} /> : <EntryEdit key={id} id={id} onClose={close} />}
    </Dialog>
  );
}
