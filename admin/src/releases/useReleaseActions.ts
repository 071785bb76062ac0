import type { RecordProblem, Release } from "@karst/client";
import { useState } from "react";
import { HttpError } from "react-admin";
import { useZone } from "../audit/useZone";
import { DRAFTS } from "../drafts/draft";
import { dateIn } from "../kit/zone";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/releases.gen";
import {
  cancelRelease,
  publishRelease,
  takeOutOfRelease,
  undoRelease,
  updateRelease,
} from "../resources/releases";
import type { RecordKey } from "../resources/revisions";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { preventing, RELEASES } from "./release";

type Action = "rename" | "schedule" | "publish" | "cancel" | "undo" | "remove";

/** The records that prevented a publication or an undo of a release. */
export interface Refusal {
  action: "publish" | "undo";
  records: readonly RecordProblem[];
}

/** The actions of a release. Each resolves to whether it succeeded. */
export function useReleaseActions({ id, version }: Pick<Release, "id" | "version">) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const zone = useZone();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function run(action: Action, call: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy(true);
    setRefusal(null);
    try {
      await ask(call);
      toast.done(done);
      return true;
    } catch (error) {
      const records = preventing(error);
      if (records.length > 0 && (action === "publish" || action === "undo")) setRefusal({ action, records });
      else if (error instanceof HttpError && error.status === 412) toast.note(t("failedTo.changed"));
      else toast.failed(t(`failedTo.${action}`), error);
      return false;
    } finally {
      setBusy(false);
      // The lists of records show names, statuses and drafts.
      void renew(RELEASES, DRAFTS, ["businesses"], ["articles"], ["categories"]);
    }
  }

  return {
    isBusy,
    refusal,
    rename: (name: string) => run("rename", () => updateRelease(id, { name }, version), t("done.rename")),
    schedule: (publishAt: string | null) =>
      run(
        "schedule",
        () => updateRelease(id, { publishAt }, version),
        publishAt ? t("done.schedule", { time: dateIn(zone, publishAt) }) : t("done.unschedule"),
      ),
    publish: () => run("publish", () => publishRelease(id, version), t("done.publish")),
    cancel: () => run("cancel", () => cancelRelease(id, version), t("done.cancel")),
    undo: () => run("undo", () => undoRelease(id, version), t("done.undo")),
    takeOut: (record: RecordKey) => run("remove", () => takeOutOfRelease(id, record), t("done.remove")),
  };
}
