/** A seeded stream of numbers: the same seed draws the same picture on the server, in the browser and next year. */
export type Random = {
  /** A number from `low` up to (not including) `high`. */
  between(low: number, high: number): number;
  /** A whole number from `low` to `high`, both possible. */
  whole(low: number, high: number): number;
  /** One item of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** True with the given chance (0 to 1). */
  chance(odds: number): boolean;
};

/**
 * The stream of `seed` (any number; its whole part counts) for one `purpose`.
 *
 * Two purposes never share a stream, so that a change in one layer leaves the others as they were.
 * The generator is mulberry32: 32 bits are plenty for a drawing.
 */
export function random(seed: number, purpose: string): Random {
  let state = Math.imul(Math.trunc(seed) | 0, 0x9e3779b1) ^ hash(purpose);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)]!,
    chance: (odds) => next() < odds,
  };
}

/** The golden ratio and two roots: steps that never fall into a common beat, so that no choice follows another. */
const STEPS = [0.6180339887, 0.4142135624, 0.7320508076] as const;

/**
 * Which of `count` variants the `seed` gets: neighbours differ, and every variant comes about equally often.
 *
 * Not by lot, because ids in one list often follow each other and chance alone would put three dusks in a row.
 * `choice` (0 to 2) tells independent choices of one seed apart.
 */
export function turn(seed: number, count: number, choice: 0 | 1 | 2): number {
  const along = Math.abs(Math.trunc(seed)) * STEPS[choice];
  return Math.floor((along - Math.floor(along)) * count);
}

function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum;
}
