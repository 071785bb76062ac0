import type { ScheduleItem } from "@karst/client";
import { useState } from "react";
import { HttpError } from "react-admin";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/drafts.gen";
import { reschedule, type Times } from "../resources/schedule";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { keyOf } from "./draft";
import { SCHEDULE } from "./useSchedule";

/** The actions for the scheduled times of a record itself. Each resolves to whether it succeeded, and offers Undo. */
export function useScheduled(item: ScheduleItem) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const zone = useZone();
  const [isBusy, setBusy] = useState(false);

  /** The new version of the record; null if it was not changed. */
  async function change(times: Times, version: number): Promise<number | null> {
    setBusy(true);
    try {
      return (await ask(() => reschedule(item, times, version))).version;
    } catch (error) {
      if (error instanceof HttpError && error.status === 412) toast.note(t("failed.recordChanged"));
      else toast.failed(t("failed.schedule"), error);
      return null;
    } finally {
      setBusy(false);
      void renew(SCHEDULE, [keyOf(item).kind]);
    }
  }

  async function undo(former: Times, version: number) {
    if ((await change(former, version)) !== null) toast.done(t("done.undoSchedule"));
  }

  async function run(sentence: string, times: Times, former: Times): Promise<boolean> {
    const version = await change(times, item.version);
    if (version === null) return false;
    toast.undoable(sentence, () => void undo(former, version));
    return true;
  }

  const isUnpublished = item.action === "unpublish";
  const at = (time: string): Times => (isUnpublished ? { unpublishAt: time } : { publicationDate: time });
  return {
    isBusy,
    move: (time: string) => run(t("done.move", { time: dateIn(zone, time) }), at(time), at(item.time)),
    cancel: () =>
      isUnpublished
        ? run(t("done.cancelUnpublish"), { unpublishAt: null }, at(item.time))
        : run(t("done.cancelArticle"), { isActive: false }, { isActive: true }),
  };
}
