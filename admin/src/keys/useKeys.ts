import { useEffect, useLayoutEffect, useRef } from "react";
import { addKeys, type Group, type Key } from "./keys";

/** Puts these keys in force while the component is on the screen, under a title in the list of shortcuts. */
export function useKeys(title: string, keys: readonly Key[]) {
  const group = useRef<Group>({ title, keys: [] });
  useLayoutEffect(() => {
    group.current.title = title;
    group.current.keys = keys;
  });
  useEffect(() => addKeys(group.current), []);
}
