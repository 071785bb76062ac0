import type { AccountResponse, components } from "@karst/client";
import type { FederatedProvider } from "./popup";

export type SignInConfig = components["schemas"]["SignInConfigResponse"];

/** The result of a sign-in or sign-up. */
export interface AuthResult {
  token: string;
  account: AccountResponse;
}

export interface Credentials {
  email: string;
  password: string;
  /** The code of the second factor, if the server asked for it. */
  code?: string;
}

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** The operations that depend on the identity provider. A refused call throws. */
export interface AuthBackend {
  signIn(credentials: Credentials): Promise<AuthResult>;
  signUp(account: NewAccount): Promise<AuthResult>;
  /** Signs in with a federated provider in a popup. Throws a [`ProviderError`] if the popup does not finish. */
  signInWithProvider(provider: FederatedProvider): Promise<AuthResult>;
  /** Returns a new token. Throws an [`ApiError`] with status 401 if the session is over. */
  refresh(): Promise<string>;
  signOut(token: string | null): Promise<void>;
  /** Requests an email with a password reset link. The response does not reveal whether the address is known. */
  requestPasswordReset(email: string): Promise<void>;
}

/** Sets up the guide's identity provider on first use, from `GET /api/firebase-config` (R42). */
export interface AuthBackendLoader {
  /** Sets the backend up once. After a failure the next call tries again. */
  initialize(): Promise<SignInConfig>;
  /** Throws before the backend is set up. */
  backend(): AuthBackend;
}

export function createAuthBackendLoader(
  fetchConfig: () => Promise<SignInConfig>,
  loaders: Partial<Record<SignInConfig["provider"], (config: SignInConfig) => Promise<AuthBackend>>>,
): AuthBackendLoader {
  let backend: AuthBackend | null = null;
  let initialization: Promise<SignInConfig> | null = null;

  async function load(): Promise<SignInConfig> {
    const config = await fetchConfig();
    const loadBackend = loaders[config.provider];
    if (!loadBackend) throw new Error(`Unknown sign-in provider: ${config.provider}`);
    backend = await loadBackend(config);
    return config;
  }

  return {
    initialize() {
      initialization ??= load().catch((error: unknown) => {
        initialization = null;
        throw error;
      });
      return initialization;
    },
    backend() {
      if (!backend) throw new Error("The sign-in provider is not set up: initialize() must be called first");
      return backend;
    },
  };
}
