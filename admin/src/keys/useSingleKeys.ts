import { useEffect } from "react";
import { useStore } from "react-admin";
import { turnSingleKeys } from "./keys";

/** Whether single keys are shortcuts on this device, with a function that turns them on and off. */
export function useSingleKeys() {
  // The former store key, from when only the moderation page had single keys.
  const [wasOn] = useStore("moderation.shortcuts", true);
  const [isOn, setOn] = useStore("shortcuts", wasOn);
  useEffect(() => turnSingleKeys(isOn), [isOn]);
  return [isOn, setOn] as const;
}
