/** Twin of `cms/src/common/typo.rs`: words that differ by a slip of the finger. */

/** Longer words are not corrected. */
const LONGEST = 20;

/** How many slips are forgiven between two words of which the longer has so many letters. */
function forgiven(letters: number): number {
  return letters < 4 ? 0 : letters < 8 ? 1 : 2;
}

/**
 * How many slips lie between two different words; null when more than are forgiven. Two neighbours that changed places
 * count as one (optimal string alignment).
 */
export function typoDistance(one: string, other: string): number | null {
  if (one.length === 3 && other.length === 3) {
    // So short a word is another one with another letter, but not with its letters in another order.
    const swapped = [one[1]! + one[0]! + one[2]!, one[0]! + one[2]! + one[1]!];
    return one !== other && swapped.includes(other) ? 1 : null;
  }
  return distance(one, other, forgiven(Math.max(one.length, other.length)));
}

/**
 * Whether `other` is `typed`, a word of three letters, with one letter added, left out, changed or swapped with its
 * neighbor. So many words are that near to a short one that the rest of the search must match exactly.
 */
export function isShortTypo(typed: string, other: string): boolean {
  return typed.length === 3 && distance(typed, other, 1) !== null;
}

/** The optimal string alignment distance of two different words; null if it is more than `most`. */
function distance(one: string, other: string, most: number): number | null {
  const longer = Math.max(one.length, other.length);
  if (Math.abs(one.length - other.length) > most || longer > LONGEST || one === other) return null;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 0; i < one.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < other.length; j++) {
      let least = Math.min(last[j]! + (one[i] === other[j] ? 0 : 1), last[j + 1]! + 1, row[j]! + 1);
      if (i > 0 && j > 0 && one[i] === other[j - 1] && one[i - 1] === other[j])
        least = Math.min(least, before[j - 1]! + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  const slips = last[other.length]!;
  return slips <= most ? slips : null;
}
