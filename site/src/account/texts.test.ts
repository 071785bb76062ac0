import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { texts } from "./texts";

const contract = JSON.parse(readFileSync("../openapi.json", "utf8")) as {
  components: { schemas: { ExportResponse: { properties: object } } };
};
const serverPage = readFileSync("../cms/src/auth/pages/account.html", "utf8");

/** The names of the parts of the export in the description of the download. */
const PART_NAMES: Record<string, string> = {
  account: "profile",
  federated: "linked sign-ins",
  sessions: "sessions",
  businesses: "places you manage",
  entries: "guestbook entries",
  comments: "comments",
  likes: "saved places",
  enquiries: "enquiries",
  emails: "emails we sent you",
  actions: "what you did with your account",
};

test.each([
  ["/account", texts.data.text],
  ["/login/account", serverPage],
])("the description of the download on %s names every part of the export and what is left out", (_, text) => {
  const { exportedAt, updatedAt, ...parts } = contract.components.schemas.ExportResponse.properties as Record<
    string,
    unknown
  >;
  expect([exportedAt, updatedAt]).not.toContain(undefined);
  expect(Object.keys(PART_NAMES).sort()).toEqual(Object.keys(parts).sort());
  for (const part of Object.values(PART_NAMES)) expect(text).toContain(part);
  expect(text).toContain("Photos, moderators' notes and spam scores are not in it");
  expect(text).not.toContain("Everything the guide keeps");
});

const privacy = (
  JSON.parse(readFileSync("../cms/seeds/pages.json", "utf8")) as {
    privacy: { policy: { title: string; paragraphs: string[] }[] };
  }
).privacy.policy.find(({ title }) => title === "How long")!;

test.each([
  ["/account", [texts.deletion.text, ...texts.deletion.facts].join(" ")],
  ["Privacy", privacy.paragraphs.join(" ")],
])("%s describes what a deletion removes, what stays, and for how long", (_, text) => {
  expect(text).toContain(
    "your guestbook entries and comments that are not public (waiting for review or not published), with their photos",
  );
  expect(text).toContain("Public entries and comments stay, under the name shown with them.");
  expect(text).toContain("We keep the email that confirms the deletion for 30 days.");
  expect(text).toContain(
    "For 365 days our audit log keeps what was done with the account, under the account's number, without your name, email address or IP address.",
  );
});
