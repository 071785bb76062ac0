"use client";

import { lazy, Suspense } from "react";
import { AccountGate } from "@/auth/AccountGate";
import { loginPath } from "@/lib/paths";
import { savedTexts } from "@/texts/saved";
import { shellTexts } from "@/texts/shell";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { Spinner } from "@/ui/Spinner";
import styles from "./SavedPage.module.css";

const SavedPlaces = lazy(async () => ({ default: (await import("@/places/SavedPlaces")).SavedPlaces }));

const words = savedTexts;

/**
 * The places that whoever is signed in saved (rows 115 to 118). The page itself is the same for everybody and holds
 * nobody's places: they are asked for by whoever may see them.
 */
export function Saved() {
  return (
    <div className={styles.saved}>
      <h1>{words.title}</h1>
      <AccountGate
        signedOut={
          <EmptyState title={words.signInTitle} hint={words.signInHint}>
            {/* The page of the server, not the dialog (row 115): it works without scripts, as this does. */}
            <a className={button.primary} href={loginPath("/saved")}>
              {words.signIn}
            </a>
          </EmptyState>
        }
        signedIn={({ uid }) => (
          <Suspense fallback={<Waiting />}>
            <SavedPlaces uid={uid} waiting={<Waiting />} />
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
