import type { Draft } from "@karst/client";
import type { HttpError } from "react-admin";
import { useToast } from "../layout/Toasts";
import { isAnythingUnsaved } from "../layout/unsaved";
import { t } from "../messages/drafts.gen";
import { deleteDraft, saveDraft } from "../resources/drafts";
import type { RecordKey } from "../resources/revisions";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { DRAFTS, futureTime } from "./draft";

/** Discards the draft of a form, with Undo. `show` makes the form show another draft, or none. */
export function useDiscard(
  key: RecordKey,
  draft: Draft | null,
  show: (draft: Draft | null) => Promise<void>,
) {
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();

  async function undo(deleted: Draft) {
    const { baseVersion, fields } = deleted;
    try {
      const request = { baseVersion, fields, publishAt: futureTime(deleted) };
      const saved = await ask(() => saveDraft(key, request, 0));
      // A form with unsaved changes keeps them. Its next save finds the restored draft.
      if (!isAnythingUnsaved()) await show(saved);
      toast.done(t("done.undo"));
    } catch (error) {
      toast.failed(t("failed.undo"), error);
    }
    void renew(DRAFTS);
  }

  /** Resolves to whether the draft was discarded. */
  return async function discard(version = draft?.version ?? 0): Promise<boolean> {
    try {
      if (version > 0) await ask(() => deleteDraft(key, version));
    } catch (error) {
      const { status } = error as HttpError;
      if (status === 412) toast.note(t("failed.changed"));
      else if (status !== 404) toast.failed(t("failed.discard"), error);
      // Without a draft, there is nothing to discard.
      if (status !== 404) return false;
    }
    await show(null);
    void renew(DRAFTS);
    if (draft) toast.undoable(t("done.discard"), () => void undo(draft));
    return true;
  };
}
