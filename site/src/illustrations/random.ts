/** A seeded generator of random numbers: the same seed always draws the same picture. */
export type Random = {
  /** A number from `low` (inclusive) to `high` (exclusive). */
  between(low: number, high: number): number;
  /** An integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number): number;
  /** An item of a list, which must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** True with the given probability, from 0 to 1. */
  chance(probability: number): boolean;
};

/**
 * A mulberry32 generator for the integer part of `seed` and a `purpose`.
 *
 * Each purpose has its own sequence, so that a change in one layer does not affect the others.
 */
export function createRandom(seed: number, purpose: string): Random {
  let state = Math.imul(Math.trunc(seed) | 0, 0x9e3779b1) ^ hash(purpose);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)]!,
    chance: (probability) => next() < probability,
  };
}

/** The fractional parts of the golden ratio and two square roots, whose multiples are evenly distributed and independent. */
const STEPS = [0.6180339887, 0.4142135624, 0.7320508076] as const;

/**
 * Picks one of `count` variants for `seed`: consecutive seeds differ, and all variants are about equally frequent.
 *
 * It is not random, because consecutive ids in one list would get the same variant several times in a row.
 * `choice` separates independent choices for one seed.
 */
export function pickVariant(seed: number, count: number, choice: 0 | 1 | 2): number {
  const position = Math.abs(Math.trunc(seed)) * STEPS[choice];
  return Math.floor((position - Math.floor(position)) * count);
}

function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum;
}
