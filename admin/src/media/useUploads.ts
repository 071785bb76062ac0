import { useRef, useState } from "react";
import type { MediaResponse } from "@karst/client";
import { describeError } from "@karst/web/problems";
import { addImage } from "../resources";

/** A file that is uploading. */
export interface Upload {
  key: number;
  name: string;
  /** The uploaded part, from 0 to 1; afterwards the server resizes the image. */
  part: number;
  /** Why the upload failed; null while it is in progress. */
  error: string | null;
}

/**
 * Uploads files one after the other, which works better on slow connections. `onDone` is called for each uploaded file,
 * with whether it was the only one.
 */
export function useUploads(onDone: (picture: MediaResponse, isAlone: boolean) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const next = useRef(0);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const change = (key: number, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  /** `done` is called for these files instead of `onDone`, and `failed` for each failed one. */
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
