/**
 * An OpenID provider of the tests' own: a certified package with its own sign-in form, which takes any password.
 *
 *   node provider.mjs PORT REDIRECT_URI
 *
 * `PEOPLE` has the claims of each name: a sign-in as `linh` is Linh.
 */
import Provider from "oidc-provider";

const [port, redirectUri] = process.argv.slice(2);

const PEOPLE = {
  linh: { email: "linh@village.example", email_verified: true, given_name: "Linh", family_name: "Tran" },
  owner: { email: "owner@guide.example", email_verified: true, given_name: "Minh", family_name: "Le" },
  unverified: { email: "owner@guide.example", email_verified: false, given_name: "No", family_name: "Body" },
};

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [{ client_id: "guide", client_secret: "of-the-tests", redirect_uris: [redirectUri] }],
  claims: {
    openid: ["sub"],
    email: ["email", "email_verified"],
    profile: ["given_name", "family_name"],
  },
  conformIdTokenClaims: false,
  findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...PEOPLE[id] }) }),
  pkce: { required: () => true },
  cookies: { keys: ["of-the-tests"] },
  ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
});
provider.listen(Number(port), "127.0.0.1");
