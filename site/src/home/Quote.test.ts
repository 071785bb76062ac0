import { expect, test } from "vitest";
import { anEntry } from "@/guestbook/anEntry.fixture";
import { pickQuote } from "./Quote";

test("Home quotes the newest entry that is long enough, or else the newest entry", () => {
  const short = anEntry({ id: 3, message: "Nice!" });
  const long = anEntry({ id: 2 });
  expect(pickQuote([short, long, anEntry({ id: 1 })])?.id).toBe(2);
  expect(pickQuote([short])?.id).toBe(3);
  expect(pickQuote([])).toBeUndefined();
});
