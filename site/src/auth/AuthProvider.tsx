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
import type { SignInConfigResponse } from "@karst/client";
import { loginPath } from "@/lib/paths";
import { getAuthState, getSession, subscribeToAuth, initializeAuth } from "./authStore";
import type { Session } from "./session";
import { LOADING, type AuthState } from "./user";

export interface AuthContextValue {
  state: AuthState;
  /** The sign-in dialog was requested and is still loading. */
  isDialogLoading: boolean;
  /** Loads the dialog's code and configuration ahead of its use. */
  preloadDialog: () => void;
  /** Opens the sign-in dialog. If it cannot be loaded, goes to the server's sign-in page. */
  openSignInDialog: () => void;
  signOut: () => Promise<void>;
}

const AuthContext = createContext<AuthContextValue | null>(null);

/** The authentication state and its actions. Throws outside an [`AuthProvider`]. */
export function useFirebaseAuth(): AuthContextValue {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useFirebaseAuth must be used within an AuthProvider");
  return auth;
}

type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  session: Session;
  config: SignInConfigResponse | null;
};
type LoadedDialog = {
  Dialog: ComponentType<DialogProps>;
  session: Session;
  config: SignInConfigResponse | null;
};

async function loadDialog(): Promise<LoadedDialog> {
  const [{ SignInDialog }, session] = await Promise.all([import("./SignInDialog"), getSession()]);
  // Without the configuration (offline) there are no federated buttons, and signing in requests it again.
  const config = await session.initialize().catch(() => null);
  return { Dialog: SignInDialog, session, config };
}

/** Provides the authentication state. Public content never waits for it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(subscribeToAuth, getAuthState, () => LOADING);
  const [loaded, setLoaded] = useState<LoadedDialog>();
  const [dialogState, setDialogState] = useState<"closed" | "loading" | "open">("closed");
  useEffect(initializeAuth, []);

  const openSignInDialog = () => {
    setDialogState("loading");
    loadDialog().then(
      (dialog) => {
        setLoaded(dialog);
        setDialogState("open");
      },
      () => location.assign(loginPath(location.pathname + location.search)),
    );
  };

  const auth: AuthContextValue = {
    state,
    isDialogLoading: dialogState === "loading",
    preloadDialog: () => void loadDialog().catch(() => {}), // opening the dialog handles the error
    openSignInDialog,
    signOut: async () => (await getSession()).signOut(),
  };
  return (
    <AuthContext value={auth}>
      {children}
      {loaded && (
        <loaded.Dialog
          isOpen={dialogState === "open"}
          onClose={() => setDialogState("closed")}
          session={loaded.session}
          config={loaded.config}
        />
      )}
    </AuthContext>
  );
}
