import { useEffect, useEffectEvent, useRef, useState } from "react";
import { parsePreviewEvent, type PreviewCommand } from "@karst/web/preview";

/** The time limit for the first message of a loaded preview. */
const ANSWER_MS = 8000;

/**
 * The two frames of a preview. Each version of the draft is loaded in the hidden one, which replaces the other once
 * its page is shown and scrolled to the same place. `onField` gets the field of the chosen part of the page.
 */
export function useFrames(url: string, version: number, onField: (field: string) => void) {
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)] as const;
  const [front, setFront] = useState<0 | 1>(0);
  const back = front === 0 ? 1 : 0;
  const top = useRef(0);
  const [shown, setShown] = useState<string | null>(null);
  const [isLate, setLate] = useState(false);
  const wanted = `${version} ${url}`;

  const onMessage = useEffectEvent(({ source, data }: MessageEvent) => {
    // The frames are sandboxed: their origin is `null`, and only their windows tell them from others.
    const [shownPage, nextPage] = [frames[front].current?.contentWindow, frames[back].current?.contentWindow];
    if (!source || (source !== shownPage && source !== nextPage)) return;
    const event = parsePreviewEvent(data);
    if (event?.preview === "ready" && source === nextPage) {
      const command: PreviewCommand = { preview: "scroll", top: top.current };
      nextPage.postMessage(command, "*");
      setFront(back);
      setShown(wanted);
    }
    if (source !== shownPage) return;
    if (event?.preview === "field") onField(event.field);
    if (event?.preview === "scrolled") top.current = event.top;
  });
  useEffect(() => {
    const listener = (event: MessageEvent) => onMessage(event);
    addEventListener("message", listener);
    return () => removeEventListener("message", listener);
  }, []);

  const load = useEffectEvent(() => {
    // Also for the same address: setting it reloads the page.
    frames[back].current?.setAttribute("src", url);
  });
  useEffect(() => {
    load();
    const timer = setTimeout(() => setLate(true), ANSWER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [url, version]);

  return { frames, front, isShown: shown !== null, hasFailed: isLate && shown !== wanted };
}
