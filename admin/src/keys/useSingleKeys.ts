import { useEffect } from "react";
import { useStore } from "react-admin";
import { turnSingleKeys } from "./keys";

/** Whether single keys are shortcuts on this device, and the way to turn them on and off. */
export function useSingleKeys() {
  const [isOn, setOn] = useStore("shortcuts", true);
  useEffect(() => turnSingleKeys(isOn), [isOn]);
  return [isOn, setOn] as const;
}
