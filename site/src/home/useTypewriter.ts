"use client";

import { useEffect, useRef, useState } from "react";
import { frameAt, typedAtMs, type Frame } from "./typewriter";

/**
 * The hero's typed prompt, and functions to hold it.
 *
 * It starts with the first prompt completely typed, like the server's HTML, so that no text is typed twice. It stops
 * while a prompt is pinned (its button has the focus or the pointer), while it is paused, and with reduced motion (R211).
 */
export function useTypewriter(prompts: readonly string[]) {
  const [frame, setFrame] = useState<Pick<Frame, "prompt" | "text" | "phase">>({
    prompt: 0,
    text: prompts[0] ?? "",
    phase: "holding",
  });
  const [pinned, setPinned] = useState<number | null>(null);
  const [isPaused, setPaused] = useState(false);
  const resumeAt = useRef(0);
  const isHeld = pinned !== null || isPaused || prompts.length === 0;

  useEffect(() => {
    if (isHeld || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const startedAt = performance.now() - typedAtMs(prompts, resumeAt.current);
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      const next = frameAt(prompts, performance.now() - startedAt);
      resumeAt.current = next.prompt;
      setFrame(next);
      timer = setTimeout(step, next.nextMs);
    };
    step();
    return () => clearTimeout(timer);
  }, [prompts, isHeld]);

  const hold = (prompt: number) => {
    resumeAt.current = prompt;
    setFrame({ prompt, text: prompts[prompt] ?? "", phase: "holding" });
  };
  return {
    frame,
    isPaused,
    /** Shows a complete prompt until it is released. */
    pin: (prompt: number) => {
      if (pinned === prompt) return;
      hold(prompt);
      setPinned(prompt);
    },
    release: () => setPinned(null),
    togglePause: () => {
      if (!isPaused) hold(frame.prompt);
      setPaused(!isPaused);
    },
  };
}
