import type { Draft, DraftRequest } from "@karst/client";
import { useMemo, useRef, useState } from "react";
import { HttpError, type RaRecord } from "react-admin";
import { useZone } from "../audit/useZone";
import { changed } from "../dataProvider";
import { useEditing, type Conflict } from "../form/useEditing";
import { notSaved, type Outcome } from "../form/useRecordForm";
import { useFetchRecord } from "../history/useHistory";
import { dateIn } from "../kit/zone";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/drafts.gen";
import { publishDraft, saveDraft } from "../resources/drafts";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { DRAFTS, futureTime, isOutdated } from "./draft";
import type { DraftEditingOptions, Drafting } from "./drafting";
import { isSame, mergedText, type Merge } from "./merge";
import { revisionBefore } from "./revisionBefore";
import { useDiscard } from "./useDiscard";

const NOT_SAVED: Outcome = { isSaved: false };

/**
 * Edits a record that can have a draft. Without a draft, a save changes the public record. With one, the form has the
 * values of the draft. `base` stays the public version, and a draft holds the fields that differ from it.
 */
export function useDraftEditing<
  View extends RaRecord & { updatedAt: string; version: number },
  Text extends object,
  Form,
>({ recordKey: key, draft: initial, isPublic, ...options }: DraftEditingOptions<View, Text, Form>) {
  const { toText, toForm, onSaved, resource } = options;
  const editing = useEditing<View, Text, Form>(options);
  const { base, adopt } = editing;
  const [draft, showDraft] = useState(initial);
  /** The current draft, for a button press that waited for the preview's save. */
  const latest = useRef(initial);
  const setDraft = (next: Draft | null) => {
    latest.current = next;
    showDraft(next);
  };
  const [merging, setMerging] = useState<Merge<View, Text> | null>(null);
  const fetchRecord = useFetchRecord(key) as unknown as () => Promise<View>;
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const zone = useZone();
  const fields = draft?.fields;
  const start = useMemo(
    () => (fields ? toText({ ...base, ...fields }) : editing.start),
    [base, fields, editing.start, toText],
  );

  const differing = (body: unknown, record: View = base) => changed({ ...(body as object) }, record);
  const withBody = (body: unknown) => toText({ ...base, ...differing(body) });

  /** Makes the form show another draft, or none, with the current public version. */
  async function show(other: Draft | null) {
    const record = await fetchRecord().catch(() => null);
    setDraft(other);
    if (record) adopt({ ...record, id: base.id });
  }
  const discard = useDiscard(key, draft, show);

  /** Stores a draft. If another version of it is stored, offers to merge both. */
  async function store(
    body: unknown,
    request: DraftRequest,
    version: number,
    isQuiet = false,
  ): Promise<Draft | Outcome> {
    try {
      const saved = await ask(() => saveDraft(key, request, version));
      setDraft(saved);
      void renew(DRAFTS);
      return saved;
    } catch (error) {
      const { status, body: refusal } = error as HttpError;
      const current = (refusal as { current?: Draft | null } | undefined)?.current;
      if (status !== 412) {
        if (!isQuiet) toast.failed(t("failed.save"), error);
        return notSaved(error);
      }
      if (!current) return settleGone(body);
      // The response to an earlier attempt was lost.
      if (isSame(current, request)) {
        setDraft(current);
        return current;
      }
      offerStored(current, body, request.baseVersion);
      return NOT_SAVED;
    }
  }

  /** Someone else saved the draft: offers to merge both versions. */
  function offerStored(current: Draft, body: unknown, baseVersion: number) {
    setMerging({
      title: t("conflict.draft"),
      by: current.accountName ?? undefined,
      changedAt: current.updatedAt,
      before: start,
      theirs: toText({ ...base, ...current.fields }),
      mine: withBody(body),
      record: base,
      baseVersion: Math.min(baseVersion, current.baseVersion),
      version: current.version,
      publishAt: futureTime(current),
      stored: current,
    });
  }

  /** The draft is no longer stored: it was published, or it was discarded. */
  async function settleGone(body: unknown): Promise<Outcome> {
    const record = await fetchRecord().catch(() => null);
    void renew(DRAFTS);
    if (record && Object.keys(differing(body, record)).length === 0) return finish(record);
    // The form keeps its values: with the same fields, `start` stays as it is.
    setDraft(latest.current && { ...latest.current, version: 0 });
    toast.note(t("gone"));
    return NOT_SAVED;
  }

  function finish(record: View): Outcome {
    setDraft(null);
    adopt({ ...record, id: base.id });
    void renew(DRAFTS, [resource, "getList"]);
    onSaved(record);
    return { isSaved: true };
  }

  const requestOf = (body: unknown, draft: Draft | null): DraftRequest => ({
    baseVersion: draft?.baseVersion ?? base.version,
    fields: differing(body),
    publishAt: futureTime(draft),
  });

  /** Saves the draft for its preview, also if nothing differs from the public version. */
  async function keep(body: unknown): Promise<Outcome> {
    const draft = latest.current;
    // Typing does not recreate a draft that is no longer stored. The editor decides about that.
    if (draft?.version === 0) return NOT_SAVED;
    const saved = await store(body, requestOf(body, draft), draft?.version ?? 0, true);
    return "isSaved" in saved ? saved : { isSaved: true };
  }

  async function save(body: unknown, time?: string | null): Promise<Outcome> {
    const draft = latest.current;
    const request = { ...requestOf(body, draft), ...(time !== undefined && { publishAt: time }) };
    if (!draft && Object.keys(request.fields).length === 0) {
      toast.note(t("nothing"));
      return NOT_SAVED;
    }
    const saved = await store(body, request, draft?.version ?? 0);
    if ("isSaved" in saved) return saved;
    if (time === null) toast.done(t("done.cancel"));
    else if (saved.publishAt) toast.done(t("done.schedule", { time: dateIn(zone, saved.publishAt) }));
    else toast.done(t("done.save"));
    return { isSaved: true };
  }

  async function publish(body: unknown, isDirty: boolean): Promise<Outcome> {
    const draft = latest.current;
    if (!draft) return editing.save(body as Partial<Form>);
    if (isOutdated(draft, base.version)) return merge(body);
    let stored = draft;
    if (isDirty || draft.version === 0) {
      const saved = await store(body, requestOf(body, draft), draft.version);
      if ("isSaved" in saved) return saved;
      stored = saved;
      if (isOutdated(saved)) return merge(body, undefined, saved.version);
    }
    try {
      const { version } = await ask(() => publishDraft(key, stored.version));
      return finish(await fetchRecord().catch(() => ({ ...base, ...stored.fields, version })));
    } catch (error) {
      const { status, body: refusal } = error as HttpError;
      const current = (refusal as { current?: Draft | View } | undefined)?.current;
      if (status === 404) return settleGone(body);
      if (status === 412 && current) {
        if ("baseVersion" in current) offerStored(current as Draft, body, stored.baseVersion);
        else return merge(body, { ...(current as View), id: base.id }, stored.version);
        return NOT_SAVED;
      }
      toast.failed(t("failed.publish"), error);
      return notSaved(error);
    }
  }

  async function merge(body: unknown, current?: View, version = draft?.version ?? 0): Promise<Outcome> {
    if (!draft) return NOT_SAVED;
    try {
      const record = current ?? (await fetchRecord());
      const mine = differing(body);
      const before = await ask(() => revisionBefore(key, draft.baseVersion, { base, record, mine }));
      setMerging({
        title: t("conflict.record"),
        text: t("conflict.recordText", { time: dateIn(zone, record.updatedAt) }),
        changedAt: record.updatedAt,
        before: toText(before),
        theirs: toText(record),
        mine: toText({ ...before, ...mine }),
        record,
        baseVersion: record.version,
        version,
        publishAt: futureTime(draft),
        stored: null,
      });
    } catch (error) {
      toast.failed(t("failed.merge"), error);
    }
    return NOT_SAVED;
  }

  const conflict: Conflict<Text> | null = merging && {
    ...merging,
    onKeep: () => setMerging(null),
    onReload: () => {
      setMerging(null);
      void (merging.stored ? show(merging.stored) : discard(merging.version));
    },
    onOverwrite: (chosen) => {
      const { record, baseVersion, version, publishAt } = merging;
      setMerging(null);
      const body = toForm(mergedText(merging, chosen));
      const request = { baseVersion, fields: differing(body, record), publishAt };
      void store(body, request, version).then((saved) => {
        if ("isSaved" in saved) return;
        if (record !== base) adopt({ ...record, id: base.id });
        toast.done(t("done.save"));
      });
    },
  };

  const drafting: Drafting = {
    key,
    draft,
    record: base,
    isPublic: isPublic(base),
    isOutdated: draft !== null && isOutdated(draft, base.version),
    save,
    keep,
    publish,
    merge,
    discard: () => discard(),
  };
  return { ...editing, start, conflict: conflict ?? editing.conflict, drafting, stored: editing.start };
}
