import { Dialog, useMediaQuery, type Theme } from "@mui/material";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { EntryCreate } from "./EntryCreate";
import { EntryEdit } from "./EntryEdit";
import { TITLE_ID } from "./titleId";

/** The form of an entry over a list, while the address names one: `{base}/create`, `{base}/{id}`. */
export function EntryDialog({ base }: { base: "/guestbook" | "/moderation" }) {
  const { "*": named = "" } = useParams();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isSmall = useMediaQuery<Theme>((theme) => theme.breakpoints.down("sm"));
  if (!named) return null;
  const close = () => void navigate({ pathname: base, search });
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth fullScreen={isSmall} aria-labelledby={TITLE_ID}>
      {named === "create" ? (
        <EntryCreate onClose={close} />
      ) : (
        <EntryEdit key={named} id={named} onClose={close} />
      )}
    </Dialog>
  );
}
