/**
 * Brands that labels name, and the hosts that are their own. A label names a brand only where its link leads to one of
 * these hosts; any other link is labeled with its host.
 */

/** Top-level domains under which Google runs its own sites: google.com/supported_domains. */
const GOOGLE_ENDS = new Set(
  (
    "com ad ae com.af com.ag al am co.ao com.ar as at com.au az ba com.bd be bf bg com.bh bi bj com.bn com.bo com.br " +
    "bs bt co.bw by com.bz ca cd cf cg ch ci co.ck cl cm cn com.co co.cr com.cu cv com.cy cz de dj dk dm com.do dz " +
    "com.ec ee com.eg es com.et fi com.fj fm fr ga ge gg com.gh com.gi gl gm gr com.gt gy com.hk hn hr ht hu co.id " +
    "ie co.il im co.in iq is it je com.jm jo co.jp co.ke com.kh ki kg co.kr com.kw kz la com.lb li lk co.ls lt lu lv " +
    "com.ly co.ma md me mg mk ml com.mm mn com.mt mu mv mw com.mx com.my co.mz com.na com.ng com.ni ne nl no com.np " +
    "nr nu co.nz com.om com.pa com.pe com.pg com.ph com.pk pl pn com.pr ps pt com.py com.qa ro ru rw com.sa com.sb sc " +
    "se com.sg sh si sk com.sl sn so sm sr st com.sv td tg co.th com.tj tl tm tn to com.tr tt com.tw co.tz com.ua " +
    "co.ug co.uk com.uy co.uz com.vc co.ve co.vi com.vn vu ws rs co.za co.zm co.zw cat"
  ).split(" "),
);

const BRANDS = {
  "Booking.com": ({ hostname }: URL) => isUnder(hostname, "booking.com"),
  Agoda: ({ hostname }: URL) => isUnder(hostname, "agoda.com"),
  "Google Maps": isGoogleMaps,
  Facebook: ({ hostname }: URL) => isUnder(hostname, "facebook.com", "fb.com", "fb.me"),
  Instagram: ({ hostname }: URL) => isUnder(hostname, "instagram.com", "instagr.am"),
  YouTube: ({ hostname }: URL) => isUnder(hostname, "youtube.com", "youtu.be"),
  TikTok: ({ hostname }: URL) => isUnder(hostname, "tiktok.com"),
} as const;

/** A brand that a label can name. */
export type Brand = keyof typeof BRANDS;

/** Whether the link leads to one of the brand's own hosts. */
export function isOnBrand(href: string, brand: Brand): boolean {
  return URL.canParse(href) && BRANDS[brand](new URL(href));
}

/** What a label calls the target of a link: the brand on its own hosts, else the host without "www.". */
export function targetName(href: string, brand: Brand): string {
  if (isOnBrand(href, brand)) return brand;
  return URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, "") : href;
}

/** Whether `host` is one of the domains or a subdomain of one. A final dot names the same host. */
function isUnder(host: string, ...domains: string[]): boolean {
  const name = host.replace(/\.$/, "");
  return domains.some((domain) => name === domain || name.endsWith(`.${domain}`));
}

/** Google's hosts have other uses than maps, and short links of any owner: only these paths lead to a map. */
function isGoogleMaps({ hostname, pathname }: URL): boolean {
  const host = hostname.replace(/\.$/, "");
  if (host === "maps.app.goo.gl") return true;
  const isMapPath = /^\/maps(\/|$)/.test(pathname);
  if (host === "goo.gl") return isMapPath;
  const [, first, end = ""] = /^(maps\.|www\.)?google\.(.+)$/.exec(host) ?? [];
  return GOOGLE_ENDS.has(end) && (first === "maps." || isMapPath);
}
