import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useAccount } from "../identity/useAccount";
import { changedFields } from "./changedFields";
import { draftsOf, forgetDraft, keepDraft, ownDraftKey, sweepDrafts, type Draft } from "./drafts";

/** How long somebody pauses before what was typed is kept. */
const PAUSE_MS = 400;

interface DraftOptions<Values extends FieldValues> {
  /** Which form it is, like `businesses/7`; without a name nothing is kept. */
  name: string | undefined;
  form: UseFormReturn<Values>;
  start: Values;
  isUnsaved: () => boolean;
}

/** A form's draft as its screen needs it. */
export interface FoundDraft {
  /** When it was typed. */
  at: string;
  /** The record is another by now. */
  isOlder: boolean;
  restore: () => void;
  discard: () => void;
}

/**
 * Keeps what is typed into a form until it is saved or thrown away: a tab that was closed, a battery that ran out and a
 * session that ended lose nothing. It belongs to the account that typed it. Each tab keeps a draft of its own; those of
 * all tabs are offered, the newest first.
 */
export function useDraft<Values extends FieldValues>({ name, form, start, isUnsaved }: DraftOptions<Values>) {
  const { account } = useAccount();
  const formKey = name && account ? `${account.uid}/${name}` : null;
  const key = useMemo(() => formKey && ownDraftKey(formKey), [formKey]);
  const [found, setFound] = useState<{ key: string; draft: Draft<Values> } | null>(null);
  const first = useRef(start);
  const base = useRef(start);
  useEffect(() => {
    base.current = start;
  }, [start]);

  const look = useCallback(() => {
    const drafts = formKey ? draftsOf<Values>(formKey) : [];
    setFound(drafts.find(({ draft }) => changedFields(first.current, draft.values).length > 0) ?? null);
  }, [formKey]);
  useEffect(() => {
    sweepDrafts(new Date());
    look();
  }, [look]);

  useEffect(() => {
    if (!key) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      timer = undefined;
      if (!isUnsaved()) return;
      keepDraft<Values>(key, {
        at: new Date().toISOString(),
        base: base.current,
        values: form.getValues(),
      });
    };
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE_MS);
    });
    // Without a change since the last save, its time stays that of the last change.
    const keepPending = () => {
      if (timer !== undefined) keep();
    };
    window.addEventListener("pagehide", keepPending);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener("pagehide", keepPending);
    };
  }, [key, form, isUnsaved]);

  const forget = useCallback(() => {
    if (key) forgetDraft(key);
  }, [key]);

  function restore() {
    if (!found) return;
    // Only what was typed: the rest may have been changed by others since.
    const { base, values } = found.draft;
    for (const field of changedFields(base, values)) {
      const path = field as Path<Values>;
      form.setValue(path, values[field] as PathValue<Values, Path<Values>>, { shouldDirty: true });
    }
    // The draft now belongs to this tab. If the other tab is still open, it saves a new draft.
    if (key && found.key !== key) {
      keepDraft(key, found.draft);
      forgetDraft(found.key);
    }
    setFound(null);
  }

  function discard() {
    if (found) forgetDraft(found.key);
    look();
  }

  const draft: FoundDraft | null = found && {
    at: found.draft.at,
    isOlder: changedFields(found.draft.base, start).length > 0,
    restore,
    discard,
  };
  return { draft, forget };
}
