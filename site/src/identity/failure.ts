import { Refused } from "@karst/client";
import { texts } from "@/texts";

export interface Failure {
  /** What happened, for the person who reads it. */
  message: string;
  /** The fields that the server names. */
  fields: readonly { field: string; message: string }[];
  /** The password was right, and a code is asked for (or the one that was sent is not right). */
  wantsCode: boolean;
}

/** Why signing in or up did not work, from whatever was thrown. The sentences are the server's, where it gave any. */
export function explain(error: unknown): Failure {
  const none = { fields: [], wantsCode: false };
  // fetch says so, and no more, when there was no answer.
  if (error instanceof TypeError) return { ...none, message: texts.identity.offline };
  if (!(error instanceof Refused) || !error.problem) return { ...none, message: texts.identity.failed.text };
  const { type, detail, errors } = error.problem;
  return {
    message: errors?.[0]?.message ?? (detail || texts.identity.failed.text),
    fields: errors ?? [],
    wantsCode: type === "/problems/second-factor-required",
  };
}
