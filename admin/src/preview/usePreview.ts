import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useWatch, type FieldValues } from "react-hook-form";
import type { Drafting } from "../drafts/drafting";
import type { RecordForm } from "../form/useRecordForm";
import { useRested } from "../kit/useRested";
import { createPreview } from "../resources/previews";
import { useAsk } from "../useAsk";

/** How long typing pauses before the draft is saved. */
const PAUSE_MS = 250;
/** A link is replaced before it expires after an hour. */
const RENEW_MS = 50 * 60_000;

/** The preview of a form: saves the draft after each pause in typing, and has its link. */
export function usePreview(state: RecordForm<FieldValues>, drafting: Drafting) {
  const { form, keep, isDirty, isSubmitting } = state;
  const { draft, key } = drafting;
  const ask = useAsk();
  const [isUnsaved, setUnsaved] = useState(false);
  const hasDraft = draft !== null;
  /** The values of the last save. The server may have stored them without a trailing space. */
  const kept = useRef<string | null>(null);

  /** Creates the draft, or saves the changes to it. */
  async function save() {
    const values = JSON.stringify(form.getValues());
    if (hasDraft && (!isDirty || values === kept.current)) return;
    kept.current = values;
    const outcome = await keep((body) => drafting.keep(body));
    if (!outcome?.isSaved) kept.current = null;
    setUnsaved(outcome?.isSaved === false);
  }

  const values = useRested(useWatch({ control: form.control }), PAUSE_MS);
  const saveRested = useEffectEvent(() => {
    // Without a draft, the editor decides when one is created.
    if (hasDraft && !isSubmitting) void save();
  });
  useEffect(() => saveRested(), [values, isSubmitting]);

  const link = useQuery({
    // Another draft of the record needs another link.
    queryKey: ["preview", key.kind, key.id, draft?.createdAt],
    queryFn: () => ask(() => createPreview(key, { isShared: false })),
    enabled: hasDraft && draft.version > 0,
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
    gcTime: 0,
  });
  return {
    /** The path of the preview, once there is one. */
    url: hasDraft ? link.data?.url : undefined,
    /** The version of the draft that the preview shows. */
    version: draft?.version ?? 0,
    /** Whether the last save failed. The preview then shows an older state. */
    isUnsaved,
    hasFailed: link.isError,
    begin: () => void save(),
    retry: () => void link.refetch(),
  };
}
