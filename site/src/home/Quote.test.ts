import { expect, test } from "vitest";
import { anEntry } from "@/guestbook/anEntry.fixture";
import { pickQuote } from "./Quote";

test("Home quotes the newest entry that has something to say, or else the newest", () => {
  const brief = anEntry({ id: 3, message: "Nice!" });
  const told = anEntry({ id: 2 });
  expect(pickQuote([brief, told, anEntry({ id: 1 })])?.id).toBe(2);
  expect(pickQuote([brief])?.id).toBe(3);
  expect(pickQuote([])).toBeUndefined();
});
