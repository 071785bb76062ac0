import { expect, test } from "vitest";
import { accountLoginPath, claimedPlace, claimPath } from "./claimLink";

// R540
test("the link of a place leads to its claim, also after a sign-in", () => {
  expect(claimedPlace(new URL(claimPath(7), "https://guide.example").hash)).toBe(7);
  expect(accountLoginPath("#claim-7")).toBe("/login?return=%2Faccount%23claim-7");
});

test.each(["", "#", "#claim-", "#claim-x", "#claim-7x", "#claim-9999999999999999", "#other"])(
  "the fragment %j starts no claim",
  (hash) => {
    expect(claimedPlace(hash)).toBeNull();
    expect(accountLoginPath(hash)).toBe("/login?return=%2Faccount");
  },
);
