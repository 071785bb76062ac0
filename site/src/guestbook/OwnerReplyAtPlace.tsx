"use client";

import { lazy, Suspense } from "react";
import { useFirebaseAuth } from "@/auth/AuthProvider";

const PlaceReply = lazy(() => import("./PlaceReply"));

type Props = { placeId: number; entryId: number };

/** On the page of a place: lets the signed-in owner reply to the entry. Other travelers load nothing. */
export function OwnerReplyAtPlace({ placeId, entryId }: Props) {
  const { state } = useFirebaseAuth();
  if (state.kind !== "signedIn" || state.user.role === "viewer") return null;
  return (
    <Suspense>
      <PlaceReply uid={state.user.uid} placeId={placeId} entryId={entryId} />
    </Suspense>
  );
}
