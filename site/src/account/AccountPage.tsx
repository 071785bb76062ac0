"use client";

import { lazy, Suspense } from "react";
import { AccountGate } from "@/auth/AccountGate";
import { loginPath } from "@/lib/paths";
import { t } from "@/messages/account.gen";
import { t as tSession } from "@/messages/session.gen";
import button from "@/ui/button.module.css";
import { EmptyState } from "@/ui/EmptyState";
import { Spinner } from "@/ui/Spinner";
import styles from "./AccountPage.module.css";
import { accountLoginPath } from "./claimLink";

const OwnAccount = lazy(async () => ({ default: (await import("@/account/OwnAccount")).OwnAccount }));

/** The page of the signed-in account. Its HTML is the same for everyone and has no personal data. */
export function AccountPage() {
  return (
    <div className={styles.account}>
      <h1>{t("title")}</h1>
      <AccountGate
        signedOut={
          <EmptyState title={t("signedOut.title")} hint={t("signedOut.hint")}>
            <a
              className={button.primary}
              href={loginPath("/account")}
              onClick={({ currentTarget }) => {
                currentTarget.href = accountLoginPath(window.location.hash);
              }}
            >
              {tSession("signIn")}
            </a>
          </EmptyState>
        }
        signedIn={({ uid }) => (
          <Suspense fallback={<Loading />}>
            <OwnAccount key={uid} loading={<Loading />} />
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
