"use client";

import { useRef, useState } from "react";
import { CircleUserRound, Heart } from "lucide-react";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { SignInLink } from "@/auth/SignInLink";
import type { User } from "@/auth/user";
import { notify, toasts } from "@/ui/toast/toastStore";
import { accountTexts } from "@/texts/account";
import { shellTexts } from "@/texts/shell";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import { PagePending } from "@/ui/PagePending";
import { Spinner } from "@/ui/Spinner";
import styles from "./AccountMenu.module.css";
import { ACCOUNT, SAVED } from "./links";

/** Who is signed in and the way out, or the way in (row 11). `onUse` is told when either is taken. */
export function Account({ onUse }: { onUse?: () => void }) {
  const { state, signOut } = useFirebaseAuth();
  const part = useRef<HTMLDivElement>(null);

  const leave = () => {
    // The button goes away with the account; the focus stays in its place.
    part.current?.focus({ preventScroll: true });
    onUse?.();
    // "Signed in successfully" would not be true any more.
    toasts.dismissCurrent();
    signOut().catch(() => notify({ ...accountTexts.failed, tone: "destructive" }));
  };

  return (
    <div
      ref={part}
      className={styles.account}
      data-state={state.kind}
      role="group"
      aria-label={shellTexts.account}
      tabIndex={-1}
    >
      {state.kind === "signedIn" ? (
        <SignedIn user={state.user} onSignOut={leave} onUse={onUse} />
      ) : (
        <SignInLink className={`${button.primary} ${styles.signIn}`} onOpen={onUse}>
          {shellTexts.signIn}
        </SignInLink>
      )}
      {state.kind === "loading" && <Spinner label={shellTexts.loading} />}
    </div>
  );
}

type SignedInProps = { user: User; onSignOut: () => void; onUse?: () => void };

function SignedIn({ user, onSignOut, onUse }: SignedInProps) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className={styles.signedIn}>
      <IntentLink href={SAVED.href} className={styles.saved} aria-label={SAVED.label} title={SAVED.label}>
        <Heart size={20} aria-hidden />
        <PagePending />
      </IntentLink>
      <IntentLink href={ACCOUNT.href} className={styles.own} title={ACCOUNT.label} onClick={onUse}>
        {user.photoURL && !hasFailed ? (
          <img
            className={styles.photo}
            src={user.photoURL}
            alt=""
            referrerPolicy="no-referrer"
            onError={() => setFailed(true)}
          />
        ) : (
          <CircleUserRound size={20} aria-hidden />
        )}
        <span className="visually-hidden">{ACCOUNT.label}: </span>
        <bdi className={styles.name}>{user.displayName || user.email}</bdi>
        <PagePending />
      </IntentLink>
      <button type="button" className={button.secondary} onClick={onSignOut}>
        {shellTexts.signOut}
      </button>
    </div>
  );
}
