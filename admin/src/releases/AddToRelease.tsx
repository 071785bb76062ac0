import { Button, MenuItem, TextField, type ButtonProps } from "@mui/material";
import { useState } from "react";
import { DRAFTS, keyOf, nameOf, type ListedDraft } from "../drafts/draft";
import { AskDialog } from "../form/AskDialog";
import { NameField } from "../form/NameDialog";
import { IsolatedQuotes } from "../kit/IsolatedQuotes";
import { useToast } from "../layout/Toasts";
import { t } from "../messages/releases.gen";
import { addToRelease } from "../resources/releases";
import { useAsk } from "../useAsk";
import { useRenew } from "../useRenew";
import { nameTexts } from "./nameTexts";
import { RELEASES } from "./release";
import { useCreateRelease } from "./useCreateRelease";
import { useReleases } from "./useReleases";

const NEW = "new";

interface AddToReleaseProps extends Pick<ButtonProps, "color" | "size" | "sx" | "aria-label"> {
  draft: ListedDraft;
  /** Whether a form has changes that are not in the draft. */
  isDirty?: boolean;
}

/** Adds a draft to an open release or to a new one. */
export function AddToRelease({ draft, isDirty = false, ...button }: AddToReleaseProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
      {isOpen && <ChooseRelease draft={draft} isDirty={isDirty} onClose={() => setOpen(false)} />}
    </>
  );
}

interface ChooseReleaseProps {
  draft: ListedDraft;
  isDirty: boolean;
  onClose: () => void;
}

function ChooseRelease({ draft, isDirty, onClose }: ChooseReleaseProps) {
  const open = useReleases("open").data?.pages.flatMap(({ data }) => data) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const { isBusy, create } = useCreateRelease();
  const ask = useAsk();
  const renew = useRenew();
  const toast = useToast();
  const value = chosen ?? String(open[0]?.id ?? NEW);
  const isOff = isBusy || isAdding;

  async function add() {
    const release = value === NEW ? await create(name.trim()) : open.find(({ id }) => String(id) === value);
    if (!release) return;
    setAdding(true);
    try {
      await ask(() => addToRelease(release.id, keyOf(draft)));
      toast.done(t("done.add", { name: release.name }));
      onClose();
    } catch (error) {
      toast.failed(t("failedTo.add"), error);
      // The new release is one of the choices now.
      setChosen(String(release.id));
    } finally {
      setAdding(false);
      void renew(DRAFTS, RELEASES);
    }
  }

  function changeName(typed: string) {
    setName(typed);
    setMissing(false);
  }

  function submit() {
    const isNameless = value === NEW && name.trim() === "";
    setMissing(isNameless);
    if (!isNameless) void add();
  }

  return (
    <AskDialog
      title={t("choose.title")}
      formName={t("choose.title")}
      yes={t("add")}
      isBusy={isOff}
      onYes={submit}
      onClose={onClose}
    >
      <IsolatedQuotes sentence={t("choose.text", { name: nameOf(draft) })} />
      {isDirty && t("choose.unsaved")}
      <TextField
        select
        label={t("choose.release")}
        value={value}
        autoFocus
        onChange={({ target }) => setChosen(target.value)}
      >
        {open.map((release) => (
          <MenuItem key={release.id} value={String(release.id)}>
            <bdi>{release.name}</bdi>
          </MenuItem>
        ))}
        <MenuItem value={NEW}>{t("choose.new")}</MenuItem>
      </TextField>
      {value === NEW && <NameField {...nameTexts()} name={name} isMissing={isMissing} onName={changeName} />}
    </AskDialog>
  );
}
