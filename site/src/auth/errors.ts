import { ApiError, ProviderError } from "@karst/client";
import { t } from "@/messages/authErrors.gen";
import { t as tSession } from "@/messages/session.gen";

export interface ErrorDescription {
  message: string;
  /** The invalid fields that the server names. */
  fields: readonly { field: string; message: string }[];
  /** The password was correct and a code of the second factor is missing or wrong. */
  requiresCode: boolean;
  /** The id of the request in the server's log, if there was a response. */
  requestId?: string;
}

/** Describes a thrown error for a form. The message is the server's if it gave one, otherwise `fallback`. */
export function describeError(error: unknown, fallback: string = tSession("failed.text")): ErrorDescription {
  const none = { fields: [], requiresCode: false };
  // fetch throws a TypeError when there was no response.
  if (error instanceof TypeError) return { ...none, message: t("offline") };
  if (error instanceof ProviderError) return { ...none, message: providerMessage(error.code) ?? fallback };
  if (!(error instanceof ApiError) || !error.problem) return { ...none, message: fallback };
  const { type, detail, errors, requestId } = error.problem;
  return {
    message: errors?.[0]?.message ?? (detail || fallback),
    fields: errors ?? [],
    requestId,
    requiresCode: type === "/problems/second-factor-required",
  };
}

/** The messages for the codes of the identity providers (R33). */
const PROVIDER_ERRORS = {
  "popup-blocked": "popupBlocked",
  "popup-closed-by-user": "popupClosed",
  "cancelled-popup-request": "canceled",
  "user-cancelled": "canceled",
  "invalid-state": "expired",
  "network-request-failed": "providerUnavailable",
  "invalid-credential": "invalidCredential",
  "user-disabled": "deactivated",
  "account-exists-with-different-credential": "emailHasAccount",
  "missing-email": "missingEmail",
  "multi-factor-auth-required": "secondFactor",
  "too-many-requests": "tooManyRequests",
  "unauthorized-domain": "unauthorizedDomain",
  "operation-not-allowed": "notAllowed",
  "email-already-in-use": "emailInUse",
  "invalid-email": "invalidEmail",
  "wrong-password": "wrongPassword",
  "weak-password": "weakPassword",
  "password-does-not-meet-requirements": "passwordRequirements",
  "expired-action-code": "linkExpired",
  "requires-recent-login": "signInAgain",
  "user-token-expired": "sessionExpired",
} as const;

function providerMessage(code: string): string | undefined {
  return Object.hasOwn(PROVIDER_ERRORS, code)
    ? t(PROVIDER_ERRORS[code as keyof typeof PROVIDER_ERRORS])
    : undefined;
}
