"use client";

import { lazy, Suspense } from "react";
import { AccountGate } from "@/auth/AccountGate";
import { loginPath } from "@/lib/paths";
import { t } from "@/messages/saved.gen";
import { t as tSession } from "@/messages/session.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { Spinner } from "@/ui/Spinner";
import styles from "./SavedPage.module.css";

const SavedPlaces = lazy(async () => ({ default: (await import("@/places/SavedPlaces")).SavedPlaces }));

/** The saved places of the account. The HTML is the same for everyone; the browser loads the places. R115, R116 */
export function SavedPage() {
  return (
    <div className={styles.saved}>
      <h1>{t("title")}</h1>
      <AccountGate
        signedOut={
          <EmptyState title={t("signInTitle")} hint={t("signInHint")}>
            {/* The server's page instead of the dialog, because it works without scripts. */}
            <a className={button.primary} href={loginPath("/saved")}>
              {t("signIn")}
            </a>
          </EmptyState>
        }
        signedIn={({ uid }) => (
          <Suspense fallback={<Loading />}>
            <SavedPlaces uid={uid} fallback={<Loading />} />
          </Suspense>
        )}
      />
    </div>
  );
}

function Loading() {
  return (
    <p className={styles.loading}>
      <Spinner label={tSession("loading")} />
    </p>
  );
}
