import type { Draft } from "@karst/client";
import { useState } from "react";
import { HttpError } from "react-admin";
import { useZone } from "../audit/useZone";
import { dateIn } from "../kit/zone";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/drafts.gen";
import { deleteDraft, publishDraft, saveDraft } from "../resources/drafts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { DRAFTS, futureTime, keyOf } from "./draft";

type Failure = "save" | "publish" | "discard" | "undo";

/** The actions of a draft in a list. Each says whether it was done. */
export function useDraftActions(draft: Draft) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const zone = useZone();
  const [isBusy, setBusy] = useState(false);
  const key = keyOf(draft);

  async function run(failure: Failure, call: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    try {
      await ask(call);
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.status === 412) toast.note(t("failed.changed"));
      else toast.failed(t(`failed.${failure}`), error);
      return false;
    } finally {
      setBusy(false);
      // Of the records, the lists show names and standing.
      void renew(DRAFTS, [key.kind, "getList"]);
    }
  }

  const put = (publishAt: string | null, version: number) => () =>
    saveDraft(key, { baseVersion: draft.baseVersion, fields: draft.fields, publishAt }, version);

  async function undo() {
    if (await run("undo", put(futureTime(draft), 0))) toast.done(t("done.undo"));
  }

  return {
    isBusy,
    async publish() {
      const isDone = await run("publish", () => publishDraft(key, draft.version));
      if (isDone) toast.done(t("done.publish"));
      return isDone;
    },
    async schedule(time: string | null) {
      const isDone = await run("save", put(time, draft.version));
      if (isDone) toast.done(time ? t("done.schedule", { time: dateIn(zone, time) }) : t("done.cancel"));
      return isDone;
    },
    async discard() {
      const isDone = await run("discard", () => deleteDraft(key, draft.version));
      if (isDone) toast.undoable(t("done.discard"), () => void undo());
      return isDone;
    },
  };
}
