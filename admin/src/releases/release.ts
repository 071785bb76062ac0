import type { RecordProblem, ReleaseItem } from "@karst/client";
import type { QueryKey } from "@tanstack/react-query";
import { HttpError } from "react-admin";

/** The queries of all releases. */
export const RELEASES: QueryKey = ["releases"];

export const releasePath = (id: number): string => `/releases/${id}`;

/** Whether the release is published automatically: a failed publication is not repeated. */
export const isTimed = ({ state, publishAt, problem }: ReleaseItem): boolean =>
  state === "open" && publishAt !== null && problem === null;

/** The records that prevented a publication or an undo; none for another failure. */
export function preventing(error: unknown): readonly RecordProblem[] {
  const body =
    error instanceof HttpError ? (error.body as { records?: RecordProblem[] } | undefined) : undefined;
  return body?.records ?? [];
}
