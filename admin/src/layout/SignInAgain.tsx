import { Dialog, DialogContent, DialogContentText, DialogTitle, Link } from "@mui/material";
import type { SignInForm as Entered } from "@karst/client";
import { useEffect } from "react";
import { session } from "../api";
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
      signInAgain.set((await session.current()) === null);
    };
    const come = () => void look();
    // Another tab may have signed in.
    const events = ["visibilitychange", "focus", "storage"];
    for (const event of events) window.addEventListener(event, come);
    return () => {
      for (const event of events) window.removeEventListener(event, come);
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
