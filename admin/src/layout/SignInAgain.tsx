import { Box, Button, Dialog, DialogContent, DialogContentText, DialogTitle, Link } from "@mui/material";
import type { SignInRequest as Entered } from "@karst/client";
import { TOKEN_KEY } from "@karst/web/session/token";
import { useEffect, useState } from "react";
import { session } from "../api";
import type { Account } from "../identity/permissions";
import { signInAgain } from "../identity/signInAgain";
import { t } from "../messages/login.gen";
import { useRenew } from "../useRenew";
import { loadAnew, toSignIn } from "./leave";
import { SignInForm } from "./SignInForm";
import { isAnythingUnsaved } from "./unsaved";

/**
 * Asks to sign in again when a session has ended over a form with unsaved changes: on return to the tab, and after a
 * rejected call. The form stays for the account that typed it. If another account signs in, here or in another tab,
 * the page reloads.
 */
export function SignInAgain({ account }: { account: Pick<Account, "uid" | "email"> }) {
  const isOpen = signInAgain.useIsOpen();
  const goOn = useGoingOn(account.uid);

  async function signIn(entered: Entered) {
    await goOn(await session.signIn(entered));
  }

  async function leave() {
    await session.signOut();
    toSignIn();
  }

  return (
    <Dialog open={isOpen} onClose={() => signInAgain.set(false)} maxWidth="xs" fullWidth>
      <DialogTitle>{t("expired")}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2.5 }}>{t("changesKept")}</DialogContentText>
        <SignInForm signIn={signIn} email={account.email} />
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, mt: 2 }}>
          <Link href={`${import.meta.env.BASE_URL}login`} target="_blank" color="secondary">
            {t("inAnotherTab")}
          </Link>
          <Button onClick={() => void leave()}>{t("otherAccount")}</Button>
        </Box>
      </DialogContent>
    </Dialog>
  );
}

/** Watches the session. Returns a function that continues on the screen once the user has signed in. */
function useGoingOn(uid: string) {
  const renew = useRenew();
  // The account at the first render: later values may belong to another account.
  const [mine] = useState(uid);

  async function goOn(user: Account) {
    if (user.uid !== mine) return loadAnew();
    signInAgain.set(false);
    await renew(["auth"]);
  }

  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === "hidden" || !isAnythingUnsaved()) return;
      const held = await session.current();
      if (!held) signInAgain.set(true);
      else if (held.user.uid !== mine) loadAnew();
    };
    const comeBack = () => void look();
    const elsewhere = async ({ key, newValue }: StorageEvent) => {
      // Another tab has signed in, or renewed the session.
      const held = key === TOKEN_KEY && newValue ? await session.current() : null;
      if (held) await goOn(held.user);
    };
    const comeElsewhere = (event: StorageEvent) => void elsewhere(event);
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener("focus", comeBack);
    window.addEventListener("storage", comeElsewhere);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener("focus", comeBack);
      window.removeEventListener("storage", comeElsewhere);
    };
  });

  // The dialog belongs to the form behind it, and closes with it.
  useEffect(() => () => signInAgain.set(false), []);
  return goOn;
}
