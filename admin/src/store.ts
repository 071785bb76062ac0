import { localStorageStore, type Store } from "react-admin";

/** The keys that stay on a device after a sign-out: the saved views of each account, and hidden columns. */
const KEPT = /\.(savedQueries|datatable)$/;

const local = localStorageStore();

/** react-admin's store, which is reset when an account signs out. Saved views and hidden columns are kept. */
export const store: Store = {
  ...local,
  reset() {
    const kept = Object.entries(local.listItems!("")).filter(([key]) => KEPT.test(key));
    local.reset();
    for (const [key, value] of kept) local.setItem(key, value);
  },
};
