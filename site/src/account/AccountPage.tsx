"use client";

import { lazy, Suspense } from "react";
import { words } from "@/account/words";
import { AccountGate } from "@/auth/AccountGate";
import { loginPath } from "@/lib/paths";
import { shellTexts } from "@/texts/shell";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { Spinner } from "@/ui/Spinner";
import styles from "./AccountPage.module.css";

const OwnAccount = lazy(async () => ({ default: (await import("@/account/OwnAccount")).OwnAccount }));

/**
 * The account of whoever is signed in. The page itself is the same for everybody and holds nobody's data.
 */
export function Account() {
  return (
    <div className={styles.account}>
      <h1>{words.title}</h1>
      <AccountGate
        signedOut={
          <EmptyState title={words.signInTitle} hint={words.signInHint}>
            <a className={button.primary} href={loginPath("/account")}>
              {shellTexts.signIn}
            </a>
          </EmptyState>
        }
        signedIn={({ uid }) => (
          <Suspense fallback={<Waiting />}>
            <OwnAccount key={uid} waiting={<Waiting />} />
          </Suspense>
        )}
      />
    </div>
  );
}

function Waiting() {
  return (
    <p className={styles.waiting}>
      <Spinner label={shellTexts.loading} />
    </p>
  );
}
