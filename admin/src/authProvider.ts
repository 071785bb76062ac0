import type { PlaceResponse, SignInRequest } from "@karst/client";
import type { AuthProvider } from "react-admin";
import { session } from "./api";
import { may, type Account, type Act } from "./identity/permissions";
import { signInAgain } from "./identity/signInAgain";
import type { Session } from "./identity/session";
import { isAnythingUnsaved } from "./layout/unsaved";
import { t } from "./messages/login.gen";

/** react-admin's action on a resource → the act that the table of rights decides. What is missing is refused. */
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

/** One act for all actions of a resource. */
function every(act: Act): Record<string, Act> {
  return { list: act, show: act, create: act, edit: act, delete: act };
}

/**
 * Sign-in for react-admin. `getPermissions` gives the account itself, or null; screens ask
 * `may(account, act)`. A viewer is signed in but enters nothing: the shell shows Access Denied.
 */
export function createAuthProvider(held: Session): AuthProvider {
  let last: Account | null = null;
  /** The signed-in account, or the last one while its changes are not saved. */
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
      // `message: false`: react-admin says nothing, because arriving signed out is no error.
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
      // Before its record is there, an owner may open any place's form: the screen asks again with the record.
      const user = await account();
      if (act === "editPlace" && !record) return may(user, "enter");
      return act !== undefined && may(user, act, record as PlaceResponse | undefined);
    },
  };
}

export const authProvider = createAuthProvider(session);
