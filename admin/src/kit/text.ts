/**
 * Text for comparing, as the server folds it: lower case, without marks, đ as d, white space as single spaces.
 * So "dong" finds "Động Phong Nha".
 */
export function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replaceAll("đ", "d")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}
