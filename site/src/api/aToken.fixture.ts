type Said = { subject?: string; issuedAt: number; endsAt: number; more?: Record<string, unknown> };

/** A JWT that says so; times in milliseconds. Its signature is none. */
export function aToken({ subject = "linh", issuedAt, endsAt, more }: Said): string {
  const claims = { sub: subject, iat: issuedAt / 1000, exp: endsAt / 1000, ...more };
  const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `e30.${body}.unsigned`;
}
