import type { SessionResponse, SignInConfigResponse, SignInRequest, SignUpRequest } from "@karst/client";
import type { FederatedProvider } from "./popup";

/** The result of a sign-in or sign-up. */
export type AuthResult = Pick<SessionResponse, "token" | "user">;

/** The operations that depend on the identity provider. A refused call throws. */
export interface AuthBackend {
  signIn(credentials: SignInRequest): Promise<AuthResult>;
  signUp(account: SignUpRequest): Promise<AuthResult>;
  /** Signs in with a federated provider in a popup. Throws a [`ProviderError`] if the popup does not finish. */
  signInWithProvider(provider: FederatedProvider): Promise<AuthResult>;
  /** Returns a new token. Throws an [`ApiError`] with status 401 if the session is over. */
  refresh(): Promise<{ token: string }>;
  signOut(token: string | null): Promise<unknown>;
  /** Requests an email with a password reset link. The response does not reveal whether the address is known. */
  requestPasswordReset(email: string): Promise<void>;
}

/** Loads the configuration and the backend once. After a failure the next call tries again. */
export type BackendLoader<Backend> = () => Promise<{ config: SignInConfigResponse; backend: Backend }>;

/** Sets up the guide's identity provider on first use, from `GET /api/firebase-config` (R42). */
export function createBackendLoader<Backend>(
  fetchConfig: () => Promise<SignInConfigResponse>,
  loaders: Partial<
    Record<SignInConfigResponse["provider"], (config: SignInConfigResponse) => Promise<Backend>>
  >,
): BackendLoader<Backend> {
  let loading: ReturnType<BackendLoader<Backend>> | null = null;

  async function load() {
    const config = await fetchConfig();
    const loadBackend = loaders[config.provider];
    if (!loadBackend) throw new Error(`Unknown sign-in provider: ${config.provider}`);
    return { config, backend: await loadBackend(config) };
  }

  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
}
