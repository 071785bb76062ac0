import { useEffect } from "react";
import { useStore } from "react-admin";
import { turnSingleKeys } from "./keys";

/** Whether single keys are shortcuts on this device, and the way to turn them on and off. */
export function useSingleKeys() {
  // Where it was kept when only the moderators' page had single keys.
  const [wasOn] = useStore("moderation.shortcuts", true);
  const [isOn, setOn] = useStore("shortcuts", wasOn);
  useEffect(() => turnSingleKeys(isOn), [isOn]);
  return [isOn, setOn] as const;
}
