import type {
  AdminEntryResponse,
  ArticleResponse,
  CategoryResponse,
  MediaResponse,
  PlaceResponse,
  UserResponse,
} from "@karst/client";
import type { Locator, Page } from "@playwright/test";
import { createPng } from "./testImage";
import { Api, type Credentials } from "./api";
import { expect, test as base } from "./fixtures";
import { createGuide, PASSWORD, type GuideServer } from "./guideServer";

/** Texts that become markup, links or scripts where escaping is missing (R303). */
export const TEXTS = [
  "<script>__pwned=1</script>",
  "</script><script>__pwned=1</script>",
  '"><img src=x onerror=__pwned=1>',
  `' onmouseover='__pwned=1' x='`,
  '" autofocus onfocus="__pwned=1',
  "`${__pwned=1}`{{__pwned=1}}\\u003csvg onload=__pwned=1>",
  "<svg><script>__pwned=1</script></svg>",
  "<math><mtext><style><img src onerror=__pwned=1>",
  '<noscript><p title="</noscript><svg onload=__pwned=1>">',
  "<template><svg onload=__pwned=1></template>",
  "</title></textarea></style><svg onload=__pwned=1>",
  '<a href="javascript:__pwned=1">link</a>',
  "javascript:__pwned=1//",
  "data:text/html,<script>__pwned=1</script>",
  "<!--><svg onload=__pwned=1>-->",
  "]]><svg onload=__pwned=1>",
  "&lt;svg onload=__pwned=1&gt;",
  "line\u2028__pwned=1//\u2029line",
  "\u202e>1=denwp__=daolno gvs<",
  `pwned${"W".repeat(55)}`,
];

/** HTML that changes when it is parsed again, or that links to and loads forbidden addresses. */
export const MARKUP = [
  "<script>__pwned=1</script>",
  '<p onclick="__pwned=1" class="x" style="background:url(//evil.example/x)" id="title">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=__pwned=1&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=__pwned=1>">',
  '<noscript><p title="</noscript><img src=x onerror=__pwned=1>"></noscript>',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=__pwned=1>",
  "<template><script>__pwned=1</script><svg onload=__pwned=1></template>",
  '<abbr title="<table><img src=x onerror=__pwned=1>">short</abbr>',
  `<abbr title='"><img src=x onerror=__pwned=1>'>shorter</abbr>`,
  '<img src="/scenes/water-3.svg" alt="<table onload=__pwned=1>" onload="__pwned=1">',
  `<img src='/scenes/water-5.svg' alt='x" onerror="__pwned=1'>`,
  '<a href="javascript:__pwned=1">one</a>',
  '<a href=" &#1;java&#10;script&colon;__pwned=1">two</a>',
  '<a href="data:text/html,<script>__pwned=1</script>">three</a>',
  '<a href="vbscript:__pwned=1">four</a><a href="//evil.example/">five</a>',
  '<svg><a xlink:href="javascript:__pwned=1"><text>six</text></a><animate onbegin=__pwned=1></svg>',
  '<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe><object data="javascript:__pwned=1"></object>',
  '<base href="//evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example/">',
  '<details open ontoggle="__pwned=1">x</details><input autofocus onfocus="__pwned=1">',
  '<form action="javascript:__pwned=1"><button formaction="javascript:__pwned=1">go</button></form>',
  "<table><tr><td>a</td></tr><script>__pwned=1</script></table>",
  "<xmp><img src=x onerror=__pwned=1></xmp>",
  "<p>\u2028<!-- --!><img src=x onerror=__pwned=1> --></p>",
  "<textarea><img src=x onerror=__pwned=1>",
];

/** The number of records of each kind, so that every text is in every field that is long enough. */
export const VARIANTS = 7;
const indexes = [...Array(VARIANTS).keys()];

/** As many of the texts as fit into `maxLength` characters, different ones for each `n`. */
export function fillTo(maxLength: number, n: number): string {
  const chunks = TEXTS.filter((text) => text.length <= maxLength).reduce<string[]>((done, text) => {
    const last = done.at(-1);
    const longer = `${last} ${text}`;
    return last !== undefined && longer.length <= maxLength
      ? [...done.slice(0, -1), longer]
      : [...done, text];
  }, []);
  return chunks[n % chunks.length]!;
}

/** For tags and amenities: the server rejects commas in them. */
export const withoutCommas = (text: string) => text.replaceAll(",", ";");
const share = <T>(of: readonly T[], n: number): T[] => of.filter((_, at) => at % VARIANTS === n);

interface HostileGuide extends GuideServer {
  admin: Api;
  /** An admin whose own name is hostile. */
  adminAccount: Credentials;
  categories: CategoryResponse[];
  images: MediaResponse[];
  places: PlaceResponse[];
  articles: ArticleResponse[];
  /** Entries by the admin, each with a comment of the admin and a comment of a traveler. */
  entries: AdminEntryResponse[];
  users: UserResponse[];
  /** Entries of travelers that are waiting for moderation. */
  pending: { id: number; message: string; nationality: string; location: string }[];
  messages: { id: number; name: string; subject: string; message: string }[];
}

/**
 * Fills a guide in which every text that users can write is hostile, each written by an account with the required role.
 */
async function fillHostileGuide(guide: GuideServer): Promise<HostileGuide> {
  const addAccount = (email: string, role: string, n: number) => {
    const names = ["--first-name", fillTo(80, 2 * n), "--last-name", fillTo(80, 2 * n + 1)];
    guide.cms("user", "add", "--email", email, "--role", role, ...names, "--password-stdin");
    return { email, password: PASSWORD };
  };
  const adminAccount = addAccount("admin@guide.example", "admin", 2);
  const travelerAccounts = indexes.map((n) => addAccount(`linh.${n}@guide.example`, "viewer", n));
  await guide.start({ POSTS_PER_HOUR: "0" });
  const admin = await Api.signedIn(adminAccount, guide.origin);

  const images = [];
  const categories = [];
  const places = [];
  const articles = [];
  const entryIds: number[] = [];
  const pending = [];
  const messages = [];
  for (const n of indexes) {
    const name = `${fillTo(60, n).replaceAll("/", "")}.png`;
    const bytes = createPng(60 + n, 40);
    images.push(await admin.addImage(bytes, fillTo(300, n), name));
    categories.push(await admin.addCategory({ name: fillTo(80, n), emoji: "<svg onload=a()>" }));
    const place = await admin.create({
      slug: `hostile-${n}`,
      name: fillTo(200, n),
      localName: fillTo(200, n + 1),
      description: TEXTS.join("\n\n"),
      address: fillTo(500, n),
      hours: fillTo(500, n),
      phone: fillTo(60, n + 11),
      commune: fillTo(100, n),
      priceRange: fillTo(40, n),
      featuredText: fillTo(200, n),
      // The server rejects commas in both, because the console edits them as comma-separated text.
      tags: TEXTS.map(withoutCommas),
      amenities: TEXTS.map(withoutCommas),
      sources: TEXTS,
      reviews: [{ author: fillTo(100, n), rating: 5, text: fillTo(500, n) }],
      imageUrl: images[n]!.url,
      bookingType: "direct",
      directBookingContact: TEXTS[11 + n],
      latitude: 17.6 + n / 1000,
      longitude: 106.3,
      categoryIds: [categories[n]!.id],
      isPremium: true,
      isRecommended: true,
    });
    places.push(place);
    articles.push(
      await admin.createArticle({
        title: fillTo(200, n),
        author: fillTo(100, n),
        summary: TEXTS.join(" "),
        contentHtml: `<p>Before ${n}</p>${share(MARKUP, n).join("")}`,
        tags: share(TEXTS, n).map(withoutCommas),
        sources: TEXTS,
        mainImageUrl: images[n]!.url,
        publicationDate: `2026-01-0${n + 1}T02:00:00Z`,
        isFeatured: n % 2 === 0,
        latitude: 17.6,
        longitude: 106.3,
      }),
    );
    const entryFields = { message: fillTo(500, n), nationality: fillTo(80, n), location: fillTo(300, n) };
    const { id } = await admin.addEntry({
      ...entryFields,
      authorName: fillTo(160, n),
      relatedPlaceId: place.id,
    });
    await admin.writeComment(id, fillTo(500, n));
    await admin.like(place.id);

    const traveler = await Api.signedIn(travelerAccounts[n]!, guide.origin);
    // Quickly written texts wait for moderation.
    const entry = await traveler.writeEntry(entryFields.message, { ...entryFields, elapsedMs: 900 });
    await traveler.writeComment(id, TEXTS[n]!, { elapsedMs: 900 });
    entryIds.push(id);
    pending.push({ ...entryFields, ...entry });
    // The number of messages per client is limited.
    if (n > 2) continue;
    const contactMessage = { name: fillTo(120, n), subject: fillTo(200, n), message: TEXTS.join("\n") };
    const email = '"<svg/onload=__pwned=1>"@guide.example';
    const sent = await Api.anonymous(guide.origin).sendMessage({ ...contactMessage, email });
    messages.push({ ...contactMessage, ...sent });
  }
  // Last, because decisions train the spam filter: the public sees the admin's comments.
  const entries = [];
  for (const id of entryIds) {
    const [answer] = (await admin.entry(id)).comments;
    if (answer!.status !== "approved") await admin.moderateComment(answer!.id, "approved");
    entries.push(await admin.entry(id));
  }
  const users = (await admin.users()).filter(({ role }) => role === "viewer");
  return {
    ...guide,
    admin,
    adminAccount,
    categories,
    images,
    places,
    articles,
    users,
    entries,
    pending,
    messages,
  };
}

export const test = base.extend<{ noBrowserDialogs: void }, { guide: HostileGuide }>({
  guide: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const guide = await createGuide();
      try {
        await provide(await fillHostileGuide(guide));
      } finally {
        guide.dispose();
      }
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ guide }, provide) => provide(guide.origin),
  admin: async ({ guide }, provide) => provide(guide.admin),
  /** Fails the test if a browser dialog such as `alert` opened. */
  noBrowserDialogs: [
    async ({ context }, provide) => {
      const opened: string[] = [];
      context.on("dialog", (dialog) => {
        opened.push(`${dialog.type()}: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await provide();
      expect(opened, "dialogs that a text opened").toEqual([]);
    },
    { auto: true },
  ],
});

/** `scope` shows each of `texts` as it was written, ignoring white space, and none of it has become markup. */
export async function expectText(scope: Locator, texts: readonly string[], screen: string): Promise<void> {
  const missing = async () => {
    const visibleText = collapseWhitespace((await scope.allInnerTexts()).join(" "));
    return texts.filter((text) => !visibleText.includes(collapseWhitespace(text)));
  };
  await expect.poll(missing, { message: `${screen} does not show` }).toEqual([]);
  await expectHarmless(scope.page(), screen);
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, " ").trim();

/** The page contains no script, link, resource or overflow that a user's text could have caused. */
export async function expectHarmless(page: Page, screen: string): Promise<void> {
  expect(await page.evaluate(findHarmfulElements), screen).toEqual([]);
}

/** Elements that no screen of the guide contains. Runs in the page. */
function findHarmfulElements(): string[] {
  const found = "__pwned" in window ? ["a script of theirs has run"] : [];
  const allElements = (root: Document | DocumentFragment): Element[] =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      element,
      ...(element.shadowRoot ? allElements(element.shadowRoot) : []),
      ...(element instanceof HTMLTemplateElement ? allElements(element.content) : []),
    ]);
  const protocolOf = (address: string) =>
    URL.canParse(address, location.href) ? new URL(address, location.href).protocol : "";
  const urlAttributes = /^(href|xlink:href|src|action|formaction|data|poster)$/;
  for (const element of allElements(document)) {
    const isForeign = element.matches("base, iframe, object, embed, meta[http-equiv=refresh]");
    const isScript = element.localName === "script" && /^\s*__pwned/.test(element.textContent);
    const isPicture = /^(img|source|link|image)$/.test(element.localName);
    const harmful = [...element.attributes].some(({ name, value }) => {
      if (/^on/i.test(name)) return true;
      const protocol = urlAttributes.test(name) ? protocolOf(value) : "";
      return /^(javascript|vbscript):$/.test(protocol) || (protocol === "data:" && !isPicture);
    });
    if (isForeign || isScript || harmful) found.push(element.outerHTML.slice(0, 300));
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`it is ${scrollWidth} wide in a window of ${innerWidth}`);
  return found;
}
