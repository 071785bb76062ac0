import { ProviderError, Refused } from "@karst/client";
import { accountTexts } from "@/texts/account";
import { identityTexts } from "@/texts/identity";

export interface ErrorDescription {
  /** What happened, for the person who reads it. */
  message: string;
  /** The fields that the server names. */
  fields: readonly { field: string; message: string }[];
  /** The password was right, and a code is asked for (or the one that was sent is not right). */
  wantsCode: boolean;
  /** The call's id in the server's log, where there was an answer. */
  requestId?: string;
}

/**
 * Why signing in or up did not work, from whatever was thrown. The sentences are the server's, where it gave any;
 * `plain` is said where nobody has one.
 */
export function describeError(error: unknown, plain: string = accountTexts.failed.text): ErrorDescription {
  const none = { fields: [], wantsCode: false };
  // fetch says so, and no more, when there was no answer.
  if (error instanceof TypeError) return { ...none, message: identityTexts.offline };
  if (error instanceof ProviderError) return { ...none, message: sentenceFor(error.code) ?? plain };
  if (!(error instanceof Refused) || !error.problem) return { ...none, message: plain };
  const { type, detail, errors, requestId } = error.problem;
  return {
    message: errors?.[0]?.message ?? (detail || plain),
    fields: errors ?? [],
    requestId,
    wantsCode: type === "/problems/second-factor-required",
  };
}

function sentenceFor(code: string): string | undefined {
  const sentences: Record<string, string | undefined> = identityTexts.federatedCodes;
  return sentences[code];
}
