import type { AccountResponse, components } from "@karst/client";
import type { FederatedProvider } from "./popup";

export type SignInConfig = components["schemas"]["SignInConfigResponse"];

/** What somebody holds once they are signed in. */
export interface AuthResult {
  token: string;
  account: AccountResponse;
}

export interface Credentials {
  email: string;
  password: string;
  /** Of the second factor, when it was asked for. */
  code?: string;
}

export interface NewAccount {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** Who keeps the accounts: everything in which one provider differs from another. Refusals are thrown. */
export interface AuthBackend {
  signIn(credentials: Credentials): Promise<AuthResult>;
  signUp(account: NewAccount): Promise<AuthResult>;
  /** Signs in with somebody else's account, in a window of its own. Throws a [`ProviderError`] when that ends early. */
  signInWith(other: FederatedProvider): Promise<AuthResult>;
  /** The next token. Throws a [`Refused`] 401 when the session is over. */
  refresh(): Promise<string>;
  signOut(token: string | null): Promise<void>;
  /** Asks for a letter with a link to choose another password. Answers alike whether the address is known. */
  requestReset(email: string): Promise<void>;
}

/** The guide's provider, set up on first need from `GET /api/firebase-config` (row 42). */
export interface AuthBackendLoader {
  /** Sets it up once; after a failure the next call tries again. */
  initialise(): Promise<SignInConfig>;
  /** Throws when it was not set up before. */
  driver(): AuthBackend;
}

export function createAuthBackendLoader(
  readConfig: () => Promise<SignInConfig>,
  drivers: Partial<Record<SignInConfig["provider"], (config: SignInConfig) => Promise<AuthBackend>>>,
): AuthBackendLoader {
  let ready: AuthBackend | null = null;
  let running: Promise<SignInConfig> | null = null;

  async function setUp(): Promise<SignInConfig> {
    const config = await readConfig();
    const load = drivers[config.provider];
    if (!load) throw new Error(`The site does not know the sign-in provider ${config.provider}`);
    ready = await load(config);
    return config;
  }

  return {
    initialise() {
      running ??= setUp().catch((error: unknown) => {
        running = null;
        throw error;
      });
      return running;
    },
    driver() {
      if (!ready) throw new Error("The sign-in provider is not set up: initialise() must be called first");
      return ready;
    },
  };
}
