"use client";

import { useRef, useState, type MouseEvent } from "react";
import { usePathname } from "next/navigation";
import { useFirebaseAuth } from "@/identity/AuthProvider";
import type { User } from "@/identity/user";
import { loginPath } from "@/kit/paths";
import { notify } from "@/notice/toasts";
import { texts } from "@/texts";
import button from "@/ui/button.module.css";
import { Spinner } from "@/ui/Spinner";
import styles from "./Account.module.css";

/** Who is signed in and the way out, or the way in (row 11). `onUse` is told when either is taken. */
export function Account({ onUse }: { onUse?: () => void }) {
  const { state, signOut } = useFirebaseAuth();
  const part = useRef<HTMLDivElement>(null);

  const leave = () => {
    // The button goes away with the account; the focus stays in its place.
    part.current?.focus({ preventScroll: true });
    onUse?.();
    signOut().catch(() => notify({ ...texts.identity.failed, tone: "destructive" }));
  };

  return (
    <div
      ref={part}
      className={styles.account}
      data-state={state.kind}
      role="group"
      aria-label={texts.shell.account}
      tabIndex={-1}
    >
      {state.kind === "signedIn" ? (
        <SignedIn user={state.user} onSignOut={leave} />
      ) : (
        <SignInLink onUse={onUse} />
      )}
      {state.kind === "loading" && <Spinner label={texts.shell.loading} />}
    </div>
  );
}

function SignedIn({ user, onSignOut }: { user: User; onSignOut: () => void }) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className={styles.signedIn}>
      {user.photoURL && !hasFailed && (
        <img
          className={styles.photo}
          src={user.photoURL}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
      <span className={styles.name}>{user.displayName || user.email}</span>
      <button type="button" className={button.secondary} onClick={onSignOut}>
        {texts.shell.signOut}
      </button>
    </div>
  );
}

/** Opens the dialog; without scripts, or in a new tab, the page that does the same. */
function SignInLink({ onUse }: { onUse?: () => void }) {
  const { isOpening, prepare, askToSignIn } = useFirebaseAuth();
  const pathname = usePathname();
  const ask = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onUse?.();
    askToSignIn();
  };
  return (
    <a
      className={`${button.primary} ${styles.signIn}`}
      href={loginPath(pathname)}
      aria-haspopup="dialog"
      aria-busy={isOpening}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={ask}
    >
      {texts.shell.signIn}
    </a>
  );
}
