type Fields = {
  subject?: string;
  issuedAt: number;
  expiresAt?: number;
  extraClaims?: Record<string, unknown>;
};

/** A JWT with these claims and an invalid signature; times in milliseconds. It is valid for an hour by default. */
export function aToken({ subject = "linh", issuedAt, expiresAt, extraClaims }: Fields): string {
  const exp = (expiresAt ?? issuedAt + 3_600_000) / 1000;
  const claims = { sub: subject, iat: issuedAt / 1000, exp, ...extraClaims };
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  return `e30.${btoa(String.fromCharCode(...bytes))}.unsigned`;
}
