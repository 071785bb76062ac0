import { Dialog, DialogContent, DialogContentText, DialogTitle, Link } from "@mui/material";
import type { SignInForm as Entered } from "@karst/client";
import { useEffect } from "react";
import { session } from "../api";
import { TOKEN } from "../identity/session";
import { signInAgain } from "../identity/signInAgain";
import { texts } from "../texts";
import { useRenew } from "../useRenew";
import { SignInForm } from "./SignInForm";
import { isAnythingUnsaved } from "./unsaved";

const words = texts.identity;

/**
 * Asks who one is where a session has ended over a form with unsaved changes: when the tab is come back to, and when a
 * call is refused. The form stays as it is behind it.
 */
export function SignInAgain({ email }: { email: string }) {
  const isOpen = signInAgain.useIsOpen();
  const renew = useRenew();
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === "hidden" || !isAnythingUnsaved()) return;
      if ((await session.current()) === null) signInAgain.set(true);
    };
    const comeBack = () => void look();
    const elsewhere = ({ key, newValue }: StorageEvent) => {
      // Another tab has signed in.
      if (key === TOKEN && newValue) signInAgain.set(false);
    };
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener("focus", comeBack);
    window.addEventListener("storage", elsewhere);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener("focus", comeBack);
      window.removeEventListener("storage", elsewhere);
    };
  }, []);

  async function signIn(entered: Entered) {
    await session.signIn(entered);
    signInAgain.set(false);
    await renew(["auth"]);
  }

  return (
    <Dialog
      open={isOpen}
      onClose={() => signInAgain.set(false)}
      maxWidth="xs"
      fullWidth
      aria-labelledby="again-title"
    >
      <DialogTitle id="again-title">{words.expiredHere}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2.5 }}>{words.kept}</DialogContentText>
        <SignInForm signIn={signIn} email={email} />
        <Link
          href={`${import.meta.env.BASE_URL}login`}
          target="_blank"
          color="secondary"
          sx={{ display: "inline-block", mt: 2 }}
        >
          {words.again}
        </Link>
      </DialogContent>
    </Dialog>
  );
}
