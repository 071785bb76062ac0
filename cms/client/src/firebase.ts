import { initializeApp } from "@firebase/app";
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  FacebookAuthProvider,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updateProfile,
  type AuthProvider,
  type User,
} from "@firebase/auth";
import type { components } from "./schema.gen";
import { ProviderError } from "./provider";

type Config = Pick<
  components["schemas"]["SignInConfigResponse"],
  "apiKey" | "authDomain" | "projectId" | "appId" | "emulatorHost"
>;

/** Somebody whom Firebase let in, as it knows them. What they may do is the guide's to say. */
export interface Admitted {
  token: string;
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
}

/** Refusals that would tell whether an address has an account; all of them get the same message (R312). */
const ALIKE = new Set([
  "wrong-password",
  "user-not-found",
  "invalid-credential",
  "invalid-login-credentials",
]);

/**
 * Signing in where Firebase keeps the accounts, for site and console. Load it only where the guide's settings say so: it
 * brings Firebase's library along. Refusals are [`ProviderError`]s.
 */
export function firebaseAccounts({ apiKey, authDomain, projectId, appId, emulatorHost }: Config) {
  const app = {
    apiKey: apiKey ?? "",
    authDomain: authDomain ?? "",
    projectId: projectId ?? "",
    appId: appId ?? "",
  };
  const auth = initializeAuth(initializeApp(app), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
    popupRedirectResolver: browserPopupRedirectResolver,
  });
  if (emulatorHost) connectAuthEmulator(auth, `http://${emulatorHost}`, { disableWarnings: true });

  return {
    signIn: (email: string, password: string) =>
      inOurWords(async () => admitted((await signInWithEmailAndPassword(auth, email, password)).user)),

    signUp: (email: string, password: string, displayName: string) =>
      inOurWords(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName });
        // The account is made; a letter that does not leave now can be asked for again.
        await sendEmailVerification(user).catch((error: unknown) =>
          console.warn("The verification letter was not sent", error),
        );
        // The first token was made before the name was known.
        return admitted(user, true);
      }),

    signInWith: (other: string) =>
      inOurWords(async () => admitted((await signInWithPopup(auth, providerOf(other))).user)),

    /** The next token of whoever is signed in. */
    refresh: () =>
      inOurWords(async () => {
        await auth.authStateReady();
        if (!auth.currentUser) throw new ProviderError("no-current-user");
        return auth.currentUser.getIdToken(true);
      }),

    signOut: () => inOurWords(() => signOut(auth)),
    requestReset: (email: string) => inOurWords(() => sendPasswordResetEmail(auth, email)),
  };
}

function providerOf(other: string): AuthProvider {
  if (other === "google") return new GoogleAuthProvider().setCustomParameters({ prompt: "select_account" });
  if (other === "facebook") return new FacebookAuthProvider().setCustomParameters({ display: "popup" });
  throw new ProviderError("operation-not-allowed");
}

async function admitted(user: User, isFresh = false): Promise<Admitted> {
  const { uid, email, displayName, photoURL } = user;
  return {
    token: await user.getIdToken(isFresh),
    uid,
    email: email ?? "",
    displayName: displayName ?? "",
    photoURL,
  };
}

/** Failures by their code without the library's prefix, as the built-in provider's popup reports them (R33). */
async function inOurWords<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!code.startsWith("auth/")) throw error;
    const plain = code.slice("auth/".length);
    throw new ProviderError(ALIKE.has(plain) ? "wrong-password" : plain);
  }
}
