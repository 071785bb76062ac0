"use client";

import { useRef, useState } from "react";
import { CircleUserRound, Heart } from "lucide-react";
import { useFirebaseAuth } from "@/auth/AuthProvider";
import { SignInLink } from "@/auth/SignInLink";
import type { User } from "@/auth/user";
import { notify, toasts } from "@/ui/toast/toastStore";
import { t as tNavigation } from "@/messages/navigation.gen";
import { t } from "@/messages/session.gen";
import button from "@/ui/button.module.css";
import { IntentLink } from "@/ui/IntentLink";
import { PagePending } from "@/ui/PagePending";
import { Spinner } from "@/ui/Spinner";
import styles from "./AccountMenu.module.css";
import { ACCOUNT_LINK, SAVED_LINK } from "./links";

/** The signed-in account with its links and sign-out, or the sign-in button. `onUse` runs when one of them is used (R11). */
export function AccountMenu({ onUse }: { onUse?: () => void }) {
  const { state, signOut } = useFirebaseAuth();
  const container = useRef<HTMLDivElement>(null);

  const handleSignOut = () => {
    // The button disappears with the account: keep the focus nearby.
    container.current?.focus({ preventScroll: true });
    onUse?.();
    // A toast such as "Signed in successfully" is outdated now.
    toasts.dismissCurrent();
    signOut().catch(() => notify({ title: t("failed.title"), text: t("failed.text"), tone: "destructive" }));
  };

  return (
    <div
      ref={container}
      className={styles.account}
      data-state={state.kind}
      role="group"
      aria-label={t("account")}
      tabIndex={-1}
    >
      {state.kind === "signedIn" ? (
        <SignedIn user={state.user} onSignOut={handleSignOut} onUse={onUse} />
      ) : (
        <SignInLink className={`${button.primary} ${styles.signIn}`} onOpen={onUse}>
          {t("signIn")}
        </SignInLink>
      )}
      {state.kind === "loading" && <Spinner label={t("loading")} />}
    </div>
  );
}

type SignedInProps = { user: User; onSignOut: () => void; onUse?: () => void };

function SignedIn({ user, onSignOut, onUse }: SignedInProps) {
  const [hasPhotoFailed, setPhotoFailed] = useState(false);
  return (
    <div className={styles.signedIn}>
      <IntentLink
        href={SAVED_LINK.href}
        className={styles.saved}
        aria-label={tNavigation(SAVED_LINK.label)}
        title={tNavigation(SAVED_LINK.label)}
      >
        <Heart size={20} aria-hidden />
        <PagePending />
      </IntentLink>
      <IntentLink
        href={ACCOUNT_LINK.href}
        className={styles.profile}
        title={tNavigation(ACCOUNT_LINK.label)}
        onClick={onUse}
      >
        {user.photoURL && !hasPhotoFailed ? (
          <img
            className={styles.photo}
            src={user.photoURL}
            alt=""
            referrerPolicy="no-referrer"
            onError={() => setPhotoFailed(true)}
          />
        ) : (
          <CircleUserRound size={20} aria-hidden />
        )}
        <span className="visually-hidden">{tNavigation(ACCOUNT_LINK.label)}: </span>
        <bdi className={styles.name}>{user.displayName || user.email}</bdi>
        <PagePending />
      </IntentLink>
      <button type="button" className={button.secondary} onClick={onSignOut}>
        {t("signOut")}
      </button>
    </div>
  );
}
