import { useRef, useState } from "react";
import type { MediaResponse } from "@karst/client";
import { describeError } from "@karst/web/problems";
import { addImage } from "../resources";

/** A file on its way into the library. */
export interface Upload {
  key: number;
  name: string;
  /** How much of it has gone, from 0 to 1; then the server makes its sizes. */
  part: number;
  /** Why it was not taken. */
  error: string | null;
}

/**
 * Files on their way, one after the other: a weak line does better with one. `onDone` hears of each that has arrived, and
 * whether it came alone.
 */
export function useUploads(onDone: (picture: MediaResponse, isAlone: boolean) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const next = useRef(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  /** `done` hears of these files instead of `onDone`, and `failed` of each that was not taken. */
  function add(chosen: Iterable<File>, done = onDone, failed = () => {}) {
    const files = [...chosen];
    for (const file of files) {
      const key = next.current++;
      setUploads((all) => [...all, { key, name: file.name, part: 0, error: null }]);
      queue.current = queue.current.then(async () => {
        try {
          const picture = await addImage(file, (part) => change(key, { part }));
          dismiss(key);
          done(picture, files.length === 1);
        } catch (error) {
          change(key, { error: describeError(error, "").message });
          failed();
        }
      });
    }
  }

  return { uploads, add, dismiss };
}
