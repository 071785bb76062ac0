"use client";

import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { AccountGate } from "@/auth/AccountGate";
import { getAuthState, whenAuthResolved, subscribeToAuth } from "@/auth/authStore";
import { SignInLink } from "@/auth/SignInLink";
import { storePendingAction, takePendingAction } from "@/auth/pendingAction";
import button from "@/ui/button.module.css";
import type { EntrySummary } from "./entry";
import styles from "./ShareExperiencePanel.module.css";

const PendingEntries = lazy(() => import("./PendingEntries"));
const PendingSummary = lazy(async () => ({ default: (await import("./PendingEntries")).PendingSummary }));

type Props = {
  texts: {
    /** Without an account: the line and its link. */
    prompt: string;
    signIn: string;
    /** With an account: the line and its button. */
    invite: string;
    share: string;
  };
  /** The spinner's label while the session loads. */
  loadingLabel?: string;
  /** Entries about this place; null for all. */
  placeId: number | null;
  renderForm: (close: (isSent: boolean) => void) => ReactNode;
  /** Called when the traveler is likely to open the form. */
  onIntent: () => void;
  onOpen?: (entry: EntrySummary) => void;
};

/**
 * The panel to share an experience. Without an account it asks for a sign-in. With one it opens the form and shows the
 * pending entries: their number replaces the line above the button, so that nothing moves.
 */
export function ShareExperiencePanel({ texts, loadingLabel, placeId, renderForm, onIntent, onOpen }: Props) {
  const [isFormOpen, setFormOpen] = useState(false);
  const [showsPending, setShowsPending] = useState(false);
  const shareButton = useRef<HTMLButtonElement>(null);

  // After a sign-in that began here the form opens.
  useEffect(() => {
    const resume = () => {
      if (getAuthState().kind === "signedIn" && takePendingAction("share")?.placeId === placeId)
        setFormOpen(true);
    };
    void whenAuthResolved().then(resume);
    return subscribeToAuth(resume);
  }, [placeId]);

  const close = (isSent: boolean) => {
    setFormOpen(false);
    if (isSent) setShowsPending(true);
    // The form disappears with the focus in it.
    shareButton.current?.focus();
  };

  const signedOut = (
    <div className={`${styles.panel} no-print`}>
      <p className={styles.line}>{texts.prompt}</p>
      <p>
        <SignInLink className={button.primary} onOpen={() => storePendingAction({ kind: "share", placeId })}>
          {texts.signIn}
        </SignInLink>
      </p>
    </div>
  );

  return (
    <AccountGate
      signedOut={signedOut}
      loadingLabel={loadingLabel}
      signedIn={({ uid }) => (
        <div className={`${styles.panel} no-print`}>
          <div className={styles.line}>
            <Suspense fallback={texts.invite}>
              <PendingSummary
                uid={uid}
                placeId={placeId}
                isShown={showsPending}
                onToggle={() => setShowsPending(!showsPending)}
                fallback={texts.invite}
              />
            </Suspense>
          </div>
          <p>
            <button
              ref={shareButton}
              type="button"
              className={button.primary}
              aria-expanded={isFormOpen}
              onPointerEnter={onIntent}
              onFocus={onIntent}
              onClick={() => setFormOpen(!isFormOpen)}
            >
              {texts.share}
            </button>
          </p>
          {isFormOpen && <Suspense>{renderForm(close)}</Suspense>}
          {showsPending && (
            <Suspense>
              <PendingEntries uid={uid} placeId={placeId} onOpen={onOpen} />
            </Suspense>
          )}
        </div>
      )}
    />
  );
}
