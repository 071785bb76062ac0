/** What a stranger gets at an address. */
export interface Heard {
  status: number;
  kind: string;
  /** Blank for pictures and fonts. */
  text: string;
}

/** Everything that a guide says to strangers: these addresses and all that they lead to, by path. */
export async function crawl(origin: string, beginnings: readonly string[]): Promise<Map<string, Heard>> {
  const heard = new Map<string, Heard>();
  const waiting = [...beginnings];
  while (waiting.length > 0) {
    const path = waiting.pop()!;
    if (heard.has(path)) continue;
    const answer = await hear(origin + path);
    heard.set(path, answer);
    if (answer.kind.startsWith("text/html"))
      heard.set(`${path} as RSC`, await hear(origin + path, { rsc: "1" }));
    waiting.push(...addressesIn(answer, origin, path));
  }
  return heard;
}

async function hear(url: string, headers: Record<string, string> = {}): Promise<Heard> {
  const answer = await fetch(url, { headers });
  const kind = answer.headers.get("content-type") ?? "";
  const isText = /^text\/|json|xml|javascript|svg/.test(kind);
  const text = isText ? await answer.text() : "";
  if (!isText) await answer.arrayBuffer();
  return { status: answer.status, kind, text };
}

/** The guide's own addresses in attributes, in style sheets, in sitemaps and feeds, and wherever one stands whole. */
function addressesIn({ kind, text }: Heard, origin: string, path: string): string[] {
  // A script speaks of addresses that it will put together.
  if (kind.includes("javascript")) return [];
  // A feed carries whole stories, their quotation marks and all.
  const plain = text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<");
  const attributes = /(?:href|src|srcset|action|content)="([^"]+)"|url\(["']?([^"')]+)/g;
  const named = [...plain.matchAll(attributes)].flatMap(([, one, other]) =>
    (one ?? other ?? "").split(/,\s+/),
  );
  const whole = plain.match(new RegExp(`${origin}[^\\s"'<>\\\\)\`]*`, "g")) ?? [];
  return [...named, ...whole].flatMap((written) => {
    const address = written.trim().split(/\s/)[0]!;
    if (!/^(https?:\/\/|\/|\.)/.test(address) || !URL.canParse(address, origin + path)) return [];
    const url = new URL(address, origin + path);
    return url.origin === origin ? [url.pathname + url.search] : [];
  });
}
