/** The hero's constants, in milliseconds. Source: specification, section 9. */
export const TYPEWRITER = { characterMs: 40, holdMs: 4000, fadeMs: 200, cycleMs: 6000 } as const;

/** What the hero shows at one moment. */
export type Frame = {
  /** Which prompt. */
  prompt: number;
  /** How much of it is typed. */
  text: string;
  phase: "typing" | "holding" | "fading";
  /** Milliseconds until the next frame differs from this one. */
  nextMs: number;
};

/**
 * The frame at `elapsedMs` since the first character of the first prompt.
 *
 * A prompt is typed, held, faded, and stays faded until its cycle is over; then the next one follows, and the first
 * one after the last. A prompt too long for the cycle takes the time it needs. Characters are code points of
 * composed text, so that a Vietnamese letter appears whole. `prompts` must not be empty.
 */
export function frameAt(prompts: readonly string[], elapsedMs: number): Frame {
  const letters = prompts.map((text) => Array.from(text.normalize("NFC")));
  const cycles = letters.map(cycleOf);
  let rest = elapsedMs % cycles.reduce((sum, cycle) => sum + cycle, 0);
  let prompt = 0;
  while (rest >= cycles[prompt]!) rest -= cycles[prompt++]!;

  const all = letters[prompt]!;
  const typedMs = all.length * TYPEWRITER.characterMs;
  if (rest < typedMs) {
    const shown = Math.floor(rest / TYPEWRITER.characterMs) + 1;
    return {
      prompt,
      text: all.slice(0, shown).join(""),
      phase: "typing",
      nextMs: shown * TYPEWRITER.characterMs - rest,
    };
  }
  const text = all.join("");
  const fadesAt = typedMs + TYPEWRITER.holdMs;
  if (rest < fadesAt) return { prompt, text, phase: "holding", nextMs: fadesAt - rest };
  return { prompt, text, phase: "fading", nextMs: cycles[prompt]! - rest };
}

/** The moment at which a prompt has just been typed whole, in milliseconds since the first prompt's first character. */
export function typedAtMs(prompts: readonly string[], prompt: number): number {
  const before = prompts.slice(0, prompt).map((text) => cycleOf(Array.from(text.normalize("NFC"))));
  return before.reduce((sum, cycle) => sum + cycle, 0) + typingDurationMs(prompts[prompt] ?? "");
}

/** When a prompt is typed whole, in milliseconds since its first character. */
export function typingDurationMs(prompt: string): number {
  return Array.from(prompt.normalize("NFC")).length * TYPEWRITER.characterMs;
}

function cycleOf(letters: readonly string[]): number {
  const needed = letters.length * TYPEWRITER.characterMs + TYPEWRITER.holdMs + TYPEWRITER.fadeMs;
  return Math.max(needed, TYPEWRITER.cycleMs);
}
