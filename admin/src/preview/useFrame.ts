import { useEffect, useEffectEvent, useRef, useState } from "react";
import { parsePreviewEvent, type PreviewCommand } from "@karst/web/preview";

/** The preview answers within this time once it is loaded. */
const ANSWER_MS = 8000;

/**
 * The frame of a preview: loads the page again for each version of the draft, where it was scrolled to. `onField` gets the
 * field of a part of the page that was chosen.
 */
export function useFrame(url: string, version: number, onField: (field: string) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const top = useRef(0);
  const [shown, setShown] = useState<string | null>(null);
  const [isLate, setLate] = useState(false);
  const wanted = `${version} ${url}`;

  const onMessage = useEffectEvent(({ source, data }: MessageEvent) => {
    const page = frame.current?.contentWindow;
    // The frame is sandboxed: its origin is `null`, and only its window tells it from others.
    const event = page && source === page ? parsePreviewEvent(data) : null;
    if (event?.preview === "field") onField(event.field);
    if (event?.preview === "scrolled") top.current = event.top;
    if (event?.preview !== "ready") return;
    setShown(wanted);
    const command: PreviewCommand = { preview: "scroll", top: top.current };
    page?.postMessage(command, "*");
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => onMessage(event);
    addEventListener("message", listener);
    return () => removeEventListener("message", listener);
  }, []);

  useEffect(() => {
    // The same address again: that loads the page anew.
    if (frame.current) frame.current.src = url;
    const timer = setTimeout(() => setLate(true), ANSWER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [url, version]);

  return { frame, isShown: shown === wanted, hasFailed: isLate && shown !== wanted };
}
