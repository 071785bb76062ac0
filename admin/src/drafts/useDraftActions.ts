import type { Draft } from "@karst/client";
import { useState } from "react";
import { HttpError } from "react-admin";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/drafts.gen";
import { deleteDraft, getDraft, publishDraft, saveDraft } from "../resources/drafts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { DRAFTS, futureTime, keyOf, type ListedDraft } from "./draft";
import { SCHEDULE } from "./useSchedule";

type Failure = "save" | "publish" | "discard" | "undo";

/** The actions of a draft in a list. Each resolves to whether it succeeded. */
export function useDraftActions(draft: ListedDraft) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const zone = useZone();
  const [isBusy, setBusy] = useState(false);
  const key = keyOf(draft);

  /** The result of the call. Null if it failed, or if the call found another version of the draft. */
  async function runAction<Result>(
    failure: Failure,
    call: () => Promise<Result | null>,
  ): Promise<Result | null> {
    setBusy(true);
    try {
      const result = await ask(call);
      if (result === null) toast.note(t("failed.changed"));
      return result;
    } catch (error) {
      if (error instanceof HttpError && error.status === 412) toast.note(t("failed.changed"));
      else toast.failed(t(`failed.${failure}`), error);
      return null;
    } finally {
      setBusy(false);
      // The lists of records show names and statuses.
      void renew(DRAFTS, SCHEDULE, [key.kind, "getList"]);
    }
  }

  /** The draft with its fields; null if it was saved after the list was loaded. */
  async function read(): Promise<Draft | null> {
    const stored = await getDraft(key);
    return stored.version === draft.version ? stored : null;
  }

  const put = ({ baseVersion, fields }: Draft, publishAt: string | null, version: number) =>
    saveDraft(key, { baseVersion, fields, publishAt }, version);

  async function undo(deleted: Draft) {
    if (await runAction("undo", () => put(deleted, futureTime(deleted), 0))) toast.done(t("done.undo"));
  }

  async function undoSchedule(saved: Draft, former: string | null) {
    if (await runAction("undo", () => put(saved, former, saved.version))) toast.done(t("done.undoSchedule"));
  }

  return {
    isBusy,
    async publish() {
      const published = await runAction("publish", () => publishDraft(key, draft.version));
      if (published) toast.done(t("done.publish"));
      return published !== null;
    },
    async schedule(time: string | null) {
      const saved = await runAction("save", async () => {
        const stored = await read();
        return stored && put(stored, time, draft.version);
      });
      const sentence = time ? t("done.schedule", { time: dateIn(zone, time) }) : t("done.cancel");
      if (saved) toast.undoable(sentence, () => void undoSchedule(saved, futureTime(draft)));
      return saved !== null;
    },
    async discard() {
      const deleted = await runAction("discard", async () => {
        const stored = await read();
        if (stored) await deleteDraft(key, draft.version);
        return stored;
      });
      if (deleted) toast.undoable(t("done.discard"), () => void undo(deleted));
      return deleted !== null;
    },
  };
}
