import { useEffect, useEffectEvent } from "react";
import { useStore } from "react-admin";
import { useLocation } from "react-router-dom";
import { useAccount } from "../identity/useAccount";

/** The resources whose records the palette finds. */
export type Searched = "businesses" | "articles" | "guestbook" | "users";

export interface RecordId {
  resource: Searched;
  id: string;
}

const MAX_RECENT = 6;
const NONE: RecordId[] = [];

/** The records that this account opened last on this device. Names are not stored: they change, and are private. */
export function useRecent() {
  const { account } = useAccount();
  return useStore<RecordId[]>(`palette.recent.${account?.uid}`, NONE);
}

/** The record whose form is at this path. */
function recordAt(path: string): RecordId | undefined {
  const [, resource, id] =
    /^\/(businesses|articles|guestbook|users)\/(?!create$|trash$)([^/]+)$/.exec(path) ?? [];
  return id ? { resource: resource as Searched, id } : undefined;
}

/** Remembers each record that is opened, however one gets there. */
export function useRemember() {
  const { pathname } = useLocation();
  const [, setRecent] = useRecent();
  const remember = useEffectEvent((opened: RecordId) =>
    setRecent((before: RecordId[]) => {
      const others = before.filter(({ resource, id }) => resource !== opened.resource || id !== opened.id);
      return [opened, ...others].slice(0, MAX_RECENT);
    }),
  );
  useEffect(() => {
    const opened = recordAt(pathname);
    if (opened) remember(opened);
  }, [pathname]);
}
