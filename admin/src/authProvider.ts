import type { PlaceResponse, SignInRequest } from "@karst/client";
import type { AuthProvider } from "react-admin";
import { session } from "./api";
import { may, type Account, type Act } from "./identity/permissions";
import { signInAgain } from "./identity/signInAgain";
import type { Session } from "./identity/session";
import { isAnythingUnsaved } from "./layout/unsaved";
import { t } from "./messages/login.gen";

/** Maps react-admin's actions on a resource to the permissions they need. Actions that are missing here are denied. */
const ACTS: Record<string, Record<string, Act>> = {
  businesses: {
    list: "enter",
    show: "enter",
    create: "createPlace",
    edit: "editPlace",
    delete: "deletePlace",
  },
  "businesses/trash": every("deletePlace"),
  categories: every("manageCategories"),
  users: every("manageUsers"),
  articles: every("writeArticles"),
  "articles/trash": every("writeArticles"),
  guestbook: every("moderate"),
  comments: every("moderate"),
  proposals: every("moderate"),
  claims: every("manageUsers"),
  contact: every("answerMessages"),
  enquiries: { list: "enter", show: "enter" },
  media: every("enter"),
  audit: { list: "readAudit" },
  alerts: every("manageAlerts"),
  webhooks: every("manageSettings"),
};

/** The same permission for all actions of a resource. */
function every(act: Act): Record<string, Act> {
  return { list: act, show: act, create: act, edit: act, delete: act };
}

/**
 * react-admin's auth provider. `getPermissions` returns the account, or null; screens call `may(account, act)`. A
 * viewer can sign in, but the shell shows Access Denied.
 */
export function createAuthProvider(held: Session): AuthProvider {
  let last: Account | null = null;
  /** The signed-in account. After a session ended over a form with unsaved changes, the account of that session. */
  async function account(): Promise<Account | null> {
    const user = (await held.current())?.user ?? null;
    if (user || !isAnythingUnsaved()) last = user;
    return last;
  }

  return {
    async login(entered: SignInRequest) {
      await held.signIn(entered);
      signInAgain.set(false);
    },
    async logout() {
      await held.signOut();
    },
    async checkAuth() {
      // `message: false` suppresses react-admin's message: opening the console signed out is not an error.
      if (!(await account())) throw { message: false };
    },
    async checkError(error: { status?: number; message?: string; body?: { type?: string } }) {
      if (isAnythingUnsaved()) {
        if (error.status === 401) signInAgain.set(true);
        return;
      }
      if (error.status === 403 && error.body?.type === "/problems/second-factor-missing") {
        throw { message: error.message, logoutUser: false, redirectTo: "/account" };
      }
      if (error.status !== 401) return;
      held.forget();
      throw { message: t("signInAgain") };
    },
    async getPermissions() {
      return account();
    },
    async getIdentity() {
      const user = await account();
      if (!user) throw new Error("No account is signed in");
      return { id: user.uid, fullName: user.displayName || user.email, avatar: user.photoURL ?? undefined };
    },
    async canAccess({ action, resource, record }) {
      const act = ACTS[resource]?.[action];
      // Until the record is loaded, owners may open the form of any place. The screen then checks the record.
      const user = await account();
      if (act === "editPlace" && !record) return may(user, "enter");
      return act !== undefined && may(user, act, record as PlaceResponse | undefined);
    },
  };
}

export const authProvider = createAuthProvider(session);
