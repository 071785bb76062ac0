"use client";

import { lazy, Suspense, type ReactNode } from "react";
import { useFirebaseAuth } from "@/auth/AuthProvider";

const UnlessAccountHasPending = lazy(async () => ({
  default: (await import("./PendingEntries")).UnlessAccountHasPending,
}));

type Props = {
  /** Entries about this place; null for all. */
  placeId: number | null;
  children: ReactNode;
};

/** Renders an empty state unless the account has pending entries. */
export function UnlessPending({ placeId, children }: Props) {
  const { state } = useFirebaseAuth();
  if (state.kind !== "signedIn") return children;
  return (
    <Suspense fallback={children}>
      <UnlessAccountHasPending uid={state.user.uid} placeId={placeId}>
        {children}
      </UnlessAccountHasPending>
    </Suspense>
  );
}
