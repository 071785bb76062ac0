"use client";

import type { ReactNode } from "react";
import { shellTexts } from "@/texts/shell";
import { Spinner } from "@/ui/Spinner";
import { useFirebaseAuth } from "./AuthProvider";
import styles from "./AccountGate.module.css";
import type { User } from "./user";

type Props = {
  stranger: ReactNode;
  member: (user: User) => ReactNode;
  /** What is heard while it is not known yet who is signed in. */
  loading?: string;
};

/**
 * A part of a page that depends on who is signed in. The page comes with the stranger's version; a browser that holds a
 * token shows the spinner in its room until the account is known (R6).
 */
export function AccountGate({ stranger, member, loading = shellTexts.loading }: Props) {
  const { state } = useFirebaseAuth();
  return (
    // The focus stays here when what had it goes away with the account's state.
    <div className={styles.part} data-state={state.kind} tabIndex={-1}>
      {state.kind === "signedIn" ? member(state.user) : stranger}
      {/* The server has a page of its own for what matters most. */}
      <noscript>
        <p className={styles.noScript}>
          {shellTexts.noScript} <a href="/login/account">{shellTexts.noScriptLink}</a>
        </p>
      </noscript>
      {state.kind === "loading" && (
        <span className={styles.wait}>
          <Spinner label={loading} />
        </span>
      )}
    </div>
  );
}
