import { ProviderError, Refused } from "@karst/client";
import { t as tSession } from "@/messages/session.gen";
import { identityTexts } from "@/texts/identity";

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
  if (error instanceof TypeError) return { ...none, message: identityTexts.offline };
  if (error instanceof ProviderError) return { ...none, message: federatedMessage(error.code) ?? fallback };
  if (!(error instanceof Refused) || !error.problem) return { ...none, message: fallback };
  const { type, detail, errors, requestId } = error.problem;
  return {
    message: errors?.[0]?.message ?? (detail || fallback),
    fields: errors ?? [],
    requestId,
    requiresCode: type === "/problems/second-factor-required",
  };
}

function federatedMessage(code: string): string | undefined {
  const messages: Record<string, string | undefined> = identityTexts.federatedErrors;
  return messages[code];
}
