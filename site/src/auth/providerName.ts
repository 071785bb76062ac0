import { t } from "@/messages/provider.gen";
import type { SignInConfigResponse } from "@karst/client";
import type { FederatedProvider } from "@karst/web/session/popup";

/** The display name of an identity provider, the same in the sign-in dialog and on the account page. */
export function providerName(provider: FederatedProvider, config: SignInConfigResponse | null): string {
  switch (provider) {
    case "google":
      return "Google";
    case "facebook":
      return "Facebook";
    case "openid":
      return config?.openidName || t("openid");
  }
}
