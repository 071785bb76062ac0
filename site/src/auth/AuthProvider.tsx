"use client";

import {
  createContext,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from "react";
import { loginPath } from "@/lib/paths";
import type { SignInConfig } from "./authBackend";
import { getAuthState, getSession, subscribeToAuth, initializeAuth } from "./authStore";
import type { Session } from "./session";
import { LOADING, type AuthState } from "./user";

export interface AuthContextValue {
  state: AuthState;
  /** The dialog was asked for and is not there yet. */
  isOpening: boolean;
  /** Somebody is about to sign in: fetches what the dialog needs. */
  prepare: () => void;
  /** Opens the sign-in dialog; where it cannot be had, the page that does the same. */
  askToSignIn: () => void;
  signOut: () => Promise<void>;
}

const AuthContext = createContext<AuthContextValue | null>(null);

/** Who is signed in, and how to change it. Throws outside an [`AuthProvider`]. */
export function useFirebaseAuth(): AuthContextValue {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useFirebaseAuth must be used within an AuthProvider");
  return auth;
}

type DialogProps = { isOpen: boolean; onClose: () => void; session: Session; config: SignInConfig | null };
type Loaded = { Dialog: ComponentType<DialogProps>; session: Session; config: SignInConfig | null };

async function load(): Promise<Loaded> {
  const [{ SignInDialog }, opened] = await Promise.all([import("./SignInDialog"), getSession()]);
  // Without it (the network is away) there are no federated buttons, and signing in asks for it again.
  const config = await opened.initialise().catch(() => null);
  return { Dialog: SignInDialog, session: opened, config };
}

/** Knows who is signed in, for everything inside it; public content never waits for that. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribeToAuth, getAuthState, () => LOADING);
  const [loaded, setLoaded] = useState<Loaded>();
  const [dialog, setDialog] = useState<"closed" | "opening" | "open">("closed");
  useEffect(initializeAuth, []);

  const askToSignIn = () => {
    setDialog("opening");
    load().then(
      (parts) => {
        setLoaded(parts);
        setDialog("open");
      },
      () => location.assign(loginPath(location.pathname + location.search)),
    );
  };

  const auth: AuthContextValue = {
    state,
    isOpening: dialog === "opening",
    prepare: () => void load().catch(() => {}), // asking says what is wrong
    askToSignIn,
    signOut: async () => (await getSession()).signOut(),
  };
  return (
    <AuthContext value={auth}>
      {children}
      {loaded && (
        <loaded.Dialog
          isOpen={dialog === "open"}
          onClose={() => setDialog("closed")}
          session={loaded.session}
          config={loaded.config}
        />
      )}
    </AuthContext>
  );
}
