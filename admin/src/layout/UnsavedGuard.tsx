import { useEffect } from "react";
import { useBlocker } from "react-admin";
import { t } from "../messages/form.gen";
import { Confirm } from "./Confirm";
import { isLeavingAnyway } from "./leave";
import { holdsChanges, isAnythingUnsaved } from "./unsaved";

interface UnsavedGuardProps {
  /** Asked at the moment of leaving, so that a save that leads away is not held back by its own form. */
  isUnsaved: () => boolean;
  /** The changes are given up. */
  onDiscard?: () => void;
  /** Default: a question that fits every form. */
  words?: { title: string; text: string; yes: string; no: string };
}

/** Holds back leaving a form whose changes are not saved, inside the console by a dialog, elsewhere by the browser's. */
export function UnsavedGuard({ isUnsaved, onDiscard, words }: UnsavedGuardProps) {
  // The router asks only the last guard, such as that of a dialog over a page, so each one asks all forms.
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

/** Asks before unsaved changes are given up. */
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
