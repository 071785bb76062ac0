import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { words } from "./words";

const contract = JSON.parse(readFileSync("../openapi.json", "utf8")) as {
  components: { schemas: { ExportView: { properties: object } } };
};
const serverPage = readFileSync("../cms/src/signin/page/account.html", "utf8");

/** What the parts of the export are called beside the download. */
const PARTS: Record<string, string> = {
  account: "profile",
  federated: "linked sign-ins",
  sessions: "sessions",
  businesses: "places you manage",
  entries: "guestbook entries",
  comments: "comments",
  likes: "saved places",
  enquiries: "enquiries",
  letters: "emails we sent you",
  deeds: "what you did with your account",
};

test.each([
  ["/account", words.data.text],
  ["/login/account", serverPage],
])("the text beside the download on %s names every part of the export, and what is left out", (_, text) => {
  const { exportedAt, updatedAt, ...parts } = contract.components.schemas.ExportView.properties as Record<
    string,
    unknown
  >;
  expect([exportedAt, updatedAt]).not.toContain(undefined);
  expect(Object.keys(PARTS).sort()).toEqual(Object.keys(parts).sort());
  for (const part of Object.values(PARTS)) expect(text).toContain(part);
  expect(text).toContain("Photos, moderators' notes and spam scores are not in it");
  expect(text).not.toContain("Everything the guide keeps");
});
