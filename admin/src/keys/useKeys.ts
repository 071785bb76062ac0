import { useEffect, useLayoutEffect, useRef } from "react";
import { addKeys, type Group, type Key } from "./keys";

/** Activates these shortcuts while the component is mounted. `title` is their heading in the list of shortcuts. */
export function useKeys(title: string, keys: readonly Key[]) {
  const group = useRef<Group>({ title, keys: [] });
  useLayoutEffect(() => {
    group.current.title = title;
    group.current.keys = keys;
  });
  useEffect(() => addKeys(group.current), []);
}
