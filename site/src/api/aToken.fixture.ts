type Fields = {
  subject?: string;
  issuedAt: number;
  expiresAt: number;
  extraClaims?: Record<string, unknown>;
};

/** A JWT with these claims and an invalid signature; times in milliseconds. */
export function aToken({ subject = "linh", issuedAt, expiresAt, extraClaims }: Fields): string {
  const claims = { sub: subject, iat: issuedAt / 1000, exp: expiresAt / 1000, ...extraClaims };
  const body = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `e30.${body}.unsigned`;
}
