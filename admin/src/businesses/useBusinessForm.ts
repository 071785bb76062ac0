import type { PlaceRequest } from "@karst/client";
import type { FormName } from "@karst/client/check";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import type { Violation } from "@karst/web/forms";
import { t } from "../messages/openingHours.gen";
import type { Drafting } from "../drafts/drafting";
import { useRecordForm, type Outcome } from "../form/useRecordForm";
import { FIELDS, isWritable, TABS, tabOf, type Field, type Tab } from "./fields";
import { readHours } from "./hours/read";
import { isWhole } from "./hours/week";
import { toForm, type PlaceText } from "./shape";

interface BusinessFormOptions {
  /** The initial values; a new object resets the form. */
  start: PlaceText;
  form: FormName;
  /** The values of the stored place. Default: `start`. */
  stored?: PlaceText;
  save: (form: Partial<PlaceRequest>) => Promise<Outcome>;
  drafting?: Drafting;
  copyName: string;
}

/** The writable part of the form. */
function body(text: PlaceText): Partial<PlaceRequest> {
  const fields = Object.entries(toForm(text)).filter(
    ([field, value]) => isWritable(field) && value !== undefined,
  );
  return Object.fromEntries(fields) as Partial<PlaceRequest>;
}

/** An error if the hours are incomplete, unless they are unchanged. */
function incompleteHours({ operatingHours }: PlaceText, stored: string): Violation[] {
  const hours = operatingHours === stored ? null : readHours(operatingHours);
  return hours && !isWhole(hours) ? [{ field: "operatingHours", message: t("incomplete") }] : [];
}

/** The state of a place's form, and its open tab. */
export function useBusinessForm(options: BusinessFormOptions) {
  const [tab, setTab] = useState<Tab>("information");
  // Renders the tab first: a hidden input cannot get the focus.
  const reveal = (field: string) => flushSync(() => setTab(tabOf(field)));
  const stored = (options.stored ?? options.start).operatingHours;
  const ownFaults = useCallback((text: PlaceText) => incompleteHours(text, stored), [stored]);
  const record = useRecordForm<PlaceText, Partial<PlaceRequest>>({
    ...options,
    shape: body,
    ownFaults,
    order: TABS.flatMap((one) => FIELDS[one]),
    reveal,
  });
  const goTo = (field: Field) => {
    reveal(field);
    record.form.setFocus(field);
  };
  return { ...record, tab, setTab, reveal, goTo };
}
