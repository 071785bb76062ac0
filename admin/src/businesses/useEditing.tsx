import type { PlaceForm, PlaceView } from "@karst/client";
import { useMemo, useState } from "react";
import { HttpError, useUpdate } from "react-admin";
import type { UpdateMeta } from "../dataProvider";
import { useToast } from "../layout/Toasts";
import { texts } from "../texts";
import { LiveMark } from "./LiveMark";
import { toText, type PlaceText } from "./shape";
import type { Outcome } from "./useBusinessForm";

const words = texts.businesses;

/** A save that was refused because somebody else saved first. */
interface Conflict {
  theirs: PlaceView;
  mine: PlaceText;
  form: Partial<PlaceForm>;
}

/**
 * Saving an existing place. `base` is the version that the form started from and that If-Match names; it moves on
 * only with a save of ours or when the editor takes the other's version, never under somebody's typing.
 */
export function useEditing(place: PlaceView) {
  const [base, setBase] = useState(place);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [update] = useUpdate<PlaceView>();
  const toast = useToast();
  const start = useMemo(() => toText(base), [base]);

  async function save(form: Partial<PlaceForm>, meta?: UpdateMeta): Promise<Outcome> {
    try {
      const saved = await update(
        "businesses",
        { id: base.id, data: form as Partial<PlaceView>, previousData: base, meta },
        { mutationMode: "pessimistic", returnPromise: true },
      );
      // Signed out on the way: react-admin has led to the sign-in, and nothing was saved.
      if (!saved?.id) return { isSaved: false };
      setBase(saved);
      toast.done(words.done.update, <LiveMark place={saved} />);
      return { isSaved: true };
    } catch (error) {
      return refused(error, form);
    }
  }

  function refused(error: unknown, form: Partial<PlaceForm>): Outcome {
    const body = error instanceof HttpError ? error.body : undefined;
    if (error instanceof HttpError && error.status === 412 && body?.current) {
      setConflict({
        theirs: body.current as PlaceView,
        mine: { ...start, ...toText({ ...base, ...(form as Partial<PlaceView>) }) },
        form,
      });
      return { isSaved: false };
    }
    toast.failed(words.failed.update, error);
    return { isSaved: false, sentences: body?.errors as Record<string, string> | undefined };
  }

  const settle = {
    onKeep: () => setConflict(null),
    onReload: () => {
      if (conflict) setBase(conflict.theirs);
      setConflict(null);
    },
    /** Over the version that was shown in the dialog; a third one in between is refused again. */
    onOverwrite: () => {
      setConflict(null);
      if (conflict) void save(conflict.form, { version: conflict.theirs.version });
    },
  };
  return { base, start, save: (form: Partial<PlaceForm>) => save(form), conflict, settle };
}
