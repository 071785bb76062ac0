/**
 * Web addresses as forms take them. The server does the same in cms/core/src/common/text.rs; both sides are tested with
 * cms/tests/golden/urls.json.
 */

/** Whether `text` is an http or https address that `URL` accepts, or blank. */
export function isHttpUrl(text: string): boolean {
  return text === "" || parse(text) !== null;
}

/** Whether `text` can be the address of an image: a path on this site, or an http(s) address that is no maps search. */
export function isImageUrl(text: string): boolean {
  if (text.startsWith("/")) {
    const [path = ""] = text.split(/[?#]/);
    return !text.startsWith("//") && !/[\s\\]/.test(text) && !path.includes("/maps/search");
  }
  return text === "" || parse(text)?.pathname.includes("/maps/search") === false;
}

/**
 * The address as it is stored: as typed, or in the parser's spelling where it has blanks, control characters or
 * backslashes, or does not begin with `http(s)://`. Text that does not parse is returned unchanged.
 */
export function normalizedUrl(text: string): string {
  const url = parse(text);
  return url && !/^https?:\/\/[^\0- \\\x7f]*$/i.test(text) ? url.href : text;
}

function parse(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : null;
}
