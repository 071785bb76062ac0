import { useEffect } from "react";
import { useStore, useStoreContext } from "react-admin";
import { useLocation } from "react-router-dom";
import type { Account } from "../identity/permissions";
import { useAccount } from "../identity/useAccount";

/** The resources whose records the palette finds. */
export type Searched = "businesses" | "articles" | "guestbook" | "users";

export interface RecordId {
  resource: Searched;
  id: string;
}

const MAX_RECENT = 6;
const NONE: RecordId[] = [];

const keyOf = (account: Account | null) => `palette.recent.${account?.uid}`;

/** The records that this account opened last on this device. Names are not stored: they change, and are private. */
export function useRecent(): readonly RecordId[] {
  const { account } = useAccount();
  return useStore<RecordId[]>(keyOf(account), NONE)[0];
}

/** The record whose form is at this path. */
function recordAt(path: string): RecordId | undefined {
  const [, resource, id] =
    /^\/(businesses|articles|guestbook|users)\/(?!create$|trash$)([^/]+)$/.exec(path) ?? [];
  return id ? { resource: resource as Searched, id } : undefined;
}

/** Remembers each record that is opened, from the palette or elsewhere. */
export function useRemember() {
  const { pathname } = useLocation();
  const { account } = useAccount();
  const store = useStoreContext();
  const key = account && keyOf(account);
  useEffect(() => {
    const opened = recordAt(pathname);
    if (!opened || !key) return;
    const before = store.getItem<RecordId[]>(key) ?? NONE;
    const others = before.filter(({ resource, id }) => resource !== opened.resource || id !== opened.id);
    store.setItem(key, [opened, ...others].slice(0, MAX_RECENT));
  }, [pathname, key, store]);
}
