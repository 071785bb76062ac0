/** The timing of the typed prompts, in milliseconds. */
export const TYPEWRITER = { characterMs: 40, holdMs: 4000, fadeMs: 200, cycleMs: 6000 } as const;

/** The typed text at one moment. */
export type Frame = {
  /** The index of the prompt. */
  prompt: number;
  /** The part of the prompt that is typed. */
  text: string;
  phase: "typing" | "holding" | "fading";
  /** Milliseconds until the next frame differs from this one. */
  nextMs: number;
};

/**
 * The frame at `elapsedMs` since the first character of the first prompt.
 *
 * A prompt is typed, held, faded, and stays faded until its cycle ends. Then the next one follows, and the first one
 * after the last (R20). A prompt that is too long for the cycle extends it. Characters are code points of NFC text, so
 * that a Vietnamese letter appears at once. `prompts` must not be empty.
 */
export function frameAt(prompts: readonly string[], elapsedMs: number): Frame {
  const cyclesMs = prompts.map(cycleDurationMs);
  let cycleElapsedMs = elapsedMs % sum(cyclesMs);
  let prompt = 0;
  while (cycleElapsedMs >= cyclesMs[prompt]!) cycleElapsedMs -= cyclesMs[prompt++]!;

  const characters = charactersOf(prompts[prompt]!);
  const typingMs = characters.length * TYPEWRITER.characterMs;
  if (cycleElapsedMs < typingMs) {
    const typedCount = Math.floor(cycleElapsedMs / TYPEWRITER.characterMs) + 1;
    return {
      prompt,
      text: characters.slice(0, typedCount).join(""),
      phase: "typing",
      nextMs: typedCount * TYPEWRITER.characterMs - cycleElapsedMs,
    };
  }
  const text = characters.join("");
  const fadeStartMs = typingMs + TYPEWRITER.holdMs;
  if (cycleElapsedMs < fadeStartMs)
    return { prompt, text, phase: "holding", nextMs: fadeStartMs - cycleElapsedMs };
  return { prompt, text, phase: "fading", nextMs: cyclesMs[prompt]! - cycleElapsedMs };
}

/** When a prompt is completely typed, in milliseconds since the first character of the first prompt. */
export function typedAtMs(prompts: readonly string[], prompt: number): number {
  return sum(prompts.slice(0, prompt).map(cycleDurationMs)) + typingDurationMs(prompts[prompt] ?? "");
}

/** How long a prompt is typed. */
export function typingDurationMs(prompt: string): number {
  return charactersOf(prompt).length * TYPEWRITER.characterMs;
}

function cycleDurationMs(prompt: string): number {
  const { holdMs, fadeMs, cycleMs } = TYPEWRITER;
  return Math.max(typingDurationMs(prompt) + holdMs + fadeMs, cycleMs);
}

const charactersOf = (prompt: string) => Array.from(prompt.normalize("NFC"));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
