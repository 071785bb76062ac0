import type { PlaceRequest, PlaceResponse } from "@karst/client";
import { useState } from "react";
import { useCreate, useRedirect } from "react-admin";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useAccount } from "../identity/useAccount";
import { Page } from "../layout/Page";
import { useToast } from "../layout/Toasts";
import { texts } from "../texts";
import { BusinessForm } from "./BusinessForm";
import { STANDING } from "./fields";
import { LiveMark } from "../live/LiveMark";
import { toText } from "./shape";

const words = texts.businesses;

/** Add Business: the same four tabs, empty. Afterwards the new place stands in its own form. */
export default function BusinessCreate() {
  const { may } = useAccount();
  return (
    <Page title={words.addTitle} lead={may("setStanding") ? texts.overview.add.text : words.live.ownerWhy}>
      <NewBusiness />
    </Page>
  );
}

/** The form of a new place. */
export function NewBusiness() {
  const { may } = useAccount();
  // An owner's place waits for an administrator to make it active.
  const [start] = useState(() => toText({ isActive: may("setStanding") }));
  return (
    <BusinessForm
      start={start}
      form="PlaceRequest"
      draftName="businesses/new"
      save={useAdding()}
      saveLabel={words.form.create}
      maySetStanding={may("setStanding")}
    />
  );
}

function useAdding() {
  const { may } = useAccount();
  const [create] = useCreate<PlaceResponse>();
  const redirect = useRedirect();
  const toast = useToast();
  return async (form: Partial<PlaceRequest>): Promise<Outcome> => {
    const data = may("setStanding") ? form : without(form, STANDING);
    try {
      const place = await create(
        "businesses",
        { data: data as Partial<PlaceResponse> },
        { returnPromise: true },
      );
      if (!place?.id) return { isSaved: false };
      toast.done(words.done.create, <LiveMark place={place} />, place.warnings);
      return { isSaved: true, onDone: () => redirect("edit", "businesses", place.id) };
    } catch (error) {
      toast.failed(words.failed.create, error);
      return notSaved(error);
    }
  };
}

/** The form without fields that the server would refuse from this account. */
function without(form: Partial<PlaceRequest>, fields: readonly string[]): Partial<PlaceRequest> {
  return Object.fromEntries(
    Object.entries(form).filter(([field]) => !fields.includes(field)),
  ) as Partial<PlaceRequest>;
}
