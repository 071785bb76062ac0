import { t } from "@/messages/provider.gen";
import type { SignInConfig } from "./authBackend";
import type { FederatedProvider } from "./popup";

/** The display name of an identity provider, the same in the sign-in dialog and on the account page. */
export function providerName(provider: FederatedProvider, config: SignInConfig | null): string {
  switch (provider) {
    case "google":
      return "Google";
    case "facebook":
      return "Facebook";
    case "openid":
      return config?.openidName || t("openid");
  }
}
