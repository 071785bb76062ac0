import type { PlaceRequest, PlaceResponse } from "@karst/client";
import { useState } from "react";
import { useCreate, useRedirect } from "react-admin";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useAccount } from "../identity/useAccount";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/businesses.gen";
import { BusinessForm } from "./BusinessForm";
import { ADMIN_FIELDS } from "./fields";
import { LiveMark } from "../live/LiveMark";
import { toText } from "./shape";

/** Add Business: the same four tabs, empty. Saving opens the form of the new place. */
export default function BusinessCreate() {
  const { may } = useAccount();
  return (
    <Page title={t("add")} lead={may("setStanding") ? t("addLead") : t("record.inactiveForOwner")}>
      <NewBusiness />
    </Page>
  );
}

/** The form of a new place. */
export function NewBusiness() {
  const { may } = useAccount();
  // An administrator activates the places of owners.
  const [start] = useState(() => toText({ isActive: may("setStanding") }));
  return (
    <BusinessForm
      start={start}
      form="PlaceRequest"
      draftName="businesses/new"
      save={useCreatePlace()}
      maySetAdminFields={may("setStanding")}
    />
  );
}

function useCreatePlace() {
  const { may } = useAccount();
  const [create] = useCreate<PlaceResponse>();
  const redirect = useRedirect();
  const toast = useToast();
  return async (form: Partial<PlaceRequest>): Promise<Outcome> => {
    const data = may("setStanding") ? form : without(form, ADMIN_FIELDS);
    try {
      const place = await create(
        "businesses",
        { data: data as Partial<PlaceResponse> },
        { returnPromise: true },
      );
      if (!place?.id) return { isSaved: false };
      toast.done(t("done.create"), <LiveMark place={place} />, place.warnings);
      return { isSaved: true, onDone: () => redirect("edit", "businesses", place.id) };
    } catch (error) {
      toast.failed(t("failed.create"), error);
      return notSaved(error);
    }
  };
}

/** The form without the fields that only an administrator may set. */
function without(form: Partial<PlaceRequest>, fields: readonly string[]): Partial<PlaceRequest> {
  return Object.fromEntries(
    Object.entries(form).filter(([field]) => !fields.includes(field)),
  ) as Partial<PlaceRequest>;
}
