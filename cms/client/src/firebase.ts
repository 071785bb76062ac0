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

/** The token and the profile after a sign-in with Firebase. The server decides on the role. */
export interface FirebaseAuthResult {
  token: string;
  uid: string;
  email: string;
  displayName: string;
  photoURL: string | null;
}

/** Error codes that would tell whether an address has an account; all of them get the same message (R312). */
const CREDENTIAL_ERRORS = new Set([
  "wrong-password",
  "user-not-found",
  "invalid-credential",
  "invalid-login-credentials",
]);

/**
 * Sign-in with Firebase, for site and console. Load it only if the guide uses Firebase, because it contains Firebase's
 * library. Failures are [`ProviderError`]s.
 */
export function createFirebaseAuth({ apiKey, authDomain, projectId, appId, emulatorHost }: Config) {
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
      withProviderErrors(async () =>
        toAuthResult((await signInWithEmailAndPassword(auth, email, password)).user),
      ),

    signUp: (email: string, password: string, displayName: string) =>
      withProviderErrors(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password);
        await updateProfile(user, { displayName });
        // The account exists; the user can request the email again.
        await sendEmailVerification(user).catch((error: unknown) =>
          console.warn("Failed to send the verification email", error),
        );
        // The first token does not contain the name.
        return toAuthResult(user, true);
      }),

    signInWith: (provider: string) =>
      withProviderErrors(async () => toAuthResult((await signInWithPopup(auth, providerOf(provider))).user)),

    /** Returns a new token of the current session. */
    refresh: () =>
      withProviderErrors(async () => {
        await auth.authStateReady();
        if (!auth.currentUser) throw new ProviderError("no-current-user");
        return auth.currentUser.getIdToken(true);
      }),

    signOut: () => withProviderErrors(() => signOut(auth)),
    requestReset: (email: string) => withProviderErrors(() => sendPasswordResetEmail(auth, email)),
  };
}

function providerOf(provider: string): AuthProvider {
  if (provider === "google")
    return new GoogleAuthProvider().setCustomParameters({ prompt: "select_account" });
  if (provider === "facebook") return new FacebookAuthProvider().setCustomParameters({ display: "popup" });
  throw new ProviderError("operation-not-allowed");
}

async function toAuthResult(user: User, isFresh = false): Promise<FirebaseAuthResult> {
  const { uid, email, displayName, photoURL } = user;
  return {
    token: await user.getIdToken(isFresh),
    uid,
    email: email ?? "",
    displayName: displayName ?? "",
    photoURL,
  };
}

/** Maps Firebase's errors to codes without its prefix, as the built-in provider's popup reports them (R33). */
async function withProviderErrors<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!code.startsWith("auth/")) throw error;
    const plain = code.slice("auth/".length);
    throw new ProviderError(CREDENTIAL_ERRORS.has(plain) ? "wrong-password" : plain);
  }
}
