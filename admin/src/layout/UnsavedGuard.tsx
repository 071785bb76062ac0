import { useEffect } from "react";
import { useBlocker } from "react-admin";
import { t } from "../messages/form.gen";
import { Confirm } from "./Confirm";
import { isLeavingAnyway } from "./leave";
import { holdsChanges, isAnythingUnsaved } from "./unsaved";

interface UnsavedGuardProps {
  /** Called at the moment of leaving, so that a save that leaves the form is not blocked by the form itself. */
  isUnsaved: () => boolean;
  /** Called when the changes are discarded. */
  onDiscard?: () => void;
  /** The texts of the dialog. Default: texts that fit every form. */
  words?: { title: string; text: string; yes: string; no: string };
}

/**
 * Asks before a form with unsaved changes is left: with a dialog inside the console, otherwise with the browser's.
 * react-admin's `warnWhenUnsavedChanges` uses `window.confirm`, whose buttons cannot be labeled.
 */
export function UnsavedGuard({ isUnsaved, onDiscard, words }: UnsavedGuardProps) {
  // The router calls only the last guard, such as that of a dialog over a page. Each guard therefore checks all
  // forms.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isAnythingUnsaved() && nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => holdsChanges(isUnsaved), [isUnsaved]);

  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => {
      if (isUnsaved() && !isLeavingAnyway()) event.preventDefault();
    };
    window.addEventListener("beforeunload", hold);
    return () => window.removeEventListener("beforeunload", hold);
  }, [isUnsaved]);

  return (
    <LeaveQuestion
      isOpen={blocker.state === "blocked"}
      words={words}
      onLeave={() => {
        onDiscard?.();
        blocker.proceed?.();
      }}
      onStay={() => blocker.reset?.()}
    />
  );
}

interface LeaveQuestionProps extends Pick<UnsavedGuardProps, "words"> {
  isOpen: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before unsaved changes are discarded. */
export function LeaveQuestion({ isOpen, words = forAnyForm(), onLeave, onStay }: LeaveQuestionProps) {
  const { title, text, yes, no } = words;
  return (
    <Confirm isOpen={isOpen} title={title} yes={yes} no={no} isDestructive onYes={onLeave} onNo={onStay}>
      {text}
    </Confirm>
  );
}

const forAnyForm = () => ({
  title: t("leave.title"),
  text: t("leave.text"),
  yes: t("leave.yes"),
  no: t("leave.no"),
});
