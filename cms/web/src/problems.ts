import { ApiError, errorMessage, ProviderError, type FieldError } from "@karst/client";
import { t } from "./catalogs/problems.gen";
import { currentLocale, DEFAULT_LOCALE } from "./messages";

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
export function describeError(error: unknown, fallback: string): ErrorDescription {
  const none = { fields: [], requiresCode: false };
  // fetch throws a TypeError when there was no response.
  if (error instanceof TypeError) return { ...none, message: t("offline") };
  if (error instanceof ProviderError)
    return { ...none, message: translate(`provider.${error.code}`) ?? fallback };
  if (!(error instanceof ApiError) || !error.problem) return { ...none, message: fallback };
  const { type, detail, requestId } = error.problem;
  const fields = error.errors.map(translateField);
  return {
    message: fields[0]?.message ?? translateProblem(error, detail || fallback),
    fields,
    requestId,
    requiresCode: type === "/problems/second-factor-required",
  };
}

/** The message of a refused call in the language of the page, without the errors of its fields. */
export function problemMessage(error: unknown, fallback: string): string {
  return translateProblem(error, errorMessage(error, fallback));
}

/** A field error with its message in the language of the page. */
export function translateField(error: FieldError): FieldError {
  return { ...error, message: translateCode(error) ?? error.message };
}

function translateProblem(error: unknown, sentence: string): string {
  return (error instanceof ApiError && translateCode(error)) || sentence;
}

/** The message for a code of the server (R448). The server's own English sentences are more precise than the catalog. */
function translateCode({ code, params }: Partial<Pick<ApiError, "code" | "params">>): string | undefined {
  return currentLocale() === DEFAULT_LOCALE ? undefined : translate(`code.${code}`, params);
}

/** The message of a key that is not known to exist: servers and identity providers may have more codes (R33). */
function translate(key: string, params?: object): string | undefined {
  return t.has(key) ? (t as (key: string, params?: object) => string)(key, params) : undefined;
}
