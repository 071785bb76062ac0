import type { PlaceRequest, PlaceResponse } from "@karst/client";
import { useState } from "react";
import { useRedirect } from "react-admin";
import { useCreating } from "../form/useCreating";
import { useAccount } from "../identity/useAccount";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/businesses.gen";
import { BusinessForm } from "./BusinessForm";
import { ADMIN_FIELDS } from "./fields";
import { LiveMark } from "../live/LiveMark";
import { toText } from "./shape";

/** Add Business: the four tabs of the form, empty. Saving opens the form of the new place. */
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
      copyName="businesses/new"
      save={useCreatePlace()}
      maySetAdminFields={may("setStanding")}
    />
  );
}

function useCreatePlace() {
  const { may } = useAccount();
  const redirect = useRedirect();
  const toast = useToast();
  const create = useCreating<PlaceResponse, Partial<PlaceRequest>>({
    resource: "businesses",
    failed: t("failed.create"),
    onCreated: (place) => {
      toast.done(t("done.create"), <LiveMark place={place} />, place.warnings);
      return () => redirect("edit", "businesses", place.id);
    },
  });
  return (form: Partial<PlaceRequest>) => create(may("setStanding") ? form : without(form, ADMIN_FIELDS));
}

/** The form without the fields that only an administrator may set. */
function without(form: Partial<PlaceRequest>, fields: readonly string[]): Partial<PlaceRequest> {
  return Object.fromEntries(
    Object.entries(form).filter(([field]) => !fields.includes(field)),
  ) as Partial<PlaceRequest>;
}
