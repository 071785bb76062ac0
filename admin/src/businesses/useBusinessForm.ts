import type { PlaceRequest } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import type { Violation } from "@karst/web/forms";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { FIELDS, isWritable, TABS, tabOf, type Tab } from "./fields";
import { readHours } from "./hours/read";
import { isWhole } from "./hours/week";
import { words } from "./hours/words";
import { toForm, type PlaceText } from "./shape";

interface BusinessFormOptions {
  /** What the inputs start with; a new object starts the form anew. */
  start: PlaceText;
  form: FormName;
  save: (form: Partial<PlaceRequest>) => Promise<Outcome>;
  draftName: string;
}

/** The writable part of the form. */
function body(text: PlaceText): Partial<PlaceRequest> {
  const fields = Object.entries(toForm(text)).filter(
    ([field, value]) => isWritable(field) && value !== undefined,
  );
  return Object.fromEntries(fields) as Partial<PlaceRequest>;
}

/** A week of which something is still to be typed. What is stored as it is stands in nobody's way. */
function halfTyped({ operatingHours }: PlaceText, stored: string): Violation[] {
  const hours = operatingHours === stored ? null : readHours(operatingHours);
  return hours && !isWhole(hours) ? [{ field: "operatingHours", message: words.incomplete }] : [];
}

/** The state of a place's form, and the tab that is open. */
export function useBusinessForm(options: BusinessFormOptions) {
  const [tab, setTab] = useState<Tab>("information");
  const stored = options.start.operatingHours;
  const ownFaults = useCallback((text: PlaceText) => halfTyped(text, stored), [stored]);
  const record = useRecordForm<PlaceText, Partial<PlaceRequest>>({
    ...options,
    shape: body,
    ownFaults,
    order: TABS.flatMap((one) => FIELDS[one]),
    // The tab is drawn first: what is hidden cannot have the focus.
    reveal: (field) => flushSync(() => setTab(tabOf(field))),
  });
  return { ...record, tab, setTab };
}
