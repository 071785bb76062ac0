/** A point in degrees (WGS 84). */
export interface Point {
  latitude: number;
  longitude: number;
}

const DECIMAL = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const PAIR = new RegExp(`^\\s*\\(?(${DECIMAL})°?\\s*[,;\\s]\\s*(${DECIMAL})°?\\)?\\s*$`);
/** Degrees, with minutes and seconds or without: `17.58137°`, `17° 34.88′`, `17°34'52.9"`. */
const UNITS = String.raw`(\d{1,3}(?:\.\d+)?)\s*[°º]`;
const PARTS = String.raw`(?:\s*(\d{1,2}(?:\.\d+)?)\s*['′’](?:\s*(\d{1,2}(?:\.\d+)?)\s*(?:["″”]|'')?)?)?`;
const DEGREES = UNITS + PARTS;
/**
 * The format that Google Maps copies from its info card, 17°34'52.9"N 106°16'59.1"E, and the same with N and E in
 * front.
 */
const MINUTES = [
  {
    form: new RegExp(`^\\s*${DEGREES}\\s*([NS])[\\s,;]*${DEGREES}\\s*([EW])\\s*$`, "i"),
    order: [1, 2, 3, 4],
  },
  {
    form: new RegExp(`^\\s*([NS])\\s*${DEGREES}[\\s,;]*([EW])\\s*${DEGREES}\\s*$`, "i"),
    order: [2, 3, 4, 1],
  },
];

/**
 * The patterns of a point in a link to a map, best first: the place itself (!3d…!4d…), the searched point, and last
 * the center of the view (@…), which depends on the window.
 */
const IN_LINK = [
  new RegExp(`!3d(${DECIMAL})!4d(${DECIMAL})`),
  new RegExp(`^\\s*geo:(${DECIMAL}),(${DECIMAL})`, "i"),
  new RegExp(`[?&]mlat=(${DECIMAL})&mlon=(${DECIMAL})`),
  new RegExp(
    `[?&](?:q|query|ll|destination|daddr|center)=(?:loc:)?(${DECIMAL})(?:,|%2C)\\s*(${DECIMAL})`,
    "i",
  ),
  new RegExp(`/(?:place|search|dir/[^/]*)/(${DECIMAL}),\\+?(${DECIMAL})`),
  new RegExp(`@(${DECIMAL}),(${DECIMAL})`),
  new RegExp(`[#&?](?:map=[\\d.]+/)(${DECIMAL})/(${DECIMAL})`),
];

/** A number with a decimal comma: `17,58137`. */
const WITH_COMMA = /^\s*([+-]?\d{1,3}),(\d+)\s*$/;
/** Two numbers with decimal commas: `17,58137 106,28308`, `17,58137; 106,28308`, `17,58137, 106,28308`. */
const PAIR_WITH_COMMAS = /^\s*\(?([+-]?\d{1,3},\d+)°?\s*(?:;|,?\s)\s*([+-]?\d{1,3},\d+)°?\)?\s*$/;

/** Replaces the decimal comma if `text` is one number; otherwise returns it unchanged. */
export function withPoint(text: string): string {
  return text.replace(WITH_COMMA, "$1.$2");
}

/** The point in pasted text: "lat, lng", degrees with minutes, or the address of a Google or OpenStreetMap page. */
export function pointIn(text: string): Point | null {
  const pair = PAIR.exec(text);
  if (pair) return point(Number(pair[1]), Number(pair[2]));
  const commas = PAIR_WITH_COMMAS.exec(text);
  if (commas) return point(Number(withPoint(commas[1]!)), Number(withPoint(commas[2]!)));
  for (const { form, order } of MINUTES) {
    const found = form.exec(text);
    if (found) return point(degrees(order.map((at) => found[at])), degrees(order.map((at) => found[at + 4])));
  }
  if (!/^\s*(https?:\/\/|geo:)/i.test(text)) return null;
  for (const form of IN_LINK) {
    const found = form.exec(text);
    if (found) return point(Number(found[1]), Number(found[2]));
  }
  return null;
}

/** Rounds to five decimals, about one meter. A tap on a map is not more precise. */
export function rounded({ latitude, longitude }: Point): Point {
  const round = (value: number) => Math.round(value * 1e5) / 1e5;
  return { latitude: round(latitude), longitude: round(longitude) };
}

function point(latitude: number, longitude: number): Point | null {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude };
}

function degrees([whole, minutes = "0", seconds = "0", side]: (string | undefined)[]): number {
  const value = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  const signed = /[SW]/i.test(side ?? "") ? -value : value;
  return Math.round(signed * 1e6) / 1e6;
}

/** The point of two typed numbers, or null. */
export function pointOf(latitude: string, longitude: string): Point | null {
  if (!latitude.trim() || !longitude.trim()) return null;
  return pointIn(`${withPoint(latitude)}, ${withPoint(longitude)}`);
}
