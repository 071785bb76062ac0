"use client";

import type { ReactNode } from "react";
import { t } from "@/messages/session.gen";
import { Spinner } from "@/ui/Spinner";
import { useFirebaseAuth } from "./AuthProvider";
import styles from "./AccountGate.module.css";
import type { User } from "./user";

type Props = {
  signedOut: ReactNode;
  signedIn: (user: User) => ReactNode;
  /** The spinner's label for screen readers. */
  loadingLabel?: string;
};

/**
 * A part of a page that depends on the account. The HTML has the signed-out version. A browser with a token shows a
 * spinner in its place until the account is known (R6).
 */
export function AccountGate({ signedOut, signedIn, loadingLabel = t("loading") }: Props) {
  const { state } = useFirebaseAuth();
  return (
    // Focusable, so that the focus stays here when its element disappears with a change of the state.
    <div className={styles.part} data-state={state.kind} tabIndex={-1}>
      {state.kind === "signedIn" ? signedIn(state.user) : signedOut}
      {/* The server renders a sign-in page that works without scripts. */}
      <noscript>
        <p className={styles.noScript}>
          {t.rich("noScript", {
            link: (text: ReactNode) => (
              <a key="link" href="/login/account">
                {text}
              </a>
            ),
          })}
        </p>
      </noscript>
      {state.kind === "loading" && (
        <span className={styles.wait}>
          <Spinner label={loadingLabel} />
        </span>
      )}
    </div>
  );
}
