import type { AuditEvent } from "@karst/client";
import { useGetManyAggregate } from "react-admin";
import { recordOf } from "./shape";

/** Resources whose API lists records by ids: one request checks which records of a page still exist. */
const CHECKED = ["businesses", "articles", "categories"];

const TRASHES: Partial<Record<string, string>> = {
  deletePlace: "/businesses/trash",
  deleteArticle: "/articles/trash",
};

/** The path of the record of an event, or of the trash that the event moved it to; undefined if there is none. */
export function useRecordPath(item: AuditEvent): string | undefined {
  const { action, kind, subjectId, subjectName } = item;
  const record = recordOf(item);
  const isChecked = !!record && CHECKED.includes(record.resource);
  const { data } = useGetManyAggregate(
    record?.resource ?? "",
    { ids: [Number(record?.id)] },
    { enabled: isChecked },
  );
  if (!subjectName) return undefined;
  if (kind === "settings") return "/settings";
  if (kind === "page") return `/pages/${subjectId}`;
  if (!record) return TRASHES[action];
  if (isChecked && !data?.some((found) => String(found?.id) === record.id)) return undefined;
  return `/${record.resource}/${record.id}`;
}
