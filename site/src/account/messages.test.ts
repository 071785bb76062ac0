import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { t } from "@/messages/ownAccount.gen";
import { DELETION_FACTS } from "./DeleteAccount";

const contract = JSON.parse(readFileSync("../openapi.json", "utf8")) as {
  components: { schemas: { ExportResponse: { properties: object } } };
};
const serverPages = JSON.parse(readFileSync("../cms/messages/en/pages.json", "utf8")) as {
  account: { data_hint: string };
};

/** The names of the parts of the export in the description of the download. */
const PART_NAMES: Record<string, string> = {
  account: "profile",
  federated: "linked sign-ins",
  sessions: "sessions",
  businesses: "places you manage",
  entries: "guestbook entries",
  apiTokens: "API tokens",
  comments: "comments",
  likes: "saved places",
  enquiries: "inquiries",
  claims: "claims to places",
  emails: "emails we sent you",
  actions: "what you did with your account",
};

test.each([
  ["/account", t("data.text")],
  ["/login/account", serverPages.account.data_hint],
])("the description of the download on %s names every part of the export and what is left out", (_, text) => {
  const { exportedAt, updatedAt, ...parts } = contract.components.schemas.ExportResponse.properties as Record<
    string,
    unknown
  >;
  expect([exportedAt, updatedAt]).not.toContain(undefined);
  expect(Object.keys(PART_NAMES).sort()).toEqual(Object.keys(parts).sort());
  for (const part of Object.values(PART_NAMES)) expect(text).toContain(part);
  expect(text).toContain("It doesn't contain photos, moderators' notes, or spam scores.");
});

const privacy = (
  JSON.parse(readFileSync("../cms/seeds/pages.json", "utf8")) as {
    privacy: { policy: { title: string; paragraphs: string[] }[] };
  }
).privacy.policy.find(({ title }) => title === "How long")!;

test.each([
  ["/account", ["deletion.text" as const, ...DELETION_FACTS].map((key) => t(key)).join(" ")],
  ["Privacy", privacy.paragraphs.join(" ")],
])("%s describes what a deletion removes, what stays, and for how long", (_, text) => {
  expect(text).toContain(
    "your guestbook entries and comments that are not public (waiting for review or not published), along with their photos",
  );
  expect(text).toContain("Public entries and comments stay, under the name shown with them.");
  expect(text).toContain("We keep the confirmation email for 30 days.");
  expect(text).toContain(
    "Our audit log keeps a record of what was done with the account. It shows the account's ID, but not your name, email address, or IP address.",
  );
});
