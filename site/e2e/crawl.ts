/** A response as an anonymous client gets it. */
export interface CrawledResponse {
  status: number;
  contentType: string;
  /** Empty for images and fonts. */
  text: string;
}

/** Fetches these paths and, recursively, all paths that the responses link to. Returns the responses by path. */
export async function crawl(
  origin: string,
  startPaths: readonly string[],
): Promise<Map<string, CrawledResponse>> {
  const responses = new Map<string, CrawledResponse>();
  const queue = [...startPaths];
  while (queue.length > 0) {
    const path = queue.pop()!;
    if (responses.has(path)) continue;
    const response = await fetchText(origin + path);
    responses.set(path, response);
    if (response.contentType.startsWith("text/html"))
      responses.set(`${path} as RSC`, await fetchText(origin + path, { rsc: "1" }));
    queue.push(...pathsIn(response, origin, path));
  }
  return responses;
}

async function fetchText(url: string, headers: Record<string, string> = {}): Promise<CrawledResponse> {
  const response = await fetch(url, { headers });
  const contentType = response.headers.get("content-type") ?? "";
  const isText = /^text\/|json|xml|javascript|svg/.test(contentType);
  const text = isText ? await response.text() : "";
  if (!isText) await response.arrayBuffer();
  return { status: response.status, contentType, text };
}

/** The guide's own paths in attributes, style sheets, sitemaps and feeds, and in absolute URLs anywhere in the text. */
function pathsIn({ contentType, text }: CrawledResponse, origin: string, path: string): string[] {
  // Scripts contain fragments of URLs that they concatenate.
  if (contentType.includes("javascript")) return [];
  // A feed contains whole articles, including their quotation marks.
  const unescaped = text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<");
  const attributes = /(?:href|src|srcset|action|content)="([^"]+)"|url\(["']?([^"')]+)/g;
  const fromAttributes = [...unescaped.matchAll(attributes)].flatMap(([, attribute, cssUrl]) =>
    (attribute ?? cssUrl ?? "").split(/,\s+/),
  );
  const absolute = unescaped.match(new RegExp(`${origin}[^\\s"'<>\\\\)\`]*`, "g")) ?? [];
  return [...fromAttributes, ...absolute].flatMap((candidate) => {
    const address = candidate.trim().split(/\s/)[0]!;
    if (!/^(https?:\/\/|\/|\.)/.test(address) || !URL.canParse(address, origin + path)) return [];
    const url = new URL(address, origin + path);
    return url.origin === origin ? [url.pathname + url.search] : [];
  });
}
