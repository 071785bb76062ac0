"use client";

import { useQuery } from "@tanstack/react-query";
import { queryClient } from "@/api/queryClient";
import { OwnerReply } from "./OwnerReply";
import { OwnerReplyControls } from "./OwnerReplyControls";
import { entriesQuery } from "./queries";

type Props = { uid: string; placeId: number; entryId: number };

/** The owner's reply that waits for review, which the page does not have, and the buttons to reply, change and delete. */
export default function PlaceReply({ uid, placeId, entryId }: Props) {
  const { data } = useQuery(entriesQuery(uid, placeId), queryClient);
  const entry = data?.find(({ id }) => id === entryId);
  if (!entry) return null;
  const { ownerReply } = entry;
  return (
    <>
      {ownerReply?.isOwn && ownerReply.status !== "approved" && <OwnerReply reply={ownerReply} />}
      <OwnerReplyControls entry={entry} />
    </>
  );
}
