/** Detects typos between words. Must match `cms/content/src/places/search/fuzzy.rs`. */

/** Longer words are not corrected. */
const MAX_LENGTH = 20;

/** The maximum number of typos between two words, by the length of the longer one. */
function maxTypos(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/**
 * The number of typos between two different words, null if there are too many. Two swapped neighbors count as one (optimal
 * string alignment).
 */
export function typoDistance(a: string, b: string): number | null {
  if (a.length === 3 && b.length === 3) {
    // With another letter so short a word is a different word; with two letters swapped it is a typo.
    const swapped = [a[1]! + a[0]! + a[2]!, a[0]! + a[2]! + a[1]!];
    return a !== b && swapped.includes(b) ? 1 : null;
  }
  return editDistance(a, b, maxTypos(Math.max(a.length, b.length)));
}

/**
 * Whether `other` differs from `typed`, a word of three letters, by one letter added, left out, changed or swapped with its
 * neighbor. So many words are this similar to a short one that the rest of the search must match exactly.
 */
export function isShortTypo(typed: string, other: string): boolean {
  return typed.length === 3 && editDistance(typed, other, 1) !== null;
}

/** The optimal string alignment distance of two different words, null if it is more than `max`. */
function editDistance(a: string, b: string, max: number): number | null {
  const longer = Math.max(a.length, b.length);
  if (Math.abs(a.length - b.length) > max || longer > MAX_LENGTH || a === b) return null;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      let distance = Math.min(previous[j]! + (a[i] === b[j] ? 0 : 1), previous[j + 1]! + 1, row[j]! + 1);
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j])
        distance = Math.min(distance, beforePrevious[j - 1]! + 1);
      row.push(distance);
    }
    [beforePrevious, previous] = [previous, row];
  }
  const distance = previous[b.length]!;
  return distance <= max ? distance : null;
}
