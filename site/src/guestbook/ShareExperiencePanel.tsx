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
  words: {
    /** To a stranger, with what the link says. */
    prompt: string;
    signIn: string;
    /** To somebody signed in, with what the button says. */
    invite: string;
    share: string;
  };
  /** What is heard while it is not known who is signed in. */
  loading?: string;
  /** Entries about this place; null for all. */
  placeId: number | null;
  form: (close: (isSent: boolean) => void) => ReactNode;
  /** Fetches the form before it is asked for. */
  prepare: () => void;
  onOpen?: (entry: EntrySummary) => void;
};

/**
 * The way to one's own entry: strangers are asked to sign in, everybody else opens the form here, and finds what waits
 * for review. That is told in the line above the button, where other words stood before, so that nothing moves.
 */
export function ShareExperiencePanel({ words, loading, placeId, form, prepare, onOpen }: Props) {
  const [isWriting, setWriting] = useState(false);
  const [showsWaiting, setShowsWaiting] = useState(false);
  const share = useRef<HTMLButtonElement>(null);

  // Somebody who was asked to sign in here finds the form open afterwards.
  useEffect(() => {
    const resume = () => {
      if (getAuthState().kind === "signedIn" && takePendingAction("share")?.placeId === placeId) setWriting(true);
    };
    void whenAuthResolved().then(resume);
    return subscribeToAuth(resume);
  }, [placeId]);

  const close = (isSent: boolean) => {
    setWriting(false);
    if (isSent) setShowsWaiting(true);
    // The form goes away with the focus in it.
    share.current?.focus();
  };

  const stranger = (
    <div className={styles.door}>
      <p className={styles.line}>{words.prompt}</p>
      <p>
        <SignInLink className={button.primary} onOpen={() => storePendingAction({ kind: "share", placeId })}>
          {words.signIn}
        </SignInLink>
      </p>
    </div>
  );

  return (
    <AccountGate
      signedOut={stranger}
      loading={loading}
      signedIn={({ uid }) => (
        <div className={styles.door}>
          <div className={styles.line}>
            <Suspense fallback={words.invite}>
              <PendingSummary
                uid={uid}
                placeId={placeId}
                isShown={showsWaiting}
                onToggle={() => setShowsWaiting(!showsWaiting)}
                otherwise={words.invite}
              />
            </Suspense>
          </div>
          <p>
            <button
              ref={share}
              type="button"
              className={button.primary}
              aria-expanded={isWriting}
              onPointerEnter={prepare}
              onFocus={prepare}
              onClick={() => setWriting(!isWriting)}
            >
              {words.share}
            </button>
          </p>
          {isWriting && <Suspense>{form(close)}</Suspense>}
          {showsWaiting && (
            <Suspense>
              <PendingEntries uid={uid} placeId={placeId} onOpen={onOpen} />
            </Suspense>
          )}
        </div>
      )}
    />
  );
}
